"""The units of a brief: records and notes by section, each with its band, which says how closely it bears on the work.

`docs/briefs.md` describes the bands.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from backstory.model.event import Event
from backstory.model.kinds import KINDS, TIERS, is_identity
from backstory.model.snapshot import GitState, RepositoryFacts
from backstory.recall.budget import BARE_FRAME, NOTE_FRAME, SectionShare, Unit, bare_cost, item_cost, note_cost
from backstory.recall.candidates import Candidates
from backstory.recall.notes import change_notes, file_notes, project_notes, session_notes
from backstory.recall.past.red_tests import ALL_TESTS, ONE_TEST, SOME_TESTS, last_test_run
from backstory.recall.past.sessions import NOTHING_PAST, PastWork
from backstory.recall.quotes.freed_things import list_freed
from backstory.recall.quotes.landmarks import Landmark, find_landmarks
from backstory.recall.quotes.quotes import Quote, quote_talk, quote_title
from backstory.recall.quotes.repeats import QUOTED, REVISED, TALK_CHANNELS, find_repeats, list_unquoted
from backstory.recall.quotes.shown_commands import list_unshown
from backstory.recall.quotes.talk import Talk, read_talk
from backstory.recall.quotes.titles import list_titles
from backstory.recall.quotes.utterances import USER
from backstory.recall.rank import DESCRIPTIVE
from backstory.recall.sections import IDENTITY, SECTIONS
from backstory.recall.text.clauses import shorten_rule
from backstory.recall.text.content import Item, LeftOut, Missed, Note
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.moment import HUMAN, BriefRequest
from backstory.recall.text.shorten import list_longer, shorten_to_line, shorten_to_title
from backstory.recall.text.substance import split_sentences, weigh_sentence
from backstory.recall.work import now_section
from backstory.recall.work.unanswered_questions import LABEL as UNANSWERED
from backstory.recall.work.uttered_notes import mark_changed_words

WORK_BAND: Final = 0
TAKEN_BAND: Final = 1
QUOTED_BAND: Final = 2
LATE_BAND: Final = 3
NEAR_BAND: Final = 4
WORDS_BAND: Final = 5
REST_BAND: Final = 6
SHED_BAND: Final = 7
_NEAR_FILES: Final = 0.45
"""Weight of shared files from which a record is near the work: its very files, not just their folder."""
_MOST_LANDMARKS: Final = 12
_SAME_STEMS: Final = 0.66
"""Share of the words of a record from which a landmark says it."""
_FEW_STEMS: Final = 4
_NEAR_MATCH: Final = 0.5
"""Part of the best search score from which a record is near the work."""
_TALK_PART: Final = 0.4
"""Part of the budget that quotes of the last sessions take before what older ones decided has had its turn."""
_MARKS_PART: Final = 0.4
"""Part of that room that landmarks take before anything else."""
_STANDING: Final = frozenset(("decision", "attempt"))
"""Kinds that a person states in a session and that hold in later ones."""
_FEW_WORDS: Final = 3  # of a reply that names hardly more than what is chosen
_NOTE_BANDS: Final = {"session": REST_BAND, "project": SHED_BAND, "changes": SHED_BAND}


class Surroundings(NamedTuple):
    """What a brief tells beside records."""

    git: GitState
    goal: str
    """The goal of the latest snapshot."""
    facts: RepositoryFacts
    events: Sequence[Event]
    files: Mapping[str, str]
    """Key file -> why it matters."""
    past: PastWork = NOTHING_PAST
    commands: Sequence[Note] = ()
    """Commands that work: their purpose is the label."""


def arrange_shares(moment: BriefRequest, candidates: Candidates, surroundings: Surroundings) -> list[SectionShare]:
    """The sections with their units, in order of priority."""
    notes = {} if moment.only_records else _notes(moment, candidates, surroundings)
    shares: list[SectionShare] = []
    for shelf in SECTIONS.values():
        units = list(notes.get(shelf.name, ()))
        for rank, item in enumerate(candidates.shelves.get(shelf.name, ())):
            units.append(_unit(moment, shelf.name, item, rank, candidates.costs[item.id]))
        most = _CEILINGS.get(shelf.name, 1.0) if moment.is_small else 1.0
        shares.append(SectionShare(shelf.name, shelf.share, _by_substance(units), most))
    if moment.strategy == "tail":
        return _by_age(shares)
    return _keep_near(shares, moment.budget) if moment.is_small else shares


def _keep_near(shares: list[SectionShare], budget: int) -> list[SectionShare]:
    """The shares without what is far from the work, where enough is near: no gap of a small brief is worth that."""
    near = [
        share._replace(units=[unit for unit in share.units if unit.band <= NEAR_BAND]) if share.part else share
        for share in shares
    ]
    return near if sum(unit.cost for share in near for unit in share.units) >= budget else shares


_CEILINGS: Final = {"now": 0.6, "rules": 0.3}
"""Section without a share -> part of a small brief that it takes before the others have had their turn."""
_TELEGRAPHIC: Final = 10
"""Part of a small brief that a record may take. Of a longer one only the title is told, and what solved a failure."""
_RULE_PARTS: Final = 24
"""Part of a small brief that a rule may take."""
_LEAST_RULE: Final = 24
_LITTLE: Final = 1.9
"""Weight of a sentence below which a record that was taken from a conversation says little."""


def _by_substance(units: list[Unit]) -> list[Unit]:
    """The units in order, those that were taken from conversations by what they say. Rules that say very little wait
    until the conversations are quoted, as other records do."""
    talk_units = [unit for unit in units if isinstance(unit.content, Item) and unit.band in (TAKEN_BAND, LATE_BAND)]
    weights = {unit.key: _weigh(unit.content) for unit in talk_units}
    ranked = sorted((unit for unit in units if unit.key in weights), key=lambda unit: -weights[unit.key])
    in_order = iter([unit if weights[unit.key] >= _LITTLE else unit._replace(band=LATE_BAND) for unit in ranked])
    return [next(in_order) if unit.key in weights else unit for unit in units]


def _weigh(content: Item | Note) -> float:
    """The weight of the sentence of a record that says most."""
    text = f"{content.title}\n{content.text}" if isinstance(content, Item) else content.text
    return max(map(weigh_sentence, split_sentences(text)), default=0.0)


def _unit(moment: BriefRequest, shelf: str, item: Item, rank: int, cost: int) -> Unit:
    """The unit of an item with its rough cost, cut to a line where the strategy asks for it."""
    is_line = moment.is_small or moment.strategy == "aggressive"
    shown = shorten_to_line(item) if is_line and shelf not in ("handoff", "pinned") else item
    is_own = is_identity(item.kind) and not (item.kind == "rule" and shelf == "knowledge")
    section = IDENTITY.name if is_own and shelf in ("pinned", "knowledge") else shelf
    if moment.is_small:
        if shelf not in ("handoff", "pinned"):
            shown = shorten_to_title(shown, moment.budget // _TELEGRAPHIC)
        if shelf == "rules":
            shown = shorten_rule(shown, max(_LEAST_RULE, moment.budget // _RULE_PARTS))
        cost = bare_cost(shown)
    elif shown is not item:
        cost = item_cost(shown)
    longer = list_longer(shown, item) if moment.is_small else ()
    return Unit(section, shown, cost, _place(moment, item, rank), find_band(item), longer=longer)


def find_band(item: Item) -> int:
    """How closely a record bears on the work, by the signals behind its rank."""
    if "work" in item.why and not ("stale" in item.why and item.kind in DESCRIPTIVE):
        return WORK_BAND if item.how not in TALK_CHANNELS else TAKEN_BAND if item.kind == "rule" else LATE_BAND
    if item.kind in KINDS and KINDS[item.kind].leads:
        return WORK_BAND
    if item.how == "observed" and item.agent and item.kind in _STANDING and "stale" not in item.why:
        return NEAR_BAND
    match, files = item.why.get("match", 0.0), item.why.get("files", 0.0)
    if files >= _NEAR_FILES or match >= _NEAR_MATCH or item.kind == "rule":
        return NEAR_BAND  # whatever the work is about, a rule may bind it
    return WORDS_BAND if match > 0.0 else REST_BAND


def _by_age(shares: list[SectionShare]) -> list[SectionShare]:
    """The shares of the `tail` strategy: all records in one row, newest first, before all notes."""
    required = [share for share in shares if not share.part]
    rest = list(chain.from_iterable(share.units for share in shares if share.part))
    items = [unit._replace(band=WORK_BAND) for unit in rest if isinstance(unit.content, Item)]
    notes = [unit for unit in rest if isinstance(unit.content, Note)]
    items.sort(key=lambda unit: (unit.content.made, unit.key), reverse=True)
    return [*required, SectionShare("tail", 1.0, [*items, *notes])]


def _notes(moment: BriefRequest, candidates: Candidates, surroundings: Surroundings) -> dict[str, list[Unit]]:
    talk = read_talk(surroundings.past)
    stated = now_section.drop_repeated_evidence(
        list_now(moment, candidates, surroundings), candidates.shelves.get("questions", ())
    )
    statements = [mark_changed_words(one, talk) for one in stated]
    frame = BARE_FRAME if moment.is_small else NOTE_FRAME
    units = {"now": [unit._replace(band=_now_band(unit)) for unit in _in_a_row("now", statements, frame)]}
    landmarks = find_landmarks(talk)
    freed = list_freed(moment, talk, [item.title.rstrip(" .;,!") for item in candidates.shelves.get("rules", ())])
    comparison = _leave_repeats_out(candidates, [*(one.note for one in statements), *freed], talk, landmarks)
    comparison.outdated.extend(step for step, _ in surroundings.past.closed)
    comparison.outdated.extend(one.note.text for one in statements if one.note.label == UNANSWERED)
    notes = {
        "rules": freed,
        "commands": _list_commands(candidates, surroundings, statements),
        "session": session_notes(surroundings.events, moment.strategy),
        **_repository_notes(moment, surroundings),
    }
    for section, some in notes.items():
        row = _in_a_row(section, [now_section.Statement(place, note) for place, note in enumerate(some)])
        units[section] = [unit._replace(band=_note_band(section, unit, moment)) for unit in row]
    units["earlier"] = _quote_units(moment, talk, comparison, landmarks, candidates.passed_over)
    if not moment.is_small:
        texts = [unit.content.text for unit in (*units["now"], *units["earlier"])]
        candidates.bring_back(list_unquoted(comparison.quoted, texts, talk))
    return units


def _repository_notes(moment: BriefRequest, surroundings: Surroundings) -> dict[str, list[Note]]:
    """Section -> what it says of the repository. An agent sees files, commits and its own changes without a memory, so
    it gets only the files that a task points to; a person elsewhere does not."""
    if moment.mode != HUMAN:
        return {"project": file_notes(surroundings.files, most_files=moment.max_key_files)}
    return {
        "changes": change_notes(surroundings.git, most_files=moment.max_active_files),
        "project": project_notes(surroundings.facts, surroundings.files, most_files=moment.max_key_files),
    }


def _list_commands(
    candidates: Candidates, surroundings: Surroundings, statements: Sequence[now_section.Statement]
) -> list[Note]:
    """The commands that neither a statement about now nor a rule of the user names, and that nothing replaced."""
    texts = [statement.note.text for statement in statements]
    texts += [f"{item.title} {item.text}" for item in candidates.shelves.get("rules", ())]
    return list_unshown(surroundings.commands, texts, last_test_run(surroundings.past))


class _Comparison(NamedTuple):
    """What decides which passages of the talk are news."""

    statements: list[str]
    """Texts that the brief has anyway: the statements about now and the records of the work."""
    outdated: list[str]
    """Titles of records that no longer hold."""
    recorded_titles: list[str]
    """Titles of records that were taken from the talk, and for which their passage stands."""
    quoted: Mapping[str, Sequence[Item]]
    """Shelf -> these records."""


def _leave_repeats_out(
    candidates: Candidates, notes: Sequence[Note], talk: Talk, landmarks: Sequence[Landmark]
) -> _Comparison:
    """Leaves out the records that say nothing new, and those whose own conversation is quoted."""
    texts = [_without_questions(note.text) for note in notes]
    texts.append(" ".join(note.text for note in notes if note.label == "next"))
    items = sorted(chain.from_iterable(candidates.shelves.values()), key=find_band)[:_MOST_COMPARED]
    marks = [word_stems(" ".join(landmark.sentences)) for landmark in landmarks]
    quoted = [item for item in items if _is_quoted(item, talk, marks)]
    repeats = find_repeats([item for item in items if item not in quoted], texts, talk)
    reasons = repeats.reasons | dict.fromkeys([item.id for item in quoted], QUOTED)
    standing = {item.id for item in quoted if not talk.is_revised(item.title, item.made)}
    shelves = {shelf: [one for one in row if one.id in standing] for shelf, row in candidates.shelves.items()}
    candidates.leave_repeats_out(reasons, repeats.trimmed)
    return _Comparison(
        statements=texts + _list_texts([item for item in items if item.id not in reasons]),
        outdated=_list_outdated(candidates.left_out),
        recorded_titles=[item.title for item in quoted if item.id in standing],
        quoted=shelves,
    )


def _without_questions(text: str) -> str:
    """A text without its questions, which say nothing of the answer that has their words."""
    return (
        " ".join(one for one in split_sentences(text) if not one.endswith(("?", "？")))
        if "?" in text or "？" in text
        else text
    )


def _list_texts(items: Iterable[Item]) -> list[str]:
    """What the records of the work say."""
    return [f"{item.title} {item.text}" for item in items if find_band(item) <= QUOTED_BAND]


def _list_outdated(left_out: Iterable[LeftOut]) -> list[str]:
    """The titles of records that were left out because they no longer hold."""
    outdated = (one for one in left_out if one.reason == REVISED or one.reason.startswith("superseded"))
    return [one.title for one in islice(outdated, _MOST_COMPARED)]


def _is_quoted(item: Item, talk: Talk, marks: Sequence[frozenset[str]]) -> bool:
    """Whether a record was only taken from a conversation that the brief quotes. `marks`: stems of its landmarks."""
    if item.how not in TALK_CHANNELS or item.kind == "rule" or item.tier == "pinned" or _joins_reply(item.title):
        return False
    stems = word_stems(item.text)
    return talk.holds(item.title) or (
        len(stems) > _FEW_STEMS and any(len(stems & mark) >= _SAME_STEMS * len(stems) for mark in marks)
    )


def _joins_reply(title: str) -> bool:
    """Whether a record joins a reply of a few words with what it answers: neither says alone what was chosen."""
    return len(sentences := split_sentences(title)) > 1 and len(sentences[-1].split()) <= _FEW_WORDS


def _quote_units(
    moment: BriefRequest,
    talk: Talk,
    comparison: _Comparison,
    landmarks: Sequence[Landmark],
    passed_over: list[Missed],
) -> list[Unit]:
    """The units of what is quoted, in the order of the choice. Landmarks are not left waiting."""
    quotes = quote_talk(
        moment,
        talk,
        comparison.statements,
        comparison.outdated,
        comparison.recorded_titles,
        landmarks[:_MOST_LANDMARKS],
        passed_over,
    )
    units = list(_place_quotes(quotes, int(_TALK_PART * moment.budget)))
    if not moment.is_small:
        texts = [*comparison.statements, *(quote.note.text for quote in quotes)]
        titles = [quote_title(talk, *title, moment) for title in list_titles(talk, texts)]
        units += map(_quote_unit, titles)
    return units


def _place_quotes(quotes: Iterable[Quote], room: int) -> Iterator[Unit]:
    """Yields the units of quotes. Those beyond the room that the talk has wait together with what the person decided in
    older sessions."""
    first = room * _MARKS_PART
    for quote in quotes:
        unit = _quote_unit(quote)
        if quote.adds_little:
            yield unit._replace(band=WORDS_BAND)
            continue
        if quote.is_landmark:
            first -= unit.cost
            yield unit if first >= 0 else unit._replace(band=QUOTED_BAND)
            continue
        room -= unit.cost
        yield unit if room >= 0 else unit._replace(band=NEAR_BAND)


def _quote_unit(quote: Quote) -> Unit:
    """The unit of a quote. What was proposed needs the answer to it."""
    cost = note_cost(quote.note) - NOTE_FRAME // 2
    unit = Unit("earlier", quote.note, cost, (quote.place,), WORK_BAND if quote.is_landmark else QUOTED_BAND)
    return unit._replace(after=unit._replace(place=(quote.after,)).key) if quote.after else unit


def _now_band(unit: Unit) -> int:
    """The band of a statement about now. What can be looked up shares the room with the quotes."""
    waits = isinstance(unit.content, Note) and unit.content.label in now_section.LOOKED_UP
    return QUOTED_BAND if waits else WORK_BAND


def _note_band(section: str, unit: Unit, moment: BriefRequest) -> int:
    """The band of a note. A command waits that only a file names, that checks nothing, or where room is short."""
    if section == "commands" and isinstance(unit.content, Note):
        is_test = moment.budget >= _ROOM_FOR_TESTS and unit.content.label in _TESTS and not unit.content.detail
        is_wanted = unit.content.detail == USER or is_test
        if unit.content.label in _CHECKS and not moment.is_small and (is_wanted or not unit.content.detail):
            return WORK_BAND
        return QUOTED_BAND if is_wanted else NEAR_BAND
    return _NOTE_BANDS.get(section, WORK_BAND)


_ROOM_FOR_TESTS: Final = 700  # tokens of a brief
_TESTS: Final = (ONE_TEST, ALL_TESTS, SOME_TESTS)
_CHECKS: Final = (*_TESTS, "lint", "types")  # they tell whether a change is right
_MOST_COMPARED: Final = 120
"""Records whose words are compared with what was said in the last sessions."""


def list_now(moment: BriefRequest, candidates: Candidates, surroundings: Surroundings) -> list[now_section.Statement]:
    """The statements about now. Records that these tell in full leave their section."""
    shelves = candidates.shelves
    decided = chain.from_iterable(shelves.get(section, ()) for section in ("pinned", "decisions", "working"))
    statements = now_section.now_statements(
        moment,
        candidates.checkpoints,
        shown={item.id for item in shelves.get("handoff", ())},
        tasks=[item for item in shelves.get("working", ()) if item.kind == "task" and item.status != "paused"],
        questions=shelves.get("questions", ()),
        decided={item.title.lower().rstrip(".") for item in decided},
        goal=surroundings.goal,
        git=surroundings.git,
        past=surroundings.past,
        rules=[f"{item.title} {item.text}" for item in shelves.get("rules", ())],
    )
    candidates.leave_statements_out([statement.note for statement in statements])
    return statements


def _in_a_row(section: str, statements: Iterable[now_section.Statement], frame: int = NOTE_FRAME) -> list[Unit]:
    """The units of notes. A note needs the earlier ones of its label; a note about the project, all earlier ones."""
    units: list[Unit] = []
    last: dict[str, str] = {}
    for place, note in statements:
        line = section if section == "project" else note.label
        cost = note_cost(note) - NOTE_FRAME + (frame // 2 if line in last else frame)
        units.append(Unit(section, note, cost, (place,), after=last.get(line, "")))
        last[line] = units[-1].key
    return units


def _place(moment: BriefRequest, item: Item, rank: int) -> tuple[int | float | str, ...]:
    """The place of an item in its section: by relevance, or where the text has to be stable by (tier, id)."""
    if moment.mode == HUMAN or moment.strategy == "tail" or not moment.stable_first:
        return 1, rank, item.id
    return 1, TIERS.index(item.tier) if item.tier in TIERS else len(TIERS), item.id
