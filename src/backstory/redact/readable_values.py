"""What a value looks like that people choose for a secret: words and a number, and no label of something else."""

from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.patterns import Pattern
from backstory.redact.words import SENTENCE, STRONG, is_placeholder, split_words

_LABEL: Final = Pattern(
    rb"(?i).*[._-]v[0-9][0-9.]*|(?:.*[._-])?(?:x{2,}|your)(?:[._-].*)?|(?:.*[^a-z])?(?:test(?:ing)?|tests|mock|fake|dummy|sample|example|demo|invalid|expired|stub|fixture|"
    rb"alias|gpt|claude|llama|gemini|oauth2?|rfc)(?:[^a-z].*)?|"
    rb"(?:.*[._-])?(?:version|ver|step|part|phase|level|tier|issue|ticket|section|chapter|page|release|line|port)[._-]?[0-9].*|"
    rb"(?:rsa|aes|hmac|sha|hs|rs|es|ps|ecdsa|ed|utf|gpl|agpl|lgpl|bsd|apache|mit|mpl|win|id_|p)[_-]?[0-9].*|"
    rb".*[0-9][ _-]?(?:bits?|bytes?|chars?|characters|days|hours|min|sec|px|ms)|"
    rb".*\.(?:git|txt|py|jsx?|tsx?|json|gz|zip|html?|ya?ml|md|log|sql|pem|key|crt|env|png|jpe?g|svg|css|toml|ini|go|rs|rb|"
    rb"php|java|cs|sh|com|org|net|io|dev)|(?:[A-Za-z0-9]+\.)+[A-Za-z_]\w*"
)
"""What is readable and no credential: a version, a fixture, the name of a standard, a model, a licence or a file."""
_REFERRING: Final = Pattern(
    rb"(?i)(?:.*[^a-z])?(?:key|token|secret|credentials?|name|id|ref|env|var|header|hash|user)(?:[^a-z].*)?"
)
_NUMBER_AT_END: Final = Pattern(rb".*[A-Za-z][_.-]?[0-9]{1,2}|(?i:.*(?:key|token|secret|id|name))")


def is_readable_secret(value: bytes) -> bool:
    """Whether a value has words and a number as people choose them for a secret, and is no label of something else."""
    if not any(char in DIGITS for char in value) or not _THREE_LETTERS.within(value) or _LABEL.whole(value):
        return False
    if value[:1] in _REFERENCE_SIGNS or not _READABLE.whole(value):
        return False
    return not (_REFERRING.whole(value) and _NUMBER_AT_END.whole(value))


_REFERENCE_SIGNS: Final = b"$%{<[(&*@#/."
_THREE_LETTERS: Final = Pattern(rb"[A-Za-z]{3}")
_READABLE: Final = Pattern(rb"[\w.!+?^~@#$%&*-]+")
"""What a chosen value is made of: no blanks, no strokes, no brackets."""


def has_words_and_number(value: bytes) -> bool:
    """Whether a readable value has signs between its words, and two digits or two signs: no name is told by less."""
    if not is_readable_secret(value) or not _SIGNS_BETWEEN.within(value):
        return False
    digits = len(value) - len(value.translate(None, DIGITS))
    return digits >= 2 or value.count(b"-") + value.count(b"_") + value.count(b".") >= 2


_SIGNS_BETWEEN: Final = Pattern(rb"[A-Za-z0-9][._!+?^~@#$%&*-]+[A-Za-z0-9]")
_STEP: Final = Pattern(rb"(?i)(?:.*[._-])?(?:[0-9]{0,2}[05]0|[0-9]|[0-9]{1,2}(?:px|rem|em|xs|sm|md|lg|xl))")


def is_no_step(value: bytes) -> bool:
    """Whether a value does not end like a step of a scale, as names of colours and sizes do: `gray-100`, `space-4`."""
    return not _STEP.whole(value)


_WORDED: Final = Pattern(rb"[A-Za-z\x80-\xff]+(?:[-_. ][A-Za-z\x80-\xff]+){0,11}[ ]?[0-9]{0,4}")
_NAMING: Final = frozenset(
    b"key keys token tokens secret secrets password passwords passphrase passwd pass pwd pw credential"
    b" credentials creds name file files path stdin stdout prompt env environment var variable value values ref"
    b" reference id url string str text hash policy manager vault store field input param arg args option header"
    b" auth login user username none null true false todo test tests testing fake dummy mock sample example bogus"
    b" stub placeholder fixture invalid wrong changeme change demo default postgres mysql root admin database"
    b" server client json txt yaml yml py js ts sh pem crt pub log sql com org net io dev current new old confirm"
    b" required optional hidden type short too bad expired empty good valid your missing unused redacted unset"
    b" foo bar baz jwt".split()
)
"""Words of which names, references and examples are made: a value with one of them says what goes there."""


def is_worded_secret(value: bytes, fewest: int) -> bool:
    """Whether a value is at least so many words, joined or with blanks, maybe with a number behind them.

    For places where nothing but a secret is given: nothing in such a value tells that it is one.
    """
    if not 6 <= len(value) <= 128 or not _WORDED.whole(value) or is_placeholder(value):
        return False
    if not value.isascii() and _LABELLED.within(value):
        return False
    words = value.translate(_JOINTS_TO_BLANKS).rstrip(_NUMBER_BEHIND).lower().split()
    if len(words) < fewest or any(len(word) > 2 and len(set(word)) == 1 for word in words):
        return False
    return not _NAMING.intersection(words) and not SENTENCE.issuperset(words)


_WRITTEN: Final = Pattern(
    rb"[A-Za-z\x80-\xff]+(?:(?:[-_. ,]{1,2}|[ ][&+/][ ])[A-Za-z\x80-\xff]+|'[a-z]+|'(?:[ ]|$)){0,11}"
    rb"[-_ ]?[0-9]{0,4}[!?.]?"
)
PREDICATES: Final = frozenset(
    b"accepted active allowed available await blank bool boolean broken broker bytes callable case cased cfg"
    b" changed char checked cleared code compromised config configured correct created credentials custom data"
    b" deleted denied deny deprecated details detected differs digest disable disabled document enable enabled"
    b" encoded encrypted enter entered entry error exists exposed external failed failure false fields fixed flag"
    b" forgotten form format found function generate generated handler hash hashed header headers hex ignore"
    b" ignored include included incorrect inherit int integer internal issued item lambda leaked length level"
    b" library line list literal loading local locked long lower mandatory manual masked match matches maximum"
    b" mechanism message method minimum mismatch missing mode module never next nil nothing nullable object ok omit"
    b" only opaque opt option optional options or output overridden page parameter params part passed pending"
    b" persistent person plain plaintext populated present primary private process processed prompt property"
    b" protected protocol provided provider public raw read readonly received redirect rejected removed request"
    b" required reset response result retrieved returned revoked role rotated route routes rules safe saved screen"
    b" secrets secure select self sensitive sent serializer session setting settings shared show shown signed size"
    b" skip skipped source state static status step stored strength strict string strings strong struct success"
    b" super supported symbol task temporary text this token trait true tuple typed typeof unavailable unchanged"
    b" undef undefined unencrypted union unique unit unit_test unknown unlocked unspecified unsupported update"
    b" updated upper use used validate validated validator varchar visible void weak write xml yes zero".split()
)
"""Words of what is said of a secret, of types and of things in code: one alone is a value of another kind."""
_POINTING: Final = frozenset(
    "see siehe voir ver zie vedi ask check refer read look stored kept saved held lies stands sits comes steht"
    " liegt hinterlegt gespeichert bitte frag frage fragen erfragen bei beim im in at from dans chez demander"
    " demandez stocké preguntar pregunta pedir pide en guardada chiedere chiedi nella nel vragen vraag staat via"
    " per".encode().split()
)
"""First words of what says where a password is or who knows it."""
_NAMING_ALWAYS: Final = _NAMING - frozenset(
    b"name file path id text user root admin server client com org net current new old type short too bad good your"
    b" foo bar baz env".split()
)
"""Those of the words of names that no phrase has."""
_LABELLED: Final = Pattern(rb"(?i)(?:" + STRONG + rb")")


def is_written_word(value: bytes, fewest: int = 1) -> bool:
    """Whether words are a secret where one is written out: in quotes, in an element, on a line of settings.

    One is enough there. What stands in such a place and is none has a word of names, of types, of states or of
    sentences, or is a label: a word for a secret, maybe of another language.
    """
    if not 4 <= len(value) <= 96 or not _WRITTEN.whole(value) or is_placeholder(value):
        return False
    if _LABELLED.whole(value) or (not value.isascii() and _LABELLED.within(value)):
        return False
    if value.isupper():
        return False
    words = value.translate(_SIGNS_TO_BLANKS).rstrip(_NUMBER_BEHIND).split()
    lower = [word.strip(b"',!?").lower() for word in words]
    if len(words) < fewest or any(len(set(word)) == 1 for word in lower if len(word) > 2):
        return False
    parts = [part.lower() for word in words for part in split_words(word)]
    naming = _NAMING if len(words) < 2 else _NAMING_ALWAYS
    if _NAMING.issuperset(lower) or not naming.isdisjoint(lower) or not naming.isdisjoint(parts):
        return False
    if len(words) == 1:
        return lower[0] not in PREDICATES and lower[0] not in SENTENCE and parts[-1:] != [b"s"]
    if lower[0] in _POINTING or any(map(_LABELLED.whole, lower)):
        return False
    plain = sum(word in SENTENCE or word in PREDICATES for word in lower)
    return 2 * plain <= len(words) and not _is_sentence(value, words)


def _is_sentence(value: bytes, words: list[bytes]) -> bool:
    """Whether words with blanks between them begin with a capital and go on without, as messages and labels do."""
    return b" " in value and words[0][:1].isupper() and any(word.islower() for word in words[1:])


def is_worded_argument(text: bytes, first: int, value: bytes) -> bool:
    """Whether a value at a place, behind an option for a password, is words in quotes or joined by a hyphen."""
    return (text[first - 1 : first] in b"\"'" or b"-" in value) and is_worded_secret(value, 2)


def is_distinct_phrase(value: bytes) -> bool:
    """Whether a secret of three words or more is so much its own that it may be taken wherever it stands."""
    return len(value) >= 12 and is_worded_secret(value, 3)


_JOINTS_TO_BLANKS: Final = bytes(32 if code in b"-_." else code for code in range(256))
_SIGNS_TO_BLANKS: Final = bytes(32 if code in b"-_.&+/" else code for code in range(256))
_NUMBER_BEHIND: Final = b"0123456789 "
