"""What was said in the last sessions by its sentences, each with who said it: those of a pasted chat are others'."""

from typing import Final, NamedTuple

from backstory.model.relayed_words import find_relayed, read_chat_line, read_named_line, unfence_chat
from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.substance import split_sentences

_MOST_SESSIONS: Final = 8
"""Sessions that are read, newest first."""


class Line(NamedTuple):
    """A sentence, with its speaker where it was pasted from a chat."""

    text: str
    speaker: str = ""


class Utterance(NamedTuple):
    """A prompt or an answer by its sentences."""

    steps: tuple[str, ...]
    """Next steps that an answer names."""
    lines: tuple[Line, ...]
    is_prompt: bool
    session: Session
    made: str


def list_utterances(past: PastWork) -> list[Utterance]:
    """What was said in the last sessions of the work, the oldest first."""
    utterances: list[Utterance] = []
    for session in reversed(past.open_in[:_MOST_SESSIONS]):
        rows: list[tuple[tuple[int, str, int], Prompt | Answer]] = [
            *(((one.line, one.made, 0), one) for one in session.prompts),
            *(((one.line, one.made, 1), one) for one in session.answers),
        ]
        for _, one in sorted(rows, key=lambda row: row[0]):
            is_prompt = isinstance(one, Prompt)
            lines = _read_prompt(one.text) if is_prompt else [Line(text) for text in split_sentences(one.text)]
            steps = () if isinstance(one, Prompt) else one.next
            utterances.append(Utterance(steps, tuple(lines), is_prompt, session, one.made or session.ended))
    return utterances


def _read_prompt(text: str) -> list[Line]:
    """The sentences of a prompt, those of a pasted chat with their speakers."""
    rows = unfence_chat(text).splitlines()
    relayed = find_relayed(rows)
    named = {place: one for place, row in enumerate(rows) if (one := read_named_line(row)) is not None}
    is_chat = [place for place in named if place + 1 in named or place - 1 in named]
    lines: list[Line] = []
    own: list[str] = []
    for place, row in enumerate([*rows, ""]):
        one = (
            relayed.get(place) or (read_chat_line(row) if row else None) or (named[place] if place in is_chat else None)
        )
        if one is None and place < len(rows):
            own.append(row)
            continue
        lines += [Line(sentence) for sentence in split_sentences("\n".join(own))]
        own = []
        if one is not None and one.text:
            lines += [Line(sentence, one.name) for sentence in split_sentences(one.text)]
    return lines
