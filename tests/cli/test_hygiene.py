"""lint, report and verify on the command line, conflicts and origins as they are shown."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

POOL = "src/db/pool.py"


def rules(run: Run, *argv: str) -> list[str]:
    ran = run("lint", *argv, "--json", ok=False)
    found = [f["rule"] for f in ran.json["findings"]]
    assert ran.code == (4 if found else 0)
    return found


def remember(run: Run, *argv: str) -> str:
    return str(run("remember", *argv, "--json").json["id"])


def test_a_clean_memory_has_no_findings(project: Path, run: Run) -> None:
    remember(run, "decision", "Use psycopg 3", "--at", f"{POOL}#Pool")
    assert rules(run) == []
    assert "no findings" in run("lint").err


def test_what_lint_finds(project: Path, run: Run) -> None:
    a = remember(run, "decision", "Deploy the shop on Fridays after lunch")
    b = remember(run, "decision", "Deploy the shop on Fridays after lunch always")
    remember(run, "fact", "The shop sells bicycles", "--link", f"contradicts:{a}")
    remember(run, "fact", "The pool is a class", "--at", f"{POOL}#Pool", "--pin")
    (project / POOL).write_text("class Pool:\n    size = 2\n\n\nclass Other:\n    pass\n")
    folder = project / ".backstory" / "memory" / "note"
    folder.mkdir(parents=True)
    (folder / "2026-01-01-x-aaaaaaaa.md").write_text(
        "---\nid: 01JD8ZK3M7Q4T9W2R5X8Y1B6C0\nkind: note\ntitle: Key\nlinks: [relates_to 01JD8ZK3M7Q4T9W2R5X8Y1B6C9]\n"
        "author: Ada\n---\nAKIA"
        "Z7VRTQ4N2XKJ3LMP and password = hunter2hunter2x9\n"
    )
    (folder / "2026-01-01-y-bbbbbbbb.md").write_text("")
    remember(run, "question", "Why so slow?")
    found = rules(run)
    for rule in ("duplicate", "contradiction", "stale-pin", "dangling", "secret", "unreadable"):
        assert rule in found, rule
    assert b[-8:].lower() in run("lint", ok=False).out


def test_an_old_question_and_a_long_record(project: Path, run: Run) -> None:
    folder = project / ".backstory" / "memory" / "question"
    folder.mkdir(parents=True)
    (folder / "2020-01-01-x-y1b6c0aa.md").write_text(
        "---\nid: 01JD8ZK3M7Q4T9W2R5X8Y1B6C0\nkind: question\ntitle: Who pays?\nstatus: open\nauthor: Ada\n"
        "made: 2020-01-01T00:00:00Z\n---\n"
    )
    remember(run, "fact", "Long", "--why", "lorem ipsum dolor " * 900)
    assert sorted(rules(run)) == ["long", "question"]


def test_a_change_is_told_what_it_makes_stale(project: Path, run: Run) -> None:
    run("init", "--team", "--no-agents")
    remember(run, "decision", "Pool hands out one connection", "--at", f"{POOL}#Pool")
    remember(run, "decision", "Other does nothing yet", "--at", f"{POOL}#Other")
    remember(run, "fact", "The readme sells bicycles", "--at", "README.md")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    assert rules(run, "--diff", "HEAD") == []
    (project / POOL).write_text(
        "# pool\nclass Pool:\n    def get(self):\n        return 2\n\n\nclass Other:\n    pass\n"
    )

    ran = run("lint", "--diff", "HEAD", ok=False)
    assert ran.code == 4
    assert "Pool hands out" in ran.out and "Other does nothing" not in ran.out and "readme" not in ran.out
    (note,) = run("lint", "--diff", "HEAD", "--github", ok=False).out.splitlines()
    assert note.startswith(f"::warning file={POOL},line=2,title=project memory%3A stale::decision ")

    git(project, "commit", "-qam", "two")
    assert rules(run, "--diff", "HEAD") == [], "stale before this change"
    assert rules(run, "--diff", "HEAD~1") == ["stale"]
    git(project, "rm", "-q", "README.md")
    assert rules(run, "--diff", "HEAD") == ["stale"]
    assert "removes" in run("lint", "--diff", "HEAD", ok=False).out
    assert run("lint", "--diff", "no-such-branch", ok=False).code == 2
    assert run("lint", "--diff", "--output=x", ok=False).code == 2 and not (project / "x").exists()


def test_a_change_that_brings_a_bad_record_is_told(project: Path, run: Run) -> None:
    run("init", "--team", "--no-agents")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    folder = project / ".backstory" / "memory" / "note"
    folder.mkdir(parents=True)
    (folder / "2026-01-01-x-aaaaaaaa.md").write_text("")
    assert rules(run, "--diff", "HEAD") == ["unreadable"]


def test_annotations_cannot_be_broken_out_of(project: Path, run: Run) -> None:
    from backstory.cli.commands.lint import format_annotation
    from backstory.memory.upkeep.lint import Finding

    one = Finding("stale", "warning", "a\n::error::b", "100%", (), "a,b:c\n.py", 3)
    assert format_annotation(one) == (
        "::warning file=a%2Cb%3Ac%0A.py,line=3,title=project memory%3A stale::a%0A::error::b. 100%25"
    )


def test_verify_and_confirm(project: Path, run: Run) -> None:
    ident = remember(run, "decision", "Pool hands out one connection", "--at", f"{POOL}#Pool")
    assert run("verify", "--all").code == 0
    (project / POOL).write_text("class Pool:\n    pass\n")
    ran = run("verify", "--all", ok=False)
    assert ran.code == 4 and "changed" in ran.out
    assert run("verify", ident, "--json", ok=False).json["items"][0]["state"] == "changed"
    assert run("verify", "--confirm", ok=False).code == 2
    run("verify", ident, "--confirm")
    assert run("verify", ident).code == 0
    assert "Ada" in run("show", ident).out


def test_recall_and_show_say_what_became_of_the_code(project: Path, run: Run) -> None:
    ident = remember(run, "fact", "The size of the pool is fixed", "--at", f"{POOL}#Pool")
    place = f"{POOL}#Pool"
    assert f"  {place}\n" in run("recall", "pool size").out and f"about: {place}\n" in run("show", ident).out
    assert "code" not in run("recall", "pool size", "--json").json["items"][0]

    (project / POOL).write_text("class Pool:\n    size = 9\n")
    assert f"{place} (changed since)" in run("recall", "pool size").out
    assert f"about: {place} (changed since)" in run("show", ident).out
    assert run("recall", "pool size", "--json").json["items"][0]["code"] == {place: "changed"}
    assert run("show", ident, "--json").json["code"] == {place: "changed"}
    assert "changed since" not in run("show", ident, "--as-of", "2026-01-01", ok=False).out

    (project / POOL).write_text("class Other:\n    pass\n")
    assert f"{place} (gone)" in run("recall", "pool size").out


def test_recall_says_where_the_code_moved(project: Path, run: Run) -> None:
    ident = remember(run, "fact", "The size of the pool is fixed", "--at", f"{POOL}#Pool")
    git(project, "mv", POOL, "src/db/pools.py")
    assert f"{POOL}#Pool (now src/db/pools.py#Pool)" in run("show", ident).out


def test_show_finds_a_definition_in_another_file(project: Path, run: Run) -> None:
    ident = remember(run, "fact", "The size of the pool is fixed", "--at", f"{POOL}#Pool")
    text = (project / POOL).read_text()
    (project / POOL).write_text("class Other:\n    pass\n")
    (project / "src" / "db" / "née.py").write_text(text)
    assert f"{POOL}#Pool (now src/db/née.py#Pool)" in run("recall", "pool size").out
    assert f"{POOL}#Pool (now src/db/née.py#Pool)" in run("show", ident).out


def test_what_a_sparse_checkout_leaves_out_is_not_gone(project: Path, run: Run) -> None:
    remember(run, "fact", "The size of the pool is fixed", "--at", f"{POOL}#Pool")
    git(project, "sparse-checkout", "set", "docs")
    assert not (project / POOL).exists()
    assert f"  {POOL}#Pool\n" in run("recall", "pool size").out


def test_report_counts(project: Path, run: Run) -> None:
    remember(run, "decision", "Use psycopg 3", "--at", f"{POOL}#Pool")
    gone = remember(run, "fact", "The shop sells bicycles")
    run("retract", gone)
    found = run("report", "--json").json
    assert (
        found["total"] == 1 and found["kinds"] == {"decision": 1} and found["states"] == {"standing": 1, "retracted": 1}
    )
    assert found["staleness"] == {"fresh": 1} and found["use"] == {"never given": 1} and found["authors"] == {"Ada": 1}
    assert "standing: 1 record," in run("report").out


@pytest.mark.parametrize("how", ["rivals", "contradicts"])
def test_a_conflict_is_shown_everywhere_and_settled(project: Path, run: Run, how: str) -> None:
    old = remember(run, "decision", "The limit is two")
    one = remember(run, "decision", "The limit is three", *(("--supersedes", old) if how == "rivals" else ()))
    link = ("--supersedes", old) if how == "rivals" else ("--link", f"contradicts:{one}")
    two = remember(run, "decision", "The ceiling is four", *link)
    a, b = one[-8:].lower(), two[-8:].lower()

    assert f"in conflict with {b}" in run("list").out
    assert f"in conflict with {a}" in run("brief").out
    shown = run("show", one).out
    assert "conflict:" in shown and f"backstory supersede {a} {b}" in shown
    assert "contradiction" in rules(run)

    run("supersede", one, two)
    assert "conflict" not in run("list").out + run("brief").out + run("show", two).out
    assert "contradiction" not in rules(run)


def test_the_origin_of_a_record(project: Path, run: Run) -> None:
    a = remember(run, "decision", "Use psycopg 3")
    summary = str(run("summarize", a, "--body", "How we talk to the database", "--json").json["id"])
    git(project, "commit", "-qm", "x", "--allow-empty")
    ran = run("show", summary, "--origin").out
    assert "derived from decision" in ran and "person Ada" in ran
    chain = run("show", summary, "--origin", "--json").json["origin_chain"]
    assert [(k["id"], k["via"]) for k in chain] == [(summary, ""), (a, "derived_from")]
    run("forget", a, "--yes")
    assert "[forgotten]" in run("show", summary, "--origin").out
