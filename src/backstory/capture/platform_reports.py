"""Reports of the test runners of Go, Rust, the JVM, .NET, Ruby, PHP, C, Swift and Elixir, and of tox and nox."""

import re

from backstory.capture.report import Report, count, squeeze, unique


def read_go(text: str) -> Report | None:
    """go test, with -v, -json in part, gotestsum."""
    packages = re.findall(r"^(ok|FAIL|\?|---|panic:) {0,3}\t([\w./~-]+)(?:[\t ]([^\n]*))?$", text, re.MULTILINE)
    named = re.findall(r"^\s*--- FAIL: (\S+) \([\d.]+s\)", text, re.MULTILINE)
    named += re.findall(r"^=== FAIL: (?:\S+ )?(\S+) \([\d.]+s\)", text, re.MULTILINE)
    end = re.search(r"^DONE (\d+ tests?[^\n]*)", text, re.MULTILINE)
    if not packages and not named and not end and not re.search(r"^(?:PASS|FAIL)\n?\Z|^=== RUN   ", text, re.MULTILINE):
        return None
    red = [name for name in unique(named) if not any(other.startswith(name + "/") for other in named)]
    bad = [name for state, name, _ in packages if state == "FAIL"]
    good = sum(state == "ok" for state, _, _ in packages)
    panic = re.search(r"^(panic: [^\n]*|fatal error: [^\n]*)", text, re.MULTILINE)
    if panic and not red:
        red = list(unique(re.findall(r"^panic: [^\n]*\n(?:[^\n]*\n){0,40}?\S+\.(Test\w+)\(", text, re.MULTILINE)))[:1]
    failed = bool(red or bad or panic) or bool(re.search(r"^FAIL$", text, re.MULTILINE))
    located = re.findall(r"^\s+(\w[\w.-]*_test\.go:\d+: [^\n]*)$", text, re.MULTILINE)
    build = re.findall(r"^(\S+\.go:\d+:\d+: [^\n]*)$", text, re.MULTILINE)
    asserted = re.findall(r"^\s+Error:\s+(\S[^\n]*)$", text, re.MULTILINE)
    parts = [count(len(bad), "package") + " failed" if bad else "", f"{len(red)} failed" if red else "",
             count(good, "package") + " ok" if good else ""]  # fmt: skip
    summary = end[1] if end else ", ".join(part for part in parts if part) or ("FAIL" if failed else "PASS")
    errors = unique([*build, *([panic[1]] if panic else []), *asserted, *located]) if failed else ()
    return Report("go", failed, tuple(red), summary, errors[:5])


def read_cargo(text: str) -> Report | None:
    """cargo test, cargo nextest; a crate whose tests do not compile."""
    if nextest := re.search(r"^\s*Summary \[[^\]\n]*\] +([^\n]*)$", text, re.MULTILINE):
        names = re.findall(r"^\s+(?:FAIL|TIMEOUT|SIG\w+) \[[^\]\n]*\] (?:\([^)\n]*\) )?\S+ (\S+)$", text, re.MULTILINE)
        return Report("cargo", bool(names) or "failed" in nextest[1], unique(names), nextest[1], _panics(text))
    results = re.findall(r"^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed", text, re.MULTILINE)
    red = unique(
        re.findall(r"^test (\S[^\n]*?)(?: - (?:should panic|compile(?: fail)?))? \.\.\. FAILED$", text, re.MULTILINE)
    )
    if not red:
        red = (
            unique(re.findall(r"^    (\w[\w:]*)$", text.split("\nfailures:\n")[-1], re.MULTILINE))
            if "\nfailures:\n" in text
            else ()
        )
    if results:
        passed, failed = sum(int(row[1]) for row in results), sum(int(row[2]) for row in results)
        state = any(row[0] == "FAILED" for row in results)
        summary = f"{failed} failed, {passed} passed" if failed else f"{passed} passed"
        return Report(
            "cargo",
            state or "error: test failed" in text,
            red if state else (),
            summary,
            _panics(text) if state else (),
        )
    if red or "error: test failed" in text:
        return Report("cargo", True, red, f"{len(red)} failed" if red else "test failed", _panics(text))
    return read_rustc(text)


def read_rustc(text: str) -> Report | None:
    """Errors of rustc and Clippy, and cargo's last word."""
    errors = re.findall(
        r"^(error(?:\[E\d+\])?: (?!could not compile|aborting due|test failed)[^\n]*)", text, re.MULTILINE
    )
    end = re.search(r"^error: could not compile (`[^`\n]*`[^\n]*)|^error: (aborting due to [^\n]*)", text, re.MULTILINE)
    warnings = re.findall(r"^warning: `?([^`\n]*`? (?:\([^)\n]*\) )?generated \d+ warnings?)", text, re.MULTILINE)
    finished = re.search(
        r"^\s*Finished (?:`\w+`|\w+) (?:profile )?\[|^\s*Finished `?\w+`? (?:profile|target)", text, re.MULTILINE
    )
    if not end and not finished and not any(line.startswith("error[") for line in errors):
        return None
    if errors or end:
        summary = f"could not compile {end[1]}" if end and end[1] else count(len(errors), "error")
        return Report("cargo", True, (), summary, unique(errors)[:5])
    return Report("cargo", False, (), warnings[-1] if warnings else "", ())


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


def read_maven(text: str) -> Report | None:
    """Maven with Surefire or Failsafe, and compile errors."""
    totals = re.findall(
        r"^(?:\[\w+\] )?\s*Tests run: (\d+), +Failures: (\d+)(?:, +Errors: (\d+))?(?:, +Skipped: (\d+))?[ \t]*$",
        text,
        re.MULTILINE,
    )
    state = re.search(r"^\[(?:INFO|ERROR)\] BUILD (SUCCESS|FAILURE)", text, re.MULTILINE)
    rows = re.findall(
        r"^\[ERROR\] +(?:([\w.$]+)\.)?(\w[\w$ \[\](){},:.-]*?)(?:\(([\w.$]+)\))? +(?:-- )?Time elapsed: [^\n]*<<< (?:FAILURE|ERROR)!",
        text,
        re.MULTILINE,
    )
    if not totals and state is None and not rows:
        return None
    names = [
        f"{(where or before).rsplit('.', 1)[-1]}.{name.rstrip('()')}" for before, name, where in rows if where or before
    ]
    listed = re.findall(
        r"^\[ERROR\] {2,}([A-Z]\w*(?:\.\w+)+)(?::\d+)?(?:->[^\n ]*)? (?!-- )(\S[^\n]*)$", text, re.MULTILINE
    )
    red = unique(names) or unique(name for name, _ in listed)
    compile_errors = re.findall(
        r"^\[ERROR\] (?:/|[A-Z]:)?([^\n]*\.(?:java|kt|scala):\[\d+,\d+\] [^\n]*)", text, re.MULTILINE
    )
    goal = re.search(r"^\[ERROR\] (Failed to execute goal [^\n]*|Could not [^\n]*|No [^\n]*)", text, re.MULTILINE)
    failed = (
        bool(red)
        or bool(state and state[1] == "FAILURE")
        or any(row[1] != "0" or row[2] not in ("", "0") for row in totals)
    )
    if totals:
        run, failures, errors, skipped = totals[-1]
        summary = f"Tests run: {run}, Failures: {failures}, Errors: {errors or 0}, Skipped: {skipped or 0}"
    else:
        summary = (
            count(len(unique(compile_errors)), "compile error")
            if compile_errors
            else f"BUILD {state[1]}"
            if state
            else ""
        )
    causes = [f"{name}: {message}" for name, message in listed] + compile_errors
    if failed and not causes and goal:
        causes = [re.sub(r" -> \[Help 1\]$", "", goal[1])]
    return Report("maven", failed, red, summary, unique(causes)[:5])


def read_gradle(text: str) -> Report | None:
    """Gradle."""
    state = re.search(r"^BUILD (SUCCESSFUL|FAILED)(?: in [^\n]*)?", text, re.MULTILINE)
    end = re.search(r"^(\d+ tests? completed[^\n]*)", text, re.MULTILINE)
    red = unique(
        f"{where}.{name.removesuffix('()')}"
        for where, name in re.findall(r"^([\w.$]+)(?: > [^>\n]+)*? > ([^>\n]+?) FAILED$", text, re.MULTILINE)
    )
    if state is None and end is None and not red:
        return None
    failed = bool(red) or bool(state and state[1] == "FAILED")
    wrong = re.findall(r"^\* What went wrong:\n([^\n]*(?:\n> [^\n]*|\n {2,}> [^\n]*)?)", text, re.MULTILINE)
    causes = (
        re.findall(r"^ {4}((?:[\w.]+)?[A-Z]\w*(?:Error|Exception|Failure\w*)\b[^\n]*)", text, re.MULTILINE)
        if red
        else []
    )
    compile_errors = re.findall(
        r"^(?:e: )?((?:file://)?\S+\.(?:java|kt|kts|groovy|scala):\d+[^\n]*error[^\n]*|e: [^\n]*)", text, re.MULTILINE
    )
    summary = end[1] if end else f"BUILD {state[1]}" if state else f"{len(red)} failed"
    return Report(
        "gradle",
        failed,
        red,
        summary,
        unique([*causes, *compile_errors, *(squeeze(line) for line in wrong)])[:5] if failed else (),
    )


def read_junit(text: str) -> Report | None:
    """JUnit's own runners: the console of 4 and of the platform."""
    if end := re.search(r"^(?:OK \(\d+ tests?\)|Tests run: \d+,\s+Failures: \d+)[ \t]*$", text, re.MULTILINE):
        rows = re.findall(r"^\d+\) (\w+)\(([\w.$]+)\)$", text, re.MULTILINE)
        red = unique(f"{where.rsplit('.', 1)[-1]}.{name}" for name, where in rows)
        return Report(
            "junit", bool(red) or ("Failures: 0" not in end[0] and not end[0].startswith("OK")), red, squeeze(end[0])
        )
    counts = {
        kind: number
        for number, kind in re.findall(r"^\[ +(\d+) tests (successful|failed|found) +\]$", text, re.MULTILINE)
    }
    if "failed" not in counts:
        return None
    rows = re.findall(r"MethodSource \[className = '([\w.$]+)', methodName = '(\w+)'", text)
    red = unique(f"{where.rsplit('.', 1)[-1]}.{name}" for where, name in rows)
    failed = counts["failed"] != "0"
    return Report(
        "junit", failed, red if failed else (), f"{counts['failed']} failed, {counts.get('successful', '0')} successful"
    )


def read_dotnet(text: str) -> Report | None:
    """dotnet test and dotnet build."""
    totals = re.findall(
        r"^(?:Failed|Passed)!\s+- Failed:\s+(\d+), Passed:\s+(\d+), Skipped:\s+(\d+)", text, re.MULTILINE
    )
    totals += re.findall(
        r"^Test summary: total: \d+, failed: (\d+), succeeded: (\d+), skipped: (\d+)", text, re.MULTILINE
    )
    old = re.search(r"^Total tests: (\d+)", text, re.MULTILINE)
    red = unique(
        re.findall(r"^\s+Failed (\S[^\n]*?) \[[\d.<]+ ?m?s\]$", text, re.MULTILINE)
        + re.findall(r"^\S*\s*\[xUnit\.net [\d:.]+\]\s+(\S+) \[FAIL\]", text, re.MULTILINE)
    )
    compile_errors = unique(
        re.sub(r"^\s*(?:.*[\\/])?([^\\/\n]+\(\d+,\d+\))", r"\1", re.sub(r" \[[^\]\n]*proj[^\]\n]*\]$", "", line))
        for line in re.findall(r"^\s*(\S[^\n]*: error [A-Z]{2,}\d+: [^\n]*)$", text, re.MULTILINE)
    )
    state = re.search(r"^\s*Build (succeeded|FAILED|failed)", text, re.MULTILINE)
    if not totals and old is None and not red and state is None and not compile_errors:
        return None
    failed = (
        bool(red or compile_errors)
        or any(row[0] != "0" for row in totals)
        or bool(state and state[1].lower() == "failed")
    )
    if totals:
        parts = [sum(int(row[place]) for row in totals) for place in range(3)]
        summary = f"{parts[0]} failed, {parts[1]} passed, {parts[2]} skipped"
    elif compile_errors:
        summary = count(len(compile_errors), "compile error")
    else:
        summary = (
            f"{len(red)} failed"
            if red
            else f"Build {state[1]}"
            if state
            else "Test Run Successful"
            if "Successful" in text
            else ""
        )
    messages = re.findall(r"^\s+Error Message:\n\s+(\S[^\n]*)", text, re.MULTILINE)
    return Report("dotnet", failed, red, summary, unique([*compile_errors, *messages])[:5])


def read_rspec(text: str) -> Report | None:
    """RSpec."""
    end = re.findall(r"^(\d+ examples?, \d+ failures?[^\n]*)", text, re.MULTILINE)
    if not end:
        return None
    red = unique(re.findall(r"^rspec (\S+)(?: #[^\n]*)?$", text, re.MULTILINE))
    failed = not re.search(r", 0 failures", end[-1]) or "error" in end[-1]
    causes = re.findall(
        r"^     (?:Failure/Error: [^\n]*\n\s*\n\s+)?((?:expected|[A-Z][\w:]*(?:Error|Exception)\b)[^\n]*)",
        text,
        re.MULTILINE,
    )
    return Report(
        "rspec",
        failed,
        red,
        end[-1],
        unique([*causes, *re.findall(r"^(An error occurred [^\n]*)", text, re.MULTILINE)])[:5] if failed else (),
    )


def read_minitest(text: str) -> Report | None:
    """minitest, rails test, test-unit."""
    end = re.findall(r"^(\d+ (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors[^\n]*)", text, re.MULTILINE)
    if not end:
        return None
    red = unique(
        re.findall(r"^(?:bin/)?rails test (\S+)$", text, re.MULTILINE)
        or re.findall(r"^\s*\d+\) (?:Failure|Error):\n(\S+?)(?: \[[^\n]*|:)$", text, re.MULTILINE)
        or [f"{where}#{name}" for name, where in re.findall(r"^(?:Failure|Error): (\w+)\((\w+)\)", text, re.MULTILINE)]
    )
    failed = end[-1][1] != "0" or end[-1][2] != "0"
    causes = re.findall(r"^(Expected[^\n]*|[A-Z][\w:]*(?:Error|Exception): [^\n]*)", text, re.MULTILINE)
    return Report("minitest", failed, red if failed else (), end[-1][0], unique(causes)[:5] if failed else ())


def read_phpunit(text: str) -> Report | None:
    """PHPUnit and Pest."""
    pest = re.search(r"^\s{2}Tests:\s+(\d[^\n]*)$", text, re.MULTILINE)
    end = re.search(
        r"^(?:Tests: \d+, Assertions: \d+[^\n]*|OK(?:,)? \(\d+ tests?[^\n]*|OK, but [^\n]*|No tests executed!)",
        text,
        re.MULTILINE,
    )
    if end is None and pest is None:
        return None
    red = re.findall(r"^\d+\) ([\w\\]+::\w[^\n]*)$", text, re.MULTILINE)
    red += re.findall(r"^\s+FAILED\s+([\w\\]+ > [^\n]*?)(?:\s{2,}[^\n]*)?$", text, re.MULTILINE)
    summary = squeeze(end[0] if end else pest[1] if pest else "")
    failed = bool(re.search(r"(?:Failures|Errors): [1-9]|[1-9]\d* failed|^No tests", summary))
    causes = re.findall(r"^\d+\) [^\n]*\n(\S[^\n]*)", text, re.MULTILINE)
    return Report(
        "phpunit", failed, unique(red) if failed else (), summary.rstrip("."), unique(causes)[:5] if failed else ()
    )


def read_ctest(text: str) -> Report | None:
    """CTest."""
    end = re.search(r"^(\d+% tests passed, (\d+) tests? failed out of \d+)", text, re.MULTILINE)
    if end is None:
        return Report("ctest", True, (), "No tests were found", ()) if "No tests were found!!!" in text else None
    red = unique(
        re.findall(
            r"^\t\s*\d+ - (\S[^\n]*?) \((?:Failed|Timeout|SEGFAULT|Not Run|Subprocess aborted|SIGTRAP|ILLEGAL|NUMERICAL|Exception[^)]*|Bus error|OTHER_FAULT)\)",
            text,
            re.MULTILINE,
        )
    )
    return Report("ctest", end[2] != "0", red, end[1], ())


def read_exunit(text: str) -> Report | None:
    """Elixir's ExUnit, and Swift's XCTest."""
    if end := re.findall(r"^(\d+ (?:tests?|doctests?)[^\n]*, (\d+) failures?[^\n]*)", text, re.MULTILINE):
        red = unique(re.findall(r"^\s+(test/\S+\.exs:\d+)$", text, re.MULTILINE)) or unique(
            re.findall(r"^ *✗ (\S[^\n]*)$", text, re.MULTILINE)
        )
        return Report("mix", end[-1][1] != "0", red, end[-1][0], ())
    swift = re.findall(r"^\s*(Executed \d+ tests?, with (\d+) failures?[^\n]*?)(?: in [^\n]*)?$", text, re.MULTILINE)
    if not swift:
        return None
    red = unique(re.findall(r"^(?:\S+: )?error: -?\[?(\S+?)\]? : ", text, re.MULTILINE)) or unique(
        re.findall(r"^Test Case '-?\[?([^'\]]+)\]?' failed", text, re.MULTILINE)
    )
    return Report("swift", swift[-1][1] != "0", red, swift[-1][0], ())


def read_environments(text: str) -> Report | None:
    """tox and nox, which run other tools: which environment failed."""
    tox = (
        re.findall(r"^\s{2}([\w.,-]+): (OK|FAIL|SKIP)\b[^\n]*$", text, re.MULTILINE)
        if re.search(r"^\s{2}(?:congratulations :\)|evaluation failed :\()", text, re.MULTILINE)
        else []
    )
    tox += [(name, "FAIL") for name in re.findall(r"^ERROR: +([\w.-]+): commands failed$", text, re.MULTILINE)]
    if tox:
        bad = unique(name for name, state in tox if state == "FAIL")
        return Report("tox", bool(bad), (), "failed: " + ", ".join(bad) if bad else "tox: OK", ())
    nox = re.findall(
        r"^nox > (?:\* |Session )([\w.()\[\]=' ,-]+?)(?:: | was | )(failed|successful|success|aborted|skipped)\b",
        text,
        re.MULTILINE,
    )
    if not nox:
        return None
    bad = unique(name for name, state in nox if state in ("failed", "aborted"))
    return Report("nox", bool(bad), (), "failed: " + ", ".join(bad) if bad else "nox: OK", ())
