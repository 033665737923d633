"""The packages of a repository that holds several: what its workspace files name, else folders with a manifest.

Read: `workspaces` of package.json, pnpm-workspace.yaml, lerna.json, Cargo workspaces, go.work, uv workspaces, Maven
modules. nx and turbo lay their packages out by one of these. Globs are matched against the files of the tree only.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from backstory.code.read.roles import role_of
from backstory.git.worktree import Tree, Unreadable
from backstory.survey.folders import FOREIGN
from backstory.survey.manifests import LIMIT, read_manifest
from backstory.survey.manifests.found import parse_json, parse_toml, table_of, text_of, without_comments

MAX_PACKAGES: Final = 200
_NAMED: Final = 80
"""Packages whose manifest is opened for their name."""
_KINDS: Final[Mapping[str, str]] = {
    "package.json": "npm", "pyproject.toml": "Python", "setup.py": "Python", "Cargo.toml": "Cargo", "go.mod": "Go",
    "pom.xml": "Maven",
}  # fmt: skip
_ASIDE: Final = re.compile(r"(?:^|/)(?:\.[^/]*|fixtures?|templates?|testdata|__fixtures__|node_modules)(?:/|$)")


class Package(NamedTuple):
    path: str
    """Its folder."""
    name: str
    kind: str
    """`npm`, `Python`, `Cargo`, `Go` or `Maven`."""


def find_packages(tree: Tree, files: Iterable[str]) -> list[Package]:
    """The packages below the root, by path; empty where the root is the only one. Never raises on content."""
    here = set(files)
    owned: dict[str, dict[str, str]] = {}  # manifest's name -> folder -> path
    for path in here:
        folder, _, base = path.rpartition("/")
        if base in _KINDS and folder and not _ASIDE.search(folder) and not _foreign(folder):
            owned.setdefault(base, {})[folder] = path
    chosen: dict[str, str] = {}
    told: set[str] = set()
    for base, reader in _READERS.items():
        if base not in here:
            continue
        try:
            manifest, globs = reader(tree.text(base, LIMIT))
        except (Unreadable, ValueError, LookupError, TypeError, AttributeError):
            continue
        if globs:
            told.add(manifest)
            for folder in _matching(owned.get(manifest, {}), globs):
                chosen.setdefault(folder, owned[manifest][folder])
    for base, folders in owned.items():
        # Without a workspace file several packages of one kind are one all the same, if nothing else says otherwise.
        if base not in told and (len(folders) > 1 or chosen):
            for folder, path in folders.items():
                if folder.count("/") <= 2:
                    chosen.setdefault(folder, path)
    found: list[Package] = []
    for folder in sorted(chosen)[:MAX_PACKAGES]:
        path = chosen[folder]
        name = ""
        if len(found) < _NAMED:
            try:
                name = read_manifest(path, tree.text(path, LIMIT), here).name
            except Unreadable:
                name = ""
        found.append(Package(folder, name or folder.rpartition("/")[2], _KINDS[path.rpartition("/")[2]]))
    return found


def _foreign(folder: str) -> bool:
    return role_of(folder + "/x") in FOREIGN


def _matching(owned: Mapping[str, str], globs: Iterable[str]) -> list[str]:
    """Folders that the globs let in; one that begins with `!` takes out again."""
    wanted: list[re.Pattern[str]] = []
    unwanted: list[re.Pattern[str]] = []
    for glob in globs:
        (unwanted if glob.startswith("!") else wanted).append(_glob(glob.removeprefix("!")))
    return [f for f in owned if any(w.fullmatch(f) for w in wanted) and not any(u.fullmatch(f) for u in unwanted)]


def _glob(glob: str) -> re.Pattern[str]:
    out: list[str] = []
    for part in glob.strip().removeprefix("./").strip("/").split("/"):
        if part == "**":
            out.append("(?:[^/]+/)*")
        else:
            piece = "".join("[^/]*" if c == "*" else "[^/]" if c == "?" else re.escape(c) for c in part)
            options = re.sub(r"\\\{([^{}]*)\\\}", lambda m: "(?:" + m[1].replace(",", "|") + ")", piece)
            out.append(options + "/")
    whole = "".join(out)
    return re.compile(whole.removesuffix("/") if whole.endswith("/") else whole.removesuffix("(?:[^/]+/)*") + ".+")


def _strings(value: object) -> list[str]:
    return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []


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
    return "Cargo.toml", _strings(space.get("members")) + [f"!{g}" for g in _strings(space.get("exclude"))]


def _pyproject(source: str) -> tuple[str, list[str]]:
    space = table_of(table_of(table_of(parse_toml(source), "tool"), "uv"), "workspace")
    return "pyproject.toml", _strings(space.get("members")) + [f"!{g}" for g in _strings(space.get("exclude"))]


def _go_work(source: str) -> tuple[str, list[str]]:
    bare = re.sub(r"//[^\n]*", "", source)
    blocks = re.findall(r"(?m)^use[ \t]*\(([^)]*)\)", bare)
    return "go.mod", [*" ".join(blocks).split(), *re.findall(r"(?m)^use[ \t]+([^\s(]+)", bare)]


def _maven(source: str) -> tuple[str, list[str]]:
    bare = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    return "pom.xml", [text_of(m).strip() for m in re.findall(r"<module>([^<]*)</module>", bare)]


_READERS: Final[Mapping[str, Callable[[str], tuple[str, list[str]]]]] = {
    "pnpm-workspace.yaml": _pnpm, "package.json": _package_json, "lerna.json": _lerna, "Cargo.toml": _cargo,
    "go.work": _go_work, "pyproject.toml": _pyproject, "pom.xml": _maven,
}  # fmt: skip
"""File at the root -> (the manifest that each package has, globs of their folders)."""
