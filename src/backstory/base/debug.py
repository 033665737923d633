"""Debug lines on stderr, for the topics that `BACKSTORY_DEBUG` names: `BACKSTORY_DEBUG=git,index` or `all`.

A line has the form `backstory git 12.3 ms: git status ...`. Any value also shows the traces of internal errors.
"""

import os
import sys
import time

TOPICS = {
    "git": "every git process, with its exit code and its time",
    "index": "what a refresh of the index read, and how long it took",
    "recall": "what a search or a brief considered, and how long it took",
    "hook": "what a hook call resolved: agent, event, project, time",
}
"""Topic -> what its lines tell."""


def enabled(topic: str) -> bool:
    """Whether `BACKSTORY_DEBUG` names the topic."""
    value = os.environ.get("BACKSTORY_DEBUG")
    return value is not None and (value == "all" or topic in value.replace(" ", "").split(","))


def write(topic: str, text: str, started: float = 0.0) -> None:
    """Writes a line. `started` is the `time.perf_counter()` from which the time counts; without one none is told."""
    took = f" {(time.perf_counter() - started) * 1000:.1f} ms" if started else ""
    try:
        sys.stderr.write(f"backstory {topic}{took}: {text.encode('unicode_escape', 'replace').decode()[:1000]}\n")
    except (OSError, ValueError, AttributeError):
        pass  # stderr may be closed
