"""The surface of a program: routes, commands and the environment variables it reads, found by their usual spelling.

Only spellings are looked for, after a test for a literal that each needs, so a file without any costs next to nothing.
Of variables only names are taken, never values. What tests, examples, vendored and generated files hold is left out.
"""

import os
import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from backstory.code.read.languages import language_of
from backstory.code.read.roles import CODE, CONFIG, OTHER, TOOLING, role_of
from backstory.code.read.source import find_rejection
from backstory.code.routes import READERS
from backstory.code.routes.exposed import COMMAND, MAX_LOOKED, ROUTE, VARIABLE, Exposed, Source, decode_text
from backstory.code.routes.prefixes import join_routes
from backstory.git.worktree import read_file

__all__ = ["COMMAND", "ROUTE", "VARIABLE", "Exposed", "collect_surface", "may_have_surface", "read_surface"]

MAX_FILES: Final = 4_000
"""Files read for one answer."""
MAX_BYTES: Final = 96 << 20
_LARGEST: Final = 512 << 10
"""A larger file is data or generated."""
_ROLES: Final = frozenset([CODE, CONFIG, TOOLING, OTHER])
_SHELL: Final = "bash"
_COMPOSE: Final = re.compile(r"(?:^|/)(?:docker-)?compose[\w.-]*\.ya?ml$")
_TEMPLATE: Final = re.compile(r"(?:^|/)\.env\.(?:example|sample|template|dist|defaults)$")
_DJANGO_COMMAND: Final = re.compile(r"(?:^|/)management/commands/([a-z]\w*)\.py$")
_NAME: Final = rb"([A-Za-z_][A-Za-z0-9_]{0,99})"
_LITERAL: Final = rb"\(\s*[\"'`]" + _NAME + rb"[\"'`]"

# Commands

_CLICK: Final = re.compile(
    rb"(?m)^[ \t]*@([\w.]{1,80}\.)?(command|group)\b(?:\(\s*(?:name\s*=\s*)?(?:([\"'])([\w:.-]{1,80})\3)?)?"
)
_DEF: Final = re.compile(rb"\n[ \t]*(?:async[ \t]+)?def[ \t]+(\w{1,80})")
_ROOTS: Final = frozenset(["main", "cli"])
"""Names of the function of a whole program, for which people know the name of the entry point."""
_FIRST: Final = frozenset(["", "click.", "typer."])
_ARGPARSE: Final = re.compile(rb"\.add_parser\(\s*[\"']([\w:.-]{1,80})[\"']")
_COBRA: Final = re.compile(rb"\bUse:\s*[\"`]([\w:.-]{1,80})")
_COMMANDER: Final = re.compile(rb"\.command\(\s*(?:\{\s*command:\s*)?\[?\s*[\"'`]([\w:.-]{1,80})")

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
_DESTRUCTURED: Final = re.compile(rb"\{([^{}]{1,2000})\}\s*=\s*process\.env\b")
_BRACED: Final = re.compile(rb"(?<![$\\])\$\{([A-Z_][A-Z0-9_]{0,99})(?=[}:?+=-])")
_ASSIGNED: Final = re.compile(
    rb"(?m)^[ \t]*(?:(?:export|local|readonly|declare|typeset)[ \t]+(?:-\w+[ \t]+)*)?([A-Z_][A-Z0-9_]*)\+?=(.*)$"
)
_LOOPED: Final = re.compile(rb"\b(?:for|read(?:[ \t]+-\w+)*)[ \t]+([A-Z_][A-Z0-9_]*)\b")
_SET: Final = re.compile(rb"(?m)^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]{0,99})[ \t]*=")
_SHELL_OWN: Final = frozenset(
    """BASH BASH_SOURCE BASH_VERSION BASH_VERSINFO BASH_REMATCH COLUMNS COMP_WORDS COMP_CWORD COMPREPLY EUID FUNCNAME
    IFS LINENO LINES OLDPWD OPTARG OPTIND PIPESTATUS PPID PWD RANDOM REPLY SECONDS SHLVL UID
    """.split()  # noqa: SIM905 -- reads as words
)

_IMPORTED: Final = re.compile(
    rb"(?m)^[ \t]*from[ \t]+os[ \t]+import\b[^\n]*\benviron\b|\benviron[ \t]*=[ \t]*os\.environ\b"
)
_TAKEN: Final = re.compile(rb"\.\s*(?:pop|delete)\b")
_compiled: dict[bytes, re.Pattern[bytes]] = {}


def read_surface(path: str, data: bytes) -> list[Exposed]:
    """The names that one file exposes and reads, in the order of its lines, each once a line."""
    return join_routes([_read(path, data)])


def _read(path: str, data: bytes) -> Source:
    language = language_of(path, data[:200])
    s = Source(path, data, language.name if language else "")
    if s.language in READERS:
        READERS[s.language](s)
    _commands(s)
    _variables(s)
    return s


def may_have_surface(path: str) -> bool:
    """Whether a file may hold any of it, by its name."""
    if _COMPOSE.search(path) or _TEMPLATE.search(path):
        return True
    language = language_of(path)
    if language is None:
        return False
    known = language.name in READERS or language.name in _VARIABLES or language.name == _SHELL
    return known and role_of(path, language) in _ROLES


def collect_surface(root: str, paths: Iterable[str]) -> list[Exposed]:
    """The names that the files at `paths` below `root` expose and read, by file and line; within bounds."""
    sources: list[Source] = []
    read = size = 0
    for path in sorted(p for p in paths if may_have_surface(p)):
        if read >= MAX_FILES or size >= MAX_BYTES:
            break
        data = read_file(os.path.join(root, path), _LARGEST)
        if not data:
            continue
        read, size = read + 1, size + len(data)
        if not find_rejection(data):
            source = _read(path, data)
            source.data = b""  # only what was found is needed from here on
            if source.found or source.mounts or source.routers or source.imports:
                sources.append(source)
    return join_routes(sources)


def _commands(s: Source) -> None:
    data = s.data
    if s.language == "python":
        if b"click" in data or b"typer" in data:
            for m in _CLICK.finditer(data):
                name = decode_text(m[4])
                after = _DEF.search(data, m.end(), m.end() + 8000)
                if not name and after:
                    name = decode_text(after[1]).strip("_").replace("_", "-").lower()
                    if name in _ROOTS and decode_text(m[1]) in _FIRST:
                        continue
                s.add(COMMAND, name, m.start(2), "click")
        if b".add_parser(" in data:
            for m in _ARGPARSE.finditer(data):
                s.add(COMMAND, decode_text(m[1]), m.start(1), "argparse")
        if (at := _DJANGO_COMMAND.search(s.path)) and b"class Command" in data:
            s.add(COMMAND, at[1], data.find(b"class Command"), "Django")
    elif s.language == "go" and b"cobra" in data:
        for m in _COBRA.finditer(data):
            s.add(COMMAND, decode_text(m[1]), m.start(1), "cobra")
    elif s.language in ("javascript", "typescript") and any(w in data for w in _COMMAND_LINES):
        for m in _COMMANDER.finditer(data):
            s.add(COMMAND, decode_text(m[1]), m.start(1), "commander")


def _variables(s: Source) -> None:
    data = s.data
    for needed, pattern, how in _VARIABLES.get(s.language, ()):
        if needed in data:
            rule = _compiled.get(pattern) or _compiled.setdefault(pattern, re.compile(pattern))
            for m in islice(rule.finditer(data), MAX_LOOKED):
                if _is_no_reading(s, m):
                    continue
                s.add(VARIABLE, decode_text(m[1]), m.start(1), how)
    if s.language in ("javascript", "typescript") and b"process.env" in data:
        for m in _DESTRUCTURED.finditer(data):
            for piece in re.finditer(rb"(?:^|,)\s*" + _NAME, m[1]):
                s.add(VARIABLE, decode_text(piece[1]), m.start(1) + piece.start(1), "process.env")
    if s.language == _SHELL or _COMPOSE.search(s.path):
        _shell(s)
    if _TEMPLATE.search(s.path):
        for m in _SET.finditer(data):
            s.add(VARIABLE, decode_text(m[1]), m.start(1), ".env template")


def _is_no_reading(s: Source, m: re.Match[bytes]) -> bool:
    """Whether a variable is only spoken of in a string, or only taken away: `os.environ.pop("X")` as a statement."""
    if s.language in ("javascript", "typescript"):
        return s.quoted(m.start())
    before = s.data[s.data.rfind(b"\n", 0, m.start()) + 1 : m.start()].strip()
    if m[0].startswith(b"environ") and not before.endswith(b"os.") and not _IMPORTED.search(s.data):
        return True  # the environment of a WSGI request
    if before.startswith(b"del "):
        return True
    return bool(_TAKEN.search(m[0])) and not before.removesuffix(b"os.")


def _shell(s: Source) -> None:
    """`${NAME}` of what the file does not set itself; `NAME=${NAME:-...}` takes it from outside all the same."""
    s.language = s.language if s.language == _SHELL else "config"
    own: set[bytes] = set()
    if s.language == _SHELL:
        own = {m[1] for m in _ASSIGNED.finditer(s.data) if b"${" + m[1] not in m[2]}
        own.update(m[1] for m in _LOOPED.finditer(s.data))
    for m in _BRACED.finditer(s.data):
        if m[1] not in own and decode_text(m[1]) not in _SHELL_OWN:
            s.add(VARIABLE, decode_text(m[1]), m.start(1), "${}")
