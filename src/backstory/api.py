"""The public API of the library, and all that doors import: open the memory of a project, then call its methods.

```python
import os

from backstory.api import Channel, Draft, Memory

memory = Memory.open("/path/to/project", os.environ, channel=Channel("explicit"))
memory.remember(Draft(kind="decision", title="Use psycopg 3"))
```

Functions that take a memory as their first argument are names of this module as well: `add_link(memory, ...)`.

The library never prints and never reads the environment of the process: callers pass what it needs.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Self

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.workspace import Channel, Command
from backstory.model.record import Draft, Record

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.memory.answers.brief import ComposedBrief as ComposedBrief
    from backstory.memory.kernel.writer import Remembered as Remembered
    from backstory.memory.public import *  # noqa: F403  # every name of `MODULES`
    from backstory.memory.upkeep.checks import Check as Check
    from backstory.memory.verbs.undo import Undone as Undone
    from backstory.model.snapshot import Drift, Snapshot
    from backstory.recall.past.work_state import TaskState as TaskState
    from backstory.recall.session_pack import Strategy as Strategy

__all__ = ["Channel", "Command", "Draft", "Memory", "Record"]

MODULES: Final[dict[str, str]] = {
    name: home
    for home, names in {
        "answers.area": "AreaMemory find_area",
        "answers.agent_brief": "AgentBrief compose_agent_brief compose_agent_briefs list_anchored_files",
        "work.advice": "Advice GroupField Remark Usage list_failed_strategies list_runs"
        " reflect_on_runs report_usage reuse_strategies suggest_work",
        "verbs.anchored_code": "ensure_not_misspelt find_missing_code",
        "work.automatic_checkpoints": "save_work write_checkpoint write_session_checkpoint",
        "answers.branches": "count_elsewhere count_matches_elsewhere include_all_branches",
        "intake.candidates": "extract_records keep_candidates",
        "work.checkpoints": "find_sent_handoffs",
        "kernel.current": "read_work",
        "answers.brief": "ComposedBrief HANDOFF",
        "upkeep.checks": "Check fix_problems",
        "verbs.clipboard": "copy_text",
        "kernel.compiled_patterns": "keep_patterns load_patterns",
        "answers.code": "MapExtras describe_symbol locate_symbol map_code needs_code_words rank_files",
        "intake.commit_history": "IngestedCommits find_commit_claims ingest_commits",
        "kernel.configuration": "load_settings private_config_path",
        "answers.conflicts": "find_conflicts find_disputes",
        "verbs.edit": "pinned_notes retract_records",
        "verbs.forget": "Forgotten find_leftovers forget",
        "verbs.forget_history": "HistoryFile find_in_history plan_history_rewrite",
        "verbs.forget_plan": "Plan plan_forget",
        "answers.answer_order": "order_answers",
        "answers.asked_failures": "find_asked_failures",
        "work.general_questions": "GeneralAnswer NowStatement answer_general find_asked_commands",
        "answers.history": "TimelineEntry read_newest read_timeline",
        "kernel.hook_events": "claim_waiting_transcripts drop_unread find_last_events",
        "kernel.identity": "MemoryMatches find_memory is_folder_tracked note_identity refresh_identity",
        "kernel.moved_trees": "find_former_root note_moved_tree",
        "intake.ingest": "Ingested ingest_subagent ingest_transcript",
        "intake.intake": "Live",
        "intake.ingest_sessions": "IngestSummary SessionSource estimate_seconds find_file_sessions"
        " find_new_sessions"
        " find_session_source ingest_session_subagents ingest_sessions make_reader",
        "intake.left_out_files": "find_damaged_files find_other_texts",
        "verbs.links": "TraceStep add_link find_edges find_related find_sources latest_successors list_restored"
        " make_edge_id remove_links summarize supersede trace_sources",
        "kernel.location": "resolve_lines",
        "upkeep.lint": "Finding find_problems",
        "upkeep.lint_diff": "lint_diff",
        "intake.off_record": "has_off_times note_enabled",
        "policy.rejections": "make_rejection_filter",
        "policy.trust": "find_claimed find_foreign",
        "kernel.prepare": "compose_text split_title",
        "verbs.projects": "MergeCounts StoredMemory adopt_project find_stored forget_project hand_over_tree"
        " list_projects merge_project purge_left_memory",
        "answers.provenance": "OriginEnd OriginLink find_ends format_end format_step trace_chain",
        "verbs.record_export": "RecordExport choose_form export_records",
        "verbs.queries": "list_ids list_newest run_query run_query_or_words",
        "answers.ranking": "measure_relevance",
        "answers.reason": "Reason",
        "answers.recall_bench": "measure_recall",
        "verbs.reject": "Rejection lift_rejection list_rejections reject",
        "upkeep.retention": "tidy_daily",
        "verbs.review": "Unconfirmed keep_source list_unconfirmed",
        "answers.registry": "choose_delivery_form write_registry",
        "kernel.receipts": "Receipt compare_texts find_receipt list_receipts note_delivery",
        "answers.runs": "Finalized Prepared Stated finalize_execution find_run keep_command prepare_execution"
        " require_run_outcome",
        "intake.session_edit": "add_event close_session start_session",
        "answers.session_log": "merge_timeline",
        "answers.session_pack": "SessionPack pack_session",
        "answers.sessions": "count_sessions find_last_session find_session find_sessions_by_goal"
        " list_sessions split_goal"
        " list_kept_turns read_session_turns",
        "kernel.session_records": "list_session_records",
        "verbs.share": "list_own_shared list_shareable move_records preview_share share_all",
        "answers.snapshots": "PrunedSnapshots compare_snapshots find_snapshot prune_snapshots repository_fingerprint",
        "verbs.source_import": "ImportSource SourceImport choose_source find_former_memories import_source"
        " list_sources",
        "kernel.sparse": "copy_config ensure_checked_out resolve_project",
        "kernel.staleness": "AnchorStatus CHANGED FRESH GONE anchor_states confirm_anchors describe_place"
        " find_code_changes",
        "answers.stats": "memory_stats",
        "answers.status": "sparse_warning storage_sizes",
        "verbs.summaries": "choose_old_checkpoints summarize_checkpoints",
        "verbs.tasks": "EndedTask end_task find_task start_task",
        "verbs.transfer": "Imported export_json export_tar import_archive import_record is_export is_own_file",
        "verbs.trust": "TrustStatus find_hand_edits revoke_trust trust_all trust_clone trust_records trust_repository"
        " trust_status",
        "verbs.undo": "Undone",
        "verbs.uninstall": "Losses back_up_project count_losses count_waiting purge_project remove_project_files",
        "kernel.record_usage": "RecordUse SessionUse UseReport report_use",
        "verbs.views": "BUILT_IN_VIEWS DEFAULT_VIEW list_views remove_view save_view",
        "answers.weak_matches": "MOST_WEAK find_weak_words",
        "answers.why": "Explanation explain_code",
        "kernel.writer": "Moved Remembered",
    }.items()
    for name in names.split()
}
"""Name -> module of `backstory.memory` that holds it. A name is loaded when it is first asked for (PEP 562).

Type checkers read the same names from `memory/public.pyi`, which `scripts/docs.py` writes from this table."""


def __getattr__(name: str) -> object:
    home = MODULES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(__import__(f"backstory.memory.{home}", fromlist=[name]), name)
    globals()[name] = value
    return value


class Memory(Catalog):
    """The memory of one project. Each method loads the module of `backstory.memory` that implements it when called."""

    def remember(self, draft: Draft, *, scope: str = "") -> "Remembered":
        """Writes a draft as a record. Notes similar records in the result, and never refuses because of them."""
        from backstory.memory.verbs import remember

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
        from backstory.memory.verbs.edit import edit

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

    def rewrite(
        self,
        ref: str,
        *,
        title: str = "",
        body: str | None = None,
        kind: str = "",
        tier: str = "",
        status: str = "",
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        add_links: Sequence[tuple[str, str]] = (),
        remove_links: Sequence[tuple[str, str]] = (),
    ) -> "Remembered":
        """Corrects the title, body or kind of a record by writing a new record that supersedes it.

        The other values are those of the new record. Where one does not fit, nothing changes.
        """
        from backstory.memory.verbs.edit import MetadataChanges, rewrite

        metadata = MetadataChanges(tier, status, None, add_tags, remove_tags, add_links, remove_links)
        return rewrite(self, ref, title=title, body=body, kind=kind, metadata=metadata)

    def retract(self, ref: str) -> Record:
        """Removes a record from briefs and recall. Its file and history stay."""
        from backstory.memory.verbs.edit import retract

        return retract(self, ref)

    def pin_file(self, path: str, note: str = "") -> "Remembered":
        """Writes a pinned note about a file."""
        from backstory.memory.verbs.edit import pin_file

        return pin_file(self, path, note)

    def undo(self) -> "Undone":
        """Undoes the last change that has not been undone yet."""
        from backstory.memory.verbs import undo

        return undo.undo_last(self)

    def query(self, text: str, *, limit: int = 0, **filters: Any) -> "list[Row]":
        """Finds records with the query language: best first if the query has free text, else newest first.

        Raises `QueryError` for text that is not a query.
        """
        from backstory.memory.verbs.queries import run_query

        return [hit.row for hit in run_query(self, text, limit=limit, **filters)]

    def at(self, when: str) -> Self:
        """Returns the memory as it was at a date, an age, a commit or a snapshot, for reading. Raises `Invalid`."""
        from backstory.memory.answers.as_of import view_as_of

        return view_as_of(self, when)

    def checkpoint(self, task: str = "", **parts: Any) -> "Remembered":
        """Records the state of the work, together with the state of git."""
        from backstory.memory.work import checkpoints

        return checkpoints.write_checkpoint(self, task, **parts)

    def handoff(self, to: str, message: str, **parts: Any) -> "Remembered":
        """Writes a checkpoint addressed to somebody."""
        from backstory.memory.work import checkpoints

        return checkpoints.write_handoff(self, to, message, **parts)

    def snapshot(self, goal: str = "", *, defer: bool = False) -> "Snapshot":
        """Takes a snapshot of the repository. With `defer`, `read_deferred` is to read files that changed, if many."""
        from backstory.memory.answers import snapshots

        return snapshots.take_snapshot(self, goal, defer=defer)

    def read_deferred(self) -> None:
        """Reads the changed files that the latest snapshot left unread. Raises `Busy`."""
        from backstory.memory.answers import code

        code.read_deferred(self)

    def drift(self, ref: str = "") -> "tuple[Snapshot, Drift]":
        """Compares the repository with a snapshot, by default the latest one."""
        from backstory.memory.answers import snapshots

        return snapshots.find_drift(self, ref)

    def complete_session(self, ref: str) -> str:
        """The id of the session that begins or ends with a text; the text itself where none does. Raises Ambiguous."""
        from backstory.memory.kernel import hook_events

        return hook_events.complete_session(self, ref)

    def has_session(self, session: str) -> bool:
        """Whether anything is recorded of a session."""
        from backstory.memory.kernel import hook_events

        return hook_events.has_session(self, session)

    def brief(self, **wishes: Any) -> "ComposedBrief":
        """Composes the context for an agent or a person. It never exceeds its budget.

        The keywords are the fields of `backstory.memory.answers.brief.BriefOptions`.
        """
        from backstory.memory.answers.brief import BriefOptions, compose_brief

        return compose_brief(self, BriefOptions(**wishes))

    def status(self) -> dict[str, Any]:
        """Returns counts, the current branch and goal, and the latest snapshot and checkpoint, as plain data."""
        from backstory.memory.answers import status

        return status.project_status(self)

    def checks(self, *, deep: bool = False) -> "list[Check]":
        """Checks the files, the index, git and the settings; `deep` reads every file in full."""
        from backstory.memory.upkeep import checks

        return checks.run_checks(self, deep=deep)
