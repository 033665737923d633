"""Command lines taken apart: the programs that a line of shell runs, without what merely wraps them.

`cd web && CI=1 timeout 60 uv run python -m pytest -q 2>&1 | tail -5` runs `pytest -q` and pipes it into `tail -5`.
Nothing is expanded and nothing fails: text that is no shell gives words.
"""

import json
import re
from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.capture.commands.environments import ENVIRONMENTS, SCRIPT_OPTIONS, unwrap_environment, unwrap_nix
from backstory.capture.text.patterns import Pattern

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


_TOKEN: Final = Pattern(
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
_QUOTED: Final = Pattern(r"""'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)""", re.DOTALL)
_ASSIGNMENT: Final = Pattern(r"(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*\+?=")
_KEYWORDS: Final = frozenset(("if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "&"))
_ENDINGS: Final = Pattern(r"\.(?:exe|cmd|bat|ps1)$", re.IGNORECASE)
_INTERPRETER: Final = Pattern(r"(python|pypy|ruby|node|php|perl|pip|lua)[-\d.]*$")

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
    "pnpm": ("-C", "--dir", "-F", "--filter"), "yarn": ("--cwd",), "npm": ("--prefix", "-w", "--workspace"), "volta": ("--node", "--npm", "--yarn"),
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
    return list(_split_line(command[:MAX_COMMAND]))


@lru_cache(2048)  # the same few commands are run again and again
def _split_line(line: str) -> tuple[Invocation, ...]:
    return tuple(_split(line, 0))


def _join_list(command: str) -> str:
    """A list of words in JSON, as some agents write a command, as a line."""
    try:
        words = json.loads(command)
    except ValueError:
        return command
    if not isinstance(words, list):
        return command
    import shlex  # few agents write a command so

    return shlex.join(map(str, words))


def _split(command: str, depth: int) -> Iterator[Invocation]:
    parts = _simple_commands(command)
    for number, (words, follows) in enumerate(parts):
        following = parts[number + 1][1] if number + 1 < len(parts) else ""
        yield from _open(words, following in ("|", "|&"), follows, depth)


class _Words:
    """The simple commands of a line while its tokens are read."""

    def __init__(self) -> None:
        self.parts: list[tuple[list[str], str]] = []
        self.words: list[str] = []
        self.follows = ""
        self.is_target = False
        """Whether the next word is the file of a redirection."""

    def add_word(self, word: str) -> None:
        """Adds a word, unless it names the file of a redirection."""
        if not self.is_target:
            self.words.append(unquote(word))
        self.is_target = False

    def end(self) -> None:
        """Ends the command that is being read, if it has words."""
        if self.words:
            self.parts.append((self.words, self.follows))
            self.words, self.follows = [], ""

    def add_operator(self, operator: str) -> None:
        """Ends a command by the operator behind it; brackets are none."""
        self.end()
        if operator not in ("(", ")") and (operator not in "()" or not self.follows):
            self.follows = operator


def _simple_commands(command: str) -> list[tuple[list[str], str]]:
    """The words of each simple command, with the operator before it."""
    line, place = _Words(), 0
    heredocs: list[str] = []
    while place < len(command):
        match = _TOKEN.match(command, place)
        assert match is not None  # the last alternative takes any character
        place, kind = match.end(), match.lastgroup
        if match["heredoc"]:
            heredocs.append(match["mark"])
        elif kind == "redirect":
            line.is_target = not re.search(r"&-?\d+$|&-$", match[0])
        elif kind == "word":
            line.add_word(match[0])
        elif kind == "operator":
            if "\n" in match[0] and heredocs:
                place = _skip_heredocs(command, place, heredocs)
            line.add_operator(match[0].strip("\n\r") or ";")
    line.end()
    return line.parts


def _skip_heredocs(command: str, place: int, marks: list[str]) -> int:
    """The place after the texts that are handed to programs as input."""
    for mark in marks:
        end = Pattern(rf"^\t*{mark}[ \t]*$", re.MULTILINE).search(command, place)
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
    if _WINDOWS_PATH.match(word) and "'" not in word and '"' not in word:
        return word.replace("\\", "/")
    return _QUOTED.sub(_content, word)


_WINDOWS_PATH: Final = Pattern(r"[A-Za-z]:\\|\.{0,2}\\?[\w.-]+\\[\w.-]")


def _content(match: re.Match[str]) -> str:
    """What a quoted or escaped part stands for."""
    if match[1] is not None:
        return match[1]
    return re.sub(r"\\(.)", r"\1", match[2]) if match[2] is not None else match[3]


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
        yield from _open_script(script, piped, follows, depth + 1)
    elif program:
        yield Invocation(_plain_name(program, words[0]), tuple(rest), piped, follows, words[0])


def _open_script(script: str, piped: bool, follows: str, depth: int) -> Iterator[Invocation]:
    """The invocations of a line that a shell runs; its last one writes to where the shell does."""
    inner = list(_split(script, depth))
    for number, part in enumerate(inner, 1):
        is_last = number == len(inner)
        yield part._replace(piped=part.piped or (is_last and piped), follows=part.follows if number > 1 else follows)


def _plain_name(program: str, word: str) -> str:
    """The program without scope and version of a package: `eslint` for `eslint@9`, `@biomejs/biome` as `biome`."""
    if "@" in program[1:]:
        program = program[: program.index("@", 1)]
    return program or word


def _inner_script(program: str, rest: Sequence[str]) -> str:
    """The line that a shell is asked to run, if it is."""
    if (own := SCRIPT_OPTIONS.get(program)) is not None:
        return next((rest[place] for place, word in enumerate(rest[:-1], 1) if word in own), "")
    if program not in _SHELLS:
        return ""
    options = _REST_OPTIONS.get(program, ())
    for place, word in enumerate(rest[:-1], 1):
        if word.lower() in options:
            return " ".join(rest[place:])
        if re.fullmatch(r"-[a-z]*c", word):
            return rest[place]
    return ""


_REST_OPTIONS: Final = {
    "cmd": ("/c", "/k"), "pwsh": ("-command", "-c"), "powershell": ("-command", "-c"),
}  # fmt: skip
"""Shells -> options behind which all words are the line that is run."""


def _strip(words: list[str]) -> list[str]:
    """The words without assignments and the programs that only wrap another one."""
    for _ in range(12):
        words = _skip_keywords(words)
        inner = _unwrap(name_program(words[0]), words) if words else None
        if inner is None:
            return words
        words = inner
    return words


def _skip_keywords(words: list[str]) -> list[str]:
    """The words without those before the program: `if`, `export`, `CI=1`."""
    while words and (words[0] in _KEYWORDS or words[0] == "export" or _ASSIGNMENT.match(words[0])):
        words = words[1:]
    return words


def _unwrap(program: str, words: list[str]) -> list[str] | None:
    """The words of the program that `words` wraps; None when they wrap none."""
    rest = words[1:]
    if program in ("docker", "podman") and rest[:1] == ["compose"]:
        program, rest = "docker-compose", rest[1:]
    for programs, unwrap in _UNWRAPS:
        if program in programs:
            return unwrap(program, rest)
    return None


def _unwrap_plain(program: str, rest: list[str]) -> list[str] | None:
    """`env -i CI=1 pytest` -> `pytest`."""
    return _skip_options(program, rest, assignments=True) or None


def _unwrap_timeout(program: str, rest: list[str]) -> list[str] | None:
    """`timeout 60 pytest` -> `pytest`."""
    return _skip_options(program, rest)[1:] or None


def _unwrap_binary(program: str, rest: list[str]) -> list[str] | None:
    """`npx eslint .` -> `eslint .`; only pipx may stand before nothing."""
    inner = _skip_options(program, rest, assignments=True)
    return inner[1:] if program == "pipx" and inner[:1] == ["run"] else inner or None


def _unwrap_package(_: str, rest: list[str]) -> list[str] | None:
    """`yarn jest` -> `jest`."""
    return rest if rest and rest[0] in _YARN_BINARIES else None


_YARN_BINARIES: Final = frozenset(
    ("jest", "vitest", "mocha", "eslint", "tsc", "prettier", "playwright", "cypress", "vite", "next", "ava", "biome")
)
"""Binaries that yarn and pnpm run by their name."""


def _unwrap_module(_: str, rest: list[str]) -> list[str] | None:
    """`-m pytest -q` -> `pytest -q`; None when no module is run."""
    place = 0
    while place < len(rest) and rest[place].startswith("-"):
        option = rest[place]
        if option == "-m" and place + 1 < len(rest):
            return rest[place + 1 :]
        if len(option) > 2 and option.startswith("-m"):
            return [option[2:], *rest[place + 1 :]]
        place += 2 if option in ("-W", "-X") else 1
    return None


def _unwrap_runner(program: str, rest: list[str]) -> list[str] | None:
    table = "docker" if program in ("podman", "docker-compose") else program
    inner = _skip_options(table, rest)
    if not inner or inner[0] not in _RUNNERS[program]:
        return None
    word = inner[0]
    inner = _skip_place(program, _skip_options(table, inner[1:]))
    if not inner or _is_task(program, word, inner[0]):
        return None
    if program == "coverage":
        return inner[1:] if inner[0] == "-m" else inner
    if program == "hatch" and ":" in inner[0] and not re.match(r"[A-Za-z]:[\\/]", inner[0]):
        return [inner[0].split(":", 1)[1], *inner[1:]]
    return inner


def _skip_place(program: str, words: list[str]) -> list[str]:
    """The words behind the container, the folder or the `--` that a runner has before a program."""
    if program in _PLACED:
        words = words[1:]
        is_marked = program == "kubectl" or words[:1] == ["--"]
    else:
        is_marked = program in _MARKED
    return words[words.index("--") + 1 :] if is_marked and "--" in words else words


def _is_task(program: str, word: str, name: str) -> bool:
    """Whether a runner runs a task of the project by its name, and no program."""
    if program == "npm" and word == "run":
        return True
    return program in ("hatch", "pdm", "pixi", "rye") and name in _TASK_NAMES


_PLACED: Final = frozenset(("docker", "podman", "docker-compose", "kubectl", "direnv"))
"""Runners that take a container or a folder before the program."""
_MARKED: Final = frozenset(("mise", "rtx", "asdf", "doppler", "op", "backstory"))
"""Runners behind whose `--` the program stands."""
_TASK_NAMES: Final = frozenset(("test", "tests", "lint", "types", "build", "fmt", "check"))
_UNWRAPS: Final[tuple[tuple[Container[str], Callable[[str, list[str]], list[str] | None]], ...]] = (
    (("python", "pypy"), _unwrap_module),
    (_ONE_WORD, _unwrap_plain),
    (("timeout", "gtimeout"), _unwrap_timeout),
    (_BINARIES, _unwrap_binary),
    (_RUNNERS, _unwrap_runner),
    (ENVIRONMENTS, unwrap_environment),
    (("nix",), unwrap_nix),
    (("yarn", "pnpm"), _unwrap_package),
)
"""Programs that run another one -> how that one is found, in this order."""


def _skip_options(program: str, words: list[str], assignments: bool = False) -> list[str]:
    """The words after the leading options and their values."""
    valued, place = _VALUED.get(program, ()), 0
    while place < len(words):
        word = words[place]
        if word == "--":
            return words[place + 1 :]
        if word == "-m" and program in ("coverage", "uv"):
            return ["python", *words[place:]] if program == "uv" else words[place + 1 :]
        width = _option_width(word, valued, assignments)
        if not width:
            break
        place += width
    return words[place:]


def _option_width(word: str, valued: Container[str], assignments: bool) -> int:
    """How many words an option takes with its value; 0 for what is none."""
    if word.startswith("-") and len(word) > 1:
        return 2 if word in valued else 1
    return 1 if assignments and _ASSIGNMENT.match(word) else 0
