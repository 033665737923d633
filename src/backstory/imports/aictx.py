"""Reads the store of aictx: strategies, failure patterns and handoffs in `.aictx/`."""

import os
from collections.abc import Iterator
from typing import Any

from backstory.imports.files import list_of, read_json_lines, text_of
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.model.record import Anchor

_STRATEGIES = os.path.join("strategy_memory", "strategies.jsonl")
_FAILURES = os.path.join("failure_memory", "failure_patterns.jsonl")
_HANDOFFS = os.path.join("continuity", "handoffs.jsonl")
_DECISIONS = os.path.join("continuity", "decisions.jsonl")
_LOGS = os.path.join("metrics", "execution_logs.jsonl")


def recognizes(path: str) -> bool:
    """Whether a folder has the strategies or failures of aictx."""
    return any(os.path.isfile(os.path.join(path, name)) for name in (_STRATEGIES, _FAILURES))


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield strategies, failures, decisions, and what each execution says it did as a summary."""
    for name, make in (
        (_STRATEGIES, _read_strategy), (_FAILURES, _read_failure), (_DECISIONS, _read_decision),
        (_HANDOFFS, _read_handoff),
    ):  # fmt: skip
        file = os.path.join(path, name)
        if os.path.isfile(file):
            for number, row in read_json_lines(file, omitted):
                item = make(row, f"{os.path.basename(name)}:{number}")
                if item is not None:
                    yield item
    logs = os.path.join(path, _LOGS)
    count = sum(1 for _ in read_json_lines(logs, omitted)) if os.path.isfile(logs) else 0
    if count:
        omitted.add(logs, f"{count} execution logs: only Backstory itself may say what ran here")


def _read_strategy(row: dict[str, Any], key: str) -> Item | None:
    title = text_of(row.get("task_text")) or text_of(row.get("task_type"))
    if not title:
        return None
    failed = bool(row.get("is_failure")) or row.get("success") is False
    steps = [*list_of(row.get("commands_executed")), *list_of(row.get("tests_executed"))]
    files = list(dict.fromkeys([*list_of(row.get("files_used")), *list_of(row.get("files_edited"))]))
    return Item(
        make_draft(
            "strategy",
            title,
            parts={"why": "\n".join(list_of(row.get("notable_errors"))), "steps": steps},
            fields={"outcome": "failed" if failed else "worked"},
            tags=clean_tags([text_of(row.get("task_type"))]),
            anchors=[Anchor(file) for file in files[:5]],
        ),
        key=f"{key}#{text_of(row.get('task_id'))}",
        made=read_time(row.get("timestamp")),
        is_whole=True,
    )


def _read_failure(row: dict[str, Any], key: str) -> Item | None:
    title = text_of(row.get("error_text")) or text_of(row.get("failure_signature")).replace("_", " ")
    if not title:
        return None
    tried = list_of(row.get("failed_attempts"))
    symptoms = [*list_of(row.get("symptoms")), *(f"Tried: {one}" for one in tried)]
    is_resolved = text_of(row.get("status")) == "resolved"
    fix = text_of(row.get("resolved_by")) or (text_of(row.get("resolution_hint")) if is_resolved else "")
    return Item(
        make_draft(
            "failure",
            title.split("\n")[0][:300],
            parts={"why": "\n".join(symptoms), "fix": [fix] if fix else []},
            fields={"command": text_of(row.get("failed_command"))},
            status="resolved" if is_resolved else "open",
            anchors=[Anchor(file) for file in list_of(row.get("files_involved"))[:5]],
        ),
        key=text_of(row.get("failure_id")) or key,
        made=read_time(row.get("timestamp")),
        is_whole=True,
    )


def _read_decision(row: dict[str, Any], key: str) -> Item | None:
    title = text_of(row.get("decision")) or text_of(row.get("summary"))
    if not title:
        return None
    why = text_of(row.get("rationale")) or text_of(row.get("reason"))
    return Item(make_draft("decision", title, why), key=key, made=read_time(row.get("timestamp")), is_whole=True)


def _read_handoff(row: dict[str, Any], key: str) -> Item | None:
    title = text_of(row.get("summary"))
    if not title:
        return None
    parts = [f"## {name.capitalize()}\n{text_of(row.get(key))}" for name, key in _PARTS if text_of(row.get(key))]
    return Item(
        make_draft("summary", title, "\n\n".join([text_of(row.get("reason")), *parts]), tags=["session"]),
        key=text_of(row.get("execution_id")) or key,
        made=read_time(row.get("timestamp")),
        agent=text_of(row.get("agent_id")),
        is_whole=True,
    )


_PARTS = (("next steps", "next_steps"), ("blocked", "blocked"), ("open", "open_items"), ("risks", "risks"))
