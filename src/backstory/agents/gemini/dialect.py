"""How Gemini CLI's hooks speak. Data only: the hook process loads this file and nothing else of the agent."""

NAME = "gemini"

EVENTS = {
    "SessionStart": "session-start",
    "BeforeAgent": "prompt",
    "AfterTool": "post-tool",
    "PreCompress": "pre-compact",
    "AfterAgent": "stop",
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
    "error": ("tool_response.error",),
    "last_text": ("prompt_response",),
    "subagent": ("agent_id",),
    "subagent_transcript": ("agent_transcript_path",),
}
EDIT_TOOLS = ("write_file", "replace")
COMMAND_TOOLS = ("run_shell_command",)

REPLIES = {
    "session-start": ('{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":', "}}"),
    "prompt": ('{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":', "}}"),
}
MAX_INJECTED = 9_500
BRIEF_MODE = "gemini"
AFTER_COMPACTION = "prompt"
"""The event that brings the brief again: a compaction starts no session here."""
RESUME_KEEPS_CONTEXT = False
BRIEF_FILES = ("GEMINI.md",)
BRIEF_FILE_BYTES = 1_000_000

PROJECT_VARIABLES = ("GEMINI_PROJECT_DIR",)
SESSION_VARIABLES = ("GEMINI_SESSION_ID",)
CONTEXT_TAG = "hook_context"
"""Without a terminal it puts what the hook of a session start says before the prompt, and hands both on as one."""
PROJECT_HOOKS = (".gemini/settings.json",)
USER_HOOKS = ".gemini/settings.json"
