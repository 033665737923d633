"""The table of settings. One row for each key gives its type, default, limits, help and docs.

`settings.keys`, generated from it, tells type checkers the type of each key.
"""

from typing import Final, Literal, NamedTuple

Type = Literal["text", "number", "flag", "choice", "list", "patterns"]
Layer = Literal["environment", "private", "repository", "user", "default"]
Value = str | int | bool | tuple[str, ...]

FILES: Final[tuple[Layer, ...]] = ("private", "repository", "user")
LAYERS: Final[tuple[Layer, ...]] = ("environment", *FILES)
"""Strongest first; below all of them lie the defaults."""
LAYER_MEANINGS: Final[dict[str, str]] = {
    "environment": "a variable `BACKSTORY_...`",
    "private": "`config.toml` in the project's folder of the data home: this person's, in this project",
    "repository": "`.backstory/config.toml`, committed with the code; it counts once you trust it",
    "user": "this person's own configuration, for every project",
    "default": "the table below",
}


class Setting(NamedTuple):
    """A row of the table.

    `where` names the layers that may set it. A repository's file is written by whoever can commit, so nothing in it
    counts before the person trusts it; and what is the person's alone is not taken from it at all.
    """

    key: str
    type: Type
    default: Value
    help: str
    choices: tuple[str, ...] = ()
    """The values of a choice; of a list, what its items are, or are behind a name and `=`."""
    low: int = 0
    high: int = 0
    where: tuple[Layer, ...] = LAYERS
    adds: bool = False
    """A list that gathers the values of all layers, where others let the strongest layer replace the rest."""
    lowers: bool = False
    """A limit of the person's that a repository may lower and not raise."""
    own: bool = False
    """What a person sets for themselves in one project, unless they say `--team`."""
    foreign: tuple[str, ...] = ()
    """Names that other systems give to the same setting."""

    @property
    def from_repository(self) -> str:
        """When a value in a repository's file counts, in words for docs."""
        if "repository" not in self.where:
            return "never"
        return "once it is trusted, and only to lower it" if self.lowers else "once it is trusted"

    @property
    def variable(self) -> str:
        """Name of the environment variable: the key with underscores for dots."""
        return "BACKSTORY_" + self.key.upper().replace(".", "_")


MODES: Final = (
    "generic-agent-restore", "claude-code-restore", "codex", "copilot-restore", "cursor", "gemini", "human-handoff"
)  # fmt: skip

RANK_WEIGHTS: Final[dict[str, tuple[int, str]]] = {
    "match": (100, "how well a record matches the task"),
    "files": (60, "sharing files with the work at hand"),
    "work": (60, "belonging to the work at hand"),
    "trust": (25, "who said it, and how"),
    "latest": (25, "being made at the end of the work at hand"),
    "recency": (15, "its age"),
    "reason": (15, "giving a reason"),
    "branch": (10, "being made on the branch that is checked out"),
    "stale": (100, "the penalty for code that changed or is gone"),
    "settled": (15, "the penalty of a failure that was resolved"),
    "unused": (10, "the penalty of a record that many sessions got and none used"),
}
"""Signal of ranking -> its weight in hundredths, and what it stands for. `recall.rank` works with them."""

RECALL_SIGNALS: Final[dict[str, str]] = {
    "text": "the words of the text that it has",
    "named": "having the code, symbol or id that the text names",
    "tier": "its tier",
    "kind": "its kind",
    "how": "who said it, and how",
    "recency": "its age",
    "fit": "being the kind of record that a question asks for",
    "stated": "being recorded on purpose, for a question",
    "reason": "giving a reason, for a question why",
    "context": "what was said beside a passage, and in the rest of its session",
    "role": "who said a passage, and whether it only asks",
}
"""Signal of what `recall` finds -> what it stands for. A weight is in hundredths of the usual; `base.shares` works with
them."""
USUAL_WEIGHT: Final = 100

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("enabled", "flag", True,
            "capture and delivery; with `false`, everything stays readable and nothing new is recorded",
            where=("environment", "private", "repository"), own=True),
    Setting("project.name", "text", "", "name of the project in briefs; if empty, the name of its folder",
            foreign=("project_name",)),
    Setting("memory.scope", "choice", "private", "scope of a record that names none",
            choices=("private", "team"), foreign=("default_scope",)),
    Setting("capture.include", "list", ("**",), "globs of files that a snapshot includes",
            foreign=("include_patterns",)),
    Setting("capture.exclude", "list",
            (".git/**", ".venv/**", "node_modules/**", ".backstory/**", ".pytest_cache/**", ".mypy_cache/**",
             ".ruff_cache/**", "**/*.pyc", "build/**", "dist/**"),
            "globs of files that a snapshot leaves out, besides those that git ignores",
            foreign=("exclude_patterns",)),
    Setting("capture.max_files", "number", 50_000,
            "maximum number of files in a snapshot; it names those that it leaves out", low=1,
            high=1_000_000, foreign=("capture_max_files",)),
    Setting("capture.max_bytes", "number", 1_048_576, "largest file whose text is read, in bytes",
            low=1_024, high=1_073_741_824),
    Setting("capture.git", "flag", True, "record branch, commit and changed files with snapshots and checkpoints",
            foreign=("autoGitCapture",)),
    Setting("capture.commits", "number", 5, "recent commits kept with snapshots and checkpoints", low=0, high=100,
            foreign=("recentCommitCount",)),
    Setting("capture.guard_minutes", "number", 5,
            "minutes without an automatic checkpoint after an explicit one", low=0, high=1_440),
    Setting("capture.checkpoints", "flag", True,
            "write a checkpoint when a session ends or is compacted and nobody wrote one"),
    Setting("capture.archive", "flag", False,
            "keep a redacted, compressed copy of transcripts, since agents delete theirs",
            where=("environment", "user")),
    Setting("capture.keep", "number", 365,
            "days to keep sessions, their events and copies, and snapshots, unless a record names them; 0"
            " means for ever",
            low=0, high=36_500, where=("environment", "user")),
    Setting("brief.budget", "number", 1_200, "token budget of a brief without `--budget`", low=1, high=1_000_000,
            foreign=("policies.token.default_budget",)),
    Setting("brief.min_budget", "number", 200, "smallest budget allowed", low=1, high=1_000_000,
            foreign=("policies.token.min_budget",)),
    Setting("brief.max_budget", "number", 16_000, "largest budget allowed", low=1, high=1_000_000,
            lowers=True, foreign=("policies.token.max_budget",)),
    Setting("brief.max_key_files", "number", 30, "maximum number of key files in a brief", low=0, high=1_000,
            foreign=("policies.summarization.max_key_files",)),
    Setting("brief.max_active_files", "number", 25, "maximum number of active files in a brief", low=0, high=1_000,
            foreign=("policies.summarization.max_active_files",)),
    Setting("brief.mode", "choice", "generic-agent-restore", "form of a brief without `--mode`",
            choices=MODES),
    Setting("brief.output", "choice", "stdout", "where `brief` puts its text by default",
            choices=("stdout", "clipboard"), where=("environment", "user"), foreign=("defaultOutput",)),
    *(Setting(f"rank.{signal}", "number", weight, f"weight in briefs, in hundredths: {meaning}", low=0, high=1_000)
      for signal, (weight, meaning) in RANK_WEIGHTS.items()),
    *(Setting(f"recall.{signal}", "number", USUAL_WEIGHT,
              f"weight in what `recall` finds, in hundredths of the usual: {meaning}", low=0, high=1_000)
      for signal, meaning in RECALL_SIGNALS.items()),
    Setting("privacy.redact", "patterns", (), "regular expressions (RE2) redacted on top of the built-in rules",
            adds=True, foreign=("policies.privacy.redact_patterns",)),
    Setting("deliver.agents", "list", (), "agents that `init` sets up; if empty, those in use"),
    Setting("deliver.hooks", "flag", True, "install hooks if an agent has them; with `false`, only instruction files"),
    Setting("deliver.session_tokens", "number", 8_000,
            "maximum number of tokens that hooks add to a session, including its brief (at least `brief.min_budget`);"
            " a compaction resets the count; 0 means no limit",
            low=0, high=1_000_000, where=("environment", "private", "user")),
    Setting("deliver.form", "list", (),
            "how agents get the memory: `push` (the brief), `pull` (a pointer to what can be loaded) or `both`; for one"
            " agent as `codex=pull`", choices=("push", "pull", "both")),
    Setting("deliver.greeting", "flag", True,
            "show the person one line when a session starts, if the agent can",
            where=("environment", "private", "user")),
    Setting("deliver.background", "flag", True,
            "update the agents' files after a command has ended; with `false`, before it ends",
            where=("environment", "user")),
    Setting("mcp.idle_seconds", "number", 300,
            "seconds without a tool call after which the MCP server saves the state; 0 means never", low=0, high=86_400,
            where=("environment", "user")),
    Setting("model.provider", "choice", "none",
            "the model that you chose (`backstory model use`); with `none`, nothing is ever sent",
            choices=("none", "anthropic", "openai", "command"), where=("environment", "user"), foreign=("aiProvider",)),
    Setting("model.name", "text", "", "name of the model at its provider", where=("environment", "user"),
            foreign=("aiModel",)),
    Setting("model.url", "text", "", "address of a server that speaks the provider's protocol, such as"
            " `http://localhost:11434/v1`; if empty, the provider's own", where=("environment", "user")),
    Setting("model.command", "text", "", "command line that reads a prompt on stdin, or in the place of `{prompt}`",
            where=("environment", "user")),
    Setting("model.limit", "number", 1_000_000,
            "maximum number of tokens in a month, sent and received, over all your projects", low=1,
            high=1_000_000_000, where=("environment", "user")),
    Setting("model.max_input", "number", 8_000, "maximum number of tokens of memory in one prompt",
            low=200, high=1_000_000, where=("environment", "user")),
    Setting("model.max_output", "number", 2_000, "maximum number of tokens of one reply", low=100, high=100_000,
            where=("environment", "user")),
    Setting("model.timeout", "number", 120, "seconds to wait for a reply", low=1, high=3_600,
            where=("environment", "user")),
    Setting("model.prices", "list", (),
            "prices of models, as `MODEL=IN/OUT` in dollars for a million tokens; if empty, only tokens are counted",
            where=("environment", "user")),
    Setting("identity.max_chars", "number", 2_400,
            "maximum number of characters of the persona and of the profile, each", low=100, high=100_000,
            where=("environment", "user")),
    Setting("keep.session_days", "number", 30,
            "days to keep the notes of a session (what it got, how far it was read) after its last activity",
            low=1, high=36_500, where=("environment", "user")),
    Setting("keep.backups", "number", 10, "number of newest backups to keep, whatever their age", low=1, high=100_000,
            where=("environment", "user")),
    Setting("keep.backup_days", "number", 90, "days to keep every backup", low=1, high=36_500,
            where=("environment", "user")),
    Setting("keep.trash_days", "number", 180, "days to keep files that `undo` or `doctor` put aside",
            low=1, high=36_500, where=("environment", "user")),
    Setting("log.count", "number", 10, "number of entries that `log` shows without `-n`", low=1, high=10_000,
            foreign=("defaultLogCount",)),
)  # fmt: skip

BY_KEY: Final[dict[str, Setting]] = {setting.key: setting for setting in SETTINGS}

VARIABLES: Final[dict[str, str]] = {
    "BACKSTORY_HOME": "folder of private and user memory, instead of the platform's data folder",
    "BACKSTORY_CONFIG": "file of the user's configuration, instead of the platform's default",
    "BACKSTORY_AGENT": "name of the agent that runs the command, for the origin of records",
    "BACKSTORY_SESSION": "session that records and events belong to",
    "BACKSTORY_PERSON_TOKEN": "token of a script that may trust, reject and forget for you (`backstory trust --token`)",
    "BACKSTORY_MCP_TOKEN": "token that `backstory mcp --http` asks for; without it the server makes one",
    "BACKSTORY_DEBUG": "topics of debug lines (`backstory help debug`); any value also shows traces of internal errors",
}
"""Environment variables that are not settings."""

IDENTITY_KEYS: Final = frozenset({"format", "id", "created"})
"""Keys of a repository's config.toml that say what it is; they are not settings."""


def _foreign_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for setting in SETTINGS:
        names.update(dict.fromkeys(setting.foreign, setting.key))
    return names


FOREIGN: Final[dict[str, str]] = _foreign_names()
"""Names that other systems give to the same thing; accepted by `config set` and `config --set-file`."""

NOT_KEPT: Final[dict[str, str]] = {
    "policies.privacy.persist_shell_history": "shell history is never recorded",
    "watchInterval": "it is an option of `watch`",
    "autoHook": "it is an option of `init`",
}
"""Keys of other systems without a counterpart, and why."""

SECRETS_ELSEWHERE: Final = frozenset({"ai.key", "aiApiKey"})
"""Keys of other systems that hold a secret."""

_SECRET_WORDS: Final = ("token", "secret", "password", "passwd", "credential", "credentials")
_SECRET_KEYS: Final = (
    *("access", "ai", "anthropic", "api", "auth", "encryption", "gpg"),
    *("license", "openai", "private", "secret", "signing", "ssh"),
)
"""Words that make a `key` a credential."""


def is_secret(key: str) -> bool:
    """Whether a key by its name holds a secret (`ai.key`, `aiApiKey`): such a value never belongs in a repository."""
    last = key.rpartition(".")[2]
    last = last.lower() if last.isupper() else last
    words = "".join(f" {sign.lower()}" if sign.isupper() else sign if sign.isalnum() else " " for sign in last).split()
    if words[-1:] == ["key"]:
        return len(words) == 1 or words[-2] in _SECRET_KEYS
    return bool(words) and (words[-1] in _SECRET_WORDS or "".join(words).endswith(("apikey", "secretkey")))
