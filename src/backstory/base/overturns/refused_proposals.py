"""What an agent proposed and the person turned down: `I suggest SMS codes`, and `sms is banned by our policy, go with
totp`.

The refusal may come first, `no, pass it as an argument`, or behind its reason, and in the next session as well.
Then the prompt names what was proposed, orders something else, and the answer carries that out. Who says yes, asks
something or turns to other work has turned nothing down.
"""

from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.overturns.replaced_ways import Turn
from backstory.base.overturns.signs import APPROVES
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_PROPOSES = """
i suggest/propose/recommend; i d; i would; my proposal/suggestion/recommendation; we could; ich schlage vor; mein
vorschlag; ich würde/empfehle; würde ich; je propose/suggère/recommande/ferais/mettrais; ma proposition; propongo;
sugiero; recomiendo; yo usaría/pondría; mi propuesta; eu sugiro/proporia; proporrei; propongo; ik stel voor; ik zou
"""
"""How an agent proposes something."""
_REFUSES = """
i d rather not; i would rather not; rather not; better not; please don t; don t; do not; not that; lieber nicht; bitte
nicht; besser nicht; plutôt pas; surtout pas; mejor no; so no; liever niet; meglio di no; melhor não
"""
"""How a clause turns down what was proposed."""
_NOES = frozenset(("no", "nope", "nah", "nein", "nö", "nee", "non", "não"))
_GRANTS = frozenset(
    ("problem", "problems", "need", "objection", "objections", "worries", "idea", "doubt", "matter", "complaints",
     "rush",      "questions", "question", "hurry", "wait")
)  # fmt: skip
"""Words behind a `no` that refuses nothing."""
_YES = """
agreed; sure; ok; okay; go ahead; go; do it; do that; do so; gern; gerne; mach; mach das; einverstanden; d accord;
vas y; adelante; hazlo; de acuerdo; ok go; let s do; einverstanden; passt; sounds; works for me; approved; why not
"""
_BUT = frozenset(("but", "aber", "mais", "pero", "only", "just", "ma", "maar"))
_HEAD = 3
"""Words with which a prompt begins that agrees or refuses."""
_BARE = 4
"""Words of a clause that says nothing but no: `I'd rather not`."""
_NEXT = 3
"""Exchanges in which the person replies to a proposal."""
_MOST_WORDS = 40
"""Words of a proposal above which it tells of much."""
_SHARE = 0.5
"""Share of what is new in a proposal from which an answer carries it out all the same."""
_tables: "list[tuple[Phrases, ...]]" = []


def find_refused_proposals(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what agents proposed and the person turned down, each with the words that do so."""
    for former in exchanges:
        proposals = [one for one in former.answered if _proposes(one)]
        if not proposals:
            continue
        for exchange in exchanges[former.number + 1 : former.number + 1 + _NEXT]:
            if all(one.is_question for one in exchange.asked):
                continue
            turn = Turn(exchange)
            if _agrees(exchange) or any(_repeats(exchange, one) for one in proposals):
                break
            is_next = exchange.number == former.number + 1
            refused = [one for one in proposals if _refuses(turn, one, former, is_next=is_next)]
            for one in refused:
                by = _choose_words(turn, one)
                overturn = Overturn(one, by.text, by.row, is_sure=False)
                overturn.is_refused = True
                yield overturn
            if refused or any(not turn.spoken.isdisjoint(one.stems) for one in proposals):
                break


def _get_tables() -> "tuple[Phrases, ...]":
    if not _tables:
        _tables.append((Phrases(_PROPOSES), Phrases(_REFUSES), Phrases(_YES), Phrases(APPROVES)))
    return _tables[0]


def _proposes(sentence: "Sentence") -> bool:
    if sentence.is_question or len(sentence.words) > _MOST_WORDS:
        return False
    return _get_tables()[0].find(sentence.words) is not None


def _agrees(exchange: "Exchange") -> bool:
    """Whether a prompt begins with a yes, and not with a `yes, but`."""
    first = exchange.asked[0].words
    _, _, yes, approves = _get_tables()
    place = approves.find(first[:_HEAD]) or yes.find(first[:_HEAD])
    return place is not None and _BUT.isdisjoint(first) and _NOES.isdisjoint(first[:_HEAD])


def _repeats(exchange: "Exchange", proposal: "Sentence") -> bool:
    """Whether a prompt begins with the words of a proposal: `leave it`, of `I'd leave it, the flag still works`."""
    first = tuple(exchange.asked[0].clauses[0].words)
    words = tuple(proposal.words)
    return len(first) > 1 and any(words[at : at + len(first)] == first for at in range(len(words)))


def _refuses(turn: Turn, proposal: "Sentence", former: "Exchange", *, is_next: bool) -> bool:
    """Whether a prompt turns a proposal down."""
    if not turn.is_plain:
        return False
    key = proposal.stems - STOP - frozenset().union(*[one.stems for one in former.asked])
    is_done = len(key & turn.done) > _SHARE * len(key)
    if is_done:
        return False
    is_asked = is_next and former.answered[-1].is_question
    for clause, sentence in turn.clauses:
        if _says_no(clause.words) and (
            (is_asked and _is_bare(clause.words))
            or not key.isdisjoint(sentence.stems if _is_bare(clause.words) else clause.stems)
        ):
            return True
    new = turn.carried - former.stems - STOP
    others = [clause for clause, _ in turn.clauses if new.isdisjoint(clause.stems)]
    against = frozenset().union(*[clause.stems for clause in others if not _approves(clause.words)])
    named = key & against - turn.done
    return bool(new) and any(stem[0].isdigit() or content([stem]) for stem in named)


def _says_no(words: "Sequence[str]") -> bool:
    """Whether a clause begins with a refusal."""
    if words[:1] and words[0] in _NOES:
        return len(words) == 1 or (_GRANTS.isdisjoint(words[1:2]) and bool(content(stem_words(words))))
    place = _get_tables()[1].find(words)
    return place is not None and place[0] == 0


def _approves(words: "Sequence[str]") -> bool:
    return not _FINE.isdisjoint(words)


_FINE = frozenset(
    ("ok", "okay", "fine", "good", "great", "agreed", "yes", "right", "gut", "ja", "bien", "oui", "sí", "vale")
)
"""Words of a clause that is content with something."""


def _is_bare(words: "Sequence[str]") -> bool:
    """Whether a clause only says no, without what."""
    return len(words) <= _BARE and (len(words) == 1 or words[0] not in _NOES)


def _choose_words(turn: Turn, proposal: "Sentence") -> "Sentence":
    """The sentence of a prompt that speaks of a proposal, else the first one."""
    asked = [one for one in turn.exchange.asked if not one.is_question]
    return max(asked, key=lambda one: (len(content(one.stems) & proposal.stems) > 0, -one.number))
