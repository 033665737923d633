"""How Goose's hooks speak. Data only: the hook process loads this file and nothing else of the agent.

They take no text. Only the payloads of tools name a folder: a hook runs in the folder of its session.
"""

NAME = "goose"

EVENTS = {
    "UserPromptSubmit": "prompt",
    "PostToolUse": "post-tool",
    "PostToolUseFailure": "tool-failure",
    "Stop": "stop",
    "SessionEnd": "session-end",
}
FIELDS = {
    "session": ("session_id",),
    "cwd": ("working_dir",),
    "transcript": (),
    "source": (),
    "prompt": ("message",),
    "prompt_id": (),
    "tool": ("tool_name",),
    "use": ("tool_call_id",),
    "path": ("tool_input.path",),
    "error": (),
    "last_text": ("last_assistant_message",),
    "subagent": (),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("developer__write", "developer__edit", "developer__text_editor")
COMMAND_TOOLS = ("developer__shell",)

MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md", ".goosehints")
BRIEF_FILE_BYTES = 1_000_000
PROJECT_HOOKS = (".agents/plugins/backstory/hooks/hooks.json",)
USER_HOOKS = ".agents/plugins/backstory/hooks/hooks.json"
