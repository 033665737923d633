"""Prompts that only greet, thank, praise or say good-bye, in nine languages: nothing is to be said with them.

The module uses no regular expressions, because the hook process does not load them.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_GREETING = """
hi hey hello hihi haha lol morning good evening night day thx thank thanks you ty cheers bye cya see ok okay k cool nice
great perfect awesome wonderful super so much very for now today all the and well done a lot hallo moin guten morgen tag
abend nacht danke vielen dank dir tschüss ciao bis dann morgen merci beaucoup salut bonjour bonsoir bonne journée soirée
nuit gracias muchas hola adiós buenas noches hasta mañana luego hoi bedankt dankjewel dank je wel alvast goedemorgen
goedenavond doei tot ciao grazie mille prego buongiorno buonasera buonanotte arrivederci domani obrigado obrigada bom
dia boa noite tarde tchau oi olá até amanhã valeu tudo certo bem joia beleza dzięki dziękuję dzień dobry cześć hej
dobranoc widzenia jutro
"""
_PRAISE = """
that this it is was looks works helps helped worked makes sense quick fast job work one later soon tomorrow monday
tuesday wednesday thursday friday weekend lunch dinner break home bed tea coffee enjoy your will have go going i am m s
helpful kind hug hugs kiss kisses regards help patience understand understood clear explanation un abrazo saludos
feierabend schluss wochenende mittag pause gut gute gutes toll prima das war s wars alles für heute schönen schönes
noch euch gruß grüße später bald pour tout c est parfait à plus tard aujourd hui perfecto genial todo por hoy buen
trabajo fin de semana perfetto per oggi tutto è lavoro ottimo voor vandaag alles goed werk por hoje tudo bom trabalho
más mehr weiter suite seguimos sigo hablamos vemos nos continuamos geht di più verder meer continuo falamos more talk
passt passe super top perfekt klasse dann bis mir dir reicht sind fertig wir montag freitag feiertage urlaub lundi
vendredi lunes demain klar see on lovely bien bon vale bin weg ich evening
"""
_OPENING_THANKS = """
thanks thank thx ty ok okay great perfect nice cool awesome wonderful good bye well cheers danke vielen merci gracias
muchas grazie mille obrigado obrigada bedankt dziękuję passt super top prima perfekt klasse parfait perfecto perfetto
vale bien bon alles gut lovely
"""
_FIRST_WORDS = f" {_GREETING} {_OPENING_THANKS} goodbye until till have ".replace("\n", " ")
"""What a prompt begins with that greets, thanks or praises. A set of them takes longer to make than to do without."""
_sets: "dict[str, frozenset[str]]" = {}


def _words_of(text: str) -> "frozenset[str]":
    """The words of a text, which is taken apart when it is first asked for."""
    if text not in _sets:
        _sets[text] = frozenset(text.split())
    return _sets[text]


def is_greeting(word: str) -> bool:
    """Whether a word only greets, thanks or says good-bye."""
    return word in _words_of(_GREETING)


def is_courtesy(words: "Sequence[str]", *, asks: bool) -> bool:
    """Whether a prompt is only polite. `asks`: it asks for something of a kind, and praise may be part of that."""
    if words and f" {words[0]} " not in _FIRST_WORDS:
        return False
    if _words_of(_GREETING).issuperset(words):
        return True
    is_parting = words and (words[0] in _OPENING_PARTINGS or words[:2] == ["have", "a"])
    if is_parting and _words_of(_PARTING_WORDS).issuperset(words):
        return True
    return not asks and words[0] in _words_of(_OPENING_THANKS) and _words_of(_GREETING + _PRAISE).issuperset(words)


_PARTINGS = frozenset(
    ("see", "bye", "goodbye", "ciao", "cya", "until", "till", "talk", "speak", "enjoy", "good", "have", "bis",
     "tschüss", "schönen", "schönes", "gute", "guten", "à", "bonne", "bon", "au", "hasta", "adiós", "buenas", "buen",
     "até", "a", "tot", "dobranoc")
)  # fmt: skip
_PARTING_WORDS = _GREETING + _PRAISE + "then later again revoir until till goodbye back"
_OPENING_PARTINGS = frozenset(("good", "thank", "thanks", "thx", "bye", "goodbye", "see", "until", "till", "cheers"))
"""First words of a prompt that only says good-bye: `good night then`."""


def is_goodbye(words: "Sequence[str]") -> bool:
    """Whether a sentence only says good-bye: `See you tomorrow!`"""
    return bool(words) and words[0] in _PARTINGS and _words_of(_PARTING_WORDS).issuperset(words)


_REPLIES = """
you re welcome youre my pleasure np no problem worries anytime any time don t mention it glad to help happy sure gern
geschehen gerne keine ursache nichts zu danken bitte de rien pas quoi avec plaisir nada con gusto prego figurati
"""
_REPLY_WORDS = _GREETING + _PRAISE + _REPLIES
_FEW = 6


def says_nothing(words: "Sequence[str]") -> bool:
    """Whether a few words only thank, greet or reply to thanks: `You're welcome.`"""
    if not words or len(words) > _FEW:
        return False
    return is_courtesy(words, asks=False) or (words[0] in _REPLIERS and _words_of(_REPLY_WORDS).issuperset(words))


_REPLIERS = frozenset(
    ("you", "youre", "my", "np", "no", "anytime", "don", "glad", "happy", "gern", "gerne", "keine", "nichts", "bitte",
     "de", "avec", "con", "prego", "figurati")
)  # fmt: skip
"""First words of a reply to thanks."""
