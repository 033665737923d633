"""Reports of `init`: the plan of a dry run, or what was created, edited, found and left alone."""

import os
import shlex
from typing import TYPE_CHECKING, Final

from backstory import deliver
from backstory.api import Memory, find_foreign
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json
from backstory.cli.import_report import print_former_memories
from backstory.git.command_line import git_at
from backstory.model.errors import Exit
from backstory.model.ids import short_id
from backstory.model.text import format_count
from backstory.store.places import InitPlace
from backstory.store.scaffold import FILES

if TYPE_CHECKING:
    from backstory.cli.ingest_report import Offer
    from backstory.cli.library import MemoryMatches
    from backstory.model.snapshot import Snapshot

_VERBS: Final = {"new": "created", "changed": "edited", "shared": "kept", "restored": "restored", "gone": "removed"}
"""The verb printed for a file that was touched."""


class InitPlan(Answer):
    """What `init` would do."""

    schema = "init-plan"
    place: InitPlace
    steps: list[deliver.Step]
    memories: "MemoryMatches"

    def to_json(self) -> Json:
        return {
            "root": self.place.root,
            "steps": [step._asdict() for step in self.steps],
            "memory": _memories_json(self.memories),
        }

    def print_text(self) -> None:
        _print_memories(self.memories, would=True)
        if self._is_empty():
            console.info("nothing would change: this repository is set up already")
        for name in () if self.place.sparse else FILES:
            if not os.path.exists(os.path.join(self.place.team, name)):
                console.info(f"would create .backstory/{name}")
        for step in self.steps:
            if step.diff:
                console.data(step.diff.removesuffix("\n"))
                if step.verb == "restored" and step.note:
                    console.info(f"`{step.path}` would be as it was: {step.note}")
            elif step.verb in ("refused", "skipped"):
                console.warn(f"`{step.path}` would be left alone: {step.note}", step.hint)
            elif step.verb == "shared":
                console.info(f"`{step.path}` would be for the team, and git would see it")

    def _is_empty(self) -> bool:
        """Whether `init` would write nothing."""
        names = () if self.place.sparse else FILES
        is_complete = all(os.path.exists(os.path.join(self.place.team, name)) for name in names)
        plain = ("refused", "skipped", "shared")
        return is_complete and not any(step.diff or step.verb in plain for step in self.steps)


class InitReport(Answer):
    """What `init` created, edited and left alone."""

    schema = "init"
    memory: Memory
    made: list[str]
    steps: list[deliver.Step]
    taken: "Snapshot | None"
    team: bool
    not_detected: bool
    """Whether no agent was named, and none was found."""
    memories: "MemoryMatches"
    offer: "Offer | None" = None
    """Sessions that could be taken in."""
    part: str = ""
    """The submodule or folder that `init` was run in, if it shares the memory of a folder above it."""

    def to_json(self) -> Json:
        offer = self.offer
        return {
            "sessions": {"count": len(offer.sources), "seconds": offer.seconds} if offer and offer.sources else None,
            "commit_statements": offer.claims if offer else 0,
            "id": self.memory.project.id,
            "root": self.memory.project.root,
            "memory": _memories_json(self.memories),
            "made": self.made,
            "snapshot_id": self.taken.id if self.taken else None,
            "touched": [
                {"path": surface.path, "state": surface.verb, "agents": surface.agents, "shared": surface.shared}
                for surface in self._touched()
            ],
            "refused": [
                {"path": surface.path, "reason": surface.note, "hint": surface.hint} for surface in self._refused()
            ],
        }

    def print_text(self) -> None:
        root = self.memory.project.root
        if self._has_changes():
            console.info(f"Project memory for `{root}`")
        elif self.exit_code is Exit.PARTLY:
            console.info(f"`{root}` is set up, except for the following")
        else:
            console.info(f"Nothing to do: `{root}` is set up")
        if self.part:
            path = shlex.quote(os.path.relpath(self.part))
            is_submodule = os.path.exists(os.path.join(self.part, ".git"))
            what = "is a submodule and shares this memory" if is_submodule else "is in it and shares this memory"
            console.info(f"`{self.part}` {what}")
            console.info(f"hint: `backstory --project-root {path} init` gives it one of its own")
        _print_memories(self.memories)
        self._print_files()
        if self.made or self._touched():
            console.info("  undo     `backstory clean` restores every file byte for byte")
        if self.not_detected:
            console.info("No coding agent was found on this machine, so these are the files that most agents read.")
            console.info("hint: to keep only AGENTS.md: `backstory clean`, then `backstory init --agents agents-md`")
        self._print_commit()
        self._print_trust()
        print_former_memories(self.memory)
        if self.offer is not None:
            console.info(f"{self.offer.words} can be ingested")
            console.info(f"hint: `backstory ingest`, about {self.offer.seconds} s")
        console.info(f"What you remember is kept {self._scope()}.")
        has_agents = any(step.agents for step in self.steps if step.verb not in ("gone", "refused", "skipped"))
        how = "start your agent: it gets the decision" if has_agents else "`backstory brief` prints it for an agent"
        console.info(f'hint: `backstory remember decision "..." --why "..."`, then {how}')

    def _print_files(self) -> None:
        paths = [self._short_path(path) for path in self.made]
        own = sorted({".backstory/" if path.startswith(".backstory") else path for path in paths})
        if own:
            console.info(f"  created  {', '.join(own)}")
        for step in self._touched():
            self._print_step(step)
        if self.taken:
            console.info(f"  snapshot snap-{short_id(self.taken.id)}: {format_count(self.taken.files, 'file')}")
        for step in self._refused():
            is_named = f"`{step.path}`" in step.note
            what = step.note if is_named else f"`{step.path}` was left alone: {step.note}"
            console.warn(what, step.hint.split("\n")[0].rstrip(":"))

    def _print_step(self, step: deliver.Step) -> None:
        """Names a file that was touched, and who reads it."""
        reader = ", ".join(step.agents) or "git"
        verb = _VERBS[step.verb]
        whose = "for the team" if step.shared else "yours"
        if step.verb == "shared":
            whose += ", and git sees it from now on"
        elif self.memory.project.git_dir and not step.shared and step.verb in ("new", "changed"):
            whose += ", and git sees it" if self._is_exclude_refused() else ", kept out of git"
        console.info(f"  {verb:<8} {self._short_path(step.path)} ({reader}; {whose})")
        if step.note:
            console.info(f"           {step.note}")

    def _is_exclude_refused(self) -> bool:
        """Whether the personal files could not be listed in `.git/info/exclude`. No private text is in them then."""
        return any(os.path.basename(step.path) == "exclude" for step in self._refused())

    def _print_commit(self) -> None:
        """Names the command that brings a team's files into the repository."""
        shared = [step.path for step in self._touched() if step.shared and step.verb != "gone"]
        if self.team and (shared or any(path.startswith(self.memory.project.team) for path in self.made)):
            paths = " ".join(sorted({".backstory", *map(shlex.quote, shared)}))
            git = git_at(self.memory.project.root)
            console.info(f'hint: share it with a commit: `{git} add {paths} && {git} commit -m "Add project memory"`')

    def _print_trust(self) -> None:
        rows = self.memory.fresh().rows()
        foreign = find_foreign(rows)
        scopes = [row.record.scope for row in rows if row.record.id in foreign]
        cloned_count, imported = scopes.count("team"), len(scopes) - scopes.count("team")
        if cloned_count:
            console.info(
                f"{format_count(cloned_count, 'record')} came with the repository, untrusted and marked so for agents"
            )
            them = "it" if cloned_count == 1 else "them"
            console.info(f"hint: read {them}, `backstory list --scope team`, and then `backstory trust`")
        if imported:
            verb, them = ("is", "it") if imported == 1 else ("are", "them")
            console.info(
                f"{format_count(imported, 'record')} of yours came from an archive and {verb} untrusted so far"
            )
            console.info(f"hint: read {them}, `backstory list`, and then `backstory trust`")

    def _scope(self) -> str:
        shared = self.team or self.memory.settings.get("memory.scope") == "team"
        if shared and not self.memory.project.sparse:
            return "in the repository, for the team"
        return "only for you, outside the repository"

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if any(step.verb == "refused" for step in self.steps) else Exit.DONE

    def _has_changes(self) -> bool:
        return bool(self.made or self._touched() or self.taken)

    def _touched(self) -> list[deliver.Step]:
        """The files that were written, removed or shown to git; of several steps of one kind for a file the first."""
        first = {(step.path, step.verb): step for step in reversed(self.steps) if step.verb in _VERBS}
        return [step for step in self.steps if first.get((step.path, step.verb)) is step]

    def _refused(self) -> list[deliver.Step]:
        """The files that were left alone: they cannot be edited, or are not ours to edit."""
        return [step for step in self.steps if step.verb in ("refused", "skipped")]

    def _short_path(self, path: str) -> str:
        """The path relative to the working tree, where it is inside."""
        root = self.memory.project.root
        return os.path.relpath(path, root) if path.startswith(root + os.sep) else path


def _memories_json(memories: "MemoryMatches") -> Json:
    match = memories.match
    return {
        "attached": {"id": match.id, "records": match.records, "evidence": match.evidence} if match else None,
        "similar": [{"id": one.id, "name": one.name, "records": one.records} for one in memories.similar],
    }


def _print_memories(memories: "MemoryMatches", *, would: bool = False) -> None:
    """Says which memory was found, or which ones a person may choose from."""
    match = memories.match
    if match:
        done = "would be attached" if would else "attached"
        console.info(f"found the memory of this repository: {format_count(match.records, 'record')}, {done}")
    for one in memories.similar:
        console.info(f"this may be the repository of `{one.name}`, with {format_count(one.records, 'private record')}")
        short = one.id[-8:].lower()
        verb = "merge" if one.evidence else "adopt"
        console.info(f"hint: if it is, `backstory projects {verb} {short}`")
