"""The commands of ours that an agent may run without asking: those that read, `remember` and `checkpoint`.

None of them writes a file that its caller names, deletes anything, or changes a setting: `brief` has an option that
writes to a file, so it is allowed without arguments only.
"""

COMMANDS = (
    "recall", "why", "show", "list", "log", "status", "files", "related", "decisions", "remember", "checkpoint",
)  # fmt: skip
"""Commands that are allowed with any arguments."""
BARE = ("brief",)
"""Commands that are allowed without arguments."""
PROGRAM = "backstory"
_PLAIN = "-_./:,=@%+ "
"""Signs that mean nothing to a shell outside of quotes, beside letters and digits."""
_LIVE = "$`\\!"
"""Signs that mean something to a shell within double quotes."""
_TYPED_QUOTES = "‘’‚‛“”„"
"""Typographic quotes. PowerShell takes them for quotes, so they may end a quoted text."""


def is_allowed(line: str) -> bool:
    """Whether a line is one of these commands, and a shell would run and expand nothing else in it."""
    if not _is_literal(line):
        return False
    words = line.split()
    if len(words) < 2 or words[0] != PROGRAM:
        return False
    return words[1] in COMMANDS or (words[1] in BARE and len(words) == 2)


def _is_literal(line: str) -> bool:
    """Whether a line consists of plain words and quoted texts."""
    if any(sign in line for sign in f"\0{_TYPED_QUOTES}"):
        return False
    quote = ""
    for sign in line:
        if quote:
            if sign == quote:
                quote = ""
            elif quote == '"' and sign in _LIVE:
                return False
        elif sign in "'\"":
            quote = sign
        elif not (sign.isalnum() or sign in _PLAIN):
            return False
    return not quote
