"""The arguments of the tools. The schemas that clients see are made from these classes."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from backstory.model.run import TaskType

MAX_TEXT = 100_000
"""Characters of a text."""
MAX_LINE = 2_000
"""Characters of a line, such as a title, a path or a command."""
MAX_ITEMS = 100
"""Items of a list."""

Line = Annotated[str, Meta(max_length=MAX_LINE)]
Lines = Annotated[list[Annotated[str, Meta(max_length=MAX_TEXT)]], Meta(max_length=MAX_ITEMS)]
KindName = Literal[
    "decision", "fact", "pattern", "observation", "hypothesis", "question", "note", "attempt", "failure", "strategy",
    "rule", "preference",
]  # fmt: skip
"""The kinds that `remember` takes. The others have tools of their own, or are a person's."""
Relation = Literal[
    "supersedes", "depends_on", "derived_from", "part_of", "answers", "contradicts", "relates_to", "caused_by"
]


class ToolInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool."""


class RememberInput(ToolInput):
    kind: Annotated[KindName, Meta(description="What it is: a decision, a fact, a failure, an attempt, a rule, ...")]
    text: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=MAX_TEXT,
            description="What to remember, one thing; the first sentence is its title.",
        ),
    ]
    why: Annotated[str, Meta(max_length=MAX_TEXT, description="The reason, or what was seen.")] = ""
    at: Annotated[
        Lines, Meta(description="The code it is about: `path` or `path#symbol`, relative to the project.")
    ] = []
    instead_of: Annotated[Lines, Meta(description="Of a decision: what was not chosen.")] = []
    impact: Annotated[Lines, Meta(description="Of a decision: what follows from it.")] = []
    fix: Annotated[Lines, Meta(description="Of a failure: what helped.")] = []
    command: Annotated[Line, Meta(description="Of a failure: the command that failed.")] = ""
    outcome: Annotated[
        Literal["", "worked", "failed", "unknown"], Meta(description="Of an attempt or a strategy: how it went.")
    ] = ""
    steps: Annotated[Lines, Meta(description="Of a strategy: its steps in order.")] = []
    tags: Annotated[Lines, Meta(description="Tags, without `#`.")] = []
    supersedes: Annotated[Lines, Meta(description="Ids of the records that it replaces.")] = []
    scope: Annotated[
        Literal["", "team", "private", "user"],
        Meta(description="Who sees it; empty for the project's default."),
    ] = ""  # fmt: skip
    pinned: Annotated[bool, Meta(description="Put it into every brief. For the few things that always hold.")] = False


class RecallInput(ToolInput):
    query: Annotated[
        str,
        Meta(
            max_length=MAX_TEXT,
            description="A question, words, an error message, a path, or a query such as `kind:decision pool`.",
        ),
    ] = ""
    ids: Annotated[Lines, Meta(description="Ids of records to read in full, such as `7q4t9w2r`.")] = []
    kinds: Annotated[Lines, Meta(description="Only these kinds, such as `decision` or `failure`.")] = []
    tags: Annotated[Lines, Meta(description="Only with these tags.")] = []
    limit: Annotated[int, Meta(ge=1, le=50, description="The most records to return.")] = 8
    all_branches: Annotated[bool, Meta(description="Records of other branches too.")] = False


class AskInput(ToolInput):
    question: Annotated[Line, Meta(min_length=1, description="The question, as a person would put it.")]


class BriefInput(ToolInput):
    task: Annotated[Line, Meta(description="The work at hand in a sentence; what fits it comes first.")] = ""
    budget: Annotated[int, Meta(ge=0, le=16_000, description="The most tokens; 0 for the project's default.")] = 0
    branch: Annotated[Line, Meta(description="As on this branch.")] = ""
    as_of: Annotated[Line, Meta(description="As of a date, an age such as `7d`, a commit or a snapshot.")] = ""


class CheckpointInput(ToolInput):
    task: Annotated[Line, Meta(description="The piece of work; empty goes on with the one at hand.")] = ""
    state: Annotated[str, Meta(max_length=MAX_TEXT, description="Where it stands: what works, what is red.")] = ""
    next_steps: Annotated[Lines, Meta(description="What comes next, a step each.")] = []
    blockers: Annotated[Lines, Meta(description="What stands in the way.")] = []
    approaches: Annotated[Lines, Meta(description="What was tried; end with ` - failed` or ` - worked`.")] = []
    decisions: Annotated[Lines, Meta(description="What was decided, with `because ...`.")] = []
    done: Annotated[Lines, Meta(description="Open steps or blockers that are done with, by their text.")] = []
    goal: Annotated[Line, Meta(description="Why, such as a ticket.")] = ""
    status: Annotated[
        Literal["", "running", "blocked", "done"], Meta(description="The status of the work.")
    ] = ""  # fmt: skip


class HandoffInput(ToolInput):
    message: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT, description="What to tell them.")]
    to: Annotated[Line, Meta(description="A person, an agent, or `next` for whoever comes next.")] = "next"
    state: Annotated[str, Meta(max_length=MAX_TEXT, description="Where the work stands.")] = ""
    next_steps: Annotated[Lines, Meta(description="What comes next, a step each.")] = []
    blockers: Annotated[Lines, Meta(description="What stands in the way.")] = []
    decisions: Annotated[Lines, Meta(description="What was decided.")] = []
    goal: Annotated[Line, Meta(description="Why, such as a ticket.")] = ""


class WhyInput(ToolInput):
    target: Annotated[
        Line, Meta(min_length=1, description="`path`, `path:line`, `path:first-last` or `path#symbol`.")
    ]  # fmt: skip
    limit: Annotated[int, Meta(ge=1, le=50, description="The most reasons to return.")] = 12


class MapInput(ToolInput):
    target: Annotated[Line, Meta(description="A folder, a file or `path#symbol`; empty for the whole repository.")] = ""
    goal: Annotated[Line, Meta(description="What you want to do: its symbols come first.")] = ""
    budget: Annotated[int, Meta(ge=100, le=6_000, description="The most tokens.")] = 1_500
    surface: Annotated[bool, Meta(description="Routes, commands, environment variables and packages too.")] = False


class FilesInput(ToolInput):
    goal: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=MAX_TEXT,
            description="What you want to do, then two or more words that the code may have for it (`bring over my "
            "list from another program, opml import`); or a traceback.",
        ),
    ]
    limit: Annotated[int, Meta(ge=1, le=50, description="The most files to return.")] = 10


class StatusInput(ToolInput):
    """No arguments."""


class TaskInput(ToolInput):
    action: Annotated[Literal["start", "end", "show"], Meta(description="`start` also resumes a task of that name.")]
    name: Annotated[Line, Meta(description="The task; empty for the one that is open here.")] = ""
    goal: Annotated[Line, Meta(description="Of `start`: why it is done.")] = ""
    status: Annotated[
        Literal["done", "blocked", "paused", "abandoned"], Meta(description="Of `end`: how it ended.")
    ] = "done"  # fmt: skip


class RunStartInput(ToolInput):
    task: Annotated[Line, Meta(min_length=1, description="What is to be done.")]
    files: Annotated[Lines, Meta(description="Files that it is about.")] = []
    task_type: Annotated[Literal["", TaskType], Meta(description="Its type; empty to tell it from the words.")] = ""


class RunFinishInput(ToolInput):
    run_id: Annotated[Line, Meta(description="The id that `run_start` returned; empty for the open run.")] = ""
    outcome: Annotated[
        Literal["", "success", "failure", "partial", "unknown"],
        Meta(description="How it ended; empty to judge by what was observed."),
    ] = ""
    summary: Annotated[Line, Meta(description="What was done, in a sentence.")] = ""
    files_edited: Annotated[Lines, Meta(description="Files that were edited; empty: those that git shows.")] = []
    commands: Annotated[Lines, Meta(description="Commands that ran.")] = []
    tests: Annotated[Lines, Meta(description="Tests that ran.")] = []
    errors: Annotated[Lines, Meta(description="Errors that were met.")] = []


class LinkInput(ToolInput):
    source: Annotated[Line, Meta(min_length=1, description="Id of the record that the link starts from.")]
    target: Annotated[Line, Meta(min_length=1, description="Id of the record that it leads to.")]
    relation: Annotated[Relation, Meta(description="How the first is related to the second.")] = "relates_to"


class SupersedeInput(ToolInput):
    old: Annotated[Line, Meta(min_length=1, description="Id of the record that no longer holds.")]
    new: Annotated[Line, Meta(min_length=1, description="Id of the record that replaces it.")]


class SummarizeInput(ToolInput):
    ids: Annotated[Lines, Meta(min_length=1, description="Ids of the records to put into one.")]
    text: Annotated[
        str, Meta(min_length=1, max_length=MAX_TEXT, description="The summary; its first sentence is the title.")
    ]
    archive: Annotated[bool, Meta(description="Take the records out of briefs. They stay in recall.")] = False
