"""The answer of `recall` as text and as JSON: records, passages of sessions, snapshots and sessions."""

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

from backstory.base.passages import PassageHit
from backstory.base.statement import Statement, label_reason, split_statement
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json
from backstory.cli.records import RECORD_FIELDS, describe_code, doubt_marks, outcome_mark, record_json
from backstory.model.ids import short_id
from backstory.model.kinds import KINDS
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.cli.library import Failure, Hit, NowStatement, Session, SnapshotSummary, WorkingCommand

LABELS: Final = {"alternatives": "instead of", "next": "next steps"}
_PARTS: Final = chain.from_iterable(kind.parts for kind in KINDS.values())
HIDDEN_PARTS: Final = frozenset(part.name for part in _PARTS if not part.flags)
"""Parts that Backstory captures itself."""
INDENT: Final = " " * 10
COMMON: Final = 0.01
"""Share of a text below which its words tell nothing, because most records have them."""
SHORTENED: Final = 140
LONGEST: Final = 2_000
"""Characters of a part of a record, shortened and whole."""
SHOWN_PARTS: Final = 2
"""Parts of a record that are printed under its title."""
MAX_PLACES: Final = 3
"""Places in the code that are printed of a record."""
MAX_ALIKE: Final = 5
"""Ids of records with the same text that are printed."""


class Recalled(Answer):
    """Records that match a text or a query, best first."""

    schema = "recall"
    optional_fields = RECORD_FIELDS | {"alike"}
    query: str
    hits: "list[Hit]"
    doubts: dict[str, Json]
    explain: bool
    as_of: str = ""
    misread: str = ""
    elsewhere: dict[str, int] | None = None
    """Branch -> the number of its records that match, too."""
    passages: "tuple[PassageHit, ...]" = ()
    """What was said in sessions about it."""
    snapshots: "tuple[SnapshotSummary, ...]" = ()
    """Snapshots whose goal has all words of the text, where no record matches."""
    sessions: "tuple[Session, ...]" = ()
    """Sessions whose goal has all words of the text, where no record matches or a project is named."""
    alike: Mapping[str, tuple[str, ...]] | None = None
    """Id of a hit -> ids of other records with the same text."""
    is_beyond: bool = False
    """Whether the text is a question on which nothing here bears."""
    general: str = ""
    """What is listed, where the text asks for a kind of answer and has no words to search by: `the rules`."""

    commands: "tuple[WorkingCommand, ...]" = ()
    """The commands that work, where the text asks how something is run."""

    notes: "tuple[NowStatement, ...]" = ()
    """What a brief of this moment says of it."""

    failures: "tuple[Failure, ...]" = ()
    """Commands that failed, where the text asks about them. They are shown as failures, never as commands to run."""

    order: "tuple[Hit | PassageHit, ...]" = ()
    """Records and passages as they are printed, where the text is a question."""

    weak: tuple[str, ...] = ()
    """The words of the text that all of it has, where nothing has more than one of several."""

    def to_json(self) -> Json:
        when = {"as_of": self.as_of} if self.as_of else {}
        misread = {"misread": self.misread} if self.misread else {}
        weak: Json = {"weak": [*self.weak]} if self.weak else {}
        general: Json = {"general": self.general} if self.general else {}
        if self.notes:
            general["now"] = [{"label": note.label, "detail": note.detail, "text": note.text} for note in self.notes]
        items = [self._hit_json(hit) | self.doubts.get(hit.row.record.id, {}) for hit in self.hits]
        head: Json = {"query": self.query, **when, **misread, **weak, **general}
        return {**head, "items": items, "elsewhere": self.elsewhere or {},
                "commands": [_command_json(command) for command in self.commands],
                "failures": [_failure_json(failure) for failure in self.failures],
                "passages": [self._passage_json(passage) for passage in self.passages],
                "snapshots": [_snapshot_json(snapshot) for snapshot in self.snapshots],
                "sessions": [_session_json(session) for session in self.sessions]}  # fmt: skip

    def _hit_json(self, hit: "Hit") -> Json:
        why: Json = {"why": _round_shares(hit.why)} if self.explain else {}
        others = self._list_alike(hit)
        alike = {"alike": [*others]} if others else {}
        return {**record_json(hit.row.record, hit.row.path), "score": round(hit.score, 4), **alike, **why}

    def _passage_json(self, passage: "PassageHit") -> Json:
        names = ("session", "agent", "branch", "role", "made", "text")
        elsewhere: Json = {"elsewhere": True} if passage.elsewhere else {}
        why: Json = {"score": round(passage.score, 4), "why": _round_shares(passage.why or {})} if self.explain else {}
        return {name: getattr(passage, name) for name in names} | elsewhere | why

    def print_text(self) -> None:
        if self.general:
            console.info(f"answered by kind: {self.general}, newest first")
        for note in self.notes:
            _print_note(note)
        for command in self.commands:
            _print_command(command)
        for failure in self.failures:
            _print_failure(failure)
        for entry in self.order or (*self.hits, *self.passages):
            if isinstance(entry, PassageHit):
                self._print_passage(entry)
            else:
                self._print_hit(entry, is_whole=entry is self.hits[0])
        for snapshot in self.snapshots:
            _print_snapshot(snapshot)
        for session in self.sessions:
            _print_session(session)
        if self.is_beyond:
            console.info("nothing in the memory answers that")
            console.info("hint: `backstory recall WORDS`, without a question, lists every record with one of the words")
        elif not (self.hits or self.general or self.failures):
            console.info("no record matches" + ("; the passages above are from sessions" if self.passages else ""))
            if not (self.passages or self.snapshots or self.sessions or self.misread):
                console.info("hint: `backstory files --for TEXT` looks through the code")
        if self.weak:
            console.info(f"no result has more than one of these words; those above have {_name_words(self.weak)}")
        if self.misread:
            console.misread(self.misread)
        if self.elsewhere:
            from backstory.cli.other_branches import print_elsewhere

            print_elsewhere(self.elsewhere)

    def _print_hit(self, hit: "Hit", *, is_whole: bool = False) -> None:
        record = hit.row.record
        parts = {name: value for name, value in record.parts.items() if name not in HIDDEN_PARTS}
        lead = next((name for name, value in parts.items() if isinstance(value, str)), "")
        statement = split_statement(record.kind, record.title, str(parts.pop(lead, "")))
        marks = outcome_mark(record) + doubt_marks(self.doubts.get(record.id, {}))
        targets = describe_code(record, self.doubts.get(record.id, {}), MAX_PLACES)
        console.line(
            console.Span(record.short, "33"),
            console.dim(f"  {record.made[:10]}"),
            console.Span(f"  {record.kind}", "36"),
            console.bold(f"  {statement.headline}"),
            console.Span(f"  [{', '.join(marks)}]" if marks else "", "33"),
            console.dim(f"  {targets}" if targets else ""),
            indent=INDENT,
        )
        self._print_texts(statement, parts, LONGEST if is_whole else SHORTENED)
        others = self._list_alike(hit)
        if others:
            ids = " ".join([short_id(ident) for ident in others[:MAX_ALIKE]])
            more = " …" if len(others) > MAX_ALIKE else ""
            console.line(INDENT, console.dim(f"{len(others)} more with the same text: {ids}{more}"), indent=INDENT)
        self._print_score(hit.score, hit.why)

    def _print_passage(self, passage: "PassageHit") -> None:
        """A passage of a session, whole."""
        from backstory.base.session_names import short_session

        detail = f"{passage.role}{_on_branch(passage.branch)}{', another branch' if passage.elsewhere else ''}"
        _print_head(short_session(passage.session), passage.made, "session", "", detail)
        console.line(INDENT, passage.text, indent=INDENT)
        self._print_score(passage.score, passage.why or {})

    def _print_score(self, score: float, why: Mapping[str, float]) -> None:
        if self.explain and why:
            console.line(INDENT, console.dim(describe_score(score, why)), indent=INDENT)

    def _list_alike(self, hit: "Hit") -> tuple[str, ...]:
        return (self.alike or {}).get(hit.row.record.id, ())

    def _print_texts(self, statement: Statement, parts: Mapping[str, str | list[str]], longest: int) -> None:
        label, reason = label_reason(statement.reason)
        texts = [("", statement.text), (label[:1].lower() + label[1:], reason)]
        texts += [(f"{LABELS.get(name, name)}: ", _join_part(value)) for name, value in parts.items()]
        for label, text in [(label, text) for label, text in texts if text][:SHOWN_PARTS]:
            console.line(INDENT, console.dim(label), one_line(text, longest), indent=INDENT)


def _name_words(words: tuple[str, ...]) -> str:
    """`cache`, or: `cache` or `pool`."""
    return " or ".join([f"`{word}`" for word in words])


def _print_note(note: "NowStatement") -> None:
    """A statement about now, as the brief has it."""
    console.line(
        console.Span("now", "36"),
        console.bold(f"  {note.label}{f' ({note.detail})' if note.detail else ''}"),
        f": {note.text}",
        indent=INDENT,
    )


def _print_command(command: "WorkingCommand") -> None:
    example = f"  such as `{command.example}`" if command.example not in ("", command.command) else ""
    source = f"{example}  {command.source}" if command.source else example
    console.line(
        console.Span("command", "36"),
        console.bold(f"  {command.label}: `{command.command}`"),
        console.dim(f"{source}  {command.made[:10]}" if command.made else source),
        indent=INDENT,
    )


def _print_failure(failure: "Failure") -> None:
    """A failure: what failed when, the error, and how it ended."""
    from backstory.base.session_names import short_session
    from backstory.capture.sessions.failures import describe_end

    session = failure.runs[-1].rpartition(":")[0]
    where = f"  session {short_session(session)}" if session else ""
    times = f", {failure.times} times" if failure.times > 1 else ""
    console.line(
        console.Span("failed", "31"),
        f"    {failure.last[:10]}  {one_line(failure.command, SHORTENED)}",
        console.dim(f"{times}{where}"),
        indent=INDENT,
    )
    console.line(INDENT, failure.message, indent=INDENT)
    console.line(INDENT, console.dim(describe_end(failure)), indent=INDENT)


def _failure_json(failure: "Failure") -> Json:
    names = ("command", "message", "kind", "status", "times", "first", "last", "instead", "after")
    return {name: getattr(failure, name) for name in names} | {
        "files": [*failure.files], "red": [*failure.red], "runs": [*failure.runs]
    }  # fmt: skip


def _command_json(command: "WorkingCommand") -> Json:
    names = ("purpose", "command", "example", "source", "made")
    return {name: getattr(command, name) for name in names}


def _print_snapshot(snapshot: "SnapshotSummary") -> None:
    _print_head(short_id(snapshot.id), snapshot.made, "snapshot", snapshot.goal, f"{snapshot.files} files")


def _print_session(session: "Session") -> None:
    from backstory.base.session_names import short_session

    detail = f"{session.agent}{_on_branch(session.branch)}"
    _print_head(short_session(session.id), session.started, "session", session.title, detail)


def _print_head(ident: str, created: str, kind: str, title: str, detail: str) -> None:
    """The first line of an entry that is not a record."""
    console.line(
        console.Span(f"{ident:<8}", "33"),
        console.dim(f"  {created[:10]}"),
        console.Span(f"  {kind}", "36"),
        console.bold(f"  {title}" if title else ""),
        console.dim(f"  {detail}"),
        indent=INDENT,
    )


def _on_branch(branch: str) -> str:
    return f" on {branch}" if branch else ""


def _snapshot_json(snapshot: "SnapshotSummary") -> Json:
    return {"id": snapshot.id, "made": snapshot.made, "goal": snapshot.goal}


def _session_json(session: "Session") -> Json:
    return {"id": session.id, "agent": session.agent, "made": session.started, "goal": session.title}


def describe_score(score: float, why: Mapping[str, float]) -> str:
    """The score as the sum of the shares of its signals."""
    terms = "".join(f" {'-' if value < 0 else '+'} {name} {_short_number(abs(value))}" for name, value in why.items())
    common = " (its words are in most records)" if 0 < why.get("text", 1.0) < COMMON else ""
    return f"score {_short_number(score)} = {terms.removeprefix(' + ').lstrip()}{common}"


def _round_shares(shares: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in shares.items()}


def _short_number(value: float) -> str:
    return f"{value:.2f}" if value == 0 or abs(value) >= COMMON else f"{value:.1e}"


def _join_part(value: str | list[str]) -> str:
    return value if isinstance(value, str) else "; ".join(value)
