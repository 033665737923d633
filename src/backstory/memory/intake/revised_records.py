"""Which records a candidate repeats or revises: by its words, its figures, and who said it."""

from typing import TYPE_CHECKING, Final

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns
from backstory.capture.decisions.values import has_other_language, has_other_value
from backstory.capture.rules.opposite_rules import names_refused, wants_opposite
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.revisions import (
    content_words,
    denies,
    find_replaced,
    find_withdrawn,
    is_contained,
    is_negated,
    is_option,
    is_same_topic,
    names_replaced,
)
from backstory.memory.intake.distinct_subjects import has_other_subject
from backstory.memory.verbs.restatements import restates
from backstory.model.kinds import AGENTS_CHANNELS, CHANNELS, RETRACTED
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Link, Record
from backstory.patterns.lifting_names import read_names
from backstory.patterns.occasions import allows_for_once
from backstory.patterns.other_scopes import has_other_scope
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.revisions import Uttered, find_revisions, read_figures

if TYPE_CHECKING:
    from backstory.index.read import Row

SETTLED: Final = ("rule", "decision", "preference")
"""Kinds of records that a withdrawal takes back."""
_STATED: Final = frozenset(("decision", "fact", "preference"))
"""Kinds of records that say how something is."""
_MEASURED: Final = frozenset(("time", "size", "part"))
"""Units in which two figures give the same thing, whatever the words around them."""
_AGAIN: Final = 0.6
"""Minimum share of common words, of the longer wish, for two wishes to be the same."""
_MIN_AGAIN: Final = 4
_BRIEF: Final = 6
"""Words of a title that one word names."""
_ONE_THING: Final = 16
"""Words of a title that says one thing."""
_FILE: Final = late_pattern(r"[\w-]+(?:/[\w.-]+|\.[a-z]{1,5}\b)")


def says_same(candidate: Candidate, row: "Row") -> bool:
    """Whether a record says everything that the candidate says."""
    text, record = candidate.text, row.record
    return (
        is_contained(text, record.title)
        and is_negated(text) == is_negated(record.title)
        and not has_other_value(text, record.title)
        and not has_other_subject(text, record.title)
        and not _names_other_files(text, record.title)
    )


def is_restated(candidate: Candidate, record: Record, session: str) -> bool:
    """Whether an agent's words on a decision repeat what it recorded of it on purpose in the same session."""
    is_stated = record.kind == candidate.kind == "decision" and record.origin.how == "stated"
    is_own = bool(session) and record.origin.session == session and candidate.role == "assistant"
    return is_stated and is_own and record.status != RETRACTED and restates(candidate.text, record.title, nearly=True)


def is_adopted(candidate: Candidate, record: Record) -> bool:
    """Whether the person lays down what an agent gave as a rule on its own account."""
    return candidate.kind == record.kind == "rule" and candidate.role == "user" and record.origin.how in AGENTS_CHANNELS


def is_since(record: Record, candidate: Candidate) -> bool:
    """Whether a record's words are as late as a candidate's, so that what replaced it replaces the candidate too."""
    return bool(candidate.made) and record.made[:19] >= candidate.made[:19]


def find_revised(candidate: Candidate, former: "list[Row]") -> list[Link]:
    """The link to the newest record that the candidate revises or contradicts. Leave for once revises none."""
    if allows_for_once(candidate.quote):
        return []
    current = (row.record for row in former if not row.superseded_by and row.record.status != RETRACTED)
    revised = [one for one in current if not _is_beside(candidate, one) and _is_revised(candidate, one)]
    if not revised:
        return []
    newest = max(revised, key=lambda record: (record.made, record.id))
    is_later = bool(candidate.made) and newest.made[:19] > candidate.made[:19]  # sessions are taken in in any order
    is_first = not is_later or is_adopted(candidate, newest)
    replaces = is_first and (_may_replace(candidate, newest.origin.how) or _takes_back(candidate, newest))
    return [Link("supersedes" if replaces else "contradicts", newest.id)]


def _takes_back(candidate: Candidate, record: Record) -> bool:
    """Whether the person names a decision of an agent as replaced, however the agent recorded it."""
    is_agents = record.kind == "decision" and record.origin.how in AGENTS_CHANNELS
    return is_agents and candidate.role == "user" and _is_named(candidate, record.title)


def _is_beside(candidate: Candidate, record: Record) -> bool:
    """Whether a record comes from the same message. Two items of one list do not revise each other."""
    source = record.origin.source
    is_line = not source or source.endswith(f":{candidate.line}")
    return is_line and bool(candidate.made) and record.made[:19] == candidate.made[:19]


def _is_revised(candidate: Candidate, record: Record) -> bool:
    """Whether a candidate names a record as replaced, says the opposite, or gives the same thing another value."""
    text, former = candidate.text, record.title
    if record.kind == "rule" and record.origin.how == "observed" and candidate.role != "user":
        return False  # `Pragma is out`, as the person's rule wants it
    if record.kind in SETTLED and candidate.role == "user" and has_other_scope(candidate.quote, former):
        return False
    if record.kind in (candidate.kind, *SETTLED) and _is_named(candidate, former):
        return True
    is_kin = record.kind == candidate.kind or {record.kind, candidate.kind} <= {*SETTLED}
    is_from_talk = candidate.role == "user" or record.origin.how == "inferred"
    if not is_from_talk or candidate.only_revises:
        return False  # what an agent reports of its work takes back nothing that the person said
    if has_other_subject(text, former):
        return False
    if {record.kind, candidate.kind} <= _STATED and _overturns(candidate, record):
        return True
    if not is_kin:
        return False
    if record.kind == candidate.kind == "rule" and (
        _excludes(text, former) or (is_adopted(candidate, record) and is_contained(former, text))
    ):
        return True
    has_other = has_other_value(text, former) or _gives_other_figure(candidate, former)
    if has_other and not _names_other_number(candidate, former):
        return True
    is_overruled = is_same_topic(text, former) and (candidate.revises or denies(text, former))
    return is_overruled or _says_again(candidate, record)


def _excludes(text: str, former: str) -> bool:
    """Whether two rules cannot both hold: they want another language, opposite ways, or one refuses the other's."""
    return has_other_language(text, former) or wants_opposite(text, former) or names_refused(text, former)


def _overturns(candidate: Candidate, record: Record) -> bool:
    """Whether the words of a candidate overturn what a record says, as they do in a brief."""
    is_person = record.origin.how != "inferred"
    former = Spoken("", split_sentences(record.title), is_person=is_person)
    later = Spoken("later", split_sentences(candidate.quote), is_person=candidate.role == "user")
    is_brief = len(content_words(record.title)) <= _ONE_THING  # a longer title says more than its figure
    return any(one.row == 0 and (is_brief or one.figure is None) for one in find_overturns([former, later]))


def _says_again(candidate: Candidate, record: Record) -> bool:
    """Whether the person repeats an earlier statement in other words. The last wording holds."""
    if candidate.role != "user" or record.origin.how != "observed":
        return False
    one, other = word_stems(candidate.text), word_stems(record.title)
    if _names_other_files(candidate.text, record.title):
        return False
    if candidate.kind == "rule" and _differ_in_object(candidate.text, record.title):
        return False
    shared = len(one & other)
    return shared >= _MIN_AGAIN and shared >= _AGAIN * max(len(one), len(other))


def _names_other_files(text: str, former: str) -> bool:
    """Whether two texts name files, and none that both name: they may say the same of different ones."""
    named, named_before = ({*_FILE.findall(one)} for one in (text, former))
    return bool(named and named_before) and named.isdisjoint(named_before)


def _differ_in_object(text: str, former: str) -> bool:
    """Whether two rules have the same words but one, which is what they speak of: `never use the word simply`, `never
    use the word obviously`. Another verb may say the same, and another number revises."""
    words, others = ([word.casefold() for word in _WORD.findall(one)] for one in (text, former))
    places = [place for place, pair in enumerate(zip(words, others, strict=False)) if pair[0] != pair[1]]
    if len(words) != len(others) or len(places) != 1 or places[0] <= _VERB:
        return False
    return not words[places[0]][0].isdigit()


_WORD: Final = late_pattern(r"[^\W_][\w.'’-]*[^\W_]|[^\W_]")
_VERB: Final = 1
"""Place of the verb in `never use the word simply`."""


def list_named(candidate: Candidate) -> list[frozenset[str]]:
    """The words of each thing that a candidate says is replaced or withdrawn."""
    if candidate.role != "user" and candidate.kind != "attempt":
        return []  # an agent's `X instead of Y` tells of an edit
    alternatives = candidate.parts.get("alternatives", ()) if candidate.revises else ()
    named = [content_words(one) for one in ([alternatives] if isinstance(alternatives, str) else alternatives)]
    mentions = [*find_replaced(candidate.quote), *find_withdrawn(candidate.quote), *filter(None, named)]
    return [one for one in mentions if not _is_deed(one)]


def _is_deed(words: frozenset[str]) -> bool:
    """Whether words are one deed alone, which names nothing that is replaced: `the job no longer runs twice`."""
    names, deeds = read_names(" ".join(words))
    return len(words) == 1 and bool(deeds) and not names


def _is_named(candidate: Candidate, former: str) -> bool:
    """Whether a candidate names what an earlier title says as replaced or withdrawn.

    One word alone may mean anything: a replacement shares another with the title, and a withdrawn title is short.
    """
    own = [*find_replaced(former), *find_withdrawn(former)]  # it says the same
    mentions = list_named(candidate)
    sure = [one for one in mentions if len(one) > 1 and one not in own]
    words = content_words(former)
    if len(words) <= _BRIEF:
        sure += [one for one in find_withdrawn(candidate.quote) if len(one) == 1 and one in mentions and one not in own]
    if len(content_words(candidate.text) & words) > 1:
        sure += [one for one in mentions if len(one) == 1 and one not in own]
    sure += [one for one in mentions if is_option(one) and one not in own and content_words(candidate.text) & words]
    return names_replaced(sure, former)


def _gives_other_figure(candidate: Candidate, former: str) -> bool:
    """Whether the person gives another figure for what an earlier title counts."""
    if candidate.role != "user":
        return False
    texts = (candidate.text, *filter(None, [candidate.why]))
    counted = {figure.dimension for text in texts for figure, _ in read_figures(text)} & _MEASURED
    revisions = find_revisions([Uttered(0, True, (former,)), Uttered(1, True, texts)]) if counted else []
    if any(one.old.dimension in counted for one in revisions):
        return True
    if not candidate.revises:
        return False
    new = [figure for figure, _ in read_figures(candidate.text)]
    units = {figure.unit: {one.value for one in new if one.unit == figure.unit} for figure in new if figure.unit}
    old = [figure for figure, _ in read_figures(former) if figure.unit]
    return any(figure.unit in units and units[figure.unit] != {figure.value} for figure in old)


def _names_other_number(candidate: Candidate, former: str) -> bool:
    """Whether a candidate says which number it replaces, and an earlier title has another one: `60 instead of 100`."""
    numbers = [one for one in candidate.parts.get("alternatives", ()) if one.isdigit()]
    return bool(numbers) and not any(one.strip(".,;:") in numbers for one in former.split())


def _may_replace(candidate: Candidate, how: str) -> bool:
    """Whether a candidate may replace a record. A record never yields to a weaker channel.

    A rule belongs to the person: their words replace what an agent recorded of it.
    """
    weakest = "inferred"
    if candidate.role == "user":
        weakest = "stated" if candidate.kind == "rule" else "observed"
    return how in CHANNELS and CHANNELS.index(how) >= CHANNELS.index(weakest)
