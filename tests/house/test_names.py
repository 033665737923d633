"""A name of a module stands for one thing."""

import ast
from collections import Counter
from pathlib import Path

import backstory

SOURCE = Path(backstory.__file__).parent


def list_names(body: list[ast.stmt]) -> list[str]:
    """The names that a module gives at its top, each as often as it is given."""
    names: list[str] = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            overloads = {ast.unparse(one) for one in node.decorator_list}
            names += [node.name] if not overloads & {"overload", "typing.overload"} else []
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            names += [node.target.id] if isinstance(node.target, ast.Name) else []
        elif isinstance(node, ast.Assign):
            names += [one.id for one in node.targets if isinstance(one, ast.Name)]
    return names


def test_no_module_gives_a_name_twice() -> None:
    """A second constant of the name of a first one changes what the code above it means, and no other check tells."""
    given = {
        str(path.relative_to(SOURCE)): list_names(ast.parse(path.read_bytes()).body) for path in SOURCE.rglob("*.py")
    }
    counted = [(path, name, count) for path, names in given.items() for name, count in Counter(names).items()]
    assert sorted((path, name) for path, name, count in counted if count > 1) == []
