"""Reports of the test runners of Haskell, Scala, Clojure, OCaml and Elm."""

import re
from typing import Final

from backstory.capture.reports.report import Report, count, find_last, squeeze, unique
from backstory.capture.text.patterns import Pattern


def read_haskell(text: str) -> Report | None:
    """Hspec, Tasty, HUnit, and what Cabal and Stack say of a suite that prints nothing else."""
    return _read_hspec(text) or _read_tasty(text) or _read_hunit(text) or _read_suites(text)


def _read_hspec(text: str) -> Report | None:
    end = find_last(_EXAMPLES, text) if _HSPEC.search(text) else None
    if end is None:
        return None
    places = unique(_HSPEC_PLACE.findall(text))
    return Report("hspec", end[1] != "0", unique(_HSPEC_RED.findall(text)), end[0], places[:5])


_HSPEC: Final = Pattern(
    r"\.l?hs:\d+:\d+:|^Randomized with seed \d|--match \"/|^Test suite \S+: |^Finished in [\d.]+ seconds$", re.MULTILINE
)
_EXAMPLES: Final = Pattern(r"^\d+ examples?, (\d+) failures?(?:, \d+ pending)?(?=[ \t]*$)", re.MULTILINE)
_HSPEC_RED: Final = Pattern(r"^ {2}\d+\) (\S[^\n]*)$", re.MULTILINE)
_HSPEC_PLACE: Final = Pattern(r"^ {2}(\S+\.l?hs:\d+:\d+):[ \t]*$", re.MULTILINE)


def _read_tasty(text: str) -> Report | None:
    end = find_last(_TASTY_END, text)
    return Report("tasty", end[1] != "All", unique(_TASTY_RED.findall(text)), end[0]) if end else None


_TASTY_END: Final = Pattern(
    r"^(All|\d+ out of) \d+ tests (?:passed|failed)(?=(?: \([\d.]+ ?m?s\))?[ \t]*$)", re.MULTILINE
)
_TASTY_RED: Final = Pattern(r"^ +(\S[^\n]*?): +FAIL(?: \([\d.]+ ?m?s\))?[ \t]*$", re.MULTILINE)


def _read_hunit(text: str) -> Report | None:
    end = find_last(_HUNIT_END, text)
    if end is None:
        return None
    return Report("hunit", (end[1], end[2]) != ("0", "0"), unique(_HUNIT_RED.findall(text)), squeeze(end[0]))


_HUNIT_END: Final = Pattern(r"Cases: \d+ +Tried: \d+ +Errors: (\d+) +Failures: (\d+)")
_HUNIT_RED: Final = Pattern(r"^### (?:Failure|Error) in: (\S[^\n]*)$", re.MULTILINE)


def _read_suites(text: str) -> Report | None:
    red = unique(_SUITE_RED.findall(text))
    if red:
        return Report("cabal", True, (), f"{count(len(red), 'test suite')} failed: {', '.join(red)}")
    end = find_last(_SUITES_END, text)
    return Report("cabal", end[1] != end[2], (), end[0]) if end else None


_SUITE_RED: Final = Pattern(r"^Test suite (\S+): FAIL$", re.MULTILINE)
_SUITES_END: Final = Pattern(
    r"^(\d+) of (\d+) test suites \(\d+ of \d+ test cases\) (?:passed|failed)(?=\.$)", re.MULTILINE
)


def read_scala(text: str) -> Report | None:
    """ScalaTest, MUnit, uTest and ZIO Test, alone and through sbt, Mill and scala-cli."""
    plain = _SBT_PREFIX.sub("", text)
    end = next(filter(None, (find_last(pattern, plain) for pattern in _SCALA_ENDS)), None)
    red = unique(name for pattern in _SCALA_RED for name in pattern.findall(plain))
    if end is None and not red:
        return None
    summary = squeeze(end[0]) if end else f"{len(red)} failed"
    failed = bool(red) or _SCALA_FAILED.search(summary) is not None
    suites = unique(_FAILED_SUITES.findall(plain)) if failed else ()
    return Report("scala", failed, red or suites, summary, unique(_find_causes(plain))[:5])


def _find_causes(plain: str) -> list[str]:
    return [*_SCALATEST_CAUSE.findall(plain), *_MUNIT_CAUSE.findall(plain)]


_SBT_PREFIX: Final = Pattern(r"^\[(?:info|error|warn)\] ?", re.MULTILINE)
_SCALA_ENDS: Final = (
    Pattern(r"^Tests: succeeded \d+, failed \d+, canceled \d+[^\n]*", re.MULTILINE),
    Pattern(r"^(?:Passed|Failed|Error): Total \d+, Failed \d+, Errors \d+, Passed \d+[^\n]*", re.MULTILINE),
    Pattern(r"^\d+ tests passed\. \d+ tests failed\. \d+ tests ignored\.", re.MULTILINE),
    Pattern(r"^Tests: \d+, Passed: \d+, Failed: \d+", re.MULTILINE),
)
_SCALA_FAILED: Final = Pattern(r"\b(?:failed|errors):? [1-9]|\b[1-9]\d* tests failed", re.IGNORECASE)
_SCALA_RED: Final = (
    Pattern(r"^\s*- (\S[^\n]*?) \*\*\* FAILED \*\*\*", re.MULTILINE),
    Pattern(r"^==> X (\S[^\n]*?)  ?[\d.]+s\b", re.MULTILINE),
    Pattern(r"^X (\w[\w.]*\.[\w. -]+?) \d+ms\b", re.MULTILINE),
)
_SCALATEST_CAUSE: Final = Pattern(r"\*\*\* FAILED \*\*\*[^\n]*\n\s*(\S[^\n]*\(\w+\.scala:\d+\))", re.MULTILINE)
_MUNIT_CAUSE: Final = Pattern(r"^==> X [^\n]*?[\d.]+s +(\S+: [^\n]*\.scala:\d+)$", re.MULTILINE)
_FAILED_SUITES: Final = Pattern(r"^\t([\w$.]+)$", re.MULTILINE)


def read_clojure(text: str) -> Report | None:
    """clojure.test, also through Leiningen, and Kaocha."""
    end = find_last(_CLOJURE_END, text)
    if end is None:
        return None
    red = unique(_LEIN_RED.findall(text)) or unique(_CLOJURE_RED.findall(text))
    failed = any(number not in (None, "0") for number in end.groups())
    return Report("clojure", failed, red, squeeze(end[0]).rstrip("."))


_CLOJURE_END: Final = Pattern(
    r"^(?:Ran \d+ tests containing \d+ assertions\.\s+|\d+ tests, \d+ assertions, )"
    r"(?:(\d+) errors?, )?(\d+) failures(?:, (\d+) errors)?\.",
    re.MULTILINE,
)
_CLOJURE_RED: Final = Pattern(r"^(?:FAIL|ERROR) in \(?([^\s()]+)\)?(?: \([^\n]*\))?[ \t]*$", re.MULTILINE)
_LEIN_RED: Final = Pattern(r"^lein test :only (\S+)$", re.MULTILINE)


def read_ocaml(text: str) -> Report | None:
    """Alcotest, alone and through Dune."""
    end = find_last(_ALCOTEST_END, text)
    if end is None:
        return None
    red = unique(squeeze(f"{suite} {name}") for suite, name in _ALCOTEST_RED.findall(text))
    return Report("alcotest", not end[0].startswith("Test Successful"), red, end[0])


_ALCOTEST_END: Final = Pattern(
    r"^(?:Test Successful|\d+ (?:failure|error)s?!) in [\d.]+s\. \d+ tests? run(?=\.)", re.MULTILINE
)
_ALCOTEST_RED: Final = Pattern(r"^\W*\[FAIL\] +(\S+) +\d+ +(\S[^\n]*?)\.? *│?$", re.MULTILINE)


def read_elm(text: str) -> Report | None:
    """elm-test."""
    end = find_last(_ELM_END, text) if "TEST RUN " in text else None
    if end is None:
        return None
    return Report("elm-test", end[2] != "0", unique(_ELM_RED.findall(text)), f"{end[2]} failed, {end[1]} passed")


_ELM_END: Final = Pattern(r"^Passed: +(\d+)\nFailed: +(\d+)$", re.MULTILINE)
_ELM_RED: Final = Pattern(r"^✗ (\S[^\n]*)$", re.MULTILINE)
