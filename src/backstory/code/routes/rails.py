"""Reads the routes of Rails from `config/routes.rb` and the files that it draws; indentation shows the blocks."""

from collections.abc import Callable
from typing import Final, NamedTuple

from backstory.code.routes.exposed import ROUTE, Mount, Source, decode_text
from backstory.code.routes.spelling import join_path
from backstory.model.late_pattern import late_pattern

_RULE: Final = late_pattern(
    rb"^(get|post|put|patch|delete|match|root|resources?|namespace|scope|mount|member|collection|draw|concern)\b"
    rb"[ (]*(.*)$"
)
_NAME: Final = late_pattern(r"(['\"])([^'\"]*)\1|:(\w+)")
_OPTIONS: Final = late_pattern(r",\s*(?:\w+:(?!:)|:\w+\s*=>)")
_PATH: Final = late_pattern(r"\bpath:\s*['\"]([^'\"]*)|:path\s*=>\s*['\"]([^'\"]*)")
_OPENS: Final = late_pattern(r"(?:\bdo\b(?:\s*\|[^|]*\|)?|\{)\s*(?:#.*)?$")
_RESOURCE: Final = late_pattern(r"(?:^|,\s*)(?::|['\"])(\w+)")
_MOUNT_PATH: Final = late_pattern(r"=>\s*['\"]([^'\"]*)|at:\s*['\"]([^'\"]*)")
_ON: Final = late_pattern(r"\bon:\s*:(member|collection)|:on\s*=>\s*:(member|collection)")
_INSTEAD: Final = "\0"
"""Begins the path of a block that takes the place of its resource's path."""


class _Block:
    """A block of `routes.rb`, which adds to the paths in it."""

    def __init__(self, indent: int, path: str, resource: str = "") -> None:
        self.indent = indent
        self.path = path
        """For the rules in it."""
        self.resource = resource
        """The path of `resources` without its member."""


def read(source: Source) -> None:
    """Notes routes as they are written: `resources` as one line of its own."""
    if not (source.path.endswith("config/routes.rb") or "config/routes/" in source.path):
        return
    source.routers["routes"] = ""
    walk = _Walk(source)
    offset = 0
    for row in source.data.split(b"\n"):
        walk.take(row, offset)
        offset += len(row) + 1


class _Walk:
    """The blocks around a line of `routes.rb`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.folder = source.path.rpartition("config/")[0] + "config/routes"
        self.blocks: list[_Block] = []
        self.hidden = -1
        """Indentation of the `concern` that is passed over; negative outside one."""

    def take(self, row: bytes, offset: int) -> None:
        bare = row.strip()
        indent = len(row) - len(row.lstrip())
        if not bare:
            return
        if self.hidden >= 0:
            self._look_for_end(bare, indent)
        elif not bare.startswith(b"#"):
            self._take_rule(bare, indent, offset)

    def _look_for_end(self, bare: bytes, indent: int) -> None:
        if indent <= self.hidden and bare.startswith((b"end", b"}")):
            self.hidden = -1

    def _take_rule(self, bare: bytes, indent: int, offset: int) -> None:
        while self.blocks and indent <= self.blocks[-1].indent:
            self.blocks.pop()
        rule = _RULE.match(bare)
        if rule is None:
            return
        word, rest = decode_text(rule[1]), decode_text(rule[2])
        if word == "concern":
            # A concern's routes appear where it is used, under other paths.
            self.hidden = indent if _OPENS.search(rest) else -1
        else:
            _read_rule(_Line(self.source, word, rest, offset, indent, self.blocks), self.folder)


class _Line(NamedTuple):
    """A line of `routes.rb` that has a rule, within the blocks around it."""

    source: Source
    word: str
    """The rule's word, such as `resources`."""
    rest: str
    offset: int
    indent: int
    blocks: list[_Block]

    @property
    def around(self) -> list[str]:
        return [block.path for block in self.blocks]

    @property
    def name(self) -> str:
        """The first name in the rule; empty when it has none."""
        name = _NAME.match(self.rest)
        return (name[2] or name[3] or "") if name else ""

    @property
    def renamed(self) -> str | None:
        """The path of the option `path:`."""
        path = _PATH.search(self.rest)
        return (path[1] or path[2] or "") if path else None

    def opens(self) -> bool:
        return bool(_OPENS.search(self.rest))

    def add(self, name: str) -> None:
        self.source.add(ROUTE, name, self.offset, "Rails", "routes")


def _read_rule(line: _Line, folder: str) -> None:
    reader = _RULES.get(line.word)
    if line.word == "draw":
        _draw(line, folder)
    elif reader is not None:
        reader(line)
    elif line.name:
        _verb(line)


def _scope(line: _Line) -> None:
    """`namespace` and `scope`: a path around others."""
    if line.opens():
        name = line.name if line.word == "namespace" or line.rest[:1] in "'\":" else ""
        renamed = line.renamed
        line.blocks.append(_Block(line.indent, renamed if renamed is not None else name))


def _member(line: _Line) -> None:
    """`member` and `collection`: routes of the resource around."""
    if line.opens() and line.blocks and line.blocks[-1].resource:
        last = line.blocks[-1].resource
        path = f"{last}/:id" if line.word == "member" else last
        line.blocks.append(_Block(line.indent, _INSTEAD + path))


def _resources(line: _Line) -> None:
    """`resources` and `resource`: one route for each name, and a path around others."""
    renamed = line.renamed
    for each in _RESOURCE.findall(_OPTIONS.split(line.rest)[0]):
        line.add(f"{line.word.upper()} {_whole(line.around, renamed or each)}")
    if line.opens():
        own = renamed if renamed is not None else line.name
        line.blocks.append(_Block(line.indent, _member_path(line.word, own), own))


def _member_path(word: str, own: str) -> str:
    """The path of what is nested in a resource: `pools/:pool_id` in `resources :pools`."""
    return f"{own}/:{_singular(own.rpartition('/')[2])}_id" if word == "resources" else own


def _root(line: _Line) -> None:
    line.add(f"GET {_whole(line.around)}")


def _draw(line: _Line, folder: str) -> None:
    """`draw`: the routes of another file."""
    if line.name:
        source = line.source
        source.imports[f"draw {line.name}"] = (f"{folder}/{line.name}.rb", "routes")
        prefix = _whole(line.around) if line.around else ""
        source.mounts.append(Mount("routes", prefix, f"draw {line.name}", source.line(line.offset)))


def _mount(line: _Line) -> None:
    """`mount`: an application at a path."""
    target = _MOUNT_PATH.search(line.rest)
    path = (target[1] or target[2]) if target else line.name
    line.add(f"MOUNT {_whole(_on_resource(line), path)}")


def _verb(line: _Line) -> None:
    """`get`, `post`, `match` and so on: one route."""
    verb = "ANY" if line.word == "match" else line.word.upper()
    line.add(f"{verb} {_whole(_on_resource(line), line.name)}")


def _on_resource(line: _Line) -> list[str]:
    """The paths around; with `on: :member` or `on: :collection` the last one is the resource's."""
    on = _ON.search(line.rest)
    around = line.around
    if on and line.blocks and line.blocks[-1].resource:
        own = line.blocks[-1].resource
        return [*around[:-1], f"{own}/:id" if "member" in on.groups() else own]
    return around


_RULES: Final[dict[str, Callable[[_Line], None]]] = {
    "namespace": _scope, "scope": _scope, "member": _member, "collection": _member, "resources": _resources,
    "resource": _resources, "root": _root, "mount": _mount,
}  # fmt: skip


def _whole(around: list[str], *last: str) -> str:
    """The path of blocks around; one of `member` or `collection` takes the place of its resource's path."""
    parts: list[str] = []
    for path in around:
        if path.startswith(_INSTEAD):
            parts[-1:] = [path[1:]]
        else:
            parts.append(path)
    return join_path(*parts, *last) if parts or last else "/"


def _singular(word: str) -> str:
    """The singular as Rails makes it of ordinary words."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "uses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
