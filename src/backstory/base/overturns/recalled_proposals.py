"""What a person proposes and takes back in the same breath: `make it 60. or no, leave it at 30`.

It overturns nothing, as little as a question.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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


def takes_back(words: "Sequence[str]") -> bool:
    """Whether a sentence, given in its words, takes the one before it back: it says no, and what stays or holds."""
    place = next((number for number, word in enumerate(words) if word not in _FILLERS), len(words))
    rest = words[place:]
    if tuple(rest[:2]) in _RECALLS:
        return True
    if not rest or rest[0] not in _DENIALS:
        return False
    return len(rest) == 1 or rest[1][0].isdigit() or not _KEEPS.isdisjoint(rest[1:])
