"""One working tree for `deliver`: its agents' surfaces, its ledger, the files that git tracks and ignores."""

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from backstory.agents import base, registry
from backstory.agents.base import Agent, Launch, Place, Surface, Texts
from backstory.base.discovery import read_dot_git, user_home
from backstory.edits import foreign, lines
from backstory.edits.change import Block, Change, Lines, WholeFile, kind_of
from backstory.edits.diff import format_diff
from backstory.edits.ledger import Entry, Ledger, Part
from backstory.edits.ledger_file import HOOKED, Kind
from backstory.git.command_line import git_at
from backstory.git.repository import Git
from backstory.git.sparse import is_sparse
from backstory.model.errors import BackstoryError
from backstory.redact.record_ids import clean_around

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

FOLDER: Final = "edits"
"""The folder of the ledgers, below `projects/<id>`."""

_HIDES: Final = "it was untracked, and `git status` does not show it from now on; `backstory clean` undoes that"
_OTHER_WAYS: Final = (
    "`backstory init --team` writes into it for everybody; else tell the agent to run `backstory brief`"
)

Verb = Literal["new", "changed", "same", "shared", "restored", "gone", "kept", "left", "refused", "skipped"]


class Step(NamedTuple):
    """An edit of one file that was made or would be made.

    `verb`: `new`, `changed`, `same`, `shared` (the same, and the team's from now on); taken out: `restored` (nothing of
    ours is left in it), `gone` (it was ours); `kept` (our part is in git and stays); `left` (our part was changed by
    hand, `hint` says how to proceed); `refused` (`note` and `hint` say why); `skipped` (not ours to edit, likewise).
    """

    agents: tuple[str, ...]
    path: str
    """Relative to the root with forward slashes, or absolute outside of it."""
    kind: Kind
    shared: bool
    """Committed with the repository."""
    verb: Verb
    diff: str = ""
    note: str = ""
    hint: str = ""


class Served(NamedTuple):
    """A surface and all the agents that it serves."""

    surface: Surface
    agents: tuple[str, ...]
    private: bool = False
    """Whether the set-up is for this person alone, so that it leaves the team's files as they are."""

    @property
    def hidden(self) -> bool:
        """Whether it is a personal file within the project, which git must not see."""
        return not self.surface.shared and not os.path.isabs(self.surface.path)


class Tree:
    """A project's working tree. `home` is the person's home folder."""

    def __init__(
        self, project: "Project", gate: "Gate", environ: Mapping[str, str], home: str = "", launch: Launch | None = None
    ) -> None:
        self.project = project
        self.gate = gate
        self.home = home or user_home(environ)
        self.ledger = Ledger(os.path.join(project.private, FOLDER), project.root, gate)
        self.exclude = os.path.join(project.common_dir, "info", "exclude") if project.common_dir else ""
        self.environ = environ
        self._launch = launch
        self._tracked: dict[str, bool] = {}
        self._dotted: list[frozenset[str] | None] = []
        """What git tracks at the top and in hidden folders, once it was asked; None where it does not answer."""

    # What agents want

    def surfaces(self, agent: Agent, *, team: bool, hooks: bool) -> list[Surface]:
        """An agent's surfaces. The agent is asked twice, since some depend on whether git tracks their paths."""
        first = agent.surfaces(self.place(team=team, hooks=hooks))
        return agent.surfaces(self.place(team=team, hooks=hooks, paths=[surface.path for surface in first]))

    def list_served(self, agents: Sequence[str], *, team: bool, hooks: bool) -> list[Served]:
        """Each file once, also where several agents read it or one is a link to another.

        Of two surfaces for one file the shared one is taken, since all readers see it, and then the one that moves.
        """
        served: dict[tuple[str, Kind], Served] = {}
        for name in agents:
            agent = registry.load_agent(name)
            for surface in self.surfaces(agent, team=team, hooks=hooks):
                key = (os.path.realpath(self.ledger.absolute(surface.path)), surface.kind)
                former = served.get(key, Served(surface, ()))
                best = max((surface, former.surface), key=lambda rival: (rival.shared, rival.moving))
                served[key] = Served(best, tuple(dict.fromkeys((*former.agents, agent.name))), not team)
        return list(served.values())

    def place(self, *, team: bool, hooks: bool, paths: Iterable[str] = ()) -> Place:
        """The description of the project for the instructions of an agent. Looks `paths` up in git."""
        self._launch = self._launch or base.launch()
        tracked = frozenset(path for path in paths if self.tracked(path))
        return Place(self.project.root, self.home, self._launch, team, hooks, bool(self.project.git_dir), tracked)

    # What git knows

    def tracked(self, path: str) -> bool:
        """Whether git has the file in its index, so that its content can be committed."""
        if not self.project.git_dir or os.path.isabs(path):
            return False
        if path not in self._tracked:
            self._tracked[path] = self._ask_git(path)
        return self._tracked[path]

    def _ask_git(self, path: str) -> bool:
        """What git says of a path. Nearly all of them are files at the top and in hidden folders, so one question
        answers for these."""
        if path.startswith(".") or not ("/" in path or os.path.isdir(os.path.join(self.project.root, path))):
            if not self._dotted:
                self._dotted.append(Git(self.project.root, self.environ).list_dotted())
            names = self._dotted[0]
            if names is not None and not path.startswith(("./", "..")):
                return path.rstrip("/") in names
        return Git(self.project.root, self.environ).tracked(path)

    def find_hidden(self, paths: Iterable[str]) -> frozenset[str]:
        """The paths within the project that git ignores and does not track. `paths` are absolute."""
        by_relative_path = {os.path.relpath(path, self.project.root): path for path in paths}
        if not self.project.git_dir or not by_relative_path:
            return frozenset(by_relative_path.values())
        return frozenset(
            by_relative_path[path] for path in Git(self.project.root, self.environ).hidden(list(by_relative_path))
        )

    def _left_out(self, path: str) -> bool:
        return is_sparse(Git(self.project.root, self.environ), path)

    def sealed(self, path: str) -> bool:
        """Whether private text may be written into a personal file: git neither tracks it nor can add it."""
        if not self.exclude or os.path.isabs(path):
            return True
        try:
            data = foreign.read(self.exclude, within=self.project.common_dir).data or b""
            return not self.tracked(path) and self._pattern(path) in lines.read(data)
        except BackstoryError:
            return False

    def seal(self, paths: Iterable[str], *, dry: bool) -> Step | None:
        """Lists personal files in `.git/info/exclude`, with those of the project's other working trees."""
        needed = [self._pattern(path) for path in paths]
        if not self.exclude or not needed:
            return None
        others = chain.from_iterable(map(_recorded_lines, self.ledger.others(self.exclude)))
        edit = Lines(sorted({*others, *needed}))
        return self.edit(self.exclude, edit, (), shared=False, within=self.project.common_dir, dry=dry)

    def lists_its_own(self, entry: Entry) -> bool:
        """Whether an entry is of `.git/info/exclude`, and our files of this tree stand there beside those of others."""
        try:
            data = foreign.read(self.exclude, within=self.project.common_dir).data or b"" if self.exclude else b""
            return self.ledger.absolute(entry.path) == self.exclude and set(_recorded_lines(entry)) <= set(
                lines.read(data)
            )
        except BackstoryError:
            return False

    def _pattern(self, path: str) -> str:
        """Patterns count from the top of the work tree, which may lie above the project."""
        top = self.project.root
        while not read_dot_git(top)[0] and os.path.dirname(top) != top:
            top = os.path.dirname(top)
        return lines.pattern(os.path.relpath(os.path.join(self.project.root, path), top).replace(os.sep, "/"))

    # What is edited

    def parts(self) -> list[tuple[Entry, Part]]:
        """Every edit that the ledger knows, with the entry of its file."""
        return [(entry, part) for entry in self.ledger.entries() for part in entry.parts]

    def personal(self) -> list[str]:
        """The personal files within the project that the ledger knows."""
        entries = self.ledger.entries()
        return [entry.path for entry in entries if any(is_personal(entry.path, part) for part in entry.parts)]

    def put(self, served: Served, texts: Texts, *, dry: bool, again: bool = False) -> Step:
        """Writes one surface into its file. `again` only replaces an edit that is there. A refusal is a step too."""
        surface = served.surface
        obstacle = self._obstacle(served)
        if obstacle:
            return obstacle
        if not dry and served.hidden and not self.sealed(surface.path):
            texts = texts._replace(full=texts.team)
        within = self.home if os.path.isabs(surface.path) else self.project.root
        edit = self._redacted(surface.build(texts), texts.ids)
        hides = not (dry or again) and self.sealed(surface.path) and self._hides_own_text(served)
        step = self.edit(surface.path, edit, served.agents, shared=surface.shared, within=within, dry=dry, again=again)
        note = _HIDES if hides else surface.note
        return step._replace(note=step.note or note) if step.verb in ("new", "changed") else step

    def _hides_own_text(self, served: Served) -> bool:
        """Whether a file that the person wrote, and git showed as untracked, is one that we now edit and hide."""
        path = served.surface.path
        if not (served.hidden and self.exclude) or os.path.isabs(path) or self.ledger.entry(path) or self.tracked(path):
            return False
        return self.holds_own_text(path) and self._is_shown(path, self._own_rules())

    def takes(self, served: Served) -> bool:
        """Whether a personal surface can be written into its file: git does not track it, and it can be edited."""
        if self.tracked(served.surface.path):
            return False
        return self.put(served, Texts(), dry=True).verb not in ("refused", "skipped")

    def find_obstacle(self, served: Served) -> Step | None:
        """The step that says why a surface is not written although its file can be edited, or None."""
        return self.leave(served) if self.is_the_persons(served) else self._obstacle(served)

    def _obstacle(self, served: Served) -> Step | None:
        """The step that says why a surface is not written, or None."""
        surface, path = served.surface, served.surface.path
        verb: Verb = "refused"
        if self.is_the_teams(served):
            verb, note = "skipped", "git tracks it, and a private set-up edits no file of the team's"
            hint = _OTHER_WAYS
        elif surface.optional and self.tracked(path):
            verb, note = "skipped", "git tracks it, and what we add is for you alone"
            hint = "answer the agent with `always` when it asks whether it may run `backstory`"
        elif surface.kind in HOOKED and ".local." not in path and served.hidden and self.tracked(path):
            note, hint = f"git tracks `{path}`, and a private set-up edits no file of the team's", _other_hooks(served)
        elif served.hidden and self.tracked(path):
            note = f"`{path}` is for personal settings, but git tracks it"
            command = f"{git_at(self.project.root)} rm --cached {shlex.quote(path)}"
            hint = f"take it out of git: `{command}`, then run `backstory init` again"
        elif self._is_edited(surface):
            what, where = (
                (f"`{path}`", "it")
                if surface.kind == "file"
                else (f"the block in `{path}`", f"the block from `{path}`")
            )
            verb, note = "left", f"{what} was changed by hand and is left as it is"
            hint = f"to have it written again, delete {where} and run `backstory init` again"
        elif surface.shared and not os.path.isabs(path) and self._left_out(path):
            note = "git has it, outside of this sparse checkout"
            words = ["git", "-C", self.project.root, "sparse-checkout", "add", os.path.dirname(path) or "."]
            hint = f"bring it in: `{shlex.join(words)}`"
        else:
            return None
        return Step(served.agents, path, surface.kind, surface.shared, verb, "", note, hint)

    def leave(self, served: Served) -> Step:
        """The step for a file that is the person's own."""
        note = "it is yours and git does not have it yet; a private set-up neither edits nor hides it"
        surface = served.surface
        hint = _other_hooks(served) if surface.kind in HOOKED else _OTHER_WAYS
        if surface.optional:  # no team's file holds it
            hint = f"hide it yourself, then run `backstory init` again: `echo /{surface.path} >>.git/info/exclude`"
        return Step(served.agents, surface.path, surface.kind, surface.shared, "skipped", "", note, hint)

    def is_the_teams(self, served: Served) -> bool:
        """Whether a private set-up would edit a file that git tracks. An edit that is there already stays."""
        surface = served.surface
        entry = self.ledger.entry(surface.path)
        is_ours = bool(entry and entry.part(surface.kind))
        return served.private and surface.shared and self.tracked(surface.path) and not is_ours

    def is_the_persons(self, served: Served) -> bool:
        """Whether a file is the person's own and git would take it in, were it not hidden.

        That also becomes of a file that we made, once the person writes into it. Files with `.local` in their name are
        personal by custom and may be hidden.
        """
        path = served.surface.path
        if not (served.hidden and self.exclude) or ".local." in os.path.basename(path) or self.tracked(path):
            return False
        return self.holds_own_text(path) and self.would_be_visible(path)

    def holds_own_text(self, path: str) -> bool:
        """Whether a file has text that is not ours."""
        try:
            data = self.ledger.preview_revert(path).after
        except BackstoryError:
            return False
        return bool((data or b"").strip())

    def would_be_visible(self, path: str) -> bool:
        """Whether git would show an untracked file if our lines did not hide it."""
        return self._is_shown(path, self._own_rules() if self.ledger.entry(path) else ["--exclude-standard"])

    def _is_shown(self, path: str, rules: Sequence[str]) -> bool:
        ran = Git(self.project.root, self.environ).attempt("ls-files", "-o", *rules, "-z", "--", f":(literal){path}")
        return bool(ran.out)

    def _own_rules(self) -> list[str]:
        """The options of `git ls-files` for what the person and the team ignore, without our lines."""
        rules = ["--exclude-per-directory=.gitignore"]
        default = os.path.join(self.environ.get("XDG_CONFIG_HOME") or os.path.join(self.home, ".config"), "git/ignore")
        git = Git(self.project.root, self.environ)
        shared = os.fsdecode(git.attempt("config", "--path", "core.excludesFile").out.rstrip(b"\n")) or default
        if os.path.isfile(shared):
            rules.append(f"--exclude-from={shared}")
        try:
            own = lines.revert(foreign.read(self.exclude, within=self.project.common_dir).data or b"")
        except BackstoryError:
            return rules
        patterns = (line for line in os.fsdecode(own).splitlines() if line.strip() and not line.startswith("#"))
        return [*rules, *(f"--exclude={line}" for line in patterns)]

    def _is_edited(self, surface: Surface) -> bool:
        """Whether a personal text of ours was changed by hand."""
        is_text = surface.kind == "block" or (surface.kind == "file" and surface.moving)
        return is_text and not surface.shared and self.ledger.state(surface.path, surface.kind) == "edited"

    def take(self, entry: Entry, part: Part, agent: str = "", *, dry: bool, brought: bool = False) -> Step:
        """Takes one edit out of its file, with `agent` only for that one. `brought`: also where it came with git."""
        agents = (agent,) if agent else tuple(part.agents)
        try:
            if dry:
                _, before, after = self.ledger.preview_revert(entry.path, kind=part.kind, agent=agent, brought=brought)
                verb: Verb = "same" if before == after else "gone" if after is None else "restored"
                verb = "kept" if part.brought and not brought else verb
                diff = format_diff(self._display_path(entry.path), before, after)
                return Step(agents, entry.path, part.kind, part.shared, verb, diff)
            outcome = self.ledger.revert(entry.path, kind=part.kind, agent=agent, brought=brought)
        except BackstoryError as err:
            return Step(agents, entry.path, part.kind, part.shared, "refused", "", err.message, err.hint)
        verbs: dict[str, Verb] = {"removed": "gone", "restored": "restored", "changed": "changed"}
        verb = "kept" if part.brought and not brought else verbs.get(outcome.action, "same")
        return Step(agents, entry.path, part.kind, part.shared, verb, "", outcome.note)

    def edit(
        self,
        path: str,
        edit: Change,
        agents: tuple[str, ...],
        *,
        shared: bool,
        within: str,
        dry: bool,
        again: bool = False,
    ) -> Step:
        kind = kind_of(edit)
        try:
            before, after = self.ledger.preview(path, [edit], within=within)[1:]
            verb: Verb = "same" if before == after else "new" if before is None else "changed"
            diff = format_diff(self._display_path(path), before, after)
            outcome = None
            if not dry:
                tracked = shared and self.tracked(path)
                outcome = self.ledger.apply(
                    path, edit, agents=agents, shared=shared, within=within, again=again, tracked=tracked
                )
        except BackstoryError as err:
            return Step(agents, self._within_root(path), kind, shared, "refused", "", err.message, err.hint)
        return Step(agents, self._within_root(path), kind, shared, verb, diff, outcome.note if outcome else "")

    def _redacted(self, edit: Change, ids: Sequence[str]) -> Change:
        """Redacts the texts of an edit, also those that were redacted before: no durable write without it."""
        if isinstance(edit, Block):
            return edit._replace(text=clean_around(self.gate, edit.text, ids))
        if isinstance(edit, WholeFile):
            text = edit.data.decode("utf-8", "replace")
            return WholeFile(clean_around(self.gate, text, ids).encode("utf-8", "replace"))
        return edit

    def _display_path(self, path: str) -> str:
        return os.path.relpath(path, self.project.root) if path == self.exclude else path

    def _within_root(self, path: str) -> str:
        """The path as steps have it: relative where it is within the working tree."""
        root = self.project.root + os.sep
        return path[len(root) :].replace(os.sep, "/") if path.startswith(root) else path


def _other_hooks(served: Served) -> str:
    """The advice if a private set-up writes no hooks into a file of the project."""
    return (
        f"`backstory agents add {','.join(served.agents)} --global` puts hooks into your home folder; `backstory init "
        "--team` writes them into the repository, for everybody"
    )


def is_personal(path: str, part: Part) -> bool:
    """Whether an edit is in a personal file within the project, for some agent."""
    return bool(part.agents) and not part.shared and not os.path.isabs(path) and part.kind != "script"


def _recorded_lines(entry: Entry) -> list[str]:
    part = entry.part("lines")
    return lines.read(str(part.memo.get("fragment", "")).encode()) if part else []
