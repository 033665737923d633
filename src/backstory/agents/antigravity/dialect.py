"""How Antigravity's hooks speak. Data only: the hook process loads this file and nothing else of the agent.

What it takes stands in the next call of the model alone. A payload names no event and no reason.
"""

NAME = "antigravity"

EVENTS = {"SessionStart": "session-start", "Stop": "stop"}
FIELDS = {
    "session": ("conversationId",),
    "cwd": ("workspacePaths.0",),
    "transcript": ("transcriptPath",),
    "source": (),
    "prompt": (),
    "prompt_id": (),
    "tool": ("toolCall.name",),
    "use": (),
    "path": ("toolCall.args.TargetFile", "toolCall.args.AbsolutePath"),
    "error": ("error",),
    "last_text": (),
    "subagent": (),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("write_to_file", "replace_file_content", "multi_replace_file_content")
COMMAND_TOOLS = ("run_command",)

REPLIES = {"session-start": ('{"injectSteps":[{"ephemeralMessage":', "}]}")}
MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md", ".agents/rules/backstory.md")
BRIEF_FILE_BYTES = 1_000_000
STARTS_NEW_ONLY = True

PROJECT_HOOKS = (".agents/hooks.json",)
USER_HOOKS = ".gemini/config/hooks.json"
