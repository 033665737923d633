"""Rules that a person never states, but asks for again and again in prompts about other things.

`... and write a test for it`, `minimal diff please`, prompt after prompt. A prompt that is sent again does not count,
nor does a whole task (`fix the build`, `continue`). A ban in two prompts lasts, and so does a question that the person
repeats (`did you run the tests?`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from backstory.capture.text import cues, duration_cues
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence, read_sentences
from backstory.capture.text.revisions import content_words, is_negated
from backstory.patterns.holds import only_points

ENOUGH: Final = 3
"""Prompts that ask for the same."""
_ACCOMPANIED: Final = 2
"""Of these, prompts that ask for something else as well."""
_MIN_WORDS: Final = 3
_POLITE: Final = Pattern(
    r"(?:(?:please|pls|plz|also|and|then|now|just|again|finally|afterwards|after that|(?:can|could|would|will) you"
    r"|i want you to|i need you to|i(?:'d| would) like you to|bitte|por favor)[\s,]+)+",
    re.IGNORECASE,
)
"""Words before what is asked for."""
_MAX_WORDS: Final = 24
_MAX_PROMPT: Final = 3000
"""Characters of a prompt; a longer one is pasted in large part."""
_ALIKE: Final = 0.75
_RESENT: Final = 0.8
"""Share of the words of two prompts from which one of them was sent again."""
_FEW: Final = 3
"""Words of a prompt that are too few to tell."""
_DEMAND: Final = Pattern(
    r"(?:(?:please|pls|plz|also|and|then|now|always|just|again|finally|when done|at the end|afterwards|bitte|por favor"
    r"|after that|can you|could you|would you|will you|make sure(?: to| that| you)*|be sure to|ensure(?: that| to)?"
    r"|i want(?: you to)?|i need(?: you to)?|i(?:'d| would) like(?: you to)?|you (?:should|must|have to)|remember"
    r" to)[\s,]+)*"
    r"(?:write|add|create|include|update|suggest|keep|save|document|install|deploy|take|test|verify|use|make|follow|ask"
    r"|only|limit|avoid|stick|preserve|leave|put|name|format|(?:don't|dont|do not|never|no|without|not|minimal"
    r"|nothing)\b"
    r"|schreib|füge|nutze?|verwende|keine?[nrs]?|nicht|ajoute|écris|utilise|pas de|ne|añade|escribe|usa|actualiza|sin"
    r"|no|utili[zs]e|use|atualize|escreva|adicione|não|nunca|sempre|usa|utilizza|scrivi|aggiungi|aggiorna|non|gebruik"
    r"|schrijf|geen|użyj|używaj|dodaj|napisz|nie|используй\w*|пиши\w*|напиши\w*|обнови\w*|обновляй\w*|добавь\w*|не)\b"
)
_BAN: Final = Pattern(r"\b(?:do not|don['’]?t|never)(?: (?:ever|actually|try to|just|please))* (?P<verb>[a-z][\w-]+)")
"""What a sentence forbids."""
_NO_BAN: Final = frozenset(
    ("know", "think", "see", "understand", "want", "need", "have", "like", "get", "care", "mind", "worry", "forget",
     "believe", "be", "seem", "work", "remember", "say", "look", "feel", "let", "even", "really")
)  # fmt: skip
"""Verbs of a report, or of something that does not matter."""
_ALL_WORK: Final = Pattern(
    r"\b(?:do|take|make|perform|write|implement|change|modify|edit|touch|execute|start|apply|fix|create|add)"
    r" (?:any(?:thing)?|some)(?: (?:more|other|further|new|code|source|actual))*"
    r"(?: (?:actions?|steps?|changes?|code|edits?|modifications?|work|fix(?:es)?|implementation|coding))?"
    r"(?: (?:else|yet|now|here|at all|beyond|besides|except|apart from|other than|to (?:the |any )?(?:code|files?|code"
    r" ?base))\b.*|,? (?:just|only|but)\b.*)?[\s.!]*$"
)
"""What an order to look or to plan forbids: all work. It holds for that order."""
_NO_THING: Final = frozenset(("btw", "actually", "ever", "yourself", "project", "anything", "again"))
"""Words that name no object of a ban."""
_BY_OTHERS: Final = Pattern(r"\b(?:i|we|they|it|users?|people|he|she|that|this|these|those|which|who)(?: \w+ly)? $")
"""Words before the verb of a report."""
_ASKED_AFTER: Final = Pattern(
    r"(?:(?:so|and|but|ok(?:ay)?|great|thanks|now|also|again)[\s,.!]+)*"
    r"(?:did (?:you|u)|why did (?:you|u) not|why didn['’]?t (?:you|u))"
    r" (?:also |even |actually |already |really )*(?P<what>(?P<verbs>[a-z][\w-]+(?:(?:,? and |, )[a-z][\w-]+)*).*)"
)
"""`did you rebuild and restart it?`"""
_CONDITION: Final = Pattern(
    r"(?:if|when|whenever|after|before) (?:any|you|the|a|an|there|it)\b[^,]{4,90}, (?!(?:i|it|the|we|is)\b)"
)
"""`if any variable was added, update the example`"""
_TEMPLATE: Final = 200
"""Fewest characters of a repeated prompt that is a template."""
_SENT: Final = 5
"""Earlier copies of it, each followed by another prompt."""
_MOST_ORDERS: Final = 3
_DEEDS: Final = frozenset(
    ("run", "rerun", "re-run", "test", "rebuild", "build", "restart", "reload", "install", "deploy", "commit", "push",
     "lint", "format", "verify", "update", "document", "save", "migrate", "typecheck", "check")
)  # fmt: skip
"""Steps of the work that a person asks about."""
_SPLIT: Final = Pattern(r",? and |, ")
_FIXES: Final = Pattern(
    r"\b(?:fix|continue|proceed|resume|go on|try again|retry|following"
    r"|make (?:the|it|this|that|them|these))\b"
)
"""A task of its own."""
_OTHER_WORDS: Final = frozenset(
    ("add", "write", "create", "make", "include", "please", "want", "need", "limit", "limited", "only", "sure", "can",
     "could", "would", "like", "also", "just", "when", "if")
)  # fmt: skip
"""Words that are no part of what is asked for."""


def find_repeated(prompt: str, earlier: Callable[[], Iterable[str]]) -> list[Candidate]:
    """The demands of a prompt that several earlier prompts made as well. `earlier` gives them, if they are needed."""
    demands = _read_demands(prompt)
    former = list(earlier()) if demands else []
    candidates: list[Candidate] = []
    for demand, alone in demands:
        names = _name_words(demand)
        near = [one for one in former if _is_near(names, one)]
        if len(near) + 1 < ENOUGH:
            continue
        rows = [_read_demands(one) for one in _drop_resent(prompt, near)]
        same = [row[0][1] for row in rows if any(_is_same(demand, other) for other, _ in row)]
        if not _is_enough(same) and _is_enough([*same, alone]):  # a later prompt would only word it otherwise
            candidates.append(_make(demand, len(same) + 1))
    quotes = {one.quote for one in candidates}
    others = [
        *_find_forbidden_again(prompt, earlier),
        *_find_asked_after(prompt, earlier),
        *_find_standing(prompt, earlier),
    ]
    return candidates + [one for one in others if one.quote not in quotes]


def _is_enough(alone: Sequence[bool]) -> bool:
    """Whether prompts that ask for the same make a rule, by whether each asks for nothing else."""
    return len(alone) >= ENOUGH and alone.count(False) >= _ACCOMPANIED


def _find_forbidden_again(prompt: str, earlier: Callable[[], Iterable[str]]) -> Iterator[Candidate]:
    """Yields each ban of a prompt that an earlier prompt gave too."""
    bans = _read_bans(prompt)
    former = [one for one in earlier() if len(one) <= _MAX_PROMPT] if bans else []
    for sentence, verb in bans:
        near = _drop_resent(prompt, [one for one in former if verb in one.lower()])
        same = [one for one in near if any(_is_same_ban(sentence, verb, *other) for other in _read_bans(one))]
        if same:
            yield _make(sentence, len(same) + 1)


def _read_bans(prompt: str) -> list[tuple[Sentence, str]]:
    """The sentences of a prompt that forbid something for longer than the moment, each with the verb.

    A ban on `that` or `it` means another thing each time.
    """
    if len(prompt) > _MAX_PROMPT or not _BAN.search(prompt.lower()):
        return []
    bans: list[tuple[Sentence, str]] = []
    for sentence in read_sentences(prompt, person=True):
        ban = _BAN.search(sentence.plain)
        if ban is None or ban["verb"] in _NO_BAN or len(sentence.plain.split()) > _MAX_WORDS or MASK in sentence.plain:
            continue
        if (
            sentence.is_question
            or duration_cues.is_passing(sentence.plain)
            or _ALL_WORK.match(sentence.plain, ban.start("verb"))
            or only_points(sentence.text)
            or _BY_OTHERS.search(sentence.plain[: ban.start()])
        ):
            continue
        bans.append((sentence, ban["verb"]))
    return bans


def _is_same_ban(sentence: Sentence, verb: str, other: Sentence, other_verb: str) -> bool:
    """Whether two sentences forbid the same: the same verb, and half of the other words of the one that has fewer."""
    one, two = (_name_words(each) - {verb, other_verb} - _NO_THING for each in (sentence, other))
    return verb == other_verb and 2 * len(one & two) >= min(len(one), len(two))


def _find_standing(prompt: str, earlier: Callable[[], Iterable[str]]) -> Iterator[Candidate]:
    """Yields the orders of a long prompt that comes back word for word after each piece of work, from a hook or a
    template."""
    text = prompt.strip()
    if not _TEMPLATE <= len(text) <= _MAX_PROMPT:
        return
    times = sum(one == text != following for one, following in pairwise(map(str.strip, earlier())))
    if times < _SENT:
        return
    orders = [one for one in read_sentences(prompt, person=True) if _orders_for_long(one)]
    first = sorted(orders, key=lambda one: MASK not in one.plain)[:_MOST_ORDERS]
    yield from (_make(one, times + 1) for one in orders if one in first)


def _orders_for_long(sentence: Sentence) -> bool:
    plain = sentence.plain
    if not _MIN_WORDS < len(plain.split()) <= 2 * _MAX_WORDS or plain.endswith(":") or sentence.is_question:
        return False
    return bool(_DEMAND.match(plain) or _CONDITION.match(plain))


def _find_asked_after(prompt: str, earlier: Callable[[], Iterable[str]]) -> Iterator[Candidate]:
    """Yields the step of the work that a prompt asks about, as earlier prompts did."""
    matches = [(one, match) for one in read_sentences(prompt, person=True) if (match := _read_asked(one.plain))]
    former = [one for one in earlier() if len(one) <= _MAX_PROMPT] if matches and len(prompt) <= _MAX_PROMPT else []
    for sentence, match in matches:
        verbs = _list_deeds(match)
        times = 1 + sum(bool(verbs & _list_asked(one)) for one in former)
        if times >= ENOUGH and len(match["what"].split()) > 1:
            text = sentence.text[match.start("what") :].rstrip(" ?!.")
            yield _make(sentence, times)._replace(text=f"{text[:1].upper()}{text[1:]}")
            return


def _read_asked(plain: str) -> re.Match[str] | None:
    match = _ASKED_AFTER.match(plain) if plain.endswith("?") and len(plain.split()) <= _MAX_WORDS else None
    return match if match and _list_deeds(match) else None


def _list_deeds(match: re.Match[str]) -> frozenset[str]:
    return frozenset(_SPLIT.split(match["verbs"])) & _DEEDS


def _list_asked(prompt: str) -> frozenset[str]:
    """The steps that a prompt asks about."""
    if "?" not in prompt or "you" not in prompt.lower():
        return frozenset()
    matches = (_read_asked(one.plain) for one in read_sentences(prompt, person=True))
    return frozenset().union(*(_list_deeds(match) for match in matches if match))


def _is_near(names: frozenset[str], prompt: str) -> bool:
    """Whether a prompt has most words of a demand; only such a one is read sentence by sentence."""
    lowered = prompt.lower()
    return len(prompt) <= _MAX_PROMPT and sum(name in lowered for name in names) >= _ALIKE * len(names)


def _read_demands(prompt: str) -> list[tuple[Sentence, bool]]:
    """The sentences of a prompt that demand something, each with whether nothing else is said."""
    if len(prompt) > _MAX_PROMPT:
        return []
    sentences = read_sentences(prompt, person=True)
    return [(one, len(sentences) == 1) for one in sentences if _demands(one)]


def _demands(sentence: Sentence) -> bool:
    """Whether a sentence demands something that may go along with any task."""
    plain = sentence.plain
    if not _MIN_WORDS <= len(plain.split()) <= _MAX_WORDS or MASK in plain or plain.endswith(":"):
        return False
    lead = cues.LEAD.match(plain)
    if not (_DEMAND.match(plain) or _DEMAND.match(plain, lead.end() if lead else 0)):
        return False
    return not (duration_cues.is_passing(plain) or _FIXES.search(plain)) and bool(_name_words(sentence))


def _name_words(sentence: Sentence) -> frozenset[str]:
    """The words of what is asked for, without endings of the plural."""
    words = content_words(sentence.plain) - _OTHER_WORDS
    return frozenset(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in words)


def _is_same(demand: Sentence, other: Sentence) -> bool:
    one, two = _name_words(demand), _name_words(other)
    is_alike = len(one & two) >= _ALIKE * max(len(one), len(two))
    return is_alike and is_negated(demand.plain) == is_negated(other.plain)


def _drop_resent(prompt: str, earlier: Iterable[str]) -> list[str]:
    """The earlier prompts that are about something else than the prompt and than one another."""
    kept = [(content_words(prompt), prompt)]
    for one in earlier:
        words = content_words(one)
        if not any(_is_resent(words, other) for other, _ in kept):
            kept.append((words, one))
    return [one for _, one in kept[1:]]


def _is_resent(words: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two prompts with these words are the same one; a few words that both have do not make them so."""
    least = min(len(words), len(other))
    return words == other or (least > _FEW and len(words & other) >= _RESENT * least)


def _make(sentence: Sentence, times: int) -> Candidate:
    polite = _POLITE.match(sentence.text)
    text = sentence.text[polite.end() if polite else 0 :].rstrip(" .;,?!")
    return Candidate(
        kind="rule",
        text=f"{text[:1].upper()}{text[1:]}" if polite else text,
        why=f"Asked for in {times} prompts.",
        quote=sentence.text,
        role="user",
        confidence=0.8,
    )
