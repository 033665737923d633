"""The hook process, which runs at every turn of an agent. It takes milliseconds and fails open.

`<agent> <event> [--team]` on the command line, the agent's payload as JSON on standard input. At most one JSON document
on standard output and exit code 0, whatever happens. It notes the event in the session's spool. Where the event asks
for an answer, it gives one that was prepared, or continues as the worker, `worker.process`. It imports `sys`, `os`,
`time`, `apsw`, `backstory.base`, its own room and the dialect of one agent: a test holds it to that.
"""

import os
import sys
import time

from backstory.base.dialect import agent_name, cut_context, find_dialect, find_event, patched_paths
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
"""The event that is not noted: what the tool did is, once it has run."""
FRESH = ("startup", "new", "clear")
"""Sources of a session whose agent has just read its instruction files.

An agent that resumes or compacts a session may still have an older state of them in its context.
"""
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
    if not _speak_for_host(call, location.root):
        return
    if is_switched_off(location, home) or _others_answer(words, call.dialect, location.root):
        return
    private = os.path.join(home, "projects", location.id)
    if not is_private(home, private):
        return  # commands report it, and repair it where they can
    if call.event == BEFORE_TOOL:
        _answer_file(call, location, home)
        return
    note(call, private)
    _handle(call, location, home)


def _handle(call: Call, location: ProjectLocation, home: str) -> None:
    """Answers an event, or has the worker do what it asks for."""
    if call.event == "session-start":
        _answer_session_start(call, location, home)
    elif call.event == "prompt":
        _answer_prompt(call, location, home)
    elif call.event == "subagent-start":
        _answer_subagent_start(call, location, home)
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
    payload = b"" if os.isatty(0) else read_payload(0, MAX_PAYLOAD)
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
    """Prints the prepared brief; continues as the worker without one, and where a killed session has to be read."""
    from backstory.base import seen
    from backstory.hook.session_start import ALIVE, STOPPED, check_others, find_brief, holds_brief, note_process

    private = os.path.join(home, "projects", location.id)
    given = seen.seen_file(private, call.session)
    source = call.field("source")
    if source != "resume":
        seen.forget_seen(given)
    note_process(private, call.session)
    others = check_others(private, call.session)
    brief, is_behind = find_brief(call.agent, location, home) if call.answers_here else (None, False)
    if brief is None or others == STOPPED:
        _continue_as_worker(call)
        return
    text, ids = brief
    if text and (is_behind or source not in FRESH or not holds_brief(call.dialect, location.root, text)):
        from backstory.hook.reply import cut_to_limit, format_reply

        _print(format_reply(call.dialect, call.event, cut_to_limit(text, call.dialect.MAX_INJECTED)))
    seen.add_seen(given, ids)
    if is_behind or others == ALIVE:
        _refresh_later(call, others=others == ALIVE)


def _answer_subagent_start(call: Call, location: ProjectLocation, home: str) -> None:
    """Gives a sub-agent the prepared brief. Without one, the sub-agent starts at once and gets none."""
    from backstory.hook.session_start import find_brief

    brief = find_brief(call.agent, location, home)[0] if call.answers_here else None
    if brief is not None and brief[0]:
        from backstory.hook.reply import cut_to_limit, format_reply

        _print(format_reply(call.dialect, call.event, cut_to_limit(brief[0], call.dialect.MAX_INJECTED)))


def _answer_prompt(call: Call, location: ProjectLocation, home: str) -> None:
    from backstory.base import seen
    from backstory.hook.prompt import Stale, answer_from_file, drop_waiting_reply, read_waiting_reply

    if call.answers_here:
        private = os.path.join(home, "projects", location.id)
        given = seen.seen_file(private, call.session)
        lines = read_waiting_reply(given)
        try:
            prompt = cut_context(call.field("prompt"), call.dialect.CONTEXT_TAG)
            text, ids, is_behind = answer_from_file(location, home, prompt, seen.read_seen(given), lines)
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


def _answer_file(call: Call, location: ProjectLocation, home: str) -> None:
    """Gives what records say about the file that the agent is about to read or edit, once per session and file."""
    if not call.answers_here:
        return
    from backstory.hook.anchored_files import answer_once

    subagent = call.field("subagent")  # it has a context of its own
    session = f"{call.session}-{subagent}" if subagent else call.session
    if text := answer_once(location, home, session, call.field("cwd"), call.field("path")):
        from backstory.hook.reply import format_reply

        _print(format_reply(call.dialect, call.event, text))


def _refresh_later(call: Call, *, others: bool = False) -> None:
    """Starts a worker that brings the index and the agents' files up to date, and does not wait for it.

    With `others` it first reads what other sessions have done since their last reply.
    """
    from backstory.hook.worker import REFRESH, TAKE_IN, spawn_worker

    spawn_worker(call.agent, TAKE_IN if others else REFRESH, call.payload, call.fields)


def _continue_as_worker(call: Call) -> None:
    from backstory.hook.worker import exec_worker

    exec_worker(call.agent, call.event, call.payload, call.fields)


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
    """Makes the call one of the agent that runs another one's hooks. False where it has hooks of its own here."""
    for variable, host, hooks in call.dialect.HOSTS:
        if variable in os.environ and call.dialect.OWN_SIGN not in os.environ:
            call.agent, call.dialect = find_dialect(host)
            return not _holds_mark(root, hooks)
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
    """Whether a project, its team or the person has hooks of ours beside those of a plugin."""
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
