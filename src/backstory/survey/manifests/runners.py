"""Task runners and process files: the commands a project defines, one reader each."""

import re
from typing import Any

from backstory.model.text import one_line
from backstory.survey.manifests.found import (
    Found,
    command_of,
    items_of,
    parse_ini,
    parse_json,
    parse_toml,
    text_of,
    without_comments,
)


def make(f: Found) -> None:
    target = said = ""
    for line in f.text.split("\n"):
        if line.startswith("\t"):
            if target and (command := line.strip().lstrip("@-+ ")) and not command.startswith("#"):
                f.script(f"make {target}", said or command)
                target = ""
            continue
        match = re.match(r"([A-Za-z][\w./-]{0,60})[ \t]{0,8}::?(?!=)([^#=]{0,2000})(?:##?[ \t]{0,4}(.{1,200}))?$", line)
        if match and not match[1].endswith((".o", ".c", ".h", ".a", ".so", ".py", ".js", ".go", ".cpp")):
            if target:
                f.script(f"make {target}", said)
            target, said = match[1], match[3] or ""
            if "/" in target:
                target = ""
        elif line.strip() and not line.startswith(("#", " ")):
            if target:
                f.script(f"make {target}", said)
            target = ""
    if target:
        f.script(f"make {target}", said)


def just(f: Found) -> None:
    name = said = above = ""
    for line in f.text.split("\n"):
        if name and line[:1].isspace() and line.strip():
            f.script(f"just {name}", said or line.strip().lstrip("@-"))
            name = ""
            continue
        if line.startswith("#"):
            above = line.lstrip("# ")
            continue
        match = re.match(r"@?([A-Za-z][\w-]{0,60})(?:[ \t][^:=]{0,300})?:(?!=)", line)
        if match:
            if name:
                f.script(f"just {name}", said)
            name, said = match[1], above
        if line.strip() and not line.startswith("["):
            above = ""
    if name:
        f.script(f"just {name}", said)


def taskfile(f: Found) -> None:
    """The `tasks:` of a Taskfile, read by indentation: enough for names, `desc`, and the first command."""
    inside, width, name, said = False, 0, "", ""
    for line in f.text.split("\n"):
        bare = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if not bare or bare.startswith("#"):
            continue
        if indent == 0:
            inside, width = bare == "tasks:", 0
            continue
        if not inside:
            continue
        width = width or indent
        if indent == width and (match := re.match(r"['\"]?([\w:.*-]{1,60})['\"]?:[ \t]{0,8}(.{0,200})$", bare)):
            if name:
                f.script(f"task {name}", said)
            name, said = match[1], match[2].strip("'\"") if match[2][:1] not in "{[|>&" else ""
        elif (name and (match := re.match(r"(?:desc|summary):[ \t]{0,8}['\"]?([^'\"]{1,200})", bare))) or (
            name and not said and (match := re.match(r"-[ \t]{1,4}(?:cmd:[ \t]{0,4})?['\"]?(\S.{0,200}?)['\"]?$", bare))
        ):
            said = match[1]
    if name:
        f.script(f"task {name}", said)


def docker(f: Found) -> None:
    joined = f.text.replace("\\\n", " ")
    for word in ("ENTRYPOINT", "CMD"):
        rows = re.findall(rf"^\s{{0,8}}{word}\s{{1,8}}(.{{1,300}})$", joined, re.MULTILINE | re.IGNORECASE)
        if rows:
            f.point(f.path, f"{word} {one_line(rows[-1], 100)}")


def procfile(f: Found) -> None:
    for match in re.finditer(r"^([A-Za-z][\w-]{0,40}):[ \t]{0,8}(\S.{0,300})$", f.text, re.MULTILINE):
        f.point(f.path, f"{match[1]}: {match[2]}")


def tox(f: Found, text: str = "") -> None:
    for section, values in parse_ini(text or f.text).items():
        if section.startswith("testenv"):
            name = "tox" if section == "testenv" else f"tox -e {section.removeprefix('testenv:')}"
            f.script(name, [c.strip() for c in values.get("commands", "").split("\n") if c.strip()])


def tox_settings(f: Found, table: dict[str, Any]) -> None:
    """The `[tool.tox]` table of a `pyproject.toml`, in its old and its new form."""
    if isinstance(table.get("legacy_tox_ini"), str):
        tox(f, table["legacy_tox_ini"])
    named = [(f"tox -e {name}", env) for name, env in items_of(table.get("env"))]
    for name, env in [("tox", table.get("env_run_base")), *named]:
        commands = env.get("commands") if isinstance(env, dict) else None
        rows = [c for c in commands if isinstance(c, list)] if isinstance(commands, list) else []
        if env:
            f.script(name, [" ".join(_word(w) for w in row) for row in rows])


def _word(word: object) -> str:
    """An argument of a tox command: a string, or a table such as `{ replace = "posargs", default = [] }`."""
    if isinstance(word, dict):
        default = word.get("default")
        return " ".join(w for w in default if isinstance(w, str)) if isinstance(default, list) else ""
    return word if isinstance(word, str) else ""


def nox(f: Found) -> None:
    pattern = r"^@(?:nox\.)?session\b([^\n]{0,300})(?:\n[^\n]{0,300}){0,12}?\n?def (\w{1,60})\("
    for match in re.finditer(pattern, f.text, re.MULTILINE):
        named = re.search(r"\bname\s{0,3}=\s{0,3}['\"]([\w.-]{1,60})['\"]", match[0])
        f.script(f"nox -s {named[1] if named else match[2]}", f"def {match[2]}")


def rake(f: Found) -> None:
    said = ""
    for line in f.text.split("\n"):
        if match := re.match(r"\s{0,20}desc\s{1,4}['\"]([^'\"]{1,200})", line):
            said = match[1]
        elif match := re.match(r"\s{0,20}(?:multi)?task[\s(]{1,4}:?['\"]?([\w:]{1,60})", line):
            f.script(f"rake {match[1]}", said)
            said = ""


def cargo_config(f: Found) -> None:
    for name, command in items_of(parse_toml(f.text).get("alias")):
        words = command if isinstance(command, str) else " ".join(w for w in command if isinstance(w, str))
        f.script(f"cargo {name}", f"cargo {words}")


def deno(f: Found) -> None:
    data = parse_json(without_comments(f.text))
    f.name = text_of(data.get("name"))
    for name, task in items_of(data.get("tasks")):
        f.script(f"deno task {name}", command_of(task))
