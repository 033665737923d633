"""What a question takes for granted: that something was settled before (`what was the port again?`), or that a choice
was made, whose verb then says nothing of what it is about (`why did we choose Kafka?`).

No regular expressions: the hook process imports none.
"""

from backstory.base.phrases import Phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_REMINDS = """
remind me/us; refresh my/our memory; did we/i/you ~/finally call/name/say/agree/settle/decide/choose/pick;
have we/i/you ~/finally called/named/said/agreed/settled/decided/chosen/picked; do we ~/currently keep/call/use/have
now; what was/were/is/are it/that/the ~/last again; we settled on; we agreed on; we ended up; wie hieß; wie heißt
~/es/das nochmal/noch/gleich; erinner* mich; hatten wir gesagt; c était quoi; c est quoi déjà; rappelle moi;
 cómo se llamaba; cuál era; recuérdame; recordame;  qué quedamos; en qué quedó; come si chiamava;
ricordami;  qual era; como se chamava;  me lembra; hoe heette; hoe was
"""
_ASKS = frozenset(
    ("what", "which", "where", "when", "who", "how", "name", "was", "wer", "wo", "wie", "welche", "welcher", "welches",
     "quel", "quelle", "où", "quoi", "comment", "qué", "cuál", "cuánto", "cuánta", "cuántos", "cuántas", "dónde",
     "cómo", "cosa", "quale", "dove", "qual", "onde", "wat", "welk", "waar", "hoe")
)  # fmt: skip
"""Words of a question for a thing."""
_AGAIN = frozenset(("again", "nochmal", "nochmals", "gleich", "déjà", "otra", "ancora", "ook"))
"""What it ends with where the answer was given before."""
_NOW = frozenset(("now", "currently", "jetzt", "maintenant", "ahora", "adesso", "agora", "nu", "moment"))
"""What it ends with where the answer changed."""
_LONGEST = 10
"""Words of a question that is about one thing."""
_AT_LAST = ("in", "the", "end")
_ANYBODY = frozenset((("how", "do", "i"), ("how", "do", "you"), ("what", "is", "a"), ("what", "is", "an")))
"""How a question begins that anybody can answer."""
_TABLE: "list[Phrases]" = []


def asks_to_be_reminded(words: "Sequence[str]") -> bool:
    """Whether a short prompt in these words asks for something that was settled before, or what holds by now."""
    if not words or len(words) > _LONGEST:
        return False
    if words[-1] in _AGAIN or words[-1] in _NOW or tuple(words[-3:]) == _AT_LAST:
        return tuple(words[:3]) not in _ANYBODY and not _ASKS.isdisjoint(words)
    if not _TABLE:
        _TABLE.append(Phrases(_REMINDS))
    return _TABLE[0].find(words) is not None


_WORDS_FOR_CHOOSING = """
decide decided choose chose chosen agree agreed settle settled pick picked select selected opt opted
entscheiden entschieden entschied beschließen beschlossen einigen geeinigt wählen gewählt festgelegt
décider décidé choisir choisi convenir convenu decidir decidido elegir elegido acordar acordado escolher escolhido
deciso scelto concordato besloten gekozen afgesproken zdecydowaliśmy wybraliśmy ustaliliśmy
decidimos elegimos acordamos escolhemos
"""
_CHOOSING = frozenset(_WORDS_FOR_CHOOSING.split())
_WORDS_FOR_US = """
we i you us our wir ich ihr uns nous on je vous hemos habíamos nosotros nos nós abbiamo wij wat ons
decidimos elegimos acordamos escolhemos zdecydowaliśmy wybraliśmy ustaliliśmy was were wurde wurden
"""
_BY_US = frozenset(_WORDS_FOR_US.split())
"""Words by which a question is about a choice of the person's own side."""


def list_choosing(words: "Sequence[str]") -> "frozenset[str]":
    """The verbs of a question that only ask what was chosen; none where it tells of somebody else's choice."""
    chosen = _CHOOSING.intersection(words)
    return chosen if chosen and not _BY_US.isdisjoint(words) else frozenset()
