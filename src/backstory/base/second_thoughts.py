"""Sentences that take back or limit the one before them: `add it to the roadmap? no wait, scratch that`.

Who quotes one sentence of what was uttered would state the opposite without the next one. They are kept together. It
uses no regular expressions, because the hook process must not import `re`.
"""

from backstory.base.phrases import Phrases
from backstory.base.tokenizer import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_OPENINGS = """
no wait/sorry/no/scratch/forget/never/better/actually/rather/not/make; nope; nah; naw; nvm; jk; wait
what/that/it/actually/sorry; hold/hang on; scratch/strike/cancel/skip/drop that/it/this; forget
it/that/this/i/about; never mind; nevermind; just kidding; on second thought/thoughts; thinking about it; come to
think of it; i ~/ve/have changed my mind; changed my mind; i/~ ~/ll/have take/taken it/that/this back; actually;
correction on/to/no; rather not; better not; or rather; maybe not; not yet; not any more; not anymore; not now; don
t/not bother/worry/do/add/need; do not bother/worry/do/add/need; leave it; but; however; except; unless; although;
though; only if/when/for/not; instead; nein; nee; nö; moment; warte; halt; stopp; vergiss es/das/s; doch
nicht/lieber/kein*; lieber nicht; besser nicht; streich das/es/s; ich habe/hab ~/es/s mir anders überlegt; ach nein;
aber; allerdings; jedoch; außer; noch nicht; finalement; en fait; attends; attendez; oublie* ça/cela/le/la; laisse*
tomber; plutôt pas; pas encore; mais; sauf; espera; olvida* ~/lo eso; mejor no; pensándolo bien; todavía no; pero;
salvo
"""
"""How a sentence begins that takes back or limits the one before it."""
_NEGATIVE = "no not never nein nie niemals kein keine keinen non jamais nunca não nee"
_ANSWERS = frozenset(_NEGATIVE.split())
"""First words of a sentence that answers the question before it with no."""
_HESITATING = "hm hmm hmmm oh ah ach um uh err ok okay well so sorry oops and und et y na tja bah bon"
_FILLERS = frozenset(_HESITATING.split())
"""First words that say nothing."""
_FEW = 8
"""First words of a sentence that are looked at."""

_tables: "list[Phrases]" = []


def join_second_thoughts(sentences: "Sequence[str]") -> "list[str]":
    """The sentences of one utterance, each together with those behind it that take it back or limit it."""
    joined: list[str] = []
    for sentence in sentences:
        if joined and takes_back(sentence, joined[-1]):
            joined[-1] += f" {sentence}"
        else:
            joined.append(sentence)
    return joined


def takes_back(sentence: str, before: str) -> bool:
    """Whether a sentence begins as one that takes back or limits the one before it."""
    words = split_words(sentence.replace("’", "'"))[:_FEW]
    while words and words[0] in _FILLERS:
        words = words[1:]
    if not words:
        return False
    if words[0] in _ANSWERS and before.rstrip().endswith(("?", "？")):
        return True
    start = sentence.lower().lstrip()
    if words[0] in ("wait", "correction", "edit") and start.startswith(
        (f"{words[0]},", f"{words[0]}:", f"{words[0]} -")
    ):
        return True
    if words[0] == "no" and start.startswith(("no,", "no.", "no!", "no -", "no –", "no —")):
        return True
    if not _tables:
        _tables.append(Phrases(_OPENINGS))
    place = _tables[0].find(words)
    return place is not None and place[0] == 0
