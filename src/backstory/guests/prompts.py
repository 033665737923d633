"""The prompts: files in the package, and the material that goes with them."""

import os
from collections.abc import Sequence

from backstory.guests.guest import Prompt
from backstory.guests.sources import Source, encode_sources
from backstory.model.text import clean_text
from backstory.redact.gate import Gate


def read_instructions(task: str) -> str:
    """The instructions for a task, with what is the same for all."""
    return f"{_read_file(task)}\n{_read_file('format')}".strip()


def make_prompt(task: str, sources: Sequence[Source], question: str, gate: Gate) -> Prompt:
    """The prompt for a task. The material passes the gate once more as the one text that it is."""
    question = clean_text(question).strip()
    ending = f"\n\n{question}" if question else ""
    return Prompt(task, read_instructions(task), gate.clean(encode_sources(sources) + ending))


def _read_file(name: str) -> str:
    path = os.path.join(os.path.dirname(__file__), "prompts", f"{name}.md")
    loader = globals().get("__loader__")
    if loader is not None and hasattr(loader, "get_data"):  # works from a folder and from a zip archive alike
        return bytes(loader.get_data(path)).decode()
    with open(path, encoding="utf-8") as file:
        return file.read()
