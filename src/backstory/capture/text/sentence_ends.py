"""Where a sentence ends, and its punctuation there, which a title has not."""

import re
from itertools import chain, islice, pairwise
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern

_ABBREVIATION: Final = Pattern(
    r"(?:\b(?:e\.?g|i\.?e|etc|vs|cf|approx|ca|resp|incl|excl|z\.?\s?b|bzw|d\.?\s?h|u\.?a|p\.?\s?ex|fig|dr|mr|mrs|ms"
    r"|prof"
    r"|ex|nr|no(?=\.\s\d))|(?<![\w'-])[a-z])\.$"
)
_PICKS: Final = late_pattern(
    r"(?:^|[\s,])(?:ok(?:ay)?|k|ye[sp]|yeah|option|plan|variant|take|pick|choose|go(?:ing)? with"
    r"|then)[\s,:]+[a-zA-Z]\.$",
    re.IGNORECASE,
)
"""A letter that a person chooses, and not an abbreviation: `ok B. and keep it small`."""
_LETTER: Final = late_pattern(r"[A-H]\.")
_OTHER: Final = late_pattern(r"\s+[A-H] (?:is|was|would|does|has|needs|can|cannot|will)\b")
"""How a sentence about another letter begins: `A. B would need a lock`."""
_MACRO: Final = late_pattern(
    r"(?:^|[\s,(])(?:e?println|eprint|dbg|vec|unimplemented|unreachable|(?:debug_)?assert_(?:eq|ne)|writeln|bail|anyhow"
    r"|macro_rules)!$|,\s(?:or |and )?(?:panic|todo|format|info|warn|assert|print|write)!$"
)
"""The name of a macro, whose mark ends no sentence: `no dbg! anywhere`."""
_LONGEST: Final = 160
"""Characters between brackets up to which they are part of a sentence."""
_ENDS: Final = " .;,"
_PATTERN: Final = "/..."
"""The end of Go's pattern for all packages below a folder. Its dots do not end a sentence."""


def strip_end(text: str) -> str:
    """The text without trailing spaces, full stops, semicolons and commas. The dots of `./...` stay."""
    bare = text.rstrip(_ENDS)
    return f"{bare}..." if text.startswith(_PATTERN, len(bare) - 1) else bare


def goes_on(masked: str, start: int, stop: re.Match[str]) -> bool:
    """Whether the sentence that begins at `start` goes on behind a stop: the stop belongs to an abbreviation, an arrow
    follows, or it stands in brackets, as in `letters to numbers (A = 10 ... Z = 35)`."""
    end = stop.end()
    head = masked[start : stop.start() + 1]
    if _PICKS.search(head) or (_LETTER.fullmatch(head.strip()) and _OTHER.match(masked, end)):
        return False
    if _MACRO.search(head) and masked[end:].lstrip()[:1].islower():
        return True
    if _ABBREVIATION.search(masked[max(start, end - 12) : stop.start() + 1].lower()):
        return True
    if masked[end : end + 2].strip() in ("->", "→"):
        return True
    opening = masked.rfind("(", start, end)
    if opening <= start or masked.find(")", opening, end) >= 0:
        return False
    return 0 <= masked.find(")", end) - opening <= _LONGEST


def ends_abbreviated(text: str) -> bool:
    """Whether a text, without its full stop, ends with an abbreviation: `cost vs`."""
    return _ABBREVIATION.search(f"{text.lower()}.") is not None


def cut_long(sentence: str) -> list[str]:
    """The parts of a sentence that is too long to be a statement, between which its author draws breath: `..., so
    please bear in mind that ...`, `...; we never ...`. Any other sentence as a whole."""
    if len(sentence) <= _TOO_LONG:
        return [sentence]
    spans = [match.span() for match in _BREATH.finditer(sentence)]
    edges = pairwise([0, *chain.from_iterable(spans), len(sentence)])
    return [part for start, end in islice(edges, 0, None, 2) if (part := sentence[start:end].strip())]


_TOO_LONG: Final = 400
_LAYS_DOWN: Final = r"(?:please|never|always|(?:i|we) (?:do not|don.t|never|always|want|would like)|do not|don.t)\b"
_BREATH: Final = Pattern(
    rf";\s+|,\s+(?=(?:so|and|but|also)(?: also| then)? {_LAYS_DOWN})"
    r"|,\s+(?=please (?:bear|keep) in mind\b)"
    rf"|\s[–—-]\s+(?:and that\s+)?(?=(?:(?:and|so|but) )?{_LAYS_DOWN})",
    re.IGNORECASE,
)
