"""Routes of Rails, from `config/routes.rb` and the files that it draws: blocks are told by their indentation."""

import re
from typing import Final

from backstory.code.routes.exposed import ROUTE, Mount, Source, text
from backstory.code.routes.spelling import joined

_RULE: Final = re.compile(
    rb"^(get|post|put|patch|delete|match|root|resources?|namespace|scope|mount|member|collection|draw|concern)\b"
    rb"[ (]*(.*)$"
)
_NAME: Final = re.compile(r"(['\"])([^'\"]*)\1|:(\w+)")
_OPTIONS: Final = re.compile(r",\s*(?:\w+:(?!:)|:\w+\s*=>)")
_PATH: Final = re.compile(r"\bpath:\s*['\"]([^'\"]*)|:path\s*=>\s*['\"]([^'\"]*)")
_OPENS: Final = re.compile(r"(?:\bdo\b(?:\s*\|[^|]*\|)?|\{)\s*(?:#.*)?$")


class _Block:
    """What a block of `routes.rb` adds to the paths in it."""

    def __init__(self, indent: int, path: str, resource: str = "") -> None:
        self.indent = indent
        self.path = path
        """For what stands in it."""
        self.resource = resource
        """Of `resources` the path without its member."""


def read(s: Source) -> None:
    """Notes routes as they are written: `resources` as one line of its own."""
    if not (s.path.endswith("config/routes.rb") or "config/routes/" in s.path):
        return
    s.routers["routes"] = ""
    folder = s.path.rpartition("config/")[0] + "config/routes"
    blocks: list[_Block] = []
    hidden = -1
    at = 0
    for row in s.data.split(b"\n"):
        bare = row.strip()
        indent = len(row) - len(row.lstrip())
        if hidden >= 0 and bare and indent <= hidden and bare.startswith((b"end", b"}")):
            hidden = -1
        elif bare and hidden < 0 and not bare.startswith(b"#"):
            while blocks and indent <= blocks[-1].indent:
                blocks.pop()
            rule = _RULE.match(bare)
            if rule and rule[1] == b"concern":
                hidden = indent if _OPENS.search(text(rule[2])) else -1  # told where it is used, under other paths
            elif rule:
                _rule(s, text(rule[1]), text(rule[2]), at, indent, blocks, folder)
        at += len(row) + 1


def _rule(s: Source, word: str, rest: str, at: int, indent: int, blocks: list[_Block], folder: str) -> None:
    around = [b.path for b in blocks]
    name = _NAME.match(rest)
    given = (name[2] or name[3] or "") if name else ""
    path = _PATH.search(rest)
    renamed = (path[1] or path[2] or "") if path else None
    if word in ("namespace", "scope"):
        named = given if word == "namespace" or rest[:1] in "'\":" else ""
        if _OPENS.search(rest):
            blocks.append(_Block(indent, renamed if renamed is not None else named))
    elif word in ("member", "collection"):
        if _OPENS.search(rest) and blocks and blocks[-1].resource:
            last = blocks[-1].resource
            blocks.append(_Block(indent, "\0" + (f"{last}/:id" if word == "member" else last)))
    elif word in ("resources", "resource"):
        names = re.findall(r"(?:^|,\s*)(?::|['\"])(\w+)", _OPTIONS.split(rest)[0])
        for each in names:
            s.add(ROUTE, f"{word.upper()} {_whole(around, renamed or each)}", at, "Rails", "routes")
        if _OPENS.search(rest):
            own = renamed if renamed is not None else given
            inner = f"{own}/:{_singular(own.rpartition('/')[2])}_id" if word == "resources" else own
            blocks.append(_Block(indent, inner, own))
    elif word == "root":
        s.add(ROUTE, f"GET {_whole(around)}", at, "Rails", "routes")
    elif word == "draw":
        if given:
            s.imports[f"draw {given}"] = (f"{folder}/{given}.rb", "routes")
            s.mounts.append(Mount("routes", _whole(around) if around else "", f"draw {given}", s.line(at)))
    elif given or word == "mount":
        to = re.search(r"=>\s*['\"]([^'\"]*)|at:\s*['\"]([^'\"]*)", rest) if word == "mount" else None
        place: str = (to[1] or to[2]) if to else given
        verb = {"match": "ANY", "mount": "MOUNT"}.get(word, word.upper())
        on = re.search(r"\bon:\s*:(member|collection)|:on\s*=>\s*:(member|collection)", rest)
        if on and blocks and blocks[-1].resource:
            own = blocks[-1].resource
            around = [*around[:-1], f"{own}/:id" if "member" in on.groups() else own]
        s.add(ROUTE, f"{verb} {_whole(around, place)}", at, "Rails", "routes")


def _whole(around: list[str], *last: str) -> str:
    """The path of blocks around; one of `member` or `collection` stands in place of its resource's."""
    parts: list[str] = []
    for path in around:
        if path.startswith("\0"):
            parts[-1:] = [path[1:]]
        else:
            parts.append(path)
    return joined(*parts, *last) if parts or last else "/"


def _singular(word: str) -> str:
    """The singular as Rails makes it of ordinary words."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "uses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
