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
"""Signs that a POSIX shell takes as they are outside of quotes, beside letters and digits."""
_LIVE = "$`\\!"
"""Signs that mean something within double quotes."""


def is_allowed(line: str) -> bool:
    """Whether a command line of a POSIX shell is one of these commands, and nothing beside it runs or expands."""
    if not _is_literal(line):
        return False
    words = line.split(" ")
    words = [word for word in words if word]
    if len(words) < 2 or words[0] != PROGRAM:
        return False
    return words[1] in COMMANDS or (words[1] in BARE and len(words) == 2)


def _is_literal(line: str) -> bool:
    """Whether a line consists of plain words and quoted texts."""
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
    return not quote and "\0" not in line
