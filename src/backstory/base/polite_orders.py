"""Orders in the form of a question: `could you make it 45?`, and `can we do 12?` where the agent then does it."""

from backstory.base.overturns.cues import NOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.phrases import Phrases

_ASKS_AGENT = frozenset((modal, "you") for modal in ("could", "can", "would", "will"))
_ASKS_FOR = frozenset(
    (("might", "we"), ("may", "we"), ("could", "we"), ("can", "we"), ("könntest", "du"), ("kannst", "du"),
     ("könnten", "wir"), ("können", "wir"), ("pourrais", "tu"), ("peux", "tu"), ("pourrait", "on"), ("peut", "on"))
)  # fmt: skip
_PLEASE = frozenset(("please", "kindly", "also", "then", "just", "maybe"))
_CHANGES = frozenset(
    ("make", "set", "change", "use", "raise", "lower", "put", "switch", "rename", "drop", "bump", "go", "move",
     "turn", "take", "cut", "reduce", "increase")
)  # fmt: skip
_INSTEAD = frozenset(("instead", "rather", "statt", "stattdessen", "lieber", "plutôt", "lieu"))
_MODALS = frozenset(
    ("can", "could", "may", "might", "shall", "should", "would", "will", "können", "könnten", "kannst", "könntest",
     "sollen", "sollten", "wollen", "würdest", "pourrait", "peut", "pourrais", "peux", "pouvez", "pourriez", "kun",
     "kunnen", "zullen")
)  # fmt: skip
_PERSONS = frozenset(("we", "you", "i", "it", "wir", "du", "sie", "man", "on", "tu", "vous", "je", "we"))
_SINGLE = frozenset(
    ("podríamos", "podemos", "podrías", "puedes", "podría", "possiamo", "potremmo", "puoi", "potresti", "poderíamos",
     "pode", "poderia", "podias")
)  # fmt: skip
"""Verbs that need no pronoun."""
_POSSIBLE = (
    ("would", "it", "be", "possible", "to"), ("is", "it", "possible", "to"), ("would", "you", "mind"),
    ("wäre", "es", "möglich"), ("serait", "il", "possible", "de"), ("sería", "posible"), ("sarebbe", "possibile"),
    ("seria", "possível"), ("how", "about"), ("what", "about"),
)  # fmt: skip


def is_polite_order(words: "Sequence[str]") -> bool:
    """Whether a question orders something: `could you make it 45?`, `might we have 45 instead of 30?`."""
    if tuple(words[:2]) in _ASKS_AGENT:
        return next((word for word in words[2:] if word not in _PLEASE), "") in _CHANGES
    return tuple(words[:2]) in _ASKS_FOR and not _INSTEAD.isdisjoint(words)


def count_asking(words: "Sequence[str]") -> int:
    """The words with which a question asks whether something can be done; 0 for any other question."""
    for form in _POSSIBLE:
        if tuple(words[: len(form)]) == form:
            return len(form)
    if words[:1] and words[0] in _MODALS and words[1:2] and words[1] in _PERSONS:
        return 2
    return int(bool(words[:1]) and words[0] in _SINGLE)


def grants(
    question: "Sequence[str]", answer: "Sequence[Sequence[str]]", changes: "Phrases", imagines: "Phrases"
) -> bool:
    """Whether an answer says that it did what the question asks for: `Yes. It is 45 now.`

    `question` has the words of the question, `answer` those of each sentence of the answer.
    """
    first = answer[0]
    is_granted = not NOW.isdisjoint(first) and "right" not in first and len(frozenset(first) & frozenset(question)) > 1
    if _GRANTS.isdisjoint(first[:3]) and not is_granted:
        return False
    if any(imagines.find(words) is not None for words in answer[:2]):
        return False
    return any(not NOW.isdisjoint(words) or changes.find(words) is not None for words in answer[:_FIRST])


_FIRST = 3
"""Sentences at the start of an answer that report the outcome."""
_GRANTS = frozenset(
    ("yes", "sure", "done", "certainly", "course", "absolutely", "gladly", "ok", "okay", "agreed", "ja", "klar", "gern",
     "gerne", "natürlich", "erledigt", "gemacht", "oui", "sûr", "accord", "fait", "sí", "claro", "hecho", "listo", "sì",
     "certo", "fatto", "sim", "feito", "pronto", "gedaan", "changed", "switched", "renamed", "replaced", "updated")
)  # fmt: skip
