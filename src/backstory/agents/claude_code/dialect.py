"""How Claude Code's hooks speak. Data only: the hook process loads this file and nothing else of the agent."""

NAME = "claude-code"

EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "PreToolUse": "pre-tool",
    "PostToolUse": "post-tool",
    "PostToolUseFailure": "tool-failure",
    "SubagentStart": "subagent-start",
    "SubagentStop": "subagent-stop",
    "PreCompact": "pre-compact",
    "Stop": "stop",
    "SessionEnd": "session-end",
}
FIELDS = {
    # Cursor, Copilot and VS Code run these hooks as well, with other names for the session.
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

REPLIES = {
    "session-start": ('{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":', "}}"),
    "prompt": ('{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":', "}}"),
    "pre-tool": ('{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":', "}}"),
    "subagent-start": ('{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":', "}}"),
}
PERSON_KEY = "systemMessage"
"""The key beside a reply whose text the person reads."""
MAX_INJECTED = 9_500
"""It replaces a text of more than 10,000 characters by the name of a file."""
BRIEF_MODE = "claude-code-restore"

PROJECT_VARIABLES = ("CLAUDE_PROJECT_DIR",)
SESSION_VARIABLES = ("CLAUDE_CODE_SESSION_ID",)
PERSONAL_HOOKS = ".claude/settings.local.json"
HOSTS = (
    ("COPILOT_CLI", "copilot"),
    ("CURSOR_VERSION", "cursor"),
    ("GROK_HOOK_EVENT", "grok"),
    ("FACTORY_PROJECT_DIR", "droid"),
)
"""Copilot CLI, Cursor and Grok CLI run these hooks as well, and Factory Droid those of the plugin."""
HOST_KEYS = (("hookEventName", "copilot"),)
"""So does the chat of VS Code, which names the event in camel case."""
OWN_SIGN = "CLAUDECODE"
PROJECT_HOOKS = (".claude/settings.local.json",)
USER_HOOKS = ".claude/settings.json"
