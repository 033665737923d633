"""Show what is remembered here, and where the work stands."""

from typing import Final, TypedDict, cast

import click

from backstory.api import Memory
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options, all_branches_option, open_memory
from backstory.cli.elsewhere import print_elsewhere
from backstory.cli.storage import StorageSizes, measure_storage
from backstory.cli.times import format_age
from backstory.model.text import format_count

SECTION: Final = "Daily"


class RecordCounts(TypedDict):
    total: int
    kinds: dict[str, int]
    tiers: dict[str, int]
    scopes: dict[str, int]
    tokens: int


class LastCheckpoint(TypedDict):
    made: str
    task: str
    next: list[str]


class LastSnapshot(TypedDict):
    made: str
    files: int


class Waiting(TypedDict):
    unsealed: int


class State(TypedDict):
    """What `Memory.status` answers, as far as the text shows it."""

    project: str
    branch: str
    commit: str
    enabled: bool
    records: RecordCounts
    goal: str
    checkpoint: LastCheckpoint | None
    snapshot: LastSnapshot | None
    snapshot_id: str | None
    elsewhere: dict[str, int]
    waiting: Waiting
    next: str


class TrustState(TypedDict):
    trusted: bool
    reason: str
    foreign: tuple[str, ...]


class StatusAnswer(Answer):
    """What is remembered, and where the work stands."""

    schema = "status"
    memory: Memory
    state: State
    resolved: "Resolved | None"
    """What was resolved, with `--explain`."""
    all_branches: bool = False

    def to_json(self) -> object:
        return {**self.state, **({"resolved": self.resolved} if self.resolved is not None else {})}

    def print_text(self) -> None:
        self._print_state()
        if self.memory.settings.withheld:
            count = len(self.memory.settings.withheld)
            verb = "waits" if count == 1 else "wait"
            console.info(f"{format_count(count, 'setting')} of the repository {verb} for your trust")
            console.info("hint: look at `.backstory/config.toml`, then `backstory trust`")
        if self.resolved is not None:
            self._print_resolved(self.resolved)

    def _print_state(self) -> None:
        state = self.state
        where = f" on {state['branch']}" if state["branch"] else ""
        commit = f" at {state['commit'][:10]}" if state["commit"] else ""
        console.data(f"{console.bold(state['project'])}{where}{commit}")
        if not state["enabled"]:
            console.data("memory is switched off (`backstory config set enabled true`)")
        self._print_counts()
        if state["goal"]:
            console.data(f"goal: {state['goal']}")
        self._print_last()
        if not self.all_branches:
            print_elsewhere(state["elsewhere"])
        if state["waiting"]["unsealed"]:
            files = format_count(state["waiting"]["unsealed"], "file")
            console.info(
                f"{files} in `.backstory/local/spool/` without a seal of this machine: `backstory doctor` names them"
            )
        console.info(f"hint: `{state['next']}`")

    def _print_counts(self) -> None:
        counts = self.state["records"]
        if not counts["total"]:
            console.data("no records yet")
            return
        by_count = sorted(counts["kinds"].items(), key=lambda item: (-item[1], item[0]))
        kinds = ", ".join(f"{count} {kind}" for kind, count in by_count)
        scopes = ", ".join(f"{count} {scope}" for scope, count in counts["scopes"].items() if count)
        console.data(f"{format_count(counts['total'], 'record')} ({scopes}): {kinds}")
        console.data(f"{counts['tiers'].get('pinned', 0)} pinned, about {counts['tokens']:,} tokens in all")

    def _print_last(self) -> None:
        """Prints the latest checkpoint and the latest snapshot."""
        now = self.memory.now()
        checkpoint, snapshot = self.state["checkpoint"], self.state["snapshot"]
        if checkpoint:
            console.data(f"checkpoint {format_age(checkpoint['made'], now)}: {checkpoint['task']}")
            for step in checkpoint["next"][:3]:
                console.data(f"  next: {step}")
        if snapshot:
            files = format_count(snapshot["files"], "file")
            console.data(f"snapshot {format_age(snapshot['made'], now)}: {self.state['snapshot_id']}, {files}")

    def _print_resolved(self, resolved: "Resolved") -> None:
        memory = self.memory
        console.data()
        for reason in memory.project.reasons:
            console.data(f"  {reason}")
        unnamed = "a person" if memory.channel.how == "explicit" else "no terminal, so nobody who counts as a person"
        console.table(
            [
                ["  root", memory.project.root],
                ["  team", memory.project.team],
                ["  private", memory.project.private],
                ["  user", memory.project.user],
                ["  git", memory.project.git_dir or "none"],
                ["  trust", _trust_line(resolved["trust"])],
                ["  speaking", f"{memory.channel.agent or unnamed} ({memory.channel.how})"],
            ]
        )
        console.data("\n  settings that differ from their default")
        changed = [(key, value, origin) for key, value, origin in memory.settings.items() if origin != "default"]
        console.table([[f"    {key}", str(value), origin] for key, value, origin in changed])


class Resolved(TypedDict):
    """Which project was found, where its parts are, and why."""

    reasons: list[str]
    root: str
    team: str
    private: str
    user: str
    git_dir: str
    common_dir: str
    channel: dict[str, str]
    trust: TrustState
    settings: dict[str, dict[str, object]]


@click.command()
@click.option("--explain", is_flag=True, help="Show which project was found, where its parts are, and why.")
@click.option("--storage", is_flag=True, help="Show the sizes on disk.")
@all_branches_option
@add_common_options
def status(explain: bool, storage: bool, all_branches: bool) -> StatusAnswer | StorageSizes:
    """Show what is remembered here, and where the work stands."""
    memory = open_memory(all_branches=all_branches)
    if storage:
        return measure_storage(memory)
    return StatusAnswer(memory, cast(State, memory.status()), _resolve(memory) if explain else None, all_branches)


def _resolve(memory: Memory) -> Resolved:
    from backstory.api import trust_status

    project = memory.project
    return {
        "reasons": list(project.reasons),
        "root": project.root,
        "team": project.team,
        "private": project.private,
        "user": project.user,
        "git_dir": project.git_dir,
        "common_dir": project.common_dir,
        "channel": memory.channel._asdict(),
        "trust": cast(TrustState, trust_status(memory)._asdict()),
        "settings": {key: {"value": value, "from": origin} for key, value, origin in memory.settings.items()},
    }


def _trust_line(trust: TrustState) -> str:
    count = len(trust["foreign"])
    rest = f"; {format_count(count, 'record')} marked as untrusted" if count else ""
    return f"{'trusted' if trust['trusted'] else 'not trusted'}: {trust['reason']}{rest}"
