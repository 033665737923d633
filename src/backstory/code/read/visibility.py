"""How far a definition is open to others, read off its signature and its name: the words of each language for it.

Conventions, not scopes: wrong for a few symbols and therefore used to order, never to hide.
"""

import re
from typing import Final

OPEN: Final = 1.0
PACKAGE: Final = 0.6
"""Open to a part of the project."""
CLOSED: Final = 0.2

_LEAD: Final = re.compile(r"^(?:(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?|#\[[^\]]*\]|\[[A-Z][^\]]*\])\s+)+")
_TEMPLATE: Final = re.compile(r"(?:[A-Z][A-Z0-9_]+ )?template ?<")
_CLOSED_WORDS: Final = frozenset(["private", "fileprivate"])
_PACKAGE_WORDS: Final = frozenset(["protected", "internal"])
_STATED: Final[dict[str, frozenset[str]]] = {
    "java": frozenset(["public"]),
    "csharp": frozenset(["public"]),
    "swift": frozenset(["public", "open"]),
    "rust": frozenset(["pub"]),
    "javascript": frozenset(["export"]),
    "typescript": frozenset(["export"]),
    "zig": frozenset(["pub"]),
}
"""Languages in which what is open says so; elsewhere it is open that does not say otherwise."""


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


def openness(language: str, name: str, signature: str, *, stated: bool) -> float:
    """Between `CLOSED` and `OPEN`. `stated`: the file has symbols that say they are open, so silence tells something.

    `name` is dotted; what is a member of something open need not say so again in JavaScript and in interfaces.
    """
    last = name.rpartition(".")[2]
    if last.startswith("__") and last.endswith("__"):
        return 0.5 * CLOSED
    if last.startswith(("_", "#")):
        return CLOSED
    if language == "go":
        return OPEN if last[:1].isupper() else CLOSED
    words = without_marks(signature).replace("(", " ( ").split()
    lead = words[: words.index("(")] if "(" in words else words[:8]
    if language == "rust":
        if words[:1] == ["pub"]:
            return CLOSED if words[1:2] == ["("] else OPEN
        if signature.startswith("pub("):
            return CLOSED
    if language in ("c", "cpp") and "static" in lead[:2] and "." not in name:
        return CLOSED
    if not _CLOSED_WORDS.isdisjoint(lead):
        return CLOSED
    if not _PACKAGE_WORDS.isdisjoint(lead):
        return PACKAGE
    open_words = _STATED.get(language)
    if open_words is None or not stated or not open_words.isdisjoint(lead):
        return OPEN
    if "." in name:
        return OPEN if language in ("javascript", "typescript") else 0.4
    return CLOSED if language == "rust" else 0.5


def states_openness(language: str, signature: str) -> bool:
    """Whether a signature says in so many words that what it names is open."""
    words = _STATED.get(language)
    return words is not None and not words.isdisjoint(without_marks(signature).split()[:4])
