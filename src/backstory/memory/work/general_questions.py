"""Answers a question that asks for a kind of answer as such: where the work stands, which rules there are, what was
tried, what was decided. Such a question has no word to search by."""

from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.answer_kinds import find_asked_kinds, is_general, list_all_subject, list_subject
from backstory.base.general_questions import find_general_kinds, is_filler
from backstory.base.path_codec import encode_path
from backstory.base.put_questions import is_question
from backstory.base.recent_work import find_recent
from backstory.base.reversed_hits import leave_out_reversed
from backstory.base.staleness_marks import is_all_overturned, is_only_mark
from backstory.base.tokenizer import STOP, split_words
from backstory.base.visibility import View
from backstory.index.search import Hit
from backstory.memory.kernel.catalog import Catalog
from backstory.model.kinds import KINDS

if TYPE_CHECKING:
    import apsw

    from backstory.base.passages import PassageHit
    from backstory.capture.commands.working_commands import Purpose, WorkingCommand
    from backstory.capture.sessions.failures import Failure

SECTIONS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "rules": ("the rules", ("rule", "preference")),
    "tried": ("what was tried", ("attempt", "failure")),
    "failed": ("what failed last", ("failure", "attempt")),
    "green": ("the last runs", ()),
    "run": ("the commands that work, and the last runs", ()),
    "deploy": ("the commands that work, and the last runs", ()),
    "again": ("the last runs", ()),
    "questions": ("the open questions", ("question", "hypothesis")),
    "next": ("what is next", ()),
    "task": ("where the work stands", ()),
    "resume": ("where the work stands", ()),
    "decided": ("what was decided", ("decision",)),
    "wish": ("what was decided", ("decision",)),
}
"""Kind of question -> what its answer is called, and the kinds of records in it. The first that fits counts."""
_STEPS: Final = ("next", "still open", "open step", "planned before")
_WORDS_FOR_QUESTIONS: Final = """
question questions frage fragen pregunta preguntas domande perguntas vragen pytania frågor spørgsmål
"""
_QUESTIONS: Final = frozenset(_WORDS_FOR_QUESTIONS.split())
_WORDS_FOR_OPEN: Final = """
open unanswered unresolved undecided outstanding pending offen offene offenen unbeantwortet unbeantwortete
unbeantworteten ungeklärt ungeklärte ouverte ouvertes abierta abiertas pendiente pendientes aperte abertas otwarte
öppna åbne
"""
_OPEN: Final = frozenset(_WORDS_FOR_OPEN.split())
"""Together with a word for questions, these ask for the unanswered ones."""
_WORDS_AROUND: Final = frozenset(
    ("still", "any", "noch", "sind", "gibt", "encore", "sont", "quelles", "hay", "qué", "cuáles", "quais")
)
NOTES: Final[dict[str, tuple[str, ...]]] = {
    "questions": ("open point", "asked last, and not answered"),
    "next": (*_STEPS, "asked last, and not answered", "blocker", "open blocker", "open point"),
    "failed": ("last tests", "blocker", "open blocker"),
    "task": (),
    "resume": (),
}
"""Kind of question -> labels of the statements about now that answer it; all of them where none is given."""
PURPOSES: "Final[dict[str, tuple[Purpose, ...]]]" = {
    "run": ("one test", "tests", "all tests", "build", "lint", "types"),
    "deploy": ("build", "migrate", "deploy"),
}
"""Kind of question -> the purposes of the commands that answer it."""
_NAMED: "Final[dict[Purpose, str]]" = {
    "build": "build builds compile baue bauen baut",
    "lint": "lint linter linters",
    "types": "types typecheck mypy",
    "migrate": "migrate migration migrations",
    "deploy": "deploy deploys deployed release publish ship",
}
"""Purpose -> words of a question that name it."""
_OF_ALL: Final = frozenset(
    (
        "test",
        "tests",
        "suite",
        "spec",
        "specs",
        "unittests",
        "prueba",
        "pruebas",
        "testes",
        "testy",
        "everything",
        "all",
    )
)
"""Words of a question for more than it names: who runs the tests also wants the checks."""
_CHECKS: Final = (
    "check a change", "check the change", "check my change", "check our changes", "check my changes", "verify a change",
    "verify the change", "verify my change", "verify my changes", "validate a change", "validate my change",
    "before pushing", "before i push", "before we push", "before committing", "before i commit", "before we commit",
    "before a push", "before a commit", "before opening a pr", "run tests", "run the suite", "lint this", "lint here",
    "build this", "build it", "build here", "vor dem push", "vor dem pushen", "vor dem commit", "vor dem committen",
    "avant de pousser", "avant un commit", "antes de subir", "antes de hacer push", "antes de un commit",
)  # fmt: skip
"""The forms of a question about the commands that check a change."""
_DECIDED: Final = ("decided", "wish")
"""Kinds of questions whose phrases say little: `do we`."""
MIN_SUBJECT: Final = 2
"""Words of a question, also common ones, from which it is about something: `which Go version do we support`."""
MOST_NAMES: Final = 3
"""Names of people in a question that asks for nothing else."""
OWN_TIERS: Final = ("pinned", "working")


class NowStatement(NamedTuple):
    """A statement about now of a brief of this moment."""

    label: str
    text: str
    detail: str


class GeneralAnswer(NamedTuple):
    """What is known of a kind, the newest first."""

    label: str
    hits: list[Hit]
    passages: "list[PassageHit]"
    commands: "tuple[WorkingCommand, ...]" = ()
    notes: "tuple[NowStatement, ...]" = ()
    """What a brief of this moment says of it, most important first."""
    failures: "tuple[Failure, ...]" = ()
    """Commands that failed, if it is asked what did."""


def find_asked_commands(workspace: Catalog, text: str) -> "tuple[WorkingCommand, ...]":
    """The commands that a question for them asks for, whatever else it names: how the tests are run, how it is
    deployed. None for a text that asks for no command.
    """
    if not is_question(text):
        return ()
    words = split_words(text)
    kinds = find_asked_kinds(text) | find_general_kinds(words, len(words))
    purposes = [purpose for kind in PURPOSES if kind in kinds for purpose in PURPOSES[kind]]
    if _OF_ALL.isdisjoint(words):
        purposes = [one for one in purposes if not set(_NAMED.get(one, "").split()).isdisjoint(words)] or purposes
    if not purposes and _asks_for_checks(words):
        purposes = [*PURPOSES["run"]]
    if not purposes:
        return ()
    from backstory.memory.answers.commands import find_working_commands  # with a hundred patterns

    commands = find_working_commands(workspace, purposes=purposes)
    return tuple(commands[purpose] for purpose in dict.fromkeys(purposes) if purpose in commands)


def _asks_for_checks(words: "list[str]") -> bool:
    """Whether a question asks in other words how to check a change: `what do we do before pushing?`"""
    line = f" {' '.join(words)} "
    return any(f" {phrase} " in line for phrase in _CHECKS)


def answer_general(workspace: Catalog, text: str, *, limit: int = 8, is_beyond: bool = False) -> GeneralAnswer | None:
    """The answer to a question that names only a kind of answer; None for any other question, or without an answer.

    Records of the work at hand come before those of the project's history. `is_beyond`: nothing in the memory bears on
    the words of the question, so that those which look like a name may be those of people.
    """
    kinds = find_asked_kinds(text)
    if is_beyond:
        kinds = find_general_kinds(split_words(text), min(MOST_NAMES, _count_names(text)))
        kinds |= {"run"} if is_question(text) and _asks_for_checks(split_words(text)) else set()
    is_for_questions = _asks_for_questions(text)
    name = next((name for name in SECTIONS if name in kinds), "") if not is_for_questions else "questions"
    if not name or not (is_beyond or is_for_questions or is_general(text, kinds)):
        return None
    if name in _DECIDED and _has_subject(workspace, text, kinds):
        return None
    label, record_kinds = SECTIONS[name]
    notes = _list_notes(workspace, name)
    view = View(encode_path(workspace.project.root))

    def find(con: "apsw.Connection") -> "list[PassageHit]":
        hits = find_recent(con, view, kinds, text, asks_only=True)[:limit]
        return leave_out_reversed(con, view, hits, text)

    passages = workspace.run_search(view, find) if not is_for_questions else []
    if name == "failed":
        # What failed then passes now.
        passages = [hit for hit in passages if not (is_only_mark(hit.text) or is_all_overturned(hit.text))]
    hits = _list_records(workspace, record_kinds, limit) if record_kinds else []
    commands = find_asked_commands(workspace, text)
    failures = _find_failures(workspace, text) if name == "failed" else ()
    is_answered = hits or passages or commands or notes or failures
    return GeneralAnswer(label, hits, passages, commands, notes, failures) if is_answered else None


def _asks_for_questions(text: str) -> bool:
    """Whether a text asks for the questions that are open, and for nothing else: `welche Fragen sind offen?`"""
    words = split_words(text)
    if _QUESTIONS.isdisjoint(words) or _OPEN.isdisjoint(words):
        return False
    rest = [word for word in words if word not in _QUESTIONS and word not in _OPEN]
    return all(word in STOP or is_filler(word) or word in _WORDS_AROUND for word in rest)


def _find_failures(workspace: Catalog, text: str) -> "tuple[Failure, ...]":
    from backstory.memory.answers.asked_failures import find_asked_failures  # with a hundred patterns

    return find_asked_failures(workspace, text)


def _list_notes(workspace: Catalog, name: str) -> tuple[NowStatement, ...]:
    """What a brief says now of what a question of a kind asks for."""
    if name not in NOTES:
        return ()
    from backstory.memory.work.work_now import read_work_now  # most questions have words to search by

    labels = NOTES[name]
    notes = [note for note in read_work_now(workspace).notes if not labels or note.label in labels]
    notes.sort(key=lambda note: labels.index(note.label) if labels else 0)
    return tuple(NowStatement(note.label, note.text, note.detail) for note in notes)


def _has_subject(workspace: Catalog, text: str, kinds: frozenset[str]) -> bool:
    """Whether a question that seems to ask for decisions as such is about something."""
    if len(list_all_subject(text, kinds.intersection(_DECIDED))) >= MIN_SUBJECT:
        return True
    return _names_subject(workspace, text, kinds)


def _names_subject(workspace: Catalog, text: str, kinds: frozenset[str]) -> bool:
    """Whether the words of a question beside those that ask are those of a record: `when do we release?`."""
    words = list_subject(text, kinds - {"publish"})
    return bool(words) and bool(workspace.recall(" ".join(words), limit=1))


def _count_names(text: str) -> int:
    """How many words of a text are written as names, but for its first one."""
    return sum(1 for word in text.split()[1:] if word[:1].isupper() and word[1:].islower())


def _list_records(workspace: Catalog, kinds: tuple[str, ...], limit: int) -> list[Hit]:
    index = workspace.fresh()
    tiers = (OWN_TIERS, ("reference",))
    listed = [index.rows(kinds=kinds, tiers=each, limit=limit, include_superseded=False) for each in tiers]
    rows = [row for each in listed for row in each if row.record.fields.get("outcome") != "worked"]
    rows = [row for row in rows if row.record.status not in KINDS[row.record.kind].settled]
    return [Hit(row, 0.0, {}) for row in rows[:limit]]
