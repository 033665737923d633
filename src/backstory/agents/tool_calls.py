"""Describes tool calls by the tool's name and input, in the same words for every agent."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from backstory.agents.turns import Action
from backstory.base.dialect import patched_paths

_TOOLS: Final[Mapping[Action, str]] = {
    "edit": """
        edit multiedit multi_edit write notebookedit notebook_edit write_file writefile replace edit_file editfile
        create_file createfile create str_replace str_replace_editor str_replace_based_edit_tool insert apply_patch
        applypatch patch insert_edit_into_file replace_string_in_file multi_replace_string_in_file
        edit_notebook_file edit_notebook editfiles write_to_file replace_in_file apply_diff insert_content
        search_and_replace search_replace delete_file deletefile delete_files undo_edit edit_files fs_write fswrite
        move_file rename_file replacestring multireplacestring insertedit create_new_file edit_existing_file
        single_find_and_replace multi_replace_in_file editor""",
    "read": """
        read read_file readfile view view_file notebookread notebook_read read_many_files read_files open_file cat
        view_image read_notebook get_file_contents fs_read fsread read_text_file readlints get_file view_range
        get_errors geterrors get_changed_files""",
    "command": """
        bash shell shell_command exec_command local_shell local_shell_call container.exec run_shell_command
        run_in_terminal run_command run_command_in_terminal run_terminal_cmd run_terminal_command execute_command
        execute_bash execute terminal powershell pwsh cmd unified_exec exec execute_shell runcommand run_commands
        run_tests runtests execute_shell_command""",
    "search": """
        grep glob ls search rg find list_directory list_dir listdir search_file_content grep_search file_search
        semantic_search codebase_search search_files list_files list_code_usages find_files searchcode toolsearch
        tool_search tool_search_call search_code findtextinfiles listdirectory list_directory_contents code_search
        textsearch usages lsp search_codebase""",
    "fetch": """
        webfetch web_fetch websearch web_search web_search_call google_web_search fetch fetch_webpage fetchwebpage
        fetch_url read_url browser_action open_simple_browser fetch_web_content""",
    "agent": """
        task agent spawn_agent spawn_subagent subagent runsubagent run_subagent delegate codebase_investigator new_task
        send_input delegate_to_agent search_subagent invoke_agent followup_task""",
    "plan": """
        todowrite todo_write todoread todo_read update_plan write_todos exitplanmode exit_plan_mode enterplanmode
        enter_plan_mode manage_todo_list update_todo_list taskcreate taskupdate tasklist taskget update_todo todo
        todos plan set_plan create_plan plan_exit plan_enter""",
}  # fmt: skip
_ACTIONS: Final[dict[str, Action]] = {name: action for action, names in _TOOLS.items() for name in names.split()}
_PATHS: Final = (
    "file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file", "filename", "file", "uri",
    "paths", "files", "file_paths", "filePaths", "target_files", "relative_path", "TargetFile", "AbsolutePath",
    "filepath",
)  # fmt: skip
_COMMANDS: Final = ("command", "cmd", "script", "commandLine", "CommandLine", "commands", "code")
_PATCHES: Final = ("patch", "input", "patchText", "patch_text", "diff", "content")
_SHELLS: Final = ("bash", "sh", "zsh", "dash", "fish", "pwsh", "powershell", "powershell.exe", "cmd", "cmd.exe")
_FLAGS: Final = ("-c", "-lc", "-ic", "-l", "-i", "/c", "-command", "-noprofile", "-lic", "-ec", "-euo", "pipefail")
_MAX_PATHS: Final = 200


class Work(NamedTuple):
    """The action of a call, and its targets."""

    action: Action
    command: str = ""
    edits: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()


_WITHOUT_FILES: Final[dict[Action, Work]] = {
    action: Work(action) for action in ("search", "fetch", "agent", "plan", "other")
}


@lru_cache(maxsize=1024)
def name_action(tool: str) -> Action:
    """The action of a tool; `other` for an unknown one. Tools of MCP servers go by the last part of their name."""
    name = tool.lower().replace("-", "_")
    action = _ACTIONS.get(name)
    if action is None and "__" in name:
        action = _ACTIONS.get(name.rpartition("__")[2])
        action = None if action in ("agent", "plan") else action
    return action or "other"


def describe_call(tool: str, arguments: Mapping[str, Any]) -> Work:
    """The action of a call, its command line, the files that it edits or reads. Never raises."""
    action = name_action(tool)
    if action in _WITHOUT_FILES:
        return _WITHOUT_FILES[action]
    path = arguments.get("file_path")
    if type(path) is str and path and "\n" not in path and (action == "edit" or action == "read"):  # most calls
        return Work(action, "", (path,)) if action == "edit" else Work(action, "", (), (path,))
    if action == "command":
        return _describe_command(arguments)
    paths = tuple(dict.fromkeys(_list_paths(arguments)))
    is_edit = action == "edit" and arguments.get("command") != "view"
    return Work("edit", edits=paths) if is_edit else Work("read", reads=paths)


def _describe_command(arguments: Mapping[str, Any]) -> Work:
    """A command line; one that applies a patch is an edit."""
    command = find_command(arguments)
    patched = tuple(patched_paths(command)) if "*** Begin Patch" in command else ()
    if patched and command.lstrip().startswith(("apply_patch", "applypatch", "*** Begin Patch")):
        return Work("edit", edits=patched)
    return Work("command", command, edits=patched)


def find_command(arguments: Mapping[str, Any]) -> str:
    """The command line in the input of a call; of `["bash", "-lc", X]` it is X."""
    for key in _COMMANDS:
        value = arguments.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            return join_command(value)
    return ""


def join_command(words: list[str]) -> str:
    """A list of arguments as a command line, without the shell that runs it."""
    if len(words) > 1 and words[0].replace("\\", "/").rpartition("/")[2].lower() in _SHELLS:
        rest = words[1:]
        while len(rest) > 1 and rest[0].lower() in _FLAGS:
            rest = rest[1:]
        return " ".join(rest).strip()
    return " ".join(words).strip()


def _list_paths(arguments: Mapping[str, Any]) -> Iterator[str]:
    for key in _PATHS:
        yield from _paths_of(arguments.get(key))
    yield from _list_paths_of_items(arguments)
    for key in _PATCHES:
        value = arguments.get(key)
        if isinstance(value, str) and "*** " in value:
            yield from patched_paths(value)


def _list_paths_of_items(arguments: Mapping[str, Any]) -> Iterator[str]:
    """The paths of the single edits of a call."""
    for key in ("edits", "replacements", "operations", "changes"):
        value = arguments.get(key)
        for item in value[:_MAX_PATHS] if isinstance(value, list) else ():
            if isinstance(item, dict):
                yield from chain.from_iterable(_paths_of(item.get(inner)) for inner in _PATHS[:9])


def _paths_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if value.strip() and len(value) < 4096 and "\n" not in value:
            yield value.strip()
    elif isinstance(value, list):
        for path in map(_path_of_item, value[:_MAX_PATHS]):
            if isinstance(path, str):
                yield from _paths_of(path)


def _path_of_item(item: object) -> object:
    if isinstance(item, dict):
        return item.get("path") or item.get("file_path") or item.get("filePath")
    return item
