"""Routes of web frameworks, read from the source by their usual spelling: method and path, a reader for each language.

A prefix counts where a router's own, a class's, an enclosing group's is given in the same file, and where the router is
mounted under one by name, in this file or in one that imports it (`joining`). Nothing is executed; a prefix that is put
together at run time leaves the route as its own file has it.
"""

from collections.abc import Callable, Mapping
from typing import Final

from backstory.code.routes import go, javascript, laravel, python, rails, spring, symfony, systems
from backstory.code.routes.exposed import Source

__all__ = ["READERS"]


def _read_php(source: Source) -> None:
    symfony.read(source)
    laravel.read(source)


READERS: Final[Mapping[str, Callable[[Source], None]]] = {
    "python": python.read, "javascript": javascript.read, "typescript": javascript.read, "go": go.read,
    "java": spring.read, "kotlin": spring.read, "ruby": rails.read, "php": _read_php, "rust": systems.read_rust,
    "csharp": systems.read_csharp,
}  # fmt: skip
"""Language -> what finds its routes."""
