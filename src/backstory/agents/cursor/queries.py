"""Cuts a person's query out of what Cursor puts around it."""

import re
from typing import Any, Final

TAGS: Final = (
    "system_reminder", "system-reminder", "additional_data", "attached_files", "open_and_recently_viewed_files",
    "user_info", "rules", "git_status", "project_layout", "manually_attached_skills", "timestamp",
)  # fmt: skip
"""Elements that Cursor puts around a person's query."""
_QUERY: Final = re.compile(r"<user_query>\s*(.*?)\s*</user_query>", re.DOTALL)


def pick_queries(content: Any) -> Any:
    """The content with a person's text cut to the query in it, where there is one."""
    if isinstance(content, str):
        match = _QUERY.search(content)
        return match[1] if match else content
    if not isinstance(content, list):
        return content
    return [
        {**part, "text": pick_queries(part.get("text"))}
        if isinstance(part, dict) and isinstance(part.get("text"), str)
        else part
        for part in content
    ]
