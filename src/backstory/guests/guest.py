"""The interface of a guest: it gets a prompt as bytes and returns a whole reply; anything else is an error."""

from typing import NamedTuple, Protocol

from backstory.model.errors import BackstoryError, Exit


class Prompt(NamedTuple):
    """A prompt for a model."""

    task: str
    """`ask`, `summarize`, `suggest`, `extract` or `test`."""
    instructions: str
    material: str
    """What the memory says: redacted, one JSON object a line, then the question."""


class Reply(NamedTuple):
    """A whole reply. One that was cut off is none."""

    text: str
    model: str
    """The model that answered, as it names itself."""
    tokens_in: int = 0
    tokens_out: int = 0
    """0 where the model does not count."""


class Guest(Protocol):
    """A model that a person has named."""

    @property
    def model(self) -> str:
        """The name that records carry."""

    @property
    def place(self) -> str:
        """Where a prompt goes: an address or a command line."""

    def encode(self, prompt: Prompt) -> bytes:
        """The bytes that leave this process for a prompt."""

    def send(self, body: bytes) -> Reply:
        """Sends these bytes and waits for the reply. Raises `GuestError`."""


class GuestError(BackstoryError):
    """A model did not answer, or not in a way that can be used. Nothing was written.

    `spent` says how many tokens the call may have cost nevertheless; `SENT` stands for the estimate.
    """

    def __init__(self, message: str, *, hint: str = "", spent: int = 0, code: Exit = Exit.FAILED) -> None:
        super().__init__(message, hint=hint, code=code)
        self.spent = spent


SENT = -1
"""`spent` of a `GuestError` after the prompt was read: the model may have worked on it."""
