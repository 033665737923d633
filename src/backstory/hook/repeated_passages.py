"""Leaves out passages that the brief of the session holds: it is still in the conversation.

A brief shortens what was said, and puts what it says about a run in its own order. A sentence is therefore compared by
its words with each line of the brief.
"""

from backstory.base.answer_kinds import find_asked_kinds
from backstory.base.passages import PassageHit
from backstory.base.reversals import stem_words
from backstory.base.staleness_marks import is_all_overturned
from backstory.base.tokenizer import split_words
from backstory.hook.delivered_briefs import read_delivered_briefs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.search import Hit

ENDS = (".", "!", "?", ":", ";", "。", "！", "？")
LEAST = 4
"""Words of a sentence that says something."""
SHARE = 0.75
"""Share of the words of a sentence that a line repeating it has."""
BEST = 2
"""First hits among which a run of a command answers the prompt, and comes again."""
BEHIND = 3
"""Turns behind a request within which it is answered."""
REPEATED = 0.75
"""Share of the words of a passage, in such sentences, from which it is a repetition."""


def drop_repeated(
    hits: "Sequence[Hit | PassageHit]",
    private: str,
    marks: "set[str] | frozenset[str]",
    *,
    with_run: bool = False,
) -> "list[Hit | PassageHit]":
    """The hits without such passages. `marks` is what the list of the session holds: the brief, among others.

    `with_run` keeps the run that is among the best: what else is found says less of it.
    """
    if not any(isinstance(hit, PassageHit) for hit in hits):
        return list(hits)
    briefs = read_delivered_briefs(private, marks)
    if briefs is None:
        return list(hits)
    lines = [frozenset(split_words(line)) for line in briefs.lines]
    return [
        hit
        for place, hit in enumerate(hits)
        if not isinstance(hit, PassageHit)
        or (with_run and place < BEST and hit.role == "command")
        or not _is_repeated(hit.text, lines)
    ]


def drop_answers_alone(
    kept: "Sequence[Hit | PassageHit]", hits: "Sequence[Hit | PassageHit]", prompt: str
) -> "list[Hit | PassageHit]":
    """What is kept of the hits, without answers that have no word of a prompt, where what they answer was left out.

    They stay where the prompt asks for the state of the work and not by its words.
    """
    gone = [
        (hit.session, hit.turn)
        for hit in hits
        if isinstance(hit, PassageHit) and hit.role == "user" and not any(hit is one for one in kept)
    ]
    if not gone or find_asked_kinds(prompt):
        return list(kept)
    return [
        hit
        for hit in kept
        if not isinstance(hit, PassageHit)
        or hit.role != "assistant"
        or not any(hit.session == session and 0 < hit.turn - turn <= BEHIND for session, turn in gone)
        or _shares_word(hit.text, prompt)
    ]


def drop_overturned(hits: "Sequence[Hit | PassageHit]", prompt: str) -> "list[Hit | PassageHit]":
    """The hits, marked as they are, without passages that surely no longer hold and have no word of a prompt: who goes
    on with the work is not helped by what was undone."""
    return [
        hit
        for hit in hits
        if not isinstance(hit, PassageHit) or not is_all_overturned(hit.text) or _shares_word(hit.text, prompt)
    ]


def _shares_word(text: str, prompt: str) -> bool:
    return not stem_words(split_words(text)).isdisjoint(stem_words(split_words(prompt)))


def asks_for_run(prompt: str) -> bool:
    """Whether a prompt asks how a run ended: `which test is red?`."""
    return not _OF_RUN.isdisjoint(find_asked_kinds(prompt))


_OF_RUN = frozenset(("failed", "green"))
"""Kinds of questions that the last run answers."""


def _is_repeated(text: str, lines: "Sequence[frozenset[str]]") -> bool:
    sentences = [frozenset(words) for words in _split_sentences(text)]
    sentences = [words for words in sentences if len(words) >= LEAST] or [frozenset().union(*sentences)]
    total = sum(map(len, sentences))
    repeated = sum([len(words) for words in sentences if _holds(lines, words)])
    return bool(total) and repeated >= REPEATED * total


def _holds(lines: "Sequence[frozenset[str]]", words: "frozenset[str]") -> bool:
    return any(len(words & line) >= SHARE * len(words) for line in lines)


def _split_sentences(text: str) -> "list[list[str]]":
    """The words of each sentence, and of each part of a list."""
    sentences: list[list[str]] = [[]]
    for token in text.split():
        sentences[-1] += split_words(token)
        if token.endswith(ENDS):
            sentences.append([])
    return [words for words in sentences if words]
