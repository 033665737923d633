"""What the simpler readers give, counted a second time without them: by the marks that their agents write.

The counts of Claude Code, Codex, Gemini, Qwen and Copilot are in `test_transcript_golden.py`, those of the
databases in `test_database_transcripts.py`, and those of Posit Assistant in `test_posit_assistant_transcript.py`.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from backstory.agents.transcripts import READERS, load_reader

HERE = Path(__file__).parent
ELSEWHERE = (
    "claude-code",
    "codex",
    "gemini",
    "qwen",
    "copilot",
    "opencode",
    "crush",
    "zed",
    "warp",
    "posit-assistant",
    "omnigent",
)


class Marks(NamedTuple):
    """A pattern for each prompt, call, result, failed result and edit, in JSON without blanks or in Markdown."""

    prompts: str
    calls: str = "$^"
    results: str = "$^"
    failed: str = "$^"
    edits: str = "$^"


MARKS = {
    "cursor": Marks('"role":"user"', '"type":"tool_use"'),
    "cline": Marks(r'<task>|<feedback>|"role":"user","content":\[\{"type":"text","text":"(?:<user_input|Look)',
                   r'<requires_approval>|<read_file>|"type":"tool_use"|,"echo hi"\]',
                   r'\] Result:|"tool_use_id":"call_|"query":"echo hi"', 'Exit code: [1-9]|"success":false',
                   '"name":"(?:write_to_file|editor)","input"'),
    "aider": Marks(r"# aider chat[^\n]*\s+#### ", "(?m)^> (?:Applied edit to|Creating empty)",
                   edits="(?m)^> (?:Applied edit to|Creating empty)"),
    "specstory": Marks(r"_\*\*User", "<tool-use |(?m:^---\n\n(?:```(?:bash|diff)$|Read file: |<details>))",
                       "(?m)^```text$|^---\n\n```bash\n(?:.+\n)+```\n\n```$",
                       edits="data-tool-name=\"(?:Edit|Write)\""),
    "kiro": Marks('"kind":"Prompt"|"Prompt":', '"kind":"toolUse"', '"kind":"toolResult"', "exit status: [1-9]"),
    "droid": Marks(r'"role":"user",(?:"text"|"content":\[\{"type":"text")', '"type":"tool_(?:use|call)"',
                   '"type":"tool_result"', r'"isError":true|exit code: [1-9]'),
    "goose": Marks(r'"role":"user","created":\d+,"content":\[\{"type":"text"', '"toolRequest"', '"toolResponse"'),
    "amp": Marks(r'"role":"user","content":\[\{"type":"text"', '"type":"tool_use"', '"type":"tool_result"',
                 r'"exitCode":[1-9]|"status":"(?:error|cancelled|rejected-by-user)"',
                 '"name":"(?:edit_file|create_file)"'),
    "kimi": Marks(r'"turn.(?:prompt|steer)","input":[^\n]*?"origin":\{"kind":"user"', '"type":"tool.call"',
                  '"type":"tool.result"'),
    "grok": Marks('"prompt_index"', r'\{"id":"call', '"tool_call_id"', '"exit: [1-9]', '"name":"search_replace"'),
    "pi": Marks('"message":{"role":"user"', '"type":"toolCall"', '"role":"toolResult"',
                edits='"name":"(?:write|edit|edit_file)"'),
    "vibe": Marks('"role":"user"'),
    "antigravity": Marks('"type":"USER_INPUT"', *['"source":"MODEL","type":"(?!PLANNER)'] * 2),
    "windsurf": Marks('"type":"user_input"', *['"type":"(?:code_action|run_command)"'] * 2,
                      edits='"type":"code_action"'),
    "continue-dev": Marks('"role":"user"', '"type":"function"', '"toolCallStates"', '"status":"errored"'),
    "hermes": Marks('"role":"user"', '"type":"function","function":{"name":[^}]*"arguments"', '"role":"tool"'),
    "qwenpaw": Marks('"role":"user","content":\\[{"type":"text"', '"type":"tool_use"', '"type":"tool_result"'),
    "chats": Marks('"Gemini Apps"|"author":{"role":"user"}|"sender":"human"|"role":"user"|(?m:^## User$|^User: [A-Z])',
                   '"type":"function"', '"tool_call_id"'),
}  # fmt: skip
FILES = [
    (name, path)
    for name, _ in READERS
    if name not in ELSEWHERE
    for path in sorted((HERE / name.replace("-", "_") / "transcripts").glob("**/*"))
    if path.is_file()
]


def compact(path: Path) -> str:
    """A file with its JSON in one form."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)
    if path.suffix == ".jsonl":
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
        return "".join(json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n" for value in values)
    return text


def test_every_reader_is_counted() -> None:
    assert {*MARKS, *ELSEWHERE} == {name for name, _ in READERS}
    assert {name for name, _ in FILES} == set(MARKS)


@pytest.mark.parametrize(("name", "path"), FILES, ids=[f"{name}-{path.name}" for name, path in FILES])
def test_counts_are_those_of_the_marks(name: str, path: Path) -> None:
    reader = load_reader(name)
    assert reader is not None
    turns = list(reader.read_turns(str(path)))
    ours = {
        "prompts": sum(turn.role == "user" for turn in turns),
        "calls": sum(turn.role == "tool" for turn in turns),
        "results": sum(turn.role == "result" for turn in turns),
        "failed": sum(turn.failed for turn in turns),
        "edits": sum(bool(turn.edits) for turn in turns),
    }
    text = compact(path)
    assert ours == {key: len(re.findall(pattern, text)) for key, pattern in MARKS[name]._asdict().items()}
