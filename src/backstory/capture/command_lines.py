"""Command lines taken apart: the programs that a line of shell runs, without what merely wraps them.

`cd web && CI=1 timeout 60 uv run python -m pytest -q 2>&1 | tail -5` runs `pytest -q` and pipes it into `tail -5`.
Nothing is expanded and nothing fails: text that is no shell gives words.
"""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

MAX_COMMAND: Final = 20_000
"""Characters of a command line that are looked at."""
MAX_DEPTH: Final = 4
"""How many shells within shells are opened."""


class Invocation(NamedTuple):
    """One program of a command line with its arguments."""

    program: str
    """Its name, without folder, version and ending: `pytest` for `.venv/bin/python3.12 -m pytest`."""
    args: tuple[str, ...] = ()
    piped: bool = False
    """Whether its output goes into another program, which hides its exit code."""
    follows: str = ""
    """The operator before it: empty, `&&`, `||`, `;`, `|` or `&`."""
    path: str = ""
    """The program as the line names it."""


_TOKEN: Final = re.compile(
    r"""
    (?P<blank>[ \t]+|\\\r?\n)
  | (?P<comment>(?<![^\s;&|(])\#[^\n]*)
  | (?P<redirect>\d*(?:>>|>\||>&|<&|&>>|&>|<<<|<>|>|<(?!<))-?\d*)
  | (?P<heredoc><<-?[ \t]*(?P<quote>['"]?)(?P<mark>[A-Za-z_][A-Za-z_0-9]*)(?P=quote))
  | (?P<operator>&&|\|\||\|&|[;&|\n]+|[()])
  | (?P<word>(?:[^\s'"\\;&|()<>`$]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|\$\((?:[^()]|\([^()]{0,500}\)){0,2000}\)|`[^`]{0,2000}`|[$'"\\`<])+)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_QUOTED: Final = re.compile(r"""'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)""", re.DOTALL)
_ASSIGNMENT: Final = re.compile(r"(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*\+?=")
_KEYWORDS: Final = frozenset(("if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "&"))
_ENDINGS: Final = re.compile(r"\.(?:exe|cmd|bat|ps1)$", re.IGNORECASE)
_INTERPRETER: Final = re.compile(r"(python|pypy|ruby|node|php|perl|pip|lua)[-\d.]*$")

_ONE_WORD: Final = frozenset(
    ("nohup", "exec", "command", "builtin", "time", "stdbuf", "unbuffer", "setsid", "sudo", "doas", "nice", "ionice",
     "env", "xvfb-run", "winpty", "chronic", "caffeinate", "noglob", "eval")
)  # fmt: skip
"""Programs that run the rest of their arguments, after options."""
_VALUED: Final = {
    "nice": ("-n", "--adjustment"), "ionice": ("-c", "-n", "-p"), "sudo": ("-u", "-g", "--user"), "env": ("-u", "-C", "-S"),
    "stdbuf": ("-o", "-e", "-i"), "timeout": ("-s", "-k", "--signal", "--kill-after"), "gtimeout": ("-s", "-k"),
    "uv": ("--with", "--python", "-p", "--extra", "--group", "--project", "--directory", "--env-file", "--package",
           "--only-group", "--no-group", "--with-requirements", "--with-editable", "--index-url"),
    "uvx": ("--with", "--python", "-p", "--from"), "poetry": ("-C", "--directory", "-P"), "npx": ("-p", "--package", "-c"),
    "conda": ("-n", "-p", "--name", "--prefix", "--cwd"), "docker": ("-e", "--env", "-u", "--user", "-w", "--workdir",
    "--env-file", "-v", "--volume", "--name", "--entrypoint", "--network", "-f", "--file", "-p", "--profile",
    "--project-directory", "--mount", "--platform"),
    "kubectl": ("-n", "--namespace", "-c", "--container", "--context"), "xargs": ("-n", "-P", "-I", "-L", "-d", "-s"),
    "pnpm": ("-C", "--dir", "-F", "--filter"), "yarn": ("--cwd",), "npm": ("--prefix", "-w", "--workspace"),
    "bun": ("--cwd",), "make": ("-C", "-f", "-j", "--directory", "--file"),
    "hatch": ("-e", "--env"), "pdm": ("-p", "--project"), "coverage": ("--source", "--rcfile", "--omit", "--include",
    "--data-file", "--context"), "git": ("-C", "-c"),
}  # fmt: skip
"""Options of a program whose value is the next word."""
_RUNNERS: Final = {
    "uv": ("run",), "poetry": ("run",), "pipenv": ("run",), "pdm": ("run",), "rye": ("run",), "hatch": ("run",),
    "conda": ("run",), "mamba": ("run",), "micromamba": ("run",), "pixi": ("run",), "bundle": ("exec",),
    "pnpm": ("exec", "dlx"), "npm": ("exec", "x"), "yarn": ("exec", "dlx"), "bun": ("x",), "mise": ("exec", "x"), "rtx": ("exec",),
    "direnv": ("exec",), "asdf": ("exec",), "devbox": ("run",), "volta": ("run",), "rbenv": ("exec",), "pyenv": ("exec",),
    "coverage": ("run",), "docker": ("exec", "run"), "podman": ("exec", "run"), "docker-compose": ("exec", "run"),
    "kubectl": ("exec",), "dotenv": ("run",), "doppler": ("run",), "op": ("run",), "backstory": ("run",),
}  # fmt: skip
"""Programs that run the rest after one of these words."""
_BINARIES: Final = frozenset(("npx", "bunx", "uvx", "pipx", "pnpx", "dotenvx", "xargs", "cross-env", "dotenv-cli"))
_SHELLS: Final = frozenset(("bash", "sh", "zsh", "dash", "ksh", "fish", "pwsh", "powershell", "cmd"))


def split_command(command: str) -> list[Invocation]:
    """The programs of a command line in order, unwrapped; those inside `bash -c '...'` take its place.

    A list of words in JSON counts as a line.
    """
    if command.startswith("["):
        command = _join_list(command)
    return list(_split(command[:MAX_COMMAND], 0))


def _join_list(command: str) -> str:
    """A list of words in JSON, as some agents write a command, as a line."""
    try:
        words = json.loads(command)
    except ValueError:
        return command
    return shlex.join(map(str, words)) if isinstance(words, list) else command


def _split(command: str, depth: int) -> Iterator[Invocation]:
    parts = _simple_commands(command)
    for number, (words, follows) in enumerate(parts):
        following = parts[number + 1][1] if number + 1 < len(parts) else ""
        yield from _open(words, following in ("|", "|&"), follows, depth)


def _simple_commands(command: str) -> list[tuple[list[str], str]]:
    """The words of each simple command, with the operator before it."""
    parts: list[tuple[list[str], str]] = []
    words: list[str] = []
    follows, target, place = "", False, 0
    heredocs: list[str] = []
    while place < len(command):
        match = _TOKEN.match(command, place)
        assert match is not None  # the last alternative takes any character
        place, kind = match.end(), match.lastgroup
        kind = "heredoc" if match["heredoc"] else kind
        if kind == "heredoc":
            heredocs.append(match["mark"])
        elif kind == "redirect":
            target = not re.search(r"&-?\d+$|&-$", match[0])
        elif kind == "word":
            if not target:
                words.append(unquote(match[0]))
            target = False
        elif kind == "operator":
            operator = match[0].strip("\n\r") or ";"
            if "\n" in match[0] and heredocs:
                place = _skip_heredocs(command, place, heredocs)
            if words:
                parts.append((words, follows))
                words = []
                follows = ""
            if operator not in "()" or not follows:
                follows = operator if operator not in ("(", ")") else follows
    if words:
        parts.append((words, follows))
    return parts


def _skip_heredocs(command: str, place: int, marks: list[str]) -> int:
    """The place after the texts that are handed to programs as input."""
    for mark in marks:
        end = re.compile(rf"^\t*{mark}[ \t]*$", re.MULTILINE).search(command, place)
        if end is None:
            marks.clear()
            return len(command)
        place = end.end()
    marks.clear()
    return place


def unquote(word: str) -> str:
    """A word of shell without its quotes and backslashes."""
    if not any(mark in word for mark in "'\"\\"):
        return word
    if re.match(r"[A-Za-z]:\\|\.{0,2}\\?[\w.-]+\\[\w.-]", word) and "'" not in word and '"' not in word:
        return word.replace("\\", "/")  # a path of Windows
    return _QUOTED.sub(
        lambda match: match[1] if match[1] is not None else re.sub(r"\\(.)", r"\1", match[2]) if match[2] is not None else match[3],
        word,
    )  # fmt: skip


def name_program(word: str) -> str:
    """The name of a program without its folder, ending and version: `node` for `/usr/bin/node22`."""
    name = _ENDINGS.sub("", re.split(r"[\\/]", word)[-1])
    match = _INTERPRETER.match(name)
    return match[1] if match else name


def _open(words: Sequence[str], piped: bool, follows: str, depth: int) -> Iterator[Invocation]:
    words = _strip(list(words))
    if not words:
        return
    program, rest = name_program(words[0]), words[1:]
    script = _inner_script(program, rest)
    if script and depth < MAX_DEPTH:
        inner = list(_split(script, depth + 1))
        for number, part in enumerate(inner):
            last = number == len(inner) - 1
            yield part._replace(piped=part.piped or (last and piped), follows=part.follows if number else follows)
        return
    if not program:
        return
    yield Invocation(_plain_name(program, words[0]), tuple(rest), piped, follows, words[0])


def _plain_name(program: str, word: str) -> str:
    """The program without scope and version of a package: `eslint` for `eslint@9`, `@biomejs/biome` as `biome`."""
    if "@" in program[1:]:
        program = program[: program.index("@", 1)]
    return program or word


def _inner_script(program: str, rest: Sequence[str]) -> str:
    """The line that a shell is asked to run, if it is."""
    if program not in _SHELLS:
        return ""
    for place, word in enumerate(rest[:-1]):
        if program == "cmd" and word.lower() in ("/c", "/k"):
            return " ".join(rest[place + 1 :])
        if program in ("pwsh", "powershell") and word.lower() in ("-command", "-c"):
            return " ".join(rest[place + 1 :])
        if re.fullmatch(r"-[a-z]*c", word):
            return rest[place + 1]
    return ""


def _strip(words: list[str]) -> list[str]:
    """The words without assignments and the programs that only wrap another one."""
    for _ in range(12):
        while words and (words[0] in _KEYWORDS or _ASSIGNMENT.match(words[0]) or words[0] == "export"):
            words = words[1:]
        if not words:
            return words
        program = name_program(words[0])
        inner = _unwrap(program, words)
        if inner is None:
            return words
        words = inner
    return words


def _unwrap(program: str, words: list[str]) -> list[str] | None:
    """The words of the program that `words` wraps; None when they wrap none."""
    rest = words[1:]
    if program in ("python", "pypy"):
        return _unwrap_module(rest)
    if program in _ONE_WORD:
        return _skip_options(program, rest, assignments=True) or None
    if program in ("timeout", "gtimeout"):
        inner = _skip_options(program, rest)
        return inner[1:] if len(inner) > 1 else None
    if program in _BINARIES:
        inner = _skip_options(program, rest, assignments=True)
        return inner[1:] if program == "pipx" and inner[:1] == ["run"] else inner or None
    if program in ("docker", "podman") and rest[:1] == ["compose"]:
        program, rest = "docker-compose", rest[1:]
    if program in _RUNNERS:
        return _unwrap_runner(program, rest)
    if program == "yarn" and rest and rest[0] in _YARN_BINARIES:
        return rest
    if program == "pnpm" and rest and rest[0] in _YARN_BINARIES:
        return rest
    return None


_YARN_BINARIES: Final = frozenset(
    ("jest", "vitest", "mocha", "eslint", "tsc", "prettier", "playwright", "cypress", "vite", "next", "ava", "biome")
)
"""Binaries that yarn and pnpm run by their name."""


def _unwrap_module(rest: list[str]) -> list[str] | None:
    """`-m pytest -q` -> `pytest -q`; None when no module is run."""
    place = 0
    while place < len(rest) and rest[place].startswith("-"):
        option = rest[place]
        if option == "-m" and place + 1 < len(rest):
            return rest[place + 1 :]
        if option.startswith("-m") and len(option) > 2 and not option.startswith("--"):
            return [option[2:], *rest[place + 1 :]]
        place += 2 if option in ("-W", "-X") else 1
    return None


def _unwrap_runner(program: str, rest: list[str]) -> list[str] | None:
    table = "docker" if program in ("podman", "docker-compose") else program
    inner = _skip_options(table, rest)
    if not inner or inner[0] not in _RUNNERS[program]:
        return None
    word = inner[0]
    inner = _skip_options(table, inner[1:])
    if program in ("docker", "podman", "docker-compose", "kubectl", "direnv"):
        inner = inner[1:]  # the container, the folder
        if program == "kubectl" or inner[:1] == ["--"]:
            inner = inner[inner.index("--") + 1 :] if "--" in inner else inner
    elif program in ("mise", "rtx", "asdf", "doppler", "op", "backstory") and "--" in inner:
        inner = inner[inner.index("--") + 1 :]
    if not inner:
        return None
    if program == "coverage":
        return [*inner] if inner[0] != "-m" else inner[1:]
    if program in ("hatch", "pdm", "pixi", "rye") and inner[0] in (
        "test",
        "tests",
        "lint",
        "types",
        "build",
        "fmt",
        "check",
    ):
        return None  # a task of the project
    if program == "hatch" and ":" in inner[0] and not re.match(r"[A-Za-z]:[\\/]", inner[0]):
        return [inner[0].split(":", 1)[1], *inner[1:]]
    return inner if word != "run" or program != "npm" else None


def _skip_options(program: str, words: list[str], assignments: bool = False) -> list[str]:
    """The words after the leading options and their values."""
    valued, place = _VALUED.get(program, ()), 0
    while place < len(words):
        word = words[place]
        if word == "--":
            return words[place + 1 :]
        if word == "-m" and program in ("coverage", "uv"):
            return ["python", *words[place:]] if program == "uv" else words[place + 1 :]
        if word.startswith("-") and len(word) > 1:
            place += 2 if word in valued else 1
        elif assignments and _ASSIGNMENT.match(word):
            place += 1
        else:
            break
    return words[place:]
