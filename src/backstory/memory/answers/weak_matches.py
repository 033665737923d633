"""Tells whether all that was found for some words has only one of them, and which.

Words that nothing has together are hardly about what the memory holds: in a small one every other record shares a word
such as `connection` with any text.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from backstory.base.passages import PassageHit
from backstory.base.path_codec import encode_path
from backstory.base.put_questions import is_question
from backstory.base.small_words import is_small
from backstory.base.tokenizer import STOP
from backstory.base.visibility import View
from backstory.memory.kernel.catalog import Catalog

if TYPE_CHECKING:
    import apsw

    from backstory.base.question import Question
    from backstory.index.search import Hit

_NAMED: Final = "named "
"""How the signal begins of a path, a symbol or an id that the text names: `named path`."""
FEWEST: Final = 3
"""Words of a text from which one of them alone says little."""
MOST_WEAK: Final = 3
"""Records and passages that are worth a look then."""
_EXACT: Final = 0.9
"""Share from which a word itself is there, and not only another one for it."""


def find_weak_words(workspace: Catalog, text: str, hits: "Sequence[Hit]", passages: Sequence[PassageHit]) -> list[str]:
    """The words of a text that what was found for it has, where nothing has more than one; else none.

    A name from code says by itself what is meant, and a question has its own measure.
    """
    texts = [f"{hit.row.record.title}\n{hit.row.record.body}\n{' '.join(hit.row.record.tags)}" for hit in hits]
    texts += [passage.text for passage in passages]
    if not texts or is_question(text) or any(signal.startswith(_NAMED) for hit in hits for signal in hit.why):
        return []
    view = View(encode_path(workspace.project.root))
    last = workspace.last_question

    def find(con: "apsw.Connection") -> list[str]:
        question = last.read(con, view, text)
        places = _list_words(question)
        met: set[int] = set()
        for one in texts if len(places) >= FEWEST else ():
            matched = question.matches(question.stems_of_document(one))
            own = {place for place in places if matched.get(place, 0.0) >= _EXACT}
            if len(own) > 1 or any(question.asked[place].ident for place in own):
                return []
            met |= own
        return [question.asked[place].form for place in sorted(met)]

    return workspace.fresh().run(find)


def _list_words(question: "Question") -> list[int]:
    """The places of the words of a text that say something, common ones of software among them."""
    return [
        place
        for place, term in enumerate(question.asked)
        if not (term.joins or term.form in STOP or is_small(term.form, is_foreign=question.is_foreign))
    ]
