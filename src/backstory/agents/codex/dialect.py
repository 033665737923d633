"""How Codex's hooks speak. Data only: the hook process loads this file and nothing else of the agent."""

NAME = "codex"

EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "PostToolUse": "post-tool",
    "SubagentStart": "subagent-start",
    "SubagentStop": "subagent-stop",
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
    "prompt_id": ("turn_id",),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": (),
    "error": (),
    "last_text": ("last_assistant_message",),
    "subagent": ("agent_id",),
    "subagent_transcript": ("agent_transcript_path",),
}
EDIT_TOOLS = ("apply_patch",)
COMMAND_TOOLS = ("Bash",)
PATCH_FIELD = "tool_input.command"

REPLIES = {
    "session-start": ('{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":', "}}"),
    "prompt": ('{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":', "}}"),
    "subagent-start": ('{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":', "}}"),
}
MAX_INJECTED = 9_500
"""It cuts the middle out of a text of more than 2,500 tokens, which it counts as 10,000 characters."""
BRIEF_MODE = "codex"
BRIEF_FILES = ("AGENTS.override.md", "AGENTS.md")
BRIEF_FILE_BYTES = 32_768
"""It reads that much of all instruction files together, the outermost first, and drops the rest."""
READS_FIRST_FILE = True

SESSION_VARIABLES = ("CODEX_THREAD_ID",)
PROJECT_HOOKS = (".codex/hooks.json",)
USER_HOOKS = ".codex/hooks.json"
