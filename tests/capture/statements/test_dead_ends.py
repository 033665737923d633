"""A way that an agent tried or weighed and left is a failed attempt, by the course of its report."""

import pytest

from backstory.capture.statements.dead_ends import add_dead_ends, find_dead_ends
from backstory.capture.text.candidate import Candidate


@pytest.mark.parametrize(
    ("asked", "answer", "title", "why"),
    [
        ("read the header with mmap",
         "mmap doesn't survive a truncated file: SIGBUS ends the process. Replaced it with a plain read of 64 bytes.",
         "mmap doesn't survive a truncated file: SIGBUS ends the process",
         "Replaced it with a plain read of 64 bytes."),
        ("make the loader lazy",
         "First stab was importing inside the function. Every call pays 40 ms for it, so no.",
         "First stab was importing inside the function", "Every call pays 40 ms for it, so no."),
        ("use the json functions", "Dropped the json_extract idea. The sqlite of the image is built without JSON1.",
         "Dropped the json_extract idea", "The sqlite of the image is built without JSON1."),
        ("hash the path", "Hashing is no good here. On Windows a file comes with two spellings.",
         "Hashing is no good here", "On Windows a file comes with two spellings."),
        ("put the limit into the client",
         "A long page over a slow link is cut in the middle. A client timeout is the wrong tool here.",
         "A client timeout is the wrong tool here", "A long page over a slow link is cut in the middle."),
        ("what about a git hook?", "A hook would do it for you, nobody else would have it. I wouldn't.",
         "A hook would do it for you, nobody else would have it", "I wouldn't."),
        ("just sort by mtime", "mtime isn't reliable after a checkout. So I sort by the date in the name.",
         "mtime isn't reliable after a checkout", "So I sort by the date in the name."),
    ],
)  # fmt: skip
def test_a_way_that_was_left(asked: str, answer: str, title: str, why: str) -> None:
    (end,) = find_dead_ends(answer, asked)
    assert (end.kind, end.text, end.why, end.parts) == ("attempt", title, why, {"outcome": "failed"})
    assert end.quote in answer


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (
            "fix the crash on empty files",
            "The loader took a byte without a look and crashed. Replaced it with a check.",
        ),
        ("make the button blue", "It's blue. The old colour came from a variable nothing else used, so I took it out."),
        ("add a limit", "Uploads over 10 MB are refused with 413 now. Without it a big file took the worker down."),
        ("upgrade django", "The old setting no longer exists, so I removed it. Everything passes."),
        ("how does the cache work?", "A dict by path. Entries are never dropped, so a long run can get big."),
        ("is it an option?", "Nothing calls it yet: `--diff-base` is not an option so far."),
        ("add it", "Dropped the `raw` column. Nothing reads it."),
    ],
)
def test_what_was_mended_or_explained_is_none(asked: str, answer: str) -> None:
    assert find_dead_ends(answer, asked) == []


def test_what_a_statement_says_failed_is_kept_once() -> None:
    answer = "mmap doesn't survive a truncated file. Replaced it with a plain read."
    failed = Candidate("attempt", "mmap", parts={"outcome": "failed"}, quote="mmap doesn't survive a truncated file.")
    assert add_dead_ends([failed], answer, "read it with mmap") == [failed]
    decision = Candidate("decision", "a plain read", quote="Replaced it with a plain read.")
    assert [one.kind for one in add_dead_ends([decision], answer, "read it with mmap")] == ["attempt"]
