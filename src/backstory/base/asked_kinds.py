"""What kind of answer a text asks for: where the work stands, what failed, how something is run, why, who.

The words of a question say what it is about; these phrases say what of it is wanted. No regular expressions: the hook
process does not load them.
"""

from backstory.base.tokenizer import split_words

_PHRASES = {
    "resume": """
where were we; where was i; where did we stop; where are we; what was i doing; what were we doing; what did i do last
go on with; carry on; continue with; continue the; continue from; pick it up; pick up where; pick up from; take it up
take up the work; resume; left off; where i left; where we left; where you left; where it was left; take it from there
from there; at that point; lost the thread; what got lost; get going again; go on where; back to work; start again where
get it to pass; have the test pass; make the test pass; make it green; make the red; test green; finish the
finish that; finish this; finish it; sort that out; we stopped; had to leave; had to run; had to stop; broken off
broke off; running off; died in the middle; go on; finish what; continue where; continue our; continue my
""",
    "next": """
what is next; what s next; whats next; what is left; what s left; what is open; what s open; still open; still missing
what remains; what is missing; next step; next steps; what should i do next; what do i do next; left to do; to be done
remaining chores; remaining entries; what is still; do next; open points; come after it; todo list; what do we do next
""",
    "failed": """
is red; was red; are red; still red; test is failing; tests are failing; which test fails; which tests fail
what failed; what broke; what went wrong; what fails; failed last; which test is; red test; failing test
which failures; tried before; did we try; have we tried; already tried
""",
    "run": """
run the tests; run tests; run the test; run all tests; run the suite; run everything; how do i test; how to test
how do we test; how do i run; how do we run; test this package; test suite; the suite; which command; what command
what do i type; is the command; check that everything; everything is green; check that i; what to run; run the linter
how do i check; how do i make sure; how can i check; how do i lint; how do i build; ci is happy; ci happy
""",
    "why": "why; how come; what for; reason; reasons; speaks against; explain; what is the point",
    "who": "who; whose; by whom; which person; somebody had an opinion; who asked; the name so",
    "decided": """
did we decide; what did we decide; was decided; have we decided; did we agree; agreed on; what do we do about
what happens; should we; do we; decided on; what did
""",
}


def _read_phrases() -> "dict[str, tuple[str, ...]]":
    return {
        kind: tuple(
            [f" {phrase.strip()} " for line in text.splitlines() for phrase in line.split(";") if phrase.strip()]
        )
        for kind, text in _PHRASES.items()
    }


PHRASES = _read_phrases()
"""Kind of answer -> phrases that ask for it, each between blanks."""
_RUNNABLE = frozenset(("test", "tests", "suite", "specs", "linter", "types", "benchmarks"))


def find_asked_kinds(text: str) -> "frozenset[str]":
    """The kinds of answers that a text asks for; often none."""
    words = split_words(text)
    line = f" {' '.join(words)} "
    kinds = {kind for kind, phrases in PHRASES.items() if any(phrase in line for phrase in phrases)}
    if words and words[0] in ("run", "rerun", "execute") and any(_is_runnable(word) for word in words):
        kinds.add("run")
    return frozenset(kinds)


def _is_runnable(word: str) -> bool:
    return word in _RUNNABLE or word.startswith("test")
