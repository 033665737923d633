"""The structured results of the tools. Some clients show a model nothing else, so they include the text."""

import msgspec


class ToolOutput(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The answer of a tool."""

    text: str
    """The answer for a reader. What was recorded stands inside a fence, with who said it."""
    context: str = ""
    """The brief of the project, with the first answer only."""


class RecordLine(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A record that an answer names."""

    id: str
    kind: str
    title: str
    untrusted: bool = False
    alike: list[str] = []
    """Ids of other records with the same text."""


class WrittenOutput(ToolOutput):
    """A record that was written or changed."""

    id: str
    kind: str
    title: str
    scope: str
    is_new: bool = True
    redacted: int = 0
    """Secrets that were taken out."""


class RecordsOutput(ToolOutput):
    """Records, best first."""

    records: list[RecordLine] = []
    elsewhere: dict[str, int] = {}
    """Branch -> the number of its records that match too."""


class Evidence(msgspec.Struct, frozen=True):
    id: str
    """Of the record, or of the session."""
    quote: str


class AnswerOutput(ToolOutput):
    """What the memory says about a question, in its own words."""

    answered: bool
    evidence: list[Evidence] = []


class BriefOutput(ToolOutput):
    id: str
    tokens: int
    records: list[str] = []


class Reason(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A commit or a record behind a place in the code."""

    id: str
    kind: str
    title: str
    made: str = ""
    weight: float = 0.0


class ReasonsOutput(ToolOutput):
    place: str
    reasons: list[Reason] = []
    left_out: int = 0


class MapOutput(ToolOutput):
    files: list[str] = []


class RankedFile(msgspec.Struct, kw_only=True, omit_defaults=True):
    path: str
    score: float
    certainty: str = ""
    """`likely`, `possible` or `guess`."""
    reason: str = ""
    symbol: str = ""
    """The definition that fits the goal best, at `line`."""
    line: int = 0
    tests: list[str] = []
    docs: list[str] = []


class FilesOutput(ToolOutput):
    files: list[RankedFile] = []


class StatusOutput(ToolOutput):
    project: str
    root: str
    branch: str = ""
    commit: str = ""
    enabled: bool = True
    records: int = 0
    calls: int = 0
    """Calls of this client so far."""
    last_call: str = ""
    """When it called before this."""
    briefed: bool = False
    """Whether it has been given the brief."""
    saved: str = ""
    """When it last saved the state on purpose."""


class TaskOutput(ToolOutput):
    id: str
    title: str
    status: str
    next_steps: list[str] = []
    blockers: list[str] = []


class RunStartOutput(ToolOutput):
    run_id: str
    task_type: str
    hint: str = ""
    """What worked before for a task like it; empty without evidence."""
    confidence: float = 0.0
    strategies: list[str] = []
    failures: list[str] = []


class RunFinishOutput(ToolOutput):
    run_id: str
    outcome: str
    is_strategy: bool = False
    """Whether it is offered to later tasks."""
