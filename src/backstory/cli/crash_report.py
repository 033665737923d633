"""Writes crash reports: versions and the stack without values, after the redaction gate."""

import os
import platform
import sys
import time
import traceback
from collections.abc import Sequence

from backstory._version import VERSION
from backstory.base.discovery import data_home, is_private
from backstory.redact.gate import Gate
from backstory.store.files import make_folder, write_text


def write_report(problem: BaseException, argv: Sequence[str]) -> str:
    """Writes `<data home>/reports/<time>.md` and returns its path, or an empty string when that is impossible."""

    frames = [
        f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(problem.__traceback__)
    ]
    words = [word if word.startswith("-") or place == 0 else "…" for place, word in enumerate(argv)]
    text = "\n".join(
        (
            "# Backstory crash report",
            "",
            f"- backstory {VERSION}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
            f"- command: `backstory {' '.join(words)}`",
            f"- {type(problem).__name__}: {str(problem)[:300]}",
            "",
            "```",
            *frames,
            "```",
            "",
        )
    )
    try:
        home = data_home(os.environ)
        folder = os.path.join(home, "reports")
        if not is_private(home, folder):
            return ""
        make_folder(folder)
        path = os.path.join(folder, time.strftime("%Y%m%dT%H%M%S") + f"-{os.getpid()}.md")
        write_text(path, text, Gate())
        return path
    except Exception as error:  # the report is optional; the error itself is printed anyway
        if os.environ.get("BACKSTORY_DEBUG"):
            sys.stderr.write(f"no report: {error}\n")
        return ""
