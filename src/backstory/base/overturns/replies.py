"""Statements that the reply right after them revises, as many small signs together tell.

Who changes his mind seldom says so in a phrase of its own: `no s3, disk it is`, `support is drowning, one digest`,
`still the same error`. But what he writes, how the agent answers and where the statement stands give signs, each weak.
Their weights were fitted on conversations, so the sum tells how likely it is that the reply revises the statement. It
is not sure: what reads it shows the statement with the reply beside it, and takes nothing away.
"""

from backstory.base.overturns import signs
from backstory.base.overturns.cues import ORDERS
from backstory.base.overturns.exchanges import Overturn, list_names
from backstory.base.overturns.phrase_tables import content
from backstory.base.overturns.rejected_figures import is_rival, list_numbers, list_rejected
from backstory.base.overturns.removals import Removal
from backstory.base.overturns.reply_words import begins_with_second_thought, read_reply
from backstory.base.overturns.things import read_removed, reports_release
from backstory.base.overturns.waits import sets_free
from backstory.base.phrases import Phrases
from backstory.base.reported_states import reports_state, reports_trouble
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_WEIGHTS = {
    "after the next": -0.38,
    "proposals before": -0.69,
    "alone": 1.72,
    "first": 0.85,
    "the person's": 0.36,
    "has a figure": 0.69,
    "proposes": 0.84,
    "imagined": -0.04,
    "of another": -0.23,
    "in another scope": -1.16,
    "hesitates": 1.44,
    "complains": 0.56,
    "lifts": 1.09,
    "another task": -0.46,
    "approves": -0.14,
    "short": 1.07,
    "revises": 0.64,
    "revises the nearest": 1.04,
    "answer tells a change": 0.77,
    "answer says now": -0.44,
    "answer concedes": 0.51,
    "answer begins with a change": 1.4,
    "in the answer": 0.11,
    "in the answer that confirms": 0.49,
    "in the reply": -0.18,
    "denied": 0.24,
    "taken out": 0.88,
    "another figure": 0.6,
}
"""How much each sign tells, in logits."""
_BASE = -4.70
_LEAST = 0.9
"""The sum from which a reply revises a statement."""
_BACK = 2
"""Exchanges before a reply which it may revise."""
_SHORT = 14
"""Words up to which a reply is short."""
_LONG = 32
"""Words above which a reply has other things to say as well."""
_ANSWERED = 4
"""Sentences with which an answer says what became of a reply."""
_DENIED = 3
"""Words behind a denial that it denies."""
_HEAD = 4
"""Words with which a reply begins."""
_MOST_REVISING = 4
"""Kinds of words of which more tell nothing."""
_SCOPES = stem_words(signs.SCOPE_WORDS)
_FILLERS = stem_words(["hm", "hmm", "hmmm", "ugh", "huh", "oh", "wait", "well", "ach", "hä"])


class _Tables:
    """The phrases, made when they are first looked for."""

    def __init__(self) -> None:
        self.too, self.prefers, self.makes = (Phrases(one) for one in (signs.TOO, signs.PREFERS, signs.MAKES))
        self.hesitates, self.lifts = Phrases(signs.HESITATES), Phrases(signs.LIFTS)
        self.back = Phrases(signs.BACK)
        others = [self.back, *(Phrases(one) for one in (signs.NOT, signs.ONLY, signs.STILL))]
        self.revising = [self.too, self.prefers, self.makes, self.hesitates, self.lifts, *others]
        self.approves, self.begins = Phrases(signs.APPROVES), Phrases(signs.BEGINS)
        self.did, self.now = Phrases(signs.DID), Phrases(signs.NOW)
        self.concedes, self.disproves = Phrases(signs.CONCEDES), Phrases(signs.DISPROVES)
        self.proposes, self.fails = Phrases(signs.PROPOSES), Phrases(signs.FAILS)


_tables: "list[_Tables]" = []


def _get_tables() -> _Tables:
    if not _tables:
        _tables.append(_Tables())
    return _tables[0]


class Reply:
    """What the person replied and the agent answered, with the signs that it revises something."""

    def __init__(self, exchange: "Exchange") -> None:
        self.exchange = exchange
        self.asked = [one for one in exchange.asked if not one.is_question and not reports_release(one)]
        self.words = [word for one in self.asked for word in read_reply(one.words)]
        self.stems = content(_join(exchange.asked))
        self.figures = [figure for one in self.asked for figure, _ in one.figures if figure.is_plain]
        self.rejected = frozenset([one.number for each in self.asked for one in list_rejected(each)])
        """The figures that it says will not do: `4 is too low`."""
        self.signs = self._read_signs()
        self.answer_stems: frozenset[str] = frozenset()
        self.scopes: frozenset[str] = frozenset()
        self.removed: list[Removal] = []
        self.denied: frozenset[str] = frozenset()
        self.names: frozenset[str] = frozenset()
        self.fails = self.gives_another = False

    def read_things(self) -> None:
        """Reads what a reply is about, which takes longer than to read its signs."""
        exchange = self.exchange
        self.answer_stems = content(_join(exchange.answered))
        self.scopes = _SCOPES & (self.stems | self.answer_stems)
        self.removed = [
            Removal(named, one, exchange) for one in exchange.sentences for named in read_removed(one) if named
        ]
        self.denied = content(
            stem_words(
                [
                    word
                    for one in self.asked
                    for place, denial in enumerate(read_reply(one.words))
                    if denial in signs.DENIES
                    for word in read_reply(one.words)[place + 1 : place + 1 + _DENIED]
                ]
            )
        )
        self.names = frozenset().union(*[list_names(one) for one in self.asked if "`" in one.text])
        cues = _get_tables()
        self.fails = self._has(cues.fails) and not (
            self.signs["complains"] or self.signs["answer begins with a change"] or self._has(cues.prefers)
        )
        self.gives_another = bool(
            self.signs["complains"]
            or self.signs["hesitates"]
            or self._has(cues.makes)
            or self._has(cues.prefers)
            or not signs.COMPARES.isdisjoint(self.words)
        )

    def may_revise(self) -> bool:
        """Whether a reply says something other than that all is well."""
        evidence = self.signs
        if evidence["approves"] and not (
            evidence["hesitates"] or evidence["complains"] or self._has(_get_tables().prefers)
        ):
            return False
        is_answered = (
            evidence["answer tells a change"] or evidence["answer concedes"] or evidence["answer begins with a change"]
        )
        if self._reports_failure() or self._asks_for_more():
            return False
        says = self.stems - _FILLERS or self.figures or evidence["answer concedes"]
        return bool(self.asked and says and (evidence["revises"] or is_answered))

    def _reports_failure(self) -> bool:
        """Whether a reply only says that a change did not work: the order holds."""
        words = self.words
        if self._has(_get_tables().prefers) or self._has(_get_tables().back) or self.figures:
            return False
        return not _FAILING.isdisjoint(words) and not _CHANGED_MIND.intersection(words)

    def _asks_for_more(self) -> bool:
        """Whether a reply is an order of its own: `i want to add a list`."""
        if self.signs["hesitates"] or self.signs["complains"] or self._has(_get_tables().prefers):
            return False
        return tuple(self.words[:2]) in _WANTS or self.words[:1] in (["add"], ["and"], ["create"], ["also"])

    def _has_own_subject(self, former: "Exchange") -> bool:
        """Whether a short reply, which takes nothing back, orders something of which an exchange says nothing."""
        if self.signs["complains"] or self.signs["hesitates"] or not _OBJECTIONS.isdisjoint(self.words[:2]):
            return False
        own = self.stems - _FILLERS
        return bool(own) and own.isdisjoint(former.stems) and own.isdisjoint(content(former.stems))

    def is_about(self, sentence: "Sentence", former: "Exchange") -> bool:
        """Whether a reply may be about a sentence of an exchange. A short one need not say so, a long one has other
        things to say."""
        if self.fails and (sentence.is_person or not (sentence.explains() or self.signs["answer concedes"])):
            return False  # an order holds though it failed
        if sentence.is_person and (reports_trouble(sentence) or reports_state(sentence)):
            return False
        if sentence.is_person and self.names and (self.names.isdisjoint(list_names(sentence) or self.names)):
            return False  # an order for each of several things
        if any(one.named <= sentence.stems and not one.is_at(sentence) for one in self.removed):
            return False
        if self.rejected and self.rejected.isdisjoint(
            list_numbers([sentence] if sentence.figures else former.sentences)
        ):
            return False  # the figure that will not do was given elsewhere
        if len(self.words) <= _LONG:
            return not self._has_own_subject(former)
        near = [one for one in self.asked if len(one.words) <= _SHORT]
        return any(one.stems & content(sentence.stems) for one in near) or bool(self.denied & sentence.stems)

    def prefers(self) -> bool:
        """Whether a reply says that something else is better."""
        return self._has(_get_tables().prefers) or self._has(_get_tables().makes)

    def _has(self, phrases: Phrases) -> bool:
        return phrases.find(self.words) is not None

    def _read_signs(self) -> dict[str, float]:
        cues, head = _get_tables(), self.words[:_HEAD]
        answer = [word for one in self.exchange.answered[:_ANSWERED] for word in one.words]
        kinds = sum(self._has(table) for table in cues.revising)
        changes, now = cues.did.find(answer) is not None, cues.now.find(answer) is not None
        concedes, disproves = cues.concedes.find(answer[:6]) is not None, cues.disproves.find(answer) is not None
        return {
            "revises": min(_MOST_REVISING, kinds) / 2,
            "hesitates": float(cues.hesitates.find(head) is not None),
            "complains": float(self._has(cues.too)),
            "lifts": float(self._has(cues.lifts)),
            "another task": float(self._has(cues.begins)),
            "approves": float(cues.approves.find(head) is not None),
            "short": float(0 < len(self.words) <= _SHORT),
            "answer tells a change": float(changes),
            "answer says now": float(now),
            "answer concedes": float(concedes),
            "answer confirms": 1.0 if changes or concedes or disproves else 0.5 * now,
            "answer begins with a change": float(not signs.CHANGED.isdisjoint(answer[:5])),
        }


def find_revised(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences that the reply right after them revises, as far as signs tell."""
    best: dict[tuple[int, int], tuple[float, Sentence, Reply]] = {}
    for sentence, reply, evidence in read_signs(exchanges):
        value = _BASE + sum([_WEIGHTS[name] * sign for name, sign in evidence.items()])
        key = (sentence.row, sentence.number)
        if value >= _LEAST and (key not in best or value > best[key][0]) and _names_it(sentence, reply, evidence):
            best[key] = (value, sentence, reply)
    for _, sentence, reply in best.values():
        by = _choose_words(sentence, reply)
        if not sets_free(by):
            yield Overturn(sentence, by.text, by.row, is_sure=False)


def _names_it(sentence: "Sentence", reply: Reply, evidence: "dict[str, float]") -> bool:
    """Whether a reply names what a sentence speaks of, or says little else than that it will not do."""
    if not (reply.stems - _FILLERS or reply.figures) or any(one.text.rstrip().endswith(":") for one in reply.asked):
        return False
    objects = bool(evidence["hesitates"]) or not _REFUSALS.isdisjoint(reply.words[:3])
    turns = objects or reply.prefers() or any(evidence[name] for name in ("complains", "lifts", "answer concedes"))
    orders = any(not ORDERS.isdisjoint(one.words) or "change" in one.words for one in reply.asked)
    if reply.words[:1] == ["sorry"] and not (orders or reply.figures):
        return False
    own = content(sentence.stems) - _ORDERING_STEMS
    if evidence["another figure"] or ((orders or turns) and (reply.denied & own or evidence["taken out"])):
        return True
    if not own or all(one.is_imagined() for one in reply.asked):
        return False
    if len(own & reply.stems) >= _FEWEST_SHARED:
        return orders or reply.prefers()
    is_other = "still" in reply.words or (bool(reply.denied) and not objects)  # the same again, or something else
    return turns and not is_other and sum(len(one.words) for one in reply.exchange.asked) <= _FEW_WORDS


_ORDERING_STEMS = stem_words(ORDERS)
_REFUSALS = frozenset(("no", "nope", "nah", "nein", "non", "doch", "wait", "actually", "rather", "never"))
_FEWEST_SHARED = 2
"""Words of a statement that a reply names which revises it."""
_FEW_WORDS = 14
"""Words of a reply that need not name its subject."""


def read_signs(exchanges: "Sequence[Exchange]") -> "Iterator[tuple[Sentence, Reply, dict[str, float]]]":
    """Yields each sentence with a reply that may revise it, and what tells for and against it."""
    spread: dict[str, int] = {}
    for exchange in exchanges:
        for stem in exchange.stems:
            spread[stem] = spread.get(stem, 0) + 1
    for exchange in exchanges:
        before = [one for one in exchanges[max(0, exchange.number - _BACK) : exchange.number] if _leads(one, exchange)]
        changes_mind = not before and begins_with_second_thought(exchange)
        if changes_mind:
            before = list(exchanges[max(0, exchange.number - 1) : exchange.number])
        reply = Reply(exchange) if before and exchange.asked else None
        if reply is not None and changes_mind:
            reply.signs["hesitates"] = 1.0
        if reply is None or not reply.may_revise():
            continue
        reply.read_things()
        for former in before:
            yield from _read_former(former, reply, spread)


def _leads(former: "Exchange", exchange: "Exchange") -> bool:
    """Whether what was uttered in one exchange was answered by the next ones."""
    return former.session == exchange.session and exchange.turn - former.turn <= _TURNS * (
        exchange.number - former.number
    )


_TURNS = 3
"""Turns from one exchange to the next."""


def _read_former(
    former: "Exchange", reply: Reply, spread: "dict[str, int]"
) -> "Iterator[tuple[Sentence, Reply, dict[str, float]]]":
    """Yields the sentences of an exchange that a reply may revise, with the signs of each."""
    cues = _get_tables()
    is_next = reply.exchange.number - former.number == 1
    proposals = any(cues.proposes.find(one.words) is not None for one in former.answered)
    sentences = [one for one in former.sentences if not one.is_question and _says_something(one)]
    weights = [sum([1.0 / spread[stem] for stem in content(one.stems) & reply.stems]) for one in sentences]
    nearest = weights.index(max(weights)) if weights else 0
    for place, one in enumerate(sentences):
        own = content(one.stems)
        if not reply.is_about(one, former) or (not is_next and own.isdisjoint(reply.stems)):
            continue
        side = [other for other in (former.asked if one.is_person else former.answered) if other.row == one.row]
        in_answer = float(not own.isdisjoint(reply.answer_stems))
        evidence = {
            "proposals before": float(proposals),
            "alone": float(len(side) == 1),
            "has a figure": float(bool(one.figures)),
            "proposes": float(cues.proposes.find(one.words) is not None),
            "imagined": float(one.is_imagined()),
            "of another": float(not signs.OTHERS.isdisjoint(one.words)),
            "in another scope": float((_SCOPES & one.stems) != reply.scopes),
            "revises the nearest": reply.signs["revises"] * (place == nearest),
            "in the answer": in_answer,
            "in the answer that confirms": in_answer * reply.signs["answer confirms"],
            "in the reply": float(not own.isdisjoint(reply.stems)),
            "denied": float(not own.isdisjoint(reply.denied)),
            "taken out": float(any(each.named <= one.stems for each in reply.removed)),
            "another figure": float(_gives_another(one, reply)),
        }
        for name in ("hesitates", "complains", "lifts", "another task", "answer tells a change", "answer says now"):
            evidence[name] = reply.signs[name]
        evidence["answer concedes"] = reply.signs["answer concedes"]
        if is_next:
            evidence["first"], evidence["the person's"] = float(side[0] is one), float(one.is_person)
            for name in ("revises", "approves", "short", "answer begins with a change"):
                evidence[name] = reply.signs[name]
        else:
            evidence["after the next"] = 1.0
        yield one, reply, evidence


_OBJECTIONS = frozenset(("no", "nope", "nah", "nein", "non", "doch", "wait", "actually", "rather", "instead"))


_FAILING = frozenset(
    ("broken", "broke", "anymore", "cannot", "shown", "used", "printed", "missing", "correct", "wrong", "failed",
    "fails",
     "error", "errors", "works", "working", "worked", "properly", "expectation", "correctly", "useless",
     "expected", "undefined", "empty", "exception", "funciona", "funktioniert", "marche", "fonctionne")
)  # fmt: skip
"""Words of a report that something does not work."""
_CHANGED_MIND = frozenset(
    ("want", "prefer", "make", "use", "keep", "drop", "remove", "take", "leave", "back", "revert")
)
_WANTS = frozenset(
    (("i", "want"), ("i", "need"), ("i", "would"), ("i", "d"), ("id", "like"), ("we", "need"), ("use", "the"),
     ("create", "a"), ("implement", "the"), ("just", "asking"), ("you", "can"), ("please", "add"))
)  # fmt: skip


def _says_something(sentence: "Sentence") -> bool:
    """Whether a sentence says enough to be revised."""
    words = len(content(sentence.stems))
    return words > 1 or bool(sentence.figures) or (sentence.is_person and words == 1 and len(sentence.words) > _DENIED)


def _gives_another(sentence: "Sentence", reply: Reply) -> bool:
    """Whether a reply gives a figure which may replace one of a sentence."""
    if not reply.gives_another:
        return False
    return any(is_rival(old, new) for old, _ in sentence.figures if old.is_plain for new in reply.figures)


def _choose_words(sentence: "Sentence", reply: Reply) -> "Sentence":
    """What is quoted of a reply: where an explanation was disproved what the agent says of it, or else the sentence of
    the person with most to say."""
    disproves = _get_tables().disproves
    disproved = [one for one in reply.exchange.answered[:_ANSWERED] if disproves.find(one.words) is not None]
    if disproved and not sentence.is_person and sentence.explains():
        return disproved[0]
    return max(reply.asked, key=lambda one: (len(content(one.stems)) > 0, not ORDERS.isdisjoint(one.words)))


def _join(sentences: "Sequence[Sentence]") -> "frozenset[str]":
    return frozenset().union(*[one.stems for one in sentences])
