"""The types of the library that command files name in annotations. Importing them from here costs nothing at run time.

Rooms that commands must not call (`index`, `code`, `store.archive`) have their types in this one list, which is why
`.importlinter` needs an exception for this file only.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backstory.api import (
        AnchorStatus,
        AreaMemory,
        Check,
        ComposedBrief,
        EndedTask,
        Explanation,
        Finding,
        Forgotten,
        GeneralAnswer,
        HistoryFile,
        Imported,
        ImportSource,
        IngestedCommits,
        IngestSummary,
        MapExtras,
        Memory,
        MemoryMatches,
        MergeCounts,
        Moved,
        NowStatement,
        OriginEnd,
        OriginLink,
        Plan,
        PrunedSnapshots,
        Reason,
        Receipt,
        RecordExport,
        Rejection,
        Remembered,
        SessionPack,
        SessionSource,
        SourceImport,
        StoredMemory,
        Strategy,
        TaskState,
        TimelineEntry,
        TrustStatus,
        Unconfirmed,
        Undone,
    )
    from backstory.api import TraceStep as GraphStep
    from backstory.base.passages import PassageHit
    from backstory.capture.commands.working_commands import WorkingCommand
    from backstory.capture.sessions.failures import Failure
    from backstory.code.index.references import SymbolPage
    from backstory.code.map_model import Map as CodeMap
    from backstory.code.ranked import Ranked
    from backstory.deliver import Step
    from backstory.guests.ask import Claim
    from backstory.guests.consult import Preview as ModelPreview
    from backstory.guests.consultation import Consultation
    from backstory.guests.consultation import Task as GuestTask
    from backstory.guests.tasks import Talk
    from backstory.index.build import Index
    from backstory.index.read import Edge, Row
    from backstory.index.search import Hit
    from backstory.model.session import Session
    from backstory.model.snapshot import Drift
    from backstory.settings import Settings
    from backstory.settings.edit import Merged
    from backstory.store.archive import Exported
    from backstory.store.snapshots import SnapshotSummary
    from backstory.store.views import View

    __all__ = [
        "AnchorStatus",
        "AreaMemory",
        "Check",
        "Claim",
        "CodeMap",
        "ComposedBrief",
        "Consultation",
        "Drift",
        "Edge",
        "EndedTask",
        "Explanation",
        "Exported",
        "Failure",
        "Finding",
        "Forgotten",
        "GeneralAnswer",
        "GraphStep",
        "GuestTask",
        "HistoryFile",
        "Hit",
        "ImportSource",
        "Imported",
        "Index",
        "IngestSummary",
        "IngestedCommits",
        "MapExtras",
        "Memory",
        "MemoryMatches",
        "MergeCounts",
        "Merged",
        "ModelPreview",
        "Moved",
        "NowStatement",
        "OriginEnd",
        "OriginLink",
        "PassageHit",
        "Plan",
        "PrunedSnapshots",
        "Ranked",
        "Reason",
        "Receipt",
        "RecordExport",
        "Rejection",
        "Remembered",
        "Row",
        "Session",
        "SessionPack",
        "SessionSource",
        "Settings",
        "SnapshotSummary",
        "SourceImport",
        "Step",
        "StoredMemory",
        "Strategy",
        "SymbolPage",
        "Talk",
        "TaskState",
        "TimelineEntry",
        "TrustStatus",
        "Unconfirmed",
        "Undone",
        "View",
        "WorkingCommand",
    ]  # fmt: skip
