"""Reads manifests: name, description, licence, entry points and the commands a project defines.

One reader per kind of file, all behind `read_manifest`. A reader may fail in any way on a broken file: that is a
sentence in `Manifest.problem`, never an error. Nothing is executed: `setup.py`, `noxfile.py`, `Rakefile` and build
files are read as text.
"""

from collections.abc import Callable, Container
from typing import Final

from backstory.model.text import one_line
from backstory.survey.manifests import packages, runners
from backstory.survey.manifests.result import Entry, Manifest, ManifestResult

__all__ = ["LIMIT", "Entry", "Manifest", "is_manifest", "read_manifest"]

LIMIT: Final = 256 << 10
"""Largest manifest that is read, in bytes."""


def read_manifest(path: str, text: str, files: Container[str]) -> Manifest:
    """Reads one manifest. `files` answers whether a path of the tree exists. Never raises on content."""
    result = ManifestResult(path, text, files)
    problem = ""
    reader = _reader_for(path)
    if reader:
        try:
            reader(result)
        except Exception as err:  # a broken manifest is a fact about the repository, not a fault of ours
            problem = f"could not be read: {one_line(str(err).splitlines()[0] if str(err) else type(err).__name__, 80)}"
    return Manifest(
        path, one_line(result.name, 80), result.description, result.licence, tuple(dict.fromkeys(result.entries)),
        tuple(dict.fromkeys(result.scripts)), problem,
    )  # fmt: skip


def is_manifest(base: str) -> bool:
    """Whether a file of this name (without its folder) says what the project is, needs or runs."""
    return base in _READERS or base in _LISTED or base.endswith(_ENDINGS)


def _reader_for(path: str) -> "Callable[[ManifestResult], None] | None":
    base = path.rpartition("/")[2]
    if base in _READERS:
        return _READERS[base]
    return next((reader for ending, reader in _BY_ENDING.items() if path.endswith(ending)), None)


_READERS: Final[dict[str, Callable[[ManifestResult], None]]] = {
    "pyproject.toml": packages.pyproject, "setup.cfg": packages.setup_cfg, "setup.py": packages.setup_py,
    "package.json": packages.package_json, "go.mod": packages.go_mod, "Cargo.toml": packages.cargo,
    "CMakeLists.txt": packages.cmake, "pom.xml": packages.pom, "composer.json": packages.composer,
    "mix.exs": packages.mix, "pubspec.yaml": packages.pubspec,
    **dict.fromkeys(("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"), packages.gradle),
    **dict.fromkeys(("Makefile", "GNUmakefile", "makefile"), runners.make),
    **dict.fromkeys(("justfile", "Justfile", ".justfile"), runners.just),
    **dict.fromkeys(("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"), runners.taskfile),
    **dict.fromkeys(("Dockerfile", "Containerfile"), runners.docker),
    **dict.fromkeys(("deno.json", "deno.jsonc"), runners.deno),
    "Procfile": runners.procfile, "tox.ini": runners.tox, "noxfile.py": runners.nox, "Rakefile": runners.rake,
}  # fmt: skip
_BY_ENDING: Final[dict[str, Callable[[ManifestResult], None]]] = {
    **dict.fromkeys((".csproj", ".fsproj", ".vbproj"), packages.csproj), ".gemspec": packages.gemspec,
    ".cargo/config.toml": runners.cargo_config,
}  # fmt: skip
_LISTED: Final = frozenset((
    "Gemfile", "Pipfile", "requirements.txt", "environment.yml", "pixi.toml", "meson.build", "BUILD.bazel",
    "MODULE.bazel", "WORKSPACE", "build.sbt", "Package.swift", "Podfile", "stack.yaml", "cabal.project", "dune-project",
    "build.zig", "Project.toml", "DESCRIPTION", "flake.nix", "shell.nix", "default.nix", "rebar.config", "deps.edn",
    "project.clj", "shard.yml", "go.work", "pnpm-workspace.yaml", "lerna.json", "nx.json", "turbo.json", "configure.ac",
    "Directory.Build.props", "docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml", "Vagrantfile",
    "Jenkinsfile", "Brewfile", "serverless.yml", "wrangler.toml", "vercel.json", "netlify.toml", "fly.toml", "app.json",
    "manage.py", "conanfile.txt", "conanfile.py", "vcpkg.json", "hatch.toml", "SConstruct", "wscript", "mkdocs.yml",
))  # fmt: skip
_ENDINGS: Final = (".csproj", ".fsproj", ".vbproj", ".sln", ".slnx", ".gemspec", ".cabal", ".nimble", ".podspec")
