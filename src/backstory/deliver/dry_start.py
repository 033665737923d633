"""Starts what the agents would start, to prove that it works: the hook process and the MCP server.

Both are started as the agents' files name them, in an empty folder that has no memory, so nothing is noted or saved.
"""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from backstory.agents import base
from backstory.agents.hook_settings import MARK
from backstory.agents.mcp_servers import ARGUMENTS, SERVERS
from backstory.api import Check
from backstory.base.discovery import data_home
from backstory.deliver.outdated import find_outdated_home
from backstory.deliver.state import read_commands
from backstory.deliver.user import is_server, open_ledger
from backstory.edits.ledger import Entry, Ledger, Part
from backstory.edits.ledger_file import HOOKED
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

LIMIT: Final = 20
"""Seconds that a start may take before it counts as hanging."""
SHORTEST: Final = 3
"""The shortest time limit of our hooks in any agent, in seconds."""
_PROGRAM: Final = 5
"""Words of a hook command before the agent's name: the interpreter, its options, the code."""
_HELLO: Final = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "backstory doctor", "version": "1"}
    },
}  # fmt: skip


def check_home(environ: Mapping[str, str], gate: "Gate") -> list[Check]:
    """Whether our edits in the person's home folder are there, and name an interpreter that exists."""
    ledger = open_ledger(data_home(environ), environ, gate)
    checks: list[Check] = []
    agents = {agent for entry in ledger.entries() for part in entry.parts for agent in part.agents}
    outdated = {agent: find_outdated_home(ledger, agent) for agent in sorted(agents)}
    for entry in ledger.entries():
        for part in entry.parts:
            checks += [
                _check_home_edit(ledger, entry, part, agent, outdated[agent].pop(entry.path, ""))
                for agent in part.agents
            ]
    for agent, lacking in outdated.items():
        checks += [_warn_outdated(f"`~/{path}` ({agent}) is not there: {what}") for path, what in lacking.items()]
    return checks


def _warn_outdated(what: str) -> Check:
    return Check("home", "warn", what, "`backstory doctor --fix` writes it again", True)


def check_starts(environ: Mapping[str, str], gate: "Gate", parts: Sequence[Part] = ()) -> list[Check]:
    """Whether the hook process and the MCP server start, as `parts` and the files in the home folder name them."""
    home = open_ledger(data_home(environ), environ, gate)
    everything = [*parts, *(part for entry in home.entries() for part in entry.parts)]
    programs = dict.fromkeys(program for part in everything for program in _list_programs(part))
    checks = [_check_hook(program, environ) for program in programs]
    if any(is_server(entry, part) for entry in home.entries() for part in entry.parts):
        checks.append(_check_server(environ))
    return checks


def _check_home_edit(ledger: Ledger, entry: Entry, part: Part, agent: str, outdated: str) -> Check:
    is_mcp = is_server(entry, part)
    what = f"`~/{entry.path}` ({agent}, {'MCP server' if is_mcp else 'all repositories'})"
    hint = f"`backstory agents add {agent} {'--mcp' if is_mcp else '--global'}` writes it again"
    state = ledger.state(entry.path, part.kind)
    if state == "missing":
        return Check("home", "warn", f"{what} was removed", hint)
    if state == "broken":
        return Check("home", "fail", f"{what} does not parse", f"repair it; {hint}")
    if outdated:
        return _warn_outdated(f"{what} is of an earlier version of Backstory: {outdated}")
    if is_mcp and not _is_current(ledger, entry, agent):
        return Check("home", "warn", f"{what} names another interpreter than this one", hint)
    return Check("home", "ok", f"{what} is in place{' and was edited since' if state == 'edited' else ''}")


def _is_current(ledger: Ledger, entry: Entry, agent: str) -> bool:
    """Whether the file starts the MCP server with this installation's interpreter."""
    server = SERVERS.get(agent)
    if server is None or server.path != entry.path:
        return True
    try:
        preview = ledger.preview(os.path.join(ledger.root, entry.path), [server.build(base.launch().python)])
    except BackstoryError:
        return True  # edited by hand: its state says so
    return preview.before == preview.after


def _list_programs(part: Part) -> Iterator[tuple[str, ...]]:
    """The programs of a person's own hooks, without the agent's name and the event."""
    if part.kind in HOOKED:
        for words in read_commands(part.memo.get("entries")):
            if len(words) > _PROGRAM and os.path.isabs(words[0]) and MARK in words[_PROGRAM - 1]:
                yield tuple(words[:_PROGRAM])


def _check_hook(program: Sequence[str], environ: Mapping[str, str]) -> Check:
    """A hook of a session start has nothing to say in a folder without a memory."""
    began = time.monotonic()
    fault = _start([*program, "claude-code", "session-start"], json.dumps({"session_id": "doctor"}), environ, "")
    if fault:
        hint = "`backstory init` writes the hooks with the interpreter of this installation"
        return Check("hook-start", "fail", f"the hooks do not start with `{program[0]}`: {fault}", hint)
    if (took := time.monotonic() - began) > SHORTEST:
        what = f"a hook with `{program[0]}` took {took:.0f} s, and agents end one after {SHORTEST} to 10 s"
        return Check("hook-start", "warn", what, "run `backstory doctor` again when the machine has less to do")
    return Check("hook-start", "ok", f"the hooks start with `{program[0]}`")


def _check_server(environ: Mapping[str, str]) -> Check:
    python = base.launch().python
    fault = _start([python, *ARGUMENTS], json.dumps(_HELLO) + "\n", environ, '"serverInfo"')
    if fault:
        return Check("mcp-start", "fail", f"the MCP server does not answer: {fault}", '`pip install "backstory[mcp]"`')
    return Check("mcp-start", "ok", f"the MCP server starts with `{python}` and answers")


def _start(command: Sequence[str], text: str, environ: Mapping[str, str], expected: str) -> str:
    """Runs a command in an empty folder; returns what is wrong, or an empty text."""
    with tempfile.TemporaryDirectory() as folder:
        own = {**environ, "BACKSTORY_HOME": os.path.join(folder, "data"), "PWD": folder}
        try:
            ran = subprocess.run(
                command, input=text, cwd=folder, env=own, capture_output=True, text=True, timeout=LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return f"it takes longer than {LIMIT} s"
        except OSError as error:
            return (error.strerror or str(error)).lower()
    if ran.returncode:
        return (ran.stderr.strip().splitlines() or [f"it ends with {ran.returncode}"])[-1]
    if expected and expected not in ran.stdout:
        return "its answer names no server"
    return "" if expected else ran.stdout.strip()[:200]
