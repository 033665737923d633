"""Commands that failed only because of how they were called: an option, a script or a target that does not exist.

Such a call says nothing about the code and leaves nothing to fix.
"""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import CommandRun

_MISCALL: Final = late_pattern(
    r"(?i:\b(?:unrecogni[sz]ed|unknown|no such|invalid|illegal|unsupported) (?:command[- ]line )?"
    r"(?:arguments?|options?|flags?|switch(?:es)?|subcommands?)\b(?! value)"
    r"|unexpected argument '[^']*' found|unknown shorthand flag|flag provided but not defined|unknown command\b"
    r"|no such command\b|missing script:|command \"[^\"]+\" not found|task \"?[\w:.-]+\"? not found in"
    r"|file or directory not found:)"
    r"|No rule to make target ['`‘][^'’]+['’]\.\s+Stop"
    r"|: \.{0,2}/?(?:[\w.-]+/)*[\w.-]+: No such file or directory$"
)
_OF_CODE: Final = late_pattern(
    r"\.\w{1,6}[:(]\d|\[[\w-]+\]\s*$|\berror\[|\bassert|\b(?:in|from) \S*\.\w{2,5}\b", re.IGNORECASE
)
"""What a compiler, a linter or a test says of a place in the code or in a configuration."""


def is_miscalled(run: CommandRun) -> bool:
    """Whether a command failed before it did its work, because of how it was called."""
    return run.failed and not run.red and any(map(is_miscall, (run.summary, *run.errors[:2])))


def is_miscall(message: str) -> bool:
    """Whether an error message says that a command was called with something that does not exist."""
    return _MISCALL.search(message) is not None and not _OF_CODE.search(message)
