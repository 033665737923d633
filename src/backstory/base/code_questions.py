"""Questions that the code itself answers: what a function returns, where it is defined, which fields a class has.

The memory mentions the names of the code all the time, and a mention answers nothing. What it may add is what the code
does not say: a rule about the name that is asked for, a way that failed with it, or why it is as it is. No regular
expressions: the hook process does not load them.
"""

from itertools import pairwise

from backstory.base.candidates import DIRECTIVES, VERDICTS, is_heard
from backstory.base.search import Hit
from backstory.base.tokenizer import EXTENSIONS, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.candidates import Candidate
    from backstory.base.question import Question

_PAST = """
we our us why still again yet now last before earlier once already decide decided agree agreed suppose supposed should
must may allowed allow rule rules reason reasons remember recall meant intended changed broke broken fails failed fail
failing error errors wrong happened tried warum wir wieso weshalb
noch jetzt wieder pourquoi nous encore nosotros todavía
"""
_OF_WORK = frozenset(_PAST.split())
"""Words of a question for more than the code says."""
_MEMBERS = """
argument arguments parameter parameters field fields method methods function functions column columns member members
class classes type types import imports package module file attribute attributes property properties key keys constant
constants model models endpoint endpoints route routes test tests value values exception exceptions enum crates crate
header headers variable variables return returns default
"""
_PARTS = frozenset(_MEMBERS.split())
"""What code consists of."""
_KINDS = """
function struct enum macro constructor decorator typedef dataclass
"""
_CALLED = frozenset(_KINDS.split())
"""Words behind the name of something in the code: `the convert function`."""
_ARTICLES = frozenset(("the", "a", "an", "this", "that", "which", "what", "each", "every", "any", "new", "one", "data"))
"""Words before such a word that are no name."""
_NOTES = """
docstring docstrings kdoc javadoc jsdoc doxygen comment comments hint hints annotation annotations
"""
_DOCUMENTS = frozenset(_NOTES.split())
"""What is written at a piece of code without changing what it does."""
_OPENINGS = (
    ("show", "me", "the"), ("show", "the"), ("is", "there", "a", "test"), ("is", "there", "a", "unit", "test"),
    ("are", "there", "tests"), ("who", "calls"), ("what", "calls"), ("what", "uses"), ("who", "uses"), ("what", "is"),
    ("what", "s"), ("what", "are"), ("summarize",), ("summarise",),
)  # fmt: skip
_SELECTING = frozenset(("which", "what", "list", "how", "name"))
NEAR = 4
"""Words at the beginning among which a part of the code is asked for: `list all public methods`."""
ENDS = "`'\"“”‘’«»,;:!?.…()[]{}<>"
REASONS = (" because ", " otherwise ", " so that ", " reason ", " on purpose ", " deliberately ", " intentionally ")
"""What a sentence says that tells why something is as it is."""


def list_symbols(text: str) -> "list[str]":
    """What a text names of the code: names with an underscore or two humps, calls, files; in lower case."""
    tokens = text.split()
    names = [token.strip(ENDS) for token in tokens]
    out = [name.lower() for name, token in zip(names, tokens, strict=True) if _is_symbol(name, token)]
    for name, after in pairwise(names):
        if after.lower() in _CALLED and name.isalnum() and name.lower() not in _ARTICLES:
            out.append(name.lower())
    return out


def _is_symbol(name: str, token: str) -> bool:
    if len(name) < 3 or not any(map(str.isalpha, name)) or "://" in name:
        return False
    if f"{name}()" in token or "::" in name or "_" in name.strip("_"):
        return True
    stem, dot, ending = name.rpartition(".")
    if dot and stem and ending.lower() in EXTENSIONS:
        return True
    lower_before = False
    for char in name:
        if char.isupper() and lower_before:
            return True
        lower_before = char.islower()
    return False


def find_asked_symbols(question: "Question") -> "Sequence[str]":
    """The names that a question asks the code about; none where it asks for more, or for something else."""
    words, asking = question.asking.words, question.asking
    if question.is_put or asking.says_we or not _OF_WORK.isdisjoint(words):
        return ()
    if not (asking.asks_about_code or _asks_for_part(words)):
        return ()
    return list_symbols(question.text)


def _asks_for_part(words: "Sequence[str]") -> bool:
    """Whether it asks for what a piece of code consists of, or wants it described."""
    start = tuple(words[:5])
    if any(start[: len(opening)] == opening for opening in _OPENINGS):
        return True
    if start[:1] and start[0] in _SELECTING and not _PARTS.isdisjoint(words[1:NEAR]):
        return True
    return start[:1] in (("add",), ("write",)) and not _DOCUMENTS.isdisjoint(words[1 : NEAR + 1])


def tells_more(candidate: "Candidate", symbols: "Sequence[str]") -> bool:
    """Whether a candidate says of one of the names what the code does not: a rule, a failure, a reason."""
    hit = candidate.hit
    if isinstance(hit, Hit):
        if not _mentions(candidate.text.lower(), symbols):
            return False
        return is_heard(hit) or hit.kind == "failure" or hit.how in ("stated", "explicit")
    cues = DIRECTIVES if hit.role == "user" else VERDICTS if hit.role == "assistant" else ()
    for sentence in _split(hit.text):
        if _mentions(sentence.lower(), symbols):
            line = f" {' '.join(split_words(sentence))} "
            if any(cue in line for cue in cues) and (hit.role == "user" or any(cue in line for cue in REASONS)):
                return True
    return False


def _mentions(text: str, symbols: "Sequence[str]") -> bool:
    return any(symbol in text for symbol in symbols)


def _split(text: str) -> "list[str]":
    for sign in ("! ", "? ", "; ", "\n"):
        text = text.replace(sign, ". ")
    return text.split(". ")
