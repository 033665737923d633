"""Questions how, where or when existing code does something, without a name from the code: `how does the retry loop
decide when to stop?`.

The code answers them. A memory that shares some of their words answers them only where the work talked about all of the
question. The module uses no regular expressions, because the hook process does not load them.
"""

from backstory.base.candidates import EXACT
from backstory.base.code_questions import states_purpose
from backstory.base.phrase_texts import opens_with
from backstory.base.question_forms import DEMONSTRATIVE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.candidates import Candidate
    from backstory.base.question import Question

_OF_PROCESS = """
how does; how do the; how is; how are; where is; where s; where are; where does; where do; what happens when
what happens if; what happens in; what happens to; what happens on; what runs; what does the; what do the
wie funktioniert; wie funktionieren; wie wird; wie werden; wie entscheidet; wie ist; wie sind; wie liest; wie macht
wie geht; wo wird; wo werden; wo ist; wo sind; wo steht; wo stehen; wo liest; was passiert wenn; was geschieht wenn
was macht; was tut; in welcher; in welchem; welche datei; welche klasse; welches modul
comment fonctionne; comment fonctionnent; comment est; comment sont; comment marche; que fait; que se passe; où est
où sont; où se; où lit; dans quel; dans quelle; quel fichier; quelle classe; quelle fonction; quel module
cómo funciona; cómo se; cómo está; qué hace; qué pasa cuando; qué pasa si; dónde está; dónde están; dónde se
en qué; qué archivo; qué clase; qué función; qué módulo
"""
_MEMBERS = """
argument arguments parameter parameters field fields method methods function functions column columns class classes type
types module modules file files package packages component components template templates script scripts command commands
endpoint endpoints route routes table tables test tests crate crates header headers variable variables
"""
_PARTS = frozenset(_MEMBERS.split())
"""What code consists of."""
_EXISTS = frozenset(("exist", "exists", "available", "supported", "there"))
"""Last words of a question for the things of a kind that the code has."""
_PAST = """
why still again yet last before earlier once already decide agree agreed suppose supposed should must may allowed rule
rules reason reasons remember recall meant intended changed broke broken failed happened tried did was were had called
deployed hosted published released shipped
warum wieso weshalb noch wieder darf soll sollte war waren hatte hatten pourquoi encore doit était por debe
"""
_OF_WORK = frozenset(_PAST.split())
"""Words of a question for more than what the code does now."""
_KINDS = frozenset(
    ("run", "deploy", "resume", "next", "task", "failed", "green", "again", "rules", "tried", "wish", "who")
)
"""Kinds of answers that the work gives."""
TALKED = 0.6
"""Least share of the weight of such a question that sessions have, and that a candidate has."""
WHOLE = 0.9
"""The least share that a record has in a memory without sessions."""
TOGETHER = 2
"""The fewest words of the question in a candidate, because any talk has one of them."""
TOPIC = 3
"""Passages from which a single word is a topic of the sessions."""


def asks_for_process(question: "Question") -> bool:
    """Whether a question asks how, where or when existing code does something, and nothing else."""
    if question.is_put or question.general_kinds or not _KINDS.isdisjoint(question.kinds):
        return False
    words = question.asking.words
    if not _OF_WORK.isdisjoint(words) or not DEMONSTRATIVE.isdisjoint(words):
        return False
    if words[:3] == ["where", "do", "we"]:
        return True
    if question.asking.says_we:
        return False
    is_of_parts = not _PARTS.isdisjoint(words[1:2]) or not _EXISTS.isdisjoint(words[-1:])
    return (words[:1] == ["which"] and is_of_parts) or opens_with(words, _OF_PROCESS)


def is_discussed(question: "Question", candidates: "Sequence[Candidate]") -> bool:
    """Whether sessions know the words of a question how the code works, and one of the candidates has most of them."""
    if any(one.decides for one in candidates):
        return True
    if not question.passages:
        return any(one.covered >= WHOLE and one.distinct >= TOGETHER for one in candidates)
    talked_of = {place for place in question.weights if question.counts[place] > question.record_counts[place]}
    for one in candidates:
        if not one.is_record:
            talked_of.update(place for place, share in one.matched.items() if share >= EXACT)
    weight = sum([weight for place, weight in question.weights.items() if place in talked_of])
    if weight < TALKED * sum(question.weights.values()):
        return False
    is_topic = any(question.counts[place] - question.record_counts[place] >= TOPIC for place in question.weights)
    fewest = 1 if len(question.weights) == 1 and is_topic else TOGETHER
    telling = [one for one in candidates if not one.is_record or states_purpose(one)]
    return any(one.covered >= TALKED and one.distinct >= fewest for one in telling)
