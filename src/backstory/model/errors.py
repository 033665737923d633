"""The one error class of the library and the exit codes of the command line."""

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of `backstory`. Codes are added over time; an unknown one means failure."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    PARTLY = 3
    FINDINGS = 4
    NO_PROJECT = 10
    BUSY = 11
    NEWER_FORMAT = 12
    INTERRUPTED = 130


EXIT_MEANINGS: dict[Exit, str] = {
    Exit.DONE: "done",
    Exit.FAILED: "failed; the error says why and what to do",
    Exit.USAGE: "the command line was not understood",
    Exit.PARTLY: "partly done; what was left out is named",
    Exit.FINDINGS: "a check found something (`doctor`, `lint`, `verify`)",
    Exit.NO_PROJECT: "no project memory here",
    Exit.BUSY: "another process holds what is needed",
    Exit.NEWER_FORMAT: "the files were written by a newer version",
    Exit.INTERRUPTED: "interrupted",
}


def is_shortage(error: BaseException) -> bool:
    """Whether an error means that memory ran out: a library that cannot be mapped raises ImportError."""
    if isinstance(error, ImportError):
        return any(words in str(error) for words in ("failed to map segment", "annot allocate memory"))
    return isinstance(error, MemoryError)


class BackstoryError(Exception):
    """An error for the user: what is wrong, what was expected, and what to do.

    `message` names the thing in backticks; `hint` is a sentence with a command to paste. Subclass it only where a
    caller must distinguish the cases.
    """

    def __init__(self, message: str, *, hint: str = "", code: Exit = Exit.FAILED) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code


class NoProject(BackstoryError):
    """There is no `.backstory/` in this folder or above it."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"no project memory in `{where}` or above it",
            hint="run `backstory init` here, or pass `--project-root PATH`",
            code=Exit.NO_PROJECT,
        )


class NotFound(BackstoryError):
    """Nothing has that id, path or name."""


class Ambiguous(BackstoryError):
    """Part of an id matches more than one thing."""


class Invalid(BackstoryError):
    """A value is not valid. Nothing was written."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint, code=Exit.USAGE)


class NotAPerson(Invalid):
    """Reserved for people, and nobody has shown to be one."""


class Rejected(BackstoryError):
    """A person has rejected this claim. Nothing was written."""


class Busy(BackstoryError):
    """Another process held the lock for too long."""

    def __init__(self, message: str, *, hint: str = "try again in a moment") -> None:
        super().__init__(message, hint=hint, code=Exit.BUSY)


class NewerFormat(BackstoryError):
    """A newer version wrote the files in a format that this one does not know."""

    def __init__(self, message: str, *, hint: str = "upgrade: `pip install --upgrade backstory`") -> None:
        super().__init__(message, hint=hint, code=Exit.NEWER_FORMAT)


class NotWritable(BackstoryError, OSError):
    """A folder cannot be written: read-only, no permission, no space left. Nothing was changed.

    It is also an OSError with its `errno`, so that a caller can distinguish a full disk from a read-only one.
    """

    def __init__(self, message: str, *, hint: str = "", errno: int = 0, strerror: str = "") -> None:
        super().__init__(message, hint=hint)
        self.errno = errno or None
        self.strerror = strerror or None

    def __str__(self) -> str:
        return self.message
