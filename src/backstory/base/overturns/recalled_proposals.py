"""What a person proposes and takes back in the same breath: `make it 60. or no, leave it at 30`.

It overturns nothing, as little as a question.
"""

from backstory.base.reversals import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.overturns.exchanges import Sentence

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


def recall_proposals(asked: "Sequence[Sentence]") -> None:
    """Has the sentences of a prompt that the next one takes back count as questions."""
    for place, one in enumerate(asked[:-1]):
        following = asked[place + 1]
        if following.row == one.row and not one.is_question and _takes_back(following):
            one.is_question = True


def _takes_back(sentence: "Sentence") -> bool:
    words = read_words(sentence.text)
    while words and words[0] in _FILLERS:
        words = words[1:]
    is_recall = tuple(words[:2]) in _RECALLS
    if not is_recall and words[:1] and words[0] not in _DENIALS:
        return False
    rest = words[2:] if is_recall else words[1:]
    return bool(words) and (not rest or any(word in _KEEPS for word in rest) or rest[0][0].isdigit() or is_recall)
