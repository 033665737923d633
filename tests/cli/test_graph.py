"""Links, paths, tasks, sharing and summaries from the command line."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git


def keep(run: Run, kind: str, text: str, *flags: str) -> str:
    return str(run("remember", kind, text, *flags, "--json").json["short"])


def titles(run: Run, *filters: str) -> set[str]:
    return {i["title"] for i in run("list", *filters, "--json").json["items"]}


def test_link_edges_unlink(project: Path, run: Run) -> None:
    a, b = keep(run, "decision", "Use JWT"), keep(run, "fact", "The API is stateless")
    run("link", a, b, "--type", "DEPENDS_ON")
    run("link", a, b, "--type", "depends_on")
    found = run("edges", "--json").json["items"]
    assert [e["relation"] for e in found] == ["depends_on"], "linking twice is linking once"
    assert run("edges", "--from", a, "--json").json["items"] == found
    assert run("edges", "--to", a, "--json").json["items"] == []
    assert run("edges", b, "--json").json["items"] == found
    run("unlink", found[0]["id"])
    assert run("edges", "--json").json["items"] == []
    assert run("unlink", a, b, ok=False).code != 0


@pytest.mark.parametrize("relation", ["nonsense", ""])
def test_only_known_relations(project: Path, run: Run, relation: str) -> None:
    a, b = keep(run, "fact", "one"), keep(run, "fact", "two")
    ran = run("link", a, b, "--type", relation, ok=False)
    assert ran.code == 2
    assert "supersedes" in ran.err


def test_related_and_trace_are_safe_in_circles(project: Path, run: Run) -> None:
    a, b, c = (keep(run, "fact", name) for name in ("first", "second", "third"))
    run("link", a, b, "--type", "derived_from")
    run("link", b, c, "--type", "derived_from")
    run("link", c, a, "--type", "derived_from")
    assert len(run("related", a, "--json").json["items"]) == 2
    assert len(run("related", a, "--depth", "5", "--json").json["items"]) == 2
    path = run("trace", a, "--json").json["paths"][0]
    assert len(path) == 3
    assert "second" in run("trace", a).out
    assert len(run("trace", c, "--reverse", "--json").json["paths"][0]) == 3


def test_a_retracted_link_of_a_chain_revives_nothing_before_the_last_one(project: Path, run: Run) -> None:
    one = keep(run, "decision", "Cache per table")
    two = keep(run, "decision", "Cache per query", "--supersedes", one)
    three = keep(run, "decision", "Cache per connection", "--supersedes", two)
    assert "in force again" not in run("retract", two).err
    assert titles(run) == {"Cache per connection"}
    assert "Cache per table" not in run("brief").out
    answer = run("retract", three).err
    assert f'in force again: decision {one} "Cache per table"' in answer
    assert f"`backstory retract {one}`" in answer
    assert titles(run) == {"Cache per table"}


def test_trace_names_what_a_record_comes_from_itself(project: Path, run: Run) -> None:
    short = keep(run, "fact", "The API is stateless")
    traced = run("trace", short)
    assert "no source is recorded" not in traced.err
    assert "person " in traced.out
    assert "person" in {end["kind"] for end in run("trace", short, "--json").json["ends"]}
    assert run("trace", short, "--reverse").err.strip() == "no record followed from it"


def test_supersede_takes_the_old_one_out_and_names_rivals(project: Path, run: Run) -> None:
    old, new, rival = (keep(run, "decision", name) for name in ("use tabs", "use spaces", "use both"))
    run("supersede", old, new)
    assert titles(run) == {"use spaces", "use both"}
    said = run("supersede", old, rival)
    assert "replaces it too" in said.err
    assert "backstory supersede" in said.err
    assert run("supersede", new, old, ok=False).code != 0, "no circles"
    assert run("supersede", new, new, ok=False).code != 0


def test_summary_leads_to_its_sources(project: Path, run: Run) -> None:
    a, b = keep(run, "fact", "retries are three"), keep(run, "fact", "backoff doubles")
    made = run("summarize", a, b, "--body", "Retries: three, doubling.", "--archive", "--json").json
    assert titles(run, "--tier", "off-context") == {"retries are three", "backoff doubles"}
    assert {r["title"] for r in run("expand", made["short"], "--json").json["items"]} == {
        "retries are three",
        "backoff doubles",
    }
    brief = run("brief").out
    assert "Retries: three" in brief
    assert "backoff doubles" not in brief


def test_a_task_sorts_its_working_notes_when_it_ends(project: Path, run: Run) -> None:
    run("task", "start", "implement-auth", "--goal", "AUTH-1")
    keep(run, "observation", "the token is refreshed twice")
    keep(run, "decision", "refresh in one place", "--tier", "working")
    assert "implement-auth" in run("brief").out
    done = run("task", "end", "implement-auth", "--json").json
    assert done["task"]["status"] == "done"
    assert titles(run, "--tier", "off-context") == {"the token is refreshed twice"}
    assert "refresh in one place" in titles(run, "--tier", "reference")
    assert run("task", "end", "implement-auth", ok=False).code != 0
    run("task", "start", "implement-auth")
    assert len(run("list", "task", "--all", "--json").json["items"]) == 2


def test_share_moves_a_file_into_the_repository_and_back(project: Path, run: Run) -> None:
    short = keep(run, "decision", "share me", "--why", "all need it")
    assert "share me" in run("share", short, "--dry-run").out
    assert not list((project / ".backstory").rglob("*share-me*"))
    run("share", short)
    files = list((project / ".backstory" / "memory").rglob("*share-me*.md"))
    assert len(files) == 1
    assert titles(run, "--scope", "team") == {"share me"}
    assert run("share", short, ok=False).code != 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "shared")
    said = run("unshare", short)
    assert "history" in said.err
    assert titles(run, "--scope", "private") == {"share me"}
    assert not files[0].exists()
    run("undo")
    assert titles(run, "--scope", "team") == {"share me"}


def test_an_edit_on_one_branch_does_not_show_a_record_on_another(project: Path, run: Run) -> None:
    git(project, "checkout", "-qb", "feature")
    (project / "f.txt").write_text("f\n")
    git(project, "add", "f.txt")
    git(project, "commit", "-qm", "f")
    short = keep(run, "fact", "only on feature")
    git(project, "checkout", "-q", "main")
    assert titles(run) == set()
    run("tag", short, "later")
    assert titles(run) == set(), "a record that was named by its id and edited stays where it belongs"
    git(project, "checkout", "-q", "feature")
    assert titles(run) == {"only on feature"}


def test_graph_takes_what_related_takes(project: Path, run: Run) -> None:
    """The table of commands names `graph` beside `related`, so `graph ID` has to work like it."""
    a, b = keep(run, "decision", "Use JWT"), keep(run, "fact", "The API is stateless")
    run("link", a, b)
    assert run("graph", a).out == run("related", a).out == run("graph", "related", a).out
    assert run("graph", "--json", a, ok=False).code == 2
    assert run("graph", a, "--json").json == run("related", a, "--json").json
    assert b in run("graph", "edges").out
