"""Writes a use scenario (README.md): people and agents talking, as steps that a runner replays.

A builder makes a `Scenario`, opens sessions on it and lets them speak.
Every prompt, tool call and answer becomes the hook payloads and transcript rows that the agent itself would write.
"""

import datetime
import json
import re
from pathlib import Path
from typing import Any

from scoring import find_faults

Row = dict[str, Any]

CODEX_FEED = """\
import json, os, subprocess, sys, time
document = json.load(sys.stdin)
home, root = os.environ["HOME"], os.getcwd()
session = document["session"]
started = document["started"]
folder = f"{home}/.codex/sessions/{started[:10].replace('-', '/')}"
os.makedirs(folder, exist_ok=True)
rollout = f"{folder}/rollout-{started[:19].replace(':', '-')}-{session}.jsonl"
with open(rollout, "a") as rows:
    for row in document["rows"]:
        rows.write(json.dumps(row).replace("@ROOT@", root) + "\\n")
try:
    hooks = json.load(open(root + "/.codex/hooks.json"))["hooks"]
except (OSError, ValueError, KeyError):
    hooks = {}
for payload in document["hooks"]:
    payload = {"session_id": session, "cwd": root, "transcript_path": rollout, "model": "gpt-5.6-luna",
               "permission_mode": "default", **payload}
    for group in hooks.get(payload["hook_event_name"], []):
        for hook in group.get("hooks", []):
            subprocess.run(["bash", "-c", hook["command"]], input=json.dumps(payload), text=True,
                           capture_output=True, cwd=root, timeout=60)
    if payload["hook_event_name"] in ("Stop", "PreCompact", "SessionEnd"):
        time.sleep(1.2)
"""


STALE_MARK = (
    r"changed|since|stale|supersed|no longer|replaced|outdated|instead|revis|revers|not any ?more|was |before|earlier"
    r"|first|statt|nicht mehr|früher|zuerst|geändert|doch|~~|dropped|rejected|old"
)


def stale(expression: str) -> str:
    """An expression that matches a line which states this as if it still held."""
    return rf"(?m)^(?![^\n]*({STALE_MARK}))[^\n]*{expression}"


class Scenario:
    """The steps, questions, prompts and notes of one scenario."""

    def __init__(self, name: str, repo: str, branch: str, seed: str) -> None:
        self.name = name
        self.repo = repo
        self.branch = branch
        self.seed = seed
        self.steps: list[Row] = []
        self.questions: list[Row] = []
        self.prompts: list[Row] = []
        self.notes = ""
        self._wrong: dict[str, list[str]] = {}
        self._count = 1000000
        self._clock = datetime.datetime(2026, 11, 18, 9)

    def mint(self, prefix: str) -> str:
        """The next identifier of the form agents use."""
        self._count += 1
        return f"{prefix}_0{self._count}{self.seed}"

    def fill(self) -> None:
        """The place where the runner puts the records of the project's history."""
        self.steps.append({"at": "size"})

    def at(self, day: int, hour: int) -> None:
        """What follows happens on this day of the scenario, from this hour on."""
        self._clock = datetime.datetime(2026, 11, 17 + day, hour)

    def tick(self) -> str:
        """The moment of the next row."""
        self._clock += datetime.timedelta(seconds=20)
        return f"{self._clock.isoformat()}.000Z"

    def shell(self, command: str) -> None:
        """A command that is really run. What it commits has the time of the conversation."""
        if re.search(r"\bgit (commit|merge)\b", command):
            moment = f"{self._clock.isoformat()}Z"
            command = f"export GIT_AUTHOR_DATE={moment} GIT_COMMITTER_DATE={moment}\n{command}"
        self.steps.append({"sh": command})

    def switch(self, branch: str, *, create: bool = False) -> None:
        self.branch = branch
        self.shell(f"git switch -q {'-c ' if create else ''}{branch}")

    def ask(
        self,
        question: str,
        answer: str,
        *,
        every: list[str],
        some: list[str] | None = None,
        never: list[str] | None = None,
        wrong: list[str],
    ) -> None:
        """A question: all of `every`, one of `some` and none of `never` have to occur in the text.

        None of the texts of `wrong` may pass; `save` checks it.
        """
        self._wrong[question] = wrong
        row: Row = {"q": question, "all": every}
        if some:
            row["any"] = some
        if never:
            row["not"] = never
        self.questions.append({**row, "note": answer})

    def prompt(self, kind: str, want: str | None, *prompts: str) -> None:
        """Prompts of one kind that need the same record, or none."""
        self.prompts += [{"p": prompt, "want": want, "kind": kind} for prompt in prompts]

    def session(self, name: str, *, source: str = "startup") -> "Session":
        return Session(self, name, source)

    def save(self, folder: Path) -> None:
        document = {
            "name": self.name,
            "repo": self.repo,
            "steps": self.steps,
            "questions": self.questions,
            "prompts": self.prompts,
            "notes": self.notes,
        }
        if faults := find_faults(document, self._wrong):
            raise ValueError("\n".join(faults))
        (folder / "scenario.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


class Session:
    """One sitting of Claude Code: rows of its transcript and the payloads of its hooks."""

    def __init__(self, scenario: Scenario, name: str, source: str) -> None:
        self.scenario = scenario
        self.name = name
        self._tokens = 18000
        self._hook("SessionStart", source=source)

    def _hook(self, event: str, **payload: object) -> None:
        self.scenario.steps.append({"hook": {"event": event, "session": self.name, **payload}})

    def _say(self, row: Row, *, file: str | None = None) -> None:
        row = {
            "userType": "external",
            "gitBranch": self.scenario.branch,
            "timestamp": self.scenario.tick(),
            **row,
        }
        self.scenario.steps.append({"say": {"session": file or self.name, "rows": [row]}})

    def _assistant(self, content: list[Row], stop: str) -> Row:
        self._tokens += 450
        usage = {
            "input_tokens": 6,
            "cache_creation_input_tokens": 1200 + self._tokens % 700,
            "cache_read_input_tokens": self._tokens,
            "output_tokens": 90 + self._tokens % 61,
            "service_tier": "standard",
        }
        message = {
            "id": self.scenario.mint("msg"),
            "type": "message",
            "role": "assistant",
            "model": "claude-opus-4-8",
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": usage,
        }
        return {"type": "assistant", "requestId": self.scenario.mint("req"), "message": message}

    def user(self, text: str) -> None:
        """A person's prompt."""
        self._hook("UserPromptSubmit", prompt=text)
        self._say(
            {
                "type": "user",
                "entrypoint": "cli",
                "promptId": self.scenario.mint("prompt"),
                "origin": {"kind": "human"},
                "message": {"role": "user", "content": text},
            }
        )

    def text(self, text: str) -> None:
        """What the agent says in the middle of a turn."""
        self._say(self._assistant([{"type": "text", "text": text}], "tool_use"))

    def answer(self, text: str) -> None:
        """The agent's last words of a turn."""
        self._say(self._assistant([{"type": "text", "text": text}], "end_turn"))
        self._hook("Stop", stop_hook_active=False, last_assistant_message=text)

    def tool(
        self,
        name: str,
        given: Row,
        output: str,
        response: Row,
        *,
        failed: bool = False,
        step: Row | None = None,
        run: str = "",
    ) -> None:
        """A tool call with its result, and what really happens in the working tree: a step, or a command."""
        call = self.scenario.mint("toolu")
        self._say(self._assistant([{"type": "tool_use", "id": call, "name": name, "input": given}], "tool_use"))
        if step:
            self.scenario.steps.append(step)
        if run:
            self.scenario.shell(run)
        result: Row = {"type": "tool_result", "tool_use_id": call, "content": output}
        if failed:
            result["is_error"] = True
        self._say(
            {
                "type": "user",
                "message": {"role": "user", "content": [result]},
                "toolUseResult": f"Error: {output}" if failed else response,
            }
        )
        if failed:
            self._hook(
                "PostToolUseFailure",
                tool_name=name,
                tool_input=given,
                tool_use_id=call,
                error=output,
                is_interrupt=False,
            )
        else:
            self._hook("PostToolUse", tool_name=name, tool_input=given, tool_response=response, tool_use_id=call)

    def bash(self, command: str, output: str = "", *, title: str, code: int = 0, run: bool = False) -> None:
        """A shell command; `run` also replays it in the clone."""
        output = output.strip("\n")
        response = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
        if code:
            output = f"Exit code {code}\n{output}"
        self.tool(
            "Bash",
            {"command": command, "description": title},
            output or "(Bash completed with no output)",
            response,
            failed=bool(code),
            run=command if run else "",
        )

    def read(self, path: str, text: str, first: int = 1) -> None:
        lines = text.rstrip("\n").split("\n")
        numbered = "\n".join(f"{n:6}→{line}" for n, line in enumerate(lines, first))
        file = {
            "filePath": path,
            "content": text,
            "numLines": len(lines),
            "startLine": first,
            "totalLines": first + 400,
        }
        given = {"file_path": path, "offset": first, "limit": len(lines)}
        self.tool("Read", given, numbered, {"type": "text", "file": file})

    def grep(self, pattern: str, where: str, output: str) -> None:
        output = output.strip("\n")
        response = {
            "mode": "content",
            "numFiles": 0,
            "filenames": [],
            "content": output,
            "numLines": output.count("\n") + 1,
        }
        self.tool("Grep", {"pattern": pattern, "path": where, "output_mode": "content", "-n": True}, output, response)

    def write(self, path: str, text: str) -> None:
        self.tool(
            "Write",
            {"file_path": path, "content": text},
            f"File created successfully at: {path}",
            {"type": "create", "filePath": path, "content": text, "structuredPatch": []},
            step={"write": {"path": path, "text": text}},
        )

    def edit(self, path: str, old: str, new: str) -> None:
        given = {"file_path": path, "old_string": old, "new_string": new, "replace_all": False}
        response = {
            "filePath": path,
            "oldString": old,
            "newString": new,
            "userModified": False,
            "replaceAll": False,
        }
        self.tool(
            "Edit",
            given,
            f"The file {path} has been updated successfully.",
            response,
            step={"replace": {"path": path, "old": old, "new": new}},
        )

    def plan(self, *items: tuple[str, str]) -> None:
        """The agent's list of things to do: what, and `pending`, `in_progress` or `completed`."""
        todos = [{"content": what, "status": status, "activeForm": what} for what, status in items]
        self.tool(
            "TodoWrite",
            {"todos": todos},
            "Todos have been modified successfully.",
            {"oldTodos": [], "newTodos": todos},
        )

    def delegate(self, title: str, task: str, finding: str) -> None:
        """A sub-agent: its own transcript beside the session's, its finding as the result of the call.

        There is no payload for its stop: payloads come at the time of the replay, and the finding has its own.
        """
        agent = self.scenario.mint("a")[2:].lower()
        call = self.scenario.mint("toolu")
        given = {"description": title, "prompt": task, "subagent_type": "Explore"}
        self._say(self._assistant([{"type": "tool_use", "id": call, "name": "Task", "input": given}], "tool_use"))
        self.scenario.shell(f'mkdir -p "$HOME/.claude/projects/x/{self.name}/subagents"')
        own = {"sessionId": self.name, "isSidechain": True, "agentId": agent}
        file = f"{self.name}/subagents/agent-{agent}"
        self._say({"type": "user", **own, "message": {"role": "user", "content": task}}, file=file)
        self._say({**self._assistant([{"type": "text", "text": finding}], "end_turn"), **own}, file=file)
        content = [{"type": "text", "text": finding}]
        response: Row = {
            "status": "completed",
            "prompt": task,
            "agentId": agent,
            "content": content,
            "totalDurationMs": 48211,
            "totalTokens": 31877,
            "totalToolUseCount": 14,
        }
        result = {"type": "tool_result", "tool_use_id": call, "content": content}
        self._say({"type": "user", "message": {"role": "user", "content": [result]}, "toolUseResult": response})
        self._hook("PostToolUse", tool_name="Task", tool_input=given, tool_response=response, tool_use_id=call)

    def compact(self, summary: str) -> None:
        """The conversation is folded into a summary, and goes on."""
        self._hook("PreCompact", trigger="auto", custom_instructions="")
        self._say({"type": "user", "isCompactSummary": True, "message": {"role": "user", "content": summary}})
        self._hook("SessionStart", source="compact")

    def interrupt(self) -> None:
        """The person stops the agent in the middle of a turn."""
        content = [{"type": "text", "text": "[Request interrupted by user]"}]
        self._say({"type": "user", "message": {"role": "user", "content": content}})

    def end(self, reason: str = "prompt_input_exit") -> None:
        self._hook("SessionEnd", reason=reason)


class CodexSession:
    """One sitting of Codex: rows of its rollout and the payloads of its hooks, fed by `sh` steps."""

    def __init__(self, scenario: Scenario, session: str, day: int, hour: int = 8) -> None:
        self.scenario = scenario
        self.session = session
        scenario.at(day - 17, hour)
        self._turn = ""
        self._started = self._now()
        meta = {
            "id": session,
            "session_id": session,
            "timestamp": self._started,
            "cwd": "@ROOT@",
            "originator": "codex_cli_rs",
            "cli_version": "0.146.0",
            "source": "cli",
            "model_provider": "openai",
            "git": {"branch": scenario.branch},
        }
        surroundings = "<environment_context>\n  <cwd>@ROOT@</cwd>\n  <shell>bash</shell>\n</environment_context>"
        content = [{"type": "input_text", "text": surroundings}]
        rows = [
            self._row("session_meta", meta),
            self._row("response_item", {"type": "message", "role": "user", "content": content}),
        ]
        self._feed(rows, [{"hook_event_name": "SessionStart", "source": "startup"}])

    @staticmethod
    def prepare(scenario: Scenario) -> None:
        """Sets the memory up for Codex too, and puts the feeder beside the person's other files."""
        scenario.shell("backstory init --yes --agents codex,claude-code")
        scenario.shell(f"cat > \"$HOME/codex_feed.py\" <<'FEED'\n{CODEX_FEED}FEED")

    def _now(self) -> str:
        return self.scenario.tick()

    def _row(self, kind: str, payload: Row) -> Row:
        return {"timestamp": self._now(), "type": kind, "payload": payload}

    def _feed(self, rows: list[Row], hooks: list[Row]) -> None:
        document = json.dumps(
            {"session": self.session, "started": self._started, "rows": rows, "hooks": hooks}, ensure_ascii=False
        )
        self.scenario.shell(f"python3 \"$HOME/codex_feed.py\" <<'ROWS'\n{document}\nROWS")

    def user(self, text: str) -> None:
        self._turn = self.scenario.mint("turn")
        content = [{"type": "input_text", "text": text}]
        context = {"turn_id": self._turn, "cwd": "@ROOT@", "approval_policy": "on-request", "model": "gpt-5.6-luna"}
        rows = [
            self._row("turn_context", context),
            self._row("event_msg", {"type": "task_started", "turn_id": self._turn, "model_context_window": 258400}),
            self._row("response_item", {"type": "message", "role": "user", "content": content}),
            self._row("event_msg", {"type": "user_message", "message": text, "images": []}),
        ]
        self._feed(rows, [{"hook_event_name": "UserPromptSubmit", "turn_id": self._turn, "prompt": text}])

    def text(self, text: str) -> None:
        self._feed(self._message(text), [])

    def _message(self, text: str) -> list[Row]:
        content = [{"type": "output_text", "text": text}]
        return [
            self._row("response_item", {"type": "message", "role": "assistant", "content": content}),
            self._row("event_msg", {"type": "agent_message", "message": text}),
        ]

    def answer(self, text: str) -> None:
        done = {"type": "task_complete", "turn_id": self._turn, "last_agent_message": text, "duration_ms": 41200}
        hook = {
            "hook_event_name": "Stop",
            "turn_id": self._turn,
            "stop_hook_active": False,
            "last_assistant_message": text,
        }
        self._feed([*self._message(text), self._row("event_msg", done)], [hook])

    def bash(self, command: str, output: str = "", *, title: str = "", code: int = 0, run: bool = False) -> None:
        """A shell command; a failed one fires no hook, as in Codex. `title` is what the agent says before it."""
        output = output.strip("\n")
        call = self.scenario.mint("call")
        given = json.dumps({"command": ["bash", "-lc", command], "workdir": "@ROOT@"})
        rows = self._message(title) if title else []
        rows.append(
            self._row("response_item", {"type": "function_call", "name": "shell", "arguments": given, "call_id": call})
        )
        if run:
            self.scenario.shell(command)
        result = f"Exit code: {code}\nWall time: 1.3 seconds\nOutput:\n{output}\n"
        rows.append(self._row("response_item", {"type": "function_call_output", "call_id": call, "output": result}))
        hook = {
            "hook_event_name": "PostToolUse",
            "turn_id": self._turn,
            "tool_name": "Bash",
            "tool_input": {"command": command},
            "tool_response": output,
            "tool_use_id": call,
        }
        self._feed(rows, [] if code else [hook])

    def patch(self, path: str, old: str, new: str) -> None:
        """An `apply_patch` call; an empty `old` adds the file."""
        call = self.scenario.mint("call")
        if old:
            body = [f"*** Update File: {path}", "@@", *("-" + x for x in old.rstrip("\n").split("\n"))]
            step: Row = {"replace": {"path": path, "old": old, "new": new}}
        else:
            body = [f"*** Add File: {path}"]
            step = {"write": {"path": path, "text": new}}
        body += ["+" + x for x in new.rstrip("\n").split("\n")]
        text = "\n".join(["*** Begin Patch", *body, "*** End Patch"])
        self.scenario.steps.append(step)
        given = {
            "type": "custom_tool_call",
            "name": "apply_patch",
            "input": text,
            "call_id": call,
            "status": "completed",
        }
        output = f"Success. Updated the following files:\n{'M' if old else 'A'} {path}\n"
        done = {"type": "custom_tool_call_output", "call_id": call, "output": output}
        hook = {
            "hook_event_name": "PostToolUse",
            "turn_id": self._turn,
            "tool_name": "apply_patch",
            "tool_input": {"command": text},
            "tool_response": output,
            "tool_use_id": call,
        }
        self._feed([self._row("response_item", given), self._row("response_item", done)], [hook])

    def delegate(self, task: str, finding: str) -> None:
        """A sub-agent: started with one call, its finding is the result of the call that waits for it."""
        agent = self.scenario.mint("agent")
        rows = []
        for name, given, output in (
            ("spawn_agent", {"message": task, "agent_type": "explorer"}, {"agent_id": agent}),
            (
                "wait",
                {"ids": [agent], "timeout_ms": 300000},
                {"status": {agent: {"completed": finding}}, "timed_out": False},
            ),
        ):
            call = self.scenario.mint("call")
            asked = {"type": "function_call", "name": name, "arguments": json.dumps(given), "call_id": call}
            told = {"type": "function_call_output", "call_id": call, "output": json.dumps(output, ensure_ascii=False)}
            rows += [self._row("response_item", asked), self._row("response_item", told)]
        self._feed(rows, [])

    def end(self) -> None:
        self._feed([], [{"hook_event_name": "SessionEnd", "reason": "other"}])
