"""Verbs by which a question asks what was chosen: `why did we choose Kafka`. They say nothing of what it is about."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_WORDS_FOR_CHOOSING = """
decide decided choose chose chosen agree agreed settle settled pick picked select selected opt opted
entscheiden entschieden entschied beschließen beschlossen einigen geeinigt wählen gewählt festgelegt
décider décidé choisir choisi convenir convenu decidir decidido elegir elegido acordar acordado escolher escolhido
deciso scelto concordato besloten gekozen afgesproken zdecydowaliśmy wybraliśmy ustaliliśmy
decidimos elegimos acordamos escolhemos abbiamo
"""
_CHOOSING = frozenset(_WORDS_FOR_CHOOSING.split())
_WORDS_FOR_US = """
we i you us our wir ich ihr uns nous on je vous hemos habíamos nosotros nos nós abbiamo we've wij wat ons
decidimos elegimos acordamos escolhemos zdecydowaliśmy wybraliśmy ustaliliśmy was were wurde wurden
"""
_BY_US = frozenset(_WORDS_FOR_US.split())
"""Who chose, where nobody else is named."""


def list_choosing(words: "Sequence[str]") -> "frozenset[str]":
    """The verbs of a question that only ask what was chosen; none where it tells of somebody else's choice."""
    chosen = _CHOOSING.intersection(words)
    return chosen if chosen and not _BY_US.isdisjoint(words) else frozenset()
