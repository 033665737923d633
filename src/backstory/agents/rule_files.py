"""The surfaces of the agents of `rule_table`: files that they load by themselves, and their hooks where they have some.

Most read `AGENTS.md` and rules of their own. `AGENTS.md` holds the instructions. The rule file is kept out of git and
holds the brief as well, wherever `AGENTS.md` cannot: in a team, or where git tracks it.
"""

import os
from collections.abc import Mapping
from functools import partial
from typing import Final

from backstory.agents import base
from backstory.agents.agents_md.surfaces import PATH, fit_brief, instruction_surface, instructions
from backstory.agents.base import Detected, Launch, Place, Surface, Texts
from backstory.agents.hook_table import home_hooks, note_missing_hooks, project_hooks
from backstory.agents.permissions import list_tables
from backstory.agents.rule_table import RuleAgent
from backstory.agents.slash_commands import command_surfaces, format_markdown
from backstory.base.regular_file import read_regular
from backstory.edits.block import BEGIN
from backstory.edits.change import Block, Lines, Rules, WholeFile, YamlEntry

_LIMIT: Final = 1 << 20


class RuleFiles:
    """The counterpart of an agent's `surfaces` module, for a row of the table."""

    def __init__(self, row: RuleAgent) -> None:
        self.row = row

    def detect(self, root: str, environ: Mapping[str, str], home: str) -> Detected:
        """By its programs, its folders in the home, and its files in the project."""
        machine = [path for path in (base.on_path(name, environ) for name in self.row.programs) if path]
        machine += base.existing(home, self.row.homes)
        project = base.existing(root, self.row.signs)
        return Detected(bool(machine), bool(project), (*machine, *project))

    def surfaces(self, place: Place) -> list[Surface]:
        """The hooks, the instruction file, and the file of its own that holds the brief."""
        surfaces = project_hooks(self.row.name, place)
        if self.row.shared:
            shared = instruction_surface(place, self._find_shared(place.root))
            surfaces.append(shared._replace(note=note_missing_hooks(self.row.name, place)))
        folder = self.row.rule.partition("/")[0]
        if self.row.rule and folder != self.row.rule and os.path.isfile(os.path.join(place.root, folder)):
            surfaces.append(instruction_surface(place, folder))  # one file, as the agent had it before its folder
        elif self.row.rule:
            surfaces.append(self._rule_surface(place))
        if self.row.permissions and place.hooks and not place.team:
            surfaces.append(
                Surface("lines", self.row.permissions, False, lambda _: Lines(list_tables()), optional=True)
            )
        if self.row.imports:
            path, key = self.row.imports
            surfaces.append(Surface("yaml", path, False, lambda _: YamlEntry(key, (f"- {base.HANDOFF}",))))
        return surfaces

    def user_surfaces(self, launch: Launch) -> list[Surface]:
        """What works in all repositories of a person: hooks and slash commands, where the agent has them."""
        hooks = home_hooks(self.row.name, launch)
        if self.row.permissions:
            hooks.append(Surface("rules", self.row.permissions, False, lambda _: Rules(list_tables()), optional=True))
        if self.row.commands is None:
            return hooks
        pattern, argument = self.row.commands
        return [*hooks, *command_surfaces(pattern, partial(format_markdown, argument=argument))]

    def _rule_surface(self, place: Place) -> Surface:
        shared = place.team or PATH in place.tracked
        is_tracked = not self.row.owned and self.row.rule in place.tracked  # everybody would see the brief

        def build(texts: Texts) -> Block | WholeFile:
            has_block = bool(self.row.shared) and not shared and _holds_block(os.path.join(place.root, PATH))
            text = fit_brief(instructions(), "" if has_block or is_tracked else texts.full)
            return WholeFile(f"{self.row.head}{text}\n".encode()) if self.row.owned else Block(text)

        return Surface("file" if self.row.owned else "block", self.row.rule, False, build, moving=not is_tracked)

    def _find_shared(self, root: str) -> str:
        """The instruction file that the agent reads."""
        return next((path for path in self.row.shared if os.path.isfile(os.path.join(root, path))), self.row.shared[-1])


def _holds_block(path: str) -> bool:
    return BEGIN.encode() in (read_regular(path, _LIMIT) or b"")
