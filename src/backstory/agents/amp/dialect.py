"""The fields that our plugin for Amp sends to the hook process. Data only; the hook process loads nothing else."""

NAME = "amp"

EVENTS = {
    "session-start": "session-start",
    "prompt": "prompt",
    "post-tool": "post-tool",
    "tool-failure": "tool-failure",
    "stop": "stop",
}
FIELDS = {
    "session": ("session_id",),
    "cwd": ("cwd",),
    "transcript": (),
    "source": ("source",),
    "prompt": ("prompt",),
    "prompt_id": (),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": ("tool_input.path", "tool_input.file_path"),
    "error": ("error",),
    "last_text": ("last_assistant_message",),
    "subagent": (),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("edit_file", "create_file", "undo_edit", "apply_patch")
COMMAND_TOOLS = ("Bash", "shell_command")
PATCH_FIELD = "tool_input.patch"

REPLIES = {"session-start": ("", ""), "prompt": ("", "")}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md",)
BRIEF_FILE_BYTES = 1_000_000

PROJECT_HOOKS = (".amp/plugins/backstory.ts",)
USER_HOOKS = ".config/amp/plugins/backstory.ts"
