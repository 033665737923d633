"""The fields that our plugin for Kilo Code sends to the hook process. Data only; the process loads nothing else."""

NAME = "kilo"

EVENTS = {
    "session-start": "session-start",
    "prompt": "prompt",
    "post-tool": "post-tool",
    "subagent-start": "subagent-start",
    "subagent-stop": "subagent-stop",
    "pre-compact": "pre-compact",
    "stop": "stop",
}
FIELDS = {
    "session": ("session_id",),
    "cwd": ("cwd",),
    "transcript": ("transcript_path",),
    "source": ("source", "reason", "trigger"),
    "prompt": ("prompt",),
    "prompt_id": ("prompt_id",),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": ("tool_input.filePath", "tool_input.path"),
    "error": ("error",),
    "last_text": ("last_assistant_message",),
    "subagent": ("agent_id",),
    "subagent_transcript": ("agent_transcript_path",),
}
EDIT_TOOLS = ("write", "edit", "multiedit", "patch")
COMMAND_TOOLS = ("bash",)

REPLIES = {"session-start": ("", ""), "prompt": ("", ""), "subagent-start": ("", "")}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md",)
BRIEF_FILE_BYTES = 1_000_000

PROJECT_HOOKS = (".kilo/plugins/backstory.js",)
USER_HOOKS = ".config/kilo/plugins/backstory.js"
