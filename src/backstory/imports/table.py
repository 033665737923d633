"""The table of sources: what a person types, where its files are, and which module reads them."""

import os
from collections.abc import Iterator
from glob import glob, has_magic
from importlib import import_module
from typing import Final, NamedTuple, cast

from backstory.imports.item import Place, Reader


class Source(NamedTuple):
    """A row of the table."""

    name: str
    title: str
    module: str
    """Of this package."""
    places: tuple[str, ...] = ()
    """Paths below the project, or below the home folder with `~/`; globs. The last parts of them name its files."""
    aliases: tuple[str, ...] = ()
    lost: str = ""
    """What cannot be carried, for the documentation."""
    becomes: str = ""
    """What its parts become, for the documentation."""
    is_distinct: bool = True
    """Whether a file of it is recognised by its content."""

    @property
    def is_store(self) -> bool:
        """Whether it is a memory that a program or an agent keeps, and no file that a person writes."""
        is_written = self.module in ("instruction_files", "markdown_notes", "adr")
        return not is_written or self.name in ("serena", "memory-bank")


_INSTRUCTIONS: Final = "each bullet a rule, decision or fact; other text a note"
SOURCES: Final[tuple[Source, ...]] = (
    Source("claude-md", "CLAUDE.md", "instruction_files",
           ("CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules"),
           lost="imports with `@path`, blocks that tools manage", becomes=_INSTRUCTIONS),
    Source("agents-md", "AGENTS.md and GEMINI.md", "instruction_files", ("AGENTS.md", "GEMINI.md"),
           lost="blocks that tools manage", becomes=_INSTRUCTIONS),
    Source("cursor", "Cursor rules", "instruction_files", (".cursor/rules", ".cursorrules"), ("cursor-rules",),
           lost="`alwaysApply`", becomes=f"{_INSTRUCTIONS}; `globs` become anchors"),
    Source("copilot", "Copilot instructions", "instruction_files",
           (".github/copilot-instructions.md", ".github/instructions"), ("copilot-instructions",),
           lost="prompt files", becomes=f"{_INSTRUCTIONS}; `applyTo` becomes an anchor"),
    Source("windsurf", "Windsurf rules and memories", "instruction_files",
           (".windsurf/rules", ".windsurfrules", "~/.codeium/windsurf/memories/*.md"),
           lost="its encrypted memories", becomes=_INSTRUCTIONS),
    Source("cline", "Cline rules", "instruction_files", (".clinerules",), ("cline-rules",), becomes=_INSTRUCTIONS),
    Source("roo", "Roo rules", "instruction_files", (".roo/rules*", ".roorules"), ("roo-rules",),
           becomes=_INSTRUCTIONS),
    Source("codex-memories", "Codex memories", "instruction_files", ("~/.codex/memories",), becomes=_INSTRUCTIONS),
    Source("adr", "Architecture decision records (MADR, Nygard, log4brains)", "adr",
           ("docs/adr", "doc/adr", "docs/decisions", "docs/architecture/decisions", "docs/architecture/adr",
            "architecture/decisions", "adr", "docs/adrs"), ("madr", "log4brains", "adr-tools"),
           lost="diagrams", becomes="a decision with alternatives and impact; a rejected one is retracted"),
    Source("memory-bank", "Memory bank of Cline and Roo", "instruction_files", ("memory-bank", ".memory-bank"),
           becomes=_INSTRUCTIONS),
    Source("serena", "Serena memories", "markdown_notes", (".serena/memories",), becomes="a note for each file",
           is_distinct=False),
    Source("claude-memory", "Claude Code auto memory", "markdown_notes", ("~/.claude/projects/{project}/memory",),
           ("claude-code-memory",), becomes="a record for each file, by its `type`", is_distinct=False),
    Source("infctx", "Infinite Context", "infinite_context", (".infctx",), ("infinite-context", "infinitecontex"),
           lost="snapshots, events, prompts", becomes="decisions, pinned notes"),
    Source("aictx", "aictx", "aictx", (".aictx",), lost="execution logs, metrics, user preferences",
           becomes="strategies, failures, decisions, summaries"),
    Source("memdown", "Memdown (`ctx`)", "memdown", ("~/.ctx/store.db",), ("ctx",), lost="views, token counts",
           becomes="records of the same kind and tier, with links"),
    Source("valyrianctx", "ValyrianCtx", "valyrian", (".valyrianctx",), ("valyrian",), lost="staged files",
           becomes="decisions, attempts, a summary for each entry"),
    Source("contextdb", "ContextDB (AIOS)", "contextdb", (".aios", "memory/context-db"), ("aios",), lost="events",
           becomes="a summary for each checkpoint, a note for each memo"),
    Source("mcp-memory", "MCP reference memory server", "mcp_memory",
           ("memory.jsonl", "~/.mcp/memory.jsonl"), ("server-memory",),
           becomes="a note for each entity, relations as links"),
    Source("basic-memory", "basic-memory", "basic_memory", ("~/basic-memory", "~/.basic-memory/memory.db"),
           lost="the search index",
           becomes="a record for each note, relations as links"),
    Source("claude-mem", "claude-mem", "claude_mem", ("~/.claude-mem/claude-mem.db",),
           lost="prompts, vectors, other projects", becomes="decisions, facts and notes; summaries of sessions"),
    Source("engram", "engram", "memory_lists", ("~/.engram/engram.db",), lost="prompts, other projects",
           becomes="a record for each observation, by its type", is_distinct=False),
    Source("mem0", "mem0", "memory_lists", ("~/.mem0/history.db",), lost="vectors, the graph",
           becomes="a record for each memory", is_distinct=False),
    Source("openmemory", "OpenMemory", "memory_lists", ("openmemory.db",), lost="vectors, access logs",
           becomes="a record for each memory", is_distinct=False),
    Source("agentmemory", "agentmemory", "memory_lists", lost="vectors, the graph",
           becomes="a record for each memory", is_distinct=False),
    Source("mempalace", "MemPalace", "chroma", ("~/.mempalace",), lost="vectors, other projects, tunnels",
           becomes="a record for each drawer, by its room; a fact for each triple"),
    Source("git-notes", "Git notes", "git_notes", (".git/refs/notes",), is_distinct=False,
           becomes="a note for each git note, with its commit"),
    Source("entire", "entire", "entire", (".entire",), lost="transcripts: `backstory ingest`", is_distinct=False,
           becomes="a summary for each session of a checkpoint, a fact for each learning"),
    Source("beads", "beads", "beads", (".beads",), ("bd",), lost="history of fields", becomes="tasks with links"),
    Source("letta", "Letta agent files", "letta", lost="messages, tools",
           becomes="personas, preferences and notes"),
    Source("kage", "Kage packets", "packets", (".agent_memory/packets",), lost="reviews",
           becomes="a record for each packet"),
    Source("memories", "A list of memories as JSON, JSON lines or SQLite", "memory_lists", (), ("json",),
           lost="what is not text", becomes="a record for each memory"),
    Source("markdown", "A folder of Markdown notes, such as an Obsidian vault", "markdown_notes", (), ("obsidian",),
           lost="files that are not Markdown", becomes="a record for each note, `[[links]]` as links"),
)  # fmt: skip


def find_source(name: str) -> Source | None:
    """Return the source of a name or an alias, in any case; None where there is none."""
    word = name.strip().lower()
    return next((source for source in SOURCES if word == source.name or word in source.aliases), None)


def load_reader(source: Source) -> Reader:
    """Return the module that reads a source."""
    return cast("Reader", import_module(f"backstory.imports.{source.module}"))


def find_paths(source: Source, place: Place) -> list[str]:
    """Return the files and folders of a source that exist, none of them through a link out of the project or home.

    Without a home folder in `place` only the project is searched.
    """
    paths: list[str] = []
    for pattern in source.places:
        base = place.home if pattern.startswith("~/") else place.root
        if not base:
            continue
        paths += [path for path in _expand(pattern, base, place) if _is_inside(path, base)]
    return list(dict.fromkeys(paths))


def _expand(pattern: str, base: str, place: Place) -> Iterator[str]:
    path = os.path.join(base, pattern.removeprefix("~/").replace("{project}", _project_slug(place.root)))
    if has_magic(pattern):
        escaped = pattern.removeprefix("~/")
        yield from sorted(os.path.join(base, one) for one in glob(escaped, root_dir=base))
    elif os.path.exists(path):
        yield path


def _project_slug(root: str) -> str:
    """Return the name that Claude Code gives the folder of a project."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in root)


def _is_inside(path: str, base: str) -> bool:
    real = os.path.realpath(path)
    return os.path.commonpath((real, os.path.realpath(base))) == os.path.realpath(base)


def recognize_source(path: str) -> Source | None:
    """Return the source of a file or folder, by its name or else by its content; None for one that none recognises."""
    whole = os.path.abspath(path).replace(os.sep, "/").rstrip("/")
    for source in SOURCES:
        if any(_has_name(whole, pattern) for pattern in source.places):
            return source
    real = os.path.realpath(path)
    return next((source for source in SOURCES if source.is_distinct and load_reader(source).recognizes(real)), None)


def _has_name(path: str, pattern: str) -> bool:
    from fnmatch import fnmatch

    tail = pattern.removeprefix("~/")
    if "{project}" in tail:
        return False
    return fnmatch(path, f"*/{tail}") or fnmatch(path, f"*/{tail}/*")
