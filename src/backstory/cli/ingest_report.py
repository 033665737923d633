"""Reports of `ingest`, and the offer of `init` to ingest sessions."""

import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, refresh_surfaces
from backstory.cli.progress import ProgressBar
from backstory.cli.sessions import session_json
from backstory.model.dates import format_timestamp
from backstory.model.errors import Exit
from backstory.model.text import format_count, one_line

if TYPE_CHECKING:
    from backstory.cli.library import IngestedCommits, IngestSummary, Memory, Remembered, SessionSource

MOST_TEXTS: Final = 5
"""Texts that are named."""
SHOWN: Final = 12
"""Records that the summary names."""
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class Offer(NamedTuple):
    """Sessions of this project that are on this machine, and what its commits state, in no memory yet."""

    sources: "tuple[SessionSource, ...]"
    words: str
    """`41 sessions of Claude Code since March, 7 decisions and reverts in commit messages`."""
    seconds: int
    """How long it takes to take them in, roughly."""
    claims: int = 0
    """What commit messages state."""

    def is_accepted(self, *, yes: bool) -> bool:
        """Asks on a terminal. Without one, and where nobody wants to be asked, nothing is taken in."""
        if yes or console.State.json or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return False
        return console.confirm(f"{self.words}: ingest them? {self.seconds} s", yes=False)


class IngestReport(Answer):
    """The ingested sessions, and the records kept from them."""

    schema = "ingest"
    listed_in = "kept"
    summary: "IngestSummary"
    scanned: int
    """Sessions that were looked at."""
    known: bool = True
    """Whether the memory has sessions."""
    given: bool = False
    """Whether files or folders were named."""
    commits: "IngestedCommits | None" = None
    """What was kept of commit messages, which `summary` has as well; None if they were not read."""
    off_record: list[str] = msgspec.field(default_factory=list)
    """Transcripts of sessions that were held while the memory was switched off."""

    texts: list[str] = msgspec.field(default_factory=list)
    """Texts in the folders that hold no conversation."""

    def with_omissions(self, *, off_record: list[str], texts: list[str]) -> "IngestReport":
        """The report with the transcripts that stay off the record, and the texts that hold no conversation."""
        return msgspec.structs.replace(self, off_record=off_record, texts=texts)

    def to_json(self) -> Json:
        summary = self.summary
        return {
            "sessions": [session_json(session) for session in summary.sessions],
            "turns": summary.turns,
            "directives": summary.directives,
            "kept": [_kept_json(one) for one in summary.kept],
            "unknown": summary.unknown,
            "damaged": summary.damaged,
            "torn": [{"path": path, "rows": number} for path, number in summary.torn],
            "problems": list(summary.problems),
            "off_record": self.off_record,
            "texts": self.texts,
            "left_out": {"prompts": summary.prompts_left_out, "records": summary.records_left_out},
        }

    def print_text(self) -> None:
        self._print_ingested()
        self._print_texts()
        if self.off_record:
            count = format_count(len(self.off_record), "session")
            stays = "stays" if len(self.off_record) == 1 else "stay"
            console.info(f"{count} held while the memory was switched off {stays} off the record")
            console.info(f"hint: `backstory ingest {shlex.quote(self.off_record[0])}` ingests it anyway")

    def _print_texts(self) -> None:
        """Names the texts of a folder that were left out, and how to keep them."""
        if not self.texts:
            return
        names = ", ".join(f"`{path}`" for path in self.texts[:MOST_TEXTS])
        more = f" and {len(self.texts) - MOST_TEXTS:,} more" if len(self.texts) > MOST_TEXTS else ""
        console.info(f"left out, because it is not a readable conversation: {names}{more}")
        console.info(f"hint: `backstory ingest {shlex.quote(self.texts[0])}` keeps it as a source")

    def _print_ingested(self) -> None:
        summary = self.summary
        if not self.scanned and summary.problems:
            console.info("nothing to ingest")
            self._print_problems()
            return
        if not (summary.sessions or summary.kept or (self.scanned and self._names_problem)):
            console.info(f"nothing to ingest: {self._explain_nothing()}")
            return
        console.info(f"Ingested {self._describe_sessions()}")
        self._print_kept()
        self._print_limits()
        self._print_problems()

    def _describe_sessions(self) -> str:
        """`2 sessions, 7 prompts, 1 commit, 4 records`; without sessions only what commit messages state."""
        summary = self.summary
        sessions = summary.sessions
        if not sessions and summary.kept:
            return f"{format_count(len(summary.kept), 'record')} from commit messages"
        parts = [format_count(len(sessions), "session")]
        kept = sum(len(session.prompts) for session in sessions)
        whole = kept + summary.prompts_left_out
        parts += [f"{kept:,} of {whole:,} prompts" if whole > kept else format_count(kept, "prompt")]
        for number, noun in (
            (sum(len(session.commits) for session in sessions), "commit"),
            (summary.directives, "directive"),
            (len(summary.kept), "record"),
        ):
            parts += [format_count(number, noun)] if number else []
        return ", ".join(parts)

    def _print_limits(self) -> None:
        """Prints what was left out of long sessions and of commit messages."""
        if count := self.summary.prompts_left_out:
            noun = "prompt" if count == 1 else "prompts"
            console.info(f"{count:,} {noun} of long sessions left out: a session keeps its first and its last ones")
        if count := self.summary.records_left_out:
            noun = "statement" if count == 1 else "statements"
            console.info(f"{count:,} more {noun} left out: too many for records of one part of a session")
        if self.commits is None or not self.commits.kept:
            return
        if self.commits.left_out:
            console.info(f"{self.commits.left_out:,} older decisions and reverts of commit messages were left out")
        if self.commits.cut_at:
            console.info(f"only the messages of the newest {self.commits.cut_at:,} commits were read")

    @property
    def _names_problem(self) -> bool:
        return bool(self.summary.problems or self.summary.torn)

    def _explain_nothing(self) -> str:
        if self.given and self.scanned:
            return "everything in it was ingested before"
        if self.given:
            return "it has no conversation"
        if self.known:
            return "every session of this project on this machine was ingested before"
        return "no agent on this machine has a session of this project"

    def _print_problems(self) -> None:
        """Names the files of which a part or the whole could not be read."""
        torn = [f"`{path}`: {format_count(number, 'row')} could not be read" for path, number in self.summary.torn]
        problems = [*torn, *self.summary.problems]
        for problem in problems[:SHOWN]:
            console.warn(problem)
        if len(problems) > SHOWN:
            console.info(f"{len(problems) - SHOWN} more; `--json` lists them all")

    def _print_kept(self) -> None:
        summary = self.summary
        for records in summary.kept[:SHOWN]:
            record = records.record
            console.line(f"{record.short}  {record.kind:<9} {one_line(record.title, 100)}", cut=True)
        if len(summary.kept) > SHOWN:
            console.info(f"{len(summary.kept) - SHOWN} more")
        if summary.kept:
            console.info("hint: `backstory ingest --review` shows them with their sources")

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.summary.problems else Exit.DONE


def find_offer(memory: "Memory") -> Offer | None:
    """The sessions of this project on this machine and what its commits state; None if there is neither."""
    from backstory.api import estimate_seconds, find_commit_claims, find_new_sessions

    sources = find_new_sessions(memory)
    claims = len(find_commit_claims(memory).claims)
    words: list[str] = []
    if own := [source for source in sources if not source.file.parent]:
        first = format_timestamp(min(source.file.modified for source in own))
        is_this_year = first[:4] == memory.stamp()[:4]
        since = MONTHS[int(first[5:7]) - 1] + ("" if is_this_year else f" {first[:4]}")
        words.append(f"{_count_by_agent(own)} since {since}")
    if claims:
        words.append(
            f"{claims:,} {'decision or revert' if claims == 1 else 'decisions and reverts'} in commit messages"
        )
    if not words:
        return None
    sources = sources if own else []
    return Offer(tuple(sources), ", and ".join(words), estimate_seconds(sources), claims)


def _count_by_agent(sources: "list[SessionSource]") -> str:
    """`41 sessions of Claude Code, 3 of Codex`."""
    from backstory.agents.transcripts import READERS

    titles = dict(READERS)
    counts = Counter(source.agent for source in sources).most_common()
    (agent, number), *others = counts
    parts = [f"{format_count(number, 'session')} of {titles[agent]}"]
    return ", ".join([*parts, *(f"{number:,} of {titles[agent]}" for agent, number in others)])


def take_in(
    memory: "Memory",
    sources: "list[SessionSource]",
    *,
    commits: bool = True,
    damaged: Sequence[str] = (),
    explicit: bool = False,
) -> IngestReport:
    """Takes in sessions, with a bar on the terminal, and brings the agents' files up to date.

    With `commits` it also takes in what commit messages state. `damaged` are files that were left out.
    `explicit`: the sessions are those of files or folders that were named.
    """
    from backstory.api import count_sessions, ingest_commits, ingest_sessions

    bar = ProgressBar("taking in sessions")
    try:
        summary = ingest_sessions(memory, sources, bar.show)
    finally:
        bar.end()
    ingested = ingest_commits(memory) if commits else None
    stated = ingested.kept if ingested else ()
    left_out = [f"`{path}` was left out: it is damaged, or cannot be opened" for path in damaged]
    summary = summary._replace(kept=(*summary.kept, *stated), problems=(*summary.problems, *left_out))
    if summary.sessions or stated:
        refresh_surfaces(memory)
    return IngestReport(summary, len(sources), bool(count_sessions(memory)), given=explicit, commits=ingested)


def _kept_json(remembered: "Remembered") -> Json:
    record = remembered.record
    return {
        "id": record.id,
        "kind": record.kind,
        "title": record.title,
        "quote": record.origin.quote,
        "new": remembered.new,
    }
