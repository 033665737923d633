"""Routes of Gin, Echo, Fiber, chi, gorilla/mux and `net/http`."""

import re
from typing import Final

from backstory.code.routes.exposed import ROUTE, Mount, Source, decode_text
from backstory.code.routes.spelling import MAX_BLOCKS, Blocks, join_path, read_call

_EVENT: Final = re.compile(
    rb"(?m)^func\s+(?:\([^()\n]*\)\s*)?(?P<function>\w{1,80})\s*(?P<parameters>\()"
    rb"|\b(?P<group>\w{1,80})\s*:?=\s*(?P<above>\w{1,80})\.(?:Group|PathPrefix)\(\s*(?:\"(?P<prefix>[^\"\n]*)\")?"
    rb"|\b(?P<outer>\w{1,80})\.(?:Route|Group)\(\s*(?:\"(?P<under>[^\"\n]*)\"\s*,\s*)?"
    rb"func\(\s*(?P<inner>\w{1,80})\s[^{\n]*(?P<body>\{)"
    rb"|\b(?P<owner>\w{1,80})\.(?P<verb>GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|Any|Get|Post|Put|Delete|Patch|Head"
    rb"|Options|Handle|HandleFunc)\(\s*\"(?:(?P<method>[A-Z]{3,7}) )?(?P<path>/[^\"\n]{0,200}|)\"\s*,"
    rb"|^[ \t]*(?:(?P<package>\w{1,80})\.)?(?P<called>\w{1,80})"
    rb"\((?P<arguments>(?:[^()\n\"]|\.Group\(\s*\"[^\",\n]*\"\s*\)){1,200})\)[ \t]*$"
)
_LINE: Final = 2000
"""Bytes after a route in which its `.Methods()` is looked for."""
_METHODS: Final = re.compile(rb"\)\.Methods\(([^)\n]*)\)")
_PARAMETER: Final = re.compile(
    rb"\s*(\w+)\s+\*?(?:\w+\.)?(?:RouterGroup|IRouter|IRoutes|Engine|Group|Router|Echo|App|Mux|ServeMux)\b"
)
_INLINE: Final = re.compile(rb"(\w+)\.Group\(\s*\"([^\"\n]*)\"\s*\)")
_TITLED: Final = re.compile(
    rb"\"[^\"\n]*(?:chi|fiber|iris|macaron|flamego|/pat|goji|martini|bunrouter|echo|web)[^\"\n]*\""
)
"""Imports of frameworks whose methods are called `Get` and `Post`, as those of many clients and caches are."""


def read(s: Source) -> None:
    """Notes routes and groups, function by function; a group passed to a function is one with its parameter."""
    walk = _Walk(s)
    for m in _EVENT.finditer(s.data):
        walk.take(m)


class _Walk:
    """The groups that are known at a place of the file, by the names they have there."""

    def __init__(self, s: Source) -> None:
        self.s = s
        self.ends = Blocks(s.data)
        self.titled = bool(_TITLED.search(s.data))
        self.function = ""
        self.here: dict[str, str] = {}
        self.blocks: list[tuple[int, str, str]] = []
        """(end, name in it, router) of the function literals around."""

    def router(self, name: str) -> str:
        inner = next((own for _, given, own in reversed(self.blocks) if given == name), "")
        return inner or self.here.get(name, f"{self.function}:{name}")

    def take(self, m: re.Match[bytes]) -> None:
        s = self.s
        while self.blocks and m.start() > self.blocks[-1][0]:
            self.blocks.pop()
        if m["function"]:
            self.blocks, self.here = [], {}
            self.function = f"{decode_text(m['function'])}@{m.start()}"
            self._parameters(decode_text(m["function"]), m.start("parameters"))
        elif s.commented(m.start()):
            return
        elif m["group"]:
            prefix = decode_text(m["prefix"]) if m["prefix"] is not None else None
            self.here[decode_text(m["group"])] = self._made(m, self.router(decode_text(m["above"])), prefix)
        elif m["outer"] and len(s.routers) < MAX_BLOCKS:
            own = self._made(m, self.router(decode_text(m["outer"])), decode_text(m["under"]))
            self.blocks.append((self.ends.end(m.start("body")), decode_text(m["inner"]), own))
        elif m["owner"]:
            self._route(m)
        elif self.function:
            self._passed(m)

    def _made(self, m: re.Match[bytes], above: str, prefix: str | None) -> str:
        own = f"group@{m.start()}"
        self.s.routers[own] = ""
        self.s.mounts.append(Mount(above, prefix, own, self.s.line(m.start())))
        return own

    def _route(self, m: re.Match[bytes]) -> None:
        verb, owner = decode_text(m["verb"]), self.router(decode_text(m["owner"]))
        if (not m["path"] and owner not in self.s.routers) or "client" in decode_text(m["owner"]).lower():
            return
        if verb[1:].islower() and verb not in ("Any", "Handle") and not self.titled:
            return
        verbs = [decode_text(m["method"]) or ("ANY" if verb in ("Any", "Handle", "HandleFunc") else verb.upper())]
        if verbs == ["ANY"]:
            stop = min(len(self.s.data), m.end() + _LINE)
            end = self.s.data.find(b"\n", m.end(), stop)
            known = _METHODS.search(self.s.data, m.end(), end if end > 0 else stop)
            found = re.findall(r"[A-Za-z]+", decode_text(known[1]).replace("http.Method", "")) if known else []
            verbs = found or verbs
        for v in verbs:
            self.s.add(ROUTE, f"{v.upper()} {join_path(decode_text(m['path']))}", m.start(), "Go", owner)

    def _parameters(self, function: str, at: int) -> None:
        """A function that takes one router: those who call it mount what it has."""
        given = read_call(self.s.data, at + 1).split(b",")
        taken = [(n, m) for n, parameter in enumerate(given) if (m := _PARAMETER.match(parameter))]
        if len(taken) == 1:
            number, m = taken[0]
            own, name = f"{self.function}:{decode_text(m[1])}", f"{function}#{number}"
            self.s.routers[own] = ""
            self.s.exports[name] = "" if name in self.s.exports else own  # of two methods neither is meant

    def _passed(self, m: re.Match[bytes]) -> None:
        s, package = self.s, decode_text(m["package"])
        for number, argument in enumerate(m["arguments"].split(b",")):
            inline = _INLINE.fullmatch(argument.strip())
            given = decode_text(inline[1] if inline else argument.strip())
            if given.isidentifier():
                function = f"{decode_text(m['called'])}#{number}"
                s.imports[f"{package}.{function}"] = (package, function)
                prefix = decode_text(inline[2]) if inline else ""
                s.mounts.append(Mount(self.router(given), prefix, f"{package}.{function}", s.line(m.start())))
