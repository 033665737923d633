"""Debug lines on stderr, for the topics that `BACKSTORY_DEBUG` names: `BACKSTORY_DEBUG=git,index`, or `all`.

A line reads `backstory git 12.3 ms: 0 ls-files -s`. Any value of the variable also shows traces of internal errors.
"""

import os
import sys
import time

TOPICS = {
    "git": "every git process: exit code, arguments, and the time spent waiting for it",
    "index": "every refresh of the search index that changed something",
    "recall": "every search and every brief: how many records it weighed and returned, and its time",
    "hook": "every call of a hook: agent, event, folder and time",
}
"""Topic -> the subject of its lines."""


def start(topic: str) -> float:
    """The present time if `BACKSTORY_DEBUG` names the topic, else 0."""
    value = os.environ.get("BACKSTORY_DEBUG")
    if value is None or not (value == "all" or topic in value.replace(" ", "").split(",")):
        return 0.0
    return time.perf_counter()


def write(topic: str, text: str, started: float = 0.0) -> None:
    """Writes a line, with the time since `started` if one is given. Control characters are escaped."""
    took = f" {(time.perf_counter() - started) * 1000:.1f} ms" if started else ""
    try:
        sys.stderr.write(f"backstory {topic}{took}: {text.encode('unicode_escape').decode()[:1000]}\n")
    except (OSError, ValueError, AttributeError):
        pass  # stderr is closed
