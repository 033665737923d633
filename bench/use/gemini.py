"""Sessions of Gemini CLI for use scenarios: rows of its chat files and the payloads of its hooks, fed by `sh` steps."""

import json
from typing import Any

from conversation import Scenario

Row = dict[str, Any]

GEMINI_FEED = """\
import json, os, subprocess, sys, time
document = json.load(sys.stdin)
home, root = os.environ["HOME"], os.getcwd()
session, started = document["session"], document["started"]
folder = f"{home}/.gemini/tmp/repo/chats"
os.makedirs(folder, exist_ok=True)
with open(f"{home}/.gemini/projects.json", "w") as projects:
    json.dump({"projects": {root: "repo"}}, projects)
chat = f"{folder}/session-{started[:16].replace(':', '-')}-{session[:8]}.jsonl"
with open(chat, "a") as rows:
    for row in document["rows"]:
        rows.write(json.dumps(row).replace("@ROOT@", root) + "\\n")
try:
    hooks = json.load(open(root + "/.gemini/settings.json"))["hooks"]
except (OSError, ValueError, KeyError):
    hooks = {}
for payload in document["hooks"]:
    payload = {"session_id": session, "transcript_path": chat, "cwd": root, "timestamp": started, **payload}
    for group in hooks.get(payload["hook_event_name"], []):
        for hook in group.get("hooks", []):
            given = json.dumps(payload).replace("@ROOT@", root)
            subprocess.run(["bash", "-c", hook["command"]], input=given, text=True, capture_output=True, cwd=root,
                           timeout=60)
    if payload["hook_event_name"] in ("AfterAgent", "SessionEnd"):
        time.sleep(1.2)
"""


class GeminiSession:
    """One sitting of Gemini CLI."""

    def __init__(self, scenario: Scenario, session: str, day: int, hour: int = 8) -> None:
        self.scenario = scenario
        self.session = session
        scenario.at(day, hour)
        self._prompt = ""
        self._count = 0
        self._started = scenario.tick()
        head = {
            "sessionId": session,
            "projectHash": "0b7d",
            "startTime": self._started,
            "lastUpdated": self._started,
            "kind": "main",
            "directories": [],
        }
        self._feed([head], [{"hook_event_name": "SessionStart", "source": "startup"}])

    @staticmethod
    def prepare(scenario: Scenario) -> None:
        """Sets the memory up for Gemini too, and puts the feeder beside the person's other files."""
        scenario.shell("backstory init --yes --agents gemini,claude-code")
        scenario.shell(f"cat > \"$HOME/gemini_feed.py\" <<'FEED'\n{GEMINI_FEED}FEED")

    def _feed(self, rows: list[Row], hooks: list[Row]) -> None:
        document = json.dumps(
            {"session": self.session, "started": self._started, "rows": rows, "hooks": hooks}, ensure_ascii=False
        )
        self.scenario.shell(f"python3 \"$HOME/gemini_feed.py\" <<'ROWS'\n{document}\nROWS")

    def _row(self, kind: str, content: object, **more: object) -> Row:
        self._count += 1
        return {
            "id": f"{self.session[:8]}-m{self._count}",
            "timestamp": self.scenario.tick(),
            "type": kind,
            "content": content,
            **more,
        }

    def user(self, text: str) -> None:
        self._prompt = text
        self._feed([self._row("user", [{"text": text}])], [{"hook_event_name": "BeforeAgent", "prompt": text}])

    def _say(self, text: str, **more: object) -> Row:
        return self._row("gemini", text, thoughts=[], model="gemini-3-pro", **more)

    def text(self, text: str) -> None:
        self._feed([self._say(text)], [])

    def answer(self, text: str) -> None:
        hook = {
            "hook_event_name": "AfterAgent",
            "prompt": self._prompt,
            "prompt_response": text,
            "stop_hook_active": False,
        }
        self._feed([self._say(text)], [hook])

    def tool(
        self,
        name: str,
        given: Row,
        output: str,
        *,
        status: str = "success",
        say: str = "",
        step: Row | None = None,
        run: str = "",
    ) -> None:
        """A tool call with its result, and what really happens in the working tree: a step, or a command."""
        self._count += 1
        call = f"{name}-{self._count}"
        if step:
            self.scenario.steps.append(step)
        if run:
            self.scenario.shell(run)
        result = [{"functionResponse": {"id": call, "name": name, "response": {"output": output}}}]
        row = {
            "id": call,
            "name": name,
            "args": given,
            "result": result,
            "status": status,
            "timestamp": self.scenario.tick(),
            "resultDisplay": output,
        }
        payload = {
            "hook_event_name": "AfterTool",
            "tool_name": name,
            "tool_input": given,
            "tool_response": {"llmContent": output, "returnDisplay": output[:200]},
        }
        hooks = [payload] if name in ("run_shell_command", "write_file", "replace") else []
        self._feed([self._say(say, toolCalls=[row])], hooks)

    def bash(self, command: str, output: str = "", *, say: str = "", code: int = 0, run: bool = False) -> None:
        output = output.strip("\n")
        text = f"Command: {command}\nDirectory: (root)\nOutput: {output or '(empty)'}\nError: (none)"
        text += f"\nExit Code: {code}\nSignal: (none)"
        self.tool("run_shell_command", {"command": command}, text, say=say, run=command if run else "")

    def write(self, path: str, text: str) -> None:
        given = {"file_path": f"@ROOT@/{path}", "content": text}
        self.tool(
            "write_file",
            given,
            f"Successfully created and wrote to new file: @ROOT@/{path}.",
            step={"write": {"path": path, "text": text}},
        )

    def edit(self, path: str, old: str, new: str) -> None:
        given = {"file_path": f"@ROOT@/{path}", "old_string": old, "new_string": new, "instruction": "change it"}
        self.tool(
            "replace",
            given,
            f"Successfully modified file: @ROOT@/{path} (1 replacements).",
            step={"replace": {"path": path, "old": old, "new": new}},
        )

    def read(self, path: str, text: str) -> None:
        self.tool("read_file", {"absolute_path": f"@ROOT@/{path}"}, text)

    def delegate(self, task: str, finding: str) -> None:
        self.tool("codebase_investigator", {"objective": task}, finding)

    def end(self) -> None:
        self._feed([], [{"hook_event_name": "SessionEnd", "reason": "exit"}])
