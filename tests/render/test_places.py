"""Key files and files in play, as the forms for Copilot and for people show them."""

from backstory.recall.notes import file_notes
from backstory.recall.text.content import Brief, Note, Section
from backstory.recall.text.moment import GENERIC
from backstory.render.copilot import render_copilot
from backstory.render.human import render_human


def brief(name: str, notes: list[Note]) -> Brief:
    section = Section(name=name, title=name.capitalize(), notes=notes)
    return Brief(id="a" * 16, mode="agent", budget=1000, project="shop", sections=[section], considered=1, records=1)


def test_a_key_file_is_a_link_with_its_reason() -> None:
    text = render_copilot(brief("project", file_notes({"src/shop/cli.py": "named by the task"}, most_files=5)), b"key")
    assert "- [src/shop/cli.py](src/shop/cli.py): named by the task\n" in text


def test_a_person_gets_a_list_of_many_files_and_the_first_of_them() -> None:
    files = [Note(label="modified", text=f"src/file_{number}.py") for number in range(12)]
    text = render_human(brief("changes", files))
    assert "Changed and not committed:\n\n- src/file_0.py\n" in text
    assert "- src/file_7.py\n- and 4 more" in text and "file_8" not in text
    few = render_human(brief("changes", files[:2]))
    assert "Changed and not committed: src/file_0.py and src/file_1.py." in few


def test_a_state_is_introduced() -> None:
    notes = [Note(label="task", text="auth flow"), Note(label="state", text="80%")]
    assert "The task at hand is “auth flow”. As it stands: 80%." in render_human(brief("now", notes))


def test_a_person_reads_what_the_last_session_left_behind() -> None:
    notes = [
        Note(label="task", text="Retry webhooks"),
        Note(label="last session ended with", text="The delay is capped", detail="yesterday"),
        Note(label="asked last, and not answered", text="add the docs"),
        Note(label="last tests", text="1 failed; red: TestStop", detail="no commit since"),
        Note(label="edited in this work", text="src/pool.py"),
    ]
    text = render_human(brief("now", notes))
    assert (
        "The last session (yesterday) ended with: The delay is capped. What was asked last, and not answered:" in text
    )
    assert "The last test run (no commit since): 1 failed; red: TestStop. Edited in this work: src/pool.py." in text
    said = [
        Note(label="user", text="no Redis"),
        Note(label="answer", text="Then a table"),
        Note(label="answer", text="Done."),
    ]
    text = render_human(brief("earlier", said))
    assert "## What was said in the last sessions\n\n- user: no Redis\n- agent: Then a table; Done.\n" in text
    command = [Note(label="one test", text="pytest PATH::NAME")]
    assert "- one test: `pytest PATH::NAME`" in render_human(brief("commands", command))


def test_a_branch_that_the_head_names_is_not_named_again(new_shop) -> None:
    s = new_shop()
    for n in range(4):
        s.add(f"a{n}", "decision", f"Decision number {n}", made="2026-11-01", branch="main")
    s.add("own", "decision", "Of this branch", made="2026-11-01", branch="feat/x")
    s.moment["branch"] = "feat/x"
    text = s.text(GENERIC, 1200)
    assert "on main." in text.splitlines()[1]
    assert text.count("main") == 1
    assert next(line for line in text.splitlines() if "Of this branch" in line).endswith("(feat/x)")
