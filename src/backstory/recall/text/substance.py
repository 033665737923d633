"""Shortens what an agent or a person wrote to its substance: which sentences say something that outlives the moment.

Nothing is rephrased. Sentences are kept whole and in order, and a gap is marked with an ellipsis.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from backstory.base.token_estimate import estimate_tokens
from backstory.base.tokenizer import STOP, WEAK
from backstory.base.unspaced import WIDE
from backstory.base.unspaced_words import COMMON, PLAIN, space_words
from backstory.model.late_pattern import late_pattern
from backstory.model.text import clean_text, one_line
from backstory.patterns.numbered_lists import split_numbered
from backstory.patterns.pattern import Pattern
from backstory.patterns.run_ons import split_run_on
from backstory.patterns.verdicts import judged
from backstory.recall.text.idle_sentences import NAME, is_idle
from backstory.recall.text.sentence_places import place_sentences, read_sentences
from backstory.recall.text.shorten import GAP, join_sentences, shorten_text
from backstory.recall.text.small_tables import fold_tables

_FENCED: Final = Pattern(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_FENCED_WITHIN: Final = Pattern(
    r"(?<=:)[ \t]*\n[ \t]*(```|~~~)[^\n]*\n.*?^[ \t]*\1[ \t]*\n\s*(?=[a-z])", re.DOTALL | re.MULTILINE
)
"""Code that stands within a sentence, which goes on behind it: `See x:`, the code, `or the readme.`"""
_EDIT_BLOCK: Final = Pattern(r"^<{5,9} SEARCH\b.*?(?:^>{5,9} REPLACE\b[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
"""An edit as aider writes it, where its fence is not closed."""
_DIRECTIVE: Final = Pattern(r"<(backstory|ctx)[\w:.-]*[^>]*?(?:/>|>.*?</\1[^>]*>|\Z)", re.DOTALL | re.IGNORECASE)
_GAP: Final = Pattern(r"(?:(?<=[.!?:\n])[^.!?:\n]*)?\n…\n(?:[^\n#*`-][^\n]{0,200}?(?:[.!?] |\n|$))?")
"""Where the middle of a text was left out, with what was cut of the sentences before and behind it."""
_ITEM: Final = Pattern(
    r"^\s*(?:(?:[-*+•]|\d{1,2}[.)])\s+|[・●○◆■]\s*|\d{1,2}[、．。）](?=\D)|[一二三四五六七八九十]、)"
)
_HEADING: Final = Pattern(r"#{1,6}\s+(\S.*?)\s*#*$|\*\*([^*]+)\*\*$")
"""A line that is a heading, or bold from end to end."""
_BREAK: Final = Pattern(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bz\.B\.)(?<!\bvs\.)(?<!\b(?:cf|al|no|ca|Dr|Mr|Ms|St)\.)(?<!\b(?:etc|Mrs)\.)"
    r"(?:(?<=[\w)`'\"][.!?])\s+|\s+(?=[^a-z\s]))|(?<=[。！？])(?<!\d。)(?![」』”’）)\"])|(?<=[。！？][」』”’])"
)
"""Where a sentence ends. Many people type without capitals, so a small letter may begin the next."""
_BREAKS: Final = ".!?。！？"
_INLINE_ITEM: Final = Pattern(r"(?<=[\s:;,.：；，。])(?:\(?(\d)[.)]\s+(?=\S)|（?(\d)[、．。）](?=\D))")
"""The number of an item of a list that stands within a line: `two tasks: 1. ... 2. ...`."""
_PRINTED: Final = Pattern(
    r"(?:(?:error|warning|note|warn|info|debug|fatal|panic|help)(?:\[\w+\])?:|thread '|Traceback"
    r"|File \"|at [\w.$<>]+ ?\(|\w*Error: |npm (?:ERR|error)|[\w.-]+@[\w.-]+[ :].*[%$#] \S|return \w[\w.]*\("
    r"|\S+\.\w+(?:\?\S+)?:\d+ [A-Z]|node:\S+:\d+ |(?:FAIL|PASS) |E {3}|\d+ ?[|│█]|[^\s:]+:\d+:|[-=~^+_*#]{4,}"
    r"|</?(?:summary|details|pre|code|br|hr|p|div|span|table|tr|td|th|ul|ol|li)\b|[✓✗✔✘×√] .*[\[(]\d[\d.]* ?m?s[\])]"
    r"|\d+ (?:pass|fail)(?:ed|ing)?\b\s*$|\d+ expect\(\) calls|(?:Cost|Tokens): [\d$]"
    r"|Executing task: |Terminal will be reused by tasks|The terminal process \"|Restore complete \()"
)
"""How lines begin that a program has printed and somebody has pasted."""
_DATA: Final = Pattern(r"[\[{].*[\]}],?$")
"""A line of JSON."""
_CODE_LINE: Final = Pattern(
    r"\s*(?://|/\*|\*/|#include\b)"
    r"|\s*(?:(?:export|default|async|static|public|private|protected) )*(?:const|let|var|type) "
    r"(?:[\w$]+(?:: [^=]{1,40})?|[\[{][^=]*[\]}]) = "
    r"|\s*(?:(?:export|default|async|static|public|private|protected) )*(?:function|class|interface|enum|def|fn|func"
    r"|struct|impl)\b\*? [\w$.]+(?: extends \w+)?\s*[({<:]"
    r"|\s*import\b.*\bfrom\s+['\"]|\s*(?:import|export)\s*[{*]|\s*from \S+ import\b"
    r"|\s*(?:return|await|throw|yield)\b.*[;{(\[]\s*$"
    r"|.*(?:\)\s*\{|=>\s*\(?\{|=>\s*\(|\}\)[;,]?|\);|\]\);?|\(\{)\s*$"
    r"|\s*[\w$.]+\([^)]*\)\s*//|\s*[\w$.\[\]]+ [-+*/|&]?= .*;\s*$|\s*[\w$'\"]+: .*(?:=>|\bfunction\b).*[,{]\s*$"
    r"|\s*[\w$'\"]+: (?:\S+\([^)]*\)|\{.*\}|\[.*\]),?\s*$"
    r"|\s*[a-z-]+: ?(?=[^`;]*[\d#(])[^`;.]{1,60}(?:\.\d[^`;]{0,40})?;\s*$|\s*[.#@][\w-][\w:., >#-]*\{\s*$"
    r"|\s*[\w.$]+\([^)]*\);?(?:\s+[\w.$]+\([^)]*\);?)*\s*$"
)
"""A line of code that stands outside of a fence, because a part of the text between was not kept."""
_WORD: Final = Pattern(r"[^\W_]{2,}")
_REASON: Final = Pattern(
    r"\b(?:because|since|so that|so|therefore|instead|otherwise|but|although|unless|except|only|not|never|always|must"
    r"|fail\w*|broke\w*|break\w*|error\w*|wrong|red|green|turned out|decid\w+|chose\w*|agreed|reject\w*|revert\w*"
    r"|weil|damit|sondern|deshalb|statt|nicht|parce que|car|pas|porque|pero|sino|no)\b|n't\b",
    re.IGNORECASE,
    wide=r"因[为為此]|所以|否[则則]|但|不过|除非|[只不]|必[须須]|失[败敗]|错误|錯誤|报错|[决決]|回退|原因|导致|ため"
    r"|ので|しかし|ただし|ない|必ず|エラー|때문|그래서|하지만|않|실패|에러|오류|결정|반드시|원인",
)
_HEADED: Final = Pattern(
    r"^(?:\W{0,3})(?:done|red|next|open|left|todo|remaining|still|blocked|state|result|failing|not done|then|later"
    r"|fertig|offen|rot|als nächstes|fait|reste|ensuite|hecho|pendiente|siguiente)\b[^:\n]{0,30}:",
    re.IGNORECASE,
    wide=r"^\W{0,3}(?:下一步|接下[来來]|后续|待[办辦]|剩余|未完成|当前状态|现状|进度|阻塞|次の|次に|残り|未対応|現状"
    r"|다음|남은|현재 상태|후속)[^:：\n]{0,24}[:：]",
)
_REMAINS: Final = Pattern(
    r"\b(?:what(?:'s| is|'s still| is still)? (?:left|missing|open)|remains?|still (?:to do|open|missing)|after that"
    r"|when we (?:carry|go) on|next (?:is|are|comes?)|not (?:yet )?(?:done|committed|there)|bleibt|il reste|queda)\b",
    re.IGNORECASE,
    wide=r"[还還](?:剩|没|沒|需要|差)|尚未|未完成|下一步|待(?:[办辦]|处理|确认)|次[はに]|残って|残り|未対応"
    r"|다음 ?(?:단계|으로)|남[은았]|아직",
)
"""Words for what is still to do."""


_ORDER: Final = Pattern(
    r"\b(?:must|never|always|please|don'?t|do not|only|has to|have to|had to|should|from (?:now|here) on|leave|keep"
    r"|stays?|stop|not allowed|has decided|wants?|needs?|asked|leaves?|every|each|whatever|whenever|whoever|nobody"
    r"|owns?|belongs to|darf|muss|müssen|soll|immer|niemals|bitte|doit"
    r"|toujours|jamais|debe|siempre|nunca)\b",
    re.IGNORECASE,
    wide=r"必[须須]|不要|不用|(?<![类區区特级识个性分])[别別](?![的人名のにブ])|禁止|[总總]是|永[远遠]|始[终終]|一律"
    r"|每次|只能|保持|[统統]一|以[后後]|必ず|絶対"
    r"|てください|しないで|ように|常に|毎回|반드시|항상|절대|금지|하지 ?마|매번|주세요",
)
_PERSON: Final = Pattern(r"(?<=[a-z,;] )[A-Z][a-z]{2,}\b|\b(?:he|she|him)\b")
_NUMBER: Final = Pattern(r"(?<![\w.])\d+(?:[.,]\d+)?\b")
_ENDS: Final = (".", "!", "?", "…", "。", "！", "？")
_GIVEN_UP: Final = Pattern(
    r"\b(?:(?:is|are|was|were) out|dead end|turn(?:s|ed) out|(?:doesn'?t|didn'?t|does not|did not|won'?t) (?:\w+ )?"
    r"(?:carry|hold|work|help|scale|fly|do)|threw (?:it|that) (?:away|out)|(?:took|take|taken) (?:it|that) (?:out|back)"
    r"|(?:removed|reverted|dropped) (?:it|that|`[^`]+`)|removed [^.]{1,40} again|no good|not the way|scrap"
    r"|gave (?:it )?up|given up|abandon\w*|not an option|rule[ds]? (?:it |that )?out|would not go on|sackgasse"
    r"|verworfen|impasse)\b",
    re.IGNORECASE,
    wide=r"行不通|不可行|走不通|放[弃棄]|回[滚滾]|撤[回销]|[弃棄]用|不再使用|暂停使用|没有?效果|不生效|うまくいか|ダメ"
    r"|断念|やめて|廃止|撤去|取りやめ|戻して|元に戻|되돌|포기|롤백|철회|안 ?(?:됨|돼|되네)",
)
_SIGNS: Final = (
    (NAME, 0.5, 3), (_REASON, 0.5, 2), (_ORDER, 0.4, 2), (_PERSON, 0.4, 2), (_NUMBER, 0.3, 2), (_GIVEN_UP, 1.2, 1),
)  # fmt: skip
"""What a sentence may hold, what each of it is worth, and how many of it count."""


_FEWEST_ITEMS: Final = 2
FILLER: Final = 0.9
"""Weight of a sentence below which it says nothing by itself: a greeting, an exclamation."""
_COVERED: Final = 0.5
"""The share of its weight that a sentence loses if the chosen sentences have all its words."""


_WIDTH: Final = 64
"""Characters of a line from which the next one may go on with it."""
_STOPS: Final = (".", "!", "?", "…", ":", ";", "。", "！", "？", "：", "；", "|", "```", "**")
_STARTS: Final = Pattern(r"\s*(?:[-*+•>|#✅✓✗❌]|\d{1,2}[.)]\s|```|~~~|\*\*|[\w ]{2,30}:\s)")
"""How a line begins that does not go on with the one before it."""


class _Sentence(NamedTuple):
    text: str
    weight: float


_ITEM_NUMBER: Final = late_pattern(r"[1-9]\d?\.\Z")
_BARE_NUMBER: Final = late_pattern(r"\d[\d.,]{0,11}%?[.!]?\Z")


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, list items, headings and small tables among them; no code, quotations and directives."""
    places = _place_sentences(text)
    return list(_split(text)) if places == _NOT_THERE else read_sentences(text, places)


_NOT_THERE: Final = [-1]


@judged
def _place_sentences(text: str) -> list[int]:
    """Where the sentences stand in a text; `_NOT_THERE` if one is not written so."""
    places = place_sentences(text, _split(text))
    return _NOT_THERE if places is None else places


@lru_cache(1)
def _split(text: str) -> tuple[str, ...]:
    text = clean_text(text)
    text = _GAP.sub("\n", text) if f"\n{GAP}\n" in text else text
    if "```" in text or "~~~" in text:
        text = _FENCED.sub("\n", _FENCED_WITHIN.sub(f" {GAP} ", text))
    text = _EDIT_BLOCK.sub("\n", text) if "<<<<< SEARCH" in text else text
    text = _DIRECTIVE.sub(" ", text).replace("` `", f"`{GAP}`") if "<" in text else text
    out: list[str] = []
    lines = [line for line in text.splitlines() if not _is_code(line)]
    for line in _unwrap(fold_tables(lines) if "|-" in text or "| -" in text or "|:" in text else lines):
        if line.lstrip().startswith(">"):
            continue
        line = line.strip()
        items = split_numbered(line)
        line = line if line[:1].isalpha() else _mark_heading(_ITEM.sub("", line))
        line = line.replace("**", "").strip()
        if not line or line.startswith("|") or not _WORD.search(line) or _PRINTED.match(line) or _is_data(line):
            continue
        items = [one.replace("**", "") for one in items] if len(items) > 1 else _split_items(line)
        ended = map(one_line, chain.from_iterable(map(_split_at_ends, items)))
        sentences: list[str] = []
        parts = list(chain.from_iterable(map(split_run_on, ended)))
        for place, part in enumerate(parts, 1):
            if sentences and _ITEM_NUMBER.match(part) and place < len(parts):
                continue  # `... is frozen. 3. The lexer`
            if sentences and _BARE_NUMBER.match(part):
                sentences[-1] = f"{sentences[-1]} {part}"  # `too many. 4`
            elif _WORD.search(part) and not _is_data(part):
                sentences.append(part)
        out += sentences
    return tuple(out)


def _split_at_ends(text: str) -> list[str]:
    """The sentences of a text, most of which are only one. None ends within code: `ALTER TABLE ... RENAME`."""
    if not any(end in text for end in _BREAKS):
        return [text]
    parts = _BREAK.compiled.split(text)
    if len(parts) == 1 or "`" not in text or text.count("`") % 2:
        return parts
    out: list[str] = []
    is_open = False
    for part in parts:
        if is_open:
            out[-1] = f"{out[-1]} {part}"
        else:
            out.append(part)
        is_open ^= bool(part.count("`") % 2)
    return out


def _is_data(text: str) -> bool:
    return text[:1] in ("[", "{") and bool(_DATA.match(text))


def _is_code(line: str) -> bool:
    """Whether a line is code and not prose. Prose quotes what it names."""
    if not ("(" in line or "=" in line or "{" in line or ";" in line or "/" in line or "import" in line or "#" in line):
        return False
    return "`" not in line and bool(_CODE_LINE.match(line))


def _split_items(line: str) -> list[str]:
    """The items of a list that stands within a line, after what introduces it; the line itself if it holds none."""
    numbers = list(_INLINE_ITEM.finditer(line)) if "1" in line or not line.isascii() else []
    if [int(one[1] or one[2]) for one in numbers] != list(range(1, len(numbers) + 1)) or len(numbers) < _FEWEST_ITEMS:
        return [line]
    edges = [0, *chain.from_iterable(one.span() for one in numbers), len(line)]
    return [line[start:end].strip(" ,;；，") for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _unwrap(lines: Iterable[str]) -> Iterator[str]:
    """Yields the lines of a text, those of a paragraph that was broken at a width as one."""
    former = ""
    for line in lines:
        if (
            len(former) >= _WIDTH
            and not former.rstrip().endswith(_STOPS)
            and line[:40].strip()
            and not _STARTS.match(line)
        ):
            former = f"{former.rstrip()} {line.strip()}"
            continue
        if former:
            yield former
        former = line
    if former:
        yield former


def _mark_heading(line: str) -> str:
    """A line without the marks of a heading. A heading ends in a colon, as one in a sentence does."""
    heading = _HEADING.match(line)
    if not heading:
        return line
    text = heading[1] or heading[2]
    return text if text[-1] in ".:!?。：！？" else f"{text}:"


def shorten_to_substance(text: str, tokens: int) -> str:
    """The sentences of a text that say most, in at most about `tokens` tokens. Empty when none says anything."""
    return choose_substance(split_sentences(text), tokens)


def choose_substance(sentences: Sequence[str], tokens: int, *, offers: bool = False, kept: Collection[str] = ()) -> str:
    """`shorten_to_substance` of a text that was split before.

    `offers` keeps what the writer offers or asks at the end, which says where a conversation stopped. `kept`: sentences
    that stay whatever they weigh.
    """
    last = len(sentences) - 1
    weighed = [
        _Sentence(sentence, weigh_sentence(sentence, place, last, offers=offers))
        for place, sentence in enumerate(sentences)
    ]
    worded = [one for one in weighed if one.weight > 0 or one.text in kept]
    offer = worded[-1:] if offers and weighed[-1:] == worded[-1:] else []
    telling = [one for one in worded if one.weight >= FILLER or one in offer or one.text in kept] or worded
    if not telling:
        return ""
    if sum(_cost(sentence.text) for sentence in telling) <= tokens:
        return join_sentences([sentence.text for sentence in telling])
    chosen = _choose(telling, tokens, {place for place, one in enumerate(telling) if one.text in kept})
    if not chosen:
        return shorten_text(max(telling, key=lambda sentence: sentence.weight).text, tokens)
    return _join(telling, chosen)


def weigh_sentence(sentence: str, place: int = -1, last: int = 0, *, offers: bool = False) -> float:
    """What a sentence says: names from code and of people, numbers, reasons, orders, a heading such as `Next:`;
    nothing for courtesies and offers. `place` is that of the sentence in its text, `last` that of the last one."""
    if is_idle(sentence, offers=offers, is_last=place == last):
        return 0.0
    return _weigh_words(sentence) + (0.4 if place in (0, last) else 0.0)


@judged
def _weigh_words(sentence: str) -> float:
    """What a sentence says by its words."""
    weight = 0.4 + 0.2 * min(8, len(_list_content(sentence)))
    weight += sum(worth * min(most, len(sign.findall(sentence))) for sign, worth, most in _SIGNS)
    return weight + (1.5 if _HEADED.match(sentence) else 1.0 if _REMAINS.search(sentence) else 0.0)


@judged
def is_fragment(sentence: str) -> bool:
    """Whether an agent's sentence is an item of a list: it has no end, and neither a reason nor something given up."""
    if sentence.rstrip("`\"')*_ ").endswith(_ENDS):
        return False
    return not (_REASON.search(sentence) or _GIVEN_UP.search(sentence) or _HEADED.match(sentence))


@judged
def measure_signs(sentence: str) -> float:
    """What a sentence holds of reasons, orders, what was given up and what remains."""
    weight = sum(worth * min(most, len(sign.findall(sentence))) for sign, worth, most in _SIGNS)
    return weight + (1.5 if _HEADED.match(sentence) else 1.0 if _REMAINS.search(sentence) else 0.0)


def _list_content(sentence: str) -> frozenset[str]:
    """The words of a sentence that mean something by themselves."""
    words = frozenset(_WORD.findall(space_words(sentence).casefold()))
    words = words - PLAIN - COMMON
    return frozenset(
        word for word in words if len(word) > (2 if word < WIDE else 1) and word not in STOP and word not in WEAK
    )


def _choose(sentences: list[_Sentence], tokens: int, chosen: set[int]) -> set[int]:
    """The places of the sentences that fit, chosen by weight, and of those that are `chosen` already.

    A sentence counts less the more of its words the chosen ones have, so that one matter does not take all the room.
    """
    words = [_list_content(one.text) for one in sentences]
    costs = [_cost(one.text) for one in sentences]
    candidates = set(range(len(sentences))) - chosen
    covered: set[str] = set(chain.from_iterable(words[place] for place in chosen))
    tokens -= sum(costs[place] for place in chosen)
    while candidates := {place for place in candidates if costs[place] <= tokens}:
        best = max(
            candidates, key=lambda place: (_measure_news(sentences[place].weight, words[place], covered), -place)
        )
        candidates.remove(best)
        chosen.add(best)
        covered |= words[best]
        tokens -= costs[best]
    return chosen


def _measure_news(weight: float, words: Collection[str], covered: Collection[str]) -> float:
    """The weight of a sentence, reduced by the share of its words that the chosen sentences have already."""
    return weight * (1 - _COVERED * sum(word in covered for word in words) / (len(words) or 1))


def _join(sentences: list[_Sentence], chosen: set[int]) -> str:
    """The chosen sentences in their order, with an ellipsis for each gap."""
    out: list[str] = []
    for place, sentence in enumerate(sentences):
        if place in chosen:
            out.append(sentence.text)
        elif out and out[-1] != GAP:
            out.append(GAP)
    return join_sentences(out)


def _cost(text: str) -> int:
    return estimate_tokens(text) + 1
