"""How Kiro's hooks speak, in the editor and on the command line. Data only: the hook process loads this file alone.

What a command prints becomes part of the context, as plain text.
"""

NAME = "kiro"

EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "PostToolUse": "post-tool",
    "Stop": "stop",
}
FIELDS = {
    "session": ("session_id",),
    "cwd": ("cwd",),
    "transcript": ("transcript_path",),
    "source": ("source", "reason"),
    "prompt": ("prompt",),
    "prompt_id": (),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": ("tool_input.path", "tool_input.file_path"),
    "error": ("error",),
    "last_text": ("assistant_response",),
    "subagent": (),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("fs_write", "str_replace")
COMMAND_TOOLS = ("execute_bash",)

REPLIES = {"session-start": ("", ""), "prompt": ("", "")}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
STARTS_NEW_ONLY = True
BRIEF_FILES = (".kiro/steering/backstory.md", "AGENTS.md")
BRIEF_FILE_BYTES = 1_000_000

PROJECT_HOOKS = (".kiro/hooks/backstory.json",)
USER_HOOKS = ".kiro/hooks/backstory.json"
