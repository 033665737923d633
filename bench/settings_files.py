"""Edits real settings files as Backstory does, and takes the edits out again: byte for byte, or the file is named.

    python bench/settings_files.py FOLDER

Every file below FOLDER is tried with each edit that fits its ending: hooks and MCP servers in JSON, a block in
Markdown, a table in TOML, an entry in YAML. The files stay as they are. Ends with 1 when one of these does not hold:
`revert(apply(t)) == t`, `apply(apply(t)) == apply(t)`, and everything else in the file keeps its value.
"""

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from backstory.agents import registry
from backstory.agents.base import Launch, Place, Texts
from backstory.agents.mcp_servers import SERVERS
from backstory.edits import change
from backstory.edits.change import Block, Change
from backstory.model.errors import BackstoryError

LAUNCH = Launch("/opt/py/bin/python3", ("/opt/site",))
TEXT = "## Project memory\n\nRead `.backstory/local/handoff.md`."
ENDINGS = {
    ".json": ("claude-code", "gemini", "qwen", "codex", "copilot"), ".jsonc": ("opencode", "gemini"),
    ".toml": ("codex",), ".yml": ("aider", "goose"), ".yaml": ("aider", "goose"), ".md": (),
}  # fmt: skip


def main() -> int:
    files = sorted(path for path in Path(sys.argv[1]).rglob("*") if path.is_file() and path.suffix in ENDINGS)
    outcomes: Counter[tuple[str, str]] = Counter()
    refusals: Counter[str] = Counter()
    broken: list[str] = []
    for path in files:
        data = path.read_bytes()
        for name, edit in edits(path.suffix):
            verdict = judge(edit, data, path.suffix)
            outcomes[path.suffix, verdict.partition(":")[0]] += 1
            if verdict.startswith("refused"):
                refusals[f"{path.suffix} {verdict.partition(': ')[2]}"] += 1
            elif verdict.startswith("broken"):
                broken.append(f"{path.name}, {name}: {verdict}")
    print(f"{len(files)} files, {sum(outcomes.values())} edits")
    for (ending, verdict), count in sorted(outcomes.items()):
        print(f"  {ending:6} {verdict:8} {count}")
    for reason, count in refusals.most_common():
        print(f"  refused {count:4}  {reason}")
    print("\n".join(broken) or "no file is broken")
    return 1 if broken else 0


def edits(ending: str) -> Iterator[tuple[str, Change]]:
    """(a name, the edit) for every edit that fits a file."""
    if ending == ".md":
        yield "block", Block(TEXT)
        yield "block at the top", Block(TEXT, top=True)
    place = Place("/repository", "/home/ada", LAUNCH)
    for name in ENDINGS[ending]:
        for surface in registry.load_agent(name).surfaces(place):
            if surface.kind in ("hooks", "yaml") and Path(surface.path).suffix[:4] == ending[:4].replace(
                ".yam", ".yml"
            ):
                yield f"{surface.kind} of {name}", surface.build(Texts())
        server = SERVERS.get(name)
        if server and (Path(server.path).suffix == ending or ending == ".jsonc" or "y" in ending):
            yield f"server of {name}", server.build(LAUNCH.python)


def judge(edit: Change, data: bytes, ending: str) -> str:
    """`kept`, `refused: why` or `broken: why`."""
    try:
        once, memo = change.apply(edit, data, None, "file")
    except BackstoryError as error:
        return f"refused: {error.message.partition(' (')[0]}"
    if (fault := find_fault(data, once, ending)) is not None:
        return fault
    twice, again = change.apply(edit, once, memo, "file")
    if twice != once or again != memo:
        return "broken: a second time changes it"
    kind = change.kind_of(edit)
    if change.revert(kind, once, memo, "file") != data:
        return "broken: it does not come back"
    return "kept" if change.state(kind, once, memo) == "present" else "broken: our part is not found again"


def find_fault(before: bytes, after: bytes, ending: str) -> str | None:
    """The verdict where the file lost a value or does not parse any more; None where all is well.

    A TOML file that the edit would break is refused when it is written, see `deliver.user`.
    """
    try:
        old = parse(before, ending)
    except ValueError:
        return None  # with comments, or broken before
    try:
        new = parse(after, ending)
    except ValueError as error:
        return f"refused: {error}" if ending == ".toml" else f"broken: {error}"
    return None if is_within(old, new) else "broken: a value is lost"


def parse(data: bytes, ending: str) -> Any:
    text = data.decode("utf-8-sig")
    if ending in (".json", ".jsonc"):
        return json.loads(text or "{}")
    if ending == ".toml":
        return tomllib.loads(text.replace("\r\n", "\n"))
    if ending in (".yml", ".yaml"):
        import yaml  # type: ignore[import-untyped]  # a library of the tests

        try:
            return yaml.safe_load(text) or {}
        except yaml.YAMLError as error:
            raise ValueError(str(error)) from error
    return None


def is_within(old: Any, new: Any) -> bool:
    """Whether all that was there is there with the same value, and in the same order."""
    if isinstance(old, dict) and isinstance(new, dict):
        kept = [key for key in new if key in old]
        return kept == list(old) and all(is_within(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        rest = iter(new)
        return all(any(item == other for other in rest) for item in old)
    # In YAML an empty key takes our entry, and one value becomes the first of a list.
    return bool(old == new) or (isinstance(new, list) and (old is None or new[:1] == [old]))


if __name__ == "__main__":
    sys.exit(main())
