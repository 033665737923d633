"""Issue and pull-request numbers in messages of commits."""

from collections.abc import Iterable
from typing import Final

from backstory.model.late_pattern import late_pattern

# Begins with a set of characters, for which the engine skips ahead: three times as fast as whole alternatives.
_ISSUE: Final = late_pattern(r"[#A-Z](?:(?<=(?<![\w/&])#)\d{1,7}|(?<=\b[A-Z])[A-Z0-9]{1,9}-\d{1,7})\b")
_NO_ISSUES: Final = ("UTF-", "SHA-", "ISO-", "RFC-", "CVE-", "PEP-", "PY-", "CP-", "AES-", "MD-", "UTC-", "GMT-")


def find_issues(texts: Iterable[str]) -> list[str]:
    """Issue and pull-request numbers that texts name (`#12`, `GH-12`, `ABC-12`), in order, each once."""
    issues: dict[str, None] = {}
    for text in texts:
        for match in _ISSUE.finditer(text):
            if not match.group().startswith(_NO_ISSUES):
                issues.setdefault(match.group())
    return list(issues)
