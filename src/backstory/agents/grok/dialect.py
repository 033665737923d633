"""How Grok CLI's hooks speak. Data only: the hook process loads this file and nothing else of the agent.

It takes text with a tool call and drops what a hook says to a session start or a prompt: that waits for the next call.
It also runs the hooks of Claude Code and of Cursor.
"""

NAME = "grok"

EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "PreToolUse": "pre-tool",
    "PostToolUse": "post-tool",
    "PostToolUseFailure": "tool-failure",
    "SubagentStart": "subagent-start",
    "PreCompact": "pre-compact",
    "Stop": "stop",
    "StopCancelled": "stop",
    "SessionEnd": "session-end",
}
FIELDS = {
    "session": ("session_id", "sessionId"),
    "cwd": ("cwd", "workspaceRoot"),
    "transcript": (),
    "source": ("source", "reason", "trigger"),
    "prompt": ("prompt",),
    "prompt_id": ("promptId",),
    "tool": ("tool_name", "toolName"),
    "use": ("tool_use_id", "toolUseId"),
    "path": ("tool_input.file_path", "tool_input.target_file", "tool_input.path"),
    "error": ("error",),
    "last_text": ("lastAssistantMessage", "last_assistant_message"),
    "subagent": ("subagentId", "subagentType"),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("search_replace", "write")
COMMAND_TOOLS = ("run_terminal_command",)

REPLIES = {
    "pre-tool": ('{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":', "}}"),
}
DEFERRED_TO = "pre-tool"
MAX_INJECTED = 9_500
"""It clips a text of more than 10,000 characters."""
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md", ".grok/rules/backstory.md")
BRIEF_FILE_BYTES = 1_000_000
RESUMES = ("load", "resume")
STARTS_WITH_PROMPT = True
"""For the hooks of Claude Code, which it does not call at the start of a session."""

PROJECT_VARIABLES = ("GROK_WORKSPACE_ROOT",)
SESSION_VARIABLES = ("GROK_SESSION_ID",)
PROJECT_HOOKS = (".grok/hooks/backstory.json",)
USER_HOOKS = ".grok/hooks/backstory.json"
