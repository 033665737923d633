"""What is ruled out after it was proposed, asked for or built: `letting go of the oldest is out`.

A sentence rules something out by a word for it, and by what the same clause names. What was uttered before and plans
or orders just that is reversed. Who only forbids a deed, such as to push or to touch a file, reverses nothing. Briefs,
`recall` and what comes with a prompt share it; it uses no regular expressions, because the hook process must not import
`re`.
"""

from backstory.base.phrases import Phrases
from backstory.base.tokenizer import STOP, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

REVISED = 0.3
"""Share of what a sentence says, its rare words counting more, from which it no longer holds."""
CUES = """
is/are/was/were/s/re ~/now/all/again out/off/gone/dead/history; is/are/was/were ~/now/all ruled out;
is/are/was/were ~/now off the table; is/are/was/were not needed/wanted; does/do/did not like/want;
should/shall/must not; no longer; any more; anymore; no more; scrap; drop; dropped; forget ~/about; ditch;
get/gets rid of; back/take out; rule/ruled/rules out; dislike/dislikes; hate/hates; against; not happy with;
take/took back; take it back; wrong about; nicht ~/mehr; kein*; raus; verworfen; vergiss; weg mit; gegen;
ya no; nada de; no le/les/me/nos gusta*; no le/les/me/nos convence*; no le/les/me/nos vale*; descart*; fuera; olvid*;
n aime pas; ne veut pas; abandonn*; oublie*; plus de/d; já não; não quer*/gosta*; non vuole/più
"""
"""How something is ruled out: words in their order, `/` between alternatives, `~` for none, `*` for any ending."""
PREFERS = """
instead of; rather than; statt; anstatt; au lieu de/d; plutôt que; en vez/lugar de; em vez de; invece di
"""
"""Words behind which stands what is ruled out, and before which what holds."""
RETRACTS = """
is/are/was/were ~/just/simply wrong; is/are/was/were not true/right; is/are/was/were incorrect/mistaken;
ist/war/sind falsch; est/était/sont faux; es/era/son incorrecto; está/estaba mal;
does not hold; do not hold; not hold up
"""
"""What says at the end of a clause that a statement was wrong."""
_TURNS = """
turned/turns out; i was wrong; we were wrong; my mistake; correction; stellt/stellte sich heraus; resulta/resultó que
"""
"""How an agent takes back what it stated: in such a sentence a word of `RETRACTS` counts."""
_FORBIDS = """
touch edit push commit run merge rebase deploy release publish open write code install reformat rename read look worry
know think understand see need care bother raise mention tell anfass* push* änder* toques toque toca* touche* pousse*
"""
"""What is forbidden as a deed, or denied of somebody's mind."""
_LEADS = frozenset(["and", "but", "so", "und", "aber", "et", "mais", "y", "pero"])
_CASES = "for in on at with when if while bei für wenn auf im pour dans quand si en para cuando con com per nel"
_SCOPE = frozenset(_CASES.split())
"""How a sentence begins that holds for a case. It rules something out only where that case is spoken of."""
_PLANS = """
i would/d/will/ll; i m going to; we would/d/will/ll/could/can; propos*; suggest*; plan*; should; could; so the/that/it;
now; committed; is in; added; work; works; yo lo/la; pondría; haría; propong*; ich würde; würde ich; werde; vorschlag*;
je mettrais/ferais/propose; on peut/pourrait; eu faria/colocaria
"""
"""How an agent says what it plans or has built."""
_MODAL = frozenset(("should", "shall", "must"))
_PAUSES = ",;:—.!"
_BREAKS = (" because ", " since ", " weil ", " parce que ", " porque ", " so that ")
_FEWEST = 2
"""Words that both name."""
_CLAUSE_SHARE = 0.6
"""Share of what a clause names from which it speaks of an earlier sentence, rare words counting more."""
_SENTENCE_SHARE = 0.6
"""Share of what an earlier sentence names, from which that is all it says."""
_LEAST = 0.15
"""Share of what an earlier sentence says from which it is marked at all."""
_OTHER_SHARE = 0.75
"""The same where both name something that the other does not: the counter in Redis, and the counter in red."""


class _Tables:
    """The phrases, made when they are first looked for."""

    def __init__(self) -> None:
        self.ruled_out = Phrases(CUES)
        self.prefers = Phrases(PREFERS)
        self.retracts = Phrases(RETRACTS)
        self.turns = Phrases(_TURNS)
        self.forbids = Phrases(_FORBIDS.replace("\n", " ").strip().replace(" ", ";"))
        self.plans = Phrases(_PLANS)


_tables: "list[_Tables]" = []


def _get_tables() -> _Tables:
    if not _tables:
        _tables.append(_Tables())
    return _tables[0]


class Reversal:
    """A clause that rules something out."""

    def __init__(self, when: int, stems: "frozenset[str]", negated: "frozenset[str]", text: str, *, of_facts: bool):
        self.when = when
        """Place in the order of the talk."""
        self.stems = stems
        self.negated = negated
        """The stem of the verb that is negated, which an earlier sentence must have to be reversed."""
        self.text = text
        self.of_facts = of_facts
        """Whether it says that a statement was wrong, so that what an agent stated without a plan is reversed, too."""


def find_reversals(sentences: "Iterable[tuple[int, bool, str]]") -> "list[Reversal]":
    """What was ruled out. `sentences`: when, whether the person did, and the sentence."""
    return [one for when, is_person, text in sentences for one in _read_clauses(when, text, is_person=is_person)]


def read_words(text: str) -> "list[str]":
    """The words of a text in lower case, `not` for its short form."""
    return _words[text].copy()


class _Words(dict[str, "list[str]"]):
    """Text -> its words. Those who compare statements ask for the words of each several times."""

    def __missing__(self, text: str) -> "list[str]":
        words = split_words(text.replace("’", "'").replace("n't", " not").replace("dont ", "do not "))
        if len(text) <= _LONGEST:
            if len(self) >= _MOST_TEXTS:
                self.clear()
            self[text] = words
        return words


def stem_words(words: "Iterable[str]") -> "frozenset[str]":
    """The words that carry a meaning, without their endings."""
    return frozenset([_stems[word] for word in words]) - _NONE


class _Stems(dict[str, str]):
    """Word -> its beginning without an ending; empty for a word without a meaning."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_WORDS:
            self.clear()
        stem = "" if word in STOP else _strip_ending(word)[:6]
        if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
            stem = stem[:-1]  # `dropping` is of `drop`
        self[word] = stem
        return stem


_MOST_WORDS = 20_000
_MOST_TEXTS = 4_000
_LONGEST = 420
"""Characters of a text whose words are remembered."""
_words = _Words()
_VOWELS = "aeiouyäöü"
_stems = _Stems()
_NONE = frozenset(("",))


def _strip_ending(word: str) -> str:
    """A word without `ing`, `ed`, `es`, `s`, `d` or `e`, if three letters are left."""
    last, count = word[-1:], len(word)
    if count <= _SHORTEST or last not in _LAST:
        return word
    if last == "g":
        return word[:-3] if count > _SHORTEST + 2 and word.endswith("ing") else word
    if last != "e" and word[-2] == "e" and count > _SHORTEST + 1:
        return word[:-2]
    return word[:-1]


_LAST = "gdse"
"""The last letters of endings."""
_SHORTEST = 3
"""Letters that are left of a word without its ending."""


def _read_clauses(when: int, sentence: str, *, is_person: bool) -> "Iterable[Reversal]":
    if sentence.rstrip().endswith(("?", "？")):
        return
    tables = _get_tables()
    words = read_words(sentence)
    if not is_person and tables.turns.find(words) is None:
        return
    if all(table.find(words) is None for table in (tables.ruled_out, tables.prefers, tables.retracts)):
        return
    opening = words[1:2] if words[:1] and words[0] in _LEADS else words[:1]
    for clause in [sentence] if opening and opening[0] in _SCOPE else _split_clauses(sentence):
        words = read_words(clause)
        reversal = _read_clause(tables, words, is_person=is_person)
        if reversal is not None and len(reversal[0]) >= _FEWEST:
            yield Reversal(when, *reversal[:2], sentence, of_facts=reversal[2])


def _read_clause(
    tables: _Tables, words: "list[str]", *, is_person: bool
) -> "tuple[frozenset[str], frozenset[str], bool] | None":
    """(stems of what a clause rules out, stem of the verb that it negates, whether it says that it was wrong)."""
    wrong = tables.retracts.find(words)
    if wrong is not None and wrong[1] == len(words):
        return stem_words(_without_turn(tables, words[: wrong[0]])), frozenset(), True
    if not is_person or tables.forbids.find(words) is not None:
        return None
    prefers, cue = tables.prefers.find(words), tables.ruled_out.find(words)
    if prefers is not None and (cue is None or prefers[0] <= cue[0]):
        return stem_words(words[prefers[1] :]), frozenset(), False
    if cue is None:
        return None
    rest = [*words[: cue[0]], *words[cue[1] :]]
    is_modal = words[cue[0]] in _MODAL
    negated = next((word for word in words[cue[1] :] if word != "be"), "") if is_modal else ""
    is_fact = "back" in words[cue[0] : cue[1]] or words[cue[0]] == "wrong"
    return stem_words(_drop_quoted(rest) if is_fact else rest), stem_words([negated] if negated else []), is_fact


def _without_turn(tables: _Tables, words: "list[str]") -> "list[str]":
    turn = tables.turns.find(words)
    return words if turn is None else words[turn[1] :]


def _drop_quoted(words: "list[str]") -> "list[str]":
    return [word for word in words if word not in ("said", "told", "wrote", "asked", "say")]


def _split_clauses(sentence: str) -> "list[str]":
    """The clauses of a sentence: between commas and the like, and before what gives a reason."""
    for one in _BREAKS:
        sentence = sentence.replace(one, "," + one)
    clauses, start = [], 0
    for place, char in enumerate(sentence):
        is_end = char in _PAUSES and sentence[place + 1 : place + 2].isspace()
        if is_end and not (char == "," and sentence[place - 1 : place].isdigit()):
            clauses.append(sentence[start : place + 1])
            start = place + 1
    return [*clauses, sentence[start:]]


def measure_reversal(
    text: str,
    when: int,
    reversals: "Sequence[Reversal]",
    share: "Callable[[frozenset[str]], float]",
    *,
    is_person: bool,
) -> float:
    """How much of a sentence was reversed since: 0 for nothing, 1 for all of it. `share`: what stems count together."""
    later = [one for one in reversals if one.when > when]
    if not later:
        return 0.0
    words = read_words(text)
    stems = stem_words(words)
    later = [one for one in later if len(stems & one.stems) >= _FEWEST and one.negated <= stems]
    if any(one.negated for one in later):
        main = stem_words(read_words(drop_condition(text)))
        later = [one for one in later if not one.negated or _denies(one, main, stems)]
    if not later:
        return 0.0
    tables = _get_tables()
    if tables.ruled_out.find(words) is not None or tables.prefers.find(words) is not None:
        return 0.0
    is_plan = is_person or tables.plans.find(words) is not None
    most = 0.0
    for one in later:
        if not (is_plan or one.of_facts):
            continue
        both = stems & one.stems
        differs = not one.negated and bool(one.stems - both) and bool(stems - both)
        least = _OTHER_SHARE if differs else 0.0
        of_clause, of_sentence = share(both) / share(one.stems), share(both) / share(stems)
        if of_clause >= max(_CLAUSE_SHARE, least) or of_sentence >= max(_SENTENCE_SHARE, least):
            most = max(most, of_sentence)
    return most if most >= _LEAST else 0.0


def _denies(reversal: Reversal, main: "frozenset[str]", stems: "frozenset[str]") -> bool:
    """Whether a clause with a verb that it negates denies a sentence, and not only a part or a way of it. `main`: what
    the sentence says without when it holds, which the clause may name where it has such a condition itself."""
    has_condition = drop_condition(reversal.text) != reversal.text
    return reversal.negated <= main and reversal.stems <= (stems if has_condition else main)


def drop_condition(text: str) -> str:
    """A sentence without the clause that says when it holds: that clause only supposes something."""
    words = text.split(" ")
    place = next((number for number, word in enumerate(words) if word.lower() in _CONDITIONS), -1)
    if place > 0:
        return " ".join(words[:place])
    _, comma, rest = text.partition(", ")
    return rest if place == 0 and comma else text


_CONDITION_WORDS = """
when whenever if while once unless as wenn falls sobald solange während quand lorsque si tandis cuando mientras se
quando
"""
_CONDITIONS = frozenset(_CONDITION_WORDS.split())
"""Words before a clause that says when something holds."""
_ECHO_WORDS = """
alone untouched stays stay leave left keep unberührt bleibt lasse lass rühre touche toco intact intacto understood
verstanden entendido accord off hands yours theirs toca tocan toques bleiben lassen until while mientras solange
jusqu tant
"""
_ECHOES = stem_words(_ECHO_WORDS.split())
"""What an agent says of what it must leave alone."""


def echoes(sentence: str, rule: str) -> bool:
    """Whether an agent only says that it keeps to a rule: `I leave the login screen alone`, or says the rule again."""
    stems = stem_words(read_words(sentence))
    topic = stems - _ECHOES
    shared = topic & stem_words(read_words(rule))
    if stems == topic:
        return len(shared) >= _REPEATED and shared == topic
    return bool(shared) and 2 * len(shared) >= len(topic)


_REPEATED = 3
"""Words of a rule that say it again, where nothing else is said."""
