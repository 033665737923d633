"""Lists the frames of a traceback in a pasted issue."""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern

_FRAME: Final = late_pattern(
    r"File \"([^\"\n]+)\", line \d+|^[ \t]*(?:\w+>[ \t]*)?(?:File )?([\w.~/@+-]*\.\w{1,6})(?::\d+)?[:,]? in [\w.<>]+\(",
    re.MULTILINE,
)


def list_frames(text: str) -> tuple[str, ...]:
    """The paths of the frames of Python tracebacks, the innermost first, each once."""
    if '", line ' not in text and " in " not in text:
        return ()
    paths = [(quoted or plain).replace("\\", "/").strip("~./") for quoted, plain in _FRAME.findall(text)]
    return tuple(dict.fromkeys(reversed(paths)))


def package_path(path: str) -> str:
    """What follows `site-packages/` or `dist-packages/` in a path; another path as it is."""
    return path.rpartition("-packages/")[2]
