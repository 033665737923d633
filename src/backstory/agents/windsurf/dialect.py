"""How Windsurf's hooks speak. Data only: the hook process loads this file and nothing else of the agent.

They take no text. A payload names no folder: a hook runs in the top folder of the workspace.
"""

NAME = "windsurf"

EVENTS = {
    "pre_user_prompt": "prompt",
    "post_write_code": "post-tool",
    "post_run_command": "post-tool",
    "post_cascade_response_with_transcript": "stop",
}
FIELDS = {
    "session": ("trajectory_id",),
    "cwd": (),
    "transcript": ("tool_info.transcript_path",),
    "source": (),
    "prompt": ("tool_info.user_prompt",),
    "prompt_id": ("execution_id",),
    "tool": ("agent_action_name",),
    "use": (),
    "path": ("tool_info.file_path",),
    "error": (),
    "last_text": (),
    "subagent": (),
    "subagent_transcript": (),
}
EDIT_TOOLS = ("post_write_code",)
COMMAND_TOOLS = ("post_run_command",)

MAX_INJECTED = 9_500
BRIEF_MODE = "generic-agent-restore"
BRIEF_FILES = ("AGENTS.md", ".windsurf/rules/backstory.md")
BRIEF_FILE_BYTES = 1_000_000

PROJECT_HOOKS = (".windsurf/hooks.json",)
USER_HOOKS = ".codeium/windsurf/hooks.json"
