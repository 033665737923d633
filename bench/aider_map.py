"""Ranks the files of the current folder as aider's repository map does for a message: reads it, prints a path a line.

    pip install aider-chat
    python bench/relevance.py --tasks tasks.jsonl --repos DIR_OF_CLONES --rival "aider=python $PWD/bench/aider_map.py"

The map has no files in its chat here: the words of the message and the files that it names are all that it is asked.
Aider caches the tags of each file in `.aider.tags.cache*` in the folder.
"""

import os
import re
import subprocess
import sys
from pathlib import PurePath

from aider.repomap import RepoMap

LONG = 5
"""Letters of a word from which on aider takes it for the name of a file without its ending."""


class Model:
    def token_count(self, text: str) -> int:
        return len(text) // 4


class Silent:
    """What the map asks of a terminal, and of a reader of files."""

    def tool_output(self, *words: str) -> None:
        pass

    tool_warning = tool_error = tool_output

    def read_text(self, path: str, silent: bool = False) -> str | None:
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return None


def rank(root: str, message: str) -> list[str]:
    """Paths relative to `root`, those with the highest ranked definitions first."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True).stdout
    paths = [path for path in listed.split("\0") if path]
    words = set(re.split(r"\W+", message))
    stems = {word.lower() for word in words if len(word) >= LONG}
    named = {path for path in paths if PurePath(path).name in message.split() or PurePath(path).stem.lower() in stems}
    repo_map = RepoMap(map_tokens=8192, root=root, main_model=Model(), io=Silent())
    tags = repo_map.get_ranked_tags([], [os.path.join(root, path) for path in paths], named, words)
    return list(dict.fromkeys(tag[0] for tag in tags))


if __name__ == "__main__":
    print("\n".join(rank(os.getcwd(), sys.stdin.read())))
