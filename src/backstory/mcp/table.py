"""The table of tools: a row for each, with what a model reads of it. The documentation is generated from it."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from backstory.mcp import inputs, outputs, read_tools, work_tools, write_tools


class Tool(NamedTuple):
    """A row of the table."""

    name: str
    title: str
    description: str
    input: type[msgspec.Struct]
    output: type[outputs.ToolOutput]
    act: Callable[[Any, Any], outputs.ToolOutput]
    """Called with the memory and the arguments."""
    writes: bool = False
    destructive: bool = False
    """Whether something leaves the briefs. Nothing is ever deleted."""
    idempotent: bool = False
    """Of a tool that writes: whether the same call again changes nothing."""
    slow: bool = False
    """Whether it may take seconds in a large repository, and reports progress then."""


TOOLS: Final[dict[str, Tool]] = {
    tool.name: tool
    for tool in (
        Tool(
            "brief",
            "Project brief",
            "Get the context for the work at hand: where the last session stopped, failing tests, next steps, rules of "
            "the user, decisions, what was tried and failed. Call it first when a session starts, after a compaction, "
            "or when the task changes; pass `task` to get what fits it.",
            inputs.BriefInput,
            outputs.BriefOutput,
            read_tools.brief,
            slow=True,
        ),
        Tool(
            "recall",
            "Search the memory",
            "Search what people and agents recorded in this project: decisions and their reasons, failures and fixes, "
            "rules, earlier sessions. Call it before you choose a library or a design, when a command or test fails "
            "(pass the error), and when the user refers to something from before. With `ids` it returns records in "
            "full.",
            inputs.RecallInput,
            outputs.RecordsOutput,
            read_tools.recall,
        ),
        Tool(
            "ask",
            "Ask the memory",
            "Get the statements of the memory that bear on one question, each with its source, or the answer that it "
            "does not say. Call it for a question of the user about earlier decisions; `recall` finds more.",
            inputs.AskInput,
            outputs.AnswerOutput,
            read_tools.ask,
        ),
        Tool(
            "remember",
            "Remember something",
            "Record one thing that a later session must know and cannot read from the code: a decision with `why` and "
            "`instead_of`, a rule of the user, a failure with its `fix`, an attempt with its `outcome`. Call it when "
            "it happens, once for each thing. Not for progress: that is `checkpoint`.",
            inputs.RememberInput,
            outputs.WrittenOutput,
            write_tools.remember,
            writes=True,
            idempotent=True,
        ),
        Tool(
            "checkpoint",
            "Save the state of the work",
            "Record where the work stands: state, next steps, blockers. Call it after a milestone, before a risky "
            "change, and before you stop. With `done` it closes open steps.",
            inputs.CheckpointInput,
            outputs.WrittenOutput,
            write_tools.checkpoint,
            writes=True,
        ),
        Tool(
            "handoff",
            "Hand the work over",
            "Leave a message for a person, another agent, or whoever comes next, with the state of the work. Call it "
            "when somebody else goes on.",
            inputs.HandoffInput,
            outputs.WrittenOutput,
            write_tools.handoff,
            writes=True,
        ),
        Tool(
            "why",
            "Why is this code so",
            "Get the reasons behind a file, a line or a symbol: commits, decisions, failures, with the evidence that "
            "ties them to it. Call it before you change or remove code that looks odd.",
            inputs.WhyInput,
            outputs.ReasonsOutput,
            read_tools.why,
            slow=True,
        ),
        Tool(
            "map",
            "Outline the code",
            "Outline the repository, a folder or a file: the symbols that matter most, with signatures; `path#symbol` "
            "shows one symbol with its callers and tests. Call it to find your way instead of reading many files.",
            inputs.MapInput,
            outputs.MapOutput,
            read_tools.map_,
            slow=True,
        ),
        Tool(
            "files",
            "Find files for a goal",
            "Rank the files that matter for a goal or a traceback, each with its tests. Call it before you search with "
            "grep. Add to the goal what the code may call it.",
            inputs.FilesInput,
            outputs.FilesOutput,
            read_tools.files,
            slow=True,
        ),
        Tool(
            "status",
            "Status of the memory",
            "Show which project this is, how much is remembered, and the latest checkpoint in a few lines.",
            inputs.StatusInput,
            outputs.StatusOutput,
            work_tools.status,
        ),
        Tool(
            "task",
            "Start, end or show a task",
            "Start a named piece of work that spans several sessions, end it, or show its open steps. Ending sorts its "
            "working notes.",
            inputs.TaskInput,
            outputs.TaskOutput,
            work_tools.task,
            writes=True,
            idempotent=True,
        ),
        Tool(
            "run_start",
            "Start a run",
            "Start work on a request and get what worked before for similar ones, and open failures around its files. "
            "Call it before a fix or a feature; end it with `run_finish`.",
            inputs.RunStartInput,
            outputs.RunStartOutput,
            work_tools.run_start,
            writes=True,
            slow=True,
        ),
        Tool(
            "run_finish",
            "Finish a run",
            "End a run with its outcome, so that what worked is offered again and what failed is not. What you leave "
            "out is taken from git and the observed commands.",
            inputs.RunFinishInput,
            outputs.RunFinishOutput,
            work_tools.run_finish,
            writes=True,
        ),
        Tool(
            "link",
            "Link two records",
            "Link two records by their ids, for instance a failure that was `caused_by` a decision.",
            inputs.LinkInput,
            outputs.WrittenOutput,
            write_tools.link,
            writes=True,
            idempotent=True,
        ),
        Tool(
            "supersede",
            "Replace a record",
            "Replace a record that no longer holds by a newer one. The old one leaves briefs and search and stays in "
            "the history. To correct a record, `remember` the right one with `supersedes`.",
            inputs.SupersedeInput,
            outputs.WrittenOutput,
            write_tools.supersede,
            writes=True,
            destructive=True,
            idempotent=True,
        ),
        Tool(
            "summarize",
            "Put records into one",
            "Write one summary of several records that say much the same, linked to all of them; `archive` takes them "
            "out of briefs.",
            inputs.SummarizeInput,
            outputs.WrittenOutput,
            write_tools.summarize,
            writes=True,
            destructive=True,
        ),
    )
}
