"""The working trees that Backstory was set up in, over all projects of this machine; and a fork's new identity."""

import os

from backstory.base.discovery import is_id
from backstory.store.files import SHARED_FILE, read_file, write_atomic
from backstory.store.places import project_roots, write_roots


def all_roots(home: str) -> list[str]:
    """Every working tree noted below the data home, by project and in the order they were set up."""
    folder = os.path.join(home, "projects")
    try:
        names = sorted(filter(is_id, os.listdir(folder)))
    except OSError:
        return []
    roots: dict[str, None] = {}
    for name in names:
        roots.update(dict.fromkeys(project_roots(os.path.join(folder, name))[0]))
    return list(roots)


def forget_root(private: str, root: str) -> None:
    """Removes a working tree from the list of a project, whose private folder is given."""
    roots, name = project_roots(private)
    if root in roots:
        write_roots(private, [other for other in roots if other != root], name)


def write_project_id(config: str, project: str) -> None:
    """Writes another project id into a `config.toml`; keeps every other line."""
    text = read_file(config, limit=1 << 20).decode("utf-8", "replace")
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.partition("=")[0].strip() == "id":
            end = line[len(line.rstrip("\r\n")) :]
            lines[number] = f'id = "{project}"{end}'
            break
        if line.lstrip().startswith("["):
            break
    base = os.path.dirname(os.path.dirname(os.path.abspath(config)))
    write_atomic(config, "".join(lines).encode(), mode=SHARED_FILE, base=base, in_worktree=True)
