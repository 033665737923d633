"""Finds the steps that a person took up or settled later, by their number or by words of theirs: `do 1 now`, `leave 2
to Jun`, `continue with the async one`, `what is left is the docs page`."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from backstory.model.late_pattern import late_pattern
from backstory.model.session import Answer, Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import OPEN, list_stems
from backstory.patterns.step_orders import list_settled_numbers
from backstory.patterns.what_remains import find_remaining
from backstory.recall.past.done_since import Reported
from backstory.recall.text.substance import split_sentences
from backstory.recall.work.ended_steps import find_given_up, list_named_files, was_edited
from backstory.recall.work.reported_steps import find_reported

_MOST_WORDS: Final = 9
"""Words of an order that only names a step."""
_ORDERS: Final = frozenset(
    (
        *("ok", "okay", "yes", "now", "please", "then", "so", "next", "first", "let", "lets", "do", "take", "start"),
        *(
            "morning",
            "hi",
            "hey",
            "hello",
            "good",
            "back",
            "again",
            "just",
            "today",
            "moin",
            "hola",
            "salut",
            "bonjour",
        ),
        *("begin", "go", "continue", "carry", "keep", "on", "work", "working", "finish", "fix", "make", "one", "ones"),
        *(
            "step",
            "part",
            "thing",
            "again",
            "up",
            "pick",
            "try",
            "its",
            "this",
            "that",
            "with",
            "w",
            "weiter",
            "mach",
            "mit",
        ),
    )
)
"""Words of an order that name no step."""
_MAKES: Final = Pattern(
    r"(?:(?:ok(?:ay)?|yes|yep|good|great|now|then|so|next|first|and|also|please|pls|let['’]?s|let us|can you|could you"
    r"|bitte|ja|jetzt|oui|vale|ahora)[\s,.!]+)*(?:write|add|do|make|create|build|implement|finish|complete|draft|port"
    r"|fix|update|schreib\w*|mach\w*|bau\w*|ergänz\w*|erstell\w*|écri\w+|ajoute\w*|fais|crée\w*|escrib\w+|añad\w+"
    r"|agreg\w+|haz|crea)\s+",
    re.IGNORECASE,
)
"""How an order begins after which stands what is to be made."""
_LONG: Final = 4
"""Words of a step that an order may say over again ..."""
_SAME: Final = 0.8
"""... the share of them that it has ..."""
_MORE: Final = 3
"""... and how many more words it may have."""
_NAMED: Final = 5
"""Characters of the name of a document by which an order names it."""
_FIGURE: Final = late_pattern(r"\d+")
_FEWEST: Final = 2
"""Words of a step that such an order has to name."""
_WORD: Final = late_pattern(r"[^\W_]+(?:[-'’./_][^\W_]+)*")


def find_taken(steps: Sequence[str], later: Sequence[Session]) -> dict[str, Reported]:
    """The steps of a session that the person ordered in later sessions which did something, each with the order."""
    stems = {step: list_stems(step) for step in steps}
    taken: dict[str, Reported] = {}
    for session in later:
        if not (session.edited or session.commits or session.commands):
            continue
        for prompt in session.prompts:
            for sentence in split_sentences(prompt.text):
                report = Reported(frozenset(), sentence, prompt.made or session.ended)
                taken |= dict.fromkeys(_find_named(sentence, steps, stems), report)
                taken |= dict.fromkeys(_find_written(sentence, steps, session), report)
    return taken


def find_excluded(steps: Sequence[str], later: Sequence[Session], *, is_whole: bool = False) -> dict[str, Reported]:
    """The steps that are over since the person named later what remains (`what is left is the changelog entry`), each
    with the sentence that says so.

    What remains has to be one of the steps, unless `is_whole`: the sessions are about this work alone.
    """
    stems = {step: list_stems(step) for step in steps}
    excluded: dict[str, Reported] = {}
    for session in later:
        for prompt in session.prompts:
            for sentence in split_sentences(prompt.text):
                remaining = find_remaining(sentence)
                if remaining is None:
                    continue
                named = list_stems(remaining)
                over = [step for step in steps if not stems[step] & named]
                if named and (is_whole or len(over) < len(steps)):
                    report = Reported(frozenset(), sentence, prompt.made or session.ended)
                    excluded |= dict.fromkeys(over, report)
    return excluded


def drop_taken(steps: Sequence[str], session: Session) -> list[str]:
    """The steps of a session that the person neither took up nor left out, gave up or told of as done after the answer
    that named them last. Steps that none of its answers names are of a session before it."""
    left: list[str] = []
    for step in steps:
        named = next((one for one in reversed(session.answers) if step in one.next), None)
        if named is None:
            if step not in _find_settled(steps, (session,)):
                left.append(step)
            continue
        listed, later = list(named.next), (_cut_before(session, named),)
        over = find_taken(listed, later) | find_excluded(listed, later, is_whole=True) | _find_settled(listed, later)
        if step not in over:
            left.append(step)
    return left


def _find_settled(steps: Sequence[str], later: Sequence[Session]) -> dict[str, Reported]:
    return find_given_up(steps, later) | find_reported(steps, later)


def _cut_before(session: Session, answer: Answer) -> Session:
    """What came after an answer."""
    place = (answer.line, answer.made)
    prompts = tuple(one for one in session.prompts if (one.line, one.made) > place)
    commands = tuple(one for one in session.commands if (one.line, one.made) > place)
    commits = tuple(one for one in session.commits if (one.line, one.made) > place)
    edits = [*(one.edited for one in prompts), *(one.edited for one in commands)]
    edited = tuple(dict.fromkeys(chain.from_iterable(edits)))
    return replace(session, prompts=prompts, commands=commands, commits=commits, edited=edited)


def _find_named(sentence: str, steps: Sequence[str], stems: dict[str, frozenset[str]]) -> Iterator[str]:
    """The steps that an order names by number, or the only one that has its words."""
    if numbers := list_settled_numbers(sentence):
        yield from (steps[number - 1] for number in numbers if 0 < number <= len(steps))
        return
    if made := _find_ordered(sentence, stems) or _find_repeated(sentence, stems):
        yield made
        return
    words = _WORD.findall(sentence.lower())
    if len(words) > _MOST_WORDS or sentence.endswith(("?", "？")):
        return
    named = list_stems(" ".join(word for word in words if word not in _ORDERS))
    having = [step for step in steps if named and named <= stems[step]]
    if len(having) == 1:
        yield having[0]


def _find_repeated(sentence: str, stems: dict[str, frozenset[str]]) -> str:
    """The only step that an order says over again, with its figures: `double the wait, cap it at 30 s`."""
    if sentence.endswith(("?", "？")) or OPEN.search(sentence.lower()):
        return ""
    words, figures = list_stems(sentence), set(_FIGURE.findall(sentence))
    having = [
        step
        for step, named in stems.items()
        if len(named) >= _LONG
        and len(named & words) >= _SAME * len(named)
        and len(words) <= len(named) + _MORE
        and set(_FIGURE.findall(step)) <= figures
    ]
    return having[0] if len(having) == 1 else ""


def _find_written(sentence: str, steps: Sequence[str], session: Session) -> Iterator[str]:
    """The steps about a document which an order names and for which it was edited: `add the changelog line`."""
    if not _MAKES.match(sentence) or sentence.endswith(("?", "？")) or OPEN.search(sentence.lower()):
        return
    for step in steps:
        files = list_named_files(step)
        names = [file.rpartition("/")[2].partition(".")[0].lower() for file in files]
        is_named = bool(names) and all(len(name) >= _NAMED and name in sentence.lower() for name in names)
        if is_named and all(was_edited(file, session.edited) for file in files):
            yield step


def _find_ordered(sentence: str, stems: dict[str, frozenset[str]]) -> str:
    """The only step whose words an order to make something begins with: `write the docs page for retries`."""
    order = _MAKES.match(sentence)
    if order is None or sentence.endswith(("?", "？")) or OPEN.search(sentence.lower()):
        return ""
    words = [stem for word in _WORD.findall(sentence[order.end() :].lower()) for stem in list_stems(word)]
    having = [one for one, named in stems.items() if len(named) >= _FEWEST and named == frozenset(words[: len(named)])]
    return having[0] if len(having) == 1 else ""
