"""Reports of the build tools and test runners of the JVM: Maven, Gradle, JUnit."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from backstory.capture.reports.report import Report, count, squeeze, unique
from backstory.capture.text.patterns import Pattern


def read_maven(text: str) -> Report | None:
    """Maven with Surefire or Failsafe, and compile errors."""
    totals = _MAVEN_TOTAL.findall(text)
    state = re.search(r"^\[(?:INFO|ERROR)\] BUILD (SUCCESS|FAILURE)", text, re.MULTILINE)
    rows = _MAVEN_RED.findall(text)
    if not (totals or state or rows):
        return None
    word = state[1] if state else ""
    listed, compile_errors = _MAVEN_LISTED.findall(text), _MAVEN_COMPILE.findall(text)
    red = unique(_maven_names(rows)) or unique(name for name, _ in listed) or _read_old_surefire(text)
    failed = bool(red) or word == "FAILURE" or any(map(_counts_failures, totals))
    causes = [f"{name}: {message}" for name, message in listed] + compile_errors
    causes = causes or (_find_failed_goal(text) if failed else [])
    return Report("maven", failed, red, _maven_summary(totals, compile_errors, word), unique(causes)[:5])


_MAVEN_TOTAL: Final = Pattern(
    r"^(?:\[\w+\] )?\s*Tests run: (\d+), +Failures: (\d+)(?:, +Errors: (\d+))?(?:, +Skipped: (\d+))?[ \t]*$",
    re.MULTILINE,
)
_MAVEN_RED: Final = Pattern(
    r"^(?:\[ERROR\] +)?(?:([\w.$]+)\.)?(\w[\w$ \[\](){},:.-]*?)(?:\(([\w.$]+)\))? +(?:-- )?Time elapsed: [^\n]*<<< (?:FAILURE|ERROR)!",
    re.MULTILINE,
)
_MAVEN_LISTED: Final = Pattern(
    r"^\[ERROR\] (?: +|(?=[A-Z][\w$]*\.\w+:\d+ ))([A-Z][\w$]*(?:\.[\w$]+)+)(?::\d+)?(?:->[^\n ]*)? (?!-- )(\S[^\n]*)$",
    re.MULTILINE,
)
_MAVEN_COMPILE: Final = Pattern(r"^\[ERROR\] (?:/|[A-Z]:)?([^\n]*\.(?:java|kt|scala):\[\d+,\d+\] [^\n]*)", re.MULTILINE)
_MAVEN_GOAL: Final = Pattern(r"^\[ERROR\] (Failed to execute goal [^\n]*|Could not [^\n]*|No [^\n]*)", re.MULTILINE)


_MAVEN_OLD: Final = Pattern(
    r"^(?:\[ERROR\] )?(?:Failed tests|Tests in error): *\n?((?:[ \t]*[\w$.]+(?:\([\w.$]+\)|:\d+)[^\n]*(?:\n|\Z))+)",
    re.MULTILINE,
)
_MAVEN_OLD_ROW: Final = Pattern(r"^[ \t]*(?:(\w[\w$]*)\(([\w.$]+)\)|([A-Z][\w$]*\.\w[\w$]*):\d)", re.MULTILINE)


def _read_old_surefire(text: str) -> tuple[str, ...]:
    """The failing tests of lists below `Failed tests:` and `Tests in error:`."""
    rows = chain.from_iterable(_MAVEN_OLD_ROW.findall(part) for part in _MAVEN_OLD.findall(text))
    return unique(named or f"{where.rsplit('.', 1)[-1]}.{name}" for name, where, named in rows)


def _maven_names(rows: list[tuple[str, str, str]]) -> Iterator[str]:
    """`Class.method` of rows with the class before the method or in brackets after it."""
    for before, name, where in rows:
        if where or before:
            yield f"{(where or before).rsplit('.', 1)[-1]}.{name.rstrip('()')}"


def _counts_failures(total: tuple[str, ...]) -> bool:
    return total[1] != "0" or total[2] not in ("", "0")


def _maven_summary(totals: list[tuple[str, ...]], compile_errors: list[str], state: str) -> str:
    if totals:
        run, failures, errors, skipped = totals[-1]
        return f"Tests run: {run}, Failures: {failures}, Errors: {errors or 0}, Skipped: {skipped or 0}"
    if compile_errors:
        return count(len(unique(compile_errors)), "compile error")
    return f"BUILD {state}" if state else ""


def _find_failed_goal(text: str) -> list[str]:
    goal = _MAVEN_GOAL.search(text)
    return [re.sub(r" -> \[Help 1\]$", "", goal[1])] if goal else []


def read_gradle(text: str) -> Report | None:
    """Gradle."""
    state = re.search(r"^BUILD (SUCCESSFUL|FAILED)(?: in [^\n]*)?", text, re.MULTILINE)
    end = re.search(r"^(\d+ tests? completed[^\n]*)", text, re.MULTILINE)
    red = unique(f"{where}.{name.removesuffix('()')}" for where, name in _GRADLE_RED.findall(text))
    if not (state or end or red):
        return None
    word = state[1] if state else ""
    if end:
        summary = end[1]
    else:
        summary = f"BUILD {word}" if word else f"{len(red)} failed"
    failed = bool(red) or word == "FAILED"
    return Report("gradle", failed, red, summary, _gradle_errors(text, bool(red)) if failed else ())


_GRADLE_RED: Final = Pattern(
    r"^(?:Gradle Test Run [^>\n]+ > Gradle Test Executor \d+ > )?([\w.$]+)(?: > [^>\n]+)*? > ([^>\n]+?) FAILED[ \t]*$",
    re.MULTILINE,
)
_GRADLE_WRONG: Final = Pattern(r"^\* What went wrong:\n([^\n]*(?:\n> [^\n]*|\n {2,}> [^\n]*)?)", re.MULTILINE)
_GRADLE_RAISED: Final = Pattern(r"^ {4}((?:[\w.]+)?[A-Z]\w*(?:Error|Exception|Failure\w*)\b[^\n]*)", re.MULTILINE)
_GRADLE_COMPILE: Final = Pattern(
    r"^(?:e: )?((?:file://)?\S+\.(?:java|kt|kts|groovy|scala):\d+[^\n]*error[^\n]*|e: [^\n]*)", re.MULTILINE
)


def _gradle_errors(text: str, is_red: bool) -> tuple[str, ...]:
    """What failing tests raised, what did not compile, what Gradle says went wrong."""
    causes = _GRADLE_RAISED.findall(text) if is_red else []
    return unique([*causes, *_GRADLE_COMPILE.findall(text), *map(squeeze, _GRADLE_WRONG.findall(text))])[:5]


def read_junit(text: str) -> Report | None:
    """JUnit's own runners: the console of 4 and of the platform."""
    end = re.search(r"^(?:OK \(\d+ tests?\)|Tests run: \d+,\s+Failures: \d+)[ \t]*$", text, re.MULTILINE)
    return _read_junit4(text, end[0]) if end else _read_junit_platform(text)


def _read_junit4(text: str, end: str) -> Report:
    rows = re.findall(r"^\d+\) (\w+)\(([\w.$]+)\)$", text, re.MULTILINE)
    red = unique(f"{where.rsplit('.', 1)[-1]}.{name}" for name, where in rows)
    failed = bool(red) or not ("Failures: 0" in end or end.startswith("OK"))
    return Report("junit", failed, red, squeeze(end))


def _read_junit_platform(text: str) -> Report | None:
    rows = re.findall(r"^\[ +(\d+) tests (successful|failed|found) +\]$", text, re.MULTILINE)
    counts = {kind: number for number, kind in rows}
    if "failed" not in counts:
        return None
    summary = f"{counts['failed']} failed, {counts.get('successful', '0')} successful"
    if counts["failed"] == "0":
        return Report("junit", False, (), summary)
    rows = re.findall(r"MethodSource \[className = '([\w.$]+)', methodName = '(\w+)'", text)
    return Report("junit", True, unique(f"{where.rsplit('.', 1)[-1]}.{name}" for where, name in rows), summary)
