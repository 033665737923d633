"""The types of the library that command files name in annotations. Importing them from here costs nothing at run time.

Rooms that commands must not call (`index`, `code`, `store.archive`) have their types in this one list, which is why
`.importlinter` needs an exception for this file only.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backstory.api import Memory
    from backstory.code.index.references import SymbolPage
    from backstory.code.map import Map as CodeMap
    from backstory.code.relevance import Ranked
    from backstory.deliver import Step
    from backstory.index.build import Index
    from backstory.index.read import Edge, Row
    from backstory.index.search import Hit
    from backstory.memory.brief import ComposedBrief
    from backstory.memory.checks import Check
    from backstory.memory.code import MapExtras
    from backstory.memory.forget import Forgotten
    from backstory.memory.forget_history import HistoryFile
    from backstory.memory.forget_plan import Plan
    from backstory.memory.history import Entry
    from backstory.memory.links import Step as GraphStep
    from backstory.memory.lint import Finding
    from backstory.memory.provenance import Link as OriginLink
    from backstory.memory.reason import Reason
    from backstory.memory.reject import Rejection
    from backstory.memory.snapshots import Pruned
    from backstory.memory.staleness import AnchorStatus
    from backstory.memory.tasks import Ended
    from backstory.memory.transfer import Imported
    from backstory.memory.trust import TrustStatus
    from backstory.memory.undo import Undone
    from backstory.memory.why import Explanation
    from backstory.memory.writer import Moved, Remembered
    from backstory.model.snapshot import Drift
    from backstory.settings import Merged, Settings
    from backstory.store.archive import Exported
    from backstory.store.snapshots import SnapshotSummary
    from backstory.store.views import View

    __all__ = [
        "AnchorStatus",
        "Check",
        "CodeMap",
        "ComposedBrief",
        "Drift",
        "Edge",
        "Ended",
        "Entry",
        "Explanation",
        "Exported",
        "Finding",
        "Forgotten",
        "GraphStep",
        "HistoryFile",
        "Hit",
        "Imported",
        "Index",
        "MapExtras",
        "Memory",
        "Merged",
        "Moved",
        "OriginLink",
        "Plan",
        "Pruned",
        "Ranked",
        "Reason",
        "Rejection",
        "Remembered",
        "Row",
        "Settings",
        "SnapshotSummary",
        "Step",
        "SymbolPage",
        "TrustStatus",
        "Undone",
        "View",
    ]  # fmt: skip
