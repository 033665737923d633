"""Choices and changes that were taken back: what was undone, removed, turned down, and what came back after that."""

from collections import Counter
from itertools import pairwise

from backstory.base.overturns.cues import (
    ALL,
    ARTICLES,
    COLOURS,
    COPULAS,
    GREEN,
    LEADS,
    ORDERS,
    PARTICIPLES,
    PREPOSITIONS,
    PRONOUNS,
    RED,
    SCOPES,
    STATES,
)
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.failure_reports import tells_failure
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.overturns.removals import STRONG, WITHOUT, Removal, find_kind, orders_first
from backstory.base.reversals import read_words, stem_words
from backstory.base.tokenizer import STOP, WEAK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Clause, Exchange, Sentence

_MOST_NAMES = 3
"""Words that name one thing."""
_NEAR = 5
"""Words behind `back to` that name what comes back, and before a verb that name what became of something."""
_BRIEF = 8
"""Words up to which what a person writes is an order."""


_PART_WORDS = """
line lines filter filters call calls duplicate duplicates check checks except besides unless usage import imports copy
state
"""
_PARTS = frozenset(_PART_WORDS.split())
"""What an agent takes out of something that stays."""


def find_taken_out(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what was said of things that were taken out or turned down, and of their absence where they came back."""
    removals: list[Removal] = []
    for exchange in exchanges:
        removals += exchange.read(_read_removals)
    spread = Counter(stem for exchange in exchanges for stem in exchange.stems) if removals else Counter()
    most = max(_FEW_EXCHANGES, _RARE * len(exchanges))
    removals = [one for one in removals if any(spread[stem] <= most for stem in one.named)]
    for removal in removals:
        back = _find_return(removal, exchanges)
        if back is not None:
            yield Overturn(removal.sentence, back.text, back.row)
            continue
        for other in filter(removal.is_of, exchanges[: removal.exchange.number]):
            for one in other.sentences:
                if removal.named <= one.stems and removal.reaches(other) and _was_chosen(one, removal):
                    yield Overturn(one, removal.sentence.text, removal.sentence.row)
                    for following in _list_following(one, other):
                        yield Overturn(following, removal.sentence.text, removal.sentence.row)


_RARE = 0.2
"""Share of the exchanges up to which one of its words tells a thing from others."""
_FEW_EXCHANGES = 6
"""The same as a number of exchanges, in a short talk."""


def find_passed(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what was said of tests that fail and pass since."""
    sentences = [one for exchange in exchanges for one in exchange.sentences]
    green = [one for one in sentences if not one.is_person and _passes(one) and not one.is_imagined()]
    for one in sentences if green else ():
        if RED.isdisjoint(one.words) or one in green or one.is_imagined() or one.explains():
            continue
        later = [other for other in green if other.row > one.row and _is_of_tests(one, other)]
        if later:
            yield Overturn(one, later[-1].text, later[-1].row)


def _passes(sentence: "Sentence") -> bool:
    words = sentence.words
    return not GREEN.isdisjoint(words) and "not" not in words and not ALL.isdisjoint(words) and RED.isdisjoint(words)


def _is_of_tests(red: "Sentence", green: "Sentence") -> bool:
    """Whether a sentence speaks of tests that are red, among those that another one says are green."""
    is_named = bool(red.stems & _TESTS) or (not COLOURS.isdisjoint(red.words) and len(red.words) <= _BRIEF)
    if not is_named or tuple(red.words[:2]) in _PLANS:
        return False
    is_state = not STATES.isdisjoint(red.words)
    names = [clause.names for clause in red.clauses]
    return is_state and (bool(green.stems & _TESTS) or any(one & green.stems for one in names))


_PLANS = frozenset((("i", "will"), ("i", "ll"), ("let", "s"), ("let", "me"), ("now", "let"), ("ich", "werde")))
"""How an agent says what it is about to do."""
_TESTS = stem_words(["test", "tests", "suite", "specs"])


def _list_following(sentence: "Sentence", exchange: "Exchange") -> "Iterator[Sentence]":
    """Yields the sentences of an agent that go on from one with a pronoun."""
    place = exchange.answered.index(sentence) if sentence in exchange.answered else len(exchange.answered)
    for one in exchange.answered[place + 1 :]:
        if one.row != sentence.row or one.words[:1] == [] or one.words[0] not in PRONOUNS:
            break
        yield one


def _find_return(removal: Removal, exchanges: "Sequence[Exchange]") -> "Sentence | None":
    """The later sentence which says that something is back."""
    for exchange in exchanges[removal.exchange.number + 1 :]:
        for sentence in exchange.sentences:
            if removal.named <= sentence.stems and not sentence.is_imagined() and _restores(sentence, removal.named):
                return sentence
    return None


def _restores(sentence: "Sentence", named: "frozenset[str]") -> bool:
    words = sentence.words
    if tables().restores.find(words) is not None:
        return True
    if "back" not in words:
        return False
    behind = words[words.index("back") : words.index("back") + _NEAR]
    return "bring" in words or (sentence.is_person and behind[1:2] == ["to"] and bool(named & stem_words(behind)))


def _read_removals(exchange: "Exchange") -> "Iterator[Removal]":
    """Yields what an exchange takes out: the person turns it down, or the agent tells what it removed.

    What an agent removes is a thing of the talk if the person speaks of it, or if it is a file.
    """
    taken = [(named, one) for one in exchange.answered for named in read_removed(one)]
    asked = frozenset().union(*[one.stems for one in exchange.asked]) if taken else frozenset()
    for named, sentence in taken:
        is_part = not _PARTS.isdisjoint(sentence.words) or "files" in sentence.words or _is_from_list(sentence)
        if not (named <= _CHORES | _SIDES or is_part) and (named <= asked or _is_file(named, sentence)):
            yield Removal(named | find_kind(named, exchange.asked), sentence, exchange)
    for sentence in exchange.asked:
        for named in read_removed(sentence):
            is_sure = tables().prefers.find(sentence.words) is not None
            is_thing = len(named) > 1 or bool(taken) or is_sure or _is_name(named, sentence) or _is_out(named, sentence)
            if not is_thing or not _RELATIVE.isdisjoint(sentence.words) or _is_aside(sentence):
                continue
            if not named <= _CHORES and not (_is_release(named) and "out" in sentence.words):
                yield Removal(named, sentence, exchange)


def _is_out(named: "frozenset[str]", sentence: "Sentence") -> bool:
    """Whether a person takes out one thing that they name with its article, or behind a verb that says nothing else:
    `the lock can go`, `drop the lock`, `let's abandon csv`, `leave "deleted" out`."""
    words = _join_leave_out(sentence.words)
    before = {word for word, after in pairwise(words) if named <= stem_words([after])}
    if not before.isdisjoint(_GIVES_UP) or ("out" in before and "leave" in words):
        return True
    is_led = not before.isdisjoint(ARTICLES)
    return is_led and (not (STRONG | _GIVES_UP).isdisjoint(words) or tables().is_down.find(words) is not None)


_GIVES_UP = frozenset(("abandon", "withdraw", "ditch", "scrap", "forget", "without"))
_RELATIVE = frozenset(("that", "which", "being", "usage", "whose"))
"""Words of a prompt that takes out some of a kind."""
_ASIDES = frozenset(("no", "non", "not"))
_ANSWER = 4
"""Words of a prompt that turns something down with a bare `no`."""


def _is_aside(sentence: "Sentence") -> bool:
    """Whether a sentence has a `no` in passing, `no effect, same look`, or for once."""
    words = sentence.words
    if "non-" in sentence.text.lower() or (words[:1] == ["instead"] and ORDERS.isdisjoint(words)):
        return True
    if tables().for_once.find(words):
        return True  # `skip the hooks for this one commit`: they stay
    if any(word == "no" and after in ORDERS for word, after in pairwise(words)):  # `no use the real data`: now
        return True
    is_bare = STRONG.isdisjoint(words) and tables().prefers.find(words) is None
    is_aside = is_bare and not _ASIDES.isdisjoint(words[:1]) and len(words) > _ANSWER
    return is_aside and tables().is_down.find(words) is None


def _is_from_list(sentence: "Sentence") -> bool:
    """Whether an agent takes something out of one of several places: `from the list of types`."""
    words = sentence.words
    return "from" in words and not _LISTS.isdisjoint(words[words.index("from") :])


_LISTS = frozenset(("list", "lists", "response", "key", "endpoint", "model", "table", "card", "header", "row"))


def _is_release(named: "frozenset[str]") -> bool:
    """Whether words name nothing but a release: `8.4.0 is out` says that it can be had."""
    return all(stem in _RELEASES or not any(map(str.isalpha, stem.lstrip("v"))) for stem in named)


def reports_release(sentence: "Sentence") -> bool:
    """Whether a sentence says that a release can be had. That is news, and takes nothing back."""
    if _CAN_BE_HAD.isdisjoint(sentence.words):
        return False
    named = [removed for removed in read_removed(sentence) if removed]
    return any(_is_release(removed) for removed in named)


_CAN_BE_HAD = frozenset(("out", "released", "tagged", "shipped", "published", "live"))
_RELEASE_WORDS = "release releases version versions beta alpha rc candidate update patch hotfix new next"
_RELEASES = stem_words(_RELEASE_WORDS.split())


_CHORE_WORDS = """
branch branches stash worktree tag commit merge pr draft file files folder line lines log logs print comment comments
space spaces console debug rest others changes original
"""
_CHORES = stem_words(_CHORE_WORDS.split())
"""Things that an agent removes in passing and that nobody chose."""


def _is_file(named: "frozenset[str]", sentence: "Sentence") -> bool:
    """Whether the name of a file or of a part of code is all that a sentence says is gone."""
    for word in sentence.text.split():
        core = word.strip("`'\",:;!?()")
        if any(sign in core for sign in "._/") and stem_words(read_words(core)) == named:
            return True
    return False


def _was_chosen(sentence: "Sentence", removal: Removal) -> bool:
    """Whether a sentence may state or order something that was chosen."""
    explains = sentence.explains() and not orders_first(sentence, removal.named)
    is_reason = not sentence.is_person and tells_failure(sentence.words)  # why it was taken out, which still holds
    if sentence.is_question or explains or is_reason or read_removed(sentence) or not removal.is_at(sentence):
        return False
    denied = {
        stem
        for place, word in enumerate(sentence.words)
        if word in WITHOUT
        for stem in stem_words(sentence.words[place + 1 : place + 3])
    }
    if not _GONE.isdisjoint(sentence.words):
        return False
    if _depends_on_option(sentence, removal.named):
        return True  # `without --force it only counts`
    if denied & removal.named or not _is_together(sentence, removal.named):
        return False
    return not sentence.is_person or not ORDERS.isdisjoint(sentence.words) or len(sentence.words) <= _BRIEF


def _depends_on_option(sentence: "Sentence", named: "frozenset[str]") -> bool:
    """Whether a sentence says what is so with an option or without it, as its only condition."""
    words = sentence.text.replace("`", "").split()
    for place, word in enumerate(words[:-_LONGEST_OPENING]):
        if word.startswith("--") and stem_words(read_words(word)) == named:
            return words[place - 1].lower() in (*WITHOUT, "with", "mit", "avec", "con") if place else False
    return False


_LONGEST_OPENING = 3
"""Words behind an option that say what is so."""
_GONE = frozenset(("removed", "removing", "removal", "cleaned", "deleted", "deleting"))
"""Words of a report that something is gone already."""


def _is_together(sentence: "Sentence", named: "frozenset[str]") -> bool:
    """Whether the words of a name stand beside each other: those of `axis ticks` in `the x-axis grid and ticks` do
    not."""
    if len(named) == 1:
        return True
    words = [word for word in sentence.words if word in _JOINING or stem_words([word])]
    places = [place for place, word in enumerate(words) if not named.isdisjoint(stem_words([word]))]
    width = len(named) + _BETWEEN
    return any(named <= stem_words(words[place : place + width]) for place in places)


_BETWEEN = 1
"""Words with a meaning that may stand between those of a name: `contador de facturas en Redis`."""
_JOINING = frozenset(("and", "or", "und", "oder", "et", "ou", "y", "o"))


def _is_name(named: "frozenset[str]", sentence: "Sentence") -> bool:
    """Whether a word is written as a name: with a capital or a sign within it."""
    for word in sentence.text.split()[1:]:
        core = word.strip("`'\".,:;!?()")
        if stem_words([core.lower()]) == named or named <= stem_words(core.lower().replace("_", " ").split()):
            return core[:1].isupper() or any(sign in core for sign in "_./-") or word[0] == "`"
    return False


def read_removed(sentence: "Sentence") -> "list[frozenset[str]]":
    """The words of each thing that a sentence says is taken out or turned down."""
    if sentence.words[:1] in _CASES:
        return []
    out: list[frozenset[str]] = []
    behind = tables().is_down if sentence.is_person else tables().gone
    before = tables().turns_down if sentence.is_person else tables().takes_out
    reports_change = not sentence.is_person and not PARTICIPLES.isdisjoint(sentence.words)
    losses = tables().losses_by_person if sentence.is_person else tables().losses_by_agent
    if not reports_change and losses.find(_join_leave_out(sentence.words)) is None:
        return []
    if sentence.is_imagined():
        return []
    for clause in sentence.clauses:
        words = _join_leave_out(clause.words)
        if ("n" in words or "ne" in words) and ("que" in words or "qu" in words):
            continue  # `ne ... que`: only
        place = behind.find(words)
        if place is not None and words[place[1] : place[1] + 1] in _GOES_ON.get(words[place[1] - 1], ()):
            place = None
        end = place[0] if place is not None else 0 if sentence.is_person else _find_verb(words)
        named = _name(clause, words[:end])
        if not named:
            place = before.find(words)
            is_led = place is not None and LEADS.issuperset(words[: place[0]])
            is_sure = tables().prefers.find(words) is not None
            if place is not None and (is_led or is_sure) and words[place[1] : place[1] + 1] not in _NOT_NAMES:
                named = _name(clause, words[place[1] :])
        if named and len(named) <= _MOST_NAMES and _TROUBLE.isdisjoint(words):
            out.append(named)
    return out


def _join_leave_out(words: "Sequence[str]") -> "Sequence[str]":
    """The words of a clause, `leave the bar out` as `leave out the bar`, but not `leave the bar out of the docs`."""
    if "leave" not in words or "out" not in words:
        return words
    start, end = words.index("leave"), words.index("out")
    if start > end or (words[end + 1 : end + 2] == ["of"] and _HERE.isdisjoint(words[end + 2 : end + 4])):
        return words
    return [*words[: start + 1], "out", *words[start + 1 : end], *words[end + 1 :]]


_HERE = frozenset(("it", "this", "that", "scope"))
_WHITHER_WORDS = "in into inside to through with on onto over under by before behind back up"
_GOES_ON = {"go": [[word] for word in _WHITHER_WORDS.split()], "out": [["of"]]}
"""What follows these words where nothing is turned down: `the lock can go into its own file`, `is out of date`."""
_TROUBLE = frozenset(
    ("error", "errors", "bug", "warning", "warnings", "problem", "issue", "failure", "fehler", "erreur")
)
"""What is gone when it is mended."""


_CASES = [[word] for word in ("when", "where", "while", "as", "quand", "cuando", "während", "wo")]
"""How a sentence begins that holds for a case."""
_NO_WORDS = """
other need problem idea way change changes difference luck matter doubt reason error errors worries rush one longer
thanks
"""
_NOT_NAMES = [[word] for word in _NO_WORDS.split()]
"""What follows `no` where it turns nothing down."""


def _find_verb(words: "Sequence[str]") -> int:
    """Where the verb stands of a clause that ends with what became of something: `ist aus der Datei entfernt`."""
    last = next((place for place, word in enumerate(words) if word in PARTICIPLES), 0)
    verb = next((place for place, word in enumerate(words[:last]) if word in COPULAS), 0)
    return verb if verb <= _NEAR else 0


def _name(clause: "Clause", words: "Sequence[str]") -> "frozenset[str]":
    """The stems of what words of a clause name: the first noun phrase, and where it is said to hold."""
    part: list[str] = []
    is_over = is_skipped = False
    thing = 0
    for word in words:
        if word in COPULAS and part:
            break
        if word in PREPOSITIONS and part:
            is_skipped = True
        elif word in SCOPES and part:
            is_over = is_skipped = False
            thing = thing or len(part)
        elif not is_skipped and not is_over and word not in STOP:
            is_over = word in WEAK and stem_words([word]).isdisjoint(clause.names) and bool(_pick(clause, part))
            part += [] if is_over else [word]
        elif word in STOP and _pick(clause, part):
            is_over = True
    named = _pick(clause, part)
    if named and thing and not _pick(clause, part[:thing]):
        named = stem_words(part)  # `a list in the parser` is not the parser
    if named:
        return named
    stems = stem_words(words)
    return stems if 1 < len(stems) <= _MOST_NAMES else frozenset()


_SIDE_WORDS = "right left top bottom upper lower old new first second third last next main"
_SIDES = stem_words(_SIDE_WORDS.split())
"""What tells one of several things of a name."""


def _pick(clause: "Clause", part: "Sequence[str]") -> "frozenset[str]":
    stems = stem_words(part)
    named = content(stems) | (clause.names & stems)
    return named | (stems & _SIDES) if named else named
