"""Says whether a text answers a question of a scenario, and what a built scenario is worth (README.md)."""

import json
import re
from typing import Any

Row = dict[str, Any]
FLAGS = re.IGNORECASE | re.DOTALL
MOST_TOKENS = 350


def is_answered(question: Row, text: str) -> bool:
    """All of `all`, one of `any` where given, and none of `not` occur in the text."""
    some = question.get("any")
    return (
        all(re.search(x, text, FLAGS) for x in question.get("all", []))
        and (not some or any(re.search(x, text, FLAGS) for x in some))
        and not any(re.search(x, text, FLAGS) for x in question.get("not", []))
    )


def unescape(steps: list[Row]) -> str:
    """All texts of the steps, those inside of JSON documents too."""
    text = json.dumps(steps, ensure_ascii=False)
    for _ in range(3):
        text = text.replace("\\\\", "\\").replace("\\n", "\n").replace('\\"', '"')
    return text


def find_faults(scenario: Row, wrong: dict[str, list[str]]) -> list[str]:
    """What is not right with a scenario: answers that fail, wrong answers that pass, records that nobody can know."""
    faults = []
    if len(scenario["questions"]) != 12:
        faults.append(f"{len(scenario['questions'])} questions, expected 12")
    if len(scenario["notes"]) > 4 * MOST_TOKENS:
        faults.append(f"notes of {len(scenario['notes']) // 4} tokens, expected at most {MOST_TOKENS}")
    for question in scenario["questions"]:
        if not is_answered(question, question["note"]):
            faults.append(f"the answer fails: {question['q']}")
        if not is_answered(question, scenario["notes"]):
            faults.append(f"the notes fail: {question['q']}")
        faults += [
            f"a wrong answer passes: {question['q']}: {x}" for x in wrong[question["q"]] if is_answered(question, x)
        ]
        if not wrong[question["q"]]:
            faults.append(f"no wrong answer is tried: {question['q']}")
    conversation = unescape(scenario["steps"])
    for question in scenario["questions"]:
        if not is_answered({**question, "not": []}, conversation):
            faults.append(f"the conversation fails: {question['q']}")
    for prompt in scenario["prompts"]:
        if prompt["want"] and not re.search(prompt["want"], conversation, FLAGS):
            faults.append(f"nothing in the conversation fits: {prompt['p']}: {prompt['want']}")
    return faults
