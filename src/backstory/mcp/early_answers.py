"""The answers that a client gets while the SDK is being loaded, which takes a second: clients start without the tools
of a server that lets them wait.

The opening request is passed on to the SDK, and its own answer is dropped. Tests compare every answer with the SDK's.
"""

from typing import Any

from backstory.mcp.handshake import MODERN_FIELDS, answer_opening, is_modern, is_request_id

Message = dict[str, Any]


class EarlyAnswers:
    """The beginning of a connection: answers what is the same for everybody, and keeps what the SDK has to see."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        """Messages to pass on to the SDK."""
        self.answered: str | int | None = None
        """Id of the opening request among them, which has its answer."""

    @property
    def is_open(self) -> bool:
        """Whether the connection has been opened."""
        return self.answered is not None

    def answer(self, message: Message) -> Message | None:
        """Returns the result of a request, an empty message for a notification; None for what only the SDK answers."""
        if message.get("method") == "notifications/initialized" and "id" not in message:
            self.messages.append(message)
            return {}
        if self.is_open:
            return self._list(message)
        result = answer_opening(message)
        if result is not None:
            self.messages.append(message)
            self.answered = message["id"]
        return result

    def _list(self, message: Message) -> Message | None:
        """The result of a request for a list, in the generation in which the connection was opened."""
        from backstory.mcp.listing import LISTS  # with all tools: the opening need not wait for it

        method, params = message.get("method"), message.get("params", {})
        opened_modern = self.messages[0]["method"] != "initialize"
        if method not in LISTS or not is_request_id(message.get("id")) or params.keys() - {"_meta"}:
            return None
        if is_modern(params) is not opened_modern:
            return None
        return LISTS[method]() | (MODERN_FIELDS if opened_modern else {})
