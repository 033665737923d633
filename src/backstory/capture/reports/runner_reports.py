"""Reports of the test runners of Python, JavaScript, and of TAP."""

import re
from typing import Final

from backstory.capture.reports.report import Report, count, squeeze, unique
from backstory.capture.text.patterns import Pattern

_PYTEST_COUNT: Final = r"\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|errors?|warnings?|rerun|subtests passed|subtests failed|flaky)"
_PYTEST_END: Final = Pattern(
    rf"^=*[ \t]*((?:{_PYTEST_COUNT}(?:, )?){{1,12}}|no tests ran|no tests collected)(?: in [\d.]+ ?s(?:econds)?(?: \([\d:]+\))?)[ \t]*=*[ \t]*$",
    re.MULTILINE,
)  # fmt: skip
_PYTEST_SHORT: Final = Pattern(
    r"^(?:FAILED|ERROR|SUBFAIL(?:ED)?(?:\([^)\n]*\))?(?: \[[^\]\n]*\])?) ([^\s:]+(?:::[^\s\[]+(?:\[[^\n]*?\](?= - |$))?)?)(?: - ([^\n]*))?$",
    re.MULTILINE,
)
_PYTEST_VERBOSE: Final = Pattern(
    r"^(?:\[gw\d+\] \[ *\d+%\] (?:FAILED|ERROR) (\S[^\n]*?)|(\S+::[^\n]*?) (?:FAILED|ERROR)(?: +\[ *\d+%\])?)[ \t]*$",
    re.MULTILINE,
)
_PYTEST_HEADING: Final = Pattern(
    r"^_{3,} (?:ERROR (?:at (?:setup|teardown) of |collecting ))?(\S[^\n]*?) _{3,}$", re.MULTILINE
)
_PYTEST_E: Final = Pattern(r"^E {3,}(\S[^\n]*)", re.MULTILINE)
_PYTEST_USAGE: Final = Pattern(
    r"^(?:ERROR: (?!InvocationError)[^\n]*|ImportError while loading conftest[^\n]*|INTERNALERROR> [A-Z]\w*(?:Error|Exception)[^\n]*|pytest: error: [^\n]*)",
    re.MULTILINE,
)


def read_pytest(text: str) -> Report | None:
    """pytest, with -q, -v, xdist, without its short summary, or cut at either end."""
    ends, usage = _PYTEST_END.findall(text), _PYTEST_USAGE.findall(text)
    short = _PYTEST_SHORT.findall(text)
    if not _has_pytest_frame(text, ends):
        short = short if any("::" in name for name, _ in short) else []
        if not short and not (usage and _names_pytest(text)):
            return None
    red = _pytest_red(text, short)
    end = ends[-1] if ends else ""
    failed = True if red or usage else _pytest_failed(end)
    errors = unique([*_PYTEST_E.findall(text)[:20], *(message for _, message in short), *usage])
    return Report("pytest", failed, red, _pytest_summary(text, end, red, usage), _distinct_causes(errors))


def _has_pytest_frame(text: str, ends: list[str]) -> bool:
    """Whether a text has the first line of pytest, its last one, or the heading of its short summary."""
    return bool(ends) or "short test summary info" in text or "test session starts" in text


def _names_pytest(text: str) -> bool:
    """Whether a text without a beginning and an end is of pytest, by its words."""
    return "pytest" in text or "conftest" in text or "not found: " in text


def _pytest_red(text: str, short: list[tuple[str, str]]) -> tuple[str, ...]:
    """The failing tests: by the short summary, else by the verbose lines, else by the headings of tracebacks."""
    red = unique(_node_id(name) for name, _ in short)
    red = red or unique(first or second for first, second in _PYTEST_VERBOSE.findall(text))
    if red or not _PYTEST_SECTION.search(text):
        return red
    headings = (name for name in _PYTEST_HEADING.findall(text) if not name.startswith(("summary", "coverage")))
    return unique(re.sub(r"^(\w+)\.(?=\w)", r"\1::", name) for name in headings)


_PYTEST_SECTION: Final = Pattern(r"^=+ (?:FAILURES|ERRORS) =+$", re.MULTILINE)


def _pytest_failed(end: str) -> bool | None:
    """What the last line says; None without one."""
    if not end:
        return None
    if re.search(r"\d+ (?:failed|error|subtests failed)", end):
        return True
    return not re.search(r"\d+ (?:passed|skipped|x)", end)


def _pytest_summary(text: str, end: str, red: tuple[str, ...], usage: list[str]) -> str:
    """The last line with its time, else the number of failing tests, else what is wrong with the call."""
    if end:
        seconds = re.search(rf"{re.escape(end)} in ([\d.]+) ?s", text)
        return f"{end} in {seconds[1]}s" if seconds else end
    if red:
        return f"{len(red)} failed"
    return squeeze(usage[0]) if usage else ""


def _node_id(name: str) -> str:
    """A node id without the message that follows it: `a.py::test[x - y]` keeps its blanks within brackets."""
    match = re.match(r"\S+?::[^\s\[]+(?:\[[^\n]*\])?", name)
    return match[0] if match else name.split(" ")[0]


def _distinct_causes(errors: tuple[str, ...]) -> tuple[str, ...]:
    """Lines that name an error before the lines that explain one."""
    named = tuple(filter(_ERROR_NAMED.match, errors))
    return (named or errors)[:5]


_ERROR_NAMED: Final = Pattern(
    r"(?:[\w.]+)?[A-Z]\w*(?:Error|Exception|Warning|Failed|Exit|Timeout)\b|assert |ERROR|fixture '"
)


_UNITTEST_RED: Final = Pattern(
    r"^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+)(?: \(([\w.<>\[\] ]+)\))?(?: [\[(][^\n]*)?$", re.MULTILINE
)
_UNITTEST_RAN: Final = Pattern(r"^Ran (\d+) tests? in ([\d.]+)s$", re.MULTILINE)
_UNITTEST_END: Final = Pattern(r"^(OK|FAILED|NO TESTS RAN)(?: \(([^)\n]*)\))?$", re.MULTILINE)
_RAISED: Final = Pattern(
    r"^((?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Exit|Failure|Timeout|Warning)\b[^\n]*)", re.MULTILINE
)


def read_unittest(text: str) -> Report | None:
    """unittest, Django's runner, nose."""
    ran, ends = _UNITTEST_RAN.findall(text), _UNITTEST_END.findall(text)
    if not ran and not (ends and _UNITTEST_RED.search(text)):
        return None
    red = unique(_unittest_name(name, where) for _, name, where in _UNITTEST_RED.findall(text))
    word, detail = ends[-1] if ends else ("", "")
    errors = unique(_RAISED.findall(text))[:5] if red else ()
    return Report("unittest", _unittest_failed(red, word), red, _unittest_summary(ran, word, detail), errors)


def _unittest_failed(red: tuple[str, ...], word: str) -> bool | None:
    """Whether tests failed, by their names and the last word; None without both."""
    if red:
        return True
    return word in ("FAILED", "NO TESTS RAN") if word else None


def _unittest_summary(ran: list[tuple[str, str]], word: str, detail: str) -> str:
    total = f"Ran {count(int(ran[-1][0]), 'test')} in {ran[-1][1]}s" if ran else ""
    state = f"{word} ({detail})" if detail else word
    return ": ".join(filter(None, (total, state)))


def _unittest_name(name: str, where: str) -> str:
    if not where or where.startswith("unittest.loader._FailedTest"):
        return name
    return where if where.endswith("." + name) else f"{where}.{name}"


_JEST_TESTS: Final = Pattern(r"^Tests:\s+((?:\d+ [a-z ]+(?:, )?){1,6})[ \t]*$", re.MULTILINE)
_JEST_SUITES: Final = Pattern(r"^Test Suites:\s+([^\n]*)$", re.MULTILINE)
_JEST_FILE: Final = Pattern(
    r"^(?:\s*(FAIL|PASS)\s+(?:\S+ )?(\S+\.\w+)(?: \([\d.]+ m?s\))?|\s{2}● (\S[^\n]*))$", re.MULTILINE
)
_JS_ERROR: Final = Pattern(
    r"^\s*(?:[→❯]\s*)?((?:[A-Z]\w*)?(?:Error|Exception)\b(?: \[[\w]+\])?(?::[^\n]*)?|expect\([^\n]*\)[^\n]*|expected [^\n]* to [^\n]*)$",
    re.MULTILINE,
)

_EXPECTED: Final = Pattern(
    r"^\s*expect\([^\n]*\)(?:\.\w+)*\.(\w+)\([^\n]*\n\s*\n\s*Expected[^\n:]*: ([^\n]*)\n(?:\s*Received[^\n:]*: ([^\n]*))?",
    re.MULTILINE,
)


def _js_errors(text: str) -> tuple[str, ...]:
    """The first messages of errors; of jest's expectations, what was expected and received."""
    rows = [(match.start(), match[1]) for match in _JS_ERROR.finditer(text) if not match[1].startswith("expect(")]
    rows += [(match.start(), _describe_expectation(match)) for match in _EXPECTED.finditer(text)]
    named = unique(row for _, row in sorted(rows))
    return named[:5] or unique(_JS_ERROR.findall(text))[:5]


def _describe_expectation(match: re.Match[str]) -> str:
    expected = f"{match[1]}: expected {match[2]}"
    return f"{expected}, received {match[3]}" if match[3] else expected


def read_jest(text: str) -> Report | None:
    """jest, react-scripts."""
    tests, suites = _JEST_TESTS.findall(text), _JEST_SUITES.findall(text)
    rows = _JEST_FILE.findall(text)
    if not (tests or suites or _has_states_and_titles(rows)):
        return None
    red = _jest_red(rows) or unique(path for state, path, _ in rows if state == "FAIL")
    summary = _jest_summary(tests, suites)
    failed = bool(red) or "failed" in summary
    return Report("jest", failed, red, summary, _js_errors(text) if failed else ())


def _has_states_and_titles(rows: list[tuple[str, str, str]]) -> bool:
    return any(state for state, _, _ in rows) and any(title for _, _, title in rows)


def _jest_red(rows: list[tuple[str, str, str]]) -> tuple[str, ...]:
    """The failing tests of rows of files and titles; a title belongs to the file before it."""
    red: list[str] = []
    current = ""
    for state, path, title in rows:
        if state:
            current = path if state == "FAIL" else ""
        elif current and title.startswith("Test suite failed to run"):
            red.append(current)
        elif current and not title.startswith(_JEST_NO_TEST):
            red.append(f"{current} › {title}")
    return unique(red)


_JEST_NO_TEST: Final = ("Console", "Cannot log", "Deprecation", "process.exit")
"""Beginnings of titles that are of no test."""


def _jest_summary(tests: list[str], suites: list[str]) -> str:
    if tests and "0 total" not in tests[-1]:
        return squeeze(tests[-1])
    return squeeze(suites[-1]) if suites else ""


_VITEST_TESTS: Final = Pattern(
    r"^\s*(Tests|Test Files)\s{1,4}((?:\d+ [a-z]+(?: \| )?){1,6} ?\(\d+\)|no tests)[ \t]*$", re.MULTILINE
)
_VITEST_FAIL: Final = Pattern(
    r"^\s*FAIL\s+(?:\|[^|\n]*\|\s+)?(?:\S+ \([\w ]+\) )?(\S+\.\w+(?: > [^\n]*|(?: \[ [^\]\n]* \]))?)$", re.MULTILINE
)
_VITEST_CROSS: Final = Pattern(r"^\s+(?:×|✗) (\S[^\n]*?)(?: \d+ ?ms)?$", re.MULTILINE)


def read_vitest(text: str) -> Report | None:
    """vitest."""
    totals = dict(_VITEST_TESTS.findall(text))
    if not totals:
        return None
    red = _vitest_red(text)
    tests = totals.get("Tests", "no tests")
    summary = squeeze(tests if tests != "no tests" else totals.get("Test Files", ""))
    errors = _VITEST_ERRORS.search(text)
    failed = bool(red or errors) or any("failed" in value for value in totals.values())
    summary = f"{summary}, {errors[1]}" if errors else summary
    return Report("vitest", failed, red, summary, _js_errors(text) if failed else ())


_VITEST_ERRORS: Final = Pattern(r"^ +Errors +(\d+ errors?)[ \t]*$", re.MULTILINE)


def _vitest_red(text: str) -> tuple[str, ...]:
    named = unique(name.split(" [ ")[0] for name in _VITEST_FAIL.findall(text))
    return named or unique(_VITEST_CROSS.findall(text))


_MOCHA_END: Final = Pattern(r"^\s*(\d+) (passing|failing|pending)(?: \(([\w.]+)\))?$", re.MULTILINE)
_MOCHA_RED: Final = Pattern(
    r"^  \d+\) (\S[^\n]*)\n((?:[ ]{7,}\S[^\n]*\n){0,8}?)(?=\s*\n|\s*[A-Z]\w*Error|     \S)", re.MULTILINE
)


def read_mocha(text: str) -> Report | None:
    """mocha, jasmine-like lists of failures, Cypress."""
    counts = _MOCHA_END.findall(text)
    kinds = {kind for _, kind, _ in counts}
    if kinds.isdisjoint(("passing", "failing")):
        return None
    place = re.search(r"^\s*\d+ failing", text, re.MULTILINE)
    listed = text[place.start() :] if place else ""
    summary = ", ".join(f"{number} {kind}" for number, kind, _ in counts)
    return Report("mocha", "failing" in kinds, _mocha_red(listed), summary, _js_errors(listed))


def _mocha_red(text: str) -> tuple[str, ...]:
    """The titles of a list of failures."""
    return unique(squeeze(first + " " + rest).removesuffix(":") for first, rest in _MOCHA_RED.findall(text))


_NODE_COUNT: Final = Pattern(r"^(?:ℹ|#) (tests|pass|fail|cancelled|skipped) (\d+)$", re.MULTILINE)
_NODE_RED: Final = Pattern(
    r"^(\s*)(?:✖|not ok \d+ -) (\S[^\n]*?)(?: \([\d.]+ms\))?(?: # (?:TO[D]O|SKIP)[^\n]*)?$", re.MULTILINE
)
_TAP_RED: Final = Pattern(r"^\s*not ok \d+(?: -)? (?!.*# (?:TO[D]O|SKIP))(\S[^\n]*)$", re.MULTILINE)
_TAP_OK: Final = Pattern(r"^(?:not )?ok \d+\b", re.MULTILINE)


def read_node(text: str) -> Report | None:
    """node --test, in its own form and in TAP."""
    counts = dict(_NODE_COUNT.findall(text))
    if not {"pass", "fail"} <= counts.keys():
        return None
    if counts["fail"] == "0" and counts.get("cancelled", "0") == "0":
        return Report("node", False, (), f"{counts['pass']} passed", ())
    summary = f"{counts['fail']} failed, {counts['pass']} passed"
    return Report("node", True, _node_red(text.split("✖ failing tests:")[0]), summary, _js_errors(text))


def _node_red(body: str) -> tuple[str, ...]:
    """The failing tests of the rows of node, without the suites that they belong to."""
    rows = [(len(indent), name) for indent, name in _NODE_RED.findall(body)]
    before = [0, *(indent for indent, _ in rows)]
    return unique(
        name
        for (indent, name), former in zip(rows, before, strict=False)
        if not (former > indent and _ends_suite(name, body))
    )


def _ends_suite(name: str, body: str) -> bool:
    """Whether a row that stands below deeper ones is of their suite."""
    return "✖" not in body or f"▶ {name}\n" in body


def read_tap(text: str) -> Report | None:
    """The Test Anything Protocol: bats, prove, tape."""
    total = len(_TAP_OK.findall(text))
    if not total or not re.search(r"^(?:1\.\.\d+|TAP version \d+)", text, re.MULTILINE):
        return None
    red = unique(re.sub(r" in [\d.]+ ?(?:ms|s(?:ec)?)$", "", name) for name in _TAP_RED.findall(text))
    summary = f"{len(red)} failed, {total - len(red)} passed" if red else f"{total} passed"
    errors = re.findall(r"^#\s+((?:`|Failed|Error|expected|\(in test)[^\n]*)", text, re.MULTILINE)
    return Report("tap", bool(red), red, summary, unique(errors)[:5])


_PLAYWRIGHT_RED: Final = Pattern(r"^\s+\d+\) (?:\[[\w -]+\] › )?(\S+?:\d+:\d+ › [^\n]*?)[ ─=]*$", re.MULTILINE)
_PLAYWRIGHT_END: Final = Pattern(
    r"^\s{2}(\d+) (failed|passed|flaky|skipped|interrupted|did not run)(?: \([\d.]+m?s\))?$", re.MULTILINE
)


_PLAYWRIGHT_LISTED: Final = Pattern(
    r"^(?: {4}| +✘ +\d+ )(?:\[[\w -]+\] › )?(\S+?:\d+:\d+ › [^\n]*?)(?: \([\d.]+m?s\))?[ ─=]*$", re.MULTILINE
)
"""A row of the list of failures at the end, or of the list reporter."""


def read_ava(text: str) -> Report | None:
    """AVA."""
    end = re.findall(r"^\s{2}(\d+) tests? (failed|passed)$", text, re.MULTILINE)
    if not end:
        return None
    red = unique(re.findall(r"^\s+[✘✖✗×] (?:\[fail\]: )?([^\n]*?)(?: \(\d+ms\))?$", text, re.MULTILINE))
    failed = any(state == "failed" for _, state in end)
    return Report(
        "ava", failed, red, ", ".join(f"{number} {state}" for number, state in end), _js_errors(text) if failed else ()
    )


def read_playwright(text: str) -> Report | None:
    """Playwright's test runner."""
    counts = _PLAYWRIGHT_END.findall(text)
    if not counts or not re.search(r"Running \d+ tests? using|› ", text):
        return None
    summary = ", ".join(f"{number} {kind}" for number, kind in counts)
    if not any(kind in ("failed", "interrupted") for _, kind in counts):
        return Report("playwright", False, (), summary, ())
    red = unique(_PLAYWRIGHT_RED.findall(text)) or unique(_PLAYWRIGHT_LISTED.findall(text))
    return Report("playwright", True, red, summary, _js_errors(text))


def read_bun(text: str) -> Report | None:
    """bun test."""
    ran = re.search(r"^Ran \d+ tests? across \d+ files?\.", text, re.MULTILINE)
    counts = {kind: number for number, kind in re.findall(r"^\s(\d+) (pass|fail|skip|todo)$", text, re.MULTILINE)}
    if ran is None or "pass" not in counts:
        return None
    red = unique(re.findall(r"^(?:\(fail\)|✗) ([^\n]*?)(?: \[[\d.]+ms\])?$", text, re.MULTILINE))
    failed = bool(red) or counts.get("fail", "0") != "0"
    summary = f"{counts.get('fail', '0')} failed, {counts['pass']} passed"
    return Report(
        "bun", failed, red, summary, unique(re.findall(r"^error: (?!Test failed)([^\n]*)$", text, re.MULTILINE))[:5]
    )


def read_deno(text: str) -> Report | None:
    """deno test."""
    end = re.search(r"^(ok|FAILED) \| (\d+ passed[^|\n]*) \| (\d+ failed[^|\n(]*)", text, re.MULTILINE)
    if end is None:
        return None
    red = unique(re.findall(r"^(\S[^\n]*? => [^\n]*?:\d+:\d+)$", text, re.MULTILINE)) or unique(
        re.findall(r"^(\S[^\n]*?) \.\.\. FAILED", text, re.MULTILINE)
    )
    failed = end[1] == "FAILED"
    return Report(
        "deno",
        failed,
        red if failed else (),
        squeeze(f"{end[2]}, {end[3]}"),
        unique(re.findall(r"^error: (?!Test failed)([^\n]*)$", text, re.MULTILINE))[:5],
    )
