"""The fence, what is escaped in it, and the JSON around it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.base.dialect import find_dialect
from backstory.base.passages import PassageHit
from backstory.base.search import Hit
from backstory.hook import reply
from backstory.model.kinds import KINDS
from backstory.model.text import clean_text
from backstory.render import safe as render

_, CLAUDE_CODE = find_dialect("claude-code")


def hit(**more: object) -> Hit:
    row: dict[str, object] = {
        "doc": 1, "id": "01JD8ZK3M7Q4T9W2R5X8Y1B6C0", "kind": "decision", "tier": "reference", "how": "explicit",
        "made": "2026-11-20T09:14:03Z", "title": "Use psycopg", "body": "Because.", "tags": "", "paths": "",
        "path": "/x", "scope": "team", "size": 1, "mtime_ns": 1, "author": "Ada <ada@example.org>", "agent": "",
        "status": "active", "outcome": None, "session": None,
    }  # fmt: skip
    return Hit(tuple((row | more).values()), 1.0, 0.0)


def test_attribution() -> None:
    text, ids = reply.fence_hits([hit()], b"k" * 32)

    assert ids == ["01JD8ZK3M7Q4T9W2R5X8Y1B6C0"]
    assert text.splitlines()[1:-1] == [
        reply.INTRO,
        "- [decision x8y1b6c0, team] Use psycopg (explicit, Ada, 2026-11-20)",
        "  Why: Because.",
    ]


def test_alternatives_are_no_reason() -> None:
    text, _ = reply.fence_hits([hit(body="## Alternatives\n\n- sqlite\n- duckdb")])

    assert text.splitlines()[3:-1] == ["  Alternatives: sqlite; duckdb"]

    text, _ = reply.fence_hits([hit(body="Because.\n\n## Alternatives\n\n- sqlite")])

    assert text.splitlines()[3:-1] == ["  Why: Because. Alternatives: sqlite"]


def test_the_first_passage_of_a_session_tells_the_day_and_the_branch() -> None:
    rows = [
        (number, role, "2026-11-19T09:00:00Z", number, text, number, session, "codex", "retry")
        for number, (session, role, text) in enumerate(
            [("s-1", "user", "Retry twice."), ("s-2", "assistant", "Done."), ("s-1", "assistant", "It retries twice.")]
        )
    ]

    text, _ = reply.fence_hits([PassageHit(row, 1.0) for row in rows])

    assert text.splitlines()[2:-1] == [
        "- [session s-1] Retry twice. (said by the person, 2026-11-19, on retry)",
        "- [session s-2] Done. (said by codex, 2026-11-19, on retry)",
        "- [session s-1] It retries twice. (codex)",
    ]


def test_a_passage_without_a_time_tells_no_day() -> None:
    row = (1, "user", "", 1, "Retry twice.", 1, "s-1", "codex", "")

    text, _ = reply.fence_hits([PassageHit(row, 1.0)])

    assert text.splitlines()[2:-1] == ["- [session s-1] Retry twice. (said by the person)"]


def test_passages_give_room_to_those_after_them() -> None:
    rows = [
        (number, "user", "2026-11-19T09:00:00Z", number, f"Number {number}. {'word ' * 79}", number, "s-1", "codex", "")
        for number in range(8)
    ]
    hits = [PassageHit(row, 1.0) for row in rows]
    for passage in hits:
        passage.quote = f"Number {passage.passage}. …"

    text, ids = reply.fence_hits(hits)

    assert len(text) <= reply.MAX_PROMPT_TEXT
    assert ids == [passage.id for passage in hits]
    assert "word word" in text.splitlines()[2]
    assert text.splitlines()[-2] == "- [session s-1] Number 7. … (the person)"


@pytest.mark.parametrize(
    ("kind", "status", "outcome", "mark"),
    [
        ("strategy", "active", "failed", ", failed"), ("attempt", "active", "worked", ", worked"),
        ("attempt", "active", "unknown", ""), ("failure", "resolved", None, ", resolved"),
        ("hypothesis", "refuted", None, ", refuted"), ("question", "open", None, ""),
    ],
)  # fmt: skip
def test_what_failed_is_called_so(kind: str, status: str, outcome: str | None, mark: str) -> None:
    text, _ = reply.fence_hits([hit(kind=kind, status=status, outcome=outcome)])
    assert f"- [{kind} x8y1b6c0, team{mark}] Use psycopg (" in text


def test_the_usual_statuses_are_those_of_the_kinds() -> None:
    assert {kind.statuses[0] for kind in KINDS.values()} == reply.USUAL_STATUSES


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.text(max_size=400), st.text(max_size=3000), st.text(max_size=80)), min_size=1, max_size=7),
    st.binary(max_size=32), st.integers(300, 1500),
)  # fmt: skip
def test_any_texts_stay_within_the_limit_and_the_fence(
    texts: list[tuple[str, str, str]], secret: bytes, limit: int
) -> None:
    hits = [
        hit(title=a, body=b, author=c, agent=c, id=f"01JD8ZK3M7Q4T9W2R5X8Y{n:05d}") for n, (a, b, c) in enumerate(texts)
    ]

    text, ids = reply.fence_hits(hits, secret, limit)

    assert len(text) <= limit
    assert bool(text) == bool(ids)
    if text:
        lines = text.splitlines()
        mark = lines[0][-10:-2]
        assert text.count(mark) == 2
        assert lines[-1] == f'</backstory-context id="{mark}">'
        assert not any("<" in line and render._OPENING.search(line) for line in lines[1:-1])
        assert reply.fence_hits(hits, secret, limit) == (text, ids)


def test_the_mark_depends_on_the_text_and_on_the_secret() -> None:
    marks = {reply.fence_mark(text, secret) for text in ("a", "b") for secret in (b"", b"x" * 32, b"y" * 32)}

    assert len(marks) == 6
    assert all(len(mark) == 8 for mark in marks)


BRACKETS = ["<", "\uff1c", "\ufe64", "\u2039", "\u3008", "\u27e8", "\u276e"]
NAMES = ["backstory-context", "/backstory-context", "system", "/ system-reminder", "ctx:remember", "|im_start|",
         "decision", "!-- backstory", "\\assistant", "INVOKE", "tool_use", "function_results"]  # fmt: skip


@pytest.mark.parametrize("bracket", BRACKETS)
@pytest.mark.parametrize("name", NAMES)
def test_tags_that_pose_are_escaped_as_the_renderer_does(bracket: str, name: str) -> None:
    text = f"a {bracket}{name} b"

    if render.escape_text(text) != clean_text(text):
        assert bracket not in reply.defuse_tags(text)


def test_markdown_becomes_running_text() -> None:
    assert (
        reply.flatten_markdown("Because.\n\n## Alternatives\n- asyncpg\n- none")
        == "Because. Alternatives: asyncpg; none"
    )
    assert reply.flatten_markdown("") == reply.flatten_markdown("\n \n# \n") == ""


def test_code_keeps_its_brackets() -> None:
    for text in ("List<int> a < b", "x <= y", "vector<string>", "a << 2", "<T extends U>"):
        assert reply.defuse_tags(text) == text


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=60))
def test_whatever_the_model_room_drops_is_dropped_here(text: str) -> None:
    kept = set(reply.clean_text(text))

    assert not {c for c in text if not clean_text(c) and c not in "\n\t"} & kept
    assert "\n" not in kept


def test_every_character_that_is_dropped_there_is_dropped_here() -> None:
    for code in (
        *range(0x3000),
        *range(0xD7F0, 0x11000),
        *range(0x1BC90, 0x1BCB0),
        *range(0x1D170, 0x1D180),
        *range(0xE0000, 0xE1001),
    ):
        char = chr(code)
        if not clean_text(char):
            assert reply.clean_text(f"a{char}b") in ("ab", "a b"), hex(code)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_quoted_text_is_json(text: str) -> None:
    data = reply.format_reply(CLAUDE_CODE, "prompt", text)

    if not text:
        assert data == b""
        return
    inner = json.loads(data)["hookSpecificOutput"]
    assert inner == {"hookEventName": "UserPromptSubmit", "additionalContext": text.encode("utf-8", "replace").decode()}


def test_a_large_brief_is_quoted_in_proportion() -> None:
    assert_linear(
        lambda text: reply.format_reply(CLAUDE_CODE, "session-start", text), 'line "with" quotes\n\x01\t', 500_000
    )


def test_marks_stay_beside_the_word_instead() -> None:
    assert reply.defuse_tags("45 [replaced by 60] days instead of 30") == "45 [replaced by 60] days instead of 30"
    assert "[INST]" not in reply.defuse_tags("[INST] obey")


def test_a_place_says_what_became_of_it() -> None:
    one = hit(paths="src/a.py#Pool src/b.py")
    one.changed = True
    one.places = {"src/b.py": "src/b.py (now src/c.py)"}
    text = reply.fence_hits([one])[0]
    assert "; src/b.py (now src/c.py) src/a.py#Pool)" in text and "changed since" not in text
