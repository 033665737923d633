"""Reports of the test runners of Go, Rust, .NET, Ruby, PHP, Elixir, Dart and Terraform, and of tox and nox."""

import re
from typing import Final

from backstory.capture.reports.report import Report, count, squeeze, unique
from backstory.capture.text.patterns import Pattern


def read_go(text: str) -> Report | None:
    """go test, with -v, -json in part, gotestsum."""
    states = [state for state, _, _ in _GO_PACKAGE.findall(text)]
    named = _GO_FAIL.findall(text) + _GO_SUM_FAIL.findall(text)
    end = re.search(r"^DONE (\d+ tests?[^\n]*)", text, re.MULTILINE)
    if not (states or named or end or _GO_ALONE.search(text)):
        return None
    panic = "".join(re.findall(r"^(?:panic|fatal error): [^\n]*", text, re.MULTILINE)[:1])
    red = _go_red(text, named, bool(panic))
    failed = bool(red or "FAIL" in states or panic or re.search(r"^FAIL$", text, re.MULTILINE))
    summary = end[1] if end else _go_summary(states.count("FAIL"), len(red), states.count("ok"))
    errors = _go_errors(text, panic) if failed else ()
    return Report("go", failed, red, summary or ("FAIL" if failed else "PASS"), errors)


_GO_PACKAGE: Final = Pattern(r"^(ok|FAIL|\?|---|panic:) {0,3}\t([\w./~-]+)(?:[\t ]([^\n]*))?$", re.MULTILINE)
_GO_FAIL: Final = Pattern(r"^\s*--- FAIL: (\S+) \([\d.]+s\)", re.MULTILINE)
_GO_SUM_FAIL: Final = Pattern(r"^=== FAIL: (?:\S+ )?(\S+) \([\d.]+s\)", re.MULTILINE)
_GO_ALONE: Final = Pattern(r"^(?:PASS|FAIL)\n?\Z|^=== RUN   ", re.MULTILINE)
_GO_PANICKED: Final = Pattern(r"^panic: [^\n]*\n(?:[^\n]*\n){0,40}?\S+\.(Test\w+)\(", re.MULTILINE)


def _go_red(text: str, named: list[str], panicked: bool) -> tuple[str, ...]:
    """The failing tests without those that only hold others, else the test that panicked."""
    red = tuple(name for name in unique(named) if not any(other.startswith(name + "/") for other in named))
    return red if red or not panicked else unique(_GO_PANICKED.findall(text))[:1]


def _go_summary(bad: int, red: int, good: int) -> str:
    """What the numbers of failing packages, failing tests and passing packages come to."""
    parts = (
        (bad, f"{count(bad, 'package')} failed"),
        (red, f"{red} failed"),
        (good, f"{count(good, 'package')} ok"),
    )
    return ", ".join(part for number, part in parts if number)


def _go_errors(text: str, panic: str) -> tuple[str, ...]:
    located = re.findall(r"^\s+(\w[\w.-]*_test\.go:\d+: [^\n]*)$", text, re.MULTILINE)
    build = re.findall(r"^(\S+\.go:\d+:\d+: [^\n]*)$", text, re.MULTILINE)
    asserted = re.findall(r"^\s+Error:\s+(\S[^\n]*)$", text, re.MULTILINE)
    return unique([*build, panic, *asserted, *located])[:5]


def read_cargo(text: str) -> Report | None:
    """cargo test, cargo nextest; a crate whose tests do not compile."""
    if nextest := re.search(r"^\s*Summary \[[^\]\n]*\] +([^\n]*)$", text, re.MULTILINE):
        names = _NEXTEST_RED.findall(text)
        return Report("cargo", bool(names) or "failed" in nextest[1], unique(names), nextest[1], _panics(text))
    red = _cargo_red(text)
    if results := _CARGO_RESULT.findall(text):
        return _read_cargo_results(text, results, red)
    if red or "error: test failed" in text:
        return Report("cargo", True, red, f"{len(red)} failed" if red else "test failed", _panics(text))
    return read_rustc(text)


_NEXTEST_RED: Final = Pattern(
    r"^\s+(?:TRY \d+ )?(?:FAIL(?: \+ LEAK)?|TIMEOUT|TMT|ABORT|SIG\w+) \[[^\]\n]*\] (?:\([^)\n]*\) )?\S+ (\S+)$",
    re.MULTILINE,
)
_CARGO_RESULT: Final = Pattern(r"^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed", re.MULTILINE)
_CARGO_RED: Final = Pattern(r"^test (\S[^\n]*?)(?: - (?:should panic|compile(?: fail)?))? \.\.\. FAILED$", re.MULTILINE)


def _cargo_red(text: str) -> tuple[str, ...]:
    """The failing tests: by their lines, else by the list at the end."""
    red = unique(_CARGO_RED.findall(text))
    if red or "\nfailures:\n" not in text:
        return red
    return unique(re.findall(r"^    (\w[\w:]*)$", text.split("\nfailures:\n")[-1], re.MULTILINE))


def _read_cargo_results(text: str, results: list[tuple[str, str, str]], red: tuple[str, ...]) -> Report:
    """The report of one or more result lines, as a crate has one for each of its targets."""
    passed, failed = sum(int(row[1]) for row in results), sum(int(row[2]) for row in results)
    summary = f"{failed} failed, {passed} passed" if failed else f"{passed} passed"
    if not any(state == "FAILED" for state, _, _ in results):
        return Report("cargo", "error: test failed" in text, (), summary, ())
    return Report("cargo", True, red, summary, _panics(text))


def read_rustc(text: str) -> Report | None:
    """Errors of rustc and Clippy, and cargo's last word."""
    errors = _RUSTC_ERROR.findall(text)
    end = re.search(r"^error: could not compile (`[^`\n]*`[^\n]*)|^error: (aborting due to [^\n]*)", text, re.MULTILINE)
    if not end and not _CARGO_FINISHED.search(text) and not any(line.startswith("error[") for line in errors):
        return None
    if end and end[1]:
        return Report("cargo", True, (), f"could not compile {end[1]}", unique(errors)[:5])
    if errors or end:
        return Report("cargo", True, (), count(len(errors), "error"), unique(errors)[:5])
    warnings = re.findall(r"^warning: `?([^`\n]*`? (?:\([^)\n]*\) )?generated \d+ warnings?)", text, re.MULTILINE)
    return Report("cargo", False, (), warnings[-1] if warnings else "", ())


_RUSTC_ERROR: Final = Pattern(
    r"^(error(?:\[E\d+\])?: (?!could not compile|aborting due|test failed)[^\n]*)", re.MULTILINE
)
_CARGO_FINISHED: Final = Pattern(
    r"^\s*Finished (?:`\w+`|\w+) (?:profile )?\[|^\s*Finished `?\w+`? (?:profile|target)", re.MULTILINE
)


def _panics(text: str) -> tuple[str, ...]:
    rows = re.findall(
        r"^\s*thread '[^'\n]*' (?:\(\d+\) )?panicked at (?:'([^\n]*?)', )?[^\n]*?(?::\n([^\n]*(?:\n {1,2}(?:left|right): [^\n]*)*))?$",
        text,
        re.MULTILINE,
    )
    errors = unique(squeeze(first or second) for first, second in rows)
    return (
        errors[:5]
        or unique(re.findall(r"^(error(?:\[E\d+\])?: (?!test failed|could not)[^\n]*)", text, re.MULTILINE))[:5]
    )


def read_dotnet(text: str) -> Report | None:
    """dotnet test and dotnet build."""
    totals = _DOTNET_TOTAL.findall(text) + _DOTNET_SUMMARY.findall(text)
    red = unique(_DOTNET_RED.findall(text) + _XUNIT_RED.findall(text)) or unique(_DOTNET_TERMINAL_RED.findall(text))
    platform = _DOTNET_PLATFORM.findall(text)
    if platform:
        red = red or unique(_DOTNET_PLATFORM_RED.findall(text))
        totals = totals or platform
    compile_errors = unique(map(_shorten_place, _DOTNET_COMPILE.findall(text)))
    state = _DOTNET_STATE.search(text)
    if not (totals or red or state or compile_errors or _DOTNET_OLD_TOTAL.search(text)):
        return None
    word = state[1] if state else ""
    failed = bool(red or compile_errors or word.lower() == "failed") or any(row[0] != "0" for row in totals)
    summary = _count_dotnet(totals, compile_errors) or _describe_dotnet(text, red, word)
    return Report("dotnet", failed, red, summary, unique([*compile_errors, *_DOTNET_MESSAGE.findall(text)])[:5])


_DOTNET_STATE: Final = Pattern(r"^\s*Build (succeeded|FAILED|failed)", re.MULTILINE)
_DOTNET_OLD_TOTAL: Final = Pattern(r"^Total tests: (\d+)", re.MULTILINE)
_DOTNET_MESSAGE: Final = Pattern(r"^\s+Error Message:\n\s+(\S[^\n]*)", re.MULTILINE)


_DOTNET_TOTAL: Final = Pattern(
    r"^(?:Failed|Passed)!\s+- Failed:\s+(\d+), Passed:\s+(\d+), Skipped:\s+(\d+)", re.MULTILINE
)
_DOTNET_SUMMARY: Final = Pattern(
    r"^Test summary: total: \d+, failed: (\d+), succeeded: (\d+), skipped: (\d+)", re.MULTILINE
)
_DOTNET_RED: Final = Pattern(r"^\s+Failed (\S[^\n]*?) \[[\d.<]+ ?m?s\]$", re.MULTILINE)
_DOTNET_TERMINAL_RED: Final = Pattern(r"error TESTERROR:\s+(\S[^\n]*?) \([\d.<]+ ?m?s\): ", re.MULTILINE)
_DOTNET_PLATFORM: Final = Pattern(
    r"^Test run summary: [^\n]*\n(?:[^\n]*\n){0,20}? +total: \d+\n +failed: (\d+)\n +succeeded: (\d+)\n +skipped: (\d+)",
    re.MULTILINE,
)
"""The end of a run with Microsoft.Testing.Platform."""
_DOTNET_PLATFORM_RED: Final = Pattern(r"^failed (\S[^\n]*?) \([\d.<]+m?s[^)\n]*\)$", re.MULTILINE)
_XUNIT_RED: Final = Pattern(r"^\S*\s*\[xUnit\.net [\d:.]+\]\s+(\S+) \[FAIL\]", re.MULTILINE)
_DOTNET_COMPILE: Final = Pattern(r"^\s*(\S[^\n]*: error (?!TESTERROR)[A-Z]{2,}\d+: [^\n]*)$", re.MULTILINE)


def _shorten_place(line: str) -> str:
    """A compile error without the folders of its file and the project at its end."""
    line = re.sub(r" \[[^\]\n]*proj[^\]\n]*\]$", "", line)
    return re.sub(r"^\s*(?:.*[\\/])?([^\\/\n]+\(\d+,\d+\))", r"\1", line)


def _count_dotnet(totals: list[tuple[str, ...]], compile_errors: tuple[str, ...]) -> str:
    """The numbers of tests, one total for each project, else of compile errors."""
    if totals:
        failed, passed, skipped = (sum(int(row[place]) for row in totals) for place in range(3))
        return f"{failed} failed, {passed} passed, {skipped} skipped"
    return count(len(compile_errors), "compile error") if compile_errors else ""


def _describe_dotnet(text: str, red: tuple[str, ...], state: str) -> str:
    """What an output without totals comes down to."""
    if red:
        return f"{len(red)} failed"
    if state:
        return f"Build {state}"
    return "Test Run Successful" if "Successful" in text else ""


def read_rspec(text: str) -> Report | None:
    """RSpec."""
    end = re.findall(r"^(\d+ examples?, \d+ failures?[^\n]*)", text, re.MULTILINE)
    if not end:
        return None
    named = re.findall(r"^rspec (\S+)(?: # ?([^\n]*))?$", text, re.MULTILINE)
    red = unique([f"{place} > {name.strip()}" if name.strip() else place for place, name in named])
    failed = not re.search(r", 0 failures", end[-1]) or "error" in end[-1]
    causes = re.findall(
        r"^     (?:Failure/Error: [^\n]*\n\s*\n\s+)?((?:expected|[A-Z][\w:]*(?:Error|Exception)\b)[^\n]*)",
        text,
        re.MULTILINE,
    )
    return Report(
        "rspec",
        failed,
        red or _rspec_places(text),
        end[-1],
        unique([*causes, *re.findall(r"^(An error occurred [^\n]*)", text, re.MULTILINE)])[:5] if failed else (),
    )


def _rspec_places(text: str) -> tuple[str, ...]:
    """Where the failing examples are, without the list at the end: by their traces, and files that do not load."""
    traces = re.findall(r"^  \d+\) [^\n]*\n(?:(?!  \d+\) )[^\n]*\n)*?     # (\S+_spec\.rb:\d+)", text, re.MULTILINE)
    unloaded = re.findall(r"^An error occurred while loading (\S+?)\.?$", text, re.MULTILINE)
    return unique([*traces, *unloaded])


def read_minitest(text: str) -> Report | None:
    """minitest, rails test, test-unit."""
    end = re.findall(r"^(\d+ (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors[^\n]*)", text, re.MULTILINE)
    if not end:
        return None
    summary, failures, errors = end[-1]
    if failures == errors == "0":
        return Report("minitest", False, (), summary, ())
    causes = re.findall(r"^(Expected[^\n]*|[A-Z][\w:]*(?:Error|Exception): [^\n]*)", text, re.MULTILINE)
    return Report("minitest", True, _minitest_red(text), summary, unique(causes)[:5])


def _minitest_red(text: str) -> tuple[str, ...]:
    """The failing tests: as Rails names them, as minitest does, as test-unit does."""
    return unique(
        re.findall(r"^(?:bin/)?rails test (\S+)$", text, re.MULTILINE)
        or re.findall(r"^\s*(?:\d+\) )?(?:Failure|Error):\n(\S[^\n]*?)(?: \[[^\n]*\])?:$", text, re.MULTILINE)
        or [f"{where}#{name}" for name, where in re.findall(r"^(?:Failure|Error): (\w+)\((\w+)\)", text, re.MULTILINE)]
    )


def read_phpunit(text: str) -> Report | None:
    """PHPUnit and Pest."""
    end = _PHPUNIT_END.search(text)
    pest = re.search(r"^\s{2}Tests:\s+(\d[^\n]*)$", text, re.MULTILINE)
    if end is None and pest is None:
        return None
    summary = squeeze(end[0] if end else pest[1] if pest else "")
    if not re.search(r"(?:Failures|Errors): [1-9]|[1-9]\d* failed|^No tests", summary):
        return Report("phpunit", False, (), summary.rstrip("."), ())
    red = re.findall(r"^\d+\) ([\w\\]+::\w[^\n]*)$", text, re.MULTILINE)
    red += re.findall(r"^\s+FAILED\s+([\w\\]+ > [^\n]*?)(?:\s{2,}[^\n]*)?$", text, re.MULTILINE)
    red = red or _pest_rows(text) or re.findall(r"^ ✘ ([^\n]*?)(?: \[[\d.]+ m?s\])?$", text, re.MULTILINE)
    causes = re.findall(r"^\d+\) [^\n]*\n(\S[^\n]*)", text, re.MULTILINE)
    return Report("phpunit", True, unique(red), summary.rstrip("."), unique(causes)[:5])


def _pest_rows(text: str) -> list[str]:
    """The failing tests of Pest's list, each with the class above it."""
    rows = re.findall(
        r"^\s+(?:(?:FAIL|PASS|WARN|TO[D]O)\s+([A-Z][\w\\]+)|⨯ (\S[^\n]*?)(?:\s+[\d.]+s)?)[ \t]*$", text, re.MULTILINE
    )
    names, where = [], ""
    for heading, name in rows:
        where = heading or where
        names += [f"{where} > {name}" if where else name] if name else []
    return names


_PHPUNIT_END: Final = Pattern(
    r"^(?:Tests: \d+, Assertions: \d+[^\n]*|OK(?:,)? \(\d+ tests?[^\n]*|OK, but [^\n]*|No tests executed!)",
    re.MULTILINE,
)


def read_exunit(text: str) -> Report | None:
    """Elixir's ExUnit."""
    if ends := _EXUNIT_END.findall(text):
        red = unique(_EXUNIT_RED.findall(text)) or unique(_XCBEAUTIFY_RED.findall(text))
        bad = [summary for summary, failures in ends if failures != "0"]
        return Report("mix", bool(bad), red if bad else (), bad[-1] if bad else ends[-1][0], ())
    return None


_EXUNIT_END: Final = Pattern(
    r"^((?:\d+ (?:tests?|doctests?|propert(?:y|ies))[^\n]*, )(\d+) failures?[^\n]*)", re.MULTILINE
)
_EXUNIT_RED: Final = Pattern(r"^ +\d+\) [^\n]*\n +(\S+\.exs:\d+)$", re.MULTILINE)
_XCBEAUTIFY_RED: Final = Pattern(r"^ *✗ (\S[^\n]*)$", re.MULTILINE)


def read_environments(text: str) -> Report | None:
    """tox and nox, which run other tools: which environment failed."""
    return _read_states("tox", _tox_states(text)) or _read_states("nox", _NOX_STATE.findall(text))


def _tox_states(text: str) -> list[tuple[str, str]]:
    """The environments of tox with their states, of version 4 and of version 3."""
    rows = _TOX_STATE.findall(text) if _TOX_END.search(text) else []
    return rows + [(name, "FAIL") for name in re.findall(r"^ERROR: +([\w.-]+): commands failed$", text, re.MULTILINE)]


_TOX_STATE: Final = Pattern(r"^\s{2}([\w.,-]+): (OK|FAIL|SKIP)\b[^\n]*$", re.MULTILINE)
_TOX_END: Final = Pattern(r"^\s{2}(?:congratulations :\)|evaluation failed :\()", re.MULTILINE)
_NOX_STATE: Final = Pattern(
    r"^nox > (?:\* |Session )([\w.()\[\]=' ,-]+?)(?:: | was | )(failed|successful|success|aborted|skipped)\b",
    re.MULTILINE,
)


def _read_states(tool: str, rows: list[tuple[str, str]]) -> Report | None:
    """The report of environments and their states; None without any."""
    if not rows:
        return None
    bad = unique(name for name, state in rows if state in ("FAIL", "failed", "aborted"))
    return Report(tool, bool(bad), (), f"failed: {', '.join(bad)}" if bad else f"{tool}: OK", ())


def read_dart(text: str) -> Report | None:
    """dart test, flutter test."""
    end = _DART_END.findall(text)
    if not end:
        return None
    passed, failed, words = end[-1]
    red = unique(_DART_RED.findall(text))
    summary = ", ".join(filter(None, (f"{failed} failed" if failed else "", f"{passed} passed")))
    causes = re.findall(r"^\s+(Expected: [^\n]*|Actual: [^\n]*|\w+(?:Error|Exception): [^\n]*)$", text, re.MULTILINE)
    return Report("dart", bool(failed or red) or "failed" in words, red, summary, unique(causes)[:5])


_DART_END: Final = Pattern(
    r"^\d\d:\d\d \+(\d+)(?: ~\d+)?(?: -(\d+))?: ((?:All|Some) tests (?:passed|failed)[^\n]*)$", re.MULTILINE
)
_DART_RED: Final = Pattern(r"^\d\d:\d\d \+\d+(?: ~\d+)? -\d+: (?:\S+\.dart: )?([^\n]+?) \[E\]$", re.MULTILINE)


def read_terraform(text: str) -> Report | None:
    """terraform test, tofu test."""
    end = re.search(r"^(?:Success|Failure)! ((\d+) passed, (\d+) failed(?:, \d+ skipped)?)\.", text, re.MULTILINE)
    if end is None:
        return None
    red = unique(re.findall(r'^\s*run "([^"\n]+)"\.\.\. fail$', text, re.MULTILINE))
    causes = re.findall(r"^[│|]? ?Error: ([^\n]+)$", text, re.MULTILINE)
    return Report("terraform", end[3] != "0", red, end[1], unique(causes)[:5])
