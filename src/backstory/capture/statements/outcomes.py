"""What an order led to, by the report that ends its turn: what was wrong, what was changed, what held before.

A report is read by its form: the headings, labels and tables under which a cause and a change stand, the words that
tie them together, and the values that it names. It counts only where the turn has changed something; before that, a
solution is a proposal.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, takewhile
from typing import Final, Literal, NamedTuple

from backstory.capture.statements import outcome_cues as words
from backstory.capture.statements import statement_cues as cues
from backstory.capture.statements.diagnoses import explains
from backstory.capture.statements.hollow_statements import is_hollow
from backstory.capture.statements.progress_values import names_place, tells_progress
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence, mask, read_sentences
from backstory.capture.text.signals import VERB
from backstory.capture.text.tables import Table, read_tables
from backstory.model.text import one_line

OUTCOME: Final = "outcome"
"""Tag of the records that say what an order led to."""
MAX_OUTCOMES: Final = 3
"""Outcomes of one report, the surest first."""
_MAX_SENTENCE: Final = 600
_MAX_JOINED: Final = 260
"""Characters of items that are joined to one text."""
_MIN_WORDS: Final = 4
_FEW: Final = 2
"""Sentences of a report that says little else than one change."""
_TELLING: Final = 6
"""Words from which a change says what it is about."""

_Role = Literal["cause", "change"]


class _Part(NamedTuple):
    """A cause or a change that a report states."""

    role: _Role
    text: str
    """Without its label, with the items behind its colon."""
    quote: str
    cued: bool
    """Whether its own words say what it is, and not only its heading."""
    size: int = 1
    """Sentences that it takes up."""


def find_outcomes(report: str, diagnosis: str = "") -> list[Candidate]:
    """The outcomes that the report of a turn states, in their order.

    `diagnosis` is the cause that was named before the change, for a report that names none.
    """
    report = report.strip()
    sentences = read_sentences(report, person=False)
    groups = list(_group(_read_parts(sentences)))
    candidates = [*chain.from_iterable(_make_all(causes, changes) for causes, changes in groups)]
    if diagnosis and groups and not any(causes for causes, _ in groups):
        candidates = _explain(groups[0][1], diagnosis, candidates, is_alone=len(sentences) <= _FEW)
    candidates += chain.from_iterable(map(_read_table, read_tables(report)))
    surest = sorted(candidates, key=lambda one: -one.confidence)[:MAX_OUTCOMES]
    return [one for one in candidates if one in surest]


def _read_parts(sentences: list[Sentence]) -> Iterator[_Part]:
    place = 0
    while place < len(sentences):
        part = _read_part(sentences, place)
        if part:
            yield part
        place += part.size if part else 1


def _read_part(sentences: list[Sentence], place: int) -> _Part | None:
    sentence = sentences[place]
    if not _may_report(sentence):
        return None
    label = words.LABEL.match(sentence.plain)
    role = _find_role(sentence, label)
    if role is None:
        return None
    text = _strip_marks(sentence.text[label.start("body") :] if label else sentence.text)
    items = _find_items(sentences, place) if text.endswith((":", "：")) else []
    text = " ".join((text, *("; ".join(item.text.rstrip(" .;,") for item in items).split()))).rstrip(" .;,:：")
    if text.endswith(("!", "！")):  # what is praised is told elsewhere, in sober words
        return None
    if len(text.split()) < _MIN_WORDS and not any(char > "\u2e80" for char in text):
        return None
    is_cued = label is not None or _find_cue(sentence) is not None
    quote = " ".join(one.text for one in (sentence, *items))
    return _Part(role, one_line(text, _MAX_JOINED), quote, is_cued, 1 + len(items))


def _may_report(sentence: Sentence) -> bool:
    """Whether a sentence may say what was wrong or what was done: nothing planned, offered or guessed."""
    plain = _strip_marks(sentence.plain)
    if sentence.is_question or len(plain) > _MAX_SENTENCE:
        return False
    if any(words.PLANNED_HEADING.search(heading) for heading in (sentence.heading, sentence.section)):
        return False
    return not (is_hollow(plain) or any(pattern.search(plain) for pattern in (cues.HEDGED, cues.APOLOGY, _EXPECTED)))


_EXPECTED: Final = Pattern(
    r"^(?:now |then |next,? )?(?:i'll|i will|i'm going to|i recommend|i suggest|let me|let's|we'll|we will|we need"
    r"|we can"
    r"|we could|you can|you|to (?:test|run|verify|try|see|use|apply)|if (?:you|this|it|the)|would|please|run|try|check"
    r"|make sure|ensure|test|(?:this|that|it|these|which) (?:also )?(?:means|suggests|shows|provides|ensures|allows"
    r"|makes"
    r"|gives|confirms|will|is (?:expected|normal|good|better|exactly))|the fact that)\b"
    r"|^(?:since|as|because) you\b|^\W*(?:\d+[/\d]* )?(?:\w+ )?tests? (?:pass|fail)\w*|\b\d+ (?:\w+ )?tests? (?:pass"
    r"|fail)\w*"
    r"|\bwent from \d"
    r"|\b(?:should|will|you'll|you can|you need|we can|we should|ideally|sollte|devrait|debería)\b"
    rf"|^(?:then|next|finally|and),? {VERB}\b"
)
"""What is to be done, is hoped for, or is made of what was done."""


def _find_role(sentence: Sentence, label: "re.Match[str] | None") -> _Role | None:
    if label:
        return "cause" if label["cause"] else "change"
    if role := _find_cue(sentence):
        return role
    is_cause = words.CAUSE_HEADING.search(sentence.heading) is not None and not _TICK.search(sentence.text)
    is_change = words.CHANGE_HEADING.search(sentence.heading) is not None
    if is_cause is is_change:
        return None
    return "cause" if is_cause else "change"


_TICK: Final = Pattern("[✅✓✔☑]")


def _find_cue(sentence: Sentence) -> _Role | None:
    """What a sentence states by its own words."""
    plain = _strip_marks(sentence.plain)
    if words.CHANGE.match(plain) or words.NOW.search(plain):
        return "change"
    if cues.CAUSE.search(plain) or cues.BECAUSE.search(plain):
        return "cause"
    return "change" if words.FROM_TO.search(plain) or words.REPLACED.search(plain) else None


def _find_items(sentences: list[Sentence], place: int) -> list[Sentence]:
    """The items of the list that a sentence opens, as many as there is room for."""
    opening = sentences[place].text.lower()
    left = _MAX_JOINED - len(opening)
    items: list[Sentence] = []
    for one in takewhile(lambda one: one.item and one.heading and one.heading in opening, sentences[place + 1 :]):
        left -= len(one.text)
        if left < 0:
            break
        items.append(one)
    return items


def _strip_marks(text: str) -> str:
    """A text without the ticks, crosses and other signs before it."""
    return _MARKS.sub("", text)


_MARKS: Final = Pattern(rf"^[^\w`\"'“„«(<\[/.@${MASK}-]+")


def _group(parts: Iterable[_Part]) -> Iterator[tuple[list[_Part], list[_Part]]]:
    """Causes with the changes that follow them."""
    causes: list[_Part] = []
    changes: list[_Part] = []
    for part in parts:
        if part.role == "cause" and changes:
            yield causes, changes
            causes, changes = [], []
        (causes if part.role == "cause" else changes).append(part)
    if causes or changes:
        yield causes, changes


def _explain(changes: list[_Part], diagnosis: str, candidates: list[Candidate], *, is_alone: bool) -> list[Candidate]:
    """The outcomes of a report that names no cause: the first with the cause that was named before the change.

    `is_alone`: the report says little else. What a long one begins with has to speak of the same thing.
    """
    changes = [change for change in changes if change.cued]
    if not changes or len(diagnosis.split()) < _TELLING:
        return candidates
    first = next((place for place, one in enumerate(candidates) if not one.why), None)
    if not is_alone and not explains(diagnosis, changes[0].text if first is None else candidates[first].text):
        return candidates
    if first is None:
        return [_make_changed(changes[:1], diagnosis, 0.78), *candidates]
    return [one._replace(why=diagnosis) if place == first else one for place, one in enumerate(candidates)]


def _make_all(causes: list[_Part], changes: list[_Part]) -> Iterator[Candidate]:
    if causes and changes:
        if len(causes) == len(changes):
            yield from (_make_pair([cause], [change]) for cause, change in zip(causes, changes, strict=True))
        else:
            yield _make_pair(causes, changes)
        return
    for cause in causes:
        if cause.cued or _FAULT.search(mask(cause.text).lower()):
            is_past = cause.cued or _PAST.search(mask(cause.text).lower())
            yield _make([cause], "fact", cause.text, "", 0.76 if cause.cued else 0.73 if is_past else 0.68)
    for change in changes:
        if confidence := _weigh_change(change.text):
            yield _make_changed([change], "", confidence)


def _weigh_change(text: str) -> float:
    """How sure it is that a change without a cause is a choice that lasts; 0 for a line of a change log.

    The code shows what was added, renamed or taken out. It does not show why, which value held before, and what was
    used in the place of what.
    """
    old, plain = _find_old(text), mask(text).lower()
    if old and (tells_progress(text) or (names_place(old) and not _CAUSED.search(plain))):
        return 0.0
    if words.PURPOSE.search(plain):
        return 0.82 if old else 0.75 if _CAUSED.search(plain) else 0.0
    if old and (_NUMBERED.search(old.lower()) or _MENDED_BY.match(plain)):
        return 0.75
    return _SWAPPED if old and MASK not in plain and _SWAPS.match(_strip_marks(plain)) else 0.0


_SWAPPED: Final = 0.6
"""Confidence of one thing in the place of another without a reason: it is kept for `recall`."""
_CAUSED: Final = Pattern(
    r"\b(?:because|since|due to|otherwise|weil|denn|parce que|car|porque|ya que)\b|потому что|因为|ので"
)
"""A reason. What a change is for (`to avoid crashes`) the change mostly shows."""
_MENDED_BY: Final = Pattern(
    r"(?:i|we)(?:'ve| have)? (?:fixed|solved|resolved|mended) (?:it|this|that|the [\w -]{2,40}) by\b"
)
_SWAPS: Final = Pattern(
    r"(?:[\w -]{2,40}: )?(?:(?:i|we)(?:'ve| have)? |now |also |successfully )*"
    r"(?:replaced|switched|migrated|moved|swapped|changed|ersetzt|umgestellt|remplacé|migré|reemplazado|migrado)\b"
)
_FAULT: Final = Pattern(
    r"\b(?:not|never|no|only|without|missing|wrong\w*|incorrect\w*|invalid|mismatch\w*|stale|twice|duplicate\w*"
    r"|before|too"
    r"|instead|expect\w*|fail\w*|broke\w*|silently|still|already|hard-?coded|conflict\w*|outdated|cannot|nicht"
    r"|kein\w*|falsch\w*"
    r"|fehlt\w*|pas|manqu\w+|falta\w*|sin|não)\b|n't\b|不|没|ない"
)
"""What a sentence under the heading of a cause has where it names a fault."""


_PAST: Final = Pattern(
    r"\b(?:was|were|had|did|could|would)(?:n't)?\b|\b(?:war|waren|hatte|était|avait|estaba|había|era)\b"
)


def _make_pair(causes: list[_Part], changes: list[_Part]) -> Candidate:
    """A cause and what was changed because of it."""
    is_cued = any(cause.cued for cause in causes) and any(change.cued for change in changes)
    why = one_line("; ".join(cause.text for cause in causes), _MAX_JOINED)
    pair = _make_changed(changes, why, 0.84 if is_cued else 0.76)
    return pair._replace(quote=" ".join(part.quote for part in (*causes, *changes)))


def _make_changed(changes: list[_Part], why: str, confidence: float) -> Candidate:
    """A change with its cause. One that does not say what it is about stands behind the cause."""
    text = one_line("; ".join(dict.fromkeys(change.text for change in _choose(changes))), _MAX_JOINED)
    old = next(filter(None, (_find_old(change.text) for change in changes)), "")
    if why and not _tells(text):
        text, why = why, text
    one = _make(changes, "decision" if old or not why else "fact", text, why, confidence)
    return one._replace(parts={"alternatives": [old]}, revises=True) if old else one._replace(revises=bool(why))


def _choose(changes: list[_Part]) -> list[_Part]:
    """The changes that say most, in their order: those with the value of before, with a reason, with names of code."""
    ranked = sorted(changes, key=lambda one: (not _find_old(one.text), not one.cued, MASK not in mask(one.text)))
    return [one for one in changes if one in ranked[:_MAX_CHANGES]]


_MAX_CHANGES: Final = 3
"""Most changes that are listed for one cause."""


def _tells(text: str) -> bool:
    """Whether a change names what it is about."""
    plain = mask(text)
    if _SAYS_DONE.search(plain.lower()):
        return False
    return MASK in plain or (len(text.split()) >= _TELLING and not _GENERIC.search(plain.lower()))


_SAYS_DONE: Final = Pattern(
    r"\bsuccessfully (?:\w+ and )?(?:implemented|added|completed|created|integrated|fixed|updated|resolved)\b"
    r"|\bas (?:you )?requested\b|\b(?:the following|these) (?:\w+ )?(?:features|changes|updates|improvements|fixes)\b"
    r"|\b(?:across|in) (?:multiple|several|various|all(?: the)?) (?:\w+ )?files\b|\bunused (?:imports?|variables?)\b"
)
"""`I've successfully implemented the feature as requested`: that it is done, which the work itself shows."""
_GENERIC: Final = Pattern(
    r"\b(?:the|this|that|both|all|your|these|every) (?:\w+ )?(?:issues?|problems?|fix(?:es)?|errors?|bugs?"
    r"|requests?)\b(?! \w+ing)"
)
"""`fixed the issue`: which one stands elsewhere."""


def _make(parts: list[_Part], kind: str, text: str, why: str, confidence: float) -> Candidate:
    return Candidate(
        kind=kind,
        text=text,
        why=why,
        tags=(OUTCOME,),
        quote=" ".join(part.quote for part in parts),
        role="assistant",
        confidence=confidence,
    )


def _find_old(text: str) -> str:
    """What held before a change, in its words; empty where it names nothing."""
    plain = mask(text).lower()
    for pattern in (words.FROM_TO, words.REPLACED, words.OTHER):
        match = pattern.search(plain)
        if match and not _SIZE.match(match["old"]):
            return _strip_marks(text[match.start("old") : match.end("old")].strip())
    arrows = list(words.ARROW.finditer(plain))
    values = _NUMBERED if not words.CHANGE.match(plain) else words.VALUE
    if (
        arrows
        and len(arrows) == len(plain.split(","))
        and all(values.search(arrows[0][side]) for side in ("old", "new"))
    ):
        return text[arrows[0].start("old") : arrows[0].end("old")].strip()
    return ""


_NUMBERED: Final = Pattern(r"\d|\b(?:true|false|none|null|on|off)\b")
_SIZE: Final = Pattern(r"~?[\d,.]+ ?(?:\+ )?(?:lines?|loc|files?|tests?|zeilen|lignes|líneas)\b")
"""What only measures a text or counts what was done."""


def _read_table(table: Table) -> Iterator[Candidate]:
    """The outcomes of a table whose columns name what was before and after, or problems and fixes."""
    columns = [column.lower() for column in table.columns]
    old, new = _find_column(columns, words.BEFORE_COLUMN), _find_column(columns, words.AFTER_COLUMN)
    if old >= 0 and new >= 0:
        yield from _read_values(table, old, new)
        return
    cause, change = _find_column(columns, words.CAUSE_COLUMN), _find_column(columns, words.CHANGE_COLUMN)
    if cause >= 0 and change >= 0:
        for row in table.rows:
            parts = [
                _Part("cause", row[cause], row[cause], cued=True),
                _Part("change", row[change], " | ".join(row), cued=True),
            ]
            if not any(is_hollow(mask(part.text).lower()) for part in parts):
                yield _make_pair(parts[:1], parts[1:])


def _find_column(columns: list[str], pattern: Pattern) -> int:
    return next((place for place, column in enumerate(columns) if pattern.search(column)), -1)


def _read_values(table: Table, old: int, new: int) -> Iterator[Candidate]:
    """The changes of a table of values, as one."""
    name = next((place for place in range(len(table.columns)) if place not in (old, new)), -1)
    changed = [row for row in table.rows if row[old] != row[new] and row[new] and not tells_progress(" ".join(row))]
    if not changed:
        return
    lines = (f"{f'{row[name]}: ' if name >= 0 else ''}{row[old]} → {row[new]}" for row in changed)
    yield Candidate(
        kind="decision",
        text=one_line("; ".join(lines), _MAX_JOINED),
        parts={"alternatives": [row[old] for row in changed if row[old]][:MAX_OUTCOMES]},
        tags=(OUTCOME,),
        quote=" | ".join(changed[0]),
        role="assistant",
        confidence=0.8,
        revises=True,
    )
