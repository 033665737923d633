"""Lists of options that an agent has offered, and what a person picks from them: `b`, `2.`, `the second one`."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from backstory.base.unspaced import is_unspaced
from backstory.model.late_pattern import late_pattern
from backstory.patterns.pattern import Pattern

_ITEM: Final = late_pattern(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:#{1,6}[ \t]+)?(?:\*\*)?(?:(?P<word>option|variant|variante|opción|way|plan|ansatz"
    r"|weg) |(?:方案|选项|選項|オプション|案|プラン|방안|옵션|방식) ?)?"
    r"\(?(?P<mark>[a-h]|\d|(?:i{1,3}|iv|v)(?=[.):]))(?:\*\*)?(?:(?:[.):]|(?(word)[ ]+[–—-])"
    r"|(?<=\*\*[A-Ha-h])(?=\*\*))(?:\*\*)?[ \t]+"
    r"|案?[：、．）](?:\*\*)?[ \t]*)(?P<text>\S.*)$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that is one of several options."""
_WITHIN: Final = late_pattern(
    r"(?:^|[\s(;,])\(?(?P<mark>[a-h]|\d)\)[ \t]+(?P<text>[^;\n]+?)"
    r"(?=[;,]?\s+(?:(?:or|and|oder) )?\(?(?:[a-h]|\d)\)\s|[;.?]|$)"
)
"""Options within a sentence: `a) in the store, b) in the client`."""
_ROW: Final = late_pattern(
    r"^[ \t]*\|[ \t]*(?:\*\*)?\(?(?P<mark>[a-h])\)?(?:\*\*)?[ \t]*\|[ \t]*(?P<text>[^|\n]*[^|\s])[ \t]*\|.*$",
    re.MULTILINE | re.IGNORECASE,
)
"""A row of a table of options: `| A | token bucket | cheap |`."""
_FIRST: Final = ("first", "erste", "ersten", "erster", "première", "premier", "primera", "primero")
_SECOND: Final = ("second", "zweite", "zweiten", "zweiter", "deuxième", "seconde", "segunda", "segundo")
_THIRD: Final = ("third", "dritte", "dritten", "dritter", "troisième", "tercera", "tercero")
_LAST: Final = ("last", "letzte", "letzten", "dernière", "dernier", "última", "último")
_ORDINALS: Final = {
    word: place for place, words in ((0, _FIRST), (1, _SECOND), (2, _THIRD), (-1, _LAST)) for word in words
}
_ORDINAL: Final = "|".join(_ORDINALS)
_PICK: Final = Pattern(
    r"^(?:(?:k|ok(?:ay)?|yes|ja|oui|sí|si|hm+|then|so|please|bitte|it(?:['’]s| is)|i(?:'d| would)? (?:go|went) (?:with"
    r"|for)"
    r"|i (?:take|pick|choose|want|prefer)|(?:ich|wir) (?:nehmen?|wollen|will|möchten?)|(?:nehmen|machen) wir"
    r"|let['’]?s (?:go with|go for|take|do|use|try|start with)|start with|begin with|we (?:take|do)|go with|go for"
    r"|take|do|use|rather|nimm|mach|dann"
    r"|lieber|(?:je |on )?prends?"
    r"|prenons|plutôt"
    r"|(?:la |el )?(?:toma|tomemos|usa|usemos|mejor|prefiero|vamos con))[\s,:]+)*"
    r"(?:(?:the|die|den|der|das|la|le|el|lo|l')[ ]?)?(?:(?:option|variante?|opción|number|nummer|numéro|número|nr\.?"
    r"|no\.?|way|weg"
    r"|plan|ansatz|choice) )?"
    rf"\(?(?P<mark>[a-h]|\d|ii|iii|iv|[iv](?=\s*(?:$|[.,;:!)]))|{_ORDINAL})\b\)?"
    r"(?: (?:it (?:is|shall be)|one|option|way|variante?|opción|please|then|bitte|dann|por favor|s'il te plaît))*"
    r"(?=\s*(?:$|[.,;:!)–—-]|(?:because|since|as|but|though|although|with|only|unless|(?:sounds|looks|seems)\b"
    r"(?! (?:\w+ )?(?:wrong|bad|odd|off|risky|weird|strange|like)\b)|weil|da|denn|aber|mit|nur"
    r"|parce que|car|mais|avec|porque|ya que|pues|pero|con)\b))",
    wide=r"^(?:(?:好[的吧]?|可以|行|嗯|那么?|还是|還是|就|我们?|选择?|選擇?|用|走|采用|按|采纳|执行|はい|では|じゃあ"
    r"|ok|네|응|그럼|좋아요?)[，,、 ]*)*"
    r"(?:方案|选项|選項|第|オプション|選択肢|方法|案|プラン|방안|옵션)? ?(?P<mark>[a-h]|\d)(?: ?(?:个|個|种|項|项|号"
    r"|案|番|번째|번|안|방식|옵션))*"
    r"(?:吧|来|做|即可|就行|就好|方案|で|を|に|へ|으로|로|을|를| |お願い\w*|いき\w*|進め\w*|対応\w*|実[装現]\w*"
    r"|して\w*|行き\w*|採用\w*"
    r"|하자|가자|진행\w*|해줘|해주세요|할게요?|선택\w*|ㄱㄱ|부탁\w*)*(?=\s*(?:$|[，,。.;；！!]|因为))",
)
_MAX_TEXT: Final = 240
"""Characters of an option."""

_OFFERS: Final = (
    "option",
    "variant",
    "opción",
    "recommend",
    "suggest",
    "prefer",
    "empfehle",
    "recomiendo",
    "recommande",
    "？",
    "方案",
    "选项",
    "選項",
    "オプション",
    "案a",
    "案1",
    "옵션",
    "방안",
)
"""Words of an answer that offers something, even if it does not ask."""
_WIDE_MARK: Final = Pattern(r"(?<=[案项項])[一二三四五六七八九](?=[：:、.． （(吧，,。]|$)")
_DIGITS: Final = "一二三四五六七八九"


def _read_marks(text: str) -> str:
    """A text in which `方案一` is `方案1`."""
    return _WIDE_MARK.sub(lambda match: str(_DIGITS.index(match[0]) + 1), text) if is_unspaced(text) else text


def find_options(answer: str, *, is_offer: bool = False) -> dict[str, str]:
    """The options that an answer offers last: mark in lower case -> text.

    Empty for an answer that asks nothing, unless it `is_offer`, and for one whose marks do not run from the first on.
    """
    answer = _read_marks(answer)
    offers = is_offer or "?" in answer or any(word in answer.lower() for word in _OFFERS)
    if not (offers or _ANNOUNCES.search(answer) or _ANOTHER_WAY.search(answer)):
        return {}
    by_letter = _ASKS_LETTER.search(answer[-_LAST_QUESTION:]) is not None
    for pattern in (_ITEM, _WITHIN, _ROW):
        options = _read_last_run(pattern, answer, by_letter=by_letter)
        if len(options) > 1:
            return options
    return {match["mark"].lower(): _shorten(match["text"]) for match in _ANOTHER_WAY.finditer(answer)}


_ANOTHER_WAY: Final = late_pattern(
    r"(?:^|[.!] )(?:so |then |or )?(?:an? )?(?:new )?(?:alternative|option|variant) (?P<mark>[b-h]|[2-9]): "
    r"(?P<text>\w[^\n]+)",
    re.IGNORECASE | re.MULTILINE,
)
"""A way that joins those that were offered before: `Alternative 4: count them.`"""
_ANNOUNCES: Final = late_pattern(
    r"(?:^|[.!:] )(?:how|what|which|where|when|who|wie|was|welche\w*|wo|comment|quel\w*|qué|cómo"
    r"|cuál)\b[^\n?]{0,80}:[ \t]*$"
    r"|\b(?:two|three|four|five|[2-5]|zwei|drei|vier|deux|trois|dos|tres|duas|dois|três) (?:ways|places|possibilities"
    r"|choices|wege|möglichkeiten|façons|formas|maneras|maneiras|caminos|caminhos)\b"
    r"|\bi(?:['’]d| would) (?:take|go with|pick|choose|defend|do|(?:start|begin) with)\b|\bonly one i would\b"
    r"|\bi (?:lean|tend|incline|am inclined) (?:to|towards?)\b|\bmy (?:pick|vote|favou?rite|preference) (?:is|would"
    r"|goes)\b"
    r"|\bpossible (?:ways|answers|solutions|fixes|approaches|remedies)\b[^\n]{0,40}:[ \t]*$"
    r"|\bwith(?:out)? [1-9] (?=(?:a|an|the|it|each|every|we|you|this|that|there|nothing) \w)",
    re.IGNORECASE | re.MULTILINE,
)
"""How an answer offers something that neither asks nor names options: `What between the tries:`, `Three ways:`."""
_ASKED: Final = late_pattern(
    r"\b(?:options|alternatives|variants|(?:\d|two|three|some|other|what|which) (?:\w+ )?ways|(?:\d ?[-–] ?\d) ways"
    r"|varianten|optionen|möglichkeiten|opciones)\b",
    re.IGNORECASE,
)


def asks_for_options(prompt: str) -> bool:
    """Whether a prompt wants ways to choose from: `only options, no code`, `how would you do it, 2-3 ways`."""
    return _ASKED.search(prompt) is not None


_ASKS_LETTER: Final = late_pattern(r"\(?\b[a-h]\)?,? (?:or|vs\.?|oder|ou|o) \(?[a-h]\)?\s*\?\W*$", re.IGNORECASE)
"""A last question between letters, `(a) or (b)?`: a list with numbers below them is another one."""
_LAST_QUESTION: Final = 40
"""Characters at the end of an answer that may name the letters."""


def _shorten(text: str) -> str:
    """An option without signs of Markdown, cut behind a word."""
    text = " ".join(text.replace("**", "").strip(" ;,").split())
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT].rpartition(" ")[0].rstrip(" ,;:") + "…"


def _read_last_run(pattern: re.Pattern[str], answer: str, *, by_letter: bool) -> dict[str, str]:
    """The last marks that follow one another from `a` or `1`, or only from `a`."""
    run: dict[str, str] = {}
    for match in pattern.finditer(answer):
        mark = match["mark"].lower()
        if by_letter and mark.isdigit():
            continue
        if mark in _FIRSTS:
            run = {}
        elif not run or mark != _find_next(list(run)[-1]):
            continue
        run[mark] = _shorten(match["text"])
    return run


_ROMAN: Final = ("i", "ii", "iii", "iv", "v")
_FIRSTS: Final = ("a", "1", "i")


def _find_next(mark: str) -> str:
    """The mark that follows another one."""
    if mark in _ROMAN:
        return dict(pairwise(_ROMAN)).get(mark, "")
    return chr(ord(mark) + 1)


_STEPS: Final = Pattern(
    r"^\W*(?:next|remaining|left|to ?do|open (?:tasks|points)|what(?:'s| is) left|noch|offen|reste|quedan?)\b",
    re.IGNORECASE | re.MULTILINE,
)


def lists_steps(answer: str) -> bool:
    """Whether a list of an answer holds what is left to do, and no options."""
    return _STEPS.search(answer) is not None


class Pick(NamedTuple):
    """An option that a prompt begins by naming."""

    mark: str
    """Of the option, in lower case."""
    written: str
    """As the person names it."""
    end: int
    """Where the name ends in the prompt."""


def match_pick(line: str, options: Mapping[str, str]) -> Pick | None:
    """The option that a prompt on one line begins by naming; None where it names none of those offered."""
    return _read_pick(_read_marks(line.lower()), 0, options)


def may_pick(line: str) -> bool:
    """Whether a prompt on one line has a sentence that `match_pick` or `match_later_pick` may read."""
    plain = _read_marks(line.lower())
    starts = [0, *(match.end() for match in _NEXT_SENTENCE.finditer(plain))]
    return any(_PICK.match(plain[start:]) for start in starts)


def match_later_pick(line: str, options: Mapping[str, str]) -> Pick | None:
    """The option that a later sentence of a short prompt names and nothing else: `The billing team does. The second.`
    None where none or several do."""
    plain = _read_marks(line.lower())
    ends = [match.end() for match in _NEXT_SENTENCE.finditer(plain)] if len(line) <= _SHORT_LINE else []
    picks = [pick for end in ends if (pick := _read_pick(plain, end, options)) and _ENDS.match(plain, pick.end)]
    return picks[0] if len(picks) == 1 else None


def _read_pick(plain: str, start: int, options: Mapping[str, str]) -> Pick | None:
    match = _PICK.match(plain[start:])
    if not match:
        return None
    mark = match["mark"]
    if mark in _ORDINALS and not match.start("mark") and _IN_TURN.match(plain, start + match.end("mark")):
        return None
    if mark in _ORDINALS:
        mark = list(options)[_ORDINALS[mark]] if len(options) > max(0, _ORDINALS[mark]) else ""
    return Pick(mark, match["mark"], start + match.end()) if mark in options else None


_IN_TURN: Final = late_pattern(
    r"\s*[,:–—-]\s*(?!(?:it|that|this|they|because|since|as|please|but|though|with|only|the|more|less|is|weil|da"
    r"|denn|aber"
    r"|bitte|es|das|car|parce|mais|c'est|porque|pero|es)\b)\w"
)
"""What follows an ordinal that counts the orders of a prompt: `first, write the plan`."""
_SHORT_LINE: Final = 120
"""Characters of a prompt whose later sentences may name an option."""
_NEXT_SENTENCE: Final = late_pattern(r"[.!,;] +")
_ENDS: Final = late_pattern(r"[ ,]*(?:please|pls|then|of course|bitte|dann|por favor)?[ .!]*(?:$|[.!;])")
"""What may follow the name of an option in a sentence of its own."""
