"""Sessions as commands print them: one line, one page, one JSON document."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from backstory.agents.directives import drop_directives
from backstory.base.session_names import short_session
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json
from backstory.cli.output_file import write_output
from backstory.model.dates import epoch_seconds, format_age
from backstory.model.session import CommandRun, Session
from backstory.model.text import format_count, one_line
from backstory.render.sessions import session_costs, session_line, session_steps

if TYPE_CHECKING:
    from backstory.agents.turns import Turn
    from backstory.cli.library import Memory, Row, SessionPack

SHOWN_COMMANDS = 30
SHOWN_RECORDS = 30
_OPEN = 86_400
"""Seconds after its last turn during which a session without an end counts as open."""
KIND_ORDER = {"rule": 0, "fact": 2}
"""Place of a kind among the records of a session; 1 for others."""
HIDDEN = ("position", "line", "waiting", "answered")
"""Fields that say how far a transcript was read."""
ROLES = {"user": "you", "assistant": "agent", "tool": "call", "result": "result", "summary": "summary"}


SESSION_FIELDS = frozenset(Session.__struct_fields__) - frozenset(HIDDEN)
"""Fields of a session in JSON, which are left out where they are empty."""


def session_json(session: Session) -> Json:
    """A session without what only says how far its transcript was read."""
    fields = msgspec.to_builtins(session)
    return {name: value for name, value in fields.items() if name not in HIDDEN}


class SessionList(Answer):
    """Sessions, the one that ended last first."""

    schema = "sessions"
    optional_fields = SESSION_FIELDS
    sessions: list[Session]
    total: int

    def to_json(self) -> Json:
        return {"total": self.total, "items": [session_json(session) for session in self.sessions]}

    def print_text(self) -> None:
        day = ""
        shorts = Counter(short_session(session.id) for session in self.sessions)
        for session in self.sessions:
            short = short_session(session.id)
            name = short if shorts[short] == 1 else session.id
            if (session.ended[:10] or "undated") != day:
                day = session.ended[:10] or "undated"
                console.data(console.bold(day))
            line = session_line(session)
            console.line(
                console.dim(f"  {session.ended[11:16]:5}  "),
                console.Span(f"{name:<9} ", "33"),
                console.Span(f"{session.agent:<12} ", "36"),
                session.title or "(nothing was asked)",
                console.dim(f"  {line}" if line else ""),
                cut=True,
            )
        if not self.sessions:
            console.info("no session yet: hooks record them, and `backstory ingest` reads those on this machine")
        elif self.total > len(self.sessions):
            console.info(f"{self.total - len(self.sessions)} more; `-n {self.total}` shows all")


class SessionAnswer(Answer):
    """A session that was started or closed."""

    schema = "session"
    optional_fields = SESSION_FIELDS
    session: Session
    verb: str

    def to_json(self) -> Json:
        return session_json(self.session)

    def print_text(self) -> None:
        console.data(self.session.id)
        console.info(f"{self.verb} session `{self.session.id}`")


class SessionPage(Answer):
    """One session: what was asked, done, run, committed, kept and left open."""

    schema = "session"
    memory: "Memory"
    session: Session
    rows: "list[Row]"
    """The records that were made in it."""
    turns: "list[Turn] | None"
    """The turns of its transcript, where they were asked for and are still there."""

    def to_json(self) -> Json:
        records = [
            {"id": row.record.id, "kind": row.record.kind, "title": row.record.title, "how": row.record.origin.how}
            for row in self.rows
        ]
        document = {**session_json(self.session), "kept": records}
        if self.turns is not None:
            document["dialogue"] = [
                {"role": turn.role, "made": turn.time, "line": turn.line, "text": text, "tool": turn.tool}
                for turn in self.turns
                if (text := self._clean_turn(turn))
            ]
        return document

    def print_text(self) -> None:
        session = self.session
        console.data(console.bold(session.title or session.id))
        model = console.dim(f"  {session.model}" if session.model else "")
        console.data(console.Span(session.id, "33"), f"  session of {session.agent}", model)
        console.data(self._when())
        self._print_relatives()
        self._print_list("next", session_steps(session))
        self._print_list("edited", list(session.edited))
        self._print_commands()
        self._print_list("committed", [f"{commit.id or '?'}  {commit.subject}" for commit in session.commits])
        for agent in session.subagents:
            report = one_line(drop_directives(agent.report), 300) or "no report"
            self._print_list(f"sub-agent: {one_line(agent.task, 80) or agent.id}", [report])
        self._print_list(*_list_kept(self.rows))
        if self.turns is not None:
            self._print_turns(self.turns)
        else:
            self._print_dialogue()

    def _print_relatives(self) -> None:
        """The session before, and the one that this is a part of."""
        session = self.session
        words = f"follows {short_session(session.previous)}" if session.previous else ""
        words += f"  part of {short_session(session.parent)}" if session.parent else ""
        if words:
            console.data(words.strip())

    def _when(self) -> str:
        session = self.session
        place = [f"on {session.branch}"] if session.branch else []
        ended = epoch_seconds(session.ended[:19])
        is_open = not session.closed and (ended is None or self.memory.now() - ended < _OPEN)
        state = ["not closed"] if is_open else []
        if ended is not None:
            is_same_day = session.started[:10] == session.ended[:10]
            start = f"{session.started[:16].replace('T', ' ')} to " if session.started else ""
            end = session.ended[11:16] if start and is_same_day else session.ended[:16].replace("T", " ")
            place.append(f"{start}{end} ({', '.join([format_age(session.ended, self.memory.now()), *state])})")
        else:
            place += ["undated", *state]
        work = [format_count(session.tool_calls, "tool call")] if session.tool_calls else []
        did = ", ".join([*work, *session_costs(session)])
        return ", ".join(place) + (f"; {did}" if did else "")

    def _print_dialogue(self) -> None:
        """Prompts and answers in their order, from what was kept."""
        lines = [(prompt.made, prompt.line, "you", prompt.text) for prompt in self.session.prompts]
        replies = [(reply, _close_gaps(drop_directives(reply.text))) for reply in self.session.replies]
        lines += [(reply.made, reply.line, "agent", text) for reply, text in replies if text]
        if lines:
            console.data()
        for ordered, _, who, text in sorted(lines, key=lambda item: (item[0], item[1], item[2] == "agent")):
            console.data(console.dim(_format_moment(ordered)), console.Span(who, "36"), f": {text}")

    def _print_turns(self, turns: "list[Turn]") -> None:
        console.data()
        for turn in turns:
            text = self._clean_turn(turn)
            if text:
                console.data(console.dim(_format_moment(turn.time)), console.Span(ROLES[turn.role], "36"), f": {text}")

    def _clean_turn(self, turn: "Turn") -> str:
        """The redacted text of a turn. Calls and results are on one line."""
        if turn.role == "tool":
            target = turn.command or ", ".join((*turn.edits, *turn.reads))
            return one_line(self.memory.gate.clean(f"{turn.tool} {target}"), 200)
        text = self.memory.gate.clean(turn.text)
        return one_line(text, 200) if turn.role == "result" else text

    def _print_commands(self) -> None:
        runs = _choose_commands(self.session.commands)
        lines = [_describe_command(run) for run in runs]
        more = len(self.session.commands) - len(runs)
        self._print_list(f"ran ({more} more)" if more else "ran", lines)

    def _print_list(self, heading: str, items: list[str]) -> None:
        if items:
            console.data()
            console.data(console.bold(heading))
            for item in items:
                console.data(f"  {one_line(item)}")


class PackedSession(Answer):
    """A session within a token budget, which is printed or written to a file."""

    schema = "session-pack"
    packed: "SessionPack"
    out: str
    memory: "Memory"

    def to_json(self) -> Json:
        packed = self.packed
        return {"session": packed.session.id, "tokens": packed.tokens, "events": packed.events,
                "left_out": packed.left_out, "text": packed.text}  # fmt: skip

    def print_text(self) -> None:
        if not self.out:
            console.verbatim(self.packed.text)
            return
        write_output(self.out, self.packed.text, self.memory)
        console.info(f"Wrote {self.out} ({self.packed.tokens} tokens estimated)")


def _format_moment(stamp: str) -> str:
    """The time of day before something that was said; nothing where it is not known."""
    return f"{stamp[11:16]} " if stamp else ""


def _close_gaps(text: str) -> str:
    """A text without the empty paragraphs that directives leave."""
    return "\n\n".join(part.strip("\n") for part in text.strip().split("\n\n") if part.strip())


def _choose_commands(commands: Sequence[CommandRun]) -> list[CommandRun]:
    """The commands that a page shows, in their order: checks and what failed before what only looked around."""
    by_worth = sorted(range(len(commands)), key=lambda at: (commands[at].failed or commands[at].kind != "other", at))
    return [commands[at] for at in sorted(by_worth[-SHOWN_COMMANDS:])]


def _describe_command(run: "CommandRun") -> str:
    """A command in one line, with its outcome."""
    mark = "failed" if run.failed else "" if run.exit_code == 0 or not run.call else "unfinished"
    summary = "" if run.summary == mark else run.summary
    ended = f"  [{': '.join(filter(None, (mark, summary)))}]" if summary or mark else ""
    red = f" red: {', '.join(run.red[:5])}" if run.red else ""
    return f"{one_line(run.command, 120)}{ended}{red}"


def _list_kept(rows: "list[Row]") -> tuple[str, list[str]]:
    """A heading, and a line for each record: the person's words and what was stated on purpose first, the rest by
    kind, facts last."""
    order = sorted(rows, key=lambda row: (row.record.origin.how == "inferred", KIND_ORDER.get(row.record.kind, 1)))
    lines = [_kept_line(row) for row in order[:SHOWN_RECORDS]]
    more = len(order) - len(lines)
    return (f"kept ({more} more with --json)" if more else "kept"), lines


def _kept_line(row: "Row") -> str:
    record = row.record
    return f"{record.short} {record.kind} {one_line(record.title, 90)} ({record.origin.how})"


def make_session_page(memory: "Memory", session: Session, *, turns: bool = False) -> SessionPage:
    """The page of a session, with its records and, if asked for, the turns of its transcript."""
    from backstory.api import list_session_records, read_session_turns

    dialogue = read_session_turns(memory, session) if turns else []
    if turns and not dialogue:
        gone = "its transcript no longer exists" if session.source else "it has no transcript"
        console.info(f"{gone}: this is what Backstory stored")
    return SessionPage(memory, session, list_session_records(memory, session), dialogue or None)
