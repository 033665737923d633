"""How this project is tested, linted, built and run, and which of its tests are red."""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from backstory.base.regular_file import read_regular
from backstory.capture.commands.command_lines import split_command
from backstory.capture.commands.dictated_commands import MAX_SESSIONS as MAX_DICTATED
from backstory.capture.commands.dictated_commands import find_dictated
from backstory.capture.commands.documented_commands import FILES, find_documented
from backstory.capture.commands.formatters import only_formats
from backstory.capture.commands.lasting_commands import find_lasting, leave_ended, list_lasting
from backstory.capture.commands.red_tests import find_still_red, is_test_run
from backstory.capture.commands.refused_commands import find_refused
from backstory.capture.commands.working_commands import PURPOSES, SOME_TESTS, Purpose, WorkingCommand, find_passed
from backstory.memory.kernel.catalog import Catalog
from backstory.model.late_pattern import late_pattern
from backstory.model.session import Session
from backstory.model.session_parts import split_by_branch
from backstory.model.test_selection import PLACEHOLDER
from backstory.recall.quotes.utterances import USER

MAX_SESSIONS: Final = 50
"""Sessions that are read, the newest first."""
RECENT: Final = 5
"""Sessions in which red tests are looked for."""
MAX_FILE: Final = 256 * 1024
MAX_WORKFLOWS: Final = 10
_LOCKS: Final = (("pnpm-lock.yaml", "pnpm"), ("yarn.lock", "yarn"), ("bun.lock", "bun"), ("bun.lockb", "bun"))


class RedTests(NamedTuple):
    """The tests that were red at last."""

    session: str
    """The last session in which one of them failed; without any, the last that ran tests."""
    names: tuple[str, ...]
    """Tests that failed in its last run or an earlier one, and that no later run has covered."""


def find_working_commands(
    workspace: Catalog, sessions: Sequence[Session] = (), purposes: Sequence[Purpose] = PURPOSES
) -> dict[Purpose, WorkingCommand]:
    """Purpose (`one test`, `all tests`, `build`, `run`, ...) -> the command for it.

    Commands that sessions saw to pass and that still hold, the most used; for other purposes those that the person
    gave in a prompt, with `user` as their `source`, and then those that CI and the notes for contributors name, with
    that file as their `source`. Where a session has run tests with a runner, a
    document that names another one is not followed. `sessions` may be given where they are read already, the newest
    first, and `purposes` where files are to be read for those only.
    """
    roots = (workspace.project.root, os.path.realpath(workspace.project.root))
    sessions = sessions or _newest(workspace)
    lasting = list_lasting(sessions)
    commands = leave_ended(find_passed(sessions, (*roots, *_find_other_roots(roots, sessions))), lasting)
    dictated = find_dictated(sessions)
    named, former = find_lasting(sessions, lasting), dictated.get("all tests")
    if named is not None and (former is None or former.made <= named.made):
        dictated["all tests"] = named
    commands = _leave_outside(_add_dictated(commands, dictated), dictated)
    lint = commands.get("lint")
    is_weak = lint is not None and not lint.source and only_formats(lint.command)
    if all(purpose in commands for purpose in purposes if purpose != "tests") and not is_weak:
        return _sort(commands)
    documented = _leave_refused(_find_documented_commands(roots[0]), sessions)
    if any(purpose in documented and purpose not in commands for purpose in _TESTS):
        ran = _list_runners(sessions)
        for purpose in _TESTS:
            if ran and purpose in documented and ran.isdisjoint(_name_runners(documented[purpose].command)):
                del documented[purpose]
    if is_weak and "lint" in documented:
        del commands["lint"]  # it changes files and finds nothing
    return _sort({**{purpose: one for purpose, one in documented.items() if purpose in purposes}, **commands})


def _leave_outside(
    commands: Mapping[Purpose, WorkingCommand], dictated: Mapping[Purpose, WorkingCommand]
) -> dict[Purpose, WorkingCommand]:
    """The commands without those that run tests outside of the container in which the person wants them run."""
    wanted = next((dictated[purpose].command for purpose in _TESTS if purpose in dictated), "")
    if not _is_placed(wanted):
        return dict(commands)
    return {purpose: one for purpose, one in commands.items() if purpose not in _TESTS or _is_placed(one.command)}


def _is_placed(command: str) -> bool:
    """Whether a command line runs in a container or on another machine: `docker run ... pytest`."""
    return not _PLACES.isdisjoint(command.split()[:_FIRST_WORDS])


_PLACES: Final = frozenset(
    ("docker", "podman", "docker-compose", "kubectl", "vagrant", "lando", "ddev", "nix", "nix-shell", "ssh", "wsl")
)
_FIRST_WORDS: Final = 2
"""Words of a command line among which the program stands: behind `sudo` or a variable."""


def _leave_refused(
    documented: Mapping[Purpose, WorkingCommand], sessions: Sequence[Session]
) -> dict[Purpose, WorkingCommand]:
    """The commands that files name, without those that the person turned down or called of no use."""
    programs = {one.command.partition(" ")[0] for one in documented.values()}
    texts = [prompt.text for session in sessions[:MAX_DICTATED] for prompt in session.prompts] if programs else []
    refused = find_refused(texts, programs)
    return {
        purpose: one
        for purpose, one in documented.items()
        if not any(one.command == words or one.command.startswith(f"{words} ") for words in refused)
    }


def _add_dictated(
    passed: Mapping[Purpose, WorkingCommand], dictated: Mapping[Purpose, WorkingCommand]
) -> dict[Purpose, WorkingCommand]:
    """The commands that passed in sessions, and for other purposes those that the person gave. The person's words about
    a command count more than its name. One for all tests that runs a part of them stands beside one that runs all."""
    commands = dict(passed)
    given = dict(dictated)
    every, wanted = commands.get("all tests"), given.get("all tests")
    if every and wanted and wanted.is_standing and every.command != wanted.command:
        del commands["all tests"]
    elif every and wanted and every.label != wanted.label:
        if wanted.label == SOME_TESTS:
            given["tests"] = given.pop("all tests")._replace(purpose="tests")
        else:
            commands["tests"] = commands.pop("all tests")._replace(purpose="tests")
    for purpose, one in given.items():
        seen = next((former for former, other in commands.items() if other.command == one.command), None)
        if seen is not None and seen != purpose:
            commands[purpose] = commands.pop(seen)._replace(purpose=purpose)
        if seen is not None and purpose in _TESTS:
            commands[purpose] = commands[purpose]._replace(source=USER)
    if "one test" in given and PLACEHOLDER.search(given["one test"].command):
        commands["one test"] = given["one test"]  # the form that the person gave, for one that was derived from runs
    return {**given, **commands}


def _sort(commands: Mapping[Purpose, WorkingCommand]) -> dict[Purpose, WorkingCommand]:
    """The commands in the order of their purposes."""
    return {purpose: commands[purpose] for purpose in PURPOSES if purpose in commands}


def _find_other_roots(roots: Sequence[str], sessions: Sequence[Session]) -> list[str]:
    """Folders that were the project's root in sessions elsewhere: in another worktree, on another machine, before it
    moved. Below them stood files that the project has."""
    counts: Counter[str] = Counter()
    texts = islice((run.command for one in sessions for run in reversed(one.commands)), _LOOKED_AT)
    paths = dict.fromkeys(chain.from_iterable(map(_list_folders, texts)))
    outside = (path for path in paths if not path.startswith(tuple(roots)) and "/.." not in path)
    for path in islice(outside, _MOST_PATHS):
        parts = path.strip("/").split("/")
        for number in range(2, len(parts)):
            if os.path.lexists(os.path.join(roots[0], *parts[number:])):
                counts["/" + "/".join(parts[:number])] += 1
                break
    return [root for root, count in counts.most_common(_MOST_ROOTS) if count >= _FEWEST_PATHS]


def _list_folders(command: str) -> list[str]:
    """The absolute paths in a command; those of the system do not count."""
    return [path.replace("\\ ", " ") for path in _PATH.findall(command)]


_PATH: Final = late_pattern(
    r"(?<![\w.~:/-])(/(?:home|Users|workspaces?|root|srv|opt|mnt|[a-z]/Users)/(?:[^\s'\"\\;&|<>]|\\ )+)"
)
_LOOKED_AT: Final = 300
"""Commands in which other roots are looked for, the newest first."""
_MOST_PATHS: Final = 100
_FEWEST_PATHS: Final = 2
_MOST_ROOTS: Final = 3


def _list_runners(sessions: Sequence[Session]) -> set[tuple[str, ...]]:
    """The programs that the sessions ran tests with."""
    commands = {run.command for session in sessions for run in session.commands if is_test_run(run)}
    return set(chain.from_iterable(map(_name_runners, commands)))


def _name_runners(command: str) -> set[tuple[str, ...]]:
    """The programs of a command line, with the task for those that run tasks: `pytest`, `make check`."""
    return {
        (one.program, *one.args[:1]) if one.program in _TASK_RUNNERS else (one.program,)
        for one in split_command(command)
        if one.program not in _ASIDES
    }


_TESTS: Final[tuple[Purpose, ...]] = ("one test", "tests", "all tests")
_ASIDES: Final = frozenset(("cd", "tail", "head", "grep", "tee", "cat", "echo", "true", "time", "export", "set"))
"""Programs that stand beside the one that runs tests."""
_TASK_RUNNERS: Final = frozenset(
    ("make", "just", "task", "npm", "pnpm", "yarn", "bun", "composer", "rake", "mix", "tox")
)


def _find_documented_commands(root: str) -> dict[Purpose, WorkingCommand]:
    """The commands that CI and the notes for contributors name; the first document counts, and a linter that checks
    before one that only formats."""
    packages = next((name for lock, name in _LOCKS if os.path.exists(os.path.join(root, lock))), "npm")
    commands: dict[Purpose, WorkingCommand] = {}
    for path in _documents(root):
        text = _read(os.path.join(root, path))
        if text:
            named = find_documented(path, text, packages)
            lint, other = commands.get("lint"), named.get("lint")
            if lint and other and only_formats(lint.command) and not only_formats(other.command):
                del commands["lint"]
            commands = {**named, **commands}
    return commands


def find_red_tests(workspace: Catalog) -> RedTests | None:
    """The tests that are red on the current branch, as its sessions left them. None if no session there ran tests."""
    branch = workspace.head[1]
    of_branch = [
        part
        for session in _newest(workspace)
        for part in split_by_branch(session, branch)
        if not (branch and part.branch not in ("", branch))
    ]
    for session in of_branch:
        if any(is_test_run(run) for run in session.commands):
            red = find_still_red(run for one in reversed(of_branch[:RECENT]) for run in one.commands)
            owner = next((one.id for one in of_branch if _has_red(one, red)), session.id)
            return RedTests(owner, red)
    return None


def _has_red(session: Session, red: Collection[str]) -> bool:
    """Whether one of some red tests failed in a session."""
    return any(name in run.red for run in session.commands for name in red)


def _newest(workspace: Catalog) -> list[Session]:
    """The newest sessions, and runs that were observed outside of one in the shape of sessions, the newest first."""
    sessions = list(islice(workspace.sessions.newest(), MAX_SESSIONS))
    ids = {session.id for session in sessions}
    runs = (run for run in islice(workspace.runs.newest(), MAX_SESSIONS) if run.commands and run.session not in ids)
    observed = [
        Session(id=run.id, agent=run.agent, branch=run.branch, ended=run.ended or run.started, commands=run.commands)
        for run in runs
    ]
    return sorted(sessions + observed, key=lambda session: session.ended, reverse=True) if observed else sessions


def _documents(root: str) -> Iterator[str]:
    """The files that name commands: CI first, since it is what has to pass."""
    folder = os.path.join(root, ".github", "workflows")
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith((".yml", ".yaml")))
    except OSError:
        names = []
    for name in names[:MAX_WORKFLOWS]:
        yield f".github/workflows/{name}"
    yield from FILES


def _read(path: str) -> str:
    try:
        data = read_regular(path, MAX_FILE)
    except OSError:
        return ""
    return data.decode("utf-8", "replace") if data else ""


def describe_source(source: str) -> str:
    """How a command is known that was not seen to pass; empty for one that was."""
    return source if source in ("", USER) else f"from {source}, not run here"
