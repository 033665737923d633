"""How Cline's hooks speak, in VS Code and on the command line. Data only: the hook process loads this file alone.

The command line takes text with a tool call alone, and calls no hook with a prompt. A sub-agent's payloads name the
agent that started it.
"""

NAME = "cline"

EVENTS = {
    "TaskStart": "session-start",
    "UserPromptSubmit": "prompt",
    "PreToolUse": "pre-tool",
    "PostToolUse": "post-tool",
    "PreCompact": "pre-compact",
    "TaskComplete": "stop",
    "TaskCancel": "stop",
    "SessionShutdown": "session-end",
}
FIELDS = {
    "session": ("sessionContext.rootSessionId", "taskId"),
    "cwd": ("workspaceRoots.0",),
    "transcript": (),
    "source": (),
    "prompt": ("userPromptSubmit.prompt", "taskStart.taskMetadata.initialTask"),
    "prompt_id": (),
    "tool": ("preToolUse.toolName", "postToolUse.toolName"),
    "use": ("tool_call.id", "tool_result.id"),
    "path": (
        "preToolUse.parameters.path", "postToolUse.parameters.path", "tool_call.input.files.0.path",
        "tool_result.input.files.0.path",
    ),
    "error": (),
    "last_text": ("turn.outputText",),
    "subagent": ("parent_agent_id",),
    "subagent_transcript": (),
}  # fmt: skip
EDIT_TOOLS = ("editor", "write_to_file", "replace_in_file", "apply_diff", "insert_content")
COMMAND_TOOLS = ("run_commands", "execute_command")

REPLIES = {
    "session-start": ('{"cancel":false,"contextModification":', "}"),
    "prompt": ('{"cancel":false,"contextModification":', "}"),
    "pre-tool": ('{"cancel":false,"contextModification":', "}"),
}
OTHER_REPLIES = (
    "agent_id",
    {"pre-tool": ('{"cancel":false,"contextModification":', "}")},
)
"""The command line names its agent, and takes text with a tool call alone."""
DEFERRED_TO = "pre-tool"
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md", ".clinerules/backstory.md")
BRIEF_FILE_BYTES = 1_000_000
STARTS_NEW_ONLY = True

START_VARIABLE = "PWD"
"""It runs the hooks of the repository wherever it starts, and reads instruction files of the folder it starts in."""
PROJECT_VARIABLES = ()
PROJECT_HOOKS = (".clinerules/hooks/PreToolUse",)
USER_HOOKS = "Documents/Cline/Hooks/PreToolUse"
