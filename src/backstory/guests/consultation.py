"""A task for a model, and what becomes of it: the prompt with its sources, and the answer after the check."""

from collections.abc import Sequence
from typing import NamedTuple

from backstory.api import Memory
from backstory.guests.consult import send_prompt
from backstory.guests.guest import Prompt
from backstory.guests.prompts import make_prompt
from backstory.guests.sources import Source, fit_sources
from backstory.guests.statements import Checked, check_answer, read_answer


class Task(NamedTuple):
    """What a model is to do, with the sources that it may cite."""

    prompt: Prompt
    sources: tuple[Source, ...]
    left_out: int = 0
    """Sources that did not fit into `model.max_input`."""
    kinds: tuple[str, ...] = ()
    """Kinds that a statement may have; none where statements have no kind."""


class Consultation(NamedTuple):
    """The checked answer of a model."""

    model: str
    checked: Checked
    sources: tuple[Source, ...]

    def find_source(self, ident: str) -> Source:
        """The source that a checked statement cites."""
        return next(source for source in self.sources if source.id == ident)


def make_task(
    memory: Memory, name: str, sources: Sequence[Source], *, question: str = "", kinds: tuple[str, ...] = ()
) -> Task:
    """A task with the first of the sources, as many as `model.max_input` allows. Nothing is sent."""
    fitting = fit_sources(sources, memory.settings.get("model.max_input"))
    return Task(make_prompt(name, fitting, question, memory.gate), tuple(fitting), len(sources) - len(fitting), kinds)


def consult_model(memory: Memory, task: Task) -> Consultation:
    """Sends a task to the model that the person has named, and checks what it answers. Raises `GuestError`."""
    reply = send_prompt(memory, task.prompt)
    checked = check_answer(read_answer(reply.text), task.sources, kinds=task.kinds)
    return Consultation(reply.model, checked, task.sources)
