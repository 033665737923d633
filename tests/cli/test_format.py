"""`--format`: the fields of the JSON answer in a line of one's own."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from backstory.cli.template import check_template, fill_template
from backstory.model.errors import Invalid


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{id} {title}", "1 One"),
        ("{id:>4}|{score:.2f}", "   1|0.50"),
        ("{origin.branch} {origin[branch]} {origin.none}", "main main "),
        ("{next.1} {next}", "b a, b"),
        ("{{id}}", "{id}"),
        ("{flag} {empty} {kinds}", 'true  {"fact":2}'),
    ],
)
def test_fields_are_filled_in(template: str, text: str) -> None:
    fields = {
        "id": "1", "title": "One", "score": 0.5, "origin": {"branch": "main"}, "next": ["a", "b"], "flag": True,
        "empty": None, "kinds": {"fact": 2},
    }  # fmt: skip
    assert fill_template(template, fields) == text


@pytest.mark.parametrize("template", ["{id", "id}", "{}", "{id!x", "{ }{"])
def test_a_template_that_cannot_be_read_is_refused(template: str) -> None:
    with pytest.raises(Invalid):
        check_template(template)


@pytest.mark.parametrize(
    "line",
    [
        ("list", "--format", "{short} {kind}: {title}"),
        ("--format", "{short} {kind}: {title}", "list"),
        ("recall", "pooled", "--format", "{short} {kind}: {title}"),
        ("decisions", "--format", "{short} {kind}: {title}"),
        ("show", "ID", "--format", "{short} {kind}: {title}"),
        ("why", "src/db/pool.py", "--limit", "1", "--format", "{ref} {kind}: {title}"),
        ("log", "--format", "{ref} {kind}: {title}"),
    ],
)
def test_every_command_takes_it(project: Path, run: Run, line: tuple[str, ...]) -> None:
    made = run("remember", "decision", "Pooled connections", "--at", "src/db/pool.py", "--json").json["short"]
    words = [made if word == "ID" else word for word in line]
    assert f"{made} decision: Pooled connections" in run(*words).out.splitlines()


def test_an_answer_without_entries_is_one_line(project: Path, run: Run) -> None:
    run("remember", "fact", "One", "--tag", "api")
    assert run("status", "--format", "{branch}: {records.total} {records.kinds.fact}").out == "main: 1 1\n"
    assert run("report", "--format", "{total}").out == "1\n"
    assert run("tags", "--format", r"{tag}\t{count}").out == "api\t1\n"


def test_empty_fields_are_known_and_unknown_ones_are_refused(project: Path, run: Run) -> None:
    run("remember", "fact", "One")
    assert run("list", "--format", "[{tags}{foreign}{path}]", ok=False).out.startswith("[")
    ran = run("list", "--format", "{titel}", ok=False)
    assert ran.code != 0 and "no field `titel`" in ran.err and "title" in ran.err


def test_it_excludes_json(project: Path, run: Run) -> None:
    ran = run("list", "--json", "--format", "{id}", ok=False)
    assert ran.code == 2 and "exclude each other" in ran.out


def test_a_value_cannot_steer_the_terminal(project: Path, run: Run) -> None:
    run("remember", "fact", "a \x1b[31mred one")
    assert "\x1b" not in run("list", "--format", "{title}").out


def test_a_brief_and_a_session_without_a_title_fill_templates_too(project: Path, run: Run) -> None:
    run("session", "new")
    assert run("session", "list", "--format", "{agent}|{title}").out.strip().endswith("|")
    assert run("brief", "--format", "{branch} {budget}").out == "main 1200\n"
