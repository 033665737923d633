"""The hook process, which runs at every turn of an agent. It takes milliseconds and fails open.

`<agent> <event> [--team]` on the command line, the agent's payload as JSON on standard input. At most one JSON document
on standard output and exit code 0, whatever happens. It notes the event in the session's spool. Where the event asks
for an answer, it gives one that was prepared, or continues as the worker, `worker.process`. It imports `gc`, `sys`,
`os`, `time`, `apsw`, `backstory.base`, its own room and the dialect of one agent: a test holds it to that.
"""

import gc
import os
import sys
import time

from backstory.base.dialect import PERMISSION, agent_name, choose_replies, find_dialect, find_event, patched_paths
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
ONLY_NOTED = ("post-tool", "tool-failure")
"""Events that start nothing."""
BEFORE_TOOL = "pre-tool"
NOT_NOTED = (BEFORE_TOOL, PERMISSION)
"""Events before a tool runs. What it did is noted, once it has run."""
ENDS_TURN = ("stop", "session-end")
"""Events after which an agent may write nothing more, and call no hook."""
OF_SESSIONS = ("session-start", "prompt", "stop", "session-end")
"""Events that count for a session alone. A sub-agent, for which some agents report them too, has events of its own."""
ANSWERED = ("session-start", "subagent-start", "prompt", BEFORE_TOOL)
"""Events whose answer the agent waits for."""
MARK = b"backstory.hot.hook"
TEAM_MARK = b"backstory hook "
"""What the committed hooks of a team hold."""
OFF = ("0", "false", "no", "off")


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

    def speak_as(self, agent: str, dialect: "Dialect") -> None:
        """Makes the call one of another agent, which names its fields in its own way."""
        self.agent, self.dialect = agent, dialect
        self.fields = self.fields | scan_fields(self.payload, _needed_keys(dialect))
        self.session = self.field("session")

    def field(self, name: str) -> str:
        """A field by our name; empty where the payload does not have it."""
        for key in self.dialect.FIELDS.get(name, ()):
            value = self.fields.get(key)
            if value:
                return value
        return ""

    @property
    def answers_locally(self) -> bool:
        """Whether this process knows how the agent takes an answer, if only with a later event.

        The worker knows it for agents of plugins too.
        """
        replies = choose_replies(self.dialect, self.fields)
        return self.agent == self.dialect.NAME and (self.event in replies or self.dialect.DEFERRED_TO in replies)


def main() -> None:
    """Entry point. Never returns and never fails."""
    gc.disable()  # the process ends before a collection would pay
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
    if call is None or location is None or (call.event in OF_SESSIONS and call.field("subagent")):
        return
    home = data_home(os.environ)
    if not _speak_for_host(call, location.root):
        return
    if is_switched_off(location, home) or _others_answer(words, call.dialect, location.root):
        return
    private = os.path.join(home, "projects", location.id)
    if not is_private(home, private):
        return  # commands report it, and repair it where they can
    if call.event not in NOT_NOTED:
        note(call, private, f"{location.root} {home} {os.environ.get('HOME', '')}")
    if call.event == "prompt" and call.agent == call.dialect.NAME and not call.answers_locally:
        return  # noted, and the program takes no answer
    if call.event == PERMISSION:
        from backstory.hook.permission import answer_request

        answer_request(call.payload, call.dialect)
        return
    if call.event in ANSWERED:
        from backstory.hook.answers import answer_event

        answer_event(call, location, home)
    elif call.event not in ONLY_NOTED:
        if call.event == "pre-compact" and call.dialect.AFTER_COMPACTION == "prompt":
            from backstory.base import deliveries

            deliveries.add_seen(deliveries.seen_file(private, call.session), [deliveries.BRIEF_LOST])
        from backstory.hook.worker import find_agent, spawn_worker

        process = find_agent() if call.event in ENDS_TURN else 0
        spawn_worker(call.agent, call.event, call.payload, call.fields, process)


def _read_call(words: list[str]) -> "Call | None":
    """The call that the agent's and the event's name and standard input make; None for a name that does not exist."""
    agent = agent_name(words[0]) if len(words) > 1 else ""
    if not agent:
        return None
    agent, dialect = find_dialect(agent)
    event = find_event(words[1], dialect)
    if not event:
        return None
    payload = b"" if os.isatty(0) else read_payload(0, MAX_PAYLOAD)
    call = Call(agent, dialect, event, payload, scan_fields(payload, _needed_keys(dialect)))
    if len(payload) >= MAX_PAYLOAD:
        from backstory.hook.worker import reduce_payload

        call.payload = reduce_payload(call.fields)
    return call


def note(call: Call, private: str, familiar: str = "") -> None:
    """Appends the event to the session's spool: names and pointers, no content. A full disk does not stop the hook.

    What could be a secret in them is left out; `familiar` are folders whose names are known anyway.
    """
    from backstory.base.journal_lines import append_line, event_line, hide_tokens, safe_name

    data = {
        "tool": call.field("tool"), "path": _edited_path(call), "use": call.field("use"),
        "transcript": call.field("subagent_transcript") or call.field("transcript"),
        "subagent": call.field("subagent"), "prompt": call.field("prompt_id"), "why": call.field("source"),
    }  # fmt: skip
    line = event_line(
        EVENT_KINDS.get(call.event) or _tool_kind(call),
        session=call.session[:MAX_NAME],
        agent=call.agent,
        data={name: hide_tokens(value[:MAX_NAME], familiar) for name, value in data.items() if value},
    )
    spool = os.path.join(private, "spool", safe_name(call.session) + ".jsonl")
    try:
        append_line(spool, line, call.event in ENDS_TURN)
    except OSError as err:
        _log([call.agent, call.event], err)


def _needed_keys(dialect: "Dialect") -> set[str]:
    keys = {dialect.PATCH_FIELD} if dialect.PATCH_FIELD else set()
    keys.update([key for key, _ in dialect.HOST_KEYS])
    keys.add(dialect.OTHER_REPLIES[0])
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


def _find_project(call: Call) -> ProjectLocation | None:
    folder = find_folder(call.field("cwd"), call.dialect)
    return find_project(folder) if folder else None


def find_folder(cwd: str, dialect: "Dialect") -> str:
    """The folder that a payload is about: its `cwd`, or that of the agent's variables, or the current one; or empty."""
    variables = [os.environ.get(name, "") for name in dialect.PROJECT_VARIABLES]
    for folder in (cwd, *variables, "."):
        if folder and "\0" not in folder and os.path.isdir(folder):
            return folder
    return ""


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


def _speak_for_host(call: Call, root: str) -> bool:
    """Makes the call one of the agent that runs another one's hooks. False where it has hooks of its own."""
    for variable, host in call.dialect.HOSTS:
        if variable in os.environ and call.dialect.OWN_SIGN not in os.environ:
            call.speak_as(*find_dialect(host))
            return not _has_other_hooks(root, call.dialect)
    for key, host in call.dialect.HOST_KEYS:
        if key in call.fields:
            call.speak_as(*find_dialect(host))
            return not _has_other_hooks(root, call.dialect)
    return True


def _others_answer(words: list[str], dialect: "Dialect", root: str) -> bool:
    """Whether another hook of ours answers: the one of a project before that of the person, and that before a team's.

    The agent reads the hooks of the folder that it was started in. Hooks of a plugin step back before all others.
    """
    if "--plugin" in words:
        return _has_other_hooks(root, dialect)
    if "--team" in words:
        home = os.path.expanduser("~")
        return _has_personal_hooks(root, dialect) or _holds_mark(home, dialect.USER_HOOKS)
    if "--user" not in words:
        return False
    folders = [os.environ.get(name, "") or root for name in dialect.PROJECT_VARIABLES] or [root]
    return any(_holds_mark(folder, path) for folder in folders for path in dialect.PROJECT_HOOKS)


def _has_other_hooks(root: str, dialect: "Dialect") -> bool:
    """Whether a project, its team or the person has hooks of ours for an agent, beside those that ask."""
    paths = (*dialect.PROJECT_HOOKS, dialect.USER_HOOKS)
    if any(_holds_mark(root, path) or _holds_mark(root, path, TEAM_MARK) for path in paths):
        return True
    return _holds_mark(os.path.expanduser("~"), dialect.USER_HOOKS)


def _holds_mark(folder: str, path: str, mark: bytes = MARK) -> bool:
    return bool(path) and mark in (read_regular(os.path.join(folder, path), 1 << 20) or b"")


def _has_personal_hooks(root: str, dialect: "Dialect") -> bool:
    """Whether the person's own hooks are installed here: then the team's, which call with `--team`, stay silent."""
    return _holds_mark(root, dialect.PERSONAL_HOOKS)


def read_payload(fd: int, limit: int) -> bytes:
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


def _log(words: list[str], err: BaseException) -> None:
    """Notes a failure in `hook.log`, where that is possible."""
    try:
        from backstory.hook.failure_log import write_failure

        write_failure(words, err)
    except BaseException:
        return
