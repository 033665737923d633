"""Estimates how visible a symbol is from its signature and its name, by the conventions of its language.

Conventions are not scopes: a few symbols are judged wrongly, so the estimate orders symbols and never hides one.
"""

from typing import Final

from backstory.code.read.language import Language
from backstory.code.read.languages import BY_NAME
from backstory.model.late_pattern import late_pattern

PUBLIC: Final = 1.0
PACKAGE: Final = 0.6
"""Visible to a part of the project."""
PRIVATE: Final = 0.2

_LEAD: Final = late_pattern(r"^(?:(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?|#\[[^\]]*\]|\[[A-Z][^\]]*\])\s+)+")
_TEMPLATE: Final = late_pattern(r"(?:[A-Z][A-Z0-9_]+ )?template ?<")
_PRIVATE_WORDS: Final = frozenset(["private", "fileprivate"])
_PACKAGE_WORDS: Final = frozenset(["protected", "internal"])


def without_marks(signature: str) -> str:
    """A signature without the annotations, attributes and template parameters that stand before it."""
    signature = _LEAD.sub("", signature)
    match = _TEMPLATE.match(signature)
    while match:
        rest = _after_parameters(signature, match.end())
        if not rest:
            break
        signature = rest
        match = _TEMPLATE.match(signature)
    return signature


def _after_parameters(signature: str, start: int) -> str:
    """The text after template parameters that begin at `start`; empty where they do not end."""
    depth, position = 1, start
    while depth and position < len(signature):
        # Only brackets are counted; `a < b` among the parameters is rare, and the rest is kept then.
        depth += (signature[position] == "<") - (signature[position] == ">" and signature[position - 1] != "-")
        position += 1
    return "" if depth else signature[position:].lstrip()


def estimate_visibility(language: str, name: str, signature: str, *, stated: bool) -> float:
    """How visible a symbol is to others, from `PRIVATE` to `PUBLIC`.

    `name` is dotted. `stated`: the file has symbols that say they are public, so that silence means something.
    """
    row = BY_NAME[language]
    last = name.rpartition(".")[2]
    if last.startswith("__") and last.endswith("__"):
        return 0.5 * PRIVATE
    if last.startswith(("_", "#")):
        return PRIVATE
    if row.capitals_are_public:
        return PUBLIC if last[:1].isupper() else PRIVATE
    words = without_marks(signature).replace("(", " ( ").split()
    own_visibility = _stated_visibility(row, words, member="." in name)
    if own_visibility is not None:
        return own_visibility
    if not row.public_words or not stated:
        return PUBLIC
    return row.silent_member if "." in name else row.silent


def _stated_visibility(row: Language, words: list[str], *, member: bool) -> float | None:
    """The visibility that the words of a signature say; None where they say nothing."""
    lead = words[: words.index("(")] if "(" in words else words[:8]
    if row.limited_public and words[1:2] == ["("] and words[0] in row.public_words:
        return PRIVATE
    if row.static_is_private and "static" in lead[:2] and not member:
        return PRIVATE
    if not _PRIVATE_WORDS.isdisjoint(lead):
        return PRIVATE
    if not _PACKAGE_WORDS.isdisjoint(lead):
        return PACKAGE
    return None if row.public_words.isdisjoint(lead) else PUBLIC


def states_visibility(language: str, signature: str) -> bool:
    """Whether a signature explicitly says that its symbol is public."""
    words = BY_NAME[language].public_words
    return bool(words) and not words.isdisjoint(without_marks(signature).split()[:4])
