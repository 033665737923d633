"""Questions that the code itself answers: what a function returns, where it is defined, which fields a class has.

The memory mentions names of the code all the time, and a mention answers nothing. The memory adds only what the code
does not say: a rule about the name, a failed attempt, or a reason. The module uses no regular expressions, because
the hook process does not load them.
"""

from itertools import pairwise

from backstory.base.candidates import DIRECTIVES, VERDICTS, is_heard
from backstory.base.file_kinds import FILE_WORDS
from backstory.base.question_forms import TOOLS
from backstory.base.search import Hit
from backstory.base.tokenizer import EXTENSIONS, split_words
from backstory.base.writing_orders import writes_docs

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
"""Words before it that do not make it a name."""
_FILES = frozenset(("file", "function", "class", "method", "module", "template", "component", "package", "script"))
"""Words for a part of the code that does something."""
_NOTES = """
docstring docstrings kdoc javadoc jsdoc doxygen comment comments hint hints annotation annotations
"""
_DOCUMENTS = frozenset(_NOTES.split())
"""Words for text beside the code that does not change its behaviour."""
_FIRST_WORDS = """
how where what in which wie wo was welche welches comment que où dans quel quelle cómo qué dónde en
"""
OF_PROCESS = frozenset(_FIRST_WORDS.split())
"""First words of questions how existing code does something, see `base.process_questions`. A test compares them."""
_OPENINGS = (
    ("show", "me", "the"), ("show", "the"), ("is", "there", "a", "test"), ("is", "there", "a", "unit", "test"),
    ("are", "there", "tests"), ("who", "calls"), ("what", "calls"), ("what", "uses"), ("who", "uses"), ("what", "is"),
    ("what", "s"), ("what", "are"), ("summarize",), ("summarise",),
)  # fmt: skip
_VERBS = """
implemented defined declared computed calculated generated handled rendered parsed stored called drawn built created
loaded located instantiated registered initialized initialised configured wired return returns do does print prints
render renders contain contains call calls
"""
_DOES = frozenset(_VERBS.split())
"""What a piece of code does, or has done to it: `where is the slug generated`, `what does the check command print`."""
_IN_CODE = (("in", "the", "code"), ("in", "the", "source"), ("in", "the", "codebase"), ("im", "code"))
_WHERE = ("where", "how", "what", "which")
_MEASURED = frozenset(("often", "long", "much", "fast", "slow", "likely", "big", "large", "reliable", "reliably"))
"""Second words of a question for a figure that running the code shows: `how often does it fail`."""
_DESCRIBING = (
    ("explain",), ("walk", "me", "through"), ("show", "me", "the", "code"), ("describe",), ("erklär",), ("erkläre",),
    ("explique",), ("explica",), ("explícame",),
)  # fmt: skip
WHOLE = 0.9
"""Least share of the weight of a question without a name that a passage needs to answer it ..."""
FEWEST = 3
"""... and the fewest of its words that the passage needs, because any talk joins two of them."""
MOST = 0.6
"""The same share for a record."""
TOGETHER = 2
"""The fewest words of the question in a sentence about it."""
_SELECTING = frozenset(("which", "what", "list", "how", "name"))
NEAR = 4
"""First words of a question that may name a part of the code: `list all public methods`."""
DOMAINS = frozenset(("com", "org", "net", "io", "dev", "de", "fr", "eu", "co", "app"))
ENDS = "`'\"“”‘’«»,;:!?.…()[]{}<>"
REASONS = (" because ", " otherwise ", " so that ", " reason ", " on purpose ", " deliberately ", " intentionally ")
"""Words that give a reason."""
PROPOSALS = (" suggest ", " propose ", " recommend ", " schlage ", " propongo ", " suggère ", " sugiero ")
"""How an agent proposes something that the code does not have, or not yet."""


def list_symbols(text: str) -> "list[str]":
    """The names from code in a text, in lower case: those with an underscore or two humps, calls and files."""
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
    if name.count("/") > 1 and name.replace("/", "").replace("-", "").replace(".", "").isalnum():
        return True
    stem, dot, ending = name.rpartition(".")
    if dot and stem and (ending.lower() in EXTENSIONS or _is_dotted(name)):
        return True
    lower_before = False
    for char in name:
        if char.isupper() and lower_before:
            return True
        lower_before = char.islower()
    return False


def _is_dotted(name: str) -> bool:
    """Whether it is a name in a module, such as `shop.pool.take`, and not an address."""
    parts = name.split(".")
    is_named = all(len(part) > 1 and part.isidentifier() for part in parts)
    return is_named and parts[-1].lower() not in DOMAINS


def find_asked_code(question: "Question") -> "Sequence[str] | None":
    """The names that a question asks the code about, none where it describes what it means; None where it asks for
    more than the code says, or for something else.
    """
    words, asking = question.asking.words, question.asking
    if question.is_put or asking.says_we or writes_docs(words) or not _OF_WORK.isdisjoint(words):
        return None
    if question.is_order and not question.kinds.isdisjoint(FILE_WORDS):
        return None  # `describe the option in man/tool.1`
    symbols = list_symbols(question.text) if asking.asks_about_code or _asks_for_part(words) else []
    return symbols or (() if _asks_what_it_does(words) and not _names_somebody(question.text) else None)


def _names_somebody(text: str) -> bool:
    """Whether a word within a text is written as a name, and is not the name of a tool."""
    words = [word.strip(ENDS) for word in text.split()[1:]]
    return any(word[:1].isupper() and word[1:].islower() and word.lower() not in TOOLS for word in words)


def _asks_what_it_does(words: "Sequence[str]") -> bool:
    """Whether a question without a name asks where or how the code does something."""
    if any(tuple(words[-len(ending) :]) == ending for ending in _IN_CODE):
        return True
    if any(tuple(words[: len(opening)]) == opening for opening in _DESCRIBING):
        return True
    if words[:1] and words[0] in ("which", "what") and not _FILES.isdisjoint(words[1:2]):
        return True
    if words[:1] and words[0] in ("which", "what") and words[-1] == "called":
        return False  # it asks for a name
    if words[:1] == ["how"] and not _MEASURED.isdisjoint(words[1:2]):
        return False  # it asks what was observed
    return bool(words) and words[0] in _WHERE and words[-1] in _DOES


def _asks_for_part(words: "Sequence[str]") -> bool:
    """Whether a question asks for the parts of a piece of code, or for its description."""
    start = tuple(words[:5])
    if any(start[: len(opening)] == opening for opening in _OPENINGS):
        return True
    if start[:1] == ("list",):
        return True
    if start[:1] and start[0] in _SELECTING and not _PARTS.isdisjoint(words[1:NEAR]):
        return True
    return start[:1] in (("add",), ("write",)) and not _DOCUMENTS.isdisjoint(words[1 : NEAR + 1])


def says_more(candidate: "Candidate", symbols: "Sequence[str]") -> bool:
    """Whether a candidate adds what the code does not say: a rule, a failure or a reason about the subject.

    For a question without a name, a passage with all its words counts as well.
    """
    hit = candidate.hit
    if isinstance(hit, Hit):
        is_about = _mentions(candidate.text.lower(), symbols) if symbols else candidate.covered >= MOST
        return is_about and states_purpose(candidate)
    if not symbols and candidate.covered >= WHOLE and candidate.distinct >= FEWEST:
        return True
    cues = DIRECTIVES if hit.role == "user" else VERDICTS if hit.role == "assistant" else ()
    for sentence in _split(hit.text):
        is_about = _mentions(sentence.lower(), symbols) if symbols else _has_words(candidate, sentence)
        if is_about and _orders_or_explains(sentence, cues, is_order=hit.role == "user"):
            return True
    return False


def states_purpose(candidate: "Candidate") -> bool:
    """Whether a record is a rule, a failure or a reason, or has all of a question that an agent's statement answers.
    Any other one may only tell what a commit changed.
    """
    hit = candidate.hit
    if not isinstance(hit, Hit):
        return False
    if is_heard(hit) or hit.kind == "failure" or hit.how == "explicit":
        return True
    if hit.how != "stated":
        return False
    line = f" {' '.join(split_words(candidate.text))} "
    return (candidate.covered >= WHOLE and candidate.distinct >= TOGETHER) or any(cue in line for cue in REASONS)


def _orders_or_explains(sentence: str, cues: "Sequence[str]", *, is_order: bool) -> bool:
    """Whether a sentence gives an order of the person, what an agent proposes in the place of something, or an outcome
    of its attempt with the reason."""
    line = f" {' '.join(split_words(sentence))} "
    if not is_order and any(cue in line for cue in PROPOSALS):
        return True
    return any(cue in line for cue in cues) and (is_order or any(cue in line for cue in REASONS))


def _has_words(candidate: "Candidate", sentence: str) -> bool:
    question = candidate.question
    matched = question.matches(question.stems_of_document(sentence))
    return sum([place in question.weights for place in matched]) >= TOGETHER


def _mentions(text: str, symbols: "Sequence[str]") -> bool:
    return any(symbol in text for symbol in symbols)


def _split(text: str) -> "list[str]":
    for sign in ("! ", "? ", "; ", "\n"):
        text = text.replace(sign, ". ")
    return text.split(". ")
