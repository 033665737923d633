"""The shape of the house, read from the source: no circles, however an import is written, and few imports in functions.

`.importlinter` holds the floors between rooms. This holds what it cannot see: modules inside a room.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src"
MOST_LAZY = 0.10
"""Share of the imports that may stand inside functions: those that start-up time is measured to need."""


def modules() -> dict[str, Path]:
    """Module name -> file."""
    files: dict[str, Path] = {}
    for path in sorted((SOURCE / "backstory").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return files


@cache
def imports() -> tuple[tuple[str, ast.Import | ast.ImportFrom, bool], ...]:
    """(module, import, whether it is inside a function) for every import of the source."""

    def walk(node: ast.AST, lazy: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                yield child, lazy
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                yield from walk(child, lazy or inside)

    return tuple(
        (name, node, lazy)
        for name, path in modules().items()
        for node, lazy in walk(ast.parse(path.read_text(encoding="utf-8")), False)
    )


def import_graph() -> dict[str, set[str]]:
    """Module -> modules of ours that it imports: at the top, inside functions, or for types only."""
    files = modules()
    edges: dict[str, set[str]] = {name: set() for name in files}
    for name, node, _ in imports():
        if isinstance(node, ast.Import):
            edges[name] |= {alias.name for alias in node.names} & files.keys()
        elif node.module in files:
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            edges[name] |= full & files.keys()
            if not full <= files.keys():
                edges[name].add(node.module)
    return edges


def find_circles(edges: dict[str, set[str]]) -> list[tuple[str, ...]]:
    """The groups of modules that lead back to themselves."""

    leads = {name: set(after) for name, after in edges.items()}
    while any(not leads[name] for name in leads) or any(not leads.keys() >= after for after in leads.values()):
        # What imports nothing that is left is in no circle, nor is what then imports nothing.
        leads = {name: after & leads.keys() for name, after in leads.items() if after & leads.keys()}

    def reachable(start: str) -> set[str]:
        seen: set[str] = set()
        stack = [start]
        while stack:
            new = leads[stack.pop()] - seen
            seen |= new
            stack += new
        return seen

    reached = {name: reachable(name) for name in leads}
    back = [name for name in leads if name in reached[name]]
    return sorted({tuple(sorted(other for other in reached[name] if name in reached[other])) for name in back})


def test_a_circle_is_seen() -> None:
    assert find_circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [("a", "b", "c")]
    assert find_circles({"a": {"a", "b"}, "b": {"c"}, "c": set(), "d": {"a", "c"}}) == [("a",)]
    assert find_circles({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}}) == [("a", "b"), ("c", "d")]
    assert find_circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []


def test_no_module_leads_back_to_itself() -> None:
    assert find_circles(import_graph()) == []


def test_few_imports_are_inside_functions() -> None:
    lazy = [name for name, _, inside in imports() if inside]

    assert len(lazy) / len(imports()) < MOST_LAZY, f"{len(lazy)} of {len(imports())}"
