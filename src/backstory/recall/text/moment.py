"""The request for a brief: who asks, about what, the state of the work, and the budget."""

from typing import Final

import msgspec

from backstory.model.errors import Invalid

GENERIC: Final = "generic-agent-restore"
CLAUDE: Final = "claude-code-restore"
COPILOT: Final = "copilot-restore"
CODEX: Final = "codex"
CURSOR: Final = "cursor"
GEMINI: Final = "gemini"
HUMAN: Final = "human-handoff"
MODES: Final[tuple[str, ...]] = (GENERIC, CLAUDE, CODEX, COPILOT, CURSOR, GEMINI, HUMAN)
TELEGRAPHIC: Final = (GENERIC, CLAUDE, CODEX, CURSOR, GEMINI)
"""Modes that have a telegraphic form for small budgets."""
_MODE_ALIASES: Final[dict[str, str]] = {
    "": GENERIC,
    "generic": GENERIC,
    "agent": GENERIC,
    **{mode.rpartition("-")[0]: mode for mode in (CLAUDE, COPILOT, HUMAN)},
}
STRATEGIES: Final[tuple[str, ...]] = ("balanced", "aggressive", "tail")
_STRATEGY_ALIASES: Final[dict[str, str]] = {"": "balanced", "legacy": "tail"}


MAX_EDITED: Final = 20
"""Files of earlier sessions that count as files in play."""
SMALL: Final = 900
"""Tokens below which a brief for an agent is in telegraphic form: a line a statement, no headings, ids and origins."""
TIGHT: Final = 2_000
"""Tokens below which a brief shortens what an agent finds out without it."""


class BriefRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A request for a brief. Resolves aliases of `mode` and `strategy`; raises Invalid for unknown ones."""

    mode: str = GENERIC
    """Form of the text: the human one is ordered for reading, the others for a stable prefix."""
    budget: int = 1200
    """Tokens of the whole rendered text, counted with `ESTIMATE_RESERVE`: a ceiling, not a goal."""
    strategy: str = "balanced"
    """`balanced`: most relevant first. `aggressive`: each record in a line, so that more of them fit. `tail`: newest
    first, nothing weighed (`legacy`)."""
    project: str = ""
    branch: str = ""
    commit: str = ""
    who: str = ""
    """`Name <mail>` of the person asking, as git has it."""
    agent: str = ""
    """The coding agent asking, empty for a person."""
    session: str = ""
    goal: str = ""
    task: str = ""
    query: str = ""
    files: tuple[str, ...] = ()
    """Paths in play, relative to the project root: dirty, just edited, named by the caller."""
    now: str = ""
    """UTC, `YYYY-MM-DDTHH:MM:SSZ`. Only its day counts, so that a brief is the same all day."""
    limit: int = 0
    """Most records in the brief; 0: as many as the budget holds."""
    kinds: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    """Only these records, whatever their tier. With `kinds` or `ids` the brief holds records only."""
    as_of: str = ""
    narrowed: bool = False
    """Whether the request asks for some records only: by kind, id or query."""
    """A date (`YYYY-MM-DD…`): later records are omitted. Any other text is only shown."""
    elsewhere: dict[str, int] = {}
    """Branch -> the number of records that only it has. The brief names them."""
    stable_first: bool = False
    """Whether what seldom changes comes first: for a text that stands at the beginning of every prompt, such as an
    instruction file, so that a prompt cache keeps its beginning."""
    weights: dict[str, int] = {}
    """Signal -> its weight in hundredths, where that is not the one of `rank.WEIGHTS`."""
    unused: tuple[str, ...] = ()
    """Ids of records that many sessions were given and none has used."""
    max_key_files: int = 30
    max_active_files: int = 25

    def __post_init__(self) -> None:
        mode = _MODE_ALIASES.get(self.mode, self.mode)
        strategy = _STRATEGY_ALIASES.get(self.strategy, self.strategy)
        if mode not in MODES:
            raise Invalid(f"no mode `{self.mode}`", hint=f"modes are {', '.join(MODES)}")
        if strategy not in STRATEGIES:
            raise Invalid(f"no strategy `{self.strategy}`", hint=f"strategies are {', '.join(STRATEGIES)}")
        msgspec.structs.force_setattr(self, "mode", mode)
        msgspec.structs.force_setattr(self, "strategy", strategy)

    @property
    def only_records(self) -> bool:
        """Whether the caller asks for certain records only, without the state of the work."""
        return bool(self.kinds or self.ids)

    @property
    def is_small(self) -> bool:
        """Whether there is so little room that an agent gets the telegraphic form."""
        return self.budget < SMALL and self.mode in TELEGRAPHIC

    @property
    def is_tight(self) -> bool:
        """Whether each line has to be short, so that what was decided has room."""
        return self.budget < TIGHT

    @property
    def day(self) -> str:
        return self.now[:10]

    @property
    def relative_to(self) -> str:
        """The day from which days are told as `today` or `3 days ago`; empty in a brief of the past, which has dates.
        Whoever reads that has another today."""
        return "" if self.as_of else self.day
