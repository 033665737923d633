"""The surface of a program: routes, commands and the environment variables it reads, found by their usual spelling.

Only spellings are looked for, after a test for a literal that each needs, so a file without any costs next to nothing.
Of variables only names are taken, never values. What tests, examples, vendored and generated files hold is left out.
"""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from backstory.code.read.language import compile_pattern
from backstory.code.read.languages import language_of
from backstory.code.read.roles import CODE, CONFIG, OTHER, TOOLING, role_of
from backstory.code.read.source import find_rejection
from backstory.code.routes import READERS, readers_of
from backstory.code.routes.exposed import COMMAND, MAX_LOOKED, ROUTE, VARIABLE, Exposed, Source, decode_text
from backstory.code.routes.prefixes import join_routes
from backstory.git.worktree import read_file
from backstory.model.late_pattern import late_pattern

__all__ = [
    "COMMAND",
    "ROUTE",
    "VARIABLE",
    "Exposed",
    "collect_surface",
    "may_have_surface",
    "read_sources",
    "read_surface",
]

MAX_FILES: Final = 4_000
"""Files read for one answer."""
MAX_BYTES: Final = 96 << 20
_LARGEST: Final = 512 << 10
"""A larger file is data or generated."""
_ROLES: Final = frozenset([CODE, CONFIG, TOOLING, OTHER])
_SHELL: Final = "bash"
_SCRIPTS: Final = ("javascript", "typescript")
_COMPOSE: Final = late_pattern(r"(?:^|/)(?:docker-)?compose[\w.-]*\.ya?ml$")
_TEMPLATE: Final = late_pattern(r"(?:^|/)\.env\.(?:example|sample|template|dist|defaults)$")
_DJANGO_COMMAND: Final = late_pattern(r"(?:^|/)management/commands/([a-z]\w*)\.py$")
_NAME: Final = rb"([A-Za-z_][A-Za-z0-9_]{0,99})"
_LITERAL: Final = rb"\(\s*[\"'`]" + _NAME + rb"[\"'`]"

# Commands

_CLICK: Final = late_pattern(
    rb"(?m)^[ \t]*@([\w.]{1,80}\.)?(command|group)\b(?:\(\s*(?:name\s*=\s*)?(?:([\"'])([\w:.-]{1,80})\3)?)?"
)
_DEF: Final = late_pattern(rb"\n[ \t]*(?:async[ \t]+)?def[ \t]+(\w{1,80})")
_ROOTS: Final = frozenset(["main", "cli"])
"""Names of the function of a whole program, for which people know the name of the entry point."""
_FIRST: Final = frozenset(["", "click.", "typer."])
_ARGPARSE: Final = late_pattern(rb"\.add_parser\(\s*[\"']([\w:.-]{1,80})[\"']")
_COBRA: Final = late_pattern(rb"\bUse:\s*[\"`]([\w:.-]{1,80})")
_COMMANDER: Final = late_pattern(rb"\.command\(\s*(?:\{\s*command:\s*)?\[?\s*[\"'`]([\w:.-]{1,80})")

_COMMAND_LINES: Final = (b"commander", b"yargs", b"Command", b"program", b"cac(")

# Variables: (what must be there, what is looked for, how it is called)

_PYTHON: Final = (
    (b"environ", rb"\benviron\s*(?:\.\s*(?:get|pop|setdefault)\s*\(|\[)\s*[\"']" + _NAME + rb"[\"'](?!\]\s*=[^=])", "os.environ"),  # noqa: E501 -- one row of a table
    (b"getenv", rb"\bgetenv" + _LITERAL, "os.getenv"),
    (b"env", rb"(?<![\w.])env(?:\.(?:str|int|bool|float|list|json|url|path|db|get))?\(\s*[\"']([A-Z][A-Z0-9_]{1,99})[\"']", "env()"),  # noqa: E501 -- one row of a table
)  # fmt: skip
_JS: Final = (
    (b"process.env", rb"\bprocess\.env(?:\.|\[\s*[\"'`])" + _NAME + rb"\b(?![\"'`]?\]?\s*=[^=])", "process.env"),
    (b"import.meta.env", rb"\bimport\.meta\.env\." + _NAME + rb"\b", "import.meta.env"),
    (b"Deno.env", rb"\bDeno\.env\.get" + _LITERAL, "Deno.env"),
    (b"Bun.env", rb"\bBun\.env\." + _NAME + rb"\b", "Bun.env"),
)  # fmt: skip
_JVM: Final = ((b"getenv", rb"\bgetenv" + _LITERAL, "System.getenv"),)
_C: Final = ((b"getenv", rb"\b(?:secure_)?getenv" + _LITERAL, "getenv"),)
_VARIABLES: Final = {
    "python": _PYTHON, "javascript": _JS, "typescript": _JS, "java": _JVM, "kotlin": _JVM, "scala": _JVM,
    "c": _C, "cpp": _C,
    "go": ((b"os.", rb"\bos\.(?:Getenv|LookupEnv)" + _LITERAL, "os.Getenv"),),
    "rust": (
        (b"env!", rb"\b(?:option_)?env!" + _LITERAL, "env!"),
        (b"env::var", rb"\benv::var(?:_os)?" + _LITERAL, "env::var"),
    ),
    "ruby": ((b"ENV", rb"\bENV(?:\[|\.(?:fetch|key\?|dig|delete)\(?)\s*[\"']" + _NAME + rb"[\"'](?!\]\s*=[^=~])", "ENV"),),  # noqa: E501 -- one row of a table
    "php": (
        (b"env(", rb"(?<![\w>:])(?:get)?env" + _LITERAL, "getenv"),
        (b"$_ENV", rb"\$_ENV\[\s*[\"']" + _NAME + rb"[\"']\](?!\s*=[^=])", "$_ENV"),
    ),
    "csharp": ((b"GetEnvironmentVariable", rb"\bGetEnvironmentVariable" + _LITERAL, "Environment"),),
}  # fmt: skip
_PIECE: Final = late_pattern(rb"(?:^|,)\s*" + _NAME)
_DESTRUCTURED: Final = late_pattern(rb"\{([^{}]{1,2000})\}\s*=\s*process\.env\b")
_BRACED: Final = late_pattern(rb"(?<![$\\])\$\{([A-Z_][A-Z0-9_]{0,99})(?=[}:?+=-])")
_ASSIGNED: Final = late_pattern(
    rb"(?m)^[ \t]*(?:(?:export|local|readonly|declare|typeset)[ \t]+(?:-\w+[ \t]+)*)?([A-Z_][A-Z0-9_]*)\+?=(.*)$"
)
_LOOPED: Final = late_pattern(rb"\b(?:for|read(?:[ \t]+-\w+)*)[ \t]+([A-Z_][A-Z0-9_]*)\b")
_SET: Final = late_pattern(rb"(?m)^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]{0,99})[ \t]*=")
_SHELL_OWN: Final = frozenset(
    """BASH BASH_SOURCE BASH_VERSION BASH_VERSINFO BASH_REMATCH COLUMNS COMP_WORDS COMP_CWORD COMPREPLY EUID FUNCNAME
    IFS LINENO LINES OLDPWD OPTARG OPTIND PIPESTATUS PPID PWD RANDOM REPLY SECONDS SHLVL UID
    """.split()  # noqa: SIM905 -- reads as words
)

_IMPORTED: Final = late_pattern(
    rb"(?m)^[ \t]*from[ \t]+os[ \t]+import\b[^\n]*\benviron\b|\benviron[ \t]*=[ \t]*os\.environ\b"
)
_REMOVAL: Final = late_pattern(rb"\.\s*(?:pop|delete)\b")


def read_surface(path: str, data: bytes) -> list[Exposed]:
    """The names that one file exposes and reads, in the order of its lines, each once a line."""
    return join_routes([_read(path, data)])


def _read(path: str, data: bytes) -> Source:
    language = language_of(path, data[:200])
    source = Source(path, data, language.name if language else "")
    for read in readers_of(source.language):
        read(source)
    _read_commands(source)
    _read_variables(source)
    return source


def may_have_surface(path: str) -> bool:
    """Whether a file may hold any of it, by its name."""
    if _COMPOSE.search(path) or _TEMPLATE.search(path):
        return True
    language = language_of(path)
    if language is None:
        return False
    has_readers = language.name in READERS or language.name in _VARIABLES or language.name == _SHELL
    return has_readers and role_of(path, language) in _ROLES


def collect_surface(root: str, paths: Iterable[str]) -> list[Exposed]:
    """The names that the files at `paths` below `root` expose and read, by file and line; within bounds."""
    sources = (source for source, _ in read_sources(root, sorted(filter(may_have_surface, paths))) if source)
    return join_routes([source for source in sources if not source.is_blank()])


def read_sources(root: str, paths: Iterable[str]) -> Iterator[tuple[Source | None, int]]:
    """What each file at `paths` below `root` says by itself, and its bytes; None for one that is not read.

    Ends where the files or bytes for one answer are used up.
    """
    files = size = 0
    for path in paths:
        if files >= MAX_FILES or size >= MAX_BYTES:
            break
        data = read_file(os.path.join(root, path), _LARGEST)
        files, size = files + bool(data), size + len(data or b"")
        source = _read(path, data) if data and not find_rejection(data) else None
        if source is not None:
            source.data = b""  # only what was found is needed from here on
        yield source, len(data or b"")


def _read_commands(source: Source) -> None:
    if source.language == "python":
        _read_python_commands(source)
    elif source.language == "go":
        if b"cobra" in source.data:
            _add_commands(source, _COBRA, "cobra")
    elif source.language in _SCRIPTS and any(word in source.data for word in _COMMAND_LINES):
        _add_commands(source, _COMMANDER, "commander")


def _add_commands(source: Source, pattern: re.Pattern[bytes], how: str) -> None:
    for command in pattern.finditer(source.data):
        source.add(COMMAND, decode_text(command[1]), command.start(1), how)


def _read_python_commands(source: Source) -> None:
    data = source.data
    if b"click" in data or b"typer" in data:
        _read_click(source)
    if b".add_parser(" in data:
        _add_commands(source, _ARGPARSE, "argparse")
    django = _DJANGO_COMMAND.search(source.path)
    if django and b"class Command" in data:
        source.add(COMMAND, django[1], data.find(b"class Command"), "Django")


def _read_click(source: Source) -> None:
    """Commands by their decorator: the name in it, else that of the function below."""
    for decorator in _CLICK.finditer(source.data):
        name = decode_text(decorator[4]) or _name_of_function(source.data, decorator)
        if name is not None:
            source.add(COMMAND, name, decorator.start(2), "click")


def _name_of_function(data: bytes, decorator: re.Match[bytes]) -> str | None:
    """The name of a command after its function, empty without one; None for the function of a whole program."""
    function = _DEF.search(data, decorator.end(), decorator.end() + 8000)
    if function is None:
        return ""
    name = decode_text(function[1]).strip("_").replace("_", "-").lower()
    return None if name in _ROOTS and decode_text(decorator[1]) in _FIRST else name


def _read_variables(source: Source) -> None:
    for needed, pattern, how in _VARIABLES.get(source.language, ()):
        if needed in source.data:
            _add_variables(source, pattern, how)
    if source.language in _SCRIPTS and b"process.env" in source.data:
        _read_destructured(source)
    if source.language == _SHELL or _COMPOSE.search(source.path):
        _read_shell(source)
    if _TEMPLATE.search(source.path):
        for assigned in _SET.finditer(source.data):
            source.add(VARIABLE, decode_text(assigned[1]), assigned.start(1), ".env template")


def _add_variables(source: Source, pattern: bytes, how: str) -> None:
    for match in islice(compile_pattern(pattern).finditer(source.data), MAX_LOOKED):
        if not _is_no_reading(source, match):
            source.add(VARIABLE, decode_text(match[1]), match.start(1), how)


def _read_destructured(source: Source) -> None:
    """`const { NAME, OTHER } = process.env`."""
    for group in _DESTRUCTURED.finditer(source.data):
        for piece in _PIECE.finditer(group[1]):
            source.add(VARIABLE, decode_text(piece[1]), group.start(1) + piece.start(1), "process.env")


def _is_no_reading(source: Source, match: re.Match[bytes]) -> bool:
    """Whether a variable is only spoken of in a string, or only taken away: `os.environ.pop("X")` as a statement."""
    if source.language in _SCRIPTS:
        return source.quoted(match.start())
    before = source.data[source.data.rfind(b"\n", 0, match.start()) + 1 : match.start()].strip()
    if match[0].startswith(b"environ") and not before.endswith(b"os.") and not _IMPORTED.search(source.data):
        return True  # the environment of a WSGI request
    if before.startswith(b"del "):
        return True
    return bool(_REMOVAL.search(match[0])) and not before.removesuffix(b"os.")


def _read_shell(source: Source) -> None:
    """`${NAME}` of what the file does not set itself; `NAME=${NAME:-...}` takes it from outside all the same."""
    own: set[bytes] = set()
    if source.language == _SHELL:
        own = _names_set(source.data)
    else:
        source.language = "config"
    for match in _BRACED.finditer(source.data):
        name = decode_text(match[1])
        if match[1] not in own and name not in _SHELL_OWN:
            source.add(VARIABLE, name, match.start(1), "${}")


def _names_set(data: bytes) -> set[bytes]:
    """The variables that a shell script sets, but for those that it sets from themselves."""
    names = {match[1] for match in _ASSIGNED.finditer(data) if b"${" + match[1] not in match[2]}
    return names.union(match[1] for match in _LOOPED.finditer(data))
