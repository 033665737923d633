"""Reports of the test runners of Python, JavaScript, and of TAP."""

import re
from typing import Final

from backstory.capture.report import Report, count, squeeze, unique

_PYTEST_COUNT: Final = r"\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|errors?|warnings?|rerun|subtests passed|subtests failed|flaky)"
_PYTEST_END: Final = re.compile(
    rf"^=*[ \t]*((?:{_PYTEST_COUNT}(?:, )?){{1,12}}|no tests ran|no tests collected)(?: in [\d.]+ ?s(?:econds)?(?: \([\d:]+\))?)[ \t]*=*[ \t]*$",
    re.MULTILINE,
)  # fmt: skip
_PYTEST_SHORT: Final = re.compile(
    r"^(?:FAILED|ERROR|SUBFAIL(?:ED)?(?:\([^)\n]*\))?(?: \[[^\]\n]*\])?) ([^\s:]+(?:::[^\s\[]+(?:\[[^\n]*?\](?= - |$))?)?)(?: - ([^\n]*))?$",
    re.MULTILINE,
)
_PYTEST_VERBOSE: Final = re.compile(
    r"^(?:\[gw\d+\] \[ *\d+%\] (?:FAILED|ERROR) (\S[^\n]*?)|(\S+::[^\n]*?) (?:FAILED|ERROR)(?: +\[ *\d+%\])?)[ \t]*$",
    re.MULTILINE,
)
_PYTEST_HEADING: Final = re.compile(
    r"^_{3,} (?:ERROR (?:at (?:setup|teardown) of |collecting ))?(\S[^\n]*?) _{3,}$", re.MULTILINE
)
_PYTEST_E: Final = re.compile(r"^E {3,}(\S[^\n]*)", re.MULTILINE)
_PYTEST_USAGE: Final = re.compile(
    r"^(?:ERROR: (?!InvocationError)[^\n]*|ImportError while loading conftest[^\n]*|INTERNALERROR> [A-Z]\w*(?:Error|Exception)[^\n]*|pytest: error: [^\n]*)",
    re.MULTILINE,
)


def read_pytest(text: str) -> Report | None:
    """pytest, with -q, -v, xdist, without its short summary, or cut at either end."""
    ends = _PYTEST_END.findall(text)
    short = _PYTEST_SHORT.findall(text)
    usage = _PYTEST_USAGE.findall(text)
    rooted = bool(ends) or "short test summary info" in text or "test session starts" in text
    short = short if rooted or any("::" in name for name, _ in short) else []
    if not rooted and not short and not (usage and ("pytest" in text or "conftest" in text or "not found: " in text)):
        return None
    red = unique(_node_id(name) for name, _ in short)
    if not red:
        red = unique(first or second for first, second in _PYTEST_VERBOSE.findall(text))
    if not red and re.search(r"^=+ (?:FAILURES|ERRORS) =+$", text, re.MULTILINE):
        red = unique(
            re.sub(r"^(\w+)\.(?=\w)", r"\1::", name)
            for name in _PYTEST_HEADING.findall(text)
            if not name.startswith(("summary", "coverage"))
        )
    end = ends[-1] if ends else ""
    failed: bool | None = (
        bool(re.search(r"\d+ (?:failed|error|subtests failed)", end)) or not re.search(r"\d+ (?:passed|skipped|x)", end)
        if end
        else None
    )
    if red or usage:
        failed = True
    errors = unique([*_PYTEST_E.findall(text)[:20], *(message for _, message in short), *usage])
    if not end and red:
        end = f"{len(red)} failed"
    seconds = re.search(rf"{re.escape(end)} in ([\d.]+) ?s", text) if ends else None
    summary = end + (f" in {seconds[1]}s" if seconds else "") if end else (squeeze(usage[0]) if usage else "")
    return Report("pytest", failed, red, summary, _distinct_causes(errors))


def _node_id(name: str) -> str:
    """A node id without the message that follows it: `a.py::test[x - y]` keeps its blanks within brackets."""
    match = re.match(r"\S+?::[^\s\[]+(?:\[[^\n]*\])?", name)
    return match[0] if match else name.split(" ")[0]


def _distinct_causes(errors: tuple[str, ...]) -> tuple[str, ...]:
    """Lines that name an error before the lines that explain one."""
    named = [
        line
        for line in errors
        if re.match(
            r"(?:[\w.]+)?[A-Z]\w*(?:Error|Exception|Warning|Failed|Exit|Timeout)\b|assert |ERROR|fixture '", line
        )
    ]
    return tuple((named or list(errors))[:5])


_UNITTEST_RED: Final = re.compile(
    r"^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+)(?: \(([\w.<>\[\] ]+)\))?(?: [\[(][^\n]*)?$", re.MULTILINE
)
_UNITTEST_RAN: Final = re.compile(r"^Ran (\d+) tests? in ([\d.]+)s$", re.MULTILINE)
_UNITTEST_END: Final = re.compile(r"^(OK|FAILED|NO TESTS RAN)(?: \(([^)\n]*)\))?$", re.MULTILINE)
_RAISED: Final = re.compile(
    r"^((?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Exit|Failure|Timeout|Warning)\b[^\n]*)", re.MULTILINE
)


def read_unittest(text: str) -> Report | None:
    """unittest, Django's runner, nose."""
    ran, ends = _UNITTEST_RAN.findall(text), _UNITTEST_END.findall(text)
    if not ran and not (ends and _UNITTEST_RED.search(text)):
        return None
    red = unique(_unittest_name(name, where) for _, name, where in _UNITTEST_RED.findall(text))
    word, detail = ends[-1] if ends else ("", "")
    total = f"Ran {count(int(ran[-1][0]), 'test')} in {ran[-1][1]}s" if ran else ""
    summary = ": ".join(part for part in (total, word + (f" ({detail})" if detail else "")) if part)
    failed = bool(red) or word in ("FAILED", "NO TESTS RAN") if word or red else None
    return Report("unittest", failed, red, summary, unique(_RAISED.findall(text))[:5] if red else ())


def _unittest_name(name: str, where: str) -> str:
    if not where:
        return name
    if where.startswith("unittest.loader._FailedTest"):
        return name
    return where if where.endswith("." + name) else f"{where}.{name}"


_JEST_TESTS: Final = re.compile(r"^Tests:\s+((?:\d+ [a-z ]+(?:, )?){1,6})[ \t]*$", re.MULTILINE)
_JEST_SUITES: Final = re.compile(r"^Test Suites:\s+([^\n]*)$", re.MULTILINE)
_JEST_FILE: Final = re.compile(
    r"^(?:\s*(FAIL|PASS)\s+(?:\S+ )?(\S+\.\w+)(?: \([\d.]+ m?s\))?|\s{2}● (\S[^\n]*))$", re.MULTILINE
)
_JS_ERROR: Final = re.compile(
    r"^\s*(?:[→❯]\s*)?((?:[A-Z]\w*)?(?:Error|Exception)\b(?: \[[\w]+\])?(?::[^\n]*)?|expect\([^\n]*\)[^\n]*|expected [^\n]* to [^\n]*)$",
    re.MULTILINE,
)

_EXPECTED: Final = re.compile(
    r"^\s*expect\([^\n]*\)(?:\.\w+)*\.(\w+)\([^\n]*\n\s*\n\s*Expected[^\n:]*: ([^\n]*)\n(?:\s*Received[^\n:]*: ([^\n]*))?",
    re.MULTILINE,
)


def _js_errors(text: str) -> tuple[str, ...]:
    """The first messages of errors; of jest's expectations, what was expected and received."""
    rows = [(match.start(), match[1]) for match in _JS_ERROR.finditer(text) if not match[1].startswith("expect(")]
    rows += [
        (match.start(), f"{match[1]}: expected {match[2]}" + (f", received {match[3]}" if match[3] else ""))
        for match in _EXPECTED.finditer(text)
    ]
    named = unique(row for _, row in sorted(rows))
    return named[:5] or unique(_JS_ERROR.findall(text))[:5]


def read_jest(text: str) -> Report | None:
    """jest, react-scripts."""
    tests, suites = _JEST_TESTS.findall(text), _JEST_SUITES.findall(text)
    rows = _JEST_FILE.findall(text)
    if not tests and not suites and not (any(row[0] for row in rows) and any(row[2] for row in rows)):
        return None
    red: list[str] = []
    files: list[str] = []
    current = ""
    for state, path, title in rows:
        if state:
            current = path if state == "FAIL" else ""
            files += [path] if current else []
        elif current and title.startswith("Test suite failed to run"):
            red.append(current)
        elif current and not title.startswith(("Console", "Cannot log", "Deprecation", "process.exit")):
            red.append(f"{current} › {title}")
    named = unique(red) or unique(files)
    summary = squeeze(tests[-1] if tests and "0 total" not in tests[-1] else suites[-1] if suites else "")
    failed = bool(named) or "failed" in summary
    return Report("jest", failed, named, summary, _js_errors(text) if failed else ())


_VITEST_TESTS: Final = re.compile(
    r"^\s*(Tests|Test Files)\s{1,4}((?:\d+ [a-z]+(?: \| )?){1,6} ?\(\d+\)|no tests)[ \t]*$", re.MULTILINE
)
_VITEST_FAIL: Final = re.compile(
    r"^\s*FAIL\s+(?:\|[^|\n]*\|\s+)?(?:\S+ \([\w ]+\) )?(\S+\.\w+(?: > [^\n]*|(?: \[ [^\]\n]* \]))?)$", re.MULTILINE
)
_VITEST_CROSS: Final = re.compile(r"^\s+(?:×|✗) (\S[^\n]*?)(?: \d+ ?ms)?$", re.MULTILINE)


def read_vitest(text: str) -> Report | None:
    """vitest."""
    totals = dict(_VITEST_TESTS.findall(text))
    if not totals:
        return None
    red = unique(name.split(" [ ")[0] for name in _VITEST_FAIL.findall(text)) or unique(_VITEST_CROSS.findall(text))
    summary = squeeze(
        totals["Tests"] if totals.get("Tests", "no tests") != "no tests" else totals.get("Test Files", "")
    )
    failed = bool(red) or any("failed" in value for value in totals.values())
    return Report("vitest", failed, red, summary, _js_errors(text) if failed else ())


_MOCHA_END: Final = re.compile(r"^\s*(\d+) (passing|failing|pending)(?: \(([\w.]+)\))?$", re.MULTILINE)
_MOCHA_RED: Final = re.compile(
    r"^  \d+\) (\S[^\n]*)\n((?:[ ]{7,}\S[^\n]*\n){0,8}?)(?=\s*\n|\s*[A-Z]\w*Error|     \S)", re.MULTILINE
)


def read_mocha(text: str) -> Report | None:
    """mocha, jasmine-like lists of failures, Cypress."""
    counts = _MOCHA_END.findall(text)
    if not counts or not any(kind in ("passing", "failing") for _, kind, _ in counts):
        return None
    place = re.search(r"^\s*\d+ failing", text, re.MULTILINE)
    names = [
        squeeze(first + " " + rest).removesuffix(":") for first, rest in _MOCHA_RED.findall(text[place.start() :])
    ] if place else []  # fmt: skip
    summary = ", ".join(f"{number} {kind}" for number, kind, _ in counts)
    failed = any(kind == "failing" for _, kind, _ in counts)
    return Report("mocha", failed, unique(names), summary, _js_errors(text[place.start() :]) if place else ())


_NODE_COUNT: Final = re.compile(r"^(?:ℹ|#) (tests|pass|fail|cancelled|skipped) (\d+)$", re.MULTILINE)
_NODE_RED: Final = re.compile(
    r"^(\s*)(?:✖|not ok \d+ -) (\S[^\n]*?)(?: \([\d.]+ms\))?(?: # (?:TO[D]O|SKIP)[^\n]*)?$", re.MULTILINE
)
_TAP_RED: Final = re.compile(r"^\s*not ok \d+(?: -)? (?!.*# (?:TO[D]O|SKIP))(\S[^\n]*)$", re.MULTILINE)
_TAP_OK: Final = re.compile(r"^(?:not )?ok \d+\b", re.MULTILINE)


def read_node(text: str) -> Report | None:
    """node --test, in its own form and in TAP."""
    counts = dict(_NODE_COUNT.findall(text))
    if "pass" not in counts or "fail" not in counts:
        return None
    body = text.split("✖ failing tests:")[0]
    rows = [(len(indent), name) for indent, name in _NODE_RED.findall(body)]
    names = [
        name for place, (indent, name) in enumerate(rows)
        if not (place and rows[place - 1][0] > indent and ("✖" not in body or f"▶ {name}\n" in body))
    ]  # fmt: skip
    failed = counts["fail"] != "0" or counts.get("cancelled", "0") != "0"
    summary = f"{counts['fail']} failed, {counts['pass']} passed" if failed else f"{counts['pass']} passed"
    return Report("node", failed, unique(names) if failed else (), summary, _js_errors(text) if failed else ())


def read_tap(text: str) -> Report | None:
    """The Test Anything Protocol: bats, prove, tape."""
    total = len(_TAP_OK.findall(text))
    if not total or not re.search(r"^(?:1\.\.\d+|TAP version \d+)", text, re.MULTILINE):
        return None
    red = unique(re.sub(r" in [\d.]+ ?(?:ms|s(?:ec)?)$", "", name) for name in _TAP_RED.findall(text))
    summary = f"{len(red)} failed, {total - len(red)} passed" if red else f"{total} passed"
    errors = re.findall(r"^#\s+((?:`|Failed|Error|expected|\(in test)[^\n]*)", text, re.MULTILINE)
    return Report("tap", bool(red), red, summary, unique(errors)[:5])


_PLAYWRIGHT_RED: Final = re.compile(r"^\s+\d+\) (?:\[[\w -]+\] › )?(\S+?:\d+:\d+ › [^\n]*?)[ ─=]*$", re.MULTILINE)
_PLAYWRIGHT_END: Final = re.compile(
    r"^\s{2}(\d+) (failed|passed|flaky|skipped|interrupted|did not run)(?: \([\d.]+m?s\))?$", re.MULTILINE
)


def read_ava(text: str) -> Report | None:
    """AVA."""
    end = re.findall(r"^\s{2}(\d+) tests? (failed|passed)$", text, re.MULTILINE)
    if not end:
        return None
    red = unique(re.findall(r"^\s+✘ \[fail\]: ([^\n]*?)(?: \(\d+ms\))?$", text, re.MULTILINE))
    failed = any(state == "failed" for _, state in end)
    return Report(
        "ava", failed, red, ", ".join(f"{number} {state}" for number, state in end), _js_errors(text) if failed else ()
    )


def read_playwright(text: str) -> Report | None:
    """Playwright's test runner."""
    counts = _PLAYWRIGHT_END.findall(text)
    if not counts or not re.search(r"Running \d+ tests? using|› ", text):
        return None
    failed = any(kind in ("failed", "interrupted") for _, kind in counts)
    summary = ", ".join(f"{number} {kind}" for number, kind in counts)
    return Report("playwright", failed, unique(_PLAYWRIGHT_RED.findall(text)) if failed else (), summary,
                  _js_errors(text) if failed else ())  # fmt: skip


def read_bun(text: str) -> Report | None:
    """bun test."""
    ran = re.search(r"^Ran \d+ tests? across \d+ files?\.", text, re.MULTILINE)
    counts = {kind: number for number, kind in re.findall(r"^\s(\d+) (pass|fail|skip|todo)$", text, re.MULTILINE)}
    if ran is None or "pass" not in counts:
        return None
    red = unique(re.findall(r"^\(fail\) ([^\n]*?)(?: \[[\d.]+ms\])?$", text, re.MULTILINE))
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
