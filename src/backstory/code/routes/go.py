"""Routes of Gin, Echo, Fiber, chi, gorilla/mux and `net/http`."""

import re
from collections.abc import Iterator
from typing import Final

from backstory.code.routes.exposed import Mount, Source, decode_text
from backstory.code.routes.spelling import MAX_BLOCKS, Blocks, join_path, read_call
from backstory.model.late_pattern import late_pattern

_LINE_EVENT: Final = late_pattern(
    rb"(?m)^func\s+(?:\([^()\n]*\)\s*)?(?P<function>\w{1,80})\s*(?P<parameters>\()"
    rb"|^[ \t]*(?:(?P<package>\w{1,80})\.)?(?P<called>\w{1,80})"
    rb"\((?P<arguments>(?:[^()\n\"]|\.Group\(\s*\"[^\",\n]*\"\s*\)){1,200})\)[ \t]*$"
)
"""Functions, and calls that are a line of their own."""
_METHOD: Final = late_pattern(
    rb"\.(?:Group|PathPrefix|Route|GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|Any|Get|Post|Put|Delete|Patch|Head|Options"
    rb"|Handle|HandleFunc)\("
)
_CALL_EVENT: Final = late_pattern(
    rb"\b(?P<group>\w{1,80})\s*:?=\s*(?P<above>\w{1,80})\.(?:Group|PathPrefix)\(\s*(?:\"(?P<prefix>[^\"\n]*)\")?"
    rb"|\b(?P<outer>\w{1,80})\.(?:Route|Group)\(\s*(?:\"(?P<under>[^\"\n]*)\"\s*,\s*)?"
    rb"func\(\s*(?P<inner>\w{1,80})\s[^{\n]*(?P<body>\{)"
    rb"|\b(?P<owner>\w{1,80})\.(?P<verb>GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|Any|Get|Post|Put|Delete|Patch|Head"
    rb"|Options|Handle|HandleFunc)\(\s*\"(?:(?P<method>[A-Z]{3,7}) )?(?P<path>/[^\"\n]{0,200}|)\"\s*,"
)
"""Calls of a router's methods."""
_OWNER: Final = late_pattern(rb"(?:\w+\s*:?=\s*)?(\w+)\Z")
_REACH: Final = 240
"""Bytes before a method in which the names of its router and of the variable for its result stand."""
_LINE: Final = 2000
"""Bytes after a route in which its `.Methods()` is looked for."""
_METHODS: Final = late_pattern(rb"\)\.Methods\(([^)\n]*)\)")
_PARAMETER: Final = late_pattern(
    rb"\s*(\w+)\s+\*?(?:\w+\.)?(?:RouterGroup|IRouter|IRoutes|Engine|Group|Router|Echo|App|Mux|ServeMux)\b"
)
_INLINE: Final = late_pattern(rb"(\w+)\.Group\(\s*\"([^\"\n]*)\"\s*\)")
_TITLED: Final = late_pattern(
    rb"\"[^\"\n]*(?:chi|fiber|iris|macaron|flamego|/pat|goji|martini|bunrouter|echo|web)[^\"\n]*\""
)
"""Imports of frameworks whose methods are called `Get` and `Post`, as those of many clients and caches are."""
_ANY_BY_NAME: Final = (b"Any", b"Handle")
_ANY_VERB: Final = (b"Any", b"Handle", b"HandleFunc")
"""Methods that add a route for every verb."""


def read(source: Source) -> None:
    """Notes routes and groups, function by function; a group passed to a function is one with its parameter."""
    walk = _Walk(source)
    last = 0
    for event in sorted([*_LINE_EVENT.finditer(source.data), *_find_calls(source.data)], key=re.Match.start):
        if event.start() >= last:
            walk.take(event)
            last = event.end()


def _find_calls(data: bytes) -> Iterator[re.Match[bytes]]:
    """The calls of a router's methods. A search for the methods' names is far cheaper than one for whole calls."""
    for method in _METHOD.finditer(data):
        before = max(0, method.start() - _REACH)
        owner = _OWNER.search(data[before : method.start()])
        starts = (owner.start(), owner.start(1)) if owner else ()
        event = next(filter(None, (_CALL_EVENT.match(data, before + start) for start in starts)), None)
        if event is not None:
            yield event


class _Walk:
    """The groups that are known at a place of the file, by the names they have there."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.ends = Blocks(source.data)
        self.titled = bool(_TITLED.search(source.data))
        self.function = ""
        self.groups: dict[str, str] = {}
        """Name in the function -> router."""
        self.blocks: list[tuple[int, str, str]] = []
        """(end, name in it, router) of the function literals around."""

    def router(self, name: str) -> str:
        for _, parameter, router in reversed(self.blocks):
            if parameter == name:
                return router
        return self.groups.get(name, f"{self.function}:{name}")

    def take(self, event: re.Match[bytes]) -> None:
        while self.blocks and event.start() > self.blocks[-1][0]:
            self.blocks.pop()
        if event.lastgroup == "parameters":
            self._enter_function(event)
        elif not self.source.commented(event.start()):
            self._take_statement(event)

    def _enter_function(self, event: re.Match[bytes]) -> None:
        name = decode_text(event["function"])
        self.blocks, self.groups = [], {}
        self.function = f"{name}@{event.start()}"
        self._note_parameter(name, event.start("parameters"))

    def _take_statement(self, event: re.Match[bytes]) -> None:
        if event.lastgroup == "arguments":
            if self.function:
                self._pass_groups(event)
        elif event["group"]:
            self._assign_group(event)
        elif event["owner"]:
            self._add_route(event)
        elif len(self.source.routers) < MAX_BLOCKS:
            self._open_block(event)

    def _assign_group(self, event: re.Match[bytes]) -> None:
        """A group that a variable holds: `api := r.Group("/api")`."""
        prefix = decode_text(event["prefix"]) if event["prefix"] is not None else None
        self.groups[decode_text(event["group"])] = self._make_group(event, decode_text(event["above"]), prefix)

    def _open_block(self, event: re.Match[bytes]) -> None:
        """A group that a function literal gets: `r.Route("/api", func(r chi.Router) {`."""
        group = self._make_group(event, decode_text(event["outer"]), decode_text(event["under"]))
        self.blocks.append((self.ends.end(event.start("body")), decode_text(event["inner"]), group))

    def _make_group(self, event: re.Match[bytes], above: str, prefix: str | None) -> str:
        group = f"group@{event.start()}"
        self.source.routers[group] = ""
        self.source.mounts.append(Mount(self.router(above), prefix, group, self.source.line(event.start())))
        return group

    def _add_route(self, event: re.Match[bytes]) -> None:
        owner = self.router(decode_text(event["owner"]))
        if self._is_route(event, owner):
            path = join_path(decode_text(event["path"]))
            self.source.add_routes(self._verbs(event), path, event.start(), "Go", owner)

    def _is_route(self, event: re.Match[bytes], owner: str) -> bool:
        """Whether a call adds a route rather than asking a client or a cache for something."""
        if "client" in decode_text(event["owner"]).lower():
            return False
        if not event["path"] and owner not in self.source.routers:
            return False
        verb = event["verb"]
        return self.titled or verb in _ANY_BY_NAME or not verb[1:].islower()

    def _verbs(self, event: re.Match[bytes]) -> list[str]:
        if event["method"]:
            return [decode_text(event["method"])]
        if event["verb"] not in _ANY_VERB:
            return [decode_text(event["verb"])]
        return self._chained_methods(event.end()) or ["ANY"]

    def _chained_methods(self, start: int) -> list[str]:
        """The methods of a `.Methods("GET", "POST")` on the line of a route."""
        stop = min(len(self.source.data), start + _LINE)
        end = self.source.data.find(b"\n", start, stop)
        methods = _METHODS.search(self.source.data, start, end if end > 0 else stop)
        return re.findall(r"[A-Za-z]+", decode_text(methods[1]).replace("http.Method", "")) if methods else []

    def _note_parameter(self, function: str, bracket: int) -> None:
        """Notes the parameter of a function that takes one router: its callers mount the routes on it."""
        routers: list[tuple[int, str]] = []
        for number, parameter in enumerate(read_call(self.source.data, bracket + 1).split(b",")):
            router = _PARAMETER.match(parameter)
            if router:
                routers.append((number, decode_text(router[1])))
        if len(routers) != 1:
            return
        number, parameter_name = routers[0]
        own, name = f"{self.function}:{parameter_name}", f"{function}#{number}"
        self.source.routers[own] = ""
        # Of two methods with the name neither is meant.
        self.source.exports[name] = "" if name in self.source.exports else own

    def _pass_groups(self, event: re.Match[bytes]) -> None:
        """Mounts what a called function adds to the groups that it is given."""
        package, called = decode_text(event["package"]), decode_text(event["called"])
        for number, argument in enumerate(event["arguments"].split(b",")):
            group, prefix = _read_argument(argument.strip())
            if group.isidentifier():
                function = f"{called}#{number}"
                child = f"{package}.{function}"
                self.source.imports[child] = (package, function)
                line = self.source.line(event.start())
                self.source.mounts.append(Mount(self.router(group), prefix, child, line))


def _read_argument(argument: bytes) -> tuple[str, str]:
    """(the router that an argument names, the prefix of a group that is made of it there)."""
    inline = _INLINE.fullmatch(argument)
    if inline:
        return decode_text(inline[1]), decode_text(inline[2])
    return decode_text(argument), ""
