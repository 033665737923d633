"""The table of agents: one row for each. Data only, since every command and the hook process may load it."""

AGENTS = (
    ("claude-code", "Claude Code", ("claude",), ("CLAUDECODE",)),
    ("codex", "Codex", (), ("CODEX_SANDBOX", "CODEX_THREAD_ID")),
    ("gemini", "Gemini CLI", ("gemini-cli",), ("GEMINI_CLI",)),
    ("opencode", "OpenCode", (), ("OPENCODE",)),
    ("qwen", "Qwen Code", ("qwen-code",), ("QWEN_CODE",)),
    ("copilot", "GitHub Copilot", ("copilot-cli", "github-copilot"), ("COPILOT_AGENT_SESSION_ID", "COPILOT_CLI")),
    ("cursor", "Cursor", ("cursor-agent",), ("CURSOR_AGENT", "CURSOR_TRACE_ID")),
    ("droid", "Factory Droid", ("factory", "factory-cli"), ()),
    ("agents-md", "AGENTS.md (Codex, OpenCode, Cursor and others)", ("agents", "agents.md"), ()),
)
"""Name, title, other names, and the environment variables that the agent sets for the commands it runs.

In the order in which agents are shown and installed. The package of an agent is named after it, with `_` for `-`.
The signs are here and not in the dialects because every command looks for all of them before it does anything.
"""

OTHER_SIGNS = (
    ("AMP_THREAD_ID", "amp"),
    ("GOOSE_TERMINAL", "goose"),
    ("CRUSH", "crush"),
)
"""Signs of agents that have no row: they are recognised as speakers, and read `AGENTS.md`."""
