"""Reports of linters and type checkers."""

import re

from backstory.capture.reports.report import Report, count, squeeze, unique


def _located(text: str, code: str) -> tuple[str, ...]:
    """Lines `path:line[:column]: CODE message`, with the place."""
    return unique(
        re.findall(rf"^\s*((?:[A-Za-z]:)?[^\s:(]+[:(]\d+[:,)]?\d*\)?:? (?:- )?{code}[^\n]*)", text, re.MULTILINE)
    )


def _result(tool: str, bad: bool, summary: str, errors: tuple[str, ...]) -> Report:
    return Report(tool, bad, (), squeeze(summary), errors[:5] if bad else ())


def read_ruff(text: str) -> Report | None:
    """ruff check and ruff format."""
    if end := re.search(r"^(Found (\d+) errors?[^\n]*)", text, re.MULTILINE):
        fixed = re.search(r"\((\d+) fixed, (\d+) remaining\)", end[1])
        left = int(fixed[2]) if fixed else 0 if re.search(r"\(\d+ fixed\)", end[1]) else int(end[2])
        framed = [
            f"{place}: {line}" for line, place in re.findall(r"^((?:[A-Z]+\d+|invalid-syntax|SyntaxError)\b[^\n]*)\n\s*--> ([^\n]*)", text, re.MULTILINE)
        ]  # fmt: skip
        return _result(
            "ruff",
            left > 0,
            end[1].rstrip("."),
            _located(text, r"(?:[A-Z]+\d+|SyntaxError|invalid-syntax)\b") or unique(framed),
        )
    if re.search(r"^All checks passed!", text, re.MULTILINE):
        end2 = re.search(r"^(\d+ files? would be reformatted[^\n]*)", text, re.MULTILINE)
        return _result("ruff", end2 is not None, end2[1] if end2 else "All checks passed!", ())
    end = re.search(
        r"^((?:\d+ files? (would be reformatted|reformatted|left unchanged|already formatted|would be left unchanged)(?:, )?)+)",
        text,
        re.MULTILINE,
    )
    if end is None:
        return None
    files = unique(re.findall(r"^(would reformat:? [^\n]*)", text, re.MULTILINE | re.IGNORECASE))
    return _result("ruff", "would be reformatted" in end[1], end[1], files)


def read_flake8(text: str) -> Report | None:
    """flake8, pycodestyle, pylint."""
    rows = _located(text, r"[A-Z]{1,3}\d{3,4}:? ")
    rated = re.search(r"^(Your code has been rated at [-\d.]+/10)", text, re.MULTILINE)
    if rated:
        return _result("pylint", bool(rows), rated[1], rows)
    return _result("flake8", True, f"{len(rows)} findings: {rows[0]}", rows) if rows else None


def read_mypy(text: str) -> Report | None:
    """mypy, ty, pyrefly."""
    if end := re.search(
        r"^(Success: no issues found[^\n]*|Found \d+ errors? in \d+ files?[^\n]*|Found \d+ diagnostics?|All checks passed!)",
        text,
        re.MULTILINE,
    ):
        rows = unique(re.findall(r"^(\S[^\n]*?:\d+(?::\d+)?: error: [^\n]*)", text, re.MULTILINE)) or unique(
            f"{place}: {line}"
            for line, place in re.findall(r"^error(\[[\w-]+\]:? [^\n]*)\n\s*--> ([^\n]*)", text, re.MULTILINE)
        )
        return _result("mypy", end[1].startswith("Found"), end[1], rows)
    return None


def read_pyright(text: str) -> Report | None:
    """pyright, basedpyright."""
    end = re.search(r"^((\d+) errors?, \d+ warnings?(?:, \d+ (?:informations?|notes?))?)", text, re.MULTILINE)
    if end is None:
        return None
    rows = unique(re.findall(r"^\s+(\S[^\n]*:\d+:\d+ - error: [^\n]*)", text, re.MULTILINE))
    return _result("pyright", end[2] != "0", end[1], rows)


def read_eslint(text: str) -> Report | None:
    """eslint, stylelint, xo."""
    end = re.search(r"^✖ ((\d+) problems? \((\d+) errors?, \d+ warnings?\))", text, re.MULTILINE)
    if end is None:
        return None
    errors: list[str] = []
    path = ""
    for line in text.split("\n"):
        if re.match(r"(?:/|[A-Za-z]:[\\/]|\.{0,2}/?[\w@])\S*\.\w+$", line):
            path = line.strip()
        elif match := re.match(r"\s+(\d+:\d+)\s+(?:error|✖)\s+(\S.*)", line):
            errors.append(f"{path}:{match[1]} {squeeze(match[2])}")
    return _result("eslint", end[3] != "0", end[1], unique(errors))


def read_biome(text: str) -> Report | None:
    """Biome, Prettier, oxlint."""
    if end := re.search(r"^(Found (\d+) errors?\.)|^(Checked \d+ files? in [^\n]*)", text, re.MULTILINE):
        total = re.search(r"^Found (\d+) errors?\.", text, re.MULTILINE)
        rows = unique(re.findall(r"^(\S+:\d+:\d+ (?:lint|parse|format|assist)\S*)", text, re.MULTILINE))
        return _result("biome", total is not None, total[0].rstrip(".") if total else end[0], rows)
    if oxlint := re.search(r"^Found (\d+) warnings? and (\d+) errors?", text, re.MULTILINE):
        return _result("oxlint", oxlint[2] != "0", oxlint[0], ())
    if re.search(r"^All matched files use Prettier code style!", text, re.MULTILINE):
        return _result("prettier", False, "All matched files use Prettier code style!", ())
    if end := re.search(r"^(?:\[warn\] )?(Code style issues (?:found in|fixed)[^\n]*)", text, re.MULTILINE):
        return _result(
            "prettier",
            True,
            end[1].rstrip("."),
            unique(re.findall(r"^\[(?:warn|error)\] ((?!Code style)[^\n]*)", text, re.MULTILINE)),
        )
    return None


def read_tsc(text: str) -> Report | None:
    """The TypeScript compiler, plain and pretty."""
    rows = unique(re.findall(r"^((?:\S[^\n]*?(?:\(\d+,\d+\):|:\d+:\d+ -) )?error TS\d+: [^\n]*)", text, re.MULTILINE))
    if not rows:
        return _result("tsc", False, "Found 0 errors", ()) if re.search(r"Found 0 errors", text) else None
    return _result("tsc", True, count(len(rows), "error"), rows)


def read_golangci(text: str) -> Report | None:
    """golangci-lint, go vet, staticcheck."""
    rows = unique(re.findall(r"^((?:vet: )?[\w./-]+\.go:\d+(?::\d+)?: [^\n]*)", text, re.MULTILINE))
    end = re.search(r"^(\d+) issues(?:[.:])", text, re.MULTILINE)
    if not rows and end is None:
        return None
    bad = bool(rows) or bool(end and end[1] != "0")
    return _result("golangci-lint", bad, f"{end[1]} issues" if end else count(len(rows), "issue"), rows)


def read_rubocop(text: str) -> Report | None:
    """RuboCop, PHPStan, Psalm, PHP_CodeSniffer."""
    if end := re.search(r"^(\d+ files? inspected, (?:no|\d+) offenses? detected[^\n]*)", text, re.MULTILINE):
        return _result(
            "rubocop",
            " no offenses" not in end[1],
            end[1],
            unique(re.findall(r"^(\S+:\d+:\d+: [CWEFR]: [^\n]*)", text, re.MULTILINE)),
        )
    if end := re.search(r"^\s*\[(ERROR|OK)\] (Found \d+ errors?|No errors)", text, re.MULTILINE):
        return _result(
            "phpstan", end[1] == "ERROR", end[2], unique(re.findall(r"^  :?\d+ +(\S[^\n]*)", text, re.MULTILINE))
        )
    if end := re.search(r"^(FOUND \d+ ERRORS?[^\n]*)", text, re.MULTILINE):
        return _result(
            "phpcs", True, end[1], unique(re.findall(r"^ +\d+ \| ERROR +\| (?:\[.\] )?([^\n]*)", text, re.MULTILINE))
        )
    return None


def read_hooks(text: str) -> Report | None:
    """pre-commit: which hook failed."""
    rows = re.findall(r"^(\S[^\n]*?)\.{3,}(?:\([^)\n]*\))?(Passed|Failed|Skipped)$", text, re.MULTILINE)
    if not rows:
        return None
    bad = unique(name for name, state in rows if state == "Failed")
    return _result("pre-commit", bool(bad), "failed: " + ", ".join(bad) if bad else f"{len(rows)} hooks passed", bad)


def read_compiler(text: str) -> Report | None:
    """gcc, clang, javac and linkers: what did not compile."""
    rows = unique(
        re.findall(
            r"^(\S[^\n:]*:\d+(?::\d+)?: (?:fatal )?error: [^\n]*|[^\n]*undefined reference to [^\n]*|ld: [^\n]*)",
            text,
            re.MULTILINE,
        )
    )
    return Report("compiler", True, (), count(len(rows), "error"), rows[:5]) if rows else None
