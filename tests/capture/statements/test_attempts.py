"""What was tried and failed: the title is what was tried, and the reason stands with it."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate


def failed_attempts(asked: str, answer: str) -> list[Candidate]:
    turns = [
        Turn("user", asked, line=1),
        Turn("tool", "", line=2, action="edit", edits=("a.py",)),
        Turn("assistant", answer, line=3),
    ]
    found = find_candidates(turns, known_paths=lambda path: False)
    return [one for one in found if one.kind == "attempt" and one.parts.get("outcome") == "failed"]


@pytest.mark.parametrize(
    ("asked", "answer", "named", "why"),
    [
        (
            "add retries",
            "Retries now work. I tried jitter with `random.uniform` and reverted it because the tests became flaky.",
            "jitter",
            "flaky",
        ),
        (
            "go",
            "The parser now handles nesting. I tried a recursive regex. I took it out again: it hangs on long rows.",
            "regex",
            "hangs",
        ),
        (
            "go",
            "`load()` is green again; I also tried caching it, but reverted that since Windows keeps it locked.",
            "caching",
            "locked",
        ),
        (
            "go",
            "The export works now. I tried streaming it with `yield`; that broke the progress bar.",
            "streaming",
            "progress bar",
        ),
        (
            "couldn't we just drop the lock?",
            "I tried it with an RWMutex instead and reverted it: readers starve the writer under load.",
            "RWMutex",
            "starve",
        ),
        (
            "could it be the cache?",
            "I cleared the cache on every start, which did not help. The clock skew was the cause.",
            "cache",
            "did not help",
        ),
        (
            "what about using WAL mode?",
            "Tried it: WAL mode does not work on the network share, the lock is lost.",
            "WAL",
            "network share",
        ),
        (
            "mach weiter",
            "Es läuft jetzt. Ich habe Jitter ausprobiert und wieder verworfen, weil die Tests wackeln.",
            "Jitter",
            "wackeln",
        ),
        (
            "continue",
            "Les relances marchent. J'ai essayé le jitter mais je l'ai retiré parce que les tests sont instables.",
            "jitter",
            "instables",
        ),
        (
            "sigue",
            "Los reintentos ya funcionan. Probé con jitter y lo revertí porque las pruebas fallaban a veces.",
            "jitter",
            "fallaban",
        ),
        (
            "go",
            "The test passes now. I reverted the version bump because the release is on Monday.",
            "version bump",
            "Monday",
        ),
        (
            "add paging",
            "Paging works. I experimented with cursors and dropped them again, because the API cannot sort by them.",
            "cursors",
            "sort",
        ),
        (
            "go",
            "The import is twice as fast now. Batching by 1,000 rows I tried as well; I undid it since memory doubled.",
            "Batching",
            "memory",
        ),
        (
            "why don't we use threads here?",
            "I tried a thread pool: it deadlocks in the logger, so I took it out.",
            "thread pool",
            "deadlock",
        ),
        (
            "is it the proxy?",
            "Switching the proxy off changed nothing, so it is not the proxy. DNS is slow.",
            "proxy",
            "changed nothing",
        ),
        (
            "weiter",
            "Der Import läuft. Mit Threads habe ich es versucht, das führte aber zu Deadlocks, deshalb wieder raus.",
            "Threads",
            "Deadlocks",
        ),
        (
            "go",
            "Sorting now works. I attempted a stable sort with `slices.SortFunc`. I reverted that: it is not stable.",
            "SortFunc",
            "not stable",
        ),
        (
            "on",
            "La pagination fonctionne. J'ai tenté les curseurs, puis je suis revenu : l'API ne sait pas trier.",
            "curseurs",
            "trier",
        ),
        (
            "go",
            "The watcher works. I gave inotify a try and backed it out because it misses renames.",
            "inotify",
            "renames",
        ),
    ],
)
def test_an_attempt_is_named_by_what_was_tried(asked: str, answer: str, named: str, why: str) -> None:
    (one,) = failed_attempts(asked, answer)
    works = answer.split(". ")[0].split("; ")[0]
    assert named in one.text and why in f"{one.text} {one.why}"
    assert named in works or works not in one.text, "what works is no part of what failed"


@pytest.mark.parametrize(
    "answer",
    [
        "The index makes it fast. I tried it on the big table and it holds.",
        "I tried the new API and it works.",
        "Now `make` works. I tried it twice to be sure.",
    ],
)
def test_what_holds_is_no_failed_attempt(answer: str) -> None:
    assert not failed_attempts("go on", answer)


def test_what_the_person_asked_is_not_what_was_tried() -> None:
    answer = "I tried an RWMutex and reverted it: readers starve the writer."
    (one,) = failed_attempts("couldn't we just drop the lock?", answer)
    assert one.text.startswith("I tried an RWMutex") and "drop the lock" in one.why


def test_an_attempt_that_names_its_way_does_not_begin_with_a_question_that_names_none() -> None:
    (one,) = failed_attempts(
        "people sort labels by date. can you make that come out right?",
        "Not in the loop. I gave `Label` an `__lt__` that compares days and took it out again: two labels of one day"
        " then count as one.",
    )

    assert one.text.startswith("I gave `Label` an `__lt__`")
    assert one.why == "Asked: can you make that come out right?"


def test_an_attempt_that_names_nothing_begins_with_what_was_asked() -> None:
    (one,) = failed_attempts(
        "can't the printer skip labels without a date?",
        "I tried and took it out again. A label without a date is a reprint, and the depot counts those.",
    )

    assert one.text.startswith("can't the printer skip labels without a date? I tried")


def test_a_failed_attempt_that_code_speaks_of_is_none() -> None:
    answer = "After every failed attempt `_retry` queues `_wait` and then `_stop`, and `_stop` calls `self.stop()`."
    assert failed_attempts("where could a limit sit?", answer) == []
