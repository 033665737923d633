"""Rules to leave something alone, and that it is free again.

The person says `hands off clap.zig, Jonas rewrites it`, and days later `Jonas merged, clap.zig is free`.

What agents said of keeping to such a rule is out of date with it, in whatever sentence it stands, and so is what they
put off for it: `not yet: he is rewriting the parser`.
"""

from backstory.base.overturns.exchanges import Overturn, list_names
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

LEAVES = """
don t touch/change/edit/push/commit/merge/use/write/release/update; do not touch/change/edit/push/commit/merge/use; do
not write/release/update; dont touch/change/edit/push/commit/merge/use; never touch/change/edit/push/commit/merge;
hands off; keep your hands; leave/leaving/left/leaves; untouched; nothing in/gets/is/goes; keep your fingers; fingers
off; leave it/that/them/this alone; stays/stay as is/it; stays/stay the way; as it is; rien dans; blijf* van; niet
aankomen; non toccar*; lascia* stare; não mexa; não toque; nie ruszaj; stay away; keep off; keep away; haven/hasn/won
t touch*; off limits; frozen; freeze; no ~/further/more changes; wait with/until/till; hold off; not before; not touch*;
won t push/edit/change;
finger weg; nicht anfassen; fasst; fasse; lass*; in ruhe; rühr*; tabu; nichts an; nicht an; keine änderung*; ne
touche*; touche* pas; sans toucher; laisse*; y toucher; intact*; no toques/toque/tocar/toco; deja*; sin tocar
"""
"""How something is to be left alone, or was."""
_PUTS_OFF = """
not yet; not until/till/before; not as long as; once/after/when/until/as soon as he/she/they; has/have to wait; must
wait; would collide/conflict; i/we/that/it wait/waits/waiting ~/for; i ll wait; shall wait; noch nicht; erst
wenn/nach/danach; nicht bevor/solange/vor; warte noch; muss warten; solange er/sie; pas encore; pas avant; tant que; dès
qu il/elle; doit attendre; j attends; todavía no; aún no; hasta que; en cuanto; tiene que esperar; espero a; nog niet;
non ancora; ainda não
"""
"""How an agent puts something off."""
ENDS = """
free; fair game; open again; tagged; published; is/are done/through; back in; is/are ours/yours/back; is/are/s out;
out now/since; released; merged; landed; signed; withdrawn; withdrew; finished; closed; is over; lifted; unlocked;
cleared; approved; shipped; went in; is in; got in; from now on; again; okay/ok now/from; go ahead; may; can; wieder;
frei; gemerged; gemergt; ist raus; fertig; erledigt; unterschrieben; abgeschlossen; darfst; dürft; terminé*; libre;
fusionné*; a fini; ont fini; de nouveau à; est sur master/main; à nous; à toi; est sorti*; signé*; publié*; tu peux;
terminado; cerrado; firmado; publicado; ya está*; puedes; vrij; klaar; mag weer; finito; libero; terminou; liberado;
gotowe; wolny
"""
"""How a person says that the reason for it is gone."""
_THINKS = frozenset(("thinking", "thought", "think", "nachgedacht", "überlegt", "réfléchi", "pensado", "pensándolo"))
"""Words of a clause that says why somebody changes their mind."""
_UNTIL = frozenset(
    (
        "until", "till", "til", "bis", "solange", "hasta", "jusqu'à", "jusqu'au", "tant", "tot", "totdat", "zolang",
        "finché", "até", "enquanto", "dopóki",
    )
)  # fmt: skip
"""Words behind which stands what a rule waits for."""
_NOT = frozenset(("not", "isn't", "hasn't", "still", "yet", "nicht", "noch", "pas", "encore", "todavía", "aún"))
"""Words that say that something is not so, or not yet."""
_AT_END = frozenset(
    (
        "free", "done", "finished", "ready", "merged", "released", "out", "in", "over", "through", "closed", "open",
        "complete", "fertig", "frei", "raus", "gemergt", "fini", "finie", "terminé", "libre", "terminado", "listo",
    )
)  # fmt: skip
"""What something is whose wait is over: beside one of the words above it is not."""
_AWAITED = 6
"""Words behind them that tell it."""
_FEWEST = 0.3
"""Share of the words of a rule that tell that both speak of the same, where they name no file."""
_LONG = 60
"""Words above which a sentence is dictated and speaks of much."""
_RARE = 0.34
"""Share of the exchanges up to which a word tells what is spoken of."""


def find_waited(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences that leave something alone which the person set free later."""
    ends = [one for exchange in exchanges for one in exchange.read(_list_ends)]
    if not ends:
        return
    spread: dict[str, int] = {}
    for exchange in exchanges:
        for stem in exchange.stems:
            spread[stem] = spread.get(stem, 0) + 1
    most = max(2.0, _RARE * len(exchanges))
    for exchange in exchanges:
        later = [one for one in ends if one.exchange > exchange.number]
        for sentence in exchange.read(_list_leaving) if later else ():
            bans = _BANS if sentence.is_person else _BANS - _DEEDS
            is_ban = not (bans.isdisjoint(sentence.words) and _UNTIL.isdisjoint(sentence.words))
            if not (is_ban or _leaves_file(sentence)):
                continue  # `freeze the first column`, `the menu stays on the left`
            own = frozenset([stem for stem in content(sentence.stems) if spread[stem] <= most])
            awaited = _read_awaited(sentence)
            by = next((one for one in later if _is_of(own, sentence, one) or _has_come(awaited, one)), None)
            if by is not None:
                quoted = _quote(by, sentence, exchanges[by.exchange])
                yield Overturn(sentence, quoted, by.row, is_sure=False)
                for other in _list_put_off(sentence, exchanges[exchange.number : by.exchange]):
                    yield Overturn(other, quoted, by.row, is_sure=False)


def _list_ends(exchange: "Exchange") -> "list[Sentence]":
    return [one for one in exchange.asked if sets_free(one)]


def _list_leaving(exchange: "Exchange") -> "list[Sentence]":
    """The sentences that leave something alone, or look like it."""
    leaves = _get_tables()[0]
    return [one for one in exchange.sentences if not one.is_question and leaves.find(one.words) is not None]


def _leaves_file(sentence: "Sentence") -> bool:
    """Whether somebody says that a file is not edited while something goes on: `I don't edit api.py while he works`."""
    words = sentence.words
    is_kept = not (_EDITS.isdisjoint(words) or _WHILE.isdisjoint(words))
    return is_kept and any("." in name or "/" in name for name in list_names(sentence))


_EDITS = frozenset(("edit", "change", "modify", "editing", "changing", "modifying"))
_WHILE = frozenset(("while", "until", "before", "till", "yet", "now"))


def _list_put_off(rule: "Sentence", exchanges: "Sequence[Exchange]") -> "Iterator[Sentence]":
    """Yields what agents put off because of a rule while it held."""
    own = content(rule.stems)
    for one in (one for exchange in exchanges for one in exchange.answered):
        names = list_names(rule) & list_names(one)
        if puts_off(one.words) and not one.is_question and (names or len(own & one.stems) > 1):
            yield one


def puts_off(words: "Sequence[str]") -> bool:
    """Whether a sentence puts something off: `not yet`, `once he is done`."""
    return _get_tables()[2].find(words) is not None


def _read_awaited(rule: "Sentence") -> "frozenset[str]":
    """The words of what a rule waits for: `1.0.1` and `tagged` of `until 1.0.1 is tagged`; none if it is silent."""
    words = _read_signed(rule.text)
    place = next((number for number, word in enumerate(words) if word in _UNTIL), len(words))
    return _name_words(words[place + 1 : place + 1 + _AWAITED])


def _read_signed(text: str) -> "list[str]":
    words = (word.strip("`'\"()[]{}<>,;:!?.*").lower() for word in text.split())
    return [word for word in words if word]  # a sign that stands alone is none


def _name_words(words: "Sequence[str]") -> "frozenset[str]":
    """The stems of words, and those with digits as they are."""
    numbers = [word for word in words if word and not word.isalpha() and any(map(str.isdigit, word))]
    return frozenset([*numbers, *[one for one in stem_words(words) if not one[0].isdigit()]])


def _has_come(awaited: "frozenset[str]", end: "Sentence") -> bool:
    """Whether a sentence says that what was waited for is there."""
    shared = awaited & _name_words(_read_signed(end.text))
    return len(shared) > 1 and 2 * len(shared) >= len(awaited)


def _quote(end: "Sentence", rule: "Sentence", exchange: "Exchange") -> str:
    """The sentence that ends a wait, with the next one if only that names what is free."""
    place = exchange.asked.index(end)
    names = list_names(rule)
    following = exchange.asked[place + 1 : place + 2]
    if names.isdisjoint(list_names(end)):
        following = [one for one in following if one.row == end.row and not names.isdisjoint(list_names(one))]
        return " ".join([end.text, *[one.text for one in following]])
    return end.text


def sets_free(sentence: "Sentence") -> bool:
    """Whether a clause of the person says that something is free or done, and none that it is to be left alone."""
    leaves, ends, _ = _get_tables()
    if sentence.is_question or len(sentence.words) > _LONG or leaves.find(sentence.words) is not None:
        return False
    if any(is_not_over(clause.words) for clause in sentence.clauses):
        return False  # `Sean merged the client, but the server is not finished`
    for clause in sentence.clauses:
        if tables().imagines.find(clause.words) is not None:
            return False  # what is free only in a case
        if not _THINKS.isdisjoint(clause.words):
            continue  # `thinking about it again`
        if ends.find(clause.words) is not None:
            return True
    return False


def is_not_over(words: "Sequence[str]") -> bool:
    return not (_NOT.isdisjoint(words) or _AT_END.isdisjoint(words) or "mehr" in words or "anymore" in words)


def _is_of(own: "frozenset[str]", rule: "Sentence", end: "Sentence") -> bool:
    """Whether the end of a wait is that of a rule: it names the same file, or shares most of its rare words."""
    names = [list_names(one) for one in (rule, end)]
    if names[0] and names[1]:
        bare = [{one.partition(".")[0] for one in each} for each in names]
        return not (names[0].isdisjoint(names[1]) and bare[0].isdisjoint(bare[1]))
    if names[0] or not rule.is_person:
        return False
    shared = own & end.stems
    return len(shared) > 1 and len(shared) >= _FEWEST * len(own)


_BAN_WORDS = """
touch touched hands fingers alone limits untouched push pushed commit committed merge anfassen angefasst fasst finger
tabu pfoten touche touches touché toucher toca toques tocar toco mexa toque toccare toccarlo toccarla stare
aankomen blijf ruhe ruszaj intact intacte intacto
"""
_BANS = frozenset(_BAN_WORDS.split())
"""Words of a rule that forbids a deed, and of what is said of keeping it."""
_DEEDS = frozenset(("push", "pushed", "commit", "committed", "merge"))
"""Words with which an agent tells what it does."""


_tables: "list[tuple[Phrases, Phrases, Phrases]]" = []


def _get_tables() -> "tuple[Phrases, Phrases, Phrases]":
    if not _tables:
        _tables.append((Phrases(LEAVES), Phrases(ENDS), Phrases(_PUTS_OFF)))
    return _tables[0]
