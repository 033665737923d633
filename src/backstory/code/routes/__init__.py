"""Routes of web frameworks, read from the source by their usual spelling: method and path, a reader for each language.

A prefix counts where a router's own, a class's, an enclosing group's is given in the same file, and where the router is
mounted under one by name, in this file or in one that imports it (`joining`). Nothing is executed; a prefix that is put
together at run time leaves the route as its own file has it.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Final

from backstory.code.routes.exposed import Source

__all__ = ["READERS", "readers_of"]

READERS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "python": (("python", "read"),), "javascript": (("javascript", "read"),), "typescript": (("javascript", "read"),),
    "go": (("go", "read"),), "java": (("spring", "read"),), "kotlin": (("spring", "read"),),
    "ruby": (("rails", "read"),), "php": (("symfony", "read"), ("laravel", "read")),
    "rust": (("systems", "read_rust"),), "csharp": (("systems", "read_csharp"),),
}  # fmt: skip
"""Language -> the modules and functions that find its routes. Only those of the languages of a project are loaded."""


def readers_of(language: str) -> Iterator[Callable[[Source], None]]:
    """What finds the routes in a source of this language."""
    for module, function in READERS.get(language, ()):
        read: Callable[[Source], None] = getattr(import_module(f"{__name__}.{module}"), function)
        yield read
