"""The answer of commands that keep a record: what was kept, where, and what to mind."""

from typing import TYPE_CHECKING

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json
from backstory.git.command_line import git_at_record

if TYPE_CHECKING:
    from backstory.cli.library import Remembered


class RememberedAnswer(Answer):
    """A record that was kept, or the one that said the same before."""

    schema = "remember"
    kept: "Remembered"
    verb: str = "Remembered"

    def to_json(self) -> Json:
        record, remembered = self.kept.record, self.kept
        return {
            "id": record.id,
            "short": record.short,
            "kind": record.kind,
            "title": record.title,
            "scope": record.scope,
            "tier": record.tier,
            "path": remembered.path,
            "new": remembered.new,
            "redacted": remembered.redacted,
            "spooled": remembered.spooled,
            "notes": [{"message": message, "hint": hint} for message, hint in remembered.notes],
        }

    def print_text(self) -> None:
        record, remembered = self.kept.record, self.kept
        verb = self.verb if remembered.new else "Kept"
        console.info(
            f'{verb} {record.kind} {record.short} "{record.title}" ({_name_scope(record.scope)}, {record.tier})'
        )
        if remembered.redacted:
            secrets = "1 secret was" if remembered.redacted == 1 else f"{remembered.redacted} secrets were"
            console.warn(f"{secrets} redacted before anything was written")
        for message, hint in remembered.notes:
            console.info(message)
            console.info(f"hint: {hint}")
        self._print_hint()

    def _print_hint(self) -> None:
        """Where the record waits, or how it reaches the team."""
        record, remembered = self.kept.record, self.kept
        if remembered.spooled and not remembered.sealed:
            console.info(
                "hint: the data home cannot be read or written here; the record waits until a person imports it: "
                f"`backstory import {remembered.path}`"
            )
        elif remembered.spooled:
            console.info(
                "hint: the data home cannot be written here; the record waits in `.backstory/local/spool/` for the "
                "next command that can"
            )
        elif record.scope == "team" and remembered.new:
            git = git_at_record(remembered.path)
            console.info(f"hint: a commit shares it: `{git} add .backstory`; `backstory undo` takes it back")


def _name_scope(scope: str) -> str:
    return "user, for all your projects" if scope == "user" else scope
