"""Statements about different things, which stand beside each other, and statements that revise earlier ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.agents.turns import Turn
from backstory.api import Memory
from backstory.capture.candidates import find_candidates
from backstory.memory.intake.candidates import keep_candidates
from backstory.memory.intake.distinct_subjects import has_other_subject

Opened = Callable[..., Memory]

STANDING = [
    ("Use a 30 s timeout for the export job, because the customer's network is slow.",
     "Use a 60 s timeout for the import job, because the files are huge."),
    ("Keep 30 days of logs for the audit service, because the regulator asks for them.",
     "Keep 7 days of logs for the demo service, because the disk is small."),
    ("We use port 8081 for the metrics module, because 8080 is taken.",
     "We use port 9091 for the admin module, because ops asked for it."),
    ("Limit uploads to 10 MB for free users, because storage costs.",
     "Limit uploads to 100 MB for paying users, because they pay for it."),
    ("Keep backups for 90 days in production, because of the contract.",
     "Keep backups for 3 days in staging, because nobody needs them."),
    ("Use a batch size of 500 for inserts, because postgres likes it.",
     "Use a batch size of 50 for deletes, because locks hurt."),
    ("Coverage must stay over 80 % in src/core, it is the heart.",
     "Coverage must stay over 60 % in src/ui, it changes a lot."),
    ("Use 4 workers for the unit tests, because the laptop has 4 cores.",
     "Use 2 workers for the e2e tests, because they eat memory."),
    ("Always use 4 spaces in Python files.", "Always use 2 spaces in YAML files."),
    ("On garde les logs 30 jours pour le service audit, parce que la loi le veut.",
     "On garde les logs 7 jours pour le service démo, parce que le disque est petit."),
    ("Wir nehmen 30 s Timeout für den Export, weil das Netz langsam ist.",
     "Wir nehmen 60 s Timeout für den Import, weil die Dateien groß sind."),
    ("Use a 30 s timeout for the export job, because the network is slow.",
     "Use a 30 s timeout for the import job, because the disk is slow."),
    ("Never edit src/schema.py by hand.", "Never edit src/tables.py by hand."),
]  # fmt: skip
REVISED = [
    ("Use a 30 s timeout for the export job, because the customer's network is slow.",
     "Use a 60 s timeout for the export job, because 30 s was too short."),
    ("Keep 30 days of logs for the audit service, because the regulator asks for them.",
     "Keep 90 days of audit logs, because the regulator changed the rule."),
    ("Limit uploads to 10 MB, because storage costs.", "Limit uploads to 25 MB, because people send PDFs."),
    ("Set the pool size of the api to 20, because postgres allows 100.",
     "Set the pool size to 40, because we have a bigger postgres."),
    ("Wir nehmen 30 s Timeout für den Export, weil das Netz langsam ist.",
     "Wir nehmen doch 60 s Timeout für den Export, weil 30 s nicht reichen."),
]  # fmt: skip


def keep_both(opened: Opened, transcript: Path, said: tuple[str, str]) -> list[bool]:
    """Says one sentence a session; whether each record that came of them was superseded."""
    ids: list[str] = []
    for number, text in enumerate(said, 1):
        with transcript.open("a", encoding="utf-8") as handle:
            handle.write(text + "\n")
        turn = Turn("user", text, f"2026-11-20T09:0{number}:00.123Z", line=number)
        candidates = find_candidates([turn], known_paths=lambda path: False)
        memory = opened("stated", "claude-code", f"s{number}")
        done = keep_candidates(memory, candidates, session=f"s{number}", agent="claude-code", source=str(transcript))
        ids += [one.record.id for one in done]
    rows = {row.record.id: row for row in opened().fresh().rows()}
    return [bool(rows[ident].superseded_by) for ident in ids]


@pytest.mark.parametrize("said", STANDING)
def test_decisions_about_different_things_stand_beside_each_other(
    opened: Opened, tmp_path: Path, said: tuple[str, str]
) -> None:
    assert keep_both(opened, tmp_path / "t.jsonl", said) == [False, False]


@pytest.mark.parametrize("said", REVISED)
def test_another_figure_for_the_same_thing_replaces_the_former(
    opened: Opened, tmp_path: Path, said: tuple[str, str]
) -> None:
    assert keep_both(opened, tmp_path / "t.jsonl", said) == [True, False]


@pytest.mark.parametrize(
    ("text", "former"),
    [
        ("the read timeout is 5 s", "the connect timeout is 20 s"),
        ("The admin module listens on port 9091", "The metrics module listens on port 8081"),
        ("a page size of 50", "a batch size of 500"),
        ("sessions live 8 hours in the admin area", "sessions live 2 hours in the shop"),
        ("use ruff for linting", "use prettier for formatting"),
        ("at most 5 mails an hour to free accounts", "at most 50 mails an hour to paid accounts"),
        ("10 requests a second for anonymous clients", "100 requests a second for signed-in clients"),
    ],
)
def test_statements_that_name_different_things(text: str, former: str) -> None:
    assert has_other_subject(text, former)
    assert has_other_subject(former, text)


@pytest.mark.parametrize(
    ("text", "former"),
    [
        ("Use a 60 s timeout for exports", "Use a 30 s timeout for the export job"),
        ("the timeout is 5 s", "the read timeout is 20 s"),
        ("keep the answers for two days", "keep the answers for 24 hours"),
        ("write the docs in Markdown", "write the docs in reStructuredText"),
        ("use the mysql driver", "use the postgres driver"),
        ("release at 10:00 on Mondays", "release at 11:00 on Thursdays"),
        ("the new limit is 50 entries", "the old limit is 20 entries"),
        ("90 s for the export job and 60 s for the import job", "30 s for the import job"),
        ("retry 5 times, because the mailer is slow", "retry 3 times, because the crawler is fast"),
        ("100 requests per minute", "5 requests per second"),
        ("print the last 20 lines to stderr", "print the last 10 lines to stdout"),
    ],
)
def test_statements_that_may_be_about_the_same_thing(text: str, former: str) -> None:
    assert not has_other_subject(text, former)
