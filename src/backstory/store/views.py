"""Saved queries of one person in one project: `views.json`, a list of {name, query, budget}."""

from typing import TYPE_CHECKING, Final

import msgspec

from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.store.files import read_file, write_atomic
from backstory.store.lock import Lock

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

MAX_BYTES: Final = 1 << 20
MAX_NAME: Final = 40
_FIRST: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_LATER: Final = _FIRST | frozenset("._-")


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """A query with a name. `budget` is the tokens of its brief; 0 means the setting for all briefs."""

    name: str
    query: str
    budget: int = 0


class _File(msgspec.Struct):
    views: list[View] = []


class ViewStore:
    """The views in the file `path`, written under `lock`. Queries pass the gate like everything that is kept."""

    def __init__(self, path: str, lock: str, gate: "Gate") -> None:
        self.path = path
        self.lock = lock
        self.gate = gate

    def all(self) -> dict[str, View]:
        """Name -> view, by name. Raises BackstoryError where the file cannot be understood."""
        try:
            data = read_file(self.path, limit=MAX_BYTES)
        except NotFound:
            return {}
        try:
            file = msgspec.json.decode(data, type=_File)
        except (msgspec.MsgspecError, RecursionError, ValueError) as err:
            hint = f"mend it, or begin anew: `mv {self.path} {self.path}.old`"
            raise BackstoryError(f"`{self.path}` is damaged: {err}", hint=hint) from err
        views = sorted(file.views, key=lambda view: view.name)
        return {view.name: view for view in views if _is_name(view.name)}

    def put(self, view: View) -> View:
        """Saves a view, in place of one with the same name. Raises Invalid for an invalid name."""
        name = view_name(view.name)
        clean = msgspec.structs.replace(view, name=name, query=self.gate.clean(view.query.strip()))
        with Lock(self.lock):
            self._write({**self.all(), name: clean})
        return clean

    def remove(self, name: str) -> View:
        """Removes a view. Raises NotFound without one."""
        with Lock(self.lock):
            views = self.all()
            view = views.pop(view_name(name), None)
            if view is None:
                raise NotFound(f"no view `{name}` was saved", hint="`backstory view list` shows the views")
            self._write(views)
        return view

    def _write(self, views: dict[str, View]) -> None:
        data = msgspec.json.encode(_File([views[name] for name in sorted(views)]))
        write_atomic(self.path, msgspec.json.format(data, indent=2) + b"\n")


def view_name(name: str) -> str:
    """The stored form of a name: lower case. Raises Invalid for an invalid one."""
    name = name.strip().lower()
    if not _is_name(name):
        raise Invalid(
            f"`{name[:60]}` is not a valid name for a view",
            hint=f"letters, digits, `-`, `_` and `.`, at most {MAX_NAME} of them, as in `backstory view set api-work`",
        )
    return name


def _is_name(name: str) -> bool:
    return 0 < len(name) <= MAX_NAME and name[0] in _FIRST and _LATER.issuperset(name)
