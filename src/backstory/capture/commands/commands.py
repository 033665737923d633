"""What a command was: its kind, how it ended, which tests are red; and how one test is run with the same tool."""

import re
from typing import Final, NamedTuple

from backstory.capture.commands.chosen_tests import names_test_file
from backstory.capture.commands.command_lines import Invocation, split_command
from backstory.capture.commands.toolchains import Tool, identify, identify_strongest, runs_task
from backstory.capture.reports.report import Report
from backstory.capture.text.patterns import Pattern
from backstory.model.session import CommandKind

_REPORTING: Final = frozenset(("test", "types", "lint", "build", "run"))
MAX_RED: Final = 50
MAX_ERRORS: Final = 5
MAX_LINE: Final = 200

_ANSWERS: Final = frozenset(
    ("grep", "egrep", "fgrep", "rg", "ag", "ack", "diff", "cmp", "test", "[", "[[", "which", "where", "pgrep", "pkill",
     "command", "type")
)  # fmt: skip
"""Programs that say `no` by the exit code 1."""
_CODE_LINE: Final = Pattern(
    r"^\W*(?:exit(?:[ _]?(?:code|status))?|rc|status|ret|result|code)\W{1,4}(\d{1,3})\W*$", re.IGNORECASE | re.MULTILINE
)
_ENDED: Final = {
    124: "timed out",
    130: "interrupted",
    137: "killed",
    139: "crashed (segmentation fault)",
    143: "terminated",
}
_INTERRUPTED: Final = Pattern(
    r"command timed out|timed out after \d|\[Request interrupted|interrupted by the user|user (?:doesn't|rejected)",
    re.IGNORECASE,
)
_FAILURE: Final = Pattern(
    r"command not found|No such file or directory|Permission denied|^(?:bash|sh|zsh): |Traceback \(most recent call"
    r"|^npm (?:ERR!|error)|^make(?:\[\d+\])?: \*\*\*|^(?:fatal|error|ERROR|Error|FATAL): |^error(?:\[\w+\])?: |^panic: "
    r"|is not recognized as an internal|^Uncaught |^Exception in thread |^\w*(?:Error|Exception): ", re.MULTILINE
)  # fmt: skip


class Outcome(NamedTuple):
    """How a command ended."""

    kind: CommandKind
    failed: bool
    exit_code: int | None
    """None where it is not known: the agent keeps none, or the command's output went into another program."""
    red: tuple[str, ...]
    """Names of failing tests, as the tool names them when it is asked for one."""
    summary: str
    """What it printed about its result, one line."""
    errors: tuple[str, ...]
    """The first lines that say what is wrong."""
    tool: str = ""
    """The tool that printed the result."""


def classify_command(command: str) -> CommandKind:
    """The kind of a command line, of one that does several things the first of test, types, lint, build, run, git."""
    if command.lstrip().startswith(("http://", "https://")):
        return "other"  # an address that a tool fetched
    return identify_strongest(split_command(command))[0].kind


def read_outcome(command: str, output: str, exit_code: int | None = None, failed: bool = False) -> Outcome:
    """How a command ended, by its exit code and by what it printed. Never fails.

    `failed` is what the agent says of the call. An exit code that belongs to another program (`pytest | tail`,
    `make; echo done`) is not believed: there the output decides.
    """
    from backstory.capture.commands.outputs import (
        clean_output,  # as the reports are: only what reads outputs needs them
    )

    invocations = split_command(command)
    tool, culprit = identify_strongest(invocations)
    text, stated = clean_output(output)
    code = exit_code if exit_code is not None else stated
    if _hides_exit_code(invocations, culprit) and (code in (None, 0) or _is_last_answer(invocations, code)):
        code, failed = _read_printed_code(invocations, text), False
    report = _find_report(invocations, tool, text, code)
    if tool.kind in _HIDING and (run := _find_hidden_tests(invocations, text)):
        tool, report = Tool("test"), run
    bad = _is_failure(_Ending(invocations, tool, text, report, code, exit_code, failed))
    shown = report or _SILENT
    errors = _collect_errors(shown, bad, text)
    summary = _summarize(report, code, bad, errors, text)
    return Outcome(
        tool.kind, bad, code, shown.red[:MAX_RED], summary[:MAX_LINE],
        tuple(line[:MAX_LINE] for line in errors[:MAX_ERRORS]), shown.tool or tool.name,
    )  # fmt: skip


_HIDING: Final = frozenset(("lint", "types", "build", "run", "install", "other"))
"""Kinds of tasks of a project that may run its tests, without a name that says so: `make check`, `npm run ci`."""


def _find_hidden_tests(invocations: list[Invocation], text: str) -> Report | None:
    """The report of a test runner in the output of a task or a script of the project."""
    is_run = any(runs_task(one) or names_test_file(one) for one in invocations)
    if not (is_run and _TESTED.search(text)):
        return None
    from backstory.capture.commands.reports import find_test_report

    report = find_test_report(text)
    return report if report and report.failed is not None and report.summary not in _NO_TESTS else None


_TESTED: Final = Pattern(r"pass|fail|FAIL|test")
_NO_TESTS: Final = frozenset(
    ("BUILD SUCCESSFUL", "BUILD SUCCESS", "BUILD FAILED", "BUILD FAILURE", "Build succeeded", "Build FAILED",
     "Build failed", "PASS", "FAIL")
)  # fmt: skip
"""Summaries of tools that do more than to test."""


class _Ending(NamedTuple):
    """What there is to judge by whether a command failed."""

    invocations: list[Invocation]
    tool: Tool
    text: str
    report: Report | None
    code: int | None
    """The exit code that is believed."""
    reported_code: int | None
    """The exit code that the agent gave."""
    failed: bool


_SILENT: Final = Report("", None)
"""Stands for the report of a command that has none."""


def _find_report(invocations: list[Invocation], tool: Tool, text: str, code: int | None) -> Report | None:
    """The report of the tool that matters, or of the part of the line that failed."""
    from backstory.capture.commands.reports import read_report

    report = read_report(tool, text) if tool.kind in _REPORTING else None
    if code == 0 or (report and report.failed):
        return report
    return _read_other_reports(report, invocations, tool, text)


def _is_failure(ending: _Ending) -> bool:
    """Whether a command failed: by its exit code, else by its report, else by what it printed."""
    if ending.code is not None:
        return _is_failure_by_code(ending, ending.code)
    stated = ending.report.failed if ending.report else None
    if stated is not None and (stated or not ending.failed):
        return stated
    return (ending.failed or _prints_failure(ending)) and not _may_be_answer(ending)


def _is_failure_by_code(ending: _Ending, code: int) -> bool:
    """Whether an exit code is one of a failure, or tests are red in spite of it."""
    if code != 0 and not (ending.tool.kind == "other" and _is_answer(ending.invocations, code)):
        return True
    return ending.tool.kind == "test" and bool(ending.report and ending.report.failed)


def _prints_failure(ending: _Ending) -> bool:
    """Whether an output without exit code and report looks like that of a failure."""
    kind = ending.tool.kind
    if kind == "git":
        return ending.text.startswith(("fatal: ", "error: "))
    return kind != "other" and ending.report is None and _FAILURE.search(ending.text[-20_000:]) is not None


def _may_be_answer(ending: _Ending) -> bool:
    """Whether a command without an exit code of its own may only have said `no`."""
    return ending.tool.kind == "other" and ending.reported_code in (None, 1) and _is_answer(ending.invocations, 1)


def _collect_errors(report: Report, bad: bool, text: str) -> tuple[str, ...]:
    """The lines that say what is wrong: those of the report, else of the output."""
    lines = report.errors
    if bad and not lines:
        from backstory.capture.commands.outputs import find_errors

        lines = tuple(find_errors(text, last=not report.summary))
    return tuple(line for line in lines if any(map(str.isalpha, line)) and not _names_red(line, report.red))


def _names_red(line: str, red: tuple[str, ...]) -> bool:
    """Whether a line says no more than that a test failed, which `red` says already."""
    return bool(red) and line.removeprefix("FAILED ").removeprefix("ERROR ") in red


_SHELL_SCRIPTS: Final = (".sh", ".bash", ".bat", ".cmd", ".ps1")
"""Endings of scripts that are named like a tool, and take other words than it: `./unittest.sh`."""


def name_one_test(command: str) -> str:
    """How one test is run with the tool and wrappers of `command`: `uv run pytest PATH::NAME`; empty if not known.

    Only what stands before the tool is kept, because options and names belong to what was run then.
    """
    invocations = split_command(command)
    tool, culprit = identify_strongest(invocations)
    if tool.kind != "test" or culprit is None:
        return ""
    form = _ONE_TEST.get(tool.name)
    named = (culprit.path or culprit.program, *culprit.args[:1])
    if form is None or any(word.endswith(_SHELL_SCRIPTS) for word in named):
        return ""
    script = next((arg for arg in culprit.args if tool.name == "django" and arg.endswith("manage.py")), "")
    word = script or culprit.path or culprit.program
    prefix = re.match(rf"(?s)(.*?(?<![\w./-])){re.escape(word)}(?![\w-])", _segment(command, word))
    return (prefix[1] if prefix else "") + word + form


_ONE_TEST: Final = {
    "pytest": " PATH::NAME", "unittest": " MODULE.CLASS.NAME", "jest": " PATH -t NAME", "vitest": " run PATH -t NAME",
    "mocha": " PATH -g NAME", "go": " test ./PACKAGE -run '^NAME$'", "cargo": " test NAME",
    "mvn": " test -Dtest=CLASS#NAME",
    "gradle": " test --tests CLASS.NAME", "dotnet": " test --filter FullyQualifiedName~NAME", "rspec": " PATH:LINE",
    "phpunit": " --filter NAME PATH", "ctest": " -R NAME --output-on-failure",
    "node": " --test --test-name-pattern NAME PATH", "playwright": " test PATH -g NAME",
    "django": " test MODULE.CLASS.NAME",
    "rails": " test PATH:LINE", "mix": " test PATH:LINE", "bun": " test PATH -t NAME",
    "lein": " test :only NAMESPACE/NAME", "kaocha": " --focus NAMESPACE/NAME", "busted": " PATH --filter NAME",
    "sbt": " 'testOnly CLASS -- -z NAME'",
}  # fmt: skip
"""Tool -> what follows its name to run one test."""


def _segment(command: str, word: str) -> str:
    """The simple command in which a word stands, without what is before it."""
    before = command[: max(command.find(word), 0)]
    start = max(before.rfind(mark) + len(mark) if mark in before else 0 for mark in _SEPARATORS)
    return command[start:].lstrip()


_SEPARATORS: Final = ("&&", "||", ";", "\n", "|", "'", '"')


def _hides_exit_code(invocations: list[Invocation], culprit: Invocation | None) -> bool:
    """Whether the exit code of the line is not that of the program that matters."""
    if not invocations or culprit is None:
        return any(invocation.piped for invocation in invocations[-2:])
    if _sets_pipefail(invocations):
        return False
    return culprit.piped or _is_passed_over(invocations[invocations.index(culprit) + 1 :])


def _sets_pipefail(invocations: list[Invocation]) -> bool:
    return any(invocation.program == "set" and "pipefail" in invocation.args for invocation in invocations)


def _is_passed_over(later: list[Invocation]) -> bool:
    """Whether what follows a program runs although it failed."""
    return any(invocation.follows in ("||", ";", "&") for invocation in later)


def _is_last_answer(invocations: list[Invocation], code: int | None) -> bool:
    """Whether the exit code is `no` of the last program of a pipe."""
    return code == 1 and bool(invocations) and invocations[-1].program in _ANSWERS


def _is_answer(invocations: list[Invocation], code: int) -> bool:
    """Whether a program says `no` by its exit code, which is no failure."""
    if code != 1 or not invocations:
        return False
    last = invocations[-1]
    return last.program in _ANSWERS or (
        last.program == "git" and bool({"--exit-code", "--quiet", "grep", "-q"} & set(last.args))
    )


def _read_printed_code(invocations: list[Invocation], text: str) -> int | None:
    """The exit code that the line prints itself: `; echo "exit: $?"`."""
    if not any(map(_prints_code, invocations)):
        return None
    codes = _CODE_LINE.findall(text[-2_000:])
    if codes:
        return int(codes[-1]) % 256
    last = text.rstrip().rsplit("\n", 1)[-1].strip()
    return int(last) % 256 if re.fullmatch(r"\d{1,3}", last) else None


def _prints_code(invocation: Invocation) -> bool:
    words = " ".join(invocation.args)
    return invocation.program in ("echo", "printf") and ("$?" in words or "PIPESTATUS" in words)


def _read_other_reports(report: Report | None, invocations: list[Invocation], tool: Tool, text: str) -> Report | None:
    """The report of the part of a line that failed, when it is not the one that the line is named for."""
    from backstory.capture.commands.reports import read_report

    for invocation in invocations:
        other = identify(invocation)
        if other.kind in _REPORTING and other != tool and (second := read_report(other, text)) and second.failed:
            return _put_after(report or _SILENT, second)
    return report


def _put_after(first: Report, second: Report) -> Report:
    """The second report, with the summary of the first before its own when that is of another tool."""
    if not first.summary or first.tool == second.tool:
        return second
    return second._replace(summary=f"{first.summary}; {second.summary}")


def _summarize(report: Report | None, code: int | None, failed: bool, errors: tuple[str, ...], text: str) -> str:
    if report and report.summary:
        return report.summary
    return _describe_failure(code, errors, text) if failed else ""


def _describe_failure(code: int | None, errors: tuple[str, ...], text: str) -> str:
    """What a failure without a report comes down to."""
    if code in _ENDED:
        return _ENDED[code]
    if interrupted := _INTERRUPTED.search(text[:2_000]):
        return interrupted[0]
    if errors and not _CODE_LINE.fullmatch(errors[0]):
        return errors[0]
    return f"exit code {code}" if code else "failed"
