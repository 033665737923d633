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
    """Whether an error says that there is too little memory: a library that cannot be mapped is an ImportError."""
    if isinstance(error, ImportError):
        return any(words in str(error) for words in ("failed to map segment", "annot allocate memory"))
    return isinstance(error, MemoryError)


class BackstoryError(Exception):
    """Says what was wrong, what was expected and what to do.

    `message` names the thing in backticks; `hint` is a sentence with a command that can be pasted. Subclass only
    where a caller has to tell the cases apart.
    """

    def __init__(self, message: str, *, hint: str = "", code: Exit = Exit.FAILED) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code


class NoProject(BackstoryError):
    """No `.backstory/` here or above."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"no project memory in `{where}` or above it",
            hint="run `backstory init` here, or pass `--project-root PATH`",
            code=Exit.NO_PROJECT,
        )


class NotFound(BackstoryError):
    """Nothing goes by that id, path or name."""


class Ambiguous(BackstoryError):
    """An id prefix fits more than one thing."""


class Invalid(BackstoryError):
    """A value that does not fit; nothing was written."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint, code=Exit.USAGE)


class Rejected(BackstoryError):
    """A person rejected this before: nothing was written."""


class Busy(BackstoryError):
    """Another process holds the lock for longer than it is worth waiting."""

    def __init__(self, message: str, *, hint: str = "try again in a moment") -> None:
        super().__init__(message, hint=hint, code=Exit.BUSY)


class NewerFormat(BackstoryError):
    """The files were written by a version that this one does not know."""

    def __init__(self, message: str, *, hint: str = "upgrade: `pip install --upgrade backstory`") -> None:
        super().__init__(message, hint=hint, code=Exit.NEWER_FORMAT)


class NotWritable(BackstoryError, OSError):
    """A folder refuses to be written: read-only, no permission, no space left. Nothing was changed.

    Also an OSError with its `errno`, so that a caller may tell a full disk from a read-only one.
    """

    def __init__(self, message: str, *, hint: str = "", errno: int = 0, strerror: str = "") -> None:
        super().__init__(message, hint=hint)
        self.errno = errno or None
        self.strerror = strerror or None

    def __str__(self) -> str:
        return self.message
