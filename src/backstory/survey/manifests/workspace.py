"""The packages of a repository that holds several: what its workspace files name, else folders with a manifest.

Read: `workspaces` of package.json, pnpm-workspace.yaml, lerna.json, Cargo workspaces, go.work, uv workspaces, Maven
modules. nx and turbo lay their packages out by one of these. Globs are matched against the files of the tree only.
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Final, NamedTuple

from backstory.code.read.roles import role_of
from backstory.git.worktree import Tree, Unreadable
from backstory.model.late_pattern import late_pattern
from backstory.survey.folders import FOREIGN
from backstory.survey.manifests import LIMIT, read_manifest
from backstory.survey.manifests.result import parse_json, parse_toml, table_of, text_of, without_comments

MAX_PACKAGES: Final = 200
_NAMED: Final = 80
"""Packages whose manifest is opened for their name."""
_KINDS: Final[Mapping[str, str]] = {
    "package.json": "npm", "pyproject.toml": "Python", "setup.py": "Python", "Cargo.toml": "Cargo", "go.mod": "Go",
    "pom.xml": "Maven",
}  # fmt: skip
_ASIDE: Final = late_pattern(r"(?:^|/)(?:\.[^/]*|fixtures?|templates?|testdata|__fixtures__|node_modules)(?:/|$)")
_WILDCARDS: Final = {"*": "[^/]*", "?": "[^/]"}


class Package(NamedTuple):
    """A package of a repository that holds several."""

    path: str
    """Its folder."""
    name: str
    kind: str
    """`npm`, `Python`, `Cargo`, `Go` or `Maven`."""


def find_packages(tree: Tree, files: Iterable[str]) -> list[Package]:
    """The packages below the root, by path; empty where the root is the only one. Never raises on content."""
    paths = set(files)
    owned = _find_manifests(paths)
    chosen, listed = _choose_by_workspace(tree, paths, owned)
    for base, folders in owned.items():
        # Without a workspace file several packages of one kind are one all the same, if nothing else says otherwise.
        if base not in listed and (len(folders) > 1 or chosen):
            chosen = {folder: path for folder, path in folders.items() if folder.count("/") <= 2} | chosen
    return [
        _read_package(tree, folder, chosen[folder], paths if number < _NAMED else None)
        for number, folder in enumerate(sorted(chosen)[:MAX_PACKAGES])
    ]


def _read_package(tree: Tree, folder: str, path: str, paths: set[str] | None) -> Package:
    """A package by its manifest at `path`; its name comes from the folder without `paths`."""
    name = _name_of(tree, path, paths) if paths is not None else ""
    return Package(folder, name or folder.rpartition("/")[2], _KINDS[path.rpartition("/")[2]])


def _find_manifests(paths: Iterable[str]) -> dict[str, dict[str, str]]:
    """Manifest's name -> folder below the root that has one -> its path."""
    owned: dict[str, dict[str, str]] = {}
    for path in paths:
        folder, _, base = path.rpartition("/")
        if base in _KINDS and folder and not _ASIDE.search(folder) and not _foreign(folder):
            owned.setdefault(base, {})[folder] = path
    return owned


def _choose_by_workspace(
    tree: Tree, paths: set[str], owned: Mapping[str, Mapping[str, str]]
) -> tuple[dict[str, str], set[str]]:
    """(folder -> manifest of the packages that workspace files name, names of the manifests they are about)."""
    chosen: dict[str, str] = {}
    listed: set[str] = set()
    for base, reader in _READERS.items():
        if base not in paths:
            continue
        try:
            manifest, globs = reader(tree.text(base, LIMIT))
        except (Unreadable, ValueError, LookupError, TypeError, AttributeError):
            continue
        if globs:
            listed.add(manifest)
            folders = owned.get(manifest, {})
            for folder in _matching(folders, globs):
                chosen.setdefault(folder, folders[folder])
    return chosen, listed


def _name_of(tree: Tree, path: str, paths: Container[str]) -> str:
    """The name in a package's manifest; empty where it cannot be read."""
    try:
        return read_manifest(path, tree.text(path, LIMIT), paths).name
    except Unreadable:
        return ""


def _foreign(folder: str) -> bool:
    return role_of(folder + "/x") in FOREIGN


def _matching(owned: Mapping[str, str], globs: Iterable[str]) -> list[str]:
    """Folders that the globs let in; one that begins with `!` takes out again."""
    patterns: list[re.Pattern[str]] = []
    left_out: list[re.Pattern[str]] = []
    for glob in globs:
        (left_out if glob.startswith("!") else patterns).append(_glob(glob.removeprefix("!")))
    return [folder for folder in owned if _fits_any(folder, patterns) and not _fits_any(folder, left_out)]


def _fits_any(folder: str, patterns: Iterable[re.Pattern[str]]) -> bool:
    return any(pattern.fullmatch(folder) for pattern in patterns)


def _glob(glob: str) -> re.Pattern[str]:
    parts = glob.strip().removeprefix("./").strip("/").split("/")
    whole = "".join("(?:[^/]+/)*" if part == "**" else _part_pattern(part) for part in parts)
    return re.compile(whole.removesuffix("/") if whole.endswith("/") else whole.removesuffix("(?:[^/]+/)*") + ".+")


def _part_pattern(part: str) -> str:
    """The pattern of a folder's name with `*`, `?` and `{a,b}`."""
    piece = "".join(_WILDCARDS.get(char) or re.escape(char) for char in part)
    return re.sub(r"\\\{([^{}]*)\\\}", lambda m: "(?:" + m[1].replace(",", "|") + ")", piece) + "/"


def _strings(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _package_json(source: str) -> tuple[str, list[str]]:
    spaces = parse_json(source).get("workspaces")
    return "package.json", _strings(spaces.get("packages") if isinstance(spaces, dict) else spaces)


def _pnpm(source: str) -> tuple[str, list[str]]:
    rows: list[str] = []
    inside = False
    for line in source.splitlines():
        bare = line.strip()
        if inside and bare.startswith("-"):
            rows.append(bare[1:].partition(" #")[0].strip().strip("'\""))
        elif bare and not bare.startswith("#"):
            inside = line.startswith("packages:")
    return "package.json", rows


def _lerna(source: str) -> tuple[str, list[str]]:
    return "package.json", _strings(parse_json(without_comments(source)).get("packages"))


def _cargo(source: str) -> tuple[str, list[str]]:
    space = table_of(parse_toml(source), "workspace")
    return "Cargo.toml", _strings(space.get("members")) + [f"!{glob}" for glob in _strings(space.get("exclude"))]


def _pyproject(source: str) -> tuple[str, list[str]]:
    space = table_of(table_of(table_of(parse_toml(source), "tool"), "uv"), "workspace")
    return "pyproject.toml", _strings(space.get("members")) + [f"!{glob}" for glob in _strings(space.get("exclude"))]


def _go_work(source: str) -> tuple[str, list[str]]:
    bare = re.sub(r"//[^\n]*", "", source)
    blocks = re.findall(r"(?m)^use[ \t]*\(([^)]*)\)", bare)
    return "go.mod", [*" ".join(blocks).split(), *re.findall(r"(?m)^use[ \t]+([^\s(]+)", bare)]


def _maven(source: str) -> tuple[str, list[str]]:
    bare = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    return "pom.xml", [text_of(module).strip() for module in re.findall(r"<module>([^<]*)</module>", bare)]


_READERS: Final[Mapping[str, Callable[[str], tuple[str, list[str]]]]] = {
    "pnpm-workspace.yaml": _pnpm, "package.json": _package_json, "lerna.json": _lerna, "Cargo.toml": _cargo,
    "go.work": _go_work, "pyproject.toml": _pyproject, "pom.xml": _maven,
}  # fmt: skip
"""File at the root -> (the manifest that each package has, globs of their folders)."""
