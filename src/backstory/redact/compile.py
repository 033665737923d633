"""Rule packs from TOML, as their projects publish them, to the one flat table that is read at run time.

Run `python -m backstory.redact.compile` after a pack changed; a test keeps the table and the packs together. The
table is shipped rather than cached per user: a cache somebody else can write would switch the gate off.
"""

import os
import re
import tomllib
from typing import Any

FOLDER = os.path.join(os.path.dirname(__file__), "packs")
PACKS = ("betterleaks", "gitleaks", "kingfisher", "noseyparker")
"""In order of precedence: of two rules of one name the first is kept, unless only the second pack is asked for."""

LEFT_OUT = frozenset(
    {"generic-api-key", "generic-password", "generic-username", "generic-credential-uri", "cloudinary-cloud-name"}
)
"""Rules of the packs that need long stop-word filters; `assigned_secrets` does the same with fewer false alarms."""

_ENTROPY = re.compile(r"entropy\(finding\[\"secret\"\]\)\s*<=?\s*([0-9.]+)")


def read_rows(pack: str, data: bytes) -> list[tuple[str, str, str, str, str, str]]:
    """One pack as rows of (name, pack, least entropy in bits, secret group, keywords, pattern).

    Of the packs' filter expressions the least entropy of the secret is kept; paths, stop words and validators are
    not (a gate may not open because a file has another name). The group is 0 where the pack names none: the first
    group that took part, or the whole match. Raises ValueError for a pack that does not fit the table.
    """
    out: list[tuple[str, str, str, str, str, str]] = []
    rules: list[dict[str, Any]] = tomllib.loads(data.decode("utf-8"))["rules"]
    for rule in rules:
        pattern, name = rule.get("regex", ""), rule["id"]
        if not pattern or name in LEFT_OUT or "path" in rule:
            continue
        keywords = [keyword.lower() for keyword in rule.get("keywords", [])]
        if not keywords or any(char in pattern + "".join(keywords) for char in "\t\n\r\x1f"):
            raise ValueError(f"rule `{name}` of pack `{pack}` does not fit the table")
        least, group = _least_entropy(rule), int(rule.get("valueGroup", rule.get("secretGroup", 0)))
        out.append((name, pack, f"{least:g}", str(group), "\x1f".join(keywords), pattern))
    return out


def _least_entropy(rule: dict[str, Any]) -> float:
    """The least entropy that a rule asks of a secret, in bits."""
    condition = _ENTROPY.search(rule.get("filter", ""))
    return float(condition[1]) if condition else float(rule.get("entropy", 0.0))


def build_table() -> str:
    """The table of all packs, one rule per line, fields parted by tabs."""
    lines: list[str] = []
    for pack in PACKS:
        with open(os.path.join(FOLDER, f"{pack}.toml"), "rb") as file:
            lines += ["\t".join(row) for row in read_rows(pack, file.read())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with open(os.path.join(FOLDER, "rules.tsv"), "w", encoding="utf-8", newline="\n") as out:
        out.write(build_table())
