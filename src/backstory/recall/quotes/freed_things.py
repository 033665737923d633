"""What the person set free again in the work at hand: a ban that ended, said in its place.

A ban that ended is not shown. An agent that met it before, in the talk or in the code, does not know that it is off, so
the brief says so in a line of the rules: `free again: refill.rs ("Robin's PR is merged")`.
"""

import re
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from typing import Final

from backstory.patterns.hold_words import BAN, DONE, FREE
from backstory.patterns.lifting_names import read_names
from backstory.patterns.pattern import Pattern
from backstory.recall.quotes.lifted_rules import Ended
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.content import Note
from backstory.recall.text.moment import BriefRequest

LABEL: Final = "free again"
_LEAST_BUDGET: Final = 500
"""Tokens of a brief that has room for it."""
_MOST: Final = 3
_DAYS: Final = 10
"""Days of the work after which it goes without saying."""
_NEAR: Final = 0.5
"""Nearness of a session to the last one from which both are of one piece of work."""
_QUOTED: Final = 18
"""Tokens that are quoted of the words that end a ban."""
_CODE: Final = Pattern(
    r"`[^`]+`|[\w./:-]*\w\(\)|[\w-]*[\w/-]*[./_]\w[\w./-]*\w|\b[A-Z]{3,}\b|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w+"
)
"""A name of code as it is written."""
_WORD: Final = Pattern(r"[^\W_][\w./#'-]*\w|\w")
_WORDS: Final = 3
"""Words of a name."""


def list_freed(moment: BriefRequest, talk: Talk, rules: Collection[str] = ()) -> list[Note]:
    """A note for each ban of the last days of this work that ended, the last one first, unless one of the rules is the
    sentence that ended it."""
    if moment.budget < _LEAST_BUDGET:
        return []
    newest = max((one.made[:10] for one in talk.utterances), default="")
    notes: dict[str, Note] = {}
    for ended in sorted(talk.list_ended(), key=lambda one: -one.place):
        utterance = ended.utterance
        if talk.measure_nearness(utterance.session) < _NEAR or _is_past(utterance.made[:10], newest):
            continue
        if ended.sentence.rstrip(" .;,!") in rules:
            continue
        quoted = shorten_to_clauses(ended.sentence.rstrip(" .;,!"), _QUOTED, _favour_end, leads=False).rstrip(" .;,!")
        thing = name_thing(ended)
        text = f'{thing} ("{quoted}")' if thing else f'"{quoted}"'
        notes.setdefault(
            (thing or quoted).lower(),
            Note(label=LABEL, text=text, session=utterance.session.id, made=utterance.made),
        )
    return list(notes.values())[:_MOST]


def _is_past(made: str, newest: str) -> bool:
    try:
        return date.fromisoformat(newest) - date.fromisoformat(made) > timedelta(days=_DAYS)
    except ValueError:
        return False


def _favour_end(_: int, clause: str) -> float:
    """What a clause counts more that says what is free, or who is done."""
    text = clause.lower()
    return 4.0 * bool(FREE.search(text) or DONE.search(text))


def name_thing(ended: Ended) -> str:
    """The thing as the person wrote it: a name of code, or the words of the ban for it."""
    for text in (ended.ban, ended.before, ended.sentence):
        named = [name for name in _CODE.findall(text) if _is_of(ended, name)]
        if named:
            return ", ".join(dict.fromkeys(named[:2]))
    for text in (BAN.sub(" ", ended.ban), ended.ban, ended.before):
        longest = max(_list_runs(ended, text), key=len, default=[])
        if longest:
            return _add_object(" ".join(longest), ended.ban)
    return ""


def _add_object(deed: str, ban: str) -> str:
    """What was not to be done, with what it was not to be done to, where the ban names that right behind: `run` in
    `do not run the benchmark`."""
    place = ban.lower().find(deed.lower())
    match = _OBJECT.match(ban, place + len(deed)) if place >= 0 and " " not in deed else None
    return deed + match[0].rstrip(".") if match else deed


_OBJECT: Final = Pattern(
    r" (?:the|any|our|your|my|all|den|die|das|der|unser\w*|le|la|les|nos|el|los|las|o|os|as|il|lo|gli) [\w./-]{2,}",
    re.IGNORECASE,
)
"""The object of a deed."""


def _list_runs(ended: Ended, text: str) -> Iterator[list[str]]:
    """Yields the words of a text for what a ban protects, those side by side together."""
    run: list[str] = []
    for word in _WORD.findall(text):
        if _is_of(ended, word):
            run.append(word)
        elif run:
            yield run[:_WORDS]
            run = []
    if run:
        yield run[:_WORDS]


def _is_of(ended: Ended, word: str) -> bool:
    names, deeds = read_names(word.strip("`").lower())
    return not (names | deeds).isdisjoint(ended.things)
