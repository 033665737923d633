"""Words that the person gave as a value, and others later: `colour teal`, and the next day `teal is too dark, use
coral`.

What gives a value is a clause of a few words or one with a sign: `colour teal`, `key = plan + seat`, `POST and PATCH
only`. A later short prompt names that value, gives another one in a clause that says nothing else, and the answer
states it as what is so now. Less than that marks true sentences: in 2,000 prompts and answers of real work, every mark
of a looser rule was wrong.
"""

from functools import lru_cache
from itertools import pairwise

from backstory.base.courtesies import is_goodbye
from backstory.base.figures import NUMBERS, UNITS, Figure
from backstory.base.overturns.cues import ARTICLES, LEADS, NOW, ORDERS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.overturns.renames import FORMER
from backstory.base.overturns.value_clauses import (
    BRIEF,
    ONLY,
    PERSONS,
    Stated,
    Token,
    ValueClause,
    adds,
    join_stems,
    keeps_or_orders,
    list_clauses,
    may_state,
    split_at_joints,
    split_clauses,
)
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP
from backstory.base.unspaced import is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_ANSWERING = 4
"""Sentences of an answer that may state the new value."""
_FAR = 80
"""Exchanges within which a value is replaced."""
_PROMPT = 60
"""Words of a prompt above which it orders much."""
_MOST = 4
"""Words of a new value, and clauses that one statement revises."""
_TERSE = 3
"""Words of a clause that gives a value without a sign for it."""


class _Prompt:
    """What a prompt orders."""

    def __init__(self, asked: "Sequence[Sentence]") -> None:
        self.asked = asked
        self.stems = frozenset().union(*[one.stems for one in asked])
        self.clauses = [tokens for one in asked for tokens in split_clauses(one.text)]
        ordered = [[each for each in tokens if each.word not in ORDERS] for tokens in self.clauses]
        self.short = [stems for tokens in ordered if (stems := content(join_stems(tokens)))]
        """What its clauses are about."""
        self.plain = [join_stems(values) for tokens in self.clauses if (values := _read_given(tokens))]
        """The values of those that give one and say nothing else."""
        self.adding = join_stems([one for tokens in self.clauses if _adds(tokens) for one in tokens])


def _read_given(tokens: "Sequence[Token]") -> "list[Token]":
    """The words of a clause that gives a value and says nothing else: `take coral instead of teal`. Empty for any
    other, such as `this is my config`."""
    end = next((place for place, one in enumerate(tokens) if one.word in _INSTEAD), len(tokens))
    values = [one for one in tokens[:end] if one.word not in _GIVING]
    return values if len(values) <= _MOST and all(one.stems and one.word not in STOP for one in values) else []


_INSTEAD = frozenset(("instead", "rather", "statt", "anstatt", "au", "plutôt", "en"))
"""Words behind which stands what is given no longer."""
_GIVING = ORDERS | LEADS | ONLY | ARTICLES | {"please", "now", "better", "lieber", "it", "du", "un", "una", "une"}
"""Words of a clause that gives a value, beside the value."""


def _is_of_another(tokens: "Sequence[Token]", stems: "frozenset[str]") -> bool:
    """Whether a clause speaks of another thing of the same name."""
    return any(before.word in _ANOTHER and not stems.isdisjoint(one.stems) for before, one in pairwise(tokens))


_ANOTHER = frozenset(("other", "another", "second", "andere", "anderer", "anderen", "autre", "otro", "otra", "altro"))


def _adds(tokens: "Sequence[Token]") -> bool:
    return adds([one.word for one in tokens])


class _Change:
    """What a prompt orders, and a clause of the answer that states it."""

    def __init__(self, exchange: "Exchange", prompt: _Prompt, stated: Stated) -> None:
        self.exchange = exchange
        self.number = exchange.number
        self.prompt = prompt
        self.stated = stated
        self.stems = prompt.stems
        self.given = stated.telling & self.stems
        """What the prompt and the answer both name."""
        self.about = self.stems | stated.stems
        """What the prompt and the answer speak of."""
        self.adds = stated.adds or not prompt.adding.isdisjoint(self.given)

    def gives_shortly(self, new: "frozenset[str]") -> bool:
        """Whether the prompt gives something in a clause that says nothing else: `use coral`."""
        return new in self.prompt.short

    def gives_plainly(self, new: "frozenset[str]") -> bool:
        """Whether the prompt gives something in a clause that has no other word."""
        return any(new <= values for values in self.prompt.plain)

    def writes(self, value: str) -> bool:
        """Whether the prompt has a value as it is written."""
        return any(value.lower() in one.text.lower() for one in self.prompt.asked)

    def names_former(self, stems: "frozenset[str]", new: "frozenset[str]") -> bool:
        """Whether the prompt names a former value beside the new one, and does not order or keep it."""
        if not stems or not stems & self.stems or self._is_in_force(stems):
            return False
        if not any(new <= join_stems(tokens) for tokens in self.prompt.clauses):
            return False  # `tables need a border, grey is too light, take black` gives the border a value
        places = [[one.number for one in self.prompt.asked if one.stems & each] for each in (stems, new)]
        if not any(abs(old - given) <= 1 for old in places[0] for given in places[1]):
            return False
        clauses = [tokens for tokens in self.prompt.clauses if stems & join_stems(tokens)]
        if all(map(_adds, clauses)):
            return False  # something else has it, too
        if all(_is_of_another(tokens, stems) for tokens in clauses):
            return False  # `the other thread reads it`
        return not any(map(keeps_or_orders, clauses))

    def _is_in_force(self, stems: "frozenset[str]") -> bool:
        """Whether the answer still gives a value to something."""
        sentences = [one for one in self.exchange.answered[:_ANSWERING] if stems & one.stems and not one.is_question]
        return any(
            FORMER.isdisjoint(one.words) and tables().gone.find(one.words) is None
            for one in sentences
            if one is self.stated.sentence or not NOW.isdisjoint(one.words)
        )

    def get_order(self, new: "frozenset[str]") -> "Sentence":
        """The sentence of the prompt that gives the new value."""
        return max(self.prompt.asked, key=lambda one: len(one.stems & new))


class _Replaced:
    """A clause whose value another one replaced."""

    __slots__ = ("by", "came_back", "change", "clause", "named", "value")

    def __init__(self, clause: ValueClause, change: _Change, named: "Sequence[Token]", value: str) -> None:
        self.clause = clause
        self.change = change
        self.named = named
        """The words that the person names as the former value."""
        self.value = value
        self.by = change.get_order(change.given)
        self.came_back = False


def find_revalued(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences that give something a value in words which another one replaced, each with that."""
    changes = {exchange.number: read for exchange in exchanges if (read := exchange.read(_list_changes))}
    last = max(changes, default=0)
    clauses: list[ValueClause] = []
    replaced: list[_Replaced] = []
    for exchange in exchanges:
        if exchange.number > last:
            break
        for change in changes.get(exchange.number, ()):
            compared = [_compare(clause, change) for clause in clauses]
            replaced += _choose([one for one in compared if one is not None])
        clauses += [clause for one in _list_asked(exchange) for clause in list_clauses(one)]
        while clauses and exchange.number - clauses[0].exchange > _FAR:
            del clauses[0]
    _follow(replaced)
    marks = _mark([one for one in replaced if not one.came_back], exchanges)
    yield from (one for one in marks if one.figure is not None and _is_alike(one.figure.written, one.value))


def _is_alike(former: str, value: str) -> bool:
    """Whether one value can stand in the place of another: no call, and a number only in that of a number."""
    has_digits = [any(map(str.isdigit, text)) and not any(map(str.isalpha, text)) for text in (former, value)]
    return has_digits[0] == has_digits[1] and _CALL.isdisjoint(value)


_CALL = frozenset("({[")


def _list_asked(exchange: "Exchange") -> "list[Sentence]":
    """What a prompt orders; nothing of a long one."""
    if sum(len(one.words) for one in exchange.asked) > _PROMPT:
        return []
    return [one for one in exchange.asked if not (one.is_imagined() or is_unspaced(one.text))]


def _list_changes(exchange: "Exchange") -> "list[_Change]":
    """What a prompt orders and its answer says to be so now."""
    changes: list[_Change] = []
    prompt: _Prompt | None = None
    asked = _list_asked(exchange) if exchange.answered else []
    for one in exchange.answered[:_ANSWERING] if asked else ():
        if not may_state(one.words) or one.is_imagined() or is_unspaced(one.text) or is_goodbye(one.words):
            continue
        prompt = prompt or _Prompt(asked)
        for tokens in split_clauses(one.text) if one.stems & prompt.stems else ():
            parts = list(split_at_joints(tokens))
            for part in [tokens, *parts] if len(parts) > 1 else [tokens]:
                change = _Change(exchange, prompt, Stated(one, part))
                if change.given and (change.stated.says_now or change.adds or _is_brief(change)):
                    changes.append(change)
    return changes


def _is_brief(change: _Change) -> bool:
    """Whether prompt and answer give something in few words: `use coral` and `Coral it is.`"""
    tokens = change.stated.tokens
    return change.gives_shortly(change.given) and len(tokens) <= BRIEF and tokens[0].word not in PERSONS


def _compare(clause: ValueClause, change: _Change) -> _Replaced | None:
    """What a change replaces of a clause; none where it is about something else."""
    if clause.is_only:
        return _compare_lists(clause, change)
    return None if clause.stems.isdisjoint(change.about) else _compare_values(clause, change)


def _compare_lists(clause: ValueClause, change: _Change) -> _Replaced | None:
    """What a change replaces of a clause that limits something to a list: it leaves an item out."""
    stated = change.stated
    items = join_stems(clause.items)
    gone = (items - stated.stems) & change.stems
    if not (stated.is_limited and gone and items & stated.stems):
        return None
    kept = [one for one in stated.tokens if one.stems & change.given or one.word in ONLY]
    text = stated.sentence.text
    value = text[kept[0].start : kept[-1].end] if kept else ""
    return _Replaced(clause, change, clause.items, value)


def _compare_values(clause: ValueClause, change: _Change) -> _Replaced | None:
    """What a change replaces of a clause that gives a value."""
    stated = change.stated
    new = change.given - clause.stems
    if not 0 < len(new) <= _MOST or change.adds or not (stated.says_now or _is_brief(change)):
        return None
    if new <= _relative_days():
        return None  # `tomorrow` is another day by the time that somebody reads it
    if new <= _units():
        return None  # `seconds` is a part of the figure before it, in `that one takes four seconds`
    old = _list_old(clause, stated) if clause.is_assigned or len(clause.tokens) <= _TERSE else []
    if not old:
        return None
    frame = (clause.stems - join_stems(old)) & stated.stems
    subject = content(join_stems(stated.list_subject(new)))
    if subject & new and not (subject <= new and (frame or not stated.stems - new)):
        return None  # the answer is about what the prompt brings up
    named = [one for one in old if change.names_former(content(one.stems), new)]
    value = _read_value(stated, new) if named and change.gives_plainly(new) else ""
    return _Replaced(clause, change, named, value) if value and change.writes(value) else None


@lru_cache(1)
def _relative_days() -> "frozenset[str]":
    return stem_words(_RELATIVE_DAYS.split())


@lru_cache(1)
def _units() -> "frozenset[str]":
    return stem_words([*UNITS, *NUMBERS])


_RELATIVE_DAYS = """
tomorrow today tonight yesterday later soon morgen heute gestern später bald demain hier bientôt mañana hoy ayer pronto
luego domani oggi ieri amanhã hoje ontem vandaag
"""
"""Words for a day or a time that depend on when they are said."""


def _list_old(clause: ValueClause, stated: Stated) -> "list[Token]":
    """The words of a clause that are its former value if a statement gives another one."""
    tokens = [one for one in clause.values or clause.tokens if one.stems and not one.stems & stated.stems]
    tokens = [one for one in tokens if not _is_contraction(one.word)]
    if clause.values or not tokens:
        return tokens
    last = [one for one in clause.tokens if one.stems][-1]
    return [last] if last in tokens else tokens


def _is_contraction(word: str) -> bool:
    """Whether a word is a small one with what was left of the next: `what's`, `don’t`."""
    head, *rest = word.replace("’", "'").split("'", 1)
    return bool(rest) and head in STOP


def _read_value(stated: Stated, new: "frozenset[str]") -> str:
    """The new value as a statement has it; empty where it stands in several places."""
    places = [place for place, one in enumerate(stated.tokens) if one.stems & new]
    if not places or places[-1] - places[0] >= _MOST:
        return ""
    return stated.sentence.text[stated.tokens[places[0]].start : stated.tokens[places[-1]].end]


def _choose(replaced: "list[_Replaced]") -> "list[_Replaced]":
    """What one statement replaces: where it names what a clause is about, nothing else."""
    linked = [one for one in replaced if one.clause.stems - join_stems(one.named) & one.change.stated.stems]
    chosen = linked or replaced
    return chosen if len(chosen) <= _MOST else []


def _follow(replaced: "Sequence[_Replaced]") -> None:
    """Has each value that was replaced name the one in force, where that was replaced in its turn."""
    for place in range(len(replaced) - 1, -1, -1):
        one = replaced[place]
        for later in replaced[place + 1 :]:
            is_next = later.clause.exchange == one.change.number and later.value
            if is_next and any(token.text.lower() == one.value.lower() for token in later.named):
                one.value, one.by = later.value, later.by
                one.came_back = any(token.text.lower() == one.value.lower() for token in one.named)
                break


def _mark(replaced: "Sequence[_Replaced]", exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what was replaced, the last one of each place."""
    last: dict[tuple[int, int, int], Overturn] = {}
    for one in replaced:
        sentence = one.clause.sentence
        if one.clause.is_only:
            first, end = one.clause.tokens[0], one.clause.tokens[-1].end
            last[sentence.row, sentence.number, end] = _replace(one, sentence, sentence.text[first.start : end], end)
        else:
            for spoken, token in [*((sentence, token) for token in one.named), *_list_answers(one, exchanges)]:
                last[spoken.row, spoken.number, token.end] = _replace(one, spoken, token.text, token.end)
    yield from last.values()


def _replace(one: _Replaced, sentence: "Sentence", written: str, end: int) -> Overturn:
    figure = Figure(written, written, "", (), (), end, written)
    return Overturn(sentence, one.by.text, one.by.row, figure, one.value)


def _list_answers(one: _Replaced, exchanges: "Sequence[Exchange]") -> "list[tuple[Sentence, Token]]":
    """Where answers state a former value of what the clause is about, until it was replaced."""
    clause = one.clause
    former = join_stems(one.named)
    about = content(clause.stems - former)
    asked = next((exchange.asked for exchange in exchanges if exchange.number == clause.exchange), ())
    if sum(not former.isdisjoint(each.stems) for sentence in asked for each in list_clauses(sentence)) > 1:
        return []  # several things have it, and an answer may speak of any of them
    places: list[tuple[Sentence, Token]] = []
    for exchange in exchanges:
        if not clause.exchange <= exchange.number < one.change.number:
            continue
        for sentence in exchange.answered:
            if former.isdisjoint(sentence.stems) or sentence.is_imagined() or is_unspaced(sentence.text):
                continue
            for tokens in split_clauses(sentence.text):
                same = [token for token in tokens if any(token.stems == each.stems for each in one.named)]
                if same and (about & join_stems(tokens) or exchange.number == clause.exchange):
                    places += [(sentence, token) for token in same]
    return places if len(places) <= _MOST else []
