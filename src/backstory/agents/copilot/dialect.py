"""How Copilot's hooks speak, on the command line and in VS Code. Data only: the hook process loads this file alone.

An event with a capital first letter makes Copilot CLI speak the language of Claude Code's hooks.
"""

NAME = "copilot"

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
    "session": ("session_id", "sessionId"),
    "cwd": ("cwd",),
    "transcript": ("transcript_path", "transcriptPath"),
    "source": ("source", "reason", "trigger"),
    "prompt": ("prompt",),
    "prompt_id": ("prompt_id",),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": ("tool_input.path", "tool_input.file_path", "tool_input.filePath"),
    "error": ("error", "error.message"),
    "last_text": ("last_assistant_message",),
    "subagent": ("agent_id",),
    "subagent_transcript": ("agent_transcript_path",),
}
EDIT_TOOLS = ("Write", "Edit", "MultiEdit", "create", "edit", "str_replace")
COMMAND_TOOLS = ("Bash", "bash", "PowerShell", "powershell")

REPLIES = {
    "session-start": ('{"additionalContext":', "}"),
    "subagent-start": ('{"additionalContext":', "}"),
    "prompt": ('{"additionalContext":', "}"),
}
PERMISSION = ("toolInput.command", '{"behavior":"allow"}')
OTHER_REPLIES = (
    "hookEventName",
    {
        "session-start": ('{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":', "}}"),
        "subagent-start": ('{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":', "}}"),
    },
)
"""The chat of VS Code names the event in camel case, takes Claude Code's replies, and none to a prompt."""
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
AFTER_COMPACTION = "prompt"
"""The event that brings the brief again: a compaction starts no session here."""
RESUME_KEEPS_CONTEXT = False
BRIEF_FILES = ("AGENTS.md",)
BRIEF_FILE_BYTES = 1_000_000

PROJECT_VARIABLES = ("COPILOT_PROJECT_DIR",)
SESSION_VARIABLES = ("COPILOT_AGENT_SESSION_ID",)
PROJECT_HOOKS = (".github/hooks/backstory.json",)
USER_HOOKS = ".copilot/hooks/backstory.json"
