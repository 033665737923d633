"""Manifests of package managers and build systems, one reader each."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.model.late_pattern import late_pattern
from backstory.survey.license import join_licences, of_name
from backstory.survey.manifests import runners
from backstory.survey.manifests.result import (
    ManifestResult,
    command_of,
    items_of,
    parse_ini,
    parse_json,
    parse_toml,
    table_of,
    text_of,
)

_LOCKS: Final = (
    ("pnpm-lock.yaml", "pnpm run"), ("yarn.lock", "yarn"), ("bun.lock", "bun run"), ("bun.lockb", "bun run"),
)  # fmt: skip

# Python
_CMAKE_PROJECT: Final = late_pattern(
    r"^\s{0,40}project\s{0,4}\(\s{0,40}([\w.+-]{1,80})([^)]{0,800})", re.IGNORECASE | re.MULTILINE
)
_CMAKE_EXECUTABLE: Final = late_pattern(
    r"^\s{0,40}add_executable\s{0,4}\(\s{0,40}([\w.+-]{1,80})([^)]{0,2000})", re.IGNORECASE | re.MULTILINE
)


def pyproject(result: ManifestResult) -> None:
    data = parse_toml(result.text)
    project = table_of(data, "project")
    tool = table_of(data, "tool")
    poetry = table_of(tool, "poetry")
    result.name = text_of(project.get("name")) or text_of(poetry.get("name"))
    result.description = text_of(project.get("description")) or text_of(poetry.get("description"))
    licence = project.get("license", poetry.get("license"))
    result.licence = of_name(text_of(licence.get("text") if isinstance(licence, dict) else licence)) or _classified(
        project.get("classifiers", poetry.get("classifiers"))
    )
    _add_console_scripts(result, project, poetry)
    _add_tasks(result, tool)
    runners.tox_settings(result, table_of(tool, "tox"))


def _add_console_scripts(result: ManifestResult, project: dict[str, Any], poetry: dict[str, Any]) -> None:
    """Adds the commands that a package installs."""
    for scripts in (
        project.get("scripts"), project.get("gui-scripts"), poetry.get("scripts"),
        table_of(project, "entry-points").get("console_scripts"),
    ):  # fmt: skip
        for name, target in items_of(scripts):
            target = target.get("callable", target.get("reference")) if isinstance(target, dict) else target
            result.point(result.module(target), f"{name} = {text_of(target)}")


def _add_tasks(result: ManifestResult, tool: dict[str, Any]) -> None:
    """Adds the tasks that tools for tasks and environments define."""
    for tool_name, key, runner in (
        ("poe", "tasks", "poe"), ("pdm", "scripts", "pdm run"), ("taskipy", "tasks", "task"),
        ("pixi", "tasks", "pixi run"),
    ):  # fmt: skip
        for name, task in items_of(table_of(tool, tool_name).get(key)):
            result.script(f"{runner} {name}", command_of(task))
    for env, table in items_of(table_of(tool, "hatch").get("envs")):
        for name, task in items_of(table.get("scripts") if isinstance(table, dict) else None):
            result.script(f"hatch run {name if env == 'default' else f'{env}:{name}'}", command_of(task))


def _classified(classifiers: object) -> str:
    rows = [row for row in classifiers if isinstance(row, str)] if isinstance(classifiers, list) else []
    return next(
        (name for row in rows if row.startswith("License ::") and (name := of_name(row.rpartition("::")[2]))), ""
    )


def setup_cfg(result: ManifestResult) -> None:
    sections = parse_ini(result.text)
    metadata = sections.get("metadata", {})
    result.name, result.description = metadata.get("name", ""), metadata.get("description", "")
    result.licence = of_name(metadata.get("license", ""))
    scripts = sections.get("options.entry_points", {}).get("console_scripts", "")
    for row in scripts.split("\n"):
        name, equals, target = row.partition("=")
        if equals:
            result.point(result.module(target.strip()), f"{name.strip()} = {target.strip()}")


def setup_py(result: ManifestResult) -> None:
    for key in ("name", "description", "license"):
        match = re.search(rf"\b{key}\s{{0,4}}=\s{{0,4}}(['\"])([^'\"\n]{{1,300}})\1", result.text)
        if match and key == "license":
            result.licence = of_name(match[2])
        elif match:
            setattr(result, key, match[2])
    block = re.search(r"console_scripts['\"]?\s{0,4}[=:]\s{0,4}\[([^\]]{1,4000})\]", result.text)
    for row in re.findall(r"['\"]([\w.-]+)\s{0,4}=\s{0,4}([\w.]+:[\w.]+)", block[1] if block else ""):
        result.point(result.module(row[1]), f"{row[0]} = {row[1]}")


# JavaScript and TypeScript


def package_json(result: ManifestResult) -> None:
    data = parse_json(result.text)
    result.name, result.description = text_of(data.get("name")), text_of(data.get("description"))
    licence = data.get("license")
    result.licence = of_name(text_of(licence.get("type") if isinstance(licence, dict) else licence))
    _add_npm_entries(result, data)
    files = result.files
    runner = next((manager for lock, manager in _LOCKS if result.folder + lock in files or lock in files), "npm run")
    for name, command in items_of(data.get("scripts")):
        result.script(f"{runner} {name}", command)


def _add_npm_entries(result: ManifestResult, data: Mapping[str, object]) -> None:
    """The commands and modules that a `package.json` names."""
    binaries = data.get("bin")
    for name, path in [(result.name.rpartition("/")[2], binaries)] if isinstance(binaries, str) else items_of(binaries):
        result.entry(path, f"bin {name}")
    for key in ("main", "module", "browser"):
        result.entry(data.get(key), key)
    exports = data.get("exports")
    root = exports.get(".", exports) if isinstance(exports, dict) else exports
    result.entry(next(_leaves(root), None), "exports")


def _leaves(value: object, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < 6:
        for key in sorted(value, key=lambda k: k == "types"):
            yield from _leaves(value[key], depth + 1)


# Go, Rust, C, C++


def go_mod(result: ManifestResult) -> None:
    match = re.search(r"^module[ \t]+(\S{1,300})", result.text, re.MULTILINE)
    if match:
        parts = match[1].strip('"').split("/")
        result.name = parts[-2] if len(parts) > 1 and re.fullmatch(r"v\d+", parts[-1]) else parts[-1]


def cargo(result: ManifestResult) -> None:
    data = parse_toml(result.text)
    package = table_of(data, "package")
    shared = table_of(table_of(data, "workspace"), "package")
    result.name = text_of(package.get("name"))
    result.description = text_of(package.get("description")) or text_of(shared.get("description"))
    result.licence = of_name(text_of(package.get("license")) or text_of(shared.get("license")))
    _add_cargo_binaries(result, data.get("bin"))
    library = text_of(table_of(data, "lib").get("path")) or "src/lib.rs"
    for path, what in (("src/main.rs", "bin"), (library, "library")):
        if package and result.file(path):
            result.entry(path, f"{what} {result.name}")


def _add_cargo_binaries(result: ManifestResult, binaries: object) -> None:
    for binary in binaries if isinstance(binaries, list) else []:
        if isinstance(binary, dict):
            name = text_of(binary.get("name"))
            result.entry(binary.get("path") or f"src/bin/{name}.rs", f"bin {name}")


def cmake(result: ManifestResult) -> None:
    match = _CMAKE_PROJECT.search(result.text)
    if match and "${" not in match[1]:
        result.name = match[1]
        description = re.search(r"DESCRIPTION\s{1,20}\"([^\"]{1,300})\"", match[2])
        result.description = description[1] if description else ""
    for row in _CMAKE_EXECUTABLE.finditer(result.text):
        main = _choose_main([word for word in row[2].split() if result.file(word)])
        result.point(result.file(main) if main else "", f"executable {row[1]}")


def _choose_main(sources: Sequence[str]) -> str:
    """The source file with `main` in its name, else the first."""
    return next((source for source in sources if "main" in source.lower()), sources[0] if sources else "")


# Java, C#, PHP, Ruby and the rest


def pom(result: ManifestResult) -> None:
    text = _without_xml_comments(result.text)
    licence = re.search(r"<license>\s{0,80}<name>([^<]{1,200})", text)
    result.licence = of_name(licence[1]) if licence else ""
    # Elements inside these have names and descriptions of other things.
    for part in (
        "parent", "dependencies", "dependencyManagement", "build", "profiles", "licenses", "developers", "plugins",
    ):  # fmt: skip
        start = text.find(f"<{part}>")
        end = text.find(f"</{part}>", start)
        if 0 <= start < end:
            text = text[:start] + text[end:]
    values = {key: _xml_value(text, key) for key in ("name", "artifactId", "description")}
    result.name, result.description = values["name"] or values["artifactId"], values["description"]


def _xml_value(text: str, key: str) -> str:
    """The text of the first element of that name; empty when it is computed by the build."""
    match = re.search(rf"<{key}>([^<]{{1,600}})</{key}>", text)
    return " ".join(match[1].split()) if match and "${" not in match[1] and "$(" not in match[1] else ""


def _without_xml_comments(text: str) -> str:
    head, *rest = text.split("<!--")
    return head + "".join(piece.partition("-->")[2] for piece in rest)


def gradle(result: ManifestResult) -> None:
    match = re.search(r"rootProject\.name\s{0,4}=\s{0,4}['\"]([^'\"\n]{1,80})", result.text)
    result.name = match[1] if match else ""
    match = re.search(r"^\s{0,8}description\s{0,4}=?\s{0,4}['\"]([^'\"\n]{1,300})", result.text, re.MULTILINE)
    result.description = match[1] if match else ""
    match = re.search(r"mainClass(?:Name)?\s{0,4}(?:=|\.set\()\s{0,4}['\"]([\w.$]{1,200})", result.text)
    if match:
        name = match[1].replace(".", "/").removesuffix("Kt")
        places = (("java", "java"), ("kotlin", "kt"), ("scala", "scala"))
        paths = (result.file(f"src/main/{folder}/{name}.{ending}") for folder, ending in places)
        result.point(next(filter(None, paths), ""), f"main class {match[1]}")


def csproj(result: ManifestResult) -> None:
    text = _without_xml_comments(result.text)
    own = result.path.rpartition("/")[2].rpartition(".")[0]
    result.name = _xml_value(text, "AssemblyName") or _xml_value(text, "PackageId") or own
    result.description = _xml_value(text, "Description")
    result.licence = of_name(_xml_value(text, "PackageLicenseExpression"))
    if _xml_value(text, "OutputType").lower() in ("exe", "winexe") or "Sdk.Web" in text[:400]:
        result.entry("Program.cs", f"program {result.name}")


def composer(result: ManifestResult) -> None:
    data = parse_json(result.text)
    result.name, result.description = text_of(data.get("name")), text_of(data.get("description"))
    result.licence = join_licences([of_name(text_of(item)) for item in _as_list(data.get("license"))])
    binaries = data.get("bin")
    for path in _as_list(binaries) if isinstance(binaries, str | list) else []:
        result.entry(path, "bin")
    for name, command in items_of(data.get("scripts")):
        if not name.startswith(("pre-", "post-")):
            result.script(f"composer {name}", command)


def _as_list(value: object) -> list[object]:
    """A list as it is, and any other value as a list of one."""
    return value if isinstance(value, list) else [value]


def gemspec(result: ManifestResult) -> None:
    def value(key: str) -> str:
        start = r"^\s{0,8}\w{1,20}\." + key + r"\s{0,24}=\s{0,8}\[?\s{0,4}"
        match = re.search(start + r"(?:%q[\[({]|['\"])([^'\"\n\]]{1,300})", result.text, re.MULTILINE)
        return match[1] if match else ""

    result.name, result.description = value("name"), value("summary") or value("description")
    result.licence = of_name(value("licenses?"))
    if result.name:
        for path, what in (
            (f"lib/{result.name.replace('-', '/')}.rb", "library"),
            (f"exe/{result.name}", "bin"),
            (f"bin/{result.name}", "bin"),
        ):
            if result.file(path):
                result.entry(path, f"{what} {result.name}")


def mix(result: ManifestResult) -> None:
    match = re.search(r"\bapp:\s{0,4}:(\w{1,80})", result.text)
    result.name = match[1] if match else ""
    match = re.search(r"\bdescription:\s{0,4}\"([^\"\n]{1,300})\"", result.text)
    result.description = match[1] if match else ""


def pubspec(result: ManifestResult) -> None:
    for key in ("name", "description"):
        match = re.search(rf"^{key}:[ \t]{{0,8}}(?:>-?\s{{0,8}})?['\"]?([^\n'\"]{{1,300}})", result.text, re.MULTILINE)
        if match:
            setattr(result, key, match[1].strip())
