"""The types of the library that command files name in annotations. Importing them from here costs nothing at run time.

Rooms that commands must not call (`index`, `code`, `store.archive`) have their types in this one list, which is why
`.importlinter` needs an exception for this file only.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backstory.code.index.references import SymbolPage
    from backstory.code.map import Map as CodeMap
    from backstory.code.relevance import Ranked
    from backstory.deliver import Step
    from backstory.index.build import Index
    from backstory.index.read import Edge, Row
    from backstory.index.search import Hit
    from backstory.memory import Memory
    from backstory.memory.briefing import Composed
    from backstory.memory.checks import Check
    from backstory.memory.code import Beside as MapExtras
    from backstory.memory.forgetting import Forgotten, Held, Plan
    from backstory.memory.graph import Step as GraphStep
    from backstory.memory.history import Entry
    from backstory.memory.hygiene import Finding
    from backstory.memory.provenance import Link as OriginLink
    from backstory.memory.reason import Reason
    from backstory.memory.rejecting import Rejection
    from backstory.memory.remember import Remembered
    from backstory.memory.sharing import Moved
    from backstory.memory.snapshots import Pruned
    from backstory.memory.staleness import Standing as AnchorStatus
    from backstory.memory.tasks import Ended
    from backstory.memory.transfer import Taken
    from backstory.memory.trusting import Standing as TrustStatus
    from backstory.memory.undo import Undone
    from backstory.memory.why import Answer as Explanation
    from backstory.settings import Merged, Settings
    from backstory.store.archive import Exported
    from backstory.store.snapshots import Summary
    from backstory.store.views import View
    from backstory.survey.snapshot import Drift

    __all__ = [
        "AnchorStatus", "Check", "CodeMap", "Composed", "Drift", "Edge", "Ended", "Entry", "Explanation",
        "Exported", "Finding", "Forgotten", "GraphStep", "Held", "Hit", "Index", "MapExtras", "Memory", "Merged",
        "Moved", "OriginLink", "Plan", "Pruned", "Ranked", "Reason", "Rejection", "Remembered", "Row", "Settings",
        "Step", "Summary", "SymbolPage", "Taken", "TrustStatus", "Undone", "View",
    ]  # fmt: skip
