"""Reports of the test runners of C and C++, of Nim, Swift and Zig."""

import re
from typing import Final

from backstory.capture.reports.report import Report, find_last, squeeze, unique
from backstory.capture.text.patterns import Pattern


def read_ctest(text: str) -> Report | None:
    """CTest."""
    end = re.search(r"^(\d+% tests passed, (\d+) tests? failed out of \d+)", text, re.MULTILINE)
    rows = _CTEST_ROW.findall(text)
    red = unique(_CTEST_LISTED.findall(text)) or unique(name for name, state in rows if state != "Passed")
    if end is not None:
        return Report("ctest", end[2] != "0", red, end[1], ())
    if red or (rows and "Errors while running CTest" in text):
        return Report("ctest", True, red, f"{len(red)} failed", ())
    return Report("ctest", True, (), "No tests were found", ()) if "No tests were found!!!" in text else None


_CTEST_LISTED: Final = Pattern(
    r"^[ \t]+\d+ - (\S[^\n]*?) \((?:Failed|Timeout|SEGFAULT|Not Run|Subprocess aborted|SIGTRAP|ILLEGAL|NUMERICAL"
    r"|Exception[^)\n]*|Bus error|OTHER_FAULT)\)",
    re.MULTILINE,
)
_CTEST_ROW: Final = Pattern(
    r"^ *\d+/\d+ Test +#\d+: (\S[^\n]*?) \.{2,} *(?:(Passed)|\*\*\*(?!Skipped|Not Run \(Disabled\))[A-Z][^\n]*?) +[\d.]+ sec",
    re.MULTILINE,
)


def read_googletest(text: str) -> Report | None:
    """GoogleTest."""
    end = find_last(_GOOGLETEST_END, text)
    if end is None:
        return None
    red = unique(_GOOGLETEST_RED.findall(text))
    passed = find_last(_GOOGLETEST_PASSED, text)
    counts = [f"{len(red)} failed"] if red else []
    if passed:
        counts.append(f"{passed[1]} passed")
    return Report(
        "googletest", bool(red), red, ", ".join(counts) or end[1], unique(_GOOGLETEST_CAUSE.findall(text))[:5]
    )


_GOOGLETEST_END: Final = Pattern(r"^\[={10}\] (\d+ tests? from \d+ test (?:suite|case)s? ran\.)", re.MULTILINE)
_GOOGLETEST_PASSED: Final = Pattern(r"^\[  PASSED  \] (\d+) tests?\.", re.MULTILINE)
_GOOGLETEST_RED: Final = Pattern(
    r"^\[  FAILED  \] (\w+(?:[./]\w+)+)(?:, where [^\n]*?)?(?: \(\d+ ms\))?$", re.MULTILINE
)
_GOOGLETEST_CAUSE: Final = Pattern(r"^(\S+:\d+): Failure$", re.MULTILINE)


def read_catch(text: str) -> Report | None:
    """Catch2 and doctest, which name their cases alike."""
    end = find_last(_DOCTEST_END, text) or find_last(_CATCH_END, text)
    if end is None:
        return None
    is_doctest = "[doctest]" in end[0]
    red = unique((_DOCTEST_RED if is_doctest else _CATCH_RED).findall(text)) or unique(_CATCH_BARE.findall(text))
    summary = squeeze(end[0].removeprefix("[doctest]"))
    failed = any(number not in (None, "0") for number in end.groups())
    causes = unique(_CATCH_CAUSE.findall(text))
    return Report("doctest" if is_doctest else "catch2", failed, red, summary, causes[:5])


_CATCH_END: Final = Pattern(
    r"^(?:All tests passed \(\d+ assertions? in \d+ test cases?\)|test cases: +\d+ \|[^\n]*?\b(\d+) failed[^\n]*)",
    re.MULTILINE,
)
_DOCTEST_END: Final = Pattern(
    r"^\[doctest\] test cases: +\d+ \| +\d+ passed \| +(\d+) failed(?: \| +\d+ skipped)?", re.MULTILINE
)
_CATCH_RED: Final = Pattern(
    r"^-{20,}\n(\S[^\n]*)\n(?:[ \t]+[^\n]*\n)*-{20,}\n[^\n]*\n\.{20,}\n(?:(?!-{20,}\n|={20,}\n)[^\n]*\n)*?[^\n]*: FAILED:",
    re.MULTILINE,
)
_DOCTEST_RED: Final = Pattern(
    r"^TEST CASE: +(\S[^\n]*)\n(?:(?!={20,}\n)[^\n]*\n)*?[^\n]*: (?:FATAL )?ERROR: ", re.MULTILINE
)
_CATCH_BARE: Final = Pattern(r"^(\w[\w ,.-]{2,80})\n\S+:\d+: FAILED:", re.MULTILINE)
"""The same in an output that was shortened to what failed."""
_CATCH_CAUSE: Final = Pattern(r"^(\S+(?::\d+|\(\d+\))): (?:FAILED:|(?:FATAL )?ERROR: )", re.MULTILINE)


def read_nim(text: str) -> Report | None:
    """Nim's unittest."""
    red = unique(_NIM_RED.findall(text))
    passed = _NIM_PASSED.findall(text)
    if not red and not passed:
        return None
    return Report("nim", bool(red), red, f"{len(red)} failed, {len(passed)} passed")


_NIM_RED: Final = Pattern(r"^ *\[FAILED\] (\S[^\n]*)$", re.MULTILINE)
_NIM_PASSED: Final = Pattern(r"^ *\[OK\] \S[^\n]*$", re.MULTILINE)


def read_swift(text: str) -> Report | None:
    """XCTest, also through xcbeautify, and Swift Testing, which may both be in an output."""
    testing = _SWIFT_TESTING_END.findall(text)
    red = unique(name.strip('"') for name in _SWIFT_TESTING_RED.findall(text))
    if testing and (testing[-1][1] == "failed" or "Executed 0 tests" in text or "Executed" not in text):
        return Report("swift", testing[-1][1] == "failed", red, testing[-1][0], unique(_SWIFT_ISSUE.findall(text))[:5])
    swift = re.findall(r"^\s*(Executed \d+ tests?, with (\d+) failures?[^\n]*?)(?: in [^\n]*)?$", text, re.MULTILINE)
    end = _XCODE_END.search(text)
    listed = _XCODE_FAILING.search(text)
    if not swift and end is None:
        return None
    red = (
        unique(re.findall(r"^(?:\S+: )?error: -?\[?(\S+?)\]? : ", text, re.MULTILINE))
        or unique(re.findall(r"^\s+(?:-\[)?(\S.*?)(?:\(\))?\]?$", listed[1] if listed else "", re.MULTILINE))
        or unique(re.findall(r"^Test Case '-?\[?([^'\]]+)\]?' failed", text, re.MULTILINE))
        or unique(re.findall(r"^ +[✖✗] (\w+)(?:, | \()", text, re.MULTILINE))
    )
    if swift:
        return Report("swift", swift[-1][1] != "0", red, swift[-1][0], ())
    failed = end is not None and end[1] == "FAILED"
    errors = unique([*_XCODE_CAUSE.findall(text), *_XCODE_ASSERTION.findall(text)])[:5]
    return Report("swift", failed, red, "test failed" if failed else "test succeeded", errors)


_XCODE_END: Final = Pattern(r"^\*\* TEST (?:EXECUTE )?(FAILED|SUCCEEDED) \*\*", re.MULTILINE)
_XCODE_FAILING: Final = Pattern(r"^Failing tests:\n((?:[ \t]+\S[^\n]*\n)+)", re.MULTILINE)
_XCODE_CAUSE: Final = Pattern(r"^Testing failed:\n\s+(\S[^\n]*)", re.MULTILINE)
_XCODE_ASSERTION: Final = Pattern(r"^(\S+: error: -?\[[^\n]*)$", re.MULTILINE)
_SWIFT_TESTING_END: Final = Pattern(
    r"^\S{1,2} +(Test run with \d+ tests?[^\n]*? (passed|failed) after [^\n]*?)\.?$", re.MULTILINE
)
_SWIFT_TESTING_RED: Final = Pattern(
    r'^\S{1,2} +Test (?!run\b|case\b)("[^"\n]+"|\S+)(?: with \d+ test cases)? failed after ', re.MULTILINE
)
_SWIFT_ISSUE: Final = Pattern(r"^\S{1,2} +Test [^\n]*? recorded an issue[^\n]*? at (\S+: [^\n]*)$", re.MULTILINE)


def read_zig(text: str) -> Report | None:
    """zig test, and zig build with a step that runs tests."""
    end = _ZIG_BUILD.search(text) or _ZIG_END.search(text)
    red = unique((*_ZIG_FAILED.findall(text), *_ZIG_ROW.findall(text)))
    if end is None and not red:
        return None
    summary = squeeze(end[0]) if end else f"{len(red)} failed"
    failed = bool(red) or re.search(r"\b[1-9]\d* failed", summary) is not None
    return Report("zig", failed, red, summary, unique(_ZIG_CAUSE.findall(text))[:5])


_ZIG_BUILD: Final = Pattern(r"\d+/\d+ tests passed(?:; \d+ (?:failed|skipped|leaked)| \(\d+ failed\))*", 0)
_ZIG_END: Final = Pattern(r"^(?:\d+ passed; \d+ skipped; \d+ failed\.|All \d+ tests passed\.)", re.MULTILINE)
_ZIG_FAILED: Final = Pattern(
    r"^(?:[^\n]*: )?error: (?:while executing test )?'([^'\n]+)'(?: failed:|, the following (?:test )?command)",
    re.MULTILINE,
)
_ZIG_ROW: Final = Pattern(r"^\d+/\d+ (\S[^\n]*?)\.\.\. ?FAIL\b", re.MULTILINE)
_ZIG_CAUSE: Final = Pattern(r"^(?:[^\n]*: )?error: '[^'\n]+' failed: (\S[^\n]*)$", re.MULTILINE)
