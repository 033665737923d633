"""How real agents are run in a test: a home of their own, a bare environment, a dummy key, no input, a time limit."""

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from testing.prefork import Prefork
from testing.workers import await_workers

AT_ONCE: Final = {"BACKSTORY_DELIVER_BACKGROUND": "false"}
"""What a command brings about is there when it ends. The agents' own hooks work in the background, as they do."""
FOLDER: Final = os.environ.get("BACKSTORY_AGENTS_DIR") or os.path.expanduser("~/.cache/backstory-agents")
PROGRAMS: Final = os.path.join(FOLDER, "node_modules", ".bin")
NODE: Final = os.path.join(FOLDER, "node", "node_modules", ".bin")
"""The Node that `install.sh` brings, where there is one: some agents need it, and it keeps what it has compiled."""
QUICK_START: Final = {
    "NODE_COMPILE_CACHE": os.path.join(FOLDER, "compiled"),
    "GEMINI_CLI_NO_RELAUNCH": "true", "QWEN_CODE_NO_RELAUNCH": "true",  # else each starts twice, for more memory
    "FACTORY_AIRGAP_ENABLED": "true",  # Factory Droid waits seconds for servers that it does not reach
}  # fmt: skip
"""What spares an agent half of its start and changes nothing that it tells its model or its hooks."""
LIMIT: Final = 90
"""Seconds that a run may take."""

Ran = subprocess.CompletedProcess[str]


def missing(program: str) -> bool:
    return not os.access(os.path.join(PROGRAMS, program), os.X_OK)


class Machine:
    """A person's computer: a home, a repository with one commit, agents that speak to the stub.

    Without `quick` the agents start as a person's do. Commands of the person are forked from `forking`, if that is
    given; what agents start is theirs.
    """

    def __init__(self, folder: Path, url: str, *, quick: bool = True, forking: Prefork | None = None) -> None:
        self.quick = quick
        self.forking = forking
        self.programs: list[str] = []
        """Folders of programs before all others."""
        self.home = folder / "home"
        self.repo = folder / "repo"
        self.url = url
        self.home.mkdir()
        self.repo.mkdir()
        (self.repo / "README.md").write_text("# Shop\n\nSells things.\n")
        for args in (
            ("init", "-q", "-b", "main"),
            ("config", "user.name", "Ada"),
            ("config", "user.email", "ada@example.org"),
            ("add", "."),
            ("commit", "-q", "-m", "start"),
        ):
            self.git(*args)

    @property
    def environ(self) -> dict[str, str]:
        node = os.path.dirname(shutil.which("node") or "/usr/bin/node")
        nodes = (NODE, node) if self.quick and os.path.isdir(NODE) else (node,)
        path = os.pathsep.join(dict.fromkeys([*self.programs, PROGRAMS, *nodes, "/usr/local/bin", "/usr/bin", "/bin"]))
        return {"HOME": str(self.home), "PATH": path, "LANG": "C.UTF-8"} | (QUICK_START if self.quick else {})

    def git(self, *args: str) -> str:
        return self._run(["git", *args], self.environ).stdout

    def backstory(self, *args: str, check: bool = True, **environ: str) -> Ran:
        """The command line, as a person's own call."""
        variables = self.environ | AT_ONCE | environ
        if self.forking:
            done = self.forking.run(args, cwd=self.repo, env=variables, timeout=LIMIT)
            ran = Ran(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
        else:
            ran = self._run([sys.executable, "-m", "backstory", *args], variables)
        if check and ran.returncode:
            raise AssertionError(f"backstory {' '.join(args)}: {ran.returncode}\n{ran.stdout}\n{ran.stderr}")
        return ran

    def await_output(self, words: str, *args: str, seconds: float = 20) -> str:
        """What a command prints, waiting for the slow half of a hook, which goes on after the agent has ended."""
        end = time.monotonic() + seconds
        while words not in (output := self.backstory(*args).stdout) and time.monotonic() < end:
            time.sleep(0.3)
        return output

    def await_workers(self, seconds: float = 30) -> None:
        """Waits until no worker of a hook runs for this home. Returns at once where there is no `/proc`."""
        await_workers(self.home, seconds)

    def call(self, program: str, *args: str) -> Ran:
        """A command of an agent's program that asks no model, such as the one that installs a plugin."""
        env = self.environ | {"GEMINI_CLI_TRUST_WORKSPACE": "true", "FACTORY_API_KEY": "fk-dummy"}
        ran = self._run([os.path.join(PROGRAMS, program), *args], env)
        if ran.returncode:
            raise AssertionError(f"{program} {' '.join(args)}: {ran.returncode}\n{ran.stdout}\n{ran.stderr}")
        return ran

    def install_program(self) -> str:
        """Puts `backstory` into a folder of its own; returns a PATH with that folder."""
        program = self.home / "bin/backstory"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m backstory "$@"\n')
        program.chmod(0o755)
        (self.home / ".bash_profile").write_text(f'PATH="{program.parent}:$PATH"\n')  # Codex starts a login shell
        return f"{program.parent}:{self.environ['PATH']}"

    def claude(self, prompt: str, *options: str, allowed: str = "Edit,Write,Read,Bash", **environ: str) -> Ran:
        """One turn of Claude Code. `allowed` names the tools that need no permission."""
        env = self.environ | {
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_KEY": "dummy",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }
        tools = ("--allowedTools", allowed, "--permission-mode", "acceptEdits")
        return self._run([os.path.join(PROGRAMS, "claude"), "-p", prompt, *tools, *options], env | environ)

    def codex(self, prompt: str, *options: str, hooks: bool = False, **environ: str) -> Ran:
        """One turn of Codex. `hooks` stands for a person who trusts the project and has reviewed its hooks."""
        config = self.home / ".codex/config.toml"
        config.parent.mkdir(exist_ok=True)
        top = self.git("rev-parse", "--show-toplevel").strip() or str(self.repo)
        text = config.read_text() if config.exists() else ""
        registered = text.partition("# backstory:begin")[1:]
        plugins = text.partition("[marketplaces.")[1:]  # what its own command has installed
        config.write_text(
            # 0: waits for every server; by default it waits one second, then asks its model without the others' tools.
            'model = "stub-model"\nmodel_provider = "stub"\nmcp_optional_startup_grace_ms = 0\n'
            '\n[model_providers.stub]\nname = "stub"\n'
            f'base_url = "{self.url}/v1"\nenv_key = "STUB_KEY"\nwire_api = "responses"\n'
            + (f'\n[projects."{top}"]\ntrust_level = "trusted"\n' if hooks else "")
            + "".join(registered if any(registered) else plugins)
        )
        command = [os.path.join(PROGRAMS, "codex"), "exec", "--skip-git-repo-check", *options, prompt]
        if hooks:
            command.insert(2, "--dangerously-bypass-hook-trust")
        return self._run(command, self.environ | {"STUB_KEY": "dummy"} | environ)

    def log_in_gemini(self) -> None:
        """Leaves settings that are there already as they are."""
        settings = self.home / ".gemini/settings.json"
        settings.parent.mkdir(exist_ok=True)
        if not settings.exists():
            settings.write_text('{"security": {"auth": {"selectedType": "gemini-api-key"}}}')

    def gemini(self, prompt: str, *options: str, yolo: bool = True, **environ: str) -> Ran:
        """One turn of Gemini CLI, with all tools allowed or only those of its settings."""
        self.log_in_gemini()
        env = {"GEMINI_API_KEY": "dummy", "GOOGLE_GEMINI_BASE_URL": self.url, "GEMINI_CLI_TRUST_WORKSPACE": "true"}
        command = [
            os.path.join(PROGRAMS, "gemini"),
            *(["--yolo"] if yolo else []),
            "-m",
            "gemini-2.5-flash",
            *options,
            "-p",
            prompt,
        ]
        return self._run(command, self.environ | env | environ)

    def opencode(self, prompt: str, *options: str, program: str = "opencode") -> Ran:
        """One turn of OpenCode, or of Kilo Code, which is made of it, tools allowed."""
        access = {"baseURL": f"{self.url}/v1", "apiKey": "dummy"}
        provider = {"npm": "@ai-sdk/openai-compatible", "options": access, "models": {"m1": {}}}
        config = {"model": "stub/m1", "small_model": "stub/m1", "provider": {"stub": provider}, "autoupdate": False}
        settings = self.home / f".config/{program}/{program}.json"
        settings.parent.mkdir(parents=True, exist_ok=True)
        registered = json.loads(settings.read_text()).get("mcp") if settings.exists() else None
        settings.write_text(json.dumps(config | ({"mcp": registered} if registered else {})))
        # It would fetch a package for every folder with plugins.
        env = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_fetch_retries": "0"}
        return self._run([os.path.join(PROGRAMS, program), "run", *options, prompt], self.environ | env)

    def qwen(self, prompt: str, *options: str, yolo: bool = True, **environ: str) -> Ran:
        """One turn of Qwen Code, with all tools allowed or only those of its settings."""
        env = {"OPENAI_API_KEY": "dummy", "OPENAI_BASE_URL": f"{self.url}/v1", "OPENAI_MODEL": "stub-model"}
        command = [os.path.join(PROGRAMS, "qwen"), "--auth-type", "openai", *options, "-p", prompt]
        return self._run([*command, *(["--yolo"] if yolo else [])], self.environ | env | environ)

    def copilot(self, prompt: str, *options: str, allow_all: bool = True) -> Ran:
        """One turn of Copilot CLI with a provider of one's own, in a folder that the person trusts, with all tools
        allowed or only those of its settings."""
        config = self.home / ".copilot/config.json"
        config.parent.mkdir(exist_ok=True)
        if not config.exists():
            config.write_text(json.dumps({"trusted_folders": [str(self.repo)]}))
        env = {
            "COPILOT_PROVIDER_BASE_URL": f"{self.url}/v1", "COPILOT_PROVIDER_API_KEY": "dummy",
            "COPILOT_PROVIDER_TYPE": "openai", "COPILOT_MODEL": "stub-model", "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
        }  # fmt: skip
        allowed = ["--allow-all-tools"] if allow_all else []
        return self._run([os.path.join(PROGRAMS, "copilot"), *allowed, *options, "-p", prompt], self.environ | env)

    def pi(self, prompt: str, *options: str) -> Ran:
        """One turn of Pi with a provider of one's own, tools allowed, as it always does."""
        models = self.home / ".pi/agent/models.json"
        models.parent.mkdir(parents=True, exist_ok=True)
        provider = {
            "baseUrl": f"{self.url}/v1", "api": "openai-completions", "apiKey": "dummy",
            "models": [{"id": "stub-model"}],
            "compat": {"supportsDeveloperRole": False, "supportsReasoningEffort": False},
        }  # fmt: skip
        models.write_text(json.dumps({"providers": {"stub": provider}}))
        command = [os.path.join(PROGRAMS, "pi"), "--provider", "stub", "--model", "stub-model", *options, "-p", prompt]
        return self._run(command, self.environ | {"PI_OFFLINE": "1"})

    def grok(self, prompt: str, *options: str, allow_all: bool = True) -> Ran:
        """One turn of Grok CLI with a model of one's own, in a folder that the person trusts, with all tools allowed
        or only those of its settings."""
        config = self.home / ".grok/config.toml"
        config.parent.mkdir(exist_ok=True)
        if not config.exists():
            model = f'model = "stub-model"\nbase_url = "{self.url}/v1"\napi_key = "dummy"\ncontext_window = 200000\n'
            config.write_text(f'[models]\ndefault = "stub"\n\n[model.stub]\n{model}\n[cli]\nauto_update = false\n')
        allowed = ["--always-approve"] if allow_all else []
        return self._run([os.path.join(PROGRAMS, "grok"), "--trust", *allowed, *options, "-p", prompt], self.environ)

    def cline(self, prompt: str, *options: str, allow_all: bool = True) -> Ran:
        """One turn of Cline's command line with a provider of one's own, with all tools allowed or none."""
        program = os.path.join(PROGRAMS, "cline")
        access = ("-k", "dummy", "-m", "stub-model")
        if not (self.home / ".cline").exists():
            self._run([program, "auth", "-p", "openai-compatible", *access, "-b", f"{self.url}/v1"], self.environ)
        allowed = [] if allow_all else ["--auto-approve", "false"]
        return self._run([program, "-P", "openai-compatible", *access, *allowed, *options, prompt], self.environ)

    def resume_cline(self, prompt: str, is_done: Callable[[], bool]) -> None:
        """Goes on with the last session of Cline's command line, which it does on a terminal alone, until `is_done`."""
        sessions = self.home.glob(".cline/data/sessions/*/*.messages.json")
        last = max(sessions, key=lambda path: path.stat().st_mtime).parent.name
        options = ["-P", "openai-compatible", "-k", "dummy", "-m", "stub-model", "--id", last]
        ours, theirs = os.openpty()
        process = subprocess.Popen([os.path.join(PROGRAMS, "cline"), *options], cwd=self.repo, stdin=theirs,
                                   stdout=theirs, stderr=theirs, start_new_session=True,
                                   env=self.environ | {"TERM": "xterm-256color"})  # fmt: skip
        os.close(theirs)
        try:
            end, shown, typed = time.monotonic() + LIMIT, b"", 0.0
            while not is_done() and time.monotonic() < end:
                if select.select([ours], [], [], 0.2)[0]:
                    shown += os.read(ours, 1 << 16)
                elif not typed and b"Ask anything" in shown:  # it is idle
                    os.write(ours, prompt.encode())
                    typed = time.monotonic()
                elif typed and time.monotonic() - typed > 1:
                    os.write(ours, b"\r")
                    typed = end
        finally:
            process.terminate()
            process.wait()
            os.close(ours)

    def kimi(self, prompt: str, *options: str) -> Ran:
        """One turn of Kimi Code with a provider of one's own, tools allowed."""
        config = self.home / ".kimi-code/config.toml"
        config.parent.mkdir(exist_ok=True)
        if not config.exists():
            model = '[models.stub]\nprovider = "stub"\nmodel = "stub-model"\nmax_context_size = 200000\n'
            access = f'type = "openai"\nbase_url = "{self.url}/v1"\napi_key = "dummy"\n'
            config.write_text(f'default_model = "stub"\n\n[providers.stub]\n{access}\n{model}')
        path = os.pathsep.join((NODE, self.environ["PATH"]))
        return self._run([os.path.join(PROGRAMS, "kimi"), *options, "-p", prompt], self.environ | {"PATH": path})

    def droid(self, prompt: str, *options: str, allow_all: bool = True) -> Ran:
        """One turn of Factory Droid with a model of one's own, with all tools allowed or those that only read."""
        settings = self.home / ".factory/settings.json"
        settings.parent.mkdir(exist_ok=True)
        values = json.loads(settings.read_text()) if settings.exists() else {}
        values["customModels"] = [{
            "model": "stub-model", "displayName": "stub", "baseUrl": f"{self.url}/v1", "apiKey": "dummy",
            "provider": "generic-chat-completion-api", "maxOutputTokens": 4000,
        }]  # fmt: skip
        settings.write_text(json.dumps(values))
        allowed = ["--auto", "high"] if allow_all else []
        command = [os.path.join(PROGRAMS, "droid"), "exec", *allowed, "--model", "custom:stub-model"]
        return self._run([*command, *options, prompt], self.environ | {"FACTORY_API_KEY": "fk-dummy"})

    def hook(self, event: str, command: str, matcher: str = "") -> None:
        """Registers a hand-written Claude Code hook."""
        path = self.repo / ".claude/settings.local.json"
        path.parent.mkdir(exist_ok=True)
        settings = json.loads(path.read_text()) if path.exists() else {"hooks": {}}
        group = {"hooks": [{"type": "command", "command": command, "timeout": 10}]}
        settings["hooks"].setdefault(event, []).append(group | ({"matcher": matcher} if matcher else {}))
        path.write_text(json.dumps(settings))

    def _run(self, command: list[str], env: dict[str, str]) -> Ran:
        return subprocess.run(
            command, cwd=self.repo, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT
        )
