"""Show the size of the memory, and where the work stands."""

import os
from collections.abc import Mapping
from typing import Final, TypedDict, cast

import click

from backstory import api
from backstory.api import Memory
from backstory.base.session_names import short_session
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options, all_branches_option, open_memory
from backstory.cli.other_branches import print_elsewhere
from backstory.cli.storage import StorageSizes, measure_storage
from backstory.model.dates import format_age
from backstory.model.ids import short_id
from backstory.model.kinds import count_kind
from backstory.model.text import format_count, one_line

SECTION: Final = "Daily"
LABEL_WIDTH: Final = 12
MAX_LISTED: Final = 3
"""Next steps and blockers that are shown."""
NEXT_REASONS: Final = {
    "backstory remember": "keeps the first record",
    "backstory list": "shows what other branches have",
    "backstory snapshot": "captures the state of the repository",
    "backstory brief": "prints what an agent gets",
    "backstory projects merge": "brings them here",
}
"""The beginning of a suggested command -> what it is for."""


class RecordCounts(TypedDict):
    total: int
    kinds: dict[str, int]
    tiers: dict[str, int]
    scopes: dict[str, int]
    tokens: int
    superseded: int


class LastCheckpoint(TypedDict):
    made: str
    task: str
    status: str
    next: list[str]
    state: str
    blockers: list[str]


class OpenTask(TypedDict):
    made: str
    title: str


class LastSnapshot(TypedDict):
    made: str
    files: int


class Waiting(TypedDict):
    sealed: int
    unsealed: int


class LeftMemory(TypedDict):
    id: str
    records: int
    what: str


class State(TypedDict):
    """What `Memory.status` answers, as far as the text shows it."""

    project: str
    branch: str
    commit: str
    detached_from: str
    operation: str
    enabled: bool
    records: RecordCounts
    goal: str
    checkpoint: LastCheckpoint | None
    task: OpenTask | None
    agents: list[str]
    user_agents: list[str]
    other_worktrees: int
    snapshot: LastSnapshot | None
    snapshot_id: str | None
    elsewhere: dict[str, int]
    waiting: Waiting
    left: LeftMemory | None
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
    by_commit: bool = False
    """Whether the agents get it by committed files alone."""

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
        if state["commit"] and not state["branch"]:
            before = one_line(state["detached_from"], 60)
            commit += f", no branch (`{before}` was checked out before)" if before else ", no branch"
        commit += f", {state['operation']} under way" if state["operation"] else ""
        console.line(console.bold(state["project"]), console.Span(where, "32"), console.dim(commit))
        if not state["enabled"]:
            console.data("memory is switched off (`backstory config set enabled true`)")
        self._print_work()
        self._print_memory()
        self._print_agents()
        self._print_snapshot()
        if not self.all_branches:
            print_elsewhere(state["elsewhere"])
        if state["waiting"]["sealed"]:
            records = format_count(state["waiting"]["sealed"], "record")
            verb = "waits" if state["waiting"]["sealed"] == 1 else "wait"
            console.info(
                f"{records} {verb} in `.backstory/local/spool/`, since the data home cannot be written: see "
                "`backstory doctor`"
            )
        if state["waiting"]["unsealed"]:
            files = format_count(state["waiting"]["unsealed"], "file")
            console.info(
                f"{files} in `.backstory/local/spool/` without a seal of this machine: `backstory doctor` names them"
            )
        if state["left"]:
            console.info(state["left"]["what"])
        reason = next((words for command, words in NEXT_REASONS.items() if state["next"].startswith(command)), "")
        console.info(f"hint: `{state['next']}` {reason}")

    def _print_work(self) -> None:
        """Prints the open task, the latest checkpoint with what is next and in the way, and the goal."""
        now, checkpoint, task = self.memory.now(), self.state["checkpoint"], self.state["task"]
        if task:
            _print_fact("task", task["title"], f"started {format_age(task['made'], now)}")
        if checkpoint:
            age = format_age(checkpoint["made"], now)
            _print_fact("checkpoint", checkpoint["task"], f"done, {age}" if checkpoint["status"] == "done" else age)
            if checkpoint["state"]:
                _print_fact("state", checkpoint["state"])
            _print_list("next", checkpoint["next"])
            _print_list("blocked", checkpoint["blockers"], "31")
        self._print_session(checkpoint["made"] if checkpoint else "")
        if self.state["goal"]:
            _print_fact("goal", self.state["goal"])

    def _print_session(self, since: str) -> None:
        """Names the last session of the branch where it ended after the checkpoint, which then is not the last word."""
        session = api.find_last_session(self.memory)
        if session is not None and session.ended[:16] > since[:16]:
            age = format_age(session.ended, self.memory.now())
            _print_fact(
                "session", f"{short_session(session.id)} of {session.agent}", f"{age}; `backstory next` goes by it"
            )

    def _print_memory(self) -> None:
        counts = self.state["records"]
        if not counts["total"]:
            _print_fact("memory", self._describe_empty())
            return
        by_count = sorted(counts["kinds"].items(), key=lambda item: (-item[1], item[0]))
        kinds = ", ".join(count_kind(count, kind) for kind, count in by_count)
        scopes = _list_scopes(counts["scopes"])
        gone = f"; {counts['superseded']:,} superseded" if counts["superseded"] else ""
        _print_fact("memory", f"{format_count(counts['total'], 'record')} ({scopes}): {kinds}{gone}")
        _print_fact("", f"{counts['tiers'].get('pinned', 0):,} pinned, about {format_count(counts['tokens'], 'token')}")

    def _describe_empty(self) -> str:
        """Says that nothing is shown: since there is nothing, or since this commit or branch has none of it."""
        state = self.state
        if not state["elsewhere"]:
            return "no records yet"
        if state["branch"] and not state["detached_from"]:
            return f"no records on `{one_line(state['branch'], 60)}`"
        return "no records at this commit: it is from before them, or on another line"

    def _print_agents(self) -> None:
        agents, everywhere = self.state["agents"], self.state["user_agents"]
        if agents:
            _print_fact("agents", ", ".join(agents), "by committed files" if self.by_commit else "")
        elif everywhere:
            _print_fact("agents", ", ".join(everywhere), "by hooks in your home folder")
        elif self.state["other_worktrees"]:
            _print_fact("agents", "none gets it in this worktree yet", "`backstory init` sets them up here")
        else:
            _print_fact("agents", "none gets it yet (`backstory init` sets them up)")

    def _print_snapshot(self) -> None:
        snapshot, ident = self.state["snapshot"], self.state["snapshot_id"]
        if snapshot and ident:
            files = format_count(snapshot["files"], "file")
            _print_fact("snapshot", f"snap-{short_id(ident)}, {files}", format_age(snapshot["made"], self.memory.now()))

    def _print_resolved(self, resolved: "Resolved") -> None:
        memory = self.memory
        console.data()
        for reason in memory.project.reasons:
            console.data(f"  {reason}")
        unnamed = "you, at a terminal" if memory.channel.how == "explicit" else "a script: there is no terminal"
        console.table(
            [
                ["  root", memory.project.root],
                ["  team", memory.project.team],
                ["  private", memory.project.private],
                ["  user", memory.project.user],
                ["  git", memory.project.git_dir or "none"],
                ["  trust", _trust_line(resolved["trust"])],
                ["  caller", f"{memory.channel.agent or unnamed}; its records are `{memory.channel.how}`"],
            ],
            wrap=True,
        )
        changed = [(key, value, origin) for key, value, origin in memory.settings.items() if origin != "default"]
        console.data("\n  changed settings")
        if not changed:
            console.data("    none")
        console.table([[f"    {key}", str(value), origin] for key, value, origin in changed])


def _print_fact(label: str, text: str, remark: str = "") -> None:
    """Prints a line of the dashboard: what it is about, the fact, and a remark on it."""
    console.line(
        console.Span(f"  {label:<{LABEL_WIDTH}}", "36"),
        one_line(text),
        console.dim(f"  ({remark})" if remark else ""),
        indent=" " * (LABEL_WIDTH + 2),
    )


def _print_list(label: str, texts: list[str], code: str = "") -> None:
    """Prints some texts below each other, the first behind the label, and how many more there are."""
    for number, text in enumerate(texts[:MAX_LISTED]):
        name = "" if number else label
        indent = " " * (LABEL_WIDTH + 2)
        console.line(console.Span(f"  {name:<{LABEL_WIDTH}}", "36"), console.Span(one_line(text), code), indent=indent)
    if len(texts) > MAX_LISTED:
        _print_fact("", f"and {len(texts) - MAX_LISTED} more")


def _list_scopes(counts: Mapping[str, int]) -> str:
    """`2 team, 3 private`; `all private` where there is one scope."""
    filled = [(count, scope) for scope, count in counts.items() if count]
    return f"all {filled[0][1]}" if len(filled) == 1 else ", ".join(f"{count:,} {scope}" for count, scope in filled)


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
@click.option("--explain", is_flag=True, help="Show which project this is, where its parts are, and why.")
@click.option("--storage", is_flag=True, help="Show the sizes on disk.")
@all_branches_option
@add_common_options
def status(explain: bool, storage: bool, all_branches: bool) -> StatusAnswer | StorageSizes:
    """Show the size of the memory, and where the work stands."""
    memory = open_memory(all_branches=all_branches)
    if storage:
        return measure_storage(memory)
    state = cast(State, memory.status())
    committed = [] if state["agents"] else _list_committed_agents(memory)
    state["agents"] += committed
    return StatusAnswer(memory, state, _resolve(memory) if explain else None, all_branches, bool(committed))


def _list_committed_agents(memory: Memory) -> list[str]:
    """The agents that committed files tell, where nothing was set up in this working tree."""
    root = memory.project.root
    names = [name for name in os.listdir(root) if name.startswith(".") or name.endswith(".md")]
    if ".backstory" not in names or {".backstory", ".git", ".gitignore", "README.md"}.issuperset(names):
        return []  # nothing that an agent reads, so that what looks for it need not be loaded
    from backstory.deliver.proof import find_committed_agents
    from backstory.deliver.tree import Tree

    return find_committed_agents(Tree(memory.project, memory.gate, memory.environ)) if memory.project.git_dir else []


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
