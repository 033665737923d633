"""The fields that our extension for Pi sends to the hook process. Data only; the hook process loads nothing else."""

NAME = "pi"

EVENTS = {
    "session-start": "session-start",
    "prompt": "prompt",
    "post-tool": "post-tool",
    "tool-failure": "tool-failure",
    "pre-compact": "pre-compact",
    "stop": "stop",
    "session-end": "session-end",
}
FIELDS = {
    "session": ("session_id",),
    "cwd": ("cwd",),
    "transcript": ("transcript_path",),
    "source": ("source", "reason", "trigger"),
    "prompt": ("prompt",),
    "prompt_id": (),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": ("tool_input.path", "tool_input.file_path"),
    "error": ("error",),
    "last_text": (),
    "subagent": (),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("write", "edit")
COMMAND_TOOLS = ("bash",)

REPLIES = {"session-start": ("", ""), "prompt": ("", "")}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
RESUME_KEEPS_CONTEXT = False
"""The brief is part of the system prompt, which no session keeps."""
BRIEF_FILES = ("AGENTS.md",)
BRIEF_FILE_BYTES = 1_000_000

PROJECT_HOOKS = (".pi/extensions/backstory.ts",)
USER_HOOKS = ".pi/agent/extensions/backstory.ts"
