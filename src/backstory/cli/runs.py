"""Runs, failures and strategies as the command line shows them."""

from typing import TYPE_CHECKING

import msgspec

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json
from backstory.model.ids import short_id
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.api import Finalized, Prepared
    from backstory.capture.sessions.strategies import Ranked
    from backstory.model.run import Run

NO_SUMMARY = "Backstory summary unavailable"


def run_json(run: "Run") -> Json:
    """The fields of a run."""
    fields: Json = msgspec.to_builtins(run)
    return {name: fields.get(name, _empty(name)) for name in run.__struct_fields__}


def _empty(name: str) -> object:
    lists = ("commands", "tests", "errors", "edited", "read", "commits")
    return (
        [] if name in lists else {} if name == "provenance" else "unknown" if name in ("task_type", "outcome") else ""
    )


def ranked_json(ranked: "Ranked") -> Json:
    """The fields of a strategy, with its signals."""
    return {**ranked.strategy._asdict(), "score": round(ranked.score, 3), "signals": ranked.signals}


class RunList(Answer):
    """Runs, the newest first."""

    schema = "runs"
    listed_in = "runs"
    runs: "tuple[Run, ...]"
    is_filtered: bool = False

    def to_json(self) -> Json:
        return {"runs": [run_json(run) for run in self.runs]}

    def print_text(self) -> None:
        if not self.runs:
            console.info(
                "no run matches" if self.is_filtered
                else "no run yet; `backstory run -- CMD` observes one, and sessions bring theirs"
            )  # fmt: skip
        console.table(
            [
                [short_id(run.id), run.started[:10], run.outcome, run.task_type, one_line(run.goal, 60)]
                for run in self.runs
            ]
        )  # fmt: skip


class RunPage(Answer):
    """One run with everything that is known of it, and how."""

    schema = "run"
    run: "Run"

    def to_json(self) -> Json:
        return run_json(self.run)

    def print_text(self) -> None:
        run = self.run
        console.data(console.bold(one_line(run.goal, 200) or run.id))
        console.data(f"{run.id}  {run.task_type}, {run.outcome}{f' ({run.reason})' if run.reason else ''}")
        if run.summary:
            console.data(run.summary)
        self._print_commands()
        for label, rows in (("edited", run.edited), ("errors", run.errors), ("commits", run.commits)):
            if rows:
                console.data(f"{label} ({run.source_of(label)}):")
                for row in rows[:20]:
                    console.data(f"  {one_line(row, 120)}")

    def _print_commands(self) -> None:
        for command in self.run.commands:
            state = "failed" if command.failed else "ok" if command.exit_code == 0 else "?"
            console.data(f"  {state:6} {one_line(command.command, 100)}")
            if command.summary:
                console.data(f"         {one_line(command.summary, 100)}")


class PreparedAnswer(Answer):
    """A run that was started, with what worked before."""

    schema = "run-start"
    prepared: "Prepared"

    def to_json(self) -> Json:
        prepared = self.prepared
        hint = prepared.hint
        return {
            "run": run_json(prepared.run),
            "execution_id": prepared.run.id,
            "task_type": prepared.run.task_type,
            "execution_hint": ranked_json(hint) if hint else None,
            "strategies": [ranked_json(ranked) for ranked in prepared.strategies],
            "failures": [failure._asdict() for failure in prepared.failures],
        }

    def print_text(self) -> None:
        from backstory.capture.sessions.failures import describe_failure
        from backstory.capture.sessions.strategies import describe_strategy

        prepared = self.prepared
        console.data(prepared.run.id)
        console.info(f"Started a run ({prepared.run.task_type}); `backstory run finish` ends it")
        if prepared.hint:
            console.info(f"worked before: {describe_strategy(prepared.hint.strategy)}")
        for failure in prepared.failures[:3]:
            console.info(describe_failure(failure))


class FinalizedAnswer(Answer):
    """A run that was finished, and its summary."""

    schema = "run-finish"
    finalized: "Finalized"

    def to_json(self) -> Json:
        done = self.finalized
        return {
            "run": run_json(done.run),
            "summary": done.summary,
            "summary_text": done.summary_text,
            "agent_summary": done.summary,
            "agent_summary_text": done.summary_text or NO_SUMMARY,
            "is_strategy": done.is_strategy,
        }

    def print_text(self) -> None:
        console.data(self.finalized.summary_text)


class ObservedAnswer(Answer):
    """A command that was run and observed: its own exit code, its summary on stderr."""

    schema = "run-observed"
    finalized: "Finalized | None"
    code: int
    problem: str = ""

    def to_json(self) -> Json:
        done = self.finalized
        return {
            "exit_code": self.code,
            "run": run_json(done.run) if done else None,
            "summary": done.summary if done else {},
            "summary_text": done.summary_text if done else NO_SUMMARY,
        }

    def print_text(self) -> None:
        if self.finalized:
            console.info(self.finalized.summary_text)
        else:
            console.warn(f"{NO_SUMMARY}: {self.problem}")

    @property
    def exit_code(self) -> int:  # type: ignore[override]  # the command's own
        return self.code


class StrategyList(Answer):
    """Strategies that fit, the best first; those that failed only for reading."""

    schema = "strategies"
    listed_in = "strategies"
    ranked: "tuple[Ranked, ...]"
    failed: tuple[Json, ...] = ()
    explain: bool = False

    def to_json(self) -> Json:
        return {"strategies": [ranked_json(ranked) for ranked in self.ranked], "failed": list(self.failed)}

    def print_text(self) -> None:
        from backstory.capture.sessions.strategies import describe_strategy

        if not self.ranked:
            console.info("no strategy that worked fits")
        for ranked in self.ranked:
            console.data(describe_strategy(ranked.strategy))
            if self.explain:
                for name, value in ranked.signals.items():
                    console.data(f"  {value:5.2f}  {name.replace('_', ' ')}")
        for row in self.failed:
            console.data(f"tried, failed: {one_line(str(row['goal']), 100)} ({row['reason']})")
