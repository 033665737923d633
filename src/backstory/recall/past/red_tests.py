"""The last test run of the sessions of the work: how it ended, which tests are still red, and how old that is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, takewhile
from typing import Final

from backstory.model.scripts import drop_heredocs, join_lines
from backstory.model.session import CommandRun, Session
from backstory.model.session_parts import find_branch
from backstory.model.snapshot import GitState
from backstory.model.test_selection import chooses_test, list_chosen_names
from backstory.model.text import format_count, one_line
from backstory.patterns.pattern import Pattern
from backstory.recall.past.named_red import add_named_red
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.command_folders import relate_folders
from backstory.recall.text.content import Note
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.relative_dates import describe_time

ALL_TESTS: Final = "all tests"
SOME_TESTS: Final = "tests"
ONE_TEST: Final = "one test"
"""Label of the command that runs the tests."""
MAX_RED: Final = 6
NO_COMMIT: Final = "no commit since"
FEW_RED: Final = 3
"""Red tests that a small brief names."""
MAX_ERROR: Final = 120
"""Characters of the first error of a run that names no red test."""


def test_notes(moment: BriefRequest, past: PastWork, git: GitState, rules: Sequence[str] = ()) -> list[Note]:
    """The last run of tests: the command, how it ended, which tests were red, and how old that is.

    A command that one of the `rules` names is not shown again.
    """
    runs = list(list_test_runs(past))
    if not runs:
        return []
    run = runs[0]
    if run.failed and _passes_later(run, past):
        return []
    run = add_named_red(run, past)
    earlier = {name: one for name, one in _find_still_red(runs[1:], run).items() if name not in run.red}
    result = shorten_result(run.summary) or ("failed" if run.failed else "passed")
    outcome = "" if run.red and moment.is_small else result
    if run.red or earlier:
        most = FEW_RED if moment.is_small else MAX_RED
        own = [f"red: {_name_red(run.red, run.command, most)}"] if run.red else []
        places = {one.command: show_command(relate_folders(one.command, moment.project, past.files)) for one in runs}
        own += [
            f"still red: {_name_red(names, '', max(1, most - len(run.red)))} (in `{places[command]}`)"
            for command, names in _group_by_command(earlier).items()
        ]
        outcome = "; ".join(filter(None, (outcome, *own)))
    elif run.failed and run.errors and run.errors[0] not in result:
        outcome = f"{result}; {one_line(run.errors[0], MAX_ERROR)}"
    command = show_command(relate_folders(run.command, moment.project, past.files))
    text = outcome if any(f"`{command}`" in rule for rule in rules) else f"`{command}`: {outcome}"
    since = _place_run(run) if moment.stable_first else _commits_since(run, git)
    if moment.is_small:
        detail = "" if since == NO_COMMIT else since
    else:
        detail = ", ".join(filter(None, (describe_time(run.made, moment.relative_to), since)))
    return [Note(label="last tests", text=text, detail=detail, made=run.made)]


def _name_red(names: Sequence[str], command: str, most: int) -> str:
    """The first of some red tests, without the file where the command names it, and how many more there are."""
    shown = [one_line(_without_file(name, command), 160) for name in names[:most]]
    return ", ".join(shown) + (f" and {len(names) - most} more" if len(names) > most else "")


def _group_by_command(red: Mapping[str, CommandRun]) -> Mapping[str, list[str]]:
    """The command of each run that reported red tests -> these."""
    grouped: dict[str, list[str]] = {}
    for name, run in red.items():
        grouped.setdefault(run.command, []).append(name)
    return grouped


def list_red(past: PastWork) -> list[str]:
    """The tests that were red when they were run last."""
    return _list_red(list(list_test_runs(past)))


def _list_red(runs: Sequence[CommandRun]) -> list[str]:
    """The tests that are red after some runs, newest first."""
    if not runs:
        return []
    return [*runs[0].red, *(name for name in _find_still_red(runs[1:], runs[0]) if name not in runs[0].red)]


ALL_PASS: Final = Pattern(
    r"\b(?:all|every) (?:\d+ |of the |the )?(?:unit |other )?(?:tests?|checks|specs) (?:now )?(?:pass|are green)"
    r"|\btests? (?:are )?all (?:pass|green)"
    r"|\b(?:the )?(?:whole |full |entire )?(?:test )?suite (?:now )?(?:passes|is green)"
    r"|\balle tests? (?:sind |laufen )?(?:grün|durch)|\btous les tests passent|\btodos los tests pasan",
    re.IGNORECASE,
)
"""How an answer says that no test is red."""


def _passes_later(run: CommandRun, past: PastWork) -> bool:
    """Whether a session after that of a run was told to have ended with all tests passing: some agents' tools leave no
    output, and then their words are all there is."""
    for session in past.sessions:
        if any(one is run for one in session.commands) or (run in past.observed and session.ended <= run.made):
            return False
        if _ends_green(session):
            return True
    return False


def pass_after(ident: str, past: PastWork) -> bool:
    """Whether a session after another one, by its id, was told to have ended with all tests passing."""
    later = takewhile(lambda session: session.id != ident, past.sessions)
    return bool(ident) and any(map(_ends_green, later))


def _ends_green(session: Session) -> bool:
    """Whether the last answer of a session says that all tests pass."""
    return any(ALL_PASS.search(answer.text) for answer in session.answers[-1:])


_SAYS_RED: Final = Pattern(
    r"\b(?:red|fail\w*|broken?|flaky|crash\w*|rot|rote[nr]?|schlägt|rouges?|échoue\w*|rojos?|falla\w*|fix|repair|green"
    r"|pass(?:es|ing)?)\b",
    re.IGNORECASE,
)
"""Words with which a text says that a test is red, or has to be made green."""
IS_RED: Final = Pattern(
    r"\b(?:is|are|still|stays?|remains?|ist|sind|noch|bleib\w*|est|sont|reste\w*|está|están|sigue\w*)"
    r" (?:[^\s.,;]+ ){0,2}(?:red|failing|broken|rot|kaputt|rouges?|rojos?|fallando)\b"
    r"|\b(?:fails?|schlägt|schlagen|échoue(?:nt)?|falla|fallan)\b",
    re.IGNORECASE,
)
"""Words with which a sentence says that a test is red at the moment."""
_SHELL_WORDS: Final = re.compile(r"^(?:(?:do|then|else|if|while|until|time|!)\s+)+")
"""Words of the shell before a command that stands in a loop or a condition."""
_SHELL_TAIL: Final = Pattern(
    r"\s*(?:2>&1\s*)?\|\s*(?:tail|head|grep|tee|less|cat)\b(?:'[^']*'|\"[^\"]*\"|[^|&;'\"])*$|\s*2>&1\s*$"
)


_CHAIN: Final = Pattern(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.|(?P<end>\s*(?:&&|;)\s+)")
"""What is quoted in a chain of commands, and where one of them ends."""
_TESTS: Final = Pattern(r"(?<![a-z])(?:tests?|specs?|rspec|pytest|jest|vitest|tox|nox)(?![a-z])", re.IGNORECASE)
"""A command that runs tests. Where none has such a word, any may: `make check`."""
_SETS_UP: Final = Pattern(r"(?:cd|pushd|export|source|\.|set|nvm|conda|pyenv|rbenv|sdk) |\w+=\S*$")
"""A command that the next one needs."""
_BUILDS: Final = Pattern(
    r"(?:cmake --build|make|ninja|meson compile|bazel build|xmake|scons|zig build|swift build|gcc|g\+\+|cc|c\+\+"
    r"|clang(?:\+\+)?|ghc|javac|kotlinc|tsc|go build|cargo build|dune build|rebar3 compile|mix compile)(?!\S)"
)
_RUNS_BUILT: Final = Pattern(r"(?:\w+=\S* )*(?:\./|[\w.-]+/)?\S*/\S+|(?:\w+=\S* )*ctest(?!\S)")
"""A command that runs a program of the tree, or the tests that a build made."""
_LOOKS: Final = Pattern(
    r"(?:echo|printf|git|ls|cat|grep|rg|sed|find|head|tail|wc|rm|cp|mv|mkdir|touch|sleep)(?![\w/.-])"
)
"""A command that looks at something."""
_CHECKS_FORM: Final = Pattern(
    r"(?<![\w/.-])(?:rubocop|standardrb|ruff|eslint|prettier|biome|tsc|mypy|pyright|black|isort|flake8|pylint|phpstan"
    r"|php-cs-fixer|ktlint|golangci-lint|clippy|g?o?fmt|format|lint\S*|shellcheck)(?![\w/.])"
)
_QUOTES: Final = "\"'`"
_QUOTED: Final = Pattern(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.")


def show_command(command: str) -> str:
    """The tests that a command line runs, on one line, without the pipe that shortened their output."""
    text = _keep_tests(one_line(join_lines(drop_heredocs(command))))
    while (shorter := _SHELL_TAIL.sub("", text)) != text:
        text = shorter
    text = _SHELL_WORDS.sub("", text)
    text = (
        text.removesuffix(")") if text.count("(") < text.count(")") else text
    )  # its `(` stands before what is left out
    return one_line(text, 160).replace("`", "'")


def _keep_tests(command: str) -> str:
    """A chain of commands without those that are not needed for its tests; unchanged if it cannot be taken apart."""
    parts = _split_chain(command)
    commands = parts[::2]
    able = {n for n, part in enumerate(commands) if not (_LOOKS.match(part) or _SETS_UP.match(part))}
    tests = {n for n in able if _TESTS.search(commands[n]) and not _CHECKS_FORM.search(commands[n])} or able
    if not tests or any(_QUOTED.sub("", part).count(quote) % 2 for part in commands for quote in _QUOTES):
        return command
    kept = [
        n
        for n, part in enumerate(commands)
        if n in tests or (n < max(tests) and (_SETS_UP.match(part) or _makes_next(parts, n)))
    ]
    return "".join(commands[n] + (parts[2 * n + 1] if n != kept[-1] else "") for n in kept)


def _makes_next(parts: Sequence[str], number: int) -> bool:
    """Whether a command builds the program of tests that the next one runs: `make tests && ./build/tests`."""
    between, following = parts[2 * number + 1 : 2 * number + 3]
    return between.strip() == "&&" and bool(_BUILDS.match(parts[2 * number]) and _RUNS_BUILT.match(following))


def find_program(command: str) -> str:
    """The program that a command line is about: the first that neither sets something up nor only looks."""
    commands = _split_chain(one_line(command))[::2]
    able = (part for part in commands if part and not (_LOOKS.match(part) or _SETS_UP.match(part)))
    return next((part.split()[0] for part in able), command.split(maxsplit=1)[0] if command else "")


def _split_chain(command: str) -> list[str]:
    """The commands of a chain, each followed by what divides it from the next one."""
    parts, start = [], 0
    for match in _CHAIN.finditer(command):
        if match["end"]:
            parts += [command[start : match.start()], match["end"]]
            start = match.end()
    return [*parts, command[start:]]


_TIMING: Final = Pattern(r",? (?:\d+ warnings?(?= in |$)|in \d+(?:\.\d+)? ?m?s(?:econds)?\b)| \(\d[\d:.]* ?m?s?\)$")


def shorten_result(summary: str) -> str:
    """How a test run ended, without how long it took and how many warnings it gave."""
    return _TIMING.sub("", one_line(summary, 120)).strip(" ,=")


def _without_file(test: str, command: str) -> str:
    """The name of a test without its file, where the command names that or its folder already."""
    for mark in ("::", " > "):
        file, separator, name = test.partition(mark)
        if separator and _is_below(file, [*_list_places(command), *command.split()]):
            return name
    return test


def list_test_runs(past: PastWork) -> Iterable[CommandRun]:
    """The runs of tests whose result is known, newest first."""
    return (run for run, _ in past.runs if run.kind == "test" and not run.call and not _is_missing(run))


_MISSING: Final = Pattern(
    r"no rule to make target|missing script|command not found|unknown (?:sub)?command|no such (?:sub)?command"
    r"|task .{1,40} not found in|could not determine executable",
    re.IGNORECASE,
)


def _is_missing(run: CommandRun) -> bool:
    """Whether a command is none of the project: it ran no test."""
    return run.failed and not run.red and _MISSING.search(f"{run.summary} {' '.join(run.errors)}") is not None


def last_test_run(past: PastWork) -> CommandRun | None:
    """The newest run of tests whose result is known."""
    return next(iter(list_test_runs(past)), None)


def find_fixing_run(text: str, past: PastWork) -> CommandRun | None:
    """The run in which a test passes that a text says is red; None while it is, or if the text says no such thing."""
    if not _SAYS_RED.search(text):
        return None
    runs = list(list_test_runs(past))
    still_red = set(_list_red(runs))
    red = [(n, name) for n, run in enumerate(runs) for name in run.red if _shorten_name(name) in text]
    if not red or not still_red.isdisjoint(name for _, name in red):
        return None
    newest, name = red[0]
    covering = (run for run in reversed(runs[:newest]) if not run.failed and _covers(run.command, name))
    return next(covering, None)


def passes_since(text: str, made: str, past: PastWork) -> bool:
    """Whether a sentence of a moment says that a test is red, and it passed later: the one that it names, else all that
    were red then."""
    if not made or not IS_RED.search(text):
        return False
    runs = list(list_test_runs(past))
    run = find_fixing_run(text, past)
    if run is None and _TESTS.search(text) and not any(_shorten_name(name) in text for one in runs for name in one.red):
        before = next((one for one in runs if one.made <= made), None)
        is_over = before is not None and before.failed and not runs[0].failed and not _list_red(runs)
        run = runs[0] if is_over else None
    return run is not None and run.made > made


def tells_undone(text: str, made: str, past: PastWork) -> bool:
    """Whether a sentence of a moment says that a test is red which was red only in work that was taken back."""
    if not (made and past.undone and IS_RED.search(text)):
        return False
    red = [name for run in past.undone if run.made <= made for name in run.red if _shorten_name(name) in text]
    return bool(red) and set(red).isdisjoint(list_red(past))


def _shorten_name(name: str) -> str:
    """The name of a test without its file and class."""
    return name.rpartition("::")[2].rpartition(" > ")[2] or name


def find_run_branch(past: PastWork) -> str:
    """The branch on which the newest run of tests was made."""
    run = last_test_run(past)
    session = next((one for one in past.sessions if run is not None and run in one.commands), None)
    return find_branch(session, run.line, run.made) if run is not None and session is not None else ""


def _find_still_red(earlier: Sequence[CommandRun], last: CommandRun) -> Mapping[str, CommandRun]:
    """The tests that were red before the last run and that no later run has tried, each with the run that reported it
    last."""
    red: dict[str, CommandRun] = {}
    later = [last]
    for run in earlier[:20]:
        for name in run.red:
            if not any(_covers(after.command, name) or _includes(after.command, run.command) for after in later):
                red.setdefault(name, run)
        later.append(run)
    return red


def _covers(command: str, test: str) -> bool:
    """Whether a command runs a test: it names its file, a folder of it or the test, or it names no file at all.

    A command that chooses tests by name runs only those.
    """
    if not chooses_test(command, test):
        return False
    places = _list_places(command)
    return not places or _is_below(_LINE_NUMBER.sub("", test.partition("::")[0].partition(" > ")[0]), places)


def _includes(command: str, other: str) -> bool:
    """Whether a command runs the tests of all places that another one names."""
    names = list_chosen_names(command)
    if names and names != list_chosen_names(other):
        return False
    places, others = _list_places(command), _list_places(other)
    return bool(others) and all(_is_below(place, places) for place in others)


_LINE_NUMBER: Final = Pattern(r":\d+$")
_SIMPLE_COMMANDS: Final = Pattern(r"&&|\|\|?|;|\n")
_TO_ROOT: Final = Pattern(r"(?:^|(?<=[;&] ))cd [\"']?(?:[A-Za-z]:)?[/~][^;&]*(?:&&|;)\s*")
"""A change to a folder by its whole path: as a rule it is the project, and says nothing of what is run there."""
_EVERYTHING: Final = "./..."
"""How Go names all packages from here on."""
_GO_PACKAGES: Final = Pattern(r"^\./(.+?)(?:/\.\.\.)?$")
_ASSIGNMENTS: Final = Pattern(r"^\s*(?:\w+=\S*\s+)+")


def _list_places(command: str) -> list[str]:
    """The files and folders that the tests of a command name, without the program that it starts."""
    tests = _keep_tests(one_line(join_lines(drop_heredocs(command))))
    parts = (_ASSIGNMENTS.sub("", part).split()[1:] for part in _SIMPLE_COMMANDS.split(_TO_ROOT.sub("", tests)))
    words = [word.strip("'\"") for word in chain.from_iterable(parts)]
    if _EVERYTHING in words:
        words = [word for word in words if not word.startswith(".")]
    places = [_LINE_NUMBER.sub("", word.partition("::")[0].rstrip("/")) for word in words]
    return [_GO_PACKAGES.sub(r"\1", place) for place in places if "/" in place or place.endswith(".py")]


def _is_below(file: str, places: Sequence[str]) -> bool:
    """Whether a file is one of the places or in one of them."""
    return any(file == place or file.startswith(f"{place}/") or file.endswith(f"/{place}") for place in places)


def _place_run(run: CommandRun) -> str:
    """The commit of a run: a file that is read later cannot count the commits since."""
    return f"at {run.commit[:7]}" if run.commit else ""


def _commits_since(run: CommandRun, git: GitState) -> str:
    """How many commits came after a run, as far as the history says."""
    if not run.made or not git.commits:
        return ""
    count = 0
    for commit in git.commits:
        if run.commit and commit.id.startswith(run.commit[:7]):
            break
        if _as_utc(commit.made) <= run.made[:19]:
            break
        count += 1
    else:
        return f"{count} or more commits since"
    return f"{format_count(count, 'commit')} since" if count else NO_COMMIT


def _as_utc(made: str) -> str:
    """A time of git, which has the offset of whoever committed, in UTC and comparable as text."""
    from datetime import UTC, datetime

    try:
        return datetime.fromisoformat(made).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    except ValueError:
        return made[:19]
