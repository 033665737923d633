"""What a person proposes and takes back in the same breath: `make it 60. or no, leave it at 30`.

It overturns nothing, as little as a question.
"""

from backstory.base.reversals import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FILLERS = frozenset(
    ("h", "hm", "hmm", "or", "oh", "ah", "ach", "well", "but", "wait", "actually", "maybe", "oder", "aber", "ou", "bon",
     "mais", "o", "pero", "sorry", "rather")
)  # fmt: skip
_DENIALS = frozenset(("no", "nope", "nah", "nein", "nee", "non", "doch"))
_RECALLS = frozenset(
    (("never", "mind"), ("forget", "it"), ("forget", "that"), ("scratch", "that"), ("scrap", "that"), ("vergiss", "es"),
     ("doch", "nicht"), ("mejor", "no"), ("finalement", "non"))
)  # fmt: skip
_KEEPS = frozenset(
    ("leave", "keep", "stay", "stick", "let", "fine", "ok", "okay", "stays", "lass", "lassen", "bleib", "bleiben",
     "bleibt", "behalte", "laisse", "garde", "gardons", "reste", "deja", "déjalo", "dejemos", "mantén", "sigue")
)  # fmt: skip


def list_recalled(texts: "Sequence[str]") -> "Iterator[int]":
    """Yields the places of the sentences of a prompt that the next one takes back."""
    return (place for place, following in enumerate(texts[1:]) if _takes_back(following))


def _takes_back(sentence: str) -> bool:
    words = read_words(sentence)
    while words and words[0] in _FILLERS:
        words = words[1:]
    is_recall = tuple(words[:2]) in _RECALLS
    if not is_recall and words[:1] and words[0] not in _DENIALS:
        return False
    rest = words[2:] if is_recall else words[1:]
    return bool(words) and (not rest or any(word in _KEEPS for word in rest) or rest[0][0].isdigit() or is_recall)
