"""Answers a question from memory: in its own words where no model is named, else by the model; each with its sources.

Where nothing in the memory bears on the question, there is no answer, and no model is asked.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.api import Memory, find_asked_commands
from backstory.base.figures import NUMBERS
from backstory.base.passages import PassageHit
from backstory.base.search import Hit
from backstory.base.second_thoughts import join_second_thoughts
from backstory.base.settled_options import HEADING, list_rejected
from backstory.base.staleness_marks import (
    CHANGED,
    LEFT_OUT,
    find_mark_end,
    mark_questioned,
    split_leading_mark,
    strip_marks,
)
from backstory.capture.text.revisions import content_words
from backstory.guests.consultation import Consultation, Task, make_task
from backstory.guests.sources import Source, make_record_sources, make_source
from backstory.model.errors import NotFound
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.index.read import Row

MAX_RECORDS: Final = 12
MAX_PASSAGES: Final = 4
MAX_CLAIMS: Final = 5
"""Statements of an answer without a model."""
MAX_QUOTE: Final = 300
_HEADING: Final = 2
"""Words of a heading, at most."""
_BRANCH: Final = 80
"""Characters of the name of a branch."""
_ASKS: Final = ("?", "？")
"""Ends of a sentence that only asks."""
_VALUE: Final = 4
"""Words of a sentence that only gives a value, at most."""
_NEAR: Final = 0.6
"""Part of the words that the best source shares with a question, from which another one answers it too."""
_BULLET: Final = re.compile(r"^(?:(?:[-*]|#+)\s+)+")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?!\[(?:may have )?changed since)|\n+")
"""Ends of sentences. The rest of a line goes with a sentence that no longer holds."""


class Support(NamedTuple):
    """Words of the memory that a statement rests on."""

    id: str
    """Id of the record or of the session."""
    quote: str
    kind: str = ""
    made: str = ""


class Claim(NamedTuple):
    """A statement of an answer."""

    text: str
    support: tuple[Support, ...]


def answer_from_memory(memory: Memory, question: str) -> tuple[Claim, ...]:
    """What the memory says about a question, in its own words; nothing where it is about something else."""
    claims = {claim.text: claim for claim in _claim_commands(memory, question)}
    if memory.is_beyond(question):
        return tuple(claims.values())
    sources = _find_relevant_sources(memory, question, with_runs=not claims) or _find_named_sources(memory, question)
    for source in _drop_remote(sources, question)[:MAX_CLAIMS]:
        is_passage = source.kind == "passage"
        stated = _claim_passage(memory, source, question) if is_passage else [_claim_record(source, question)]
        for claim in stated:
            claims.setdefault(claim.text, claim)
    return tuple(claims.values())[:MAX_CLAIMS]


def _claim_commands(memory: Memory, question: str) -> list[Claim]:
    """The commands that a question asks for, and where each is from: a file, the person, or a run that passed."""
    claims: list[Claim] = []
    for one in find_asked_commands(memory, question):
        example = f", such as `{one.example}`" if one.example not in ("", one.command) else ""
        support = Support(one.source or "session", one.example or one.command, "command", one.made[:10])
        claims.append(Claim(f"{one.label}: `{one.command}`{example}", (support,)))
    return claims


def _claim_record(source: Source, question: str) -> Claim:
    """What a record says, with the options that were turned down."""
    stated, rejected = _part_rejected(source.text)
    head, *rest = _split_sentences(stated) or [stated]
    quote = one_line(strip_marks(_choose_sentence(rest, question) or head), MAX_QUOTE)
    others = f" (instead of: {'; '.join(rejected)})" if rejected else ""
    return Claim(one_line(head + others, MAX_QUOTE), (Support(source.ref, quote, source.kind, source.made),))


def _claim_passage(memory: Memory, source: Source, question: str) -> list[Claim]:
    """What a passage says about a question, in its own words, and what was uttered since in the place of its beginning.
    A question answers nothing."""
    since, stated = split_leading_mark(source.text)
    claims = _claim_since(memory, since) if since else []
    sentences = [one for one in _split_sentences(stated) if one != LEFT_OUT]
    statements = _join_values([one for one in sentences if not one.endswith(_ASKS)])
    text = _choose_sentence(statements, question)
    question_words = content_words(question)
    only_asked = not question_words & content_words(text) and any(
        one.endswith(_ASKS) and question_words & content_words(one) for one in sentences
    )
    if text and not only_asked:
        quote = one_line(strip_marks(text), MAX_QUOTE)
        text = text.replace(mark_questioned(""), _find_mark(stated) or mark_questioned(""))
        where = f" (on {one_line(source.branch, _BRANCH)}, another branch)" if source.branch else ""
        claims.append(Claim(one_line(text, MAX_QUOTE) + where, (Support(source.ref, quote, source.kind, source.made),)))
    return claims


def _find_mark(text: str) -> str:
    """The first mark of a text that says what may have changed it. Behind other sentences it stands without that."""
    begin = text.find(mark_questioned("").rstrip("]") + ":")
    return text[begin : find_mark_end(text, begin) + 1] if begin >= 0 else ""


def _claim_since(memory: Memory, since: str) -> list[Claim]:
    """What was uttered since, with where it was uttered."""
    begin = since.rstrip("… .")
    for hit in memory.recall_passages(begin, limit=MAX_PASSAGES) if begin else ():
        if begin in hit.text:
            source = _make_passage_sources(memory, [hit])[0]
            return [Claim(since, (Support(source.ref, since, source.kind, source.made),))]
    return []


def _part_rejected(text: str) -> tuple[str, list[str]]:
    """(the text of a record without the options that were turned down, these options)."""
    rejected = list_rejected(text)
    if not rejected:
        return text, []
    before, _, rest = text.partition(f"\n{HEADING}\n")
    _, heading, after = rest.partition("\n## ")
    return f"{before}\n## {after}" if heading else before, rejected


def _drop_remote(sources: Sequence[Source], question: str) -> list[Source]:
    """The sources without those that share far fewer words with a question than the best one does."""
    question_words = content_words(question)
    shared = [len(content_words(source.text) & question_words) for source in sources]
    least = _NEAR * max(shared, default=0)
    return [source for source, count in zip(sources, shared, strict=True) if count >= least or source.settles]


def prepare_ask(memory: Memory, question: str) -> Task | None:
    """The task of answering a question; None where nothing in the memory has a word of it."""
    relevant = _find_relevant_sources(memory, question)
    rows = [hit.row for hit in memory.recall(question, limit=MAX_RECORDS)]
    recalled = make_record_sources(rows, memory.gate)
    passages = _make_passage_sources(memory, memory.recall_passages(question, limit=MAX_PASSAGES))
    sources = {source.id: source for source in (*relevant, *recalled, *passages)}
    if not sources:
        return None
    return make_task(memory, "ask", list(sources.values()), question=f"Question: {one_line(question, 2_000)}")


def list_claims(consultation: Consultation) -> tuple[Claim, ...]:
    """The accepted statements of a model, each with the records that it rests on."""
    claims: list[Claim] = []
    for statement in consultation.checked.accepted:
        cited = [(consultation.find_source(one.source), one.quote) for one in statement.evidence]
        support = tuple(Support(source.ref, quote, source.kind, source.made) for source, quote in cited)
        claims.append(Claim(statement.text, support))
    return tuple(claims)


def _find_relevant_sources(memory: Memory, question: str, *, with_runs: bool = True) -> list[Source]:
    """The records and passages that bear on a question, best first, without those that nobody here trusts."""
    hits = memory.find_standing(question, limit=MAX_RECORDS)
    if not with_runs:
        hits = [hit for hit in hits if not (isinstance(hit, PassageHit) and hit.role == "command")]
    reversed_ids = {hit.id for hit in hits if isinstance(hit, Hit) and hit.reversed}
    settling = {hit.id for hit in hits if isinstance(hit, Hit) and hit.settles}
    rows = _read_rows(memory, [hit.id for hit in hits if isinstance(hit, Hit)])
    records = {source.ref: _mark(source, reversed_ids) for source in make_record_sources(rows, memory.gate)}
    sources: list[Source] = []
    for hit in hits:
        if isinstance(hit, PassageHit):
            sources += _make_passage_sources(memory, [hit])
        elif hit.id in records:
            sources.append(records[hit.id]._replace(settles=hit.id in settling))
    return sources


def _mark(source: Source, reversed_ids: Collection[str]) -> Source:
    """A record with a mark after its title if a later statement takes it back."""
    if source.ref not in reversed_ids:
        return source
    title, sign, body = source.text.partition("\n")
    return source._replace(text=f"{title}{CHANGED}{sign}{body}")


def _find_named_sources(memory: Memory, question: str) -> list[Source]:
    """The records that have every word of a question that is too short to show what it is about: `why psycopg?`."""
    question_words = content_words(question)
    rows = [hit.row for hit in memory.recall(question, limit=MAX_RECORDS)] if question_words else []
    return [source for source in make_record_sources(rows, memory.gate) if question_words <= content_words(source.text)]


def _read_rows(memory: Memory, ids: Iterable[str]) -> "list[Row]":
    rows: list[Row] = []
    for ident in ids:
        try:
            rows.append(memory.get(ident))
        except NotFound:
            continue  # it was forgotten meanwhile
    return rows


def _make_passage_sources(memory: Memory, hits: Iterable[PassageHit]) -> list[Source]:
    """What was said in sessions. The session is what is cited."""
    return [
        make_source(hit.id, hit.text, memory.gate, kind="passage", made=hit.made[:10], ref=hit.session)._replace(
            settles=hit.answers, branch=hit.branch if hit.elsewhere else ""
        )
        for hit in hits
    ]


def _split_sentences(text: str) -> list[str]:
    """The sentences of a text, each with what takes it back right behind it."""
    pieces = (_BULLET.sub("", piece.strip()) for piece in _SENTENCE.split(text))
    return join_second_thoughts([piece for piece in pieces if piece])


def _join_values(sentences: Sequence[str]) -> list[str]:
    """Joins a sentence that is only a value to the one before it: `60 seconds is too often. Every 5 minutes.`"""
    joined: list[str] = []
    for sentence in sentences:
        words = sentence.rstrip(".!").split()
        is_value = len(words) <= _VALUE and any(word[:1].isdigit() or word.lower() in NUMBERS for word in words)
        if joined and is_value and joined[-1].endswith((".", "!")):
            joined[-1] += f" {sentence}"
        else:
            joined.append(sentence)
    return joined


def _choose_sentence(sentences: Sequence[str], question: str) -> str:
    """The sentence that has most words of a question; the first of several, and none of none.

    A heading says nothing by itself.
    """
    question_words = content_words(question)
    telling = [sentence for sentence in sentences if len(sentence.split()) > _HEADING] or sentences
    return max(telling, key=lambda sentence: len(content_words(sentence) & question_words), default="")
