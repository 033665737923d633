"""Reads Aider's chat history: `.aider.chat.history.md` at the root of the repository, one file for all sessions.

`# aider chat started at` begins a session, `#### ` is the person, `> ` is the program, the rest is the assistant. The
file is ambiguous, since an assistant may write headings and quotes of its own: a person's line stands after an empty
line and ends in two blanks, or is the first after the program's. Aider writes each message at once.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from backstory.agents.injected_text import cut_injected, cut_own
from backstory.agents.turns import Reading, SessionFile, Tokens, Turn

NAME: Final = ".aider.chat.history.md"
MAX_BYTES: Final = 64 << 20
"""The end of a longer file is read."""
_START: Final = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\s*$")
_START_LINE: Final = re.compile(r"^# aider chat started at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^\S\n]*$", re.MULTILINE)
_TOKENS: Final = re.compile(
    r"Tokens: ([\d.,]+k?) sent(?:, ([\d.,]+k?) (?:cache write|cache hit))*.*?, ([\d.,]+k?) received"
)
_EDIT: Final = re.compile(
    r"(?:Applied edit to|Creating empty file|Created new file|Added) (\S.*?)(?: to (?:git|the chat))?$"
)
_COMMIT: Final = re.compile(r"Commit ([0-9a-f]{7,40}) (.+)$")
_MODEL: Final = re.compile(r"(?:Main m|M)odel: (\S+)")
_RUN: Final = re.compile(r"/(?:run|test|lint)\s+(.+)|!\s*(.+)", re.DOTALL)


class _Block(NamedTuple):
    """Lines that belong together."""

    kind: str
    """`start`, `user`, `program` or `assistant`."""
    text: str
    line: int
    offset: int


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions in the history at each root; `AIDER_CHAT_HISTORY_FILE` may name another file."""
    name = environ.get("AIDER_CHAT_HISTORY_FILE") or NAME
    for root in roots:
        try:
            yield from list(_list_sessions(os.path.join(root, name), root))
        except OSError:
            continue


def _list_sessions(path: str, root: str) -> Iterator[SessionFile]:
    """The sessions of one history. Raises OSError."""
    status = os.stat(path)
    parts, _ = _read_parts(path, status.st_mtime_ns, status.st_size)
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        if _START_LINE.match(part.text):
            size = (following.offset if following else status.st_size) - part.offset
            yield SessionFile(path, part.session, root, status.st_mtime, size)


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file has the history's name, or begins as one."""
    return os.path.basename(path) == NAME or b"\n# aider chat started at" in b"\n" + head


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on, of all sessions of the file or of one."""
    try:
        status = os.stat(path)
        parts, end = _read_parts(path, status.st_mtime_ns, status.st_size)
    except OSError:
        return Reading(iter(()))
    start = position if 0 < position <= end and _follows_newline(path, position) else 0
    blocks = (block for part in parts if not session or part.session == session for block in _split_blocks(part))
    return Reading(_read_blocks(blocks, os.path.dirname(os.path.abspath(path)), start, session), end)


class _Part(NamedTuple):
    """The text of one session, and where it stands in the file."""

    session: str
    text: str
    line: int
    offset: int


@lru_cache(maxsize=1)
def _read_parts(path: str, modified: int, size: int) -> tuple[list[_Part], int]:
    """The sessions of a history up to its last whole line, and where that ends. Raises OSError.

    A history of a year has hundreds of sessions, which are asked for one after the other.
    """
    with open(path, "rb") as handle:
        text = handle.read(MAX_BYTES).decode("utf-8", "surrogateescape")
    whole = text[: text.rfind("\n") + 1]
    starts = [match.start() for match in _START_LINE.finditer(whole)]
    if starts[:1] != [0]:
        starts.insert(0, 0)
    parts = []
    line, offset = 1, 0
    for begin, following in pairwise([*starts, len(whole)]):
        part = whole[begin:following]
        parts.append(_Part(_name_session(part), part, line, offset))
        line += len(part.splitlines())
        offset += len(part.encode("utf-8", "surrogateescape"))
    return parts, offset


def _follows_newline(path: str, offset: int) -> bool:
    with open(path, "rb") as handle:
        handle.seek(offset - 1)
        return handle.read(1) == b"\n"


def _split_blocks(part: _Part) -> Iterator[_Block]:
    """The lines in groups of one speaker."""
    kind, first, begin, lines = "", part.line, part.offset, list[str]()
    offset, former = part.offset, ""
    for number, line in enumerate(part.text.splitlines(keepends=True), part.line):
        speaker = _name_speaker(line.rstrip("\n"), former, kind)
        if speaker != kind or _START.match(line):
            if lines:
                yield _Block(kind, "".join(lines), first, begin)
            kind, first, begin, lines = speaker, number, offset, []
        lines.append(line)
        offset += len(line.encode("utf-8", "surrogateescape"))
        former = line.strip()
    if lines:
        yield _Block(kind, "".join(lines), first, begin)


def _name_speaker(line: str, former: str, kind: str) -> str:
    """The speaker of a line, by its marks, the line before it and the kind of that line."""
    if _START.match(line):
        return "start"
    if line.startswith("#### ") or line.rstrip() == "####":
        return _name_speaker_of_heading(line, former, kind)
    if line.startswith("> ") or line.rstrip() == ">":
        return _name_speaker_of_quote(line, kind)
    return "assistant" if line.strip() else kind or "assistant"


def _name_speaker_of_heading(line: str, former: str, kind: str) -> str:
    if kind == "user" and former.startswith("####"):
        return "user"
    begins = not former and kind in ("start", "program", "")
    return "user" if line.endswith("  ") or begins else kind or "assistant"


def _name_speaker_of_quote(line: str, kind: str) -> str:
    if kind in ("start", "program", "") or line.endswith("  "):
        return "program"
    return "program" if any(pattern.match(line[2:]) for pattern in (_EDIT, _COMMIT, _TOKENS)) else kind


def _name_session(text: str) -> str:
    match = _START.match(text.split("\n", 1)[0])
    return f"aider-{match[1]}T{match[2].replace(':', '')}" if match else "aider"


def _read_blocks(blocks: Iterator[_Block], cwd: str, start: int, session: str) -> Iterator[Turn]:
    """The turns of the blocks that end after `start`. Tokens belong to the answer before the line that counts them."""
    reader = _Reader(Turn("user", "", session="aider", cwd=cwd), session)
    for block in blocks:
        fresh = block.offset + len(block.text.encode("utf-8", "surrogateescape")) > start
        if block.kind != "program":
            yield from reader.release()
            reader.answer = Turn("user", "")
        if block.kind == "start":
            reader.begin(block)
            continue
        others = list(reader.read(block, fresh=fresh))
        if others:
            yield from reader.release()
        yield from others
    yield from reader.release()


class _Reader:
    """Reads blocks one after the other, and holds an answer back until its tokens are known."""

    def __init__(self, current: Turn, session: str) -> None:
        self.current = current
        """The fields common to the turns of a session."""
        self.session = session
        self.answer = Turn("user", "")
        self.held = False
        """Whether `answer` is to be handed on."""

    def begin(self, block: _Block) -> None:
        """Begins a session."""
        match = _START.match(block.text.splitlines()[0])
        # Aider writes local time without a zone: the only honest reading is that of this machine.
        time = _to_utc(f"{match[1]} {match[2]}") if match else ""
        self.current = self.current._replace(session=_name_session(block.text), time=time, call="", model="")

    def release(self) -> Iterator[Turn]:
        """Hands the answer on."""
        if self.held:
            yield self.answer
        self.held = False

    def read(self, block: _Block, *, fresh: bool) -> Iterator[Turn]:
        """The turns of a block, without an answer."""
        blank = self.current._replace(line=block.line, id=f"{self.current.session}:{block.line}")
        for turn in _BLOCKS[block.kind](blank, block):
            call = turn.call if turn.role == "tool" and turn.command else ""
            self.current = self.current._replace(call=call, model=turn.model or self.current.model)
            if self.session in ("", turn.session):
                yield from self._take(turn, fresh=fresh)

    def _take(self, turn: Turn, *, fresh: bool) -> Iterator[Turn]:
        if turn.role == "assistant":
            self.answer, self.held = turn, fresh
        elif any(turn.tokens):
            self.answer = self.answer._replace(tokens=turn.tokens)
            self.held = self.held or (fresh and bool(self.answer.text))
        elif fresh and turn.text + turn.tool:
            yield turn


def _read_user(blank: Turn, block: _Block) -> Iterator[Turn]:
    lines = [line.removeprefix("####").strip() for line in block.text.splitlines() if line.startswith("####")]
    text = cut_injected("\n".join(lines))
    if match := _RUN.match(text):
        command = (match[1] or match[2]).strip()
        yield blank._replace(role="tool", tool="run", action="command", command=command, call=blank.id)
    elif text and not text.startswith("/"):
        yield blank._replace(text=text)


def _read_assistant(blank: Turn, block: _Block) -> Iterator[Turn]:
    text = cut_injected(block.text)
    if text:
        yield blank._replace(role="assistant", text=text, call="")


def _read_program(blank: Turn, block: _Block) -> Iterator[Turn]:
    """Reads the program's output: the result of a command, edits, commits, and the tokens of the answer before."""
    lines = [line.removeprefix(">").strip() for line in block.text.splitlines() if line.strip()]
    if blank.call:
        yield blank._replace(role="result", text=cut_own("\n".join(lines)))
    for number, line in enumerate(lines):
        numbered = blank._replace(id=f"{blank.id}.{number}", line=blank.line + number, call="")
        for pattern, read in _NOTES:
            if match := pattern.match(line):
                yield from read(numbered, match)
                break


def _read_edit(turn: Turn, match: re.Match[str]) -> Iterator[Turn]:
    if not match[0].startswith("Added"):
        yield turn._replace(role="tool", tool="edit", action="edit", edits=(match[1],), call=turn.id)


def _read_commit(turn: Turn, match: re.Match[str]) -> Iterator[Turn]:
    call = turn._replace(call=turn.id)
    yield call._replace(role="tool", tool="commit", action="command", command="git commit")
    yield call._replace(role="result", id=f"{turn.id}r", text=f"[{turn.branch or 'HEAD'} {match[1]}] {match[2]}")


def _read_model(turn: Turn, match: re.Match[str]) -> Iterator[Turn]:
    yield turn._replace(role="result", text="", model=match[1])


def _read_tokens(turn: Turn, match: re.Match[str]) -> Iterator[Turn]:
    yield turn._replace(role="result", text=match.string, tokens=Tokens(_count(match[1]), _count(match[3])))


_NOTES: Final[tuple[tuple[re.Pattern[str], Callable[[Turn, re.Match[str]], Iterator[Turn]]], ...]] = (
    (_EDIT, _read_edit), (_COMMIT, _read_commit), (_MODEL, _read_model), (_TOKENS, _read_tokens),
)  # fmt: skip
"""The lines that the program prints, each with its reader."""


_BLOCKS: Final = {"user": _read_user, "assistant": _read_assistant, "program": _read_program, "": _read_assistant}


def _count(text: str) -> int:
    number = float(text.rstrip("k").replace(",", "") or 0)
    return int(number * 1000 if text.endswith("k") else number)


def _to_utc(text: str) -> str:
    import time

    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.mktime(time.strptime(text, "%Y-%m-%d %H:%M:%S"))))
