"""What is next: `next` and `suggest` say what the brief says, whoever left it."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

Said = list[tuple[str, str]]


def qwen_transcript(session: str, root: Path, said: Said, branch: str = "main") -> str:
    """A transcript as Qwen Code writes it."""
    rows: list[object] = []
    for number, (role, text) in enumerate(said, 1):
        rows.append(
            {"uuid": f"{session}-{number}", "parentUuid": f"{session}-{number - 1}" if number > 1 else None,
             "sessionId": session, "timestamp": f"2026-11-20T10:{number:02d}:00.000Z", "type": role,
             "cwd": str(root), "version": "0.15.0", "gitBranch": branch,
             "message": {"role": "user" if role == "user" else "model", "parts": [{"text": text}]}}
        )  # fmt: skip
    return "".join(json.dumps(row) + "\n" for row in rows)


def gemini_transcript(session: str, root: Path, said: Said) -> str:
    """A transcript as Gemini CLI writes it; it names no branch."""
    times = [f"2026-11-20T10:{number:02d}:00.000Z" for number in range(1, len(said) + 1)]
    messages = [
        {"id": f"{session}-{number}", "timestamp": made, "type": "user" if role == "user" else "gemini",
         "content": [{"text": text}] if role == "user" else text}
        for number, (made, (role, text)) in enumerate(zip(times, said, strict=True), 1)
    ]  # fmt: skip
    whole = {"sessionId": session, "projectHash": "0" * 64, "startTime": times[0], "lastUpdated": times[-1]}
    return json.dumps({**whole, "messages": messages})


def ingest(run: Run, tmp_path: Path, agent: str, root: Path, said: Said, branch: str = "main") -> None:
    folder = tmp_path / "transcripts"
    folder.mkdir(exist_ok=True)
    session = f"{agent}-{len(list(folder.iterdir()))}"
    if agent == "qwen":
        (folder / f"{session}.jsonl").write_text(qwen_transcript(session, root, said, branch))
        run("ingest", str(folder / f"{session}.jsonl"))
    else:
        (folder / f"session-{session}.json").write_text(gemini_transcript(session, root, said))
        run("ingest", str(folder / f"session-{session}.json"))


def next_in_brief(run: Run) -> list[str]:
    """The texts that a brief shows as next, the most important first."""
    sections = run("brief", "--json").json["sections"]
    notes = [note for section in sections if section["name"] == "now" for note in section["notes"]]
    return [note["text"] for note in notes if note["label"] == "next"]


def next_in_suggest(run: Run) -> list[str]:
    return [row["text"] for row in run("suggest", "--json").json["advice"] if row["kind"] == "next_step"]


WORK: Said = [
    ("user", "Fix the rounding of prices in pool.py: totals are off by one cent."),
    (
        "assistant",
        """I changed the rounding in `pool.py` to half-even.

Next steps:
- add a test for `round_price`
- update the changelog""",
    ),
]
STEPS = ["add a test for `round_price`", "update the changelog"]


@pytest.mark.parametrize("agent", ["qwen", "gemini"])
@pytest.mark.parametrize(
    "ending",
    [
        [],
        [("user", "thanks!"), ("assistant", "You're welcome!")],
        [("user", "What is the capital of France, by the way?"), ("assistant", "Paris. Next: ask me about Spain.")],
    ],
    ids=["work", "thanks", "aside"],
)
def test_the_steps_of_the_last_session_are_next(
    project: Path, tmp_path: Path, run: Run, agent: str, ending: Said
) -> None:
    ingest(run, tmp_path, agent, project, [*WORK, *ending])
    assert next_in_brief(run) == next_in_suggest(run) == STEPS
    assert run("next").out.startswith(f"next step: {STEPS[0]}")
    assert "ask me about Spain" not in run("log").out


def test_a_list_at_the_end_of_the_last_answer_is_next(project: Path, tmp_path: Path, run: Run) -> None:
    answer = "`pool.py` rounds half-even now. Still to do: a test for `round_price`; the changelog."
    ingest(run, tmp_path, "qwen", project, [WORK[0], ("assistant", answer)])
    assert next_in_brief(run) == next_in_suggest(run) == ["a test for `round_price`", "the changelog"]


def test_the_steps_of_another_branch_are_next_where_this_one_has_no_session(
    project: Path, tmp_path: Path, run: Run
) -> None:
    ingest(run, tmp_path, "qwen", project, WORK, branch="rounding")
    git(project, "switch", "-q", "-c", "fresh")
    assert next_in_brief(run) == STEPS
    assert next_in_suggest(run) == [f"{step} (on rounding)" for step in STEPS]
    assert "- next (on rounding): " in run("brief").out


@pytest.mark.parametrize("agent", ["qwen", "gemini"])
def test_an_open_question_is_next_where_nobody_named_a_step(
    project: Path, tmp_path: Path, run: Run, agent: str
) -> None:
    said = [WORK[0], ("assistant", "I changed the rounding in `pool.py` to half-even, and the totals are right.")]
    ingest(run, tmp_path, agent, project, [(role, text) for role, text in said])
    run("remember", "question", "Which rounding does the tax office want?")
    assert next_in_brief(run) == ["Which rounding does the tax office want?"]
    assert next_in_suggest(run) == ["Which rounding does the tax office want? (open question)"]


def test_what_was_asked_last_and_not_answered_is_next(project: Path, tmp_path: Path, run: Run) -> None:
    asked = "Now round the shipping costs in `pool.py` the same way, down to the cent."
    done = ("assistant", "I changed the rounding in `pool.py` to half-even, and the totals are right.")
    ingest(run, tmp_path, "gemini", project, [WORK[0], done, ("user", asked)])
    (first,) = next_in_suggest(run)[:1]
    assert first.startswith("Now round the shipping costs") and "not answered" in first


def test_what_a_handoff_hands_on_is_next(project: Path, tmp_path: Path, run: Run) -> None:
    ingest(run, tmp_path, "qwen", project, WORK)
    run("handoff", "next", "The rounding is half done", "--next", "ask the tax office")
    assert next_in_suggest(run)[0] == "ask the tax office"


def test_a_checkpoint_that_was_written_later_speaks(project: Path, tmp_path: Path, run: Run) -> None:
    ingest(run, tmp_path, "gemini", project, WORK)
    run("checkpoint", "Round the prices", "--next", "release it;; tell the shops")
    assert next_in_brief(run) == next_in_suggest(run) == ["release it", "tell the shops"]


def test_status_names_the_session_that_went_on(project: Path, tmp_path: Path, run: Run) -> None:
    assert "session" not in run("status").out
    ingest(run, tmp_path, "qwen", project, WORK)
    assert "`backstory next` goes by it" in run("status").out
    run("checkpoint", "Round the prices", "--next", "release it")
    assert "`backstory next` goes by it" not in run("status").out


def test_next_names_every_next_step(project: Path, run: Run, tmp_path: Path) -> None:
    said = [
        ("user", "Add a maxSize option to the queue in src/queue.ts."),
        (
            "assistant",
            "Added maxSize to the options in src/queue.ts.\n\nNext steps:\n1. Write the tests.\n2. Update the readme.",
        ),
    ]
    ingest(run, tmp_path, "qwen", project, said)
    steps = [row["text"] for row in run("next", "--json").json["advice"]]
    assert steps == next_in_suggest(run) and len(steps) > 1


def test_ask_says_that_a_statement_is_of_another_branch(project: Path, run: Run, tmp_path: Path) -> None:
    git(project, "switch", "-qc", "logfmt")
    (project / "upper.txt").write_text("upper\n")
    git(project, "add", "upper.txt")
    git(project, "commit", "-qm", "upper")
    said = [
        ("user", "We decided in the meeting that the default case is upper, because Loki wants it."),
        ("assistant", "Upper is the default case now."),
    ]
    ingest(run, tmp_path, "qwen", project, said, branch="logfmt")
    git(project, "switch", "-q", "main")
    texts = [row["text"] for row in run("ask", "what is the default case?", "--json").json["statements"]]
    assert texts and all(text.endswith("(on logfmt, another branch)") for text in texts)
