"""Reads what a person says about a command: "run the tests with `make check-fast`", "lint: `bin/tidy`"."""

import re
from typing import Final

from backstory.capture.commands.command_lines import split_command
from backstory.capture.commands.working_commands import Purpose
from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.model.tool_names import TASK_WORDS

WITH: Final = frozenset(
    ("with", "using", "via", "run", "runs", "running", "is", "are", "through", "by", "mit", "per", "über", "avec",
     "con", "usando", "lance", "lancer", "corre", "ejecuta")
)  # fmt: skip
"""Words between an action and its command."""
FOR: Final = Pattern(
    r"\s*(?:for (?:the |all |our )*(?:tests?|lint\w*|types?|builds?)\b|to (?:lint|build|test|type ?check|run the tests"
    r"|check)\b|(?:runs|tests|lints|builds|checks)\b|before (?:you |we |i |each |every )?(?:push|commit)\w*)",
    re.IGNORECASE,
)
"""Words right after a command that name its purpose."""
_NAMED: Final[tuple[tuple[Purpose, Pattern], ...]] = (
    ("types", Pattern(r"\btype[ -]?check\w*|\btypes\b|\btyping\b|\btypen\b|\btipos\b", re.IGNORECASE)),
    ("lint", Pattern(r"\blint\w*|\bformat(?:s|ter|ting|ted)?\b|\bcode style\b", re.IGNORECASE)),
    ("all tests", Pattern(r"\b(?:tests?|testing|(?:test )?suite|specs|pruebas|testes)\b", re.IGNORECASE)),
    ("build", Pattern(r"\b(?:builds?|building|compil\w+|baue?n?|baut|constru\w+)\b", re.IGNORECASE)),
    (
        "all tests",
        Pattern(
            r"\bbefore (?:you |we |i |each |every |any |a )?(?:push|commit|merg|open)\w*"
            r"|\b(?:check|verify|validate)\w* (?:a|the|your|my|our|all|every|each|any) change\w*"
            r"|\bvor (?:dem|jedem) (?:push\w*|commit\w*)|\bavant de (?:pousser|commit\w*)"
            r"|\bantes de (?:subir|hacer (?:push|commit)|cada commit)",
            re.IGNORECASE,
        ),
    ),
)
"""Purpose -> words that name it; the first counts. What is run before a push checks the change."""
_CLAUSE_END: Final = Pattern(r"[,;.!?(](?=\s|$)|\b(?:and|und|et|y) (?=(?:run|use|lint|build|type|then|dann)\b)")
_RUNNABLE: Final = Pattern(
    r"(?:\./|\.\\|(?:\w+/)*(?:bin|scripts?|tools?|dev|hack|ci)/)[\w.-]+|[a-z][\w./-]* [\w./: -]+$"
)
"""A script of the project, or a program with words behind it."""
_WORD: Final = late_pattern(r"[a-z]+")
_TASKS: Final = frozenset(("build", "run"))


def name_purpose(line: str, start: int, end: int) -> Purpose | None:
    """The purpose that the clause around a command names; None without one."""
    before = _CLAUSE_END.split(line[:start].rstrip("` "))[-1]
    stop = _CLAUSE_END.search(line, end)
    after = line[end : stop.start() if stop else len(line)]
    for text in (before, after):
        for purpose, pattern in _NAMED:
            if pattern.search(text):
                return purpose
    return None


def is_runnable(text: str) -> bool:
    """Whether a quoted text may be a command line for any purpose."""
    return _RUNNABLE.match(text) is not None and not _is_prefix(text)


def _is_prefix(command: str) -> bool:
    """Whether a command line only says in what another one runs: `nvm exec 20`, `uv run`."""
    return [one.program for one in split_command(f"{command} {_BEHIND}")] == [_BEHIND]


_BEHIND: Final = "a-program"


def names_own_purpose(command: str, purpose: Purpose | None) -> bool:
    """Whether a command names its own purpose: `make lint` does, `make check-fast` does not."""
    if purpose is not None and purpose not in _TASKS:
        return True
    kinds = {TASK_WORDS.get(word) for word in _WORD.findall(command.lower())}
    return purpose is not None and purpose in kinds
