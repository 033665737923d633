"""The hook process: what runs at every turn of an agent. Milliseconds, and it fails open.

`<agent> <event> [--team]` on the command line, the agent's payload as JSON on standard input; at most one JSON document
on standard output and exit code 0, whatever happens. It notes the event in the session's spool and, where the event
asks for it, answers from what was prepared, or goes on as (or starts) the slow half, `worker.process`. It imports
`sys`, `os`, `time`, `apsw` and its own room: a test holds it to that.
"""

import os
import sys
import time

from backstory.base.discovery import Found, data_home, find, is_private
from backstory.hook.fields import scan

MAX_PAYLOAD = 10 << 20
"""Bytes of a payload that are kept."""
WANTED = frozenset(
    (
        "session_id", "sessionId", "conversation_id", "transcript_path", "cwd", "prompt", "source", "reason", "trigger",
        "tool_name", "tool_use_id", "agent_id", "hook_event_name", "stop_hook_active", "prompt_id",
        "tool_input.file_path", "tool_input.notebook_path", "tool_input.path",
    )
)  # fmt: skip
EVENTS = {
    "sessionstart": "session-start",
    "userpromptsubmit": "prompt", "promptsubmit": "prompt", "prompt": "prompt",
    "posttooluse": "post-tool", "posttool": "post-tool",
    "precompact": "pre-compact",
    "stop": "stop",
    "sessionend": "session-end",
}  # fmt: skip
"""Our names of the events, and those that agents and earlier systems use, without hyphens and in lower case."""
AGENTS = {"claude": "claude-code", "claudecode": "claude-code"}
NATIVE = ("claude-code",)
"""Agents whose answer is written here; the others' dialects are known to the slow half only."""
EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch")
COMMANDS = ("Bash", "Shell", "PowerShell", "shell")
LONGEST = 1024
"""Characters of a name or a pointer."""
OWN_HOOKS = os.path.join(".claude", "settings.local.json")
MARK = b"backstory.hot.hook"
OFF = ("0", "false", "no", "off")
LOG_BYTES = 64 * 1024


def main() -> None:
    """Entry point. Never returns and never fails."""
    words = sys.argv[1:]
    started = time.perf_counter()
    try:
        run(words)
        if "BACKSTORY_DEBUG" in os.environ:
            _write_debug_line(words, started)
    except BaseException as err:  # an agent's turn is never broken by its memory
        _log(words, err)
    os._exit(0)  # takes nothing down: an interpreter's end costs a millisecond, closing the index a checkpoint


def _write_debug_line(words: list[str], started: float) -> None:
    from backstory.base import debug

    if debug.start("hook"):
        debug.write("hook", f"{' '.join(words)} in {os.getcwd()}", started)


def run(words: list[str]) -> None:
    """Does what the command line asks for."""
    named = [word for word in words if not word.startswith("--")]
    agent = _plain(named[0]) if named else ""
    event = EVENTS.get("".join([c for c in named[1].lower() if c not in "-_"]), "") if len(named) > 1 else ""
    if not agent or not event:
        return
    agent = AGENTS.get(agent.replace("-", ""), agent)
    payload = b"" if os.isatty(0) else _read(0, MAX_PAYLOAD)
    fields = scan(payload, WANTED)
    if len(payload) >= MAX_PAYLOAD:
        from backstory.hook.worker import reduced

        payload = reduced(fields)
    found = _project(fields)
    home = data_home(os.environ)
    if found is None or _off(found, home) or ("--team" in words and _own_hooks(found.root)):
        return
    if not is_private(home, os.path.join(home, "projects", found.id)):
        return  # commands say so, and mend it where they can
    session = fields.get("session_id") or fields.get("sessionId") or fields.get("conversation_id") or ""
    note(agent, event, session, fields, os.path.join(home, "projects", found.id))
    if event == "session-start":
        _session_start(agent, found, home, session, payload, fields)
    elif event == "prompt":
        _prompt(agent, found, home, session, payload, fields)
    elif event != "post-tool":
        from backstory.hook.worker import start

        start(agent, event, payload, fields)


def note(agent: str, event: str, session: str, fields: dict[str, str], private: str) -> None:
    """Appends the event to the session's spool: names and pointers, no content. A full disk is no reason to stop."""
    from backstory.base.journal_lines import append_line, event_line, safe_name

    tool = fields.get("tool_name", "")
    kind = {"session-start": "session.start", "prompt": "prompt", "pre-compact": "compact", "stop": "reply",
            "session-end": "session.end"}.get(event, "")  # fmt: skip
    kind = kind or ("edit" if tool in EDITS else "command" if tool in COMMANDS else "tool")
    path = (
        fields.get("tool_input.file_path")
        or fields.get("tool_input.notebook_path")
        or fields.get("tool_input.path", "")
    )
    data = {
        "tool": tool, "path": path, "use": fields.get("tool_use_id", ""),
        "transcript": fields.get("transcript_path", ""),
        "subagent": fields.get("agent_id", ""), "prompt": fields.get("prompt_id", ""),
        "why": fields.get("source") or fields.get("reason") or fields.get("trigger", ""),
    }  # fmt: skip
    line = event_line(
        kind,
        session=session[:LONGEST],
        agent=agent,
        data={name: value[:LONGEST] for name, value in data.items() if value},
    )
    try:
        append_line(
            os.path.join(private, "spool", safe_name(session) + ".jsonl"), line, event in ("stop", "session-end")
        )
    except OSError as err:
        _log([agent, event], err)


def answer(index: str, root: str, private: str, session: str, prompt: str) -> str:
    """For the slow half: the text for a prompt's context from the index file it has just brought up to date.

    `root` is the working tree, `private` the project's folder in the data home. Empty when nothing clears the gate.
    """
    from backstory.hook.prompt import Stale, open_index

    try:
        con = open_index(index)
    except Stale:
        return ""
    return answer_from(con, root, private, session, prompt)


def answer_from(con: object, root: str, private: str, session: str, prompt: str) -> str:
    """`answer` from a connection, for an index that is in memory."""
    from backstory.base import seen
    from backstory.hook.prompt import Stale, answer_prompt
    from backstory.hook.reply import secret_of

    given = seen.path_of(private, session)
    secret = secret_of(os.path.dirname(os.path.dirname(private)))
    try:
        text, ids = answer_prompt(con, root, prompt, seen.read(given), secret=secret, private=private)  # type: ignore[arg-type]
    except Stale:
        return ""  # a file changed since the index was brought up to date
    seen.add(given, ids)
    return text


def _session_start(agent: str, found: Found, home: str, session: str, payload: bytes, fields: dict[str, str]) -> None:
    from backstory.base import seen

    given = seen.path_of(os.path.join(home, "projects", found.id), session)
    if fields.get("source") != "resume":
        seen.forget(given)
    if agent in NATIVE:
        brief = _brief(agent, found, home)
        if brief is not None:
            from backstory.hook.reply import carried, whole

            text, ids = brief
            if text:
                _print(carried("session-start", whole(text)))
            seen.add(given, ids)
            return
    _slowly(agent, "session-start", payload, fields)


def _prompt(agent: str, found: Found, home: str, session: str, payload: bytes, fields: dict[str, str]) -> None:
    from backstory.base import seen
    from backstory.hook.prompt import Stale, from_file

    if agent in NATIVE:
        given = seen.path_of(os.path.join(home, "projects", found.id), session)
        try:
            text, ids = from_file(found, home, fields.get("prompt", ""), seen.read(given))
        except (Stale, ImportError):
            pass
        else:
            if text:
                from backstory.hook.reply import carried

                _print(carried("prompt", text))
                seen.add(given, ids)
            return
    _slowly(agent, "prompt", payload, fields)


def _brief(agent: str, found: Found, home: str) -> tuple[str, list[str]] | None:
    """(text, ids of the records in it) of the brief composed in advance, if what it was made for still stands.

    It lies in the private folder, where no repository can put one.
    """
    from backstory.base.fingerprint import briefs_of, stamp
    from backstory.base.path_codec import key

    folder = briefs_of(os.path.join(home, "projects", found.id), found.root)
    try:
        fd = os.open(os.path.join(folder, agent + ".json"), _flags() | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    try:
        if os.fstat(fd).st_mode & 0o170000 != 0o100000:
            return None
        fields = scan(_read(fd, 1 << 20), {"tree", "stamp", "text", "ids"})
    finally:
        os.close(fd)
    if "text" not in fields or fields.get("tree") != key(found.root):
        return None
    if not fields.get("stamp") or fields["stamp"] != stamp(found, home):
        return None
    return fields["text"], fields.get("ids", "").split()


def _slowly(agent: str, event: str, payload: bytes, fields: dict[str, str]) -> None:
    from backstory.hook.worker import become

    become(agent, event, payload, fields)


def _project(fields: dict[str, str]) -> Found | None:
    for folder in (fields.get("cwd", ""), os.environ.get("CLAUDE_PROJECT_DIR", ""), "."):
        if folder and "\0" not in folder and os.path.isdir(folder):
            return find(folder)
    return None


def _off(found: Found, home: str) -> bool:
    """Whether the project, or the person in the environment, has switched the memory off (setting `enabled`).

    A repository that nobody trusts cannot: its agent would work without the person's rules.
    """
    word = os.environ.get("BACKSTORY_ENABLED", "").strip().lower()
    if word:
        return word in OFF
    if not found.config:
        return False
    try:
        fd = os.open(found.config, _flags())
    except OSError:
        return False
    try:
        text = _read(fd, 1 << 16)
    finally:
        os.close(fd)
    if b"enabled" not in text:
        return False
    for line in text.decode("utf-8", "replace").splitlines():
        line = line.strip()
        if line.startswith("["):
            break
        name, _, value = line.partition("=")
        if name.strip() == "enabled":
            if value.partition("#")[0].strip() != "false":
                return False
            from backstory.base.trust import is_trusted

            return is_trusted(os.path.join(home, "projects", found.id), found.root)
    return False


def _own_hooks(root: str) -> bool:
    """Whether the person's own hooks are installed here: then the team's, which call with `--team`, stay silent."""
    try:
        fd = os.open(os.path.join(root, OWN_HOOKS), _flags())
    except OSError:
        return False
    try:
        return MARK in _read(fd, 1 << 20)
    finally:
        os.close(fd)


def _flags() -> int:
    """How files are opened for reading: a FIFO in a repository must not make the agent wait."""
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    return flags


def _read(fd: int, limit: int) -> bytes:
    """The first `limit` bytes that a descriptor gives; what is beyond is read and dropped, so that no writer fails."""
    out: list[bytes] = []
    size = 0
    try:
        while piece := os.read(fd, 1 << 20):
            if size < limit:
                out.append(piece[: limit - size])
            size += len(piece)
            if size > 16 * limit:
                break
    except OSError:
        pass
    return b"".join(out)


def _print(data: bytes) -> None:
    view = memoryview(data + b"\n")
    while view:
        view = view[os.write(1, view) :]


def _plain(word: str) -> str:
    """An agent's name as a file may be called."""
    word = word.strip().lower()[:40]
    return word if word and all(c.isascii() and (c.isalnum() or c in "-_") for c in word) else ""


def _log(words: list[str], err: BaseException) -> None:
    """A line in `hook.log` of the data home: when, which event, what kind of error, where in our code. No contents."""
    try:
        home = data_home(os.environ)
        trace = err.__traceback__
        where = ""
        while trace is not None:
            where = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
            trace = trace.tb_next
        what = " ".join([_plain(word) or "?" for word in words[:2]])
        made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        number = getattr(err, "errno", None)
        line = f"{made} hook {what}: {type(err).__name__}{f' {number}' if number else ''} at {where}\n"
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        fd = os.open(os.path.join(home, "hook.log"), flags, 0o600)
        try:
            if os.fstat(fd).st_size < LOG_BYTES:
                os.write(fd, line.encode("utf-8", "replace"))
        finally:
            os.close(fd)
    except BaseException:
        return
