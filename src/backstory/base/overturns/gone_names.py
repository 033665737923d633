"""Names from code that an agent says are gone: "`SlowHookWarning` is gone.", after "it comes out as `SlowHookWarning`".

The earlier sentence may say more than that there is the name, so it stands with the words which say that it is gone.
"""

from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import tables
from backstory.base.reversals import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_NEAR = 1
"""Words between a name and what is said of it: "the `--fast` flag is gone"."""
_MOST = 6
"""Sentences with a name of which more are about everything."""
_NOT = frozenset(("not", "no", "never", "without", "instead", "nicht", "kein", "keine", "ohne", "pas", "sans", "sin"))


_FROM = frozenset(("from", "in", "of", "aus", "im", "de", "du", "del", "dans", "en"))
"""Words behind a name that is gone from one place."""


def find_gone_names(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what was said with a name from code before an agent told that there is none of it any more."""
    uses: dict[str, list[Sentence]] = {}
    gone: dict[str, tuple[Sentence, list[Sentence]]] = {}
    for exchange in exchanges:
        for one in exchange.sentences:
            if "`" not in one.text:
                continue
            left = {} if one.is_person or one.is_imagined() else dict(_read_gone(one.text))
            for name in _list_quoted(one.text):
                if name in left:
                    gone[name] = one, list(uses.get(name, ()))
                elif name in gone and _NOT.isdisjoint(one.words):
                    del gone[name]  # it is used again
                if not one.is_question:
                    uses.setdefault(name, []).append(one)
    for name, (by, former) in gone.items():
        for one in former if len(former) <= _MOST else ():
            if one.row < by.row and _NOT.isdisjoint(one.words) and not _tells_loss(one, name):
                yield Overturn(one, by.text, by.row, is_sure=False)


def _tells_loss(sentence: "Sentence", name: str) -> bool:
    """Whether a sentence says itself that a name is to go."""
    if not sentence.is_person:
        return name in dict(_read_gone(sentence.text))
    return tables().losses_by_person.find(sentence.words) is not None or sentence.words[-1:] == ["out"]


def _list_quoted(text: str) -> "list[str]":
    """The names that a text sets as code, each only if it is one word."""
    return [name for part in text.split("`")[1::2] if (name := part.strip()) and " " not in name]


def _read_gone(text: str) -> "Iterator[tuple[str, bool]]":
    """Yields the names from code that a sentence says are gone."""
    parts = text.split("`")
    for place in range(1, len(parts) - 1, 2):
        name = parts[place].strip()
        if not name or " " in name:
            continue
        behind, before = read_words(parts[place + 1]), read_words(parts[place - 1])
        if not _FROM.isdisjoint(behind):
            continue  # it may stand elsewhere
        state, deed = tables().gone.find(behind), tables().takes_out.find(before)
        if (state is not None and state[0] <= _NEAR) or (deed is not None and deed[1] >= len(before) - _NEAR):
            yield name, True
