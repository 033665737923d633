"""How Crush's hooks speak. Data only: the hook process loads this file and nothing else of the agent.

It calls one before a tool alone, and takes text there.
"""

NAME = "crush"

EVENTS = {"PreToolUse": "pre-tool"}
FIELDS = {
    "session": ("session_id",),
    "cwd": ("cwd",),
    "transcript": (),
    "source": (),
    "prompt": (),
    "prompt_id": (),
    "tool": ("tool_name",),
    "use": (),
    "path": ("tool_input.file_path", "tool_input.path"),
    "error": (),
    "last_text": (),
    "subagent": (),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("edit", "multiedit", "write")
COMMAND_TOOLS = ("bash",)
PERMISSION = ("tool_input.command", '{"decision":"allow"}')

REPLIES = {"pre-tool": ('{"context":', "}")}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md", "CRUSH.local.md")
BRIEF_FILE_BYTES = 1_000_000
STARTS_WITH_TOOL = True

USER_HOOKS = ".config/crush/crush.json"
