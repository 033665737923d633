"""Commands that work in a project: those that were seen to pass, and those that its own files name."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Final, Literal, NamedTuple

from backstory.capture.commands.chosen_tests import is_one_test, names_several, names_test_file
from backstory.capture.commands.command_lines import split_command
from backstory.capture.commands.commands import classify_command, name_one_test
from backstory.capture.commands.deployment import deploys, migrates
from backstory.capture.commands.formatters import only_formats
from backstory.capture.commands.refused_commands import REFUSABLE, find_refused
from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.model.scripts import drop_heredocs
from backstory.model.session import CommandKind, CommandRun, Session
from backstory.model.tool_names import EVERYDAY
from backstory.patterns.verdicts import judged

Purpose = Literal["one test", "tests", "all tests", "lint", "types", "build", "run", "migrate", "deploy", "often"]
PURPOSES: Final[tuple[Purpose, ...]] = (
    "one test", "tests", "all tests", "build", "run", "migrate", "deploy", "lint", "types", "often",
)  # fmt: skip
"""`tests` is a command for a part of the tests where another one runs all of them. `often` is the command without a
known purpose that was seen to pass most."""
SOME_TESTS: Final = "tests"
"""What a command for `all tests` is called that runs a part of them."""
MAX_LOOKED_AT: Final = 500
"""Commands that are looked at, the newest first."""
MAX_COMMAND: Final = 160
"""Characters of a command that is offered: what is longer was made for one occasion."""

_OF_KIND: Final[dict[CommandKind, Purpose]] = {"lint": "lint", "types": "types", "build": "build", "run": "run"}
_FILTER: Final = Pattern(
    r"\s*(?:\d?>&?\s*(?:\d|/dev/null)\s*|&>\s*/dev/null\s*)*(?:\|&?\s*(?:tail|head|grep|egrep|rg|tee|cat|less|sed"
    r"|awk|sort|wc|Select-Object)\b.*)?$",
    re.DOTALL,
)
_AFTER: Final = late_pattern(r"\s*(?:;|\|\|)\s*(?:echo|true|printf|exit|:)\b.*$", re.DOTALL)
_SHELL: Final = late_pattern(r"^(?:\S*/)?(?:ba|z)?sh\s+-l?c\s+(['\"])(.*)\1\s*$", re.DOTALL)
_CHANGES_FOLDER: Final = Pattern(r"cd\s+(?P<folder>'[^']+'|\"[^\"]+\"|(?:\\.|[^\s\\])+)$")
_BETWEEN: Final = Pattern(r"\s*&&\s*|\s*;\s+|\s*(?<!\\)\n")
_QUOTED: Final = late_pattern(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_SERVES: Final = Pattern(
    r"\b(?:dev|start|serve|server|runserver|preview|launch|uvicorn|gunicorn|streamlit|up|emulator)\b"
)
"""What is started to work with it, unlike a script that runs once."""
_WHOLE: Final = Pattern(r"\.(?:slnx?|json|ya?ml|toml|mod|gradle|kts|config|conf|ini|env)$|\.config\.\w+$")
"""Files that stand for a project or for its settings, and not for a part of it."""
_WRAPPED: Final = late_pattern(r"^(?:time|timeout\s+\S+)\s+")
_ONE_OCCASION: Final = late_pattern(
    r"[$`<>*{}]|^(?:ba|z)?sh -n\b|(?:^|[\s=])/(?:tmp|var/folders)/|\s--(?:lf|ff|sw|last-failed|failed-first|stepwise"
    r"|pdb|watch|fix"
    r"|write)\b|\s--\S*snapshot\S*|\s-u$"
)
"""What belongs to the occasion and not to the project: files of /tmp, the last failures, rewriting."""
_QUOTED_PATHS: Final = late_pattern(r"(?<=\s)'[\w./-]*\*[\w./*-]*\.\w{1,5}'|(?<=\s)\"[\w./-]*\*[\w./*-]*\.\w{1,5}\"")
"""Files that a program looks up itself: `'test/browser*.test.js'`."""
_USAGE: Final = Pattern(
    r"not found|No module named|No such file|unrecognized argument|unknown option|no such option|Missing script"
    r"|No rule to make|is not recognized|Could not find|usage:|no tests ran",
    re.IGNORECASE,
)

MIN_OFTEN: Final = 4
"""Passes from which a command without a known purpose is offered as `often`."""
_FEWEST_RUNS: Final = 3
"""Passes of a script from which it is how something of the project is run."""


class WorkingCommand(NamedTuple):
    """A command for a purpose, and how it is known to work."""

    purpose: Purpose
    command: str
    """For one test a form, such as `uv run pytest PATH::NAME`."""
    source: str
    """Empty if it was seen to pass; else the file of the project that names it."""
    made: str = ""
    """When it passed last."""
    passes: int = 0
    """How often it was seen to pass."""
    use: float = 0.0
    """The same, where each session counts half as much as the next one."""
    example: str = ""
    """For a form, the command that was seen."""
    is_standing: bool = False
    """Whether the person wants it in the place of a run of all tests."""

    @property
    def label(self) -> str:
        """Its purpose in words. A command that runs some of the tests is not told as one for all."""
        return SOME_TESTS if self.purpose == "all tests" and runs_part(self.command) else self.purpose


def find_passed(sessions: Iterable[Session], roots: Sequence[str] = ()) -> dict[Purpose, WorkingCommand]:
    """Purpose -> the command that was seen to pass and still holds, the most used. `sessions` begin with the newest.

    A command is left out if it could not even be run the last time, or if the person has said since not to use it.
    """
    newest = list(_choose_sessions(sessions))
    others = islice((run for one in newest for run in reversed(one.commands) if run.kind == "other"), MAX_LOOKED_AT)
    looked_at = set(map(id, others))
    runs = [[run for run in reversed(one.commands) if _is_offered(run) or id(run) in looked_at] for one in newest]
    programs = {
        command.partition(" ")[0] for run in chain.from_iterable(runs) for command in plain_commands(run.command, roots)
    }
    passes = _Passes()
    for session, own in zip(newest, runs, strict=True):
        passes.refused += find_refused((prompt.text for prompt in session.prompts), programs)
        for run in own:
            passes.add(run, roots)
        if own:
            passes.share /= 2
    return choose_commands(passes.commands.values())


def _choose_sessions(sessions: Iterable[Session]) -> Iterator[Session]:
    """The newest sessions, until there are enough commands to look at."""
    looked_at = 0
    for session in sessions:
        if looked_at > MAX_LOOKED_AT:
            return
        looked_at += sum(map(_is_offered, session.commands))
        yield session


def _is_offered(run: CommandRun) -> bool:
    """Whether a command is of a kind that is offered again."""
    return not run.call and run.kind in REFUSABLE


class _Passes:
    """The plain commands that were seen to pass, while runs are added from the newest to the oldest."""

    def __init__(self) -> None:
        self.commands: dict[str, WorkingCommand] = {}
        self.refused: list[str] = []
        """Beginnings of commands that the person said not to use, in the sessions since."""
        self.share = 1.0
        """What a pass in the session that is added counts."""
        self._broken: set[str] = set()
        """Commands that could not be run the last time."""

    def add(self, run: CommandRun, roots: Sequence[str]) -> None:
        """Adds the commands of a run."""
        for command in plain_commands(run.command, roots):
            if command in self._broken or any(_contains(command, words) for words in self.refused):
                continue
            if is_unusable(run):
                if command not in self.commands:
                    self._broken.add(command)
            elif has_passed(run):
                self._count(command, run, self.share)
            elif has_ended_quietly(run) and purpose_of(command):
                self._count(command, run, self.share / 2)

    def _count(self, command: str, run: CommandRun, use: float) -> None:
        former = self.commands.get(command)
        if former:
            self.commands[command] = former._replace(passes=former.passes + 1, use=former.use + use)
        elif purpose := purpose_of(command) or _find_reported(command, run) or _find_often(command):
            self.commands[command] = WorkingCommand(purpose, command, "", run.made, 1, use)


def choose_commands(commands: Collection[WorkingCommand]) -> dict[Purpose, WorkingCommand]:
    """One command for each purpose: of those for everything the most used, else the most used of those for a part.

    Beside a command for all tests there is one for a part of them, if there is any.
    """
    chosen: dict[Purpose, WorkingCommand] = {}
    for command in commands:
        if command.purpose == "often" and command.passes < MIN_OFTEN:
            continue
        if command.purpose == "run" and not command.source and _is_tried(command):
            continue
        former = chosen.get(command.purpose)
        if former is None or _preference(command) > _preference(former):
            chosen[command.purpose] = command
    one, every = chosen.get("one test"), chosen.get("all tests")
    if every and not runs_part(every.command) and (part := _choose_part(commands)):
        chosen["tests"] = part._replace(purpose="tests")
    seen = one or every
    form = name_one_test(seen.command) if seen else ""
    if seen and form:
        chosen["one test"] = seen._replace(purpose="one test", command=form, example=one.command if one else "")
    return {purpose: chosen[purpose] for purpose in PURPOSES if purpose in chosen}


def _choose_part(commands: Iterable[WorkingCommand]) -> WorkingCommand | None:
    """The most used of the commands that run a part of the tests."""
    parts = [one for one in commands if one.purpose == "all tests" and runs_part(one.command)]
    return max(parts, key=lambda one: (one.use, one.made), default=None)


def _is_tried(command: WorkingCommand) -> bool:
    """Whether a script was only tried: with some input, or once or twice."""
    is_serving = _SERVES.search(command.command) is not None
    return _QUOTED.search(command.command) is not None or (not is_serving and command.passes < _FEWEST_RUNS)


def _preference(command: WorkingCommand) -> tuple[float, float, str]:
    if command.purpose == "run":
        return int(_SERVES.search(command.command) is not None), command.use, command.made
    if command.purpose == "lint" and only_formats(command.command):
        return -1, command.use, command.made
    breadth = 0 if command.purpose == "often" else _breadth(command.command)
    return breadth, command.use, command.made


def _breadth(command: str) -> int:
    """2 for a command that names no path, 1 for one with a folder or a choice of tests, 0 for one with files."""
    words = [
        word
        for part in split_command(command)
        for word in part.args
        if not (word.startswith("-") or _WHOLE.search(word))
    ]
    if any(re.search(r"\.\w{1,5}(?:::|$)", word) and not word.startswith(".") for word in words):
        return 0
    has_folder = any("/" in word and word not in ("./...", "./") for word in words)
    return 1 if has_folder or _CHOOSES.search(command) else _EVERYTHING


_EVERYTHING: Final = 2
_CHOOSES: Final = Pattern(
    r"\s--(?:package|filter|testPathPatterns?|group|tags?|only|grep|include)[= ]\s*['\"]?(?!not\b|[~!^@]?~)"
    r"|\bpytest\b[^|;&]*\s-[mk]\s+['\"]?(?!not\b|['\"]?not\b)\w"
)
"""Options that choose a part of the project."""


def runs_part(command: str) -> bool:
    """Whether a command names the tests, folders or packages to run."""
    return _breadth(command) < _EVERYTHING or is_one_test(command) or _CHOOSES.search(command) is not None


def has_passed(run: CommandRun) -> bool:
    """Whether a command was seen to pass: by its exit code, by a report that says so, or as a server that started."""
    if run.failed or run.call:
        return False
    is_serving = run.kind == "run" and not run.errors
    return run.exit_code == 0 or (run.exit_code is None and (bool(run.summary) or is_serving))


def has_ended_quietly(run: CommandRun) -> bool:
    """Whether a command ended without a word about an error, in a transcript that keeps no exit codes. Tests do not:
    they say how they ended."""
    return run.exit_code is None and not (run.failed or run.call or run.errors) and run.kind != "test"


def is_unusable(run: CommandRun) -> bool:
    """Whether a command failed before it did its work: it is not there, or does not take its options."""
    return (
        run.failed
        and not run.red
        and (run.exit_code in (126, 127) or bool(_USAGE.search(" ".join((run.summary, *run.errors)))))
    )


def purpose_of(command: str) -> Purpose | None:
    """What a plain command is for; None for one that nobody needs again."""
    number = _number_purpose(command)
    return PURPOSES[number] if number >= 0 else None


@judged
def _number_purpose(command: str) -> int:
    """The place of that purpose among all; -1 for none."""
    kind = classify_command(command)
    if kind == "test":
        return PURPOSES.index("one test" if is_one_test(command) and not names_several(command) else "all tests")
    programs = [part.program for part in split_command(command) if part.program != "cd"]
    if kind not in ("lint", "types", "git") and EVERYDAY.isdisjoint(programs) and deploys(command):
        return PURPOSES.index("deploy")
    if kind in ("other", "run") and migrates(command):
        return PURPOSES.index("migrate")
    return PURPOSES.index(_OF_KIND[kind]) if kind in _OF_KIND else -1


def is_everyday(program: str) -> bool:
    """Whether people run a program in any project."""
    return program in EVERYDAY


def _find_reported(command: str, run: CommandRun) -> Purpose | None:
    """The purpose of a command of an unknown program that was given test files and reported their results."""
    parts = split_command(command)
    if run.kind != "test" or len(parts) != 1 or not names_test_file(parts[0]):
        return None
    return "all tests" if names_several(command) else "one test"


def _find_often(command: str) -> Purpose | None:
    """`often` for a command of the project without a known purpose; None for what people run in any project."""
    programs = [part.program for part in split_command(command)]
    if not programs or not EVERYDAY.isdisjoint(programs) or classify_command(command) != "other":
        return None
    is_inline = any(part.args[:1] in (("-c",), ("-e",)) for part in split_command(command))
    is_telling = " " in command or "/" in command
    return "often" if is_telling and not is_inline else None


def plain_commands(command: str, roots: Sequence[str] = ()) -> list[str]:
    """The single commands of a line, without filters of their output, without the way to the project's root.

    Those are left out that were made for one occasion.
    """
    return list(_plain_commands(command, tuple(roots)))


@lru_cache(4096)  # the same few commands are run again and again
def _plain_commands(command: str, roots: tuple[str, ...]) -> list[str]:
    if "cd" not in command and not any(root.rstrip("/") in command for root in roots):
        kind = _judge_command(command)
        if kind != _OTHER:
            return [command] if kind == _WHOLE_LINE else []
    return _read_commands(command, roots)


@judged
def _judge_command(command: str) -> int:
    """Whether a line that stays in its folder is a single command as it stands, or none that is left."""
    plain = _read_commands(command, ())
    return (_WHOLE_LINE if plain == [command] else _OTHER) if plain else _NONE


_NONE: Final = 0
_WHOLE_LINE: Final = 1
_OTHER: Final = 2


def _read_commands(command: str, roots: tuple[str, ...]) -> list[str]:
    if match := _SHELL.match(command.strip()):
        command = match[2]
    command = _AFTER.sub("", drop_heredocs(command).strip())
    prefix = ""
    plain: list[str] = []
    for line in _split_line(command):
        part = _FILTER.sub("", line).strip().rstrip("& ")
        if match := _CHANGES_FOLDER.match(part):
            inside = _inside(match["folder"].strip("'\"").replace("\\ ", " "), roots)
            if inside is None:
                return plain
            prefix = f"cd {inside} && " if inside else ""
        elif part:
            part = _shorten_paths(_WRAPPED.sub("", part), roots)
            if _is_lasting(part):
                plain.append(prefix + part)
    return plain


def _split_line(command: str) -> list[str]:
    """The commands of a line or a script. What stands in quotation marks is a part of its command."""
    masked = _QUOTED.sub(lambda match: "\0" * len(match[0]), command)
    places = [0, *chain.from_iterable(match.span() for match in _BETWEEN.finditer(masked)), len(command)]
    return [command[start:end] for start, end in zip(places[::2], places[1::2], strict=True)]


def _shorten_paths(command: str, roots: Sequence[str]) -> str:
    """A command with the paths below the roots relative to them."""
    for root in roots:
        command = command.replace(root.rstrip("/") + "/", "")
    return command


def _is_lasting(command: str) -> bool:
    """Whether a command was not made for one occasion."""
    return (
        len(command) <= MAX_COMMAND
        and "://" not in command[:12]
        and not _ONE_OCCASION.search(_QUOTED_PATHS.sub("'path'", command))
        and "|" not in command
    )


def _inside(folder: str, roots: Sequence[str]) -> str | None:
    """A folder relative to the root, empty for the root itself; None for one outside."""
    if not folder.startswith(("/", "~")) and ":" not in folder[:3]:
        return None if folder.startswith("..") else folder.rstrip("/").removeprefix("./")
    for root in roots:
        if folder.rstrip("/") == root.rstrip("/"):
            return ""
        if folder.startswith(root.rstrip("/") + "/"):
            return folder[len(root.rstrip("/")) + 1 :].rstrip("/")
    return None


def _contains(command: str, words: str) -> bool:
    """Whether a command begins with the given words, wrappers aside, or is given the goal that they are: `pytest` does
    not refuse `uv run pytest`, and `spotless:apply` refuses `mvn -o spotless:apply`."""
    return command == words or command.startswith(words + " ") or (":" in words and words in command.split())
