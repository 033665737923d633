"""A snapshot of the repository. With git: a commit and the changes on top of it. Without git: a table of files."""

import msgspec


class Commit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A commit of git."""

    id: str
    subject: str = ""
    author: str = ""
    made: str = ""


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A path that differs from HEAD. `state`: `added modified deleted renamed untracked conflicted`."""

    path: str
    state: str
    staged: bool = False
    unstaged: bool = False
    """The working tree differs from the index as well (untracked files are neither staged nor unstaged)."""
    was: str = ""
    """The earlier path of a rename."""
    oid: str = ""
    """Blob id of the content in the working tree; empty when deleted or skipped."""


class Stash(msgspec.Struct, frozen=True, omit_defaults=True):
    """Changes that `git stash` has put aside."""

    text: str = ""
    """The message of whoever stashed them; empty without one."""
    made: str = ""
    files: tuple[str, ...] = ()


class GitState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of git. Everything is empty without git; `commit` is empty before the first one.

    While a rebase or a bisection goes on, `branch` is the one that it goes back to.
    """

    commit: str = ""
    branch: str = ""
    detached: bool = False
    operation: str = ""
    """`merge`, `rebase`, `cherry-pick`, `revert` or `bisect` while one is in progress."""
    stopped: str = ""
    """Where it stopped: the subject of the commit that it was about to make; of a rebase also which one of how many."""
    stashes: tuple[Stash, ...] = ()
    """What was stashed on this branch and is still stashed, newest first."""
    changes: tuple[Change, ...] = ()
    commits: tuple[Commit, ...] = ()
    """Newest first."""
    author: str = ""
    """`Name <mail>` that git would put into a commit."""
    shallow: bool = False
    reason: str = ""
    """Why the rest is empty or short, such as `not a git repository`; empty when git answered."""
    more_changes: int = 0
    """Changes that a limit left out of `changes`."""


class Script(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command the project defines. `where` is the manifest."""

    name: str
    command: str
    where: str = ""


class RepositoryFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Facts about the repository that need no understanding of its code."""

    name: str = ""
    purpose: str = ""
    """One or two sentences from the README's body or the package metadata."""
    manifests: tuple[str, ...] = ()
    entry_points: tuple[str, ...] = ()
    scripts: tuple[Script, ...] = ()
    languages: dict[str, int] = {}
    """Language -> number of files, most first."""
    layout: tuple[str, ...] = ()
    """Top folders with their file counts, such as `src/ (120)`."""
    tests: tuple[str, ...] = ()
    """Folders and files that hold tests."""
    licence: str = ""
    packages: tuple[str, ...] = ()
    """Folders of a workspace's packages with their names, such as `libs/a (a-core)`."""
    routes: int = 0
    variables: tuple[str, ...] = ()
    """Names of environment variables that the code reads; never values."""


class Skipped(msgspec.Struct, frozen=True):
    """A path that was not read, and why."""

    path: str
    reason: str


class RecordRef(msgspec.Struct, frozen=True):
    """A record that a snapshot mentions, with its title at that time."""

    id: str
    title: str


class RelevantFile(msgspec.Struct, frozen=True):
    """A file that matters for a goal, and why in a few words."""

    path: str
    why: str = ""


class Work(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of the work when a snapshot was taken, according to records; empty without any."""

    task: str = ""
    state: str = ""
    checkpoint: str = ""
    """Id of the checkpoint that task, state, next steps and blockers come from."""
    next: tuple[str, ...] = ()
    next_from: str = ""
    """The source of the next steps: `checkpoint`, `open failure`, `blocker` or `open question`."""
    blockers: tuple[str, ...] = ()
    questions: tuple[RecordRef, ...] = ()
    failures: tuple[RecordRef, ...] = ()


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Immutable once written. With git: `git.commit` plus `git.changes` (each with its blob id) is the whole tree."""

    id: str
    """`snap-` and a ULID."""
    made: str
    goal: str = ""
    git: GitState = GitState()
    facts: RepositoryFacts = RepositoryFacts()
    files: int = 0
    bytes: int = 0
    table: dict[str, str] = {}
    """path -> blob id; only without a commit to refer to."""
    key_files: tuple[str, ...] = ()
    active_files: tuple[str, ...] = ()
    relevant_files: tuple[RelevantFile, ...] = ()
    """Most relevant first; only with a goal."""
    work: Work = Work()
    tokens: int = 0
    """Estimated tokens of this snapshot's own text."""
    skipped: tuple[Skipped, ...] = ()
    took_ms: int = 0
    extra: dict[str, object] = {}
    """Additions of later versions (symbols, relevance), preserved as they were written."""


class DriftedPath(msgspec.Struct, frozen=True, omit_defaults=True):
    """A path that differs from the snapshot."""

    path: str
    reason: str
    was: str = ""
    """The earlier path of a rename."""


class Drift(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The changes since a snapshot. Lists may be capped; `counts` has the full number of every class."""

    snapshot: str
    made: str = ""
    goal: str = ""
    stale: tuple[DriftedPath, ...] = ()
    """Files that the snapshot names as key or active, and that have changed since."""
    changed: tuple[DriftedPath, ...] = ()
    """Other files that have changed since."""
    missing: tuple[DriftedPath, ...] = ()
    new: tuple[DriftedPath, ...] = ()
    renamed: tuple[DriftedPath, ...] = ()
    counts: dict[str, int] = {}
    """`stale changed missing new renamed valid` -> number of files."""
    branch_then: str = ""
    branch_now: str = ""
    commit_then: str = ""
    commit_now: str = ""
    relation: str = ""
    """`same`, `ahead` (the snapshot's commit is an ancestor of HEAD), `apart` (it is not), `gone` (this clone does not
    have it), or empty without git."""
    commits: tuple[Commit, ...] = ()
    """Commits since the snapshot, newest first."""
    commits_between: int = 0
    commits_lost: int = 0
    """Commits of the snapshot's line that HEAD does not have."""
    partial: str = ""
    """Why only some files could be compared; empty when all were."""

    def describe(self) -> list[str]:
        """The report in a few lines, without the files."""
        lines: list[str] = []
        if self.branch_then != self.branch_now:
            lines.append(f"branch {self.branch_then or '(none)'} then, {self.branch_now or '(none)'} now")
        commit = self.commit_then[:10]
        statements = {
            "ahead": f"{self.commits_between} commit{'s' * (self.commits_between != 1)} since {commit}",
            "apart": f"its commit {commit} is not in the history of HEAD: {self.commits_between} here that it lacks, "
            f"{self.commits_lost} there that HEAD lacks",
            "gone": f"its commit {commit} is not in this clone",
        }
        if self.relation in statements:
            lines.append(statements[self.relation])
        if self.partial:
            lines.append(f"only some files could be compared: {self.partial}")
        lines.append(", ".join(self._describe_counts()) or "nothing to compare")
        return lines

    def _describe_counts(self) -> list[str]:
        """The counts in words: a stale file is a changed one that the snapshot names."""
        counts = dict(self.counts)
        stale = counts.pop("stale", 0)
        if stale:
            counts["changed"] = counts.get("changed", 0) + stale
        described = [f"{count:,} {'unchanged' if name == 'valid' else name}" for name, count in counts.items()]
        named = f" ({stale:,} key or active)" if stale else ""
        return [text + named if text.endswith(" changed") else text for text in described]


class Comparison(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The differences between two snapshots. Lists may be capped; `counts` has the full numbers."""

    old: str
    new: str
    made: tuple[str, str] = ("", "")
    goals: tuple[str, str] = ("", "")
    tasks: tuple[str, str] = ("", "")
    branches: tuple[str, str] = ("", "")
    heads: tuple[str, str] = ("", "")
    """Commits of both."""
    tracked: tuple[int, int] = (0, 0)
    """Files of both that were compared."""
    added: tuple[DriftedPath, ...] = ()
    removed: tuple[DriftedPath, ...] = ()
    changed: tuple[DriftedPath, ...] = ()
    renamed: tuple[DriftedPath, ...] = ()
    counts: dict[str, int] = {}
    """`added removed changed renamed unchanged` -> number of files."""
    relation: str = ""
    """`same`, `ahead` (the old commit is an ancestor of the new one), `behind`, `apart`, `gone`; empty without git."""
    commits: tuple[Commit, ...] = ()
    """Commits of the new one that the old one lacks, newest first."""
    commits_between: int = 0
    commits_lost: int = 0
    opened: tuple[RecordRef, ...] = ()
    """Questions and failures that were open in the new one and not in the old one."""
    closed: tuple[RecordRef, ...] = ()
    partial: str = ""
    """Why only some files could be compared; empty when all were."""

    def describe(self) -> list[str]:
        """The comparison in a few lines, without the files."""
        lines: list[str] = []
        for what, (then, now) in (("goal", self.goals), ("task", self.tasks), ("branch", self.branches)):
            if then != now:
                lines.append(f"{what}: {then or '(none)'} -> {now or '(none)'}")
        if self.relation:
            lines.append(self._describe_relation())
        if self.partial:
            lines.append(f"only some files could be compared: {self.partial}")
        then_files, now_files = self.tracked
        lines.append(
            f"{then_files:,} files then, {now_files:,} after: "
            + ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        )
        return lines

    def _describe_relation(self) -> str:
        """How the two commits stand to each other."""
        old, new = (commit[:10] for commit in self.heads)
        between = f"{self.commits_between} commit{'s' * (self.commits_between != 1)}"
        lost_commits = f"{self.commits_lost} commit{'s' * (self.commits_lost != 1)}"
        statements = {
            "same": f"both at commit {new}",
            "ahead": f"{between} from {old} to {new}",
            "behind": f"{lost_commits} back, from {old} to {new}",
            "apart": f"{new} has {between} that {old} lacks, and lacks {lost_commits}",
            "gone": "a commit of theirs is not in this clone",
        }
        return statements[self.relation]
