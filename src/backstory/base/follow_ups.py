"""Short prompts that go on from what the agent did or asked: `yes, apply it`, `now the tests`, `the other one too`.

They have no subject of their own: the conversation holds it, and what shares a word with them is about something else.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_ANSWERING = """
yes yep yeah yup sure right no nope ok okay ja jo nein doch genau oui si non sí vale claro dai tak nie sim não
"""
_ANSWERS = frozenset(_ANSWERING.split())
"""First words of an answer to the agent."""
_LIKENING = """
same other others another likewise ditto gleiche gleichen gleiches andere anderen anderes anderer pareil même autre
autres mismo misma otro otra otros otras stesso altro altra hetzelfde
"""
_ALIKE = frozenset(_LIKENING.split())
"""Words of an order to do once more what was just done."""
_PROPOSING = """
suggestion suggestions proposal idea ideas option options plan approach recommendation
"""
_PROPOSED = frozenset(_PROPOSING.split())
"""What an agent proposes: `your first suggestion`."""
_CONNECTING = """
and now then next et maintenant ensuite und jetzt dann y ahora luego poi
"""
_GOES_ON = frozenset(_CONNECTING.split())
"""Words before the next thing to do."""
_ARTICLES = """
the le la les l der die das den el los las il lo
"""
_DEFINITE = frozenset(_ARTICLES.split())
MAX_WORDS = 7
"""Words of such a prompt."""
MAX_NEXT = 5
"""Words of one that only names the next thing."""


def is_follow_up(words: "Sequence[str]") -> bool:
    """Whether a prompt in these words, which is no question, answers the agent or asks for the same once more."""
    if len(words) > MAX_WORDS:
        return False
    start = next((place for place, word in enumerate(words) if word not in _GOES_ON), 0)
    if start and len(words) <= MAX_NEXT and not _DEFINITE.isdisjoint(words[start : start + 1]):
        return True
    if "your" in words and not _PROPOSED.isdisjoint(words):
        return True
    return not _ANSWERS.isdisjoint(words[:1]) or not _ALIKE.isdisjoint(words)
