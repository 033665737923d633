"""What a forgotten record has replaced does not hold again for that: it is retracted, and the answer says so."""

from pathlib import Path

from tests.cli.conftest import Run


def remember(run: Run, title: str, *more: str) -> str:
    ident = run("remember", "fact", title, *more, "--json").json["id"]
    assert isinstance(ident, str)
    return ident


def titles(run: Run) -> list[str]:
    return sorted(one["title"] for one in run("list", "--kind", "fact", "--json").json["items"])


def test_what_was_replaced_stays_out_of_force(project: Path, run: Run) -> None:
    old = remember(run, "The queue uses huey 2.5")
    new = remember(run, "The queue uses huey 3", "--supersedes", old)
    dry = run("forget", new, "--dry-run")
    assert f'fact {old[-8:].lower()} "The queue uses huey 2.5" was replaced by it, and would be retracted' in dry.err
    ran = run("forget", new, "--yes")
    assert "was replaced by it, and is retracted" in ran.err
    assert titles(run) == []
    assert "huey 2.5" not in run("brief").out
    assert "huey 2.5" not in run("recall", "huey").out
    hint = next(line for line in ran.err.splitlines() if "edit" in line)
    run(*hint.rpartition("`backstory ")[2].rstrip("`").split())
    assert titles(run) == ["The queue uses huey 2.5"]


def test_what_another_record_replaced_too_is_left_as_it_is(project: Path, run: Run) -> None:
    old = remember(run, "The queue uses huey 2.5")
    new = remember(run, "The queue uses huey 3", "--supersedes", old)
    remember(run, "The queue uses celery", "--supersedes", old)
    assert run("forget", new, "--yes", "--json").json["replaced"] == []
    assert titles(run) == ["The queue uses celery"]


def test_what_was_in_force_again_stays_so(project: Path, run: Run) -> None:
    old = remember(run, "The queue uses huey 2.5")
    new = remember(run, "The queue uses huey 3", "--supersedes", old)
    run("retract", new)
    assert titles(run) == ["The queue uses huey 2.5"]
    run("forget", new, "--yes")
    assert titles(run) == ["The queue uses huey 2.5"]
