"""Causes that an agent names while it still looks for them, apart from those that it has found."""

from typing import Final

from backstory.capture.selection import DOUBTED
from backstory.capture.statements.statement_names import names_mended
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern


def doubt_cause(one: Candidate) -> Candidate:
    """A cause that an agent named as present, and about which the talk went on: it is kept for `recall` only."""
    if one.role != "assistant" or not names_mended(one):
        return one
    plain = one.quote.lower()
    if _IS_PAST.search(plain) and not _IS_SLIP.search(plain):
        return one
    return one._replace(confidence=min(one.confidence, DOUBTED))


_IS_SLIP: Final = Pattern(
    r"\b(?:was|is|were|had)(?: that| because)? i (?:was|had|have|am|tried|forgot|used|put|missed|left|added|wrote"
    r"|passed|called|made"
    r"|misread|mistyped)\b"
    r"|\b(?:extra|missing|unclosed|unbalanced|mismatched|stray|duplicated?|too many|improper|wrong"
    r"|incorrect) (?:\w+ ){0,2}"
    r"(?:brackets?|braces?|parenthes[ei]s|commas?|semicolons?|colons?|quotes?|indentation|tags?|divs?|`?</?\w+>`?"
    r"|imports?|alias(?:es)?"
    r"|keyword)\b"
    r"|\b(?:import|alias|bracket|brace|comma|semicolon|parenthesis|indentation|tag)\b (?:was|is) (?:missing|wrong"
    r"|duplicated)\b"
    r"|\b(?:syntax error|typo)\b"
)
"""A mistake of the agent that it has fixed: a slip, or a syntax error."""
_IS_PAST: Final = Pattern(
    r"\b(?:was|were|had|did|failed|broke|crashed|came from|turned out|war|waren|lag|hatte|était|avait|venait|era|estaba"
    r"|había|foi|был\w*|оказалось)\b|原因は|た[。、]?$"
)
"""How an agent tells a cause that it has found, and not one that it goes after."""
