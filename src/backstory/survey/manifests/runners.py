"""Task runners and process files: the commands a project defines, one reader each."""

import re
from collections.abc import Iterator
from typing import Any, Final

from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line
from backstory.survey.manifests.result import (
    ManifestResult,
    command_of,
    items_of,
    parse_ini,
    parse_json,
    parse_toml,
    text_of,
    without_comments,
)

_MAKE_TARGET: Final = late_pattern(
    r"([A-Za-z][\w./-]{0,60})[ \t]{0,8}::?(?!=)([^#=]{0,2000})(?:##?[ \t]{0,4}(.{1,200}))?$"
)
_BUILT_FILES: Final = (".o", ".c", ".h", ".a", ".so", ".py", ".js", ".go", ".cpp")


class _Pending:
    """A command whose definition is being read: its name, and what says what it does."""

    def __init__(self, result: ManifestResult, runner: str) -> None:
        self.f = result
        self.runner = runner
        self.name = self.comment = ""

    def begin(self, name: str, comment: str) -> None:
        self.end()
        self.name, self.comment = name, comment

    def end(self, command: str = "") -> None:
        """Notes the command, if there is one, with its comment or else its first line."""
        if self.name:
            self.f.script(f"{self.runner} {self.name}", self.comment or command)
            self.name = ""


def make(result: ManifestResult) -> None:
    pending = _Pending(result, "make")
    for line in result.text.split("\n"):
        if line.startswith("\t"):
            command = line.strip().lstrip("@-+ ")
            if command and not command.startswith("#"):
                pending.end(command)
        else:
            _read_make_line(pending, line)
    pending.end()


def _read_make_line(pending: "_Pending", line: str) -> None:
    """A line that is no command: it begins a target or ends one."""
    match = _MAKE_TARGET.match(line)
    if match and not match[1].endswith(_BUILT_FILES):
        pending.begin("" if "/" in match[1] else match[1], match[3] or "")
    elif line.strip() and not line.startswith(("#", " ")):
        pending.end()


def just(result: ManifestResult) -> None:
    pending = _Pending(result, "just")
    above = ""
    for line in result.text.split("\n"):
        if pending.name and line[:1].isspace() and line.strip():
            pending.end(line.strip().lstrip("@-"))
        elif line.startswith("#"):
            above = line.lstrip("# ")
        else:
            match = re.match(r"@?([A-Za-z][\w-]{0,60})(?:[ \t][^:=]{0,300})?:(?!=)", line)
            if match:
                pending.begin(match[1], above)
            if line.strip() and not line.startswith("["):
                above = ""
    pending.end()


def taskfile(result: ManifestResult) -> None:
    """The `tasks:` of a Taskfile, read by indentation: enough for names, `desc`, and the first command."""
    pending = _Pending(result, "task")
    for is_name, bare in _task_lines(result.text):
        match = re.match(r"['\"]?([\w:.*-]{1,60})['\"]?:[ \t]{0,8}(.{0,200})$", bare) if is_name else None
        if match:
            pending.begin(match[1], match[2].strip("'\"") if match[2][:1] not in "{[|>&" else "")
        elif pending.name:
            pending.comment = _describe_task(bare, pending.comment)
    pending.end()


def _task_lines(text: str) -> Iterator[tuple[bool, str]]:
    """Lines below `tasks:` without blanks and comments, and whether they are as far in as the names of tasks."""
    inside, width = False, 0
    for line in text.split("\n"):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip(" "))
        if indent == 0:
            inside, width = bare == "tasks:", 0
        elif inside:
            width = width or indent
            yield indent == width, bare


def _describe_task(bare: str, comment: str) -> str:
    """What a task does by a line of it: its description, else its first command, else what is known already."""
    match = re.match(r"(?:desc|summary):[ \t]{0,8}['\"]?([^'\"]{1,200})", bare)
    if match is None and not comment:
        match = re.match(r"-[ \t]{1,4}(?:cmd:[ \t]{0,4})?['\"]?(\S.{0,200}?)['\"]?$", bare)
    return match[1] if match else comment


def docker(result: ManifestResult) -> None:
    joined = result.text.replace("\\\n", " ")
    for word in ("ENTRYPOINT", "CMD"):
        rows = re.findall(rf"^\s{{0,8}}{word}\s{{1,8}}(.{{1,300}})$", joined, re.MULTILINE | re.IGNORECASE)
        if rows:
            result.point(result.path, f"{word} {one_line(rows[-1], 100)}")


def procfile(result: ManifestResult) -> None:
    for match in re.finditer(r"^([A-Za-z][\w-]{0,40}):[ \t]{0,8}(\S.{0,300})$", result.text, re.MULTILINE):
        result.point(result.path, f"{match[1]}: {match[2]}")


def tox(result: ManifestResult, text: str = "") -> None:
    for section, values in parse_ini(text or result.text).items():
        if section.startswith("testenv"):
            name = "tox" if section == "testenv" else f"tox -e {section.removeprefix('testenv:')}"
            result.script(name, [line.strip() for line in values.get("commands", "").split("\n") if line.strip()])


def tox_settings(result: ManifestResult, table: dict[str, Any]) -> None:
    """The `[tool.tox]` table of a `pyproject.toml`, in its old and its new form."""
    if isinstance(table.get("legacy_tox_ini"), str):
        tox(result, table["legacy_tox_ini"])
    environments = [(f"tox -e {name}", env) for name, env in items_of(table.get("env"))]
    for name, env in [("tox", table.get("env_run_base")), *environments]:
        if env:
            result.script(name, _tox_commands(env))


def _tox_commands(env: object) -> list[str]:
    """The commands of an environment, each a list of arguments."""
    commands = env.get("commands") if isinstance(env, dict) else None
    rows = [row for row in commands if isinstance(row, list)] if isinstance(commands, list) else []
    return [" ".join(map(_word, row)) for row in rows]


def _word(word: object) -> str:
    """An argument of a tox command: a string, or a table such as `{ replace = "posargs", default = [] }`."""
    if isinstance(word, dict):
        default = word.get("default")
        return " ".join(part for part in default if isinstance(part, str)) if isinstance(default, list) else ""
    return word if isinstance(word, str) else ""


def nox(result: ManifestResult) -> None:
    pattern = r"^@(?:nox\.)?session\b([^\n]{0,300})(?:\n[^\n]{0,300}){0,12}?\n?def (\w{1,60})\("
    for match in re.finditer(pattern, result.text, re.MULTILINE):
        explicit = re.search(r"\bname\s{0,3}=\s{0,3}['\"]([\w.-]{1,60})['\"]", match[0])
        result.script(f"nox -s {explicit[1] if explicit else match[2]}", f"def {match[2]}")


def rake(result: ManifestResult) -> None:
    description = ""
    for line in result.text.split("\n"):
        if match := re.match(r"\s{0,20}desc\s{1,4}['\"]([^'\"]{1,200})", line):
            description = match[1]
        elif match := re.match(r"\s{0,20}(?:multi)?task[\s(]{1,4}:?['\"]?([\w:]{1,60})", line):
            result.script(f"rake {match[1]}", description)
            description = ""


def cargo_config(result: ManifestResult) -> None:
    for name, command in items_of(parse_toml(result.text).get("alias")):
        words = command if isinstance(command, str) else " ".join(word for word in command if isinstance(word, str))
        result.script(f"cargo {name}", f"cargo {words}")


def deno(result: ManifestResult) -> None:
    data = parse_json(without_comments(result.text))
    result.name = text_of(data.get("name"))
    for name, task in items_of(data.get("tasks")):
        result.script(f"deno task {name}", command_of(task))
