"""How Kimi Code's hooks speak. Data only: the hook process loads this file and nothing else of the agent.

It takes text, as it is, with a prompt alone: the first prompt brings the brief.
"""

NAME = "kimi"

EVENTS = {
    "UserPromptSubmit": "prompt",
    "PostToolUse": "post-tool",
    "PostToolUseFailure": "tool-failure",
    "SubagentStop": "subagent-stop",
    "PreCompact": "pre-compact",
    "Stop": "stop",
    "Interrupt": "stop",
    "SessionEnd": "session-end",
}
FIELDS = {
    "session": ("session_id",),
    "cwd": ("cwd",),
    "transcript": (),
    "source": ("source", "reason", "trigger"),
    "prompt": ("prompt", "prompt.0.text"),
    "prompt_id": (),
    "tool": ("tool_name",),
    "use": ("tool_call_id",),
    "path": ("tool_input.path", "tool_input.file_path"),
    "error": ("error", "error.message"),
    "last_text": (),
    "subagent": ("agent_id", "agent_name"),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("Edit", "Write", "StrReplaceFile", "WriteFile")
COMMAND_TOOLS = ("Bash", "Shell")

REPLIES = {
    "prompt": ("", ""),
}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
AFTER_COMPACTION = "prompt"
STARTS_WITH_PROMPT = True
BRIEF_FILES = (".kimi-code/AGENTS.md", "AGENTS.md")
BRIEF_FILE_BYTES = 1_000_000

PROJECT_VARIABLES = ()
PROJECT_HOOKS = ()
USER_HOOKS = ".kimi-code/config.toml"
