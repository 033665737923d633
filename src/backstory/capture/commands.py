"""What a command was: its kind, how it ended, which tests are red; and how one test is run with the same tool."""

import re
from typing import Final, NamedTuple

from backstory.capture.command_lines import Invocation, split_command
from backstory.capture.outputs import clean_output, find_errors
from backstory.capture.report import Report
from backstory.capture.reports import read_report
from backstory.capture.toolchains import Tool, identify, identify_strongest
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
_CODE_LINE: Final = re.compile(
    r"^\W*(?:exit(?:[ _]?(?:code|status))?|rc|status|ret|result|code)\W{1,4}(\d{1,3})\W*$", re.IGNORECASE | re.MULTILINE
)
_ENDED: Final = {
    124: "timed out",
    130: "interrupted",
    137: "killed",
    139: "crashed (segmentation fault)",
    143: "terminated",
}
_INTERRUPTED: Final = re.compile(
    r"command timed out|timed out after \d|\[Request interrupted|interrupted by the user|user (?:doesn't|rejected)",
    re.IGNORECASE,
)
_FAILURE: Final = re.compile(
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
    return identify_strongest(split_command(command))[0].kind


def read_outcome(command: str, output: str, exit_code: int | None = None, failed: bool = False) -> Outcome:
    """How a command ended, by its exit code and by what it printed. Never fails.

    `failed` is what the agent says of the call. An exit code that belongs to another program (`pytest | tail`,
    `make; echo done`) is not believed: there the output decides.
    """
    invocations = split_command(command)
    tool, culprit = identify_strongest(invocations)
    text, stated = clean_output(output)
    code = exit_code if exit_code is not None else stated
    hidden = _hides_exit_code(invocations, culprit)
    if hidden and (code in (None, 0) or _is_last_answer(invocations, code)):
        code = _read_printed_code(invocations, text)
        failed = failed and exit_code is None and not hidden
    report = read_report(tool, text) if tool.kind in _REPORTING else None
    if code != 0 and not (report and report.failed):
        report = _read_other_reports(report, invocations, tool, text)
    red = report.red if report else ()
    if code is not None:
        bad = code != 0 and not (tool.kind == "other" and _is_answer(invocations, code))
        bad = bad or bool(report and report.failed and tool.kind == "test")
    elif report and report.failed is not None and not (failed and not report.failed):
        bad = report.failed
    else:
        bad = failed or bool(_FAILURE.search(text[-20_000:]) and tool.kind not in ("other", "git") and report is None)
        bad = bad or (tool.kind == "git" and text.startswith(("fatal: ", "error: ")))
        bad = bad and not (
            tool.kind == "other" and code is None and exit_code in (None, 1) and _is_answer(invocations, 1)
        )
    errors = (report.errors if report else ()) or (
        tuple(find_errors(text, last=not (report and report.summary))) if bad else ()
    )
    errors = tuple(line for line in errors if any(map(str.isalpha, line)) and not _names_red(line, red))
    summary = _summarize(report, code, bad, errors, text)
    return Outcome(
        tool.kind, bad, code, red[:MAX_RED], summary[:MAX_LINE], tuple(line[:MAX_LINE] for line in errors[:MAX_ERRORS]),
        (report.tool if report else "") or tool.name,
    )  # fmt: skip


def _names_red(line: str, red: tuple[str, ...]) -> bool:
    """Whether a line says no more than that a test failed, which `red` says already."""
    return bool(red) and line.removeprefix("FAILED ").removeprefix("ERROR ") in red


def name_one_test(command: str) -> str:
    """How one test is run with the tool and wrappers of `command`: `uv run pytest PATH::NAME`; empty if not known.

    Only what stands before the tool is kept, because options and names belong to what was run then.
    """
    invocations = split_command(command)
    tool, culprit = identify_strongest(invocations)
    if tool.kind != "test" or culprit is None:
        return ""
    form = _ONE_TEST.get(tool.name)
    if form is None:
        return ""
    word = culprit.path or culprit.program
    prefix = re.match(rf"(?s)(.*?(?<![\w./-])){re.escape(word)}(?![\w-])", _segment(command, word))
    return (prefix[1] if prefix else "") + word + form


def is_one_test(command: str) -> bool:
    """Whether a command runs chosen tests and not all."""
    for invocation in split_command(command):
        if identify(invocation).kind == "test":
            text = " ".join(invocation.args)
            if _CHOSEN.search(text):
                return True
            if invocation.program == "cargo" and re.search(r"test (?!-)(?:\S*::)?\w+", text):
                return True
            if invocation.program == "unittest" and invocation.args and not invocation.args[0].startswith("-"):
                return invocation.args[0] != "discover"
    return False


_CHOSEN: Final = re.compile(
    r"::|\.(?:py|[jt]sx?|mjs|rb|php)\b|(?:^| )-(?:k|t|run|R|g)[ =]"
    r"|--(?:filter|grep|tests?|testNamePattern)\b|-Dtest="
)
_ONE_TEST: Final = {
    "pytest": " PATH::NAME", "unittest": " MODULE.CLASS.NAME", "jest": " PATH -t NAME", "vitest": " run PATH -t NAME",
    "mocha": " PATH -g NAME", "go": " test ./PACKAGE -run '^NAME$'", "cargo": " test NAME",
    "mvn": " test -Dtest=CLASS#NAME",
    "gradle": " test --tests CLASS.NAME", "dotnet": " test --filter FullyQualifiedName~NAME", "rspec": " PATH:LINE",
    "phpunit": " --filter NAME PATH", "ctest": " -R NAME --output-on-failure",
    "node": " --test --test-name-pattern NAME PATH", "playwright": " test PATH -g NAME",
    "rails": " test PATH:LINE", "mix": " test PATH:LINE", "bun": " test PATH -t NAME",
}  # fmt: skip
"""Tool -> what follows its name to run one test."""


def _segment(command: str, word: str) -> str:
    """The simple command in which a word stands, without what is before it."""
    place = command.find(word)
    before = max(command.rfind(mark, 0, max(place, 0)) + len(mark) if mark in command[: max(place, 0)] else 0
                 for mark in ("&&", "||", ";", "\n", "|", "'", '"'))  # fmt: skip
    return command[before:].lstrip()


def _hides_exit_code(invocations: list[Invocation], culprit: Invocation | None) -> bool:
    """Whether the exit code of the line is not that of the program that matters."""
    if not invocations or culprit is None:
        return any(invocation.piped for invocation in invocations[-2:])
    if any(invocation.program == "set" and "pipefail" in invocation.args for invocation in invocations):
        return False
    place = invocations.index(culprit)
    if culprit.piped:
        return True
    return any(later.follows in ("||", ";", "&") for later in invocations[place + 1 :])


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
    if not any(
        part.program in ("echo", "printf") and ("$?" in " ".join(part.args) or "PIPESTATUS" in " ".join(part.args))
        for part in invocations
    ):
        return None
    codes = _CODE_LINE.findall(text[-2_000:])
    if codes:
        return int(codes[-1]) % 256
    last = text.rstrip().rsplit("\n", 1)[-1].strip()
    return int(last) % 256 if re.fullmatch(r"\d{1,3}", last) else None


def _read_other_reports(report: Report | None, invocations: list[Invocation], tool: Tool, text: str) -> Report | None:
    """The report of the part of a line that failed, when it is not the one that the line is named for."""
    for invocation in invocations:
        other = identify(invocation)
        if other.kind in _REPORTING and other != tool and (second := read_report(other, text)) and second.failed:
            before = f"{report.summary}; " if report and report.summary and report.tool != second.tool else ""
            return second._replace(summary=before + second.summary)
    return report


def _summarize(report: Report | None, code: int | None, failed: bool, errors: tuple[str, ...], text: str) -> str:
    if report and report.summary:
        return report.summary
    if failed:
        if code in _ENDED:
            return _ENDED[code]
        if interrupted := _INTERRUPTED.search(text[:2_000]):
            return interrupted[0]
        if errors and not _CODE_LINE.fullmatch(errors[0]):
            return errors[0]
        return f"exit code {code}" if code else "failed"
    return ""
