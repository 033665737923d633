"""Reports of the test runners of C and C++, of Swift and of Zig."""

import re
from typing import Final

from backstory.capture.patterns import Pattern
from backstory.capture.report import Report, squeeze, unique


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


def read_swift(text: str) -> Report | None:
    """XCTest, also through xcbeautify, and Swift Testing, which may both be in an output."""
    testing = _SWIFT_TESTING_END.findall(text)
    red = unique(name.strip('"') for name in _SWIFT_TESTING_RED.findall(text))
    if testing and (testing[-1][1] == "failed" or "Executed 0 tests" in text or "Executed" not in text):
        return Report("swift", testing[-1][1] == "failed", red, testing[-1][0], unique(_SWIFT_ISSUE.findall(text))[:5])
    swift = re.findall(r"^\s*(Executed \d+ tests?, with (\d+) failures?[^\n]*?)(?: in [^\n]*)?$", text, re.MULTILINE)
    if not swift:
        return None
    red = (
        unique(re.findall(r"^(?:\S+: )?error: -?\[?(\S+?)\]? : ", text, re.MULTILINE))
        or unique(re.findall(r"^Test Case '-?\[?([^'\]]+)\]?' failed", text, re.MULTILINE))
        or unique(re.findall(r"^ +[✖✗] (\w+)(?:, | \()", text, re.MULTILINE))
    )
    return Report("swift", swift[-1][1] != "0", red, swift[-1][0], ())


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
