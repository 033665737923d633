"""The public API of the library, and all that doors import: open the memory of a project, then call its methods.

```python
from backstory.api import Channel, Memory

memory = Memory.open("/path/to/project", os.environ, channel=Channel("explicit"))
memory.remember(Draft(kind="decision", title="Use psycopg 3"))
```

Functions that take a memory as their first argument are names of this module as well: `add_link(memory, ...)`.

The library never prints and never reads the environment of the process: callers pass what it needs.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Self

from backstory.memory.catalog import Catalog
from backstory.memory.workspace import Channel
from backstory.model.record import Draft, Record

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.memory.advice import Advice as Advice
    from backstory.memory.advice import GroupField as GroupField
    from backstory.memory.advice import Remark as Remark
    from backstory.memory.advice import Usage as Usage
    from backstory.memory.advice import list_failed_strategies as list_failed_strategies
    from backstory.memory.advice import list_runs as list_runs
    from backstory.memory.advice import reflect_on_runs as reflect_on_runs
    from backstory.memory.advice import report_usage as report_usage
    from backstory.memory.advice import reuse_strategies as reuse_strategies
    from backstory.memory.advice import suggest_work as suggest_work
    from backstory.memory.agent_brief import AgentBrief as AgentBrief
    from backstory.memory.agent_brief import compose_agent_brief as compose_agent_brief
    from backstory.memory.agent_brief import list_anchored_files as list_anchored_files
    from backstory.memory.anchored_code import ensure_not_misspelt as ensure_not_misspelt
    from backstory.memory.anchored_code import find_missing_code as find_missing_code
    from backstory.memory.area import AreaMemory as AreaMemory
    from backstory.memory.area import find_area as find_area
    from backstory.memory.automatic_checkpoints import save_work as save_work
    from backstory.memory.automatic_checkpoints import write_checkpoint as write_checkpoint
    from backstory.memory.automatic_checkpoints import write_session_checkpoint as write_session_checkpoint
    from backstory.memory.branches import count_elsewhere as count_elsewhere
    from backstory.memory.branches import count_matches_elsewhere as count_matches_elsewhere
    from backstory.memory.branches import include_all_branches as include_all_branches
    from backstory.memory.brief import HANDOFF as HANDOFF
    from backstory.memory.brief import ComposedBrief as ComposedBrief
    from backstory.memory.candidates import extract_records as extract_records
    from backstory.memory.candidates import keep_candidates as keep_candidates
    from backstory.memory.checkpoints import find_sent_handoffs as find_sent_handoffs
    from backstory.memory.checks import Check as Check
    from backstory.memory.checks import fix_problems as fix_problems
    from backstory.memory.clipboard import copy_text as copy_text
    from backstory.memory.code import MapExtras as MapExtras
    from backstory.memory.code import describe_symbol as describe_symbol
    from backstory.memory.code import map_code as map_code
    from backstory.memory.code import rank_files as rank_files
    from backstory.memory.commands import find_last_tests as find_last_tests
    from backstory.memory.commands import find_working_commands as find_working_commands
    from backstory.memory.commit_history import ingest_commits as ingest_commits
    from backstory.memory.configuration import load_settings as load_settings
    from backstory.memory.configuration import private_config_path as private_config_path
    from backstory.memory.conflicts import find_conflicts as find_conflicts
    from backstory.memory.conflicts import find_disputes as find_disputes
    from backstory.memory.current import read_work as read_work
    from backstory.memory.directives import apply_directives as apply_directives
    from backstory.memory.edit import pinned_notes as pinned_notes
    from backstory.memory.forget import Forgotten as Forgotten
    from backstory.memory.forget import find_leftovers as find_leftovers
    from backstory.memory.forget import forget as forget
    from backstory.memory.forget_history import HistoryFile as HistoryFile
    from backstory.memory.forget_history import find_in_history as find_in_history
    from backstory.memory.forget_history import plan_history_rewrite as plan_history_rewrite
    from backstory.memory.forget_plan import Plan as Plan
    from backstory.memory.forget_plan import plan_forget as plan_forget
    from backstory.memory.history import TimelineEntry as TimelineEntry
    from backstory.memory.history import read_newest as read_newest
    from backstory.memory.history import read_timeline as read_timeline
    from backstory.memory.hook_events import find_last_events as find_last_events
    from backstory.memory.hook_events import find_waiting_transcripts as find_waiting_transcripts
    from backstory.memory.identity import FoundMemories as FoundMemories
    from backstory.memory.identity import find_memory as find_memory
    from backstory.memory.identity import is_folder_tracked as is_folder_tracked
    from backstory.memory.identity import note_identity as note_identity
    from backstory.memory.identity import refresh_identity as refresh_identity
    from backstory.memory.ingest import Ingested as Ingested
    from backstory.memory.ingest import Live as Live
    from backstory.memory.ingest import ingest_subagent as ingest_subagent
    from backstory.memory.ingest import ingest_transcript as ingest_transcript
    from backstory.memory.ingest_sessions import IngestSummary as IngestSummary
    from backstory.memory.ingest_sessions import SessionSource as SessionSource
    from backstory.memory.ingest_sessions import estimate_seconds as estimate_seconds
    from backstory.memory.ingest_sessions import find_file_sessions as find_file_sessions
    from backstory.memory.ingest_sessions import find_new_sessions as find_new_sessions
    from backstory.memory.ingest_sessions import find_session_source as find_session_source
    from backstory.memory.ingest_sessions import ingest_sessions as ingest_sessions
    from backstory.memory.ingest_sessions import make_reader as make_reader
    from backstory.memory.links import TraceStep as TraceStep
    from backstory.memory.links import add_link as add_link
    from backstory.memory.links import find_edges as find_edges
    from backstory.memory.links import find_related as find_related
    from backstory.memory.links import find_sources as find_sources
    from backstory.memory.links import latest_successors as latest_successors
    from backstory.memory.links import make_edge_id as make_edge_id
    from backstory.memory.links import remove_links as remove_links
    from backstory.memory.links import summarize as summarize
    from backstory.memory.links import supersede as supersede
    from backstory.memory.links import trace_sources as trace_sources
    from backstory.memory.lint import Finding as Finding
    from backstory.memory.lint import find_problems as find_problems
    from backstory.memory.lint_diff import lint_diff as lint_diff
    from backstory.memory.policy.rejections import make_rejection_filter as make_rejection_filter
    from backstory.memory.policy.trust import find_claimed as find_claimed
    from backstory.memory.policy.trust import find_foreign as find_foreign
    from backstory.memory.prepare import compose_text as compose_text
    from backstory.memory.prepare import split_title as split_title
    from backstory.memory.projects import MergeCounts as MergeCounts
    from backstory.memory.projects import StoredMemory as StoredMemory
    from backstory.memory.projects import adopt_project as adopt_project
    from backstory.memory.projects import find_stored as find_stored
    from backstory.memory.projects import forget_project as forget_project
    from backstory.memory.projects import list_projects as list_projects
    from backstory.memory.projects import merge_project as merge_project
    from backstory.memory.provenance import OriginLink as OriginLink
    from backstory.memory.provenance import format_step as format_step
    from backstory.memory.provenance import trace_chain as trace_chain
    from backstory.memory.queries import list_ids as list_ids
    from backstory.memory.queries import list_newest as list_newest
    from backstory.memory.queries import run_query as run_query
    from backstory.memory.queries import run_query_or_words as run_query_or_words
    from backstory.memory.ranking import measure_relevance as measure_relevance
    from backstory.memory.reason import Reason as Reason
    from backstory.memory.receipts import Receipt as Receipt
    from backstory.memory.receipts import compare_texts as compare_texts
    from backstory.memory.receipts import find_receipt as find_receipt
    from backstory.memory.receipts import list_receipts as list_receipts
    from backstory.memory.receipts import note_delivery as note_delivery
    from backstory.memory.record_export import RecordExport as RecordExport
    from backstory.memory.record_export import choose_form as choose_form
    from backstory.memory.record_export import export_records as export_records
    from backstory.memory.registry import choose_delivery_form as choose_delivery_form
    from backstory.memory.registry import write_registry as write_registry
    from backstory.memory.reject import Rejection as Rejection
    from backstory.memory.reject import lift_rejection as lift_rejection
    from backstory.memory.reject import list_rejections as list_rejections
    from backstory.memory.reject import reject as reject
    from backstory.memory.retention import tidy_daily as tidy_daily
    from backstory.memory.review import keep_source as keep_source
    from backstory.memory.review import list_unconfirmed as list_unconfirmed
    from backstory.memory.runs import Finalized as Finalized
    from backstory.memory.runs import Prepared as Prepared
    from backstory.memory.runs import Stated as Stated
    from backstory.memory.runs import finalize_execution as finalize_execution
    from backstory.memory.runs import find_run as find_run
    from backstory.memory.runs import keep_command as keep_command
    from backstory.memory.runs import prepare_execution as prepare_execution
    from backstory.memory.runs import read_runs as read_runs
    from backstory.memory.runs import require_run_outcome as require_run_outcome
    from backstory.memory.session_edit import add_event as add_event
    from backstory.memory.session_edit import close_session as close_session
    from backstory.memory.session_edit import start_session as start_session
    from backstory.memory.session_log import merge_timeline as merge_timeline
    from backstory.memory.session_pack import SessionPack as SessionPack
    from backstory.memory.session_pack import pack_session as pack_session
    from backstory.memory.sessions import count_sessions as count_sessions
    from backstory.memory.sessions import find_last_session as find_last_session
    from backstory.memory.sessions import find_session as find_session
    from backstory.memory.sessions import list_session_records as list_session_records
    from backstory.memory.sessions import list_sessions as list_sessions
    from backstory.memory.sessions import read_session_turns as read_session_turns
    from backstory.memory.share import list_own_shared as list_own_shared
    from backstory.memory.share import list_shareable as list_shareable
    from backstory.memory.share import preview_share as preview_share
    from backstory.memory.snapshots import PrunedSnapshots as PrunedSnapshots
    from backstory.memory.snapshots import compare_snapshots as compare_snapshots
    from backstory.memory.snapshots import find_snapshot as find_snapshot
    from backstory.memory.snapshots import prune_snapshots as prune_snapshots
    from backstory.memory.snapshots import repository_fingerprint as repository_fingerprint
    from backstory.memory.source_import import FoundSource as FoundSource
    from backstory.memory.source_import import SourceImport as SourceImport
    from backstory.memory.source_import import choose_source as choose_source
    from backstory.memory.source_import import find_former_memories as find_former_memories
    from backstory.memory.source_import import import_source as import_source
    from backstory.memory.source_import import list_sources as list_sources
    from backstory.memory.sparse import copy_config as copy_config
    from backstory.memory.sparse import ensure_checked_out as ensure_checked_out
    from backstory.memory.sparse import resolve_project as resolve_project
    from backstory.memory.staleness import CHANGED as CHANGED
    from backstory.memory.staleness import FRESH as FRESH
    from backstory.memory.staleness import GONE as GONE
    from backstory.memory.staleness import AnchorStatus as AnchorStatus
    from backstory.memory.staleness import anchor_states as anchor_states
    from backstory.memory.staleness import confirm_anchors as confirm_anchors
    from backstory.memory.stats import memory_stats as memory_stats
    from backstory.memory.status import sparse_warning as sparse_warning
    from backstory.memory.status import storage_sizes as storage_sizes
    from backstory.memory.summaries import choose_old_checkpoints as choose_old_checkpoints
    from backstory.memory.summaries import summarize_checkpoints as summarize_checkpoints
    from backstory.memory.tasks import EndedTask as EndedTask
    from backstory.memory.tasks import end_task as end_task
    from backstory.memory.tasks import find_task as find_task
    from backstory.memory.tasks import start_task as start_task
    from backstory.memory.transfer import Imported as Imported
    from backstory.memory.transfer import export_json as export_json
    from backstory.memory.transfer import export_tar as export_tar
    from backstory.memory.transfer import import_archive as import_archive
    from backstory.memory.transfer import import_record as import_record
    from backstory.memory.transfer import is_own_file as is_own_file
    from backstory.memory.trust import TrustStatus as TrustStatus
    from backstory.memory.trust import revoke_trust as revoke_trust
    from backstory.memory.trust import trust_all as trust_all
    from backstory.memory.trust import trust_clone as trust_clone
    from backstory.memory.trust import trust_records as trust_records
    from backstory.memory.trust import trust_repository as trust_repository
    from backstory.memory.trust import trust_status as trust_status
    from backstory.memory.undo import Undone as Undone
    from backstory.memory.uninstall import Losses as Losses
    from backstory.memory.uninstall import count_losses as count_losses
    from backstory.memory.uninstall import remove_project_files as remove_project_files
    from backstory.memory.uninstall import remove_user_files as remove_user_files
    from backstory.memory.use import RecordUse as RecordUse
    from backstory.memory.use import SessionUse as SessionUse
    from backstory.memory.use import UseReport as UseReport
    from backstory.memory.use import report_use as report_use
    from backstory.memory.views import BUILT_IN_VIEWS as BUILT_IN_VIEWS
    from backstory.memory.views import DEFAULT_VIEW as DEFAULT_VIEW
    from backstory.memory.views import list_views as list_views
    from backstory.memory.views import remove_view as remove_view
    from backstory.memory.views import save_view as save_view
    from backstory.memory.why import Explanation as Explanation
    from backstory.memory.why import explain_code as explain_code
    from backstory.memory.writer import Moved as Moved
    from backstory.memory.writer import Remembered as Remembered
    from backstory.memory.writer import move_record as move_record
    from backstory.model.snapshot import Drift, Snapshot
    from backstory.recall.session_pack import Strategy as Strategy
    from backstory.recall.work import TaskState as TaskState

__all__ = ["Channel", "Memory"]

_HOMES: Final[dict[str, str]] = {
    name: home
    for home, names in {
        "area": "AreaMemory find_area",
        "agent_brief": "AgentBrief compose_agent_brief list_anchored_files",
        "advice": "Advice GroupField Remark Usage list_failed_strategies list_runs"
        " reflect_on_runs report_usage reuse_strategies suggest_work",
        "anchored_code": "ensure_not_misspelt find_missing_code",
        "automatic_checkpoints": "save_work write_checkpoint write_session_checkpoint",
        "branches": "count_elsewhere count_matches_elsewhere include_all_branches",
        "candidates": "extract_records keep_candidates",
        "checkpoints": "find_sent_handoffs",
        "current": "read_work",
        "brief": "ComposedBrief HANDOFF",
        "checks": "Check fix_problems",
        "clipboard": "copy_text",
        "code": "MapExtras describe_symbol map_code rank_files",
        "commit_history": "ingest_commits",
        "commands": "find_last_tests find_working_commands",
        "configuration": "load_settings private_config_path",
        "conflicts": "find_conflicts find_disputes",
        "directives": "apply_directives",
        "edit": "pinned_notes",
        "forget": "Forgotten find_leftovers forget",
        "forget_history": "HistoryFile find_in_history plan_history_rewrite",
        "forget_plan": "Plan plan_forget",
        "history": "TimelineEntry read_newest read_timeline",
        "hook_events": "find_last_events find_waiting_transcripts",
        "identity": "FoundMemories find_memory is_folder_tracked note_identity refresh_identity",
        "ingest": "Ingested Live ingest_subagent ingest_transcript",
        "ingest_sessions": "IngestSummary SessionSource estimate_seconds find_file_sessions find_new_sessions"
        " find_session_source ingest_sessions make_reader",
        "links": "TraceStep add_link find_edges find_related find_sources latest_successors make_edge_id remove_links"
        " summarize supersede trace_sources",
        "lint": "Finding find_problems",
        "lint_diff": "lint_diff",
        "policy.rejections": "make_rejection_filter",
        "policy.trust": "find_claimed find_foreign",
        "prepare": "compose_text split_title",
        "projects": "MergeCounts StoredMemory adopt_project find_stored forget_project list_projects merge_project",
        "provenance": "OriginLink format_step trace_chain",
        "record_export": "RecordExport choose_form export_records",
        "queries": "list_ids list_newest run_query run_query_or_words",
        "ranking": "measure_relevance",
        "reason": "Reason",
        "reject": "Rejection lift_rejection list_rejections reject",
        "retention": "tidy_daily",
        "review": "keep_source list_unconfirmed",
        "registry": "choose_delivery_form write_registry",
        "receipts": "Receipt compare_texts find_receipt list_receipts note_delivery",
        "runs": "Finalized Prepared Stated finalize_execution find_run keep_command prepare_execution read_runs"
        " require_run_outcome",
        "session_edit": "add_event close_session start_session",
        "session_log": "merge_timeline",
        "session_pack": "SessionPack pack_session",
        "sessions": "count_sessions find_last_session find_session list_session_records list_sessions"
        " read_session_turns",
        "share": "list_own_shared list_shareable preview_share",
        "snapshots": "PrunedSnapshots compare_snapshots find_snapshot prune_snapshots repository_fingerprint",
        "source_import": "FoundSource SourceImport choose_source find_former_memories import_source list_sources",
        "sparse": "copy_config ensure_checked_out resolve_project",
        "staleness": "AnchorStatus CHANGED FRESH GONE anchor_states confirm_anchors",
        "stats": "memory_stats",
        "status": "sparse_warning storage_sizes",
        "summaries": "choose_old_checkpoints summarize_checkpoints",
        "tasks": "EndedTask end_task find_task start_task",
        "transfer": "Imported export_json export_tar import_archive import_record is_own_file",
        "trust": "TrustStatus revoke_trust trust_all trust_clone trust_records trust_repository trust_status",
        "undo": "Undone",
        "uninstall": "Losses count_losses remove_project_files remove_user_files",
        "use": "RecordUse SessionUse UseReport report_use",
        "views": "BUILT_IN_VIEWS DEFAULT_VIEW list_views remove_view save_view",
        "why": "Explanation explain_code",
        "writer": "Moved Remembered move_record",
    }.items()
    for name in names.split()
}
"""Name -> module of `backstory.memory` that holds it. A name is loaded when it is first asked for (PEP 562)."""


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(__import__(f"backstory.memory.{home}", fromlist=[name]), name)
    globals()[name] = value
    return value


class Memory(Catalog):
    """The memory of one project. Each method loads the module of `backstory.memory` that implements it when called."""

    def remember(self, draft: Draft, *, scope: str = "") -> "Remembered":
        """Writes a draft as a record. Notes similar records in the result, and never refuses because of them."""
        from backstory.memory import remember

        return remember.remember(self, draft, scope=scope)

    def edit(
        self,
        ref: str,
        *,
        tier: str = "",
        status: str = "",
        tags: Sequence[str] | None = None,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        add_links: Sequence[tuple[str, str]] = (),
        remove_links: Sequence[tuple[str, str]] = (),
    ) -> Record:
        """Changes metadata in place. The title and body of a record never change: see `rewrite`.

        Raises `Invalid` for a value that the record's kind does not allow.
        """
        from backstory.memory.edit import edit

        return edit(
            self,
            ref,
            tier=tier,
            status=status,
            tags=tags,
            add_tags=add_tags,
            remove_tags=remove_tags,
            add_links=add_links,
            remove_links=remove_links,
        )

    def rewrite(self, ref: str, *, title: str = "", body: str | None = None, kind: str = "") -> "Remembered":
        """Corrects the title, body or kind of a record by writing a new record that supersedes it."""
        from backstory.memory.edit import rewrite

        return rewrite(self, ref, title=title, body=body, kind=kind)

    def retract(self, ref: str) -> Record:
        """Removes a record from briefs and recall. Its file and history stay."""
        from backstory.memory.edit import retract

        return retract(self, ref)

    def pin_file(self, path: str, note: str = "") -> "Remembered":
        """Writes a pinned note about a file."""
        from backstory.memory.edit import pin_file

        return pin_file(self, path, note)

    def undo(self) -> "Undone":
        """Undoes the last change that has not been undone yet."""
        from backstory.memory import undo

        return undo.undo_last(self)

    def query(self, text: str, *, limit: int = 0, **filters: Any) -> "list[Row]":
        """Finds records with the query language: best first if the query has free text, else newest first.

        Raises `QueryError` for text that is not a query.
        """
        from backstory.memory.queries import run_query

        return [hit.row for hit in run_query(self, text, limit=limit, **filters)]

    def at(self, when: str) -> Self:
        """Returns the memory as it was at a date, an age, a commit or a snapshot, for reading. Raises `Invalid`."""
        from backstory.memory.as_of import view_as_of

        return view_as_of(self, when)

    def checkpoint(self, task: str = "", **parts: Any) -> "Remembered":
        """Records the state of the work, together with the state of git."""
        from backstory.memory import checkpoints

        return checkpoints.write_checkpoint(self, task, **parts)

    def handoff(self, to: str, message: str, **parts: Any) -> "Remembered":
        """Writes a checkpoint addressed to somebody."""
        from backstory.memory import checkpoints

        return checkpoints.write_handoff(self, to, message, **parts)

    def snapshot(self, goal: str = "") -> "Snapshot":
        """Takes a snapshot of the repository."""
        from backstory.memory import snapshots

        return snapshots.take_snapshot(self, goal)

    def drift(self, ref: str = "") -> "tuple[Snapshot, Drift]":
        """Compares the repository with a snapshot, by default the latest one."""
        from backstory.memory import snapshots

        return snapshots.find_drift(self, ref)

    def has_session(self, session: str) -> bool:
        """Whether anything is recorded of a session."""
        from backstory.memory import hook_events

        return hook_events.has_session(self, session)

    def brief(self, **wishes: Any) -> "ComposedBrief":
        """Composes the context for an agent or a person. It never exceeds its budget.

        The keywords are the fields of `backstory.memory.brief.BriefOptions`.
        """
        from backstory.memory.brief import BriefOptions, compose_brief

        return compose_brief(self, BriefOptions(**wishes))

    def status(self) -> dict[str, Any]:
        """Returns counts, the current branch and goal, and the latest snapshot and checkpoint, as plain data."""
        from backstory.memory import status

        return status.project_status(self)

    def checks(self, *, deep: bool = False) -> "list[Check]":
        """Checks the files, the index, git and the settings; `deep` reads every file in full."""
        from backstory.memory import checks

        return checks.run_checks(self, deep=deep)
