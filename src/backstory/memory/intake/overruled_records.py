"""Which record a person overrules in a few words, or by giving all of its values anew.

Such a prompt names neither what it is about nor that it changes something. The memory tells both: what the person laid
down right before, the one record with the value that is named, or the one whose values all got others.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.agents.turns import Turn
from backstory.base.figures import NUMBERS, UNITS
from backstory.base.overturns.exchanges import Overturn, Spoken, read_exchanges, split_sentences
from backstory.base.overturns.finder import find_overturns
from backstory.base.reversals import read_words, stem_words
from backstory.capture.decisions.overrules import CITED, LAST, NAMED, Overrule, read_overrule
from backstory.capture.decisions.withdrawals import list_taken_back
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.revisions import content_words, names_replaced, stem_word
from backstory.capture.text.sentence_ends import strip_end
from backstory.memory.intake.lifted_rules import Lifted, make_lifted
from backstory.memory.kernel.catalog import Catalog
from backstory.model.kinds import RETRACTED
from backstory.patterns.lifting_match import SURE
from backstory.patterns.occasions import is_bounded

if TYPE_CHECKING:
    from backstory.base.figures import Figure
    from backstory.index.read import Row
    from backstory.model.record import Record
    from backstory.model.session import Session

_KINDS: Final = ("decision", "rule", "preference", "fact")
_PERSONS: Final = ("explicit", "observed")
"""Channels of what a person laid down."""
_CONFIDENCE: Final = 0.84
_LONGEST: Final = 400
"""Characters of a prompt that may be an overrule. A longer one says what it is about."""
_MOST_WORDS: Final = 14
"""Words of a sentence that gives figures and little else."""
_MOST_NEAR: Final = 12
"""Records whose values are compared with those of a sentence."""
_ASKED: Final = 200
"""Characters at the end of an answer that may ask what a number says."""
_FIRST: Final = 2
"""Sentences of a prompt that may overrule what was laid down before it."""
_MOST: Final = 200
"""Records that are compared, the newest."""


def find_overruled(workspace: Catalog, candidate: Candidate) -> list[Lifted]:
    """The records that a candidate takes the place of by their names, with the link to each."""
    rows = [workspace.fresh_records().get(ident) for ident in candidate.replaces]
    standing = [row.record for row in rows if row is not None and not row.foreign and row.record.status != RETRACTED]
    return [make_lifted(SURE, one) for one in standing]


class Reply(NamedTuple):
    """A prompt with what was uttered right before it."""

    turn: Turn
    last: int
    """Line of the prompt before it; 0 for none."""
    answer: str
    """The last answer before it."""
    done: str = ""
    """What was answered to it, if that is there."""


def list_replies(before: "Session", turns: Iterable[Turn]) -> Iterator[Reply]:
    """Yields the prompts among the turns of a session, each with what came before. `before`: the session up to them."""
    last = before.prompts[-1].line if before.prompts else 0
    answer = before.answers[-1].text if before.answers else ""
    waiting: Reply | None = None
    for turn in turns:
        if turn.sidechain or not turn.text:
            continue
        if turn.role == "assistant":
            answer = turn.text
            waiting = waiting and waiting._replace(done=answer)
        elif turn.role == "user":
            if waiting:
                yield waiting
            waiting = Reply(turn, last, answer)
            last, answer = turn.line, ""
    if waiting:
        yield waiting


def find_overrules(workspace: Catalog, session: str, replies: Iterable[Reply]) -> list[Candidate]:
    """What the person puts in the place of records in a few words, by prompts of a session."""
    short = (reply for reply in replies if len(reply.turn.text) <= _LONGEST)
    return [one for reply in short for one in _read_prompt(workspace, session, reply)]


def _read_prompt(workspace: Catalog, session: str, reply: Reply) -> Iterator[Candidate]:
    records: list[Record] | None = None
    sentences = read_sentences(reply.turn.text, person=True)
    taken_back = list_taken_back(sentences)
    for place, sentence in enumerate(sentences):
        if sentence.is_question or sentence.text in taken_back or is_bounded(sentence.plain):
            continue
        overrule = read_overrule(sentence) if place < _FIRST else None
        if not (overrule or _gives_figures(sentence)):
            continue
        if records is None:
            records = _list_standing(workspace, session, reply.turn)
        if overrule is None:
            near = _list_near(records, f"{sentence.text} {reply.answer[-_ASKED:]}")
            given = [(one, text) for one in near if (text := _give(one.title, sentence, sentences, reply.answer))]
        else:
            last = reply.last if not place else 0
            meant = _list_meant(overrule, records, session, last)
            given = [(one, _put(one.title, overrule)) for one in meant if not _is_of_another(overrule, one, reply)]
        if len(given) == 1 and given[0][0].title != given[0][1]:
            yield _make_candidate(reply.turn, sentence, *given[0], overrule.old if overrule else "")


def _gives_figures(sentence: Sentence) -> bool:
    """Whether a sentence is short and gives a figure."""
    words = read_words(sentence.text)
    return len(words) <= _MOST_WORDS and any(word in NUMBERS or word[0].isdigit() for word in words)


def _list_near(records: "Sequence[Record]", text: str) -> "list[Record]":
    """The records that share most words with a text."""
    stems = _list_stems(text)
    shared = [(len(_list_stems(one.title) & stems), place) for place, one in enumerate(records)]
    return [records[place] for count, place in sorted(shared, reverse=True)[:_MOST_NEAR] if count]


def _list_stems(text: str) -> frozenset[str]:
    return frozenset(map(stem_word, content_words(text)))


def _list_meant(overrule: Overrule, records: "Sequence[Record]", session: str, last: int) -> "list[Record]":
    """The records that an overrule may mean. `last`: the line of the prompt before it."""
    if overrule.form == LAST:
        about = [one for one in records if last and one.origin.session == session and _is_at(one, last)]
        return [one for one in about if overrule.is_sure or _is_like(overrule.new, one)]
    words = content_words(overrule.old)
    if not words:
        return []
    if overrule.form == CITED:
        return [one for one in records if names_replaced([words], one.title)]
    return [one for one in records if _find_value(one.title, overrule.old)]


def _is_of_another(overrule: Overrule, record: "Record", reply: Reply) -> bool:
    """Whether the answers before and behind a prompt state its values of something that a record does not speak of:
    `the timeout is 30 seconds`, and a limit of 30 levels."""
    if overrule.form != NAMED:
        return False
    own = _list_stems(record.title)
    for value, text in ((overrule.old, reply.answer), (overrule.new, reply.done)):
        stating = [one for one in split_sentences(text) if value and _find_value(one, value)]
        if stating and not any(own & _list_stems(one) for one in stating):
            return True
    return False


def _is_like(choice: str, record: "Record") -> bool:
    """Whether a choice can stand in the place of a decision: a figure in that of a figure. A rule needs more than a
    no."""
    has_figure, had_figure = (bool(_list_figures(one)) for one in (choice, record.title))
    return record.kind != "rule" and (has_figure or not had_figure)


def _is_at(record: "Record", line: int) -> bool:
    return record.origin.source.endswith(f":{line}")


def _find_value(title: str, value: str) -> "re.Match[str] | None":
    """Where a title has a value as a whole, once."""
    places = list(re.finditer(rf"(?<![\w.-]){re.escape(value)}(?![\w-]|\.\d)", title, re.IGNORECASE))
    return places[0] if len(places) == 1 else None


def _put(title: str, overrule: Overrule) -> str:
    """A title with the value that holds now in the place of the one before, or with what overrules it behind it."""
    place = _find_value(title, overrule.old) if overrule.form == NAMED else None
    if place is None:
        return f"{title} → {overrule.new}" if overrule.new else f"No longer holds: {title}"
    return f"{title[: place.start()]}{overrule.new}{title[place.end() :]}"


def _give(title: str, sentence: Sentence, sentences: Sequence[Sentence], answer: str) -> str:
    """A title with what a sentence of a prompt gives instead; empty where it gives nothing of it, or a part."""
    return _give_values(title, sentence, sentences) or _give_denied(title, sentence, answer)


def _give_values(title: str, sentence: Sentence, sentences: Sequence[Sentence]) -> str:
    """A title with the values that a sentence gives anew; empty where it does not give all, or where the title says
    more than its values."""
    rows = [
        Spoken("", split_sentences(title), is_person=True),
        Spoken("", [one.text for one in sentences], is_person=True),
    ]
    whole = read_exchanges(rows[:1])[0].asked
    if len(whole) != 1 or not 0 < len(whole[0].figures) <= len(_list_figures(sentence.text)):
        return ""
    given: dict[int, Overturn] = {}
    for one in find_overturns(rows):
        if one.row == 0 and one.figure is not None and one.is_sure and one.value and one.by == sentence.text:
            given[one.figure.end] = one
    counting = {id(clause) for _, clause in whole[0].figures}
    if given.keys() != {figure.end for figure, _ in whole[0].figures}:
        return ""
    if len(counting) < len([clause for clause in whole[0].clauses if clause.stems]):
        return ""
    for end in sorted(given, reverse=True):
        figure = given[end].figure
        if figure is not None:
            title = f"{title[: end - len(figure.written)]}{given[end].value}{title[end:]}"
    return title


def _list_figures(text: str) -> "list[Figure]":
    (exchange,) = read_exchanges([Spoken("", [text], is_person=True)])
    return [figure for one in exchange.asked for figure, _ in one.figures]


_DENIED: Final = Pattern(
    r"\b(?:no|never|without|zero|kein\w*|nie(?:mals)?|ohne|pas de|aucune?|jamais|sans|sin|ning\w+|nunca) "
    r"(?:any |more |de )?(?P<what>[^\W\d_][\w-]+)"
)
"""What is to be nowhere: `no retries on the lock`."""
_APART: Final = frozenset(
    ("then", "apart", "each", "between", "abstand", "jeweils", "dann", "auseinander", "écart", "chacun", "alors",
     "entonces", "cada", "hm", "ok")
)  # fmt: skip
"""Words beside a number that say nothing of what it counts."""


def _give_denied(title: str, sentence: Sentence, answer: str) -> str:
    """A title that wants none of a thing, with the number of it that a sentence gives: `two retries, 50 ms apart`. A
    number alone answers a question about the thing."""
    denied = _DENIED.search(title.lower())
    parts = _list_figures(sentence.text) if denied else []
    if not denied or not parts or parts[0].value == "0":
        return ""
    what = stem_word(denied["what"])
    counted = frozenset[str]().union(*(figure.unit for figure in parts))
    units = {stem_word(word) for word in read_words(sentence.text) if stem_words([word]) & counted}
    asked = [one for one in read_sentences(answer, person=False)[-1:] if one.is_question]
    is_named = what in units
    is_asked = not parts[0].unit and any(what in map(stem_word, read_words(one.text)) for one in asked)
    if not (is_named or (is_asked and sentence.text.lower().startswith(parts[0].written.lower()))):
        return ""
    own = {stem_word(word) for word in content_words(title)} | units
    stems = {stem_word(word) for word in content_words(sentence.text) if word not in _APART and word not in NUMBERS}
    stems = {word for word in stems if word not in UNITS and not word[0].isdigit()}
    return f"{title} → {strip_end(sentence.text)}" if stems <= own else ""


def _list_standing(workspace: Catalog, session: str, turn: Turn) -> "list[Record]":
    """What the person had laid down and not replaced when a turn was uttered."""
    index = workspace.fresh_records()

    def is_replaced(row: "Row") -> bool:
        later = (index.get(ident) for ident in row.superseded_by)
        return any(one is not None and _is_before(one.record, session, turn) for one in later)

    rows = [row for row in index.rows(kinds=_KINDS) if row.record.status != RETRACTED and not row.foreign]
    rows = [row for row in rows if row.record.origin.how in _PERSONS and _is_before(row.record, session, turn)]
    standing = [row.record for row in rows if not is_replaced(row)]
    return sorted(standing, key=attrgetter("made", "id"))[-_MOST:]


def _is_before(record: "Record", session: str, turn: Turn) -> bool:
    """Whether a record was made before a turn, and not of it."""
    is_own = turn.line > 0 and record.origin.session == session and _is_at(record, turn.line)
    return not is_own and (not turn.time or record.made[:19] <= turn.time[:19])


def _make_candidate(turn: Turn, sentence: Sentence, former: "Record", text: str, old: str) -> Candidate:
    return Candidate(
        kind=former.kind,
        text=text,
        parts={"alternatives": [old]} if old and former.kind == "decision" else {},
        anchors=tuple(anchor.path for anchor in former.anchors),
        quote=sentence.text,
        line=turn.line,
        made=turn.time,
        role="user",
        confidence=_CONFIDENCE,
        tier=former.tier if former.tier != "pinned" else "",
        branch=turn.branch,
        revises=True,
        replaces=(former.id,),
    )
