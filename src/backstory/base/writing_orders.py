"""Orders to write what the work has, into its documents or what they name as code does; and orders to show it."""

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_INTO = frozenset(("in", "into", "to"))
_WRITTEN = frozenset(
    ("readme", "docs", "documentation", "changelog", "news", "manual", "manpage", "man", "wiki", "changes")
)
_WRITTEN_AS = ("write", "draft", "compose")
_OF_NAMES = "._/(:"
"""Signs within a name from code or of a file."""
_WRITING = frozenset(("explain", "describe", "tell", "show", "write", "summarize", "summarise", "mention", "note"))
"""Words with which somebody may ask for an explanation, or for one in a document."""


def writes_docs(words: "Sequence[str]") -> bool:
    """Whether a prompt asks to write something into the documents: `explain the limit in the readme`."""
    if words[:1] and words[0] in _WRITING:
        return any(before in _INTO and word in _WRITTEN for before, word in _pair_with_nouns(words))
    return False


def writes_code(text: str) -> bool:
    """Whether a prompt asks to write something that it names as code does: `write index.d.ts with ...`."""
    first, _, rest = text[:200].strip().partition(" ")
    name = rest.split(" ", 1)[0].rstrip(".,:;!?")
    return first.lower() in _WRITTEN_AS and len(name) > 2 and any(sign in name[1:-1] for sign in _OF_NAMES)


def _pair_with_nouns(words: "Sequence[str]") -> "list[tuple[str, str]]":
    """Pairs of words that follow each other; articles between them are skipped."""
    return list(pairwise([word for word in words if word not in ("the", "our", "a")]))


_WORDS_THAT_READ = """
show display print read view cat list zeig zeige lies montre affiche lis muestra muéstrame enséñame lee mostra mostre
leia toon pokaż
"""
_READING = frozenset(_WORDS_THAT_READ.split())
_POLITE = frozenset(("please", "can", "could", "would", "you", "now", "bitte", "kannst", "du", "just"))
_GOES_ON = frozenset(("and", "then", "und", "dann", "et", "puis", "y", "luego", "e", "en", "i", "before", "after"))


def only_reads(words: "Sequence[str]") -> bool:
    """Whether an order has something shown, and asks for nothing else: `show me the readme`."""
    verb = next((word for word in words if word not in _POLITE), "")
    return verb in _READING and _GOES_ON.isdisjoint(words)
