"""The moment a brief is made for: who asks, about what, where the work stands, and how much may be said."""

from typing import Final

import msgspec

from backstory.model.errors import Invalid

GENERIC: Final = "generic-agent-restore"
CLAUDE: Final = "claude-code-restore"
COPILOT: Final = "copilot-restore"
HUMAN: Final = "human-handoff"
MODES: Final[tuple[str, ...]] = (GENERIC, COPILOT, CLAUDE, HUMAN)
_MODE_ALIASES: Final[dict[str, str]] = {
    "": GENERIC,
    "generic": GENERIC,
    "agent": GENERIC,
    **{mode.rpartition("-")[0]: mode for mode in (CLAUDE, COPILOT, HUMAN)},
}
STRATEGIES: Final[tuple[str, ...]] = ("balanced", "aggressive", "tail")
_STRATEGY_ALIASES: Final[dict[str, str]] = {"": "balanced", "legacy": "tail"}


class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a brief is composed for. Aliases of `mode` and `strategy` are resolved; unknown ones raise `Invalid`."""

    mode: str = GENERIC
    """Form of the text; the human one is ordered for reading, the others for a stable prefix."""
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
    """Only these records, whatever their tier. `kinds` and `ids` leave out all that is no record."""
    as_of: str = ""
    """A date (`YYYY-MM-DD…`): records made later are left out. Anything else is only named."""
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
        """Whether the caller asked for certain records, and not for the state of things."""
        return bool(self.kinds or self.ids)

    @property
    def day(self) -> str:
        return self.now[:10]
