"""How Qwen Code's hooks speak. Data only: the hook process loads this file and nothing else of the agent."""

NAME = "qwen"

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
    "session": ("session_id",),
    "cwd": ("cwd",),
    "transcript": ("transcript_path",),
    "source": ("source", "reason", "trigger"),
    "prompt": ("prompt",),
    "prompt_id": ("prompt_id",),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": ("tool_input.file_path", "tool_input.absolute_path"),
    "error": ("error",),
    "last_text": ("last_assistant_message",),
    "subagent": ("agent_id",),
    "subagent_transcript": ("agent_transcript_path",),
}
EDIT_TOOLS = ("write_file", "edit", "replace")
COMMAND_TOOLS = ("run_shell_command",)

REPLIES = {
    "session-start": ('{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":', "}}"),
    "prompt": ('{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":', "}}"),
}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
AFTER_COMPACTION = "prompt"
"""The event that brings the brief again: a compaction starts no session here."""
STARTS_WITH_PROMPT = True
"""It calls the hook of a session start on a terminal only."""
BRIEF_FILES = ("AGENTS.md",)
BRIEF_FILE_BYTES = 1_000_000

PROJECT_VARIABLES = ("QWEN_PROJECT_DIR",)
PROJECT_HOOKS = (".qwen/settings.json",)
USER_HOOKS = ".qwen/settings.json"
