"""Reports of the test runners of R, Julia, Lua and PowerShell, and of Ansible."""

import re
from typing import Final

from backstory.capture.reports.report import Report, find_last, squeeze, unique
from backstory.capture.text.patterns import Pattern


def read_r(text: str) -> Report | None:
    """testthat, tinytest and `R CMD check`."""
    red = unique(_TESTTHAT_RED.findall(text))
    if end := find_last(_TESTTHAT_END, text):
        return Report("testthat", end[1] != "0", red, end[0].strip("[ ]"), unique(_TESTTHAT_PLACE.findall(text))[:5])
    if end := find_last(_TINYTEST_END, text):
        return Report("tinytest", end[1] is not None, (), squeeze(end[0]))
    end = find_last(_R_CHECK_END, text)
    return Report("R", "ERROR" in end[0], red, end[0]) if end else None


_TESTTHAT_END: Final = Pattern(r"\[ FAIL (\d+) \| WARN \d+ \| SKIP \d+ \| PASS \d+ \]")
_TESTTHAT_RED: Final = Pattern(r"^ *(?:── )?(?:Failure|Error) \([^()\n]+\): (\S[^\n]*?)[ ─]*$", re.MULTILINE)
_TESTTHAT_PLACE: Final = Pattern(r"^ *(?:── )?(?:Failure|Error) \('?([^()'\n]+:\d+(?::\d+)?)'?\): ", re.MULTILINE)
_TINYTEST_END: Final = Pattern(r"^(?:All ok, \d+ results|(\d+) out of \d+ results: \d+ fails?[^\n]*)", re.MULTILINE)
_R_CHECK_END: Final = Pattern(
    r"^Status: (?:OK|\d+ (?:ERROR|WARNING|NOTE)s?(?:, \d+ (?:WARNING|NOTE)s?)*)$", re.MULTILINE
)


def read_julia(text: str) -> Report | None:
    """Julia's Test, also through Pkg."""
    red = unique(_JULIA_RED.findall(text))
    if end := find_last(_JULIA_END, text):
        return Report("julia", True, red, end[1])
    end = find_last(_JULIA_ROWS, text)
    if end is None and not red:
        return None
    return Report("julia", bool(red), red, squeeze(end[0]) if end else f"{len(red)} failed")


_JULIA_END: Final = Pattern(
    r"Some tests did not pass: (\d+ passed, \d+ failed, \d+ errored, \d+ broken)\.", re.MULTILINE
)
_JULIA_RED: Final = Pattern(r"^(\S[^\n]*): (?:Test Failed|Error During Test) at ", re.MULTILINE)
_JULIA_ROWS: Final = Pattern(r"^Test Summary: +\|[^\n]*\n[^\n|]+\|[^\n]*|^ +Testing \S+ tests passed", re.MULTILINE)


def read_lua(text: str) -> Report | None:
    """Busted."""
    end = find_last(_BUSTED_END, text)
    if end is None:
        return None
    return Report("busted", (end[1], end[2]) != ("0", "0"), unique(_BUSTED_RED.findall(text)), squeeze(end[0]))


_BUSTED_END: Final = Pattern(r"^\d+ success(?:es)? / (\d+) failures? / (\d+) errors? / \d+ pending(?= :)", re.MULTILINE)
_BUSTED_RED: Final = Pattern(r"^(?:Failure|Error) (?:→|->) [^\n]* @ \d+\n(\S[^\n]*)$", re.MULTILINE)


def read_pester(text: str) -> Report | None:
    """Pester."""
    end = find_last(_PESTER_END, text)
    return Report("pester", end[1] != "0", unique(_PESTER_RED.findall(text)), end[0]) if end else None


_PESTER_END: Final = Pattern(r"^Tests Passed: \d+, Failed: (\d+), Skipped: \d+", re.MULTILINE)
_PESTER_RED: Final = Pattern(r"^ *\[-\] (\S[^\n]*?)(?: [\d.,]+m?s(?: \([^\n]*\))?)?$", re.MULTILINE)


def read_ansible(text: str) -> Report | None:
    """A play, also through Molecule: its failed tasks, and how it went on each host."""
    hosts = _RECAP_HOST.findall(text)
    if not hosts:
        return None
    bad = [squeeze(line) for line, unreachable, failed in hosts if (unreachable, failed) != ("0", "0")]
    return Report("ansible", bool(bad), unique(_TASK_RED.findall(text)), "; ".join(bad[:3]) or squeeze(hosts[-1][0]))


_RECAP_HOST: Final = Pattern(r"^(\S+ +: ok=\d+ +changed=\d+ +unreachable=(\d+) +failed=(\d+)[^\n]*)", re.MULTILINE)
_TASK_RED: Final = Pattern(
    r"^TASK \[([^\]\n]+)\][ *]*\n(?:(?!TASK \[|PLAY |fatal: |failed: )[^\n]*\n)*"
    r"(?:fatal|failed): \[(?:(?!\n\.\.\.ignoring)(?!\nTASK \[)(?!\nPLAY )[\s\S])*?(?=\nTASK \[|\nPLAY |\n\n|\Z)",
    re.MULTILINE,
)
