"""The commits that a command makes: what git prints, and the messages that the command gives."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.shortening import join_ends
from backstory.model.session import CommandRun, CommitMessage

COMMIT_BODY: Final = 1_500
"""Characters that are kept of a message below its subject."""

_MAKES_COMMITS: Final = Pattern(r"\bgit\b.*\b(?:commit|cherry-pick|revert|merge|am|rebase)\b", re.DOTALL)
_PRINTED: Final = Pattern(r"^\[(?:[^\]\s]+|detached HEAD)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$", re.MULTILINE)
_COMMIT: Final = Pattern(r"\bgit\b[^;&|\n]*?\bcommit\b")
_ARGUMENT: Final = Pattern(
    r"""(?:\s-[a-zA-Z]*m|\s--message)[=\s]*"""
    r"""(?:"\$\(cat\s+<<-?\s*['"]?(?P<mark>\w+)['"]?[ \t]*\n(?P<text>.*?)\n[ \t]*(?P=mark)\b"""
    r"""|"(?P<double>(?:[^"\\]|\\.)+)"|'(?P<single>[^']+)'|(?P<bare>[^\s"'$]+))"""
    r"""|(?:\s-[a-zA-Z]*F|\s--file)[=\s]*-\s*"""
    r"""<<-?\s*['"]?(?P<input>\w+)['"]?[ \t]*\n(?P<piped>.*?)\n[ \t]*(?P=input)\b""",
    re.DOTALL,
)
"""An argument of `git commit` that gives a message, or a part of it."""
_AMENDS: Final = Pattern(r"\s--amend\b")
_REFUSED: Final = Pattern(
    r"^(?:nothing to commit\b|nothing added to commit\b|no changes added to commit\b|Aborting commit\b"
    r"|(?:error|fatal): )|^husky - .*\bfailed\b|\bhook id: ",
    re.MULTILINE,
)
"""What git and the hooks of a commit print where nothing is committed. What comes after `;` hides the exit code."""
_ESCAPED: Final = Pattern(r"\\([\"\\$`])")
_TRAILER: Final = Pattern(
    r"^\s*(?:(?:co-authored|signed-off|reviewed|acked|tested|reported|suggested|helped)-by|change-id|[a-z]+-session)\s*:"
    r"|^\W*generated (?:with|by)\b",
    re.IGNORECASE,
)
_WRAPPED: Final = Pattern(r"(?<=\S)[ \t]*\n[ \t]*(?=[^\s*•#>|`-])(?!\d+[.)])")
"""The end of a line within a paragraph, as in a text of 72 columns."""


def read_messages(command: str) -> list[CommitMessage]:
    """The messages that the `git commit`s of a command line are given, without those that it amends itself."""
    messages: list[CommitMessage] = []
    for arguments, amends in _list_commits(command):
        message = _read_message(arguments)
        if message and amends:
            del messages[-1:]
        if message:
            messages.append(message)
    return messages


def amends(command: str) -> bool:
    """Whether a command line amends a commit that was there before."""
    return next((amends for _, amends in _list_commits(command)), False)


def _list_commits(command: str) -> list[tuple[str, bool]]:
    """(arguments, whether it amends) of each `git commit` of a command line."""
    blank = _blank_messages(command)
    ends = [match.end() for match in _COMMIT.finditer(blank)]
    return [
        (command[start:end], _AMENDS.search(re.split(r"[;&|\n]", blank[start:end])[0]) is not None)
        for start, end in pairwise([*ends, len(command)])
    ]


def find_run_commits(run: CommandRun, output: str, *, failed: bool) -> Iterator[tuple[str, CommitMessage]]:
    """Yields the id and message of each commit that git printed, else of the one that the command makes quietly.

    The id is abbreviated as git printed it, and empty if it printed nothing.
    """
    if not _MAKES_COMMITS.search(run.command):
        return
    printed = [(match[1], match[2]) for match in _PRINTED.finditer(join_ends(output))]
    messages = {message.subject: message for message in run.messages}
    commits = _list_commits(run.command)
    if printed and len(commits) == len(printed):
        amended = [later[1] for later in commits[1:]]
        printed = [one for one, is_amended in zip(printed, [*amended, False], strict=True) if not is_amended]
    for ident, subject in printed:
        yield ident, messages.get(subject) or CommitMessage(subject)
    if not (printed or failed or _REFUSED.search(output)):
        yield from (("", message) for message in run.messages[:1])


def _blank_messages(command: str) -> str:
    """The command line with its messages made blank, because they may speak of `git commit` themselves."""
    return _ARGUMENT.sub(lambda match: " " * len(match[0]), command)


def _read_message(arguments: str) -> CommitMessage | None:
    parts = [part for match in _ARGUMENT.finditer(arguments) if (part := _read_argument(match))]
    subject, _, body = "\n\n".join(parts).strip().partition("\n")
    lines = [line for line in body.splitlines() if not _TRAILER.search(line)]
    return CommitMessage(subject.strip(), _WRAPPED.sub(" ", "\n".join(lines)).strip()) if subject else None


def _read_argument(match: re.Match[str]) -> str:
    text = match["text"] or match["single"] or match["bare"] or match["piped"]
    return (text or _ESCAPED.sub(r"\1", match["double"] or "")).strip()
