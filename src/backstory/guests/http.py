"""Shared by the two HTTP protocols: allowed addresses, the limit of a reply, the text of an error."""

import ipaddress
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from backstory.guests.guest import SENT, GuestError
from backstory.model.errors import Invalid
from backstory.model.text import one_line

if TYPE_CHECKING:
    import httpx2

MAX_REPLY: Final = 4 << 20
"""Bytes of a reply."""
RETRIES: Final = 2
"""How often a call is made again after a rate limit or an error of the server; `Retry-After` is kept to."""
_HINTS: Final[Mapping[int, str]] = {
    400: "check the model's name: `backstory model`",
    401: "check the key in the environment: `backstory model` names the variable",
    403: "the key may not use this model: `backstory model` shows both",
    404: "check the model's name and the address: `backstory model`",
    413: "send less: `backstory config set model.max_input 4000 --user`",
    429: "wait a moment; the provider limits how much you send",
}


def check_address(url: str) -> str:
    """The address without a slash at its end. Raises `Invalid` for one to which memory must not go.

    Unencrypted, that is everything but this machine and private networks.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Invalid(f"`{url}` is not an address", hint="for example `http://localhost:11434/v1`")
    if parts.username or parts.password:
        raise Invalid(
            "the address has a password in it", hint="put the key into the environment: `backstory model` says where"
        )
    if parts.scheme == "http" and not _is_near(parts.hostname):
        raise Invalid(f"`{url}` is not encrypted, and `{parts.hostname}` is not on your network", hint="use `https://`")
    return url.rstrip("/")


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine."""
    host = urlsplit(url).hostname or ""
    address = _parse_address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def _is_near(host: str) -> bool:
    address = _parse_address(host)
    if address is None:
        return "." not in host or host.endswith((".local", ".lan", ".internal", ".home.arpa"))
    return address.is_private or address.is_loopback


def _parse_address(host: str) -> "ipaddress.IPv4Address | ipaddress.IPv6Address | None":
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def make_client(url: str, timeout: float) -> "httpx2.Client":
    """The client of both SDKs: it follows no redirect, and gives up on a reply that is too long or takes too long."""
    import httpx2

    def limit_reply(response: "httpx2.Response") -> None:
        assert isinstance(response.stream, httpx2.SyncByteStream)
        response.stream = _limited_stream(httpx2, response.stream, time.monotonic() + timeout)

    return httpx2.Client(
        timeout=timeout,
        follow_redirects=False,
        trust_env=not is_loopback(url),  # a proxy has no way to this machine
        event_hooks={"response": [limit_reply]},
    )


def _limited_stream(library: Any, stream: "httpx2.SyncByteStream", until: float) -> "httpx2.SyncByteStream":
    class Limited(library.SyncByteStream):  # type: ignore[misc]  # the library is loaded when a model is asked
        def __iter__(self) -> Iterator[bytes]:
            size = 0
            for chunk in stream:
                size += len(chunk)
                if size > MAX_REPLY:
                    raise GuestError(f"the reply is longer than {MAX_REPLY:,} bytes", spent=SENT)
                if time.monotonic() > until:
                    raise library.ReadTimeout("the reply took too long")
                yield chunk

        def close(self) -> None:
            stream.close()

    limited: httpx2.SyncByteStream = Limited()
    return limited


def call_sdk(sdk: Any, call: "Callable[[], httpx2.Response]", place: str, timeout: float) -> dict[str, Any]:
    """The JSON object that a call returns. `sdk` is the module whose errors it raises. Raises `GuestError`."""
    import httpx2

    try:
        data = call().content
    except sdk.APITimeoutError:
        raise GuestError(
            f"`{place}` did not answer within {timeout:g} seconds",
            hint="give it more time: `backstory config set model.timeout 300 --user`",
            spent=SENT,
        ) from None
    except sdk.APIStatusError as error:
        raise _explain_status(error, place) from None
    except (sdk.APIConnectionError, httpx2.HTTPError) as error:
        raise _explain_connection(error, place) from None
    try:
        reply = msgspec.json.decode(data)
    except msgspec.DecodeError:
        raise GuestError(f"`{place}` answered with something that is not JSON", spent=SENT) from None
    if not isinstance(reply, dict):
        raise GuestError(f"`{place}` answered with JSON that is no object", spent=SENT)
    return reply


def _explain_connection(error: Exception, place: str) -> GuestError:
    """The error of a connection that was not made, or that broke in the middle."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, GuestError):
            return cause
        if type(cause).__name__ in ("ReadError", "RemoteProtocolError"):
            return GuestError(f"the connection to `{place}` broke before the reply was whole", spent=SENT)
        cause = cause.__cause__ or cause.__context__
    reason = one_line(str(error.__cause__ or error), 160)
    return GuestError(
        f"no connection to `{place}`: {reason}", hint="check the address and the network: `backstory model`"
    )


def _explain_status(error: Any, place: str) -> GuestError:
    status = int(error.status_code)
    reason = one_line(_read_reason(error), 200)
    wait = one_line(error.response.headers.get("retry-after", ""), 40)
    hint = _HINTS.get(status, "try again later" if status >= 500 else "")
    if status == 429 and wait.isdecimal():
        hint = f"the provider asks to wait {wait} seconds"
    if 300 <= status < 400:
        hint = "name the address that it leads to yourself: a redirect is not followed"
    what = "refused for now (rate limit)" if status == 429 else f"answered with status {status}"
    return GuestError(f"`{place}` {what}" + (f": {reason}" if reason else ""), hint=hint)


def _read_reason(error: Any) -> str:
    """The provider's own words, where it has any."""
    body = error.body
    inner = body.get("error", body) if isinstance(body, dict) else {}
    message = inner.get("message", "") if isinstance(inner, dict) else inner
    return message if isinstance(message, str) else ""


def read_count(usage: object, name: str) -> int:
    """A number of tokens in a reply; 0 where there is none."""
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 40 else 0


def require_sdk(name: str) -> Any:
    """The SDK of a provider. Raises `GuestError` where its extra is not installed."""
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in (name, "httpx2"):
            raise
        raise GuestError(
            f"the model `{name}` needs the extra `{name}`, which is not installed",
            hint=f'`pip install "backstory[{name}]"`',
        ) from None
