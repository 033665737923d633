"""How Cursor's hooks speak, in the editor and on the command line. Data only: the hook process loads this file alone.

Most events name the conversation and not the session, and the folders of the workspace instead of the working folder:
hooks of a project start in its root.
"""

NAME = "cursor"

EVENTS = {
    "sessionStart": "session-start",
    "beforeSubmitPrompt": "prompt",
    "postToolUse": "post-tool",
    "afterFileEdit": "post-tool",
    "postToolUseFailure": "tool-failure",
    "subagentStart": "subagent-start",
    "subagentStop": "subagent-stop",
    "preCompact": "pre-compact",
    "stop": "stop",
    "sessionEnd": "session-end",
}
FIELDS = {
    "session": ("conversation_id", "session_id"),
    "cwd": ("cwd", "workspace_roots.0"),
    "transcript": ("transcript_path",),
    "source": ("source", "reason", "trigger", "status"),
    "prompt": ("prompt",),
    "prompt_id": ("generation_id",),
    "tool": ("tool_name",),
    "use": ("tool_use_id",),
    "path": ("tool_input.file_path", "tool_input.path", "tool_input.target_file", "file_path"),
    "error": ("error", "error_message"),
    "last_text": ("last_assistant_message", "text"),
    "subagent": ("subagent_id", "agent_id"),
    "subagent_transcript": ("agent_transcript_path",),
}
EDIT_TOOLS = ("Write", "Edit", "MultiEdit", "StrReplace", "Delete", "edit_file", "search_replace")
COMMAND_TOOLS = ("Shell", "run_terminal_cmd")

REPLIES = {
    "session-start": ('{"additional_context":', "}"),
    "prompt": ('{"additional_context":', "}"),
}
MAX_INJECTED = 9_500
"""It moves a text of more than 10,000 characters into a file."""
BRIEF_MODE = "cursor"
STARTS_NEW_ONLY = True
"""It says no reason: a conversation that goes on starts no session."""
BRIEF_FILES = (".cursor/rules/backstory.mdc", "AGENTS.md")
BRIEF_FILE_BYTES = 1_000_000

HOSTS = (("GROK_HOOK_EVENT", "grok"),)
"""Grok CLI runs these hooks as well."""
PROJECT_VARIABLES = ("CURSOR_PROJECT_DIR",)
PROJECT_HOOKS = (".cursor/hooks.json",)
USER_HOOKS = ".cursor/hooks.json"
