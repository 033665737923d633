"""The names that most agents share, for agents that have no dialect of their own. Data only."""

NAME = "agents-md"

EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "PostToolUse": "post-tool",
    "PostToolUseFailure": "tool-failure",
    "SubagentStart": "subagent-start",
    "SubagentStop": "subagent-stop",
    "PreCompact": "pre-compact",
    "Stop": "stop",
    "SessionEnd": "session-end",
}
FIELDS = {
    "session": ("session_id", "sessionId", "conversation_id"),
    "cwd": ("cwd",),
    "transcript": ("transcript_path",),
    "source": ("source", "reason", "trigger"),
    "prompt": ("prompt",),
    "prompt_id": ("prompt_id",),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": ("tool_input.file_path", "tool_input.notebook_path", "tool_input.path"),
    "error": ("error",),
    "last_text": ("last_assistant_message",),
    "subagent": ("agent_id",),
    "subagent_transcript": ("agent_transcript_path",),
}
EDIT_TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch")
COMMAND_TOOLS = ("Bash", "Shell", "PowerShell", "shell")

REPLIES = {"session-start": ("", ""), "prompt": ("", "")}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"

PROJECT_VARIABLES = ("CLAUDE_PROJECT_DIR",)
SESSION_VARIABLES = ("CLAUDE_CODE_SESSION_ID",)
