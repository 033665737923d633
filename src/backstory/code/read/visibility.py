"""Estimates how visible a symbol is from its signature and its name, by the conventions of its language.

Conventions are not scopes: a few symbols are judged wrongly, so the estimate orders symbols and never hides one.
"""

import re
from typing import Final

from backstory.code.read.languages import BY_NAME

PUBLIC: Final = 1.0
PACKAGE: Final = 0.6
"""Visible to a part of the project."""
PRIVATE: Final = 0.2

_LEAD: Final = re.compile(r"^(?:(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?|#\[[^\]]*\]|\[[A-Z][^\]]*\])\s+)+")
_TEMPLATE: Final = re.compile(r"(?:[A-Z][A-Z0-9_]+ )?template ?<")
_PRIVATE_WORDS: Final = frozenset(["private", "fileprivate"])
_PACKAGE_WORDS: Final = frozenset(["protected", "internal"])


def without_marks(signature: str) -> str:
    """A signature without the annotations, attributes and template parameters that stand before it."""
    signature = _LEAD.sub("", signature)
    while match := _TEMPLATE.match(signature):
        depth, at = 1, match.end()
        while depth and at < len(signature):
            # Only brackets are counted; `a < b` among the parameters is rare, and the rest is kept then.
            depth += (signature[at] == "<") - (signature[at] == ">" and signature[at - 1] != "-")
            at += 1
        rest = signature[at:].lstrip()
        if depth or not rest:
            break
        signature = rest
    return signature


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
    lead = words[: words.index("(")] if "(" in words else words[:8]
    if row.limited_public and words[1:2] == ["("] and words[0] in row.public_words:
        return PRIVATE
    if row.static_is_private and "static" in lead[:2] and "." not in name:
        return PRIVATE
    if not _PRIVATE_WORDS.isdisjoint(lead):
        return PRIVATE
    if not _PACKAGE_WORDS.isdisjoint(lead):
        return PACKAGE
    if not row.public_words or not stated or not row.public_words.isdisjoint(lead):
        return PUBLIC
    return row.silent_member if "." in name else row.silent


def states_visibility(language: str, signature: str) -> bool:
    """Whether a signature explicitly says that its symbol is public."""
    words = BY_NAME[language].public_words
    return bool(words) and not words.isdisjoint(without_marks(signature).split()[:4])
