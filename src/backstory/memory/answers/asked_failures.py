"""The failures that a text asks about: a command that failed, its error, and what worked instead."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.common_words import is_usual
from backstory.base.put_questions import is_question
from backstory.base.tokenizer import STOP, WEAK, split_words
from backstory.capture.reports.fault_marks import may_name_fault
from backstory.memory.kernel.catalog import Catalog
from backstory.model.late_pattern import late_pattern

if TYPE_CHECKING:
    from backstory.capture.sessions.failures import Failure
    from backstory.capture.sessions.runs import Stretch

MAX_SESSIONS: Final = 50
"""Sessions that are read, the newest first."""
MAX_NAMED: Final = 3
"""Failures that answer a text."""
MOST_WORDS: Final = 40
"""Words of a text; a longer one is no question and no error message."""
_ENOUGH: Final = 0.6
"""Share of the words of a question that a failure has."""
_CODE: Final = late_pattern(
    r"(?!sha|es20|py|iso|rfc|utf|md|ipv)(?:[a-z]{1,3}\d{3,5}|e(?:conn|addr|host|net|not|pipe|acces|perm|noent|exist|isdir"
    r"|mfile|timedout|resolve|target|inval|busy|rofs|nospc)[a-z]*|sig(?:segv|kill|abrt|bus|ill|term|fpe|pipe))"
)
"""The code of an error, as tools print it, in lower case."""
_QUOTED: Final = 3
"""Words from which a text without a word of failing is taken for a part of a message or of a command."""
_ENDED: Final = """
fail fails failed failing failures broke broken breaks crash crashes crashed crashing refused rejected aborted
fehlgeschlagen scheiterte scheitert gescheitert schlug schlägt fehl kaputt abgebrochen abgestürzt
échoue échoué échouait échouent planté plante cassé falla falló fallaba fallaron fallan roto rota
faalde faalt mislukt mislukte kapot fallito fallisce fallita rotto falhou falha falhava falham quebrou padło padł
zawiodło
"""
_WRONG: Final = """
failure error errors errored fault break refuse refuses reject wrong problem problems trouble happened happen work
worked working works exception traceback abort complain complained complains red
fehler fehlschlag probleme klappt klappte geklappt funktioniert funktionierte ging geht
erreur erreurs échec marche marchait problème problèmes fallo fallos error errores funciona funcionó funcionaba problema
problemas fout fouten werkte errore errori funzionava erro erros quebrado błąd błędy
"""
ENDED: Final = frozenset(_ENDED.split())
"""Words that say of something that it failed."""
FAILING: Final = ENDED.union(_WRONG.split())
"""The same, and words of a question for what went wrong."""
_UNSPACED: Final = ("失败", "失敗", "报错", "錯誤", "错误", "エラー", "動かな", "실패", "오류", "에러")
_KINDS: Final = {
    "test": "test tests testing suite suites spec specs unittests testlauf pruebas prueba testy testów testes",
    "lint": "lint linter linting style",
    "types": "types typing typecheck typechecker type",
    "build": "build builds compile compiles compilation compiler bundle",
    "install": "install installs installation installing dependencies dependency packages",
    "run": "start starts server run launch",
    "git": "git",
    "other": "",
}
"""Kind of a command -> words that name it."""
_OF_COMMANDS: Final = frozenset(("command", "commands", "befehl", "befehle", "comando", "comandos", "commande"))


class _Asked(NamedTuple):
    """What a text asks for."""

    words: frozenset[str]
    is_direct: bool
    """Whether it has a word of failing."""
    fingerprint: str
    """Fingerprint of the error message, if the text is one."""
    codes: frozenset[str] = frozenset()
    """Codes of errors that it names: `TS2345`, `ECONNREFUSED`."""


def find_asked_failures(workspace: Catalog, text: str) -> "tuple[Failure, ...]":
    """The failures of commands that a text asks about, those that fit it best first; often none.

    It asks in words (`why did npm test fail`), or it is an error message or a command, or a part of one. One that asks
    for failures as such (`which commands failed?`) is answered by the last ones, open ones first.
    """
    asked = _read_text(text)
    if asked is None:
        return ()
    failures = _list_failures(workspace)
    if not (asked.words or asked.fingerprint):
        return _take_first(sorted(failures, key=lambda failure: failure.status != "open"))
    scores = {failure.fingerprint: _score(asked, failure) for failure in failures}
    best = max(scores.values(), default=0.0)
    return _take_first(failure for failure in failures if 0 < best <= scores[failure.fingerprint])


def _take_first(failures: "Iterable[Failure]") -> "tuple[Failure, ...]":
    """The first failures, one for each run of a command: later errors of a run mostly follow from the first."""
    first: dict[tuple[str, str], Failure] = {}
    for failure in failures:
        first.setdefault((failure.command, failure.last), failure)
    return tuple(first.values())[:MAX_NAMED]


def _read_text(text: str) -> _Asked | None:
    """What a text asks for; None where no failure can answer it."""
    words = split_words(text)
    if not words or len(words) > MOST_WORDS:
        return None
    is_direct = not FAILING.isdisjoint(words) or any(word in text for word in _UNSPACED)
    if is_direct:
        subject = frozenset(_fold(word) for word in words if word not in FAILING and _tells(word))
    else:
        subject = frozenset(_fold(word) for word in words if word not in STOP)
    fingerprint = _find_fingerprint(text.strip().strip("`\"'“”")) if may_name_fault(text) else ""
    if is_direct and subject <= _KIND_NAMES:
        is_asked = len(words) > 1 and not (ENDED.isdisjoint(words) and _OF_COMMANDS.isdisjoint(words))
    else:
        is_asked = is_direct or (len(subject) >= _QUOTED and not is_question(text))
    codes = frozenset(filter(_CODE.fullmatch, words))
    return _Asked(subject, is_direct, fingerprint, codes) if is_asked or fingerprint or codes else None


def _find_fingerprint(line: str) -> str:
    """The fingerprint of a line that a tool printed; empty for any other."""
    from backstory.capture.reports.fingerprints import read_fault  # with a hundred patterns

    fault = read_fault(line)
    return fault.fingerprint if fault.toolchain else ""


def _tells(word: str) -> bool:
    """Whether a word of a question for a failure says which."""
    if word in STOP or word in _OF_COMMANDS:
        return False
    return _fold(word) in _KIND_NAMES or not (word in WEAK or is_usual(word))


def _list_failures(workspace: Catalog) -> "tuple[Failure, ...]":
    """The failures of the last sessions, the last first."""
    from backstory.capture.sessions.failures import find_failures
    from backstory.capture.sessions.runs import split_session

    derived: list[Stretch] = []
    for session in islice(workspace.sessions.newest(), MAX_SESSIONS):
        if any(command.failed for command in session.commands):
            derived += split_session(session)
    ids = {run.session for run in derived}
    stored = [run for run in islice(workspace.runs.newest(), MAX_SESSIONS) if run.session not in ids]
    return find_failures(sorted((*derived, *stored), key=lambda run: run.started), others=True)


def _score(asked: _Asked, failure: "Failure") -> float:
    """How well a failure fits; 0 for not at all."""
    if asked.fingerprint and asked.fingerprint == failure.fingerprint:
        return 2.0
    if asked.codes:
        return 1.5 if asked.codes <= frozenset(split_words(" ".join((failure.message, *failure.red)))) else 0.0
    if not asked.words:
        return 0.0
    names = frozenset(map(_fold, _KINDS.get(failure.kind, "").split()))
    own = names.union(_list_words((failure.command, failure.message, *failure.red)))
    share = len(asked.words & own) / len(asked.words)
    least = _ENOUGH if asked.is_direct else 1.0
    return share if share >= least else 0.0


def _list_words(texts: Iterable[str]) -> Sequence[str]:
    return [_fold(word) for text in texts for word in split_words(text)]


def _fold(word: str) -> str:
    """A word without its plural `s`."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


_KIND_NAMES: Final = frozenset(_fold(word) for words in _KINDS.values() for word in words.split())
