"""The tasks beside `ask`: records into a summary, what is known into suggestions, a text into records."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.agents.turns import Turn
from backstory.api import Memory, keep_candidates, make_rejection_filter, summarize
from backstory.capture.text.candidate import Candidate
from backstory.guests.consultation import Consultation, Task, make_task
from backstory.guests.sources import Source, make_record_sources, make_source
from backstory.model.errors import Invalid
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.api import Advice, Remembered

KINDS: Final = ("decision", "rule", "attempt", "fact", "question")
"""Kinds that a model may propose."""
MAX_RECALLED: Final = 6
_MAX_TITLE: Final = 160


def prepare_summary(memory: Memory, records: Sequence[Record]) -> Task:
    """The task of putting records into a summary. Raises `Invalid` for one that nobody here trusts."""
    rows = [memory.get(record.id) for record in records]
    for row in rows:
        if row.foreign:
            raise Invalid(
                f"`{row.record.short}` came from elsewhere and is not trusted, so it is not sent to a model",
                hint=f"look at it, then `backstory trust {row.record.short}`",
            )
    rows.sort(key=lambda row: (row.record.made, row.record.id))
    return make_task(memory, "summarize", make_record_sources(rows, memory.gate))


def keep_summary(memory: Memory, consultation: Consultation, *, archive: bool) -> Record | None:
    """Keeps the summary of a model; None where no statement held.

    Each line names the records that it rests on. The sources are moved only where every statement held.
    """
    checked = consultation.checked
    if not checked.accepted:
        return None
    lines: list[str] = []
    for statement in checked.accepted:
        cited = dict.fromkeys(evidence.source for evidence in statement.evidence)
        lines.append(f"- {statement.text} ({', '.join(cited)})")
    first, last = consultation.sources[0].made, consultation.sources[-1].made
    span = first if first == last else f"{first} to {last}"
    title = checked.title or f"Work of {span}: {checked.accepted[0].text}"
    ids = [source.ref for source in consultation.sources]
    return summarize(
        memory,
        ids,
        one_line(title, _MAX_TITLE),
        "\n".join(lines),
        archive=archive and not checked.refused,
        model=consultation.model,
    )


def prepare_suggestions(memory: Memory, advice: "Sequence[Advice]", task: str) -> Task | None:
    """The task of suggesting what to do next; None where nothing is known."""
    sources = [
        make_source(f"S{number}", one.text, memory.gate, kind=one.kind, ref=", ".join(one.sources[-2:]))
        for number, one in enumerate(advice, 1)
    ]
    if task:
        rows = [hit.row for hit in memory.recall(task, limit=MAX_RECALLED)]
        sources += make_record_sources(rows, memory.gate)
    if not sources:
        return None
    return make_task(memory, "suggest", sources, question=f"Task: {one_line(task, 2_000)}" if task else "")


class Talk(NamedTuple):
    """A conversation or a text from which records are to be taken."""

    turns: tuple[Turn, ...]
    session: str = ""
    agent: str = ""
    source: str = ""


def prepare_extraction(memory: Memory, talk: Talk) -> Task | None:
    """The task of finding what is worth remembering in the end of a talk; None where nobody says anything."""
    sources = _make_turn_sources(memory, talk)
    task = make_task(memory, "extract", sources[::-1], kinds=KINDS)
    if not task.sources:
        return None
    # what was said last is taken first, and stands in its order
    return make_task(memory, "extract", task.sources[::-1], kinds=KINDS)._replace(left_out=task.left_out)


def keep_extracted(memory: Memory, talk: Talk, consultation: Consultation) -> "list[Remembered]":
    """Keeps what a model found, as `inferred` records that wait for somebody to confirm them."""
    candidates: list[Candidate] = []
    for statement in consultation.checked.accepted:
        evidence = statement.evidence[0]
        turn = talk.turns[int(evidence.source[1:]) - 1]
        candidates.append(
            Candidate(
                kind=statement.kind,
                text=statement.text,
                why=statement.why,
                quote=evidence.quote,
                line=max(turn.line, 0),
                made=turn.time,
                role="assistant",
                confidence=1.0,  # its tier says that nobody has confirmed it
                tier="working",
                branch=turn.branch,
            )
        )
    return keep_candidates(
        memory, candidates, session=talk.session, agent=talk.agent, source=talk.source, model=consultation.model
    )


def prepare_test(memory: Memory) -> Task:
    """A task that shows whether the model answers, about a made-up record. Nothing of the memory is sent."""
    text = "The shop keeps prices as whole cents. Rounding errors of floats had changed two invoices."
    return make_task(memory, "test", [make_source("7q4t9w2r", text, memory.gate, kind="decision")])


def _make_turn_sources(memory: Memory, talk: Talk) -> list[Source]:
    drop_rejected = make_rejection_filter(memory)
    sources: list[Source] = []
    for number, turn in enumerate(talk.turns, 1):
        if turn.role in ("user", "assistant") and turn.text.strip():
            text = drop_rejected(memory.gate.clean(turn.text))
            sources.append(make_source(f"T{number}", text, memory.gate, kind=turn.role))
    return sources


def split_text(text: str) -> tuple[Turn, ...]:
    """The paragraphs of a text as turns, each with its line."""
    turns: list[Turn] = []
    line = 1
    for paragraph in text.replace("\r\n", "\n").split("\n\n"):
        if paragraph.strip():
            turns.append(Turn("assistant", paragraph, line=line + _count_blank_lines(paragraph)))
        line += paragraph.count("\n") + 2
    return tuple(turns)


def _count_blank_lines(paragraph: str) -> int:
    return len(paragraph) - len(paragraph.lstrip("\n"))
