"""The clauses of a rule, to distinguish two wordings of one rule from two rules.

A clause has its deeds, the things that they are done to, and what narrows it: a place, a condition, a time. Two clauses
are the same only where all of it is: `never push to main` and `never push without tests` share their deed and nothing
else.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from backstory.patterns.pattern import Pattern
from backstory.recall.text.likeness import strip_ending
from backstory.recall.text.rule_words import (
    AND,
    ASIDE,
    BANS,
    BRINGS,
    DEEDS,
    EITHER,
    FILLING,
    HAVING,
    JOINS,
    MARKERS,
    NEITHER,
    NEW,
    OWN,
    PRONOUNS,
    SHORT_NAMES,
    STOPS,
    TOGETHER,
)

_BREAK: Final = Pattern(r"(?:[.;!?:](?=\s|$)|[()]|\s[—–-]+\s|\s(?:but|aber|mais|pero|mas|maar)\s)")
_TOKEN: Final = Pattern(r"`[^`]+`|--?[^\W_][\w-]*|@?[^\W_][\w.'’/:+#@-]*|[,/]")
_REASON: Final = Pattern(
    r"[,;:(\s—-]*\b(?:because|so that|as that|since (?:the|it|we|i|they|that|this)|otherwise|weil|damit|denn|sonst"
    r"|parce que|car|sinon|porque|para que|perché|omdat)\b.*"
    r"|,\s*so (?:that|the|we|i|it)\b.*"
)
_PHRASES: Final = (
    (Pattern(r"^(?:i (?:already |just |have )?(?:said|told you)|as i (?:already )?said|ich hab\w* (?:doch )?gesagt"
             r"|wie (?:schon )?gesagt|j'ai (?:déjà )?dit|ya (?:te )?(?:lo )?dije|te dije)\b[\s,:]*"
             r"(?:that |que |qu')?"), ""),
    (Pattern(r"(?:`|\bgit )*\bpush (?:with )?(?:--force(?:-with-lease)?|-f)(?![\w-])`?"
             r"|\bforce[- ]push(?:es|ing|ed)?\b"),
     "force-push"),
    (Pattern(r"\b(?:hands off|stay (?:out of|away from)|keep (?:out of|away from)|finger weg von) "), "not edit "),
    (Pattern(r"\b(?:leave|let) ([\w./`'-]+(?: [\w./`'-]+)?) alone\b"), r"not edit \1"),
    (Pattern(r"\bmess(?:ing)? with\b|\btamper(?:ing)? with\b|\bfiddl(?:e|ing) with\b"), "edit"),
    (Pattern(r"\b(?:refrain from|no longer|do not|never ever)\b"), "not"),
    (Pattern(r"(?:\bwith no|(?:^|[,;(—–-]) ?no) exceptions?\b(?! (?:in|for|from|are|across)\b)"), " "),
    (Pattern(r"\bwith no\b"), "without"),
    (Pattern(r"\bn'(?=\w)"), "ne "),
    (Pattern(r"\b[dl]'(?=\w)"), " "),
    (Pattern(r"\bstop (?=\w+ing\b)"), "avoid "),
    (Pattern(r"\b(?:under any|under no) circumstances?\b|\bno matter what\b|\bat all\b|\bat any time\b"), " "),
    (Pattern(r"\b(?:from now on|going forward|in (?:the )?future|ab (?:jetzt|sofort)|à partir de maintenant"
             r"|a partir de ahora|désormais|künftig)\b"), " "),
    (Pattern(r"\b(?:in|for|of|im|dans|en) (?:this|our|the|my|diesem|ce|este|esta) (?:whole |entire )?"
             r"(?:repo|repository|project|projekt|projet|proyecto|code ?base)\b"), " "),
    (Pattern(r"\binstead of\b|\brather than\b|\bau lieu d[e']|\ben (?:lugar|vez) de\b"), " instead "),
)  # fmt: skip
_START: Final = Pattern(
    r"[,\s]*\bbefore (?:you |we )?(?:even )?(?:(?:start|begin|proceed|continue|go on|implement|cod)(?:ing|e)?"
    r"|(?:writ|mak|do|chang|touch|edit)(?:e|ing)? (?:any |the |some )?(?:code|changes?|anything|implementation)"
    r"|(?:the )?implementation)"
    r"(?: (?:it|this|that|anything|them|(?:the |any )?(?:work|code|implementation|changes?|feature|task)))?"
    r"(?=[\s.,;!]*$)"
)
"""Before the work, the time to ask and to plan."""
_END: Final = Pattern(
    r"[,\s]*\b(?:when(?:ever)? (?:you(?:['’]re| are) )?(?:done|finished|ready)|once (?:you(?:['’]re| are) )?(?:done"
    r"|finished)|at the end|in the end|afterwards?|after (?:you(?:['’]re| are) (?:done|finished)|(?:each|every|any|your"
    r"|the) changes?|(?:making |every |each )changes?))(?=[\s.,;!]*$)"
)
"""After the work, the time to run and to check."""
_BEFORE_WORK: Final = frozenset(("ask", "plan", "clarify", "explain", "read"))
_AFTER_WORK: Final = frozenset(("run", "test", "lint", "format", "build", "check", "verify", "edit"))


class Clause(NamedTuple):
    """What a rule asks for or forbids."""

    is_ban: bool
    deeds: frozenset[str]
    """What is done. Empty for a ban that names only a thing: `no semicolons`."""
    things: frozenset[tuple[str, ...]]
    """What it is done to: each thing of a row by its words, in their order."""
    narrowing: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
    """What narrows it: how, and the words."""
    time: str = ""
    """`start` or `end` where it names the time at which its deed is done anyway."""

    @property
    def size(self) -> int:
        """How much it says."""
        words = [*self.things, *(words for _, words in self.narrowing)]
        return len(self.deeds) + sum(map(len, words)) + bool(self.time)


def read_clauses(rule: str) -> list[Clause]:
    """The clauses of a rule, without its reason."""
    text = rule.lower().replace("’", "'")
    text = _REASON.sub("", text) or text
    for pattern, other in _PHRASES:
        text = pattern.sub(other, text)
    clauses: list[Clause] = []
    for sentence in _BREAK.split(text):
        sentence, time = _cut_time(sentence)
        read: list[Clause] = []
        for tokens in _split_clauses(_TOKEN.findall(sentence)):
            clause = _read_clause(tokens, [*clauses, *read][-1:])
            read += [clause] if clause else []
        shared = {pair for clause in read for pair in clause.narrowing if pair[0] not in OWN}
        clauses += [_set_time(one._replace(narrowing=one.narrowing | shared), time) for one in read]
    return clauses


def covers(clauses: Sequence[Clause], others: Sequence[Clause]) -> bool:
    """Whether a rule says all that another one says."""
    return bool(others) and all(any(_includes(clause, other) for clause in clauses) for other in others)


def _includes(clause: Clause, other: Clause) -> bool:
    if clause.is_ban != other.is_ban or clause.narrowing != other.narrowing or other.time not in ("", clause.time):
        return False
    if not other.things <= clause.things or bool(other.things) != bool(clause.things):
        return False
    if bool(other.deeds) == bool(clause.deeds):
        return other.deeds <= clause.deeds
    return clause.is_ban and other.deeds | clause.deeds <= HAVING


def _cut_time(sentence: str) -> tuple[str, str]:
    """A sentence without the time before or after the work, and which one it names."""
    for pattern, time in ((_START, "start"), (_END, "end")):
        match = pattern.search(sentence)
        if match:
            return sentence[: match.start()], time
    return sentence, ""


def _set_time(clause: Clause, time: str) -> Clause:
    """A clause with the time that its sentence names; it narrows one whose deed is done at other times too."""
    if not time:
        return clause
    usual = _BEFORE_WORK if time == "start" else _AFTER_WORK
    if not clause.is_ban and clause.deeds and clause.deeds <= usual:
        return clause._replace(time=time)
    return clause._replace(narrowing=clause.narrowing | {("time", (time,))})


def _split_clauses(tokens: Sequence[str]) -> Iterator[list[str]]:
    """Yields the tokens of each clause. A new one begins where a ban or another deed follows a conjunction, unless
    only deeds stand before it: `never commit or push`. It begins with the conjunction. A condition stands with what
    follows it."""
    clause: list[str] = []
    for place, token in enumerate(tokens):
        if token in JOINS and not _is_condition(clause) and _begins_clause(clause, tokens[place + 1 :]):
            yield clause
            clause = [token]
        else:
            clause.append(token)
    yield clause


def _is_condition(tokens: Sequence[str]) -> bool:
    """Whether a clause has only what has to hold for the rest of it: `before you push, ...`."""
    first = next((token for token in tokens if token not in FILLING and token not in JOINS), "")
    return first in MARKERS and MARKERS[first] not in OWN and "," not in tokens[1:]


def _begins_clause(clause: Sequence[str], tokens: Sequence[str]) -> bool:
    first = next((token for token in tokens[:4] if token not in FILLING and token not in JOINS), "")
    if first in BANS:
        return bool(clause)
    is_deed = first in DEEDS and DEEDS[first] not in ASIDE
    return is_deed and any(token not in FILLING | BANS | JOINS and token not in DEEDS for token in clause)


def _read_clause(tokens: Sequence[str], before: Sequence[Clause]) -> Clause | None:
    """The clause of these tokens; what `it` means is in the one before."""
    join, tokens = (tokens[0], tokens[1:]) if tokens and tokens[0] in JOINS else ("", tokens)
    follows_ban = bool(join and before and before[0].is_ban)
    is_ban = follows_ban and join in NEITHER
    is_either = points = False
    deeds: list[str] = []
    row: list[list[str]] = [[]]
    phrases: list[tuple[str, list[str]]] = []
    marker = ""
    for token in tokens:
        if token in BANS and not marker and not (is_ban and token in STOPS):
            is_ban = True
        elif token in MARKERS:
            marker = MARKERS[token]
            phrases.append((marker, []))
        elif token == "to" and marker == "from":
            marker = "to"
            phrases.append((marker, []))
        elif token == "," and marker and not deeds and not any(row):
            marker = ""
        elif token in JOINS:
            row.append([])
            is_either = is_either or token in EITHER
        elif token in PRONOUNS and not marker:
            points = True
        elif token in FILLING:
            continue
        elif marker:
            phrases[-1][1].append(_name(token))
        elif _is_deed(token, deeds, row):
            deeds.append(DEEDS[token])
        else:
            row[-1].append(_name(token))
    new = NEW if is_ban and set(deeds) <= BRINGS else frozenset[str]()
    things = _list_things([[word for word in thing if word not in new] for thing in row], is_ban, is_either)
    if points and not things:
        things = before[0].things if before else frozenset((("it",),))
    if follows_ban and not is_ban and join in AND:
        phrases.append(("and", []))  # `do not stop it and run it again`: which of both it is, nobody can say
    narrowing = frozenset((how, tuple(words)) for how, words in phrases)
    if not (deeds or things or narrowing):
        return None
    deeds = ["|".join(sorted(deeds))] if is_either and not is_ban and deeds else deeds
    return Clause(is_ban, frozenset(deeds), things, narrowing)


def _is_deed(token: str, deeds: Sequence[str], row: Sequence[Sequence[str]]) -> bool:
    """Whether a word is the deed of its clause: the first verb, or the next in a row of verbs."""
    if token not in DEEDS or (any(row) and deeds):
        return False
    is_next_in_row = not deeds or (not row[-1] and len(row) > len(deeds))
    return is_next_in_row if DEEDS[token] not in ASIDE else is_next_in_row and not any(row)


def _list_things(row: Sequence[Sequence[str]], is_ban: bool, is_either: bool) -> frozenset[tuple[str, ...]]:
    """The things of a row, each by itself where it has one word; all words in one otherwise."""
    things = [tuple(thing) for thing in row if thing]
    words = tuple(word for thing in things for word in thing)
    is_apart = all(len(thing) == 1 for thing in things) and (is_ban or not is_either)
    if is_apart and not TOGETHER.intersection(words):
        return frozenset(things)
    return frozenset((words,))


def _name(token: str) -> str:
    """A word without its ending; a verb as its deed, code and options as they stand."""
    word = token.strip("`").rstrip(".,:;'/") or token
    word = SHORT_NAMES.get(word, word)
    if word in DEEDS:
        return DEEDS[word]
    return strip_ending(word) if word.isalpha() else word
