"""How Factory Droid's hooks speak. Data only: the hook process loads this file and nothing else of the agent."""

NAME = "droid"

EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "PostToolUse": "post-tool",
    "PreCompact": "pre-compact",
    "Stop": "stop",
    "SessionEnd": "session-end",
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
    "path": ("tool_input.file_path", "tool_input.path"),
    "error": ("error",),
    "last_text": ("last_assistant_message",),
    "subagent": ("agent_id",),
    "subagent_transcript": ("agent_transcript_path",),
}
EDIT_TOOLS = ("Edit", "MultiEdit", "Create", "Write", "ApplyPatch")
COMMAND_TOOLS = ("Execute", "Bash")
PATCH_FIELD = "tool_input.input"
PERMISSION = (
    "tool_input.command",
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}',
)

REPLIES = {
    "session-start": ('{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":', "}}"),
    "prompt": ('{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":', "}}"),
}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md",)
BRIEF_FILE_BYTES = 1_000_000

PROJECT_VARIABLES = ()
"""`FACTORY_PROJECT_DIR` is the folder in which it starts, but the hooks are those of the folders above as well."""
PROJECT_HOOKS = (".factory/settings.json",)
USER_HOOKS = ".factory/settings.json"
