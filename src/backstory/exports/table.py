"""The table of forms: what a person types, which kinds it holds, and which module writes it."""

from importlib import import_module
from typing import Final, NamedTuple, cast

from backstory.exports.form import Writer
from backstory.model.kinds import KINDS


class Form(NamedTuple):
    """A row of the table."""

    name: str
    title: str
    module: str
    """Of this package."""
    becomes: str
    """What the records become, in a few words."""
    lost: str
    """What stays behind."""
    aliases: tuple[str, ...] = ()
    kinds: tuple[str, ...] = tuple(KINDS)
    """Kinds that it holds, in the order of their sections where it has sections."""
    is_folder: bool = False
    has_history: bool = False
    """Whether it says of a record that a later one has replaced it."""
    instructs: bool = False
    """Whether agents take it for instructions, so that it never holds what nobody trusts."""


_LASTING: Final = tuple(name for name, kind in KINDS.items() if not kind.momentary)

FORMS: Final[tuple[Form, ...]] = (
    Form("markdown", "A folder of Markdown notes, such as an Obsidian vault", "markdown_folder",
         "a note for each record, links as `[[links]]`", "checkpoints and handoffs",
         aliases=("obsidian",), kinds=_LASTING, is_folder=True),
    Form("jsonl", "JSON Lines, one object a record", "json_lines",
         "a line for each record, with its text as `content`", "digests of anchors, sessions",
         aliases=("json-lines", "ndjson")),
    Form("adr", "Architecture decision records (MADR)", "adr",
         "a numbered file for each decision, those that were replaced included", "all kinds but decisions",
         aliases=("madr",), kinds=("decision",), is_folder=True, has_history=True),
    Form("basic-memory", "basic-memory", "basic_memory",
         "a note for each record, links as relations", "checkpoints and handoffs", kinds=_LASTING, is_folder=True),
    Form("mcp-memory", "MCP reference memory server", "mcp_memory",
         "an entity for each record, its paragraphs as observations, links as relations",
         "times, authors, tags, anchors, checkpoints and handoffs", aliases=("server-memory",), kinds=_LASTING),
    Form("claude-md", "CLAUDE.md, AGENTS.md and other instruction files", "instruction_file",
         "a bullet for each record, in a section for each kind", "times, authors, links, other kinds",
         aliases=("agents-md",), instructs=True,
         kinds=("rule", "preference", "persona", "decision", "pattern", "fact", "failure", "strategy")),
)  # fmt: skip


def find_form(name: str) -> Form | None:
    """Return the form of a name or an alias, in any case; None where there is none."""
    word = name.strip().lower()
    return next((form for form in FORMS if word == form.name or word in form.aliases), None)


def load_writer(form: Form) -> Writer:
    """Return the module that writes a form."""
    return cast("Writer", import_module(f"backstory.exports.{form.module}"))
