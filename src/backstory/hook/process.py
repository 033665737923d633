"""The hook process, which runs at every turn of an agent. It takes milliseconds and fails open.

`<agent> <event> [--team]` on the command line, the agent's payload as JSON on standard input. At most one JSON document
on standard output and exit code 0, whatever happens. It notes the event in the session's spool. Where the event asks
for an answer, it gives one that was prepared, or continues as the worker, `worker.process`. It imports `sys`, `os`,
`time`, `apsw`, `backstory.base`, its own room and the dialect of one agent: a test holds it to that.
"""

import os
import sys
import time

from backstory.base.dialect import agent_name, find_dialect, find_event, patched_paths
from backstory.base.discovery import ProjectLocation, data_home, find_project, is_private
from backstory.base.regular_file import read_regular
from backstory.hook.fields import scan_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.dialect import Dialect

MAX_PAYLOAD = 10 << 20
"""Bytes of a payload that are kept."""
MAX_NAME = 1024
"""Characters of a name or a pointer in the spool."""
MAX_PATCH_HEAD = 4096
"""Characters at the start of a patch in which its first path is looked for."""
EVENT_KINDS = {
    "session-start": "session.start",
    "prompt": "prompt",
    "tool-failure": "error",
    "subagent-start": "subagent.start",
    "subagent-stop": "subagent.stop",
    "pre-compact": "compact",
    "stop": "reply",
    "session-end": "session.end",
}
"""The journal's names of the events, except for tool calls."""
ONLY_NOTED = ("post-tool", "tool-failure", "subagent-start")
"""Events that start nothing."""
MARK = b"backstory.hot.hook"
OFF = ("0", "false", "no", "off")


REPLY = ".reply"
"""Ending of the file with the answers to a session's directives: `base.replies`. A test compares the two."""


class Call:
    """One call of the hook: who calls, for which project, with which payload."""

    def __init__(self, agent: str, dialect: "Dialect", event: str, payload: bytes, fields: dict[str, str]) -> None:
        self.agent = agent
        self.dialect = dialect
        self.event = event
        self.payload = payload
        self.fields = fields
        """The scalar fields of the payload that the dialect names, by their keys in the payload."""
        self.session = self.field("session")

    def field(self, name: str) -> str:
        """A field by our name; empty where the payload does not have it."""
        for key in self.dialect.FIELDS.get(name, ()):
            value = self.fields.get(key)
            if value:
                return value
        return ""

    @property
    def answers_here(self) -> bool:
        """Whether this process knows how the agent takes an answer. The worker knows it for agents of plugins too."""
        return self.agent == self.dialect.NAME and self.event in self.dialect.REPLIES


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
    os._exit(0)  # skips interpreter shutdown (about 1 ms) and SQLite's WAL checkpoint


def _write_debug_line(words: list[str], started: float) -> None:
    from backstory.base import debug

    if debug.start("hook"):
        debug.write("hook", f"{' '.join(words)} in {os.getcwd()}", started)


def run(words: list[str]) -> None:
    """Handles the event on the command line."""
    call = _read_call([word for word in words if not word.startswith("--")])
    location = _find_project(call) if call is not None else None
    if call is None or location is None:
        return
    home = data_home(os.environ)
    if is_switched_off(location, home) or ("--team" in words and _has_personal_hooks(location.root, call.dialect)):
        return
    private = os.path.join(home, "projects", location.id)
    if not is_private(home, private):
        return  # commands report it, and repair it where they can
    note(call, private)
    _handle(call, location, home)


def _handle(call: Call, location: ProjectLocation, home: str) -> None:
    """Answers an event, or has the worker do what it asks for."""
    if call.event == "session-start":
        _answer_session_start(call, location, home)
    elif call.event == "prompt":
        _answer_prompt(call, location, home)
    elif call.event not in ONLY_NOTED:
        from backstory.hook.worker import spawn_worker

        spawn_worker(call.agent, call.event, call.payload, call.fields)


def _read_call(words: list[str]) -> "Call | None":
    """The call that the agent's and the event's name and standard input make; None for a name that does not exist."""
    agent = agent_name(words[0]) if len(words) > 1 else ""
    if not agent:
        return None
    agent, dialect = find_dialect(agent)
    event = find_event(words[1], dialect)
    if not event:
        return None
    payload = b"" if os.isatty(0) else _read_payload(0, MAX_PAYLOAD)
    call = Call(agent, dialect, event, payload, scan_fields(payload, _wanted_keys(dialect)))
    if len(payload) >= MAX_PAYLOAD:
        from backstory.hook.worker import reduce_payload

        call.payload = reduce_payload(call.fields)
    return call


def note(call: Call, private: str) -> None:
    """Appends the event to the session's spool: names and pointers, no content. A full disk does not stop the hook."""
    from backstory.base.journal_lines import append_line, event_line, safe_name

    data = {
        "tool": call.field("tool"), "path": _edited_path(call), "use": call.field("use"),
        "transcript": call.field("subagent_transcript") or call.field("transcript"),
        "subagent": call.field("subagent"), "prompt": call.field("prompt_id"), "why": call.field("source"),
    }  # fmt: skip
    line = event_line(
        EVENT_KINDS.get(call.event) or _tool_kind(call),
        session=call.session[:MAX_NAME],
        agent=call.agent,
        data={name: value[:MAX_NAME] for name, value in data.items() if value},
    )
    spool = os.path.join(private, "spool", safe_name(call.session) + ".jsonl")
    try:
        append_line(spool, line, call.event in ("stop", "session-end"))
    except OSError as err:
        _log([call.agent, call.event], err)


def read_waiting_reply(given: str) -> list[str]:
    """The answers to directives of the session whose given records are in the file `given`."""
    from backstory.base.seen import SUFFIX

    path = given.removesuffix(SUFFIX) + REPLY
    if not os.path.exists(path):
        return []
    from backstory.base.replies import read_reply  # a session seldom has one

    return read_reply(path)


def drop_waiting_reply(given: str) -> None:
    """Removes those answers, which have been given."""
    from backstory.base.replies import drop_reply
    from backstory.base.seen import SUFFIX

    drop_reply(given.removesuffix(SUFFIX) + REPLY)


def _wanted_keys(dialect: "Dialect") -> set[str]:
    keys = {dialect.PATCH_FIELD} if dialect.PATCH_FIELD else set()
    for names in dialect.FIELDS.values():
        keys.update(names)
    return keys


def _tool_kind(call: Call) -> str:
    tool = call.field("tool")
    if tool in call.dialect.EDIT_TOOLS:
        return "edit"
    return "command" if tool in call.dialect.COMMAND_TOOLS else "tool"


def _edited_path(call: Call) -> str:
    """The path in the payload, or the first one in its patch. A shell command in the patch's field stays out."""
    path = call.field("path")
    if not path and call.dialect.PATCH_FIELD and call.field("tool") in call.dialect.EDIT_TOOLS:
        paths = patched_paths(call.fields.get(call.dialect.PATCH_FIELD, "")[:MAX_PATCH_HEAD])
        path = paths[0] if paths else ""
    return path


def _answer_session_start(call: Call, location: ProjectLocation, home: str) -> None:
    from backstory.base import seen

    given = seen.seen_file(os.path.join(home, "projects", location.id), call.session)
    if call.field("source") != "resume":
        seen.forget_seen(given)
    brief, is_behind = _prepared_brief(call.agent, location, home) if call.answers_here else (None, False)
    if brief is None or _others_wait(os.path.join(home, "projects", location.id), call.session):
        _continue_as_worker(call)
        return
    text, ids = brief
    if text and (is_behind or not _reads_brief_itself(call, location.root, text)):
        from backstory.hook.reply import cut_to_limit, format_reply

        _print(format_reply(call.dialect, call.event, cut_to_limit(text, call.dialect.MAX_INJECTED)))
    seen.add_seen(given, ids)
    if is_behind:
        _refresh_later(call)


def _others_wait(private: str, session: str) -> bool:
    """Whether events of another session wait to be swept: it is at work, or its agent was killed.

    What it did since its last reply is in its transcript only, so no prepared brief tells it.
    """
    from backstory.base.journal_lines import safe_name

    own = safe_name(session) + ".jsonl"
    try:
        return any(name.endswith(".jsonl") and name != own for name in os.listdir(os.path.join(private, "spool")))
    except OSError:
        return False


def _answer_prompt(call: Call, location: ProjectLocation, home: str) -> None:
    from backstory.base import seen
    from backstory.hook.prompt import Stale, answer_from_file

    if call.answers_here:
        private = os.path.join(home, "projects", location.id)
        given = seen.seen_file(private, call.session)
        lines = read_waiting_reply(given)
        try:
            text, ids, is_behind = answer_from_file(location, home, call.field("prompt"), seen.read_seen(given), lines)
        except (Stale, ImportError):
            pass
        else:
            if text:
                from backstory.hook.reply import format_reply

                _print(format_reply(call.dialect, call.event, text))
                seen.add_seen(given, ids)
                if lines:
                    drop_waiting_reply(given)
            if is_behind:
                _refresh_later(call)
            return
    _continue_as_worker(call)


def _reads_brief_itself(call: Call, root: str, text: str) -> bool:
    """Whether the agent, as it starts, reads this very brief from its instruction file: then it is not said twice.

    The first line of a brief has a mark that depends on the whole text. An agent that resumes or compacts a session
    may still have an older state of the file in its context.
    """
    if call.field("source") not in ("startup", "clear"):
        return False
    lines = text.splitlines()
    first, last = lines[0].encode("utf-8", "replace"), lines[-1].encode("utf-8", "replace")
    for name in call.dialect.BRIEF_FILES:
        data = read_regular(os.path.join(root, name), call.dialect.BRIEF_FILE_BYTES)
        if data is not None:
            return first in data and last in data
    return False


def _prepared_brief(agent: str, location: ProjectLocation, home: str) -> tuple[tuple[str, list[str]] | None, bool]:
    """(text, ids of the records in it) of the brief composed in advance for this branch, and whether it is behind.

    A brief that is behind is brought up to date as far as that is certain; None where that is not enough.
    """
    from backstory.hook.prepared import find_prepared, is_current

    fields = find_prepared(os.path.join(home, "projects", location.id), location, agent)
    if not fields:
        return None, False
    if is_current(fields, location, home):
        return (fields["text"], fields.get("ids", "").split()), False
    from backstory.hook.outdated import update_brief

    return update_brief(fields, location, home), True


def _refresh_later(call: Call) -> None:
    """Starts a worker that brings the index and the agents' files up to date, and does not wait for it."""
    from backstory.hook.worker import REFRESH, spawn_worker

    spawn_worker(call.agent, REFRESH, call.payload, call.fields)


def _continue_as_worker(call: Call) -> None:
    from backstory.hook.worker import exec_worker

    exec_worker(call.agent, call.event, call.payload, call.fields)


def _find_project(call: Call) -> ProjectLocation | None:
    variables = [os.environ.get(name, "") for name in call.dialect.PROJECT_VARIABLES]
    for folder in (call.field("cwd"), *variables, "."):
        if folder and "\0" not in folder and os.path.isdir(folder):
            return find_project(folder)
    return None


def is_switched_off(location: ProjectLocation, home: str) -> bool:
    """Whether the memory is switched off (setting `enabled`): in the environment, by the person or by the project.

    An untrusted repository cannot do so: its agent would work without the person's rules.
    """
    word = os.environ.get("BACKSTORY_ENABLED", "").strip().lower()
    if word:
        return word in OFF
    own = _read_enabled(os.path.join(home, "projects", location.id, "config.toml"))
    if own:
        return own == "false"
    if not location.config or _read_enabled(location.config) != "false":
        return False
    from backstory.base.trust import is_trusted

    return is_trusted(os.path.join(home, "projects", location.id), location.root)


def _read_enabled(path: str) -> str:
    """The value of `enabled` that a `config.toml` sets before its first table; empty for none."""
    config = read_regular(path, 1 << 16) or b""
    if b"enabled" not in config:
        return ""
    for line in config.decode("utf-8", "replace").splitlines():
        line = line.strip()
        if line.startswith("["):
            return ""
        name, _, value = line.partition("=")
        if name.strip() == "enabled":
            return value.partition("#")[0].strip()
    return ""


def _has_personal_hooks(root: str, dialect: "Dialect") -> bool:
    """Whether the person's own hooks are installed here: then the team's, which call with `--team`, stay silent."""
    settings = os.path.join(root, dialect.PERSONAL_HOOKS)
    return bool(dialect.PERSONAL_HOOKS) and MARK in (read_regular(settings, 1 << 20) or b"")


def _read_payload(fd: int, limit: int) -> bytes:
    """The first `limit` bytes of a descriptor. The rest is read and dropped, so that no writer fails."""
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


def _log(words: list[str], err: BaseException) -> None:
    """Notes a failure in `hook.log`, where that is possible."""
    try:
        from backstory.hook.failure_log import write_failure

        write_failure(words, err)
    except BaseException:
        return
