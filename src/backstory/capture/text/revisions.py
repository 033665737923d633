"""What a statement replaces, by its words: `instead of that deselect`, `host name alone was wrong`."""

from typing import Final

from backstory.base.reversals import drop_condition
from backstory.base.tokenizer import STOP
from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.model.similarity import word_set

_THING: Final = (
    r"(?:(?:that|this|the|a|an|my|our|those|these|any|with|use|using|on|in|about|of|idea|plan|rule|thing) )*"
)
_ONE: Final = r"[\w./#'-]+"
_ENDS: Final = r"(?=[:,;.!–—-]|$| (?:because|since|as|for|with|again|then|altogether|please|and|it)\b)"
_REPLACED: Final = Pattern(
    r"\b(?:instead of|rather than|no more(?! tha?en)|no longer(?: \w+ing)?|in place of|replaces|what i said about"
    rf"|forget about) {_THING}(?P<after>[\w./#-]+(?: [\w./#-]+)?)"
    r"|\b(?P<before>[\w./#-]+(?: [\w./#-]+)?)(?: alone| only)? (?:was|were) wrong\b"
    r"|\b(?:statt|anstelle von|au lieu de|en lugar de|em vez de|à la place de|en vez de) (?P<other>[\w./#-]+)"
    rf"|\b(?:switch(?:ed|ing)?|migrat(?:e|ed|ing)) (?:away )?from {_THING}(?P<left>{_ONE}(?: {_ONE}){{0,2}}?)"
    rf" (?:back )?to \w"
    rf"|\b(?:we|i)(?:'ve|'re| have| are| will)? (?:now )?replac(?:e|ed|ing) {_THING}(?P<exchanged>{_ONE}(?:"
    rf" {_ONE}){{0,2}}?)"
    r" (?:with|by) \w"
)
"""`ruff instead of black`: what holds now says what held before."""
_WITHDRAWN: Final = Pattern(
    rf"(?:^|[,;:.] |\b(?:and|but|so|then) ){_THING}(?P<out>{_ONE}(?: {_ONE}){{0,4}}?)(?:'s| is| are|'re)"
    r" (?:(?:now|then|therefore) )?"
    r"(?:out|off the table|a no-?go|history|obsolete|not needed any ?more|no longer needed"
    rf"|not valid any ?more|no longer valid|not (?:wanted|allowed) any ?more)(?: again| now| then| after all)?{_ENDS}"
    rf"|(?:^|[,;:.] |\b(?:and|but|so|then|let's|we|please) )(?:scrap|forget|scratch|strike|ditch|abandon) {_THING}"
    rf"(?!(?:it|that|this|them|me|everything|all)\b)(?P<scrapped>{_ONE}(?: {_ONE}){{0,3}}?){_ENDS}"
    rf"|\b(?:don't|do not|dont|not|never) (?:want|need|use|do|have) {_THING}(?P<ended>{_ONE}(?: {_ONE}){{0,3}}?)"
    r" (?:any ?more|any longer|after all)\b"
    rf"|^no (?P<none>{_ONE}(?: {_ONE}){{0,2}}?) (?:any ?more|any longer|after all)\b"
    r"|\b(?:doch (?:nicht|kein\w*)|vergiss|kein\w* (?=[\w./#-]+ mehr)) (?:mehr )?(?:mit |die |das |den |der |eine? )*"
    r"(?P<doch>[\w./#-]+(?: (?!mehr)[\w./#-]+)?)(?: mehr)?(?=[:,;.!–—-]|$)"
    r"|(?:^|[,;:.] |\b(?:und|aber) )(?:(?:das|die|der|den) )?(?P<weg>[\w./#-]+(?: [\w./#-]+)?) (?:fällt (?:damit )?weg"
    r"|(?:ist|sind) (?:(?:damit|somit|also|dann|jetzt|nun|endgültig) )?(?:raus|vom tisch)|fliegt (?:wieder )?raus"
    r"|entfällt|gilt nicht mehr|hat sich (?:damit )?erledigt)\b"
    r"|\b(?:finalement (?:pas|plus|non),? (?:de |d')?|on abandonne |on laisse tomber |oublie |n'utilise plus |plus de )"
    r"(?:le |la |les |l'|un |une )?(?P<fini>[\w./#-]+(?: [\w./#-]+)?)(?=[:,;.!–—-]|$)"
    r"|\b(?:al final no|ya no|olvida|olvídate de|mejor sin|no (?:le|me|les|nos) gusta) (?:lo de |quiero |usamos |hay "
    r"|hace falta |el |la |los |las |un |una )*(?P<ya>[\w./#-]+(?: [\w./#-]+)?)(?=[:,;.!–—-]|$)"
)
"""`the queue is out again`: what held before holds no longer."""
_NEGATIONS: Final = frozenset(
    ("no", "not", "never", "don", "dont", "without", "stop", "avoid", "nobody", "nothing", "nie", "niemals", "kein",
     "keine", "jamais", "nunca", "jamás")
)  # fmt: skip
_ADVERBS: Final = frozenset(("always", "never", "please", "now", "on", "here", "also", "should", "must", "use", "run"))
_SAME: Final = 0.8
_MIN_SHARED: Final = 2


def find_replaced(text: str) -> list[frozenset[str]]:
    """The words of each thing that a text says is replaced."""
    return _list_named(_REPLACED, text)


def find_withdrawn(text: str) -> list[frozenset[str]]:
    """The words of each thing that a text says holds no longer."""
    return _list_named(_WITHDRAWN, text)


def _list_named(pattern: Pattern, text: str) -> list[frozenset[str]]:
    named: list[frozenset[str]] = []
    for match in pattern.finditer(text.lower()):
        name = next((value for value in match.groupdict().values() if value), "")
        options = _OPTION.findall(name)
        name = _NOUN.sub("", name)
        words = frozenset(
            options or (word for word in word_set(name) if word not in STOP and (len(word) > 2 or word.isdigit()))
        )
        if words:
            named.append(words)
    return named


def names_replaced(replaced: list[frozenset[str]], former: str) -> bool:
    """Whether an earlier text speaks of something that is replaced: of all its words, apart or joined."""
    words = word_set(former) | {*_OPTION.findall(former.lower())}
    stems = {stem_word(word) for word in words}
    return any(all(stem_word(word) in stems for word in one) or _join(one, words) for one in replaced)


def is_option(words: frozenset[str]) -> bool:
    """Whether what is replaced is an option of a command, which stands for itself."""
    return any(word.startswith("-") for word in words)


_NOUN: Final = late_pattern(r"(?<=\w) (?:idea|plan|rule|thing|approach|solution|variant|version|stuff)$")
"""A word for any choice behind what it is: `the ten lines idea`."""
_OPTION: Final = Pattern(r"(?<![\w-])--?[a-z0-9][\w-]*")


def stem_word(word: str) -> str:
    """A word without its ending, of at most five characters: `letting` and `let`, `doblar` and `dobla`. Options as
    they are."""
    if word.startswith("-"):
        return word
    word = read_number(word)
    for ending, rest in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word[: -len(ending)] + rest
            if ending == "ing" and len(word) > _SHORTEST and word[-1] == word[-2]:
                word = word[:-1]
            break
    return word[:_LONGEST]


def read_number(word: str) -> str:
    """The number of a word such as `ten`; any other word as it is."""
    return _NUMBERS.get(word, word)


_NUMBERS: Final = {
    word: figure
    for figures in (
        "two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 twenty 20 thirty 30",
        "zwei 2 drei 3 vier 4 fünf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 zwölf 12 zwanzig 20",
        "deux 2 trois 3 quatre 4 cinq 5 huit 8 neuf 9 dix 10 dos 2 tres 3 cuatro 4 cinco 5 diez 10",
    )
    for word, figure in zip(figures.split()[::2], figures.split()[1::2], strict=True)
}
_ENDINGS: Final = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_SHORTEST: Final = 3
_LONGEST: Final = 5


def _join(one: frozenset[str], words: set[str]) -> bool:
    return len(one) == 2 and any("".join(pair) in words for pair in (sorted(one), sorted(one, reverse=True)))


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning."""
    return frozenset(word for word in word_set(text) if word not in STOP and word not in _ADVERBS and len(word) > 1)


def is_same_topic(text: str, former: str) -> bool:
    """Whether two texts speak of the same thing in nearly the same words."""
    one, other = content_words(text) - _NEGATIONS, content_words(former) - _NEGATIONS
    shared = len(one & other)
    return shared >= _MIN_SHARED and shared >= _SAME * min(len(one), len(other))


def denies(text: str, former: str) -> bool:
    """Whether one of two texts denies what the other says, and no more than that.

    `it must not start` denies `it starts full`; `it must not start twice` does not. What the other only says of when
    something holds is not denied: `wait when the bucket is full`, `the bucket must not be full`.
    """
    if is_negated(text) == is_negated(former):
        return False
    denial, other = (text, former) if is_negated(text) else (former, text)
    pairs = [(drop_condition(denial), drop_condition(other)), (denial, other)]
    return all(_covers(content_words(whole) - _NEGATIONS, content_words(part) - _NEGATIONS) for part, whole in pairs)


def _covers(whole: frozenset[str], part: frozenset[str]) -> bool:
    """Whether some words have nearly all of some others, of which there are enough."""
    return len(whole & part) >= max(min(_MIN_SHARED, len(part)), _SAME * len(part))


def is_contained(text: str, former: str) -> bool:
    """Whether an earlier text says nearly all that a text says."""
    one, other = content_words(text) - _NEGATIONS, content_words(former) - _NEGATIONS
    shared = len(one & other)
    return shared >= _MIN_SHARED and shared >= _SAME * len(one)


def is_negated(text: str) -> bool:
    return bool(word_set(text) & _NEGATIONS)
