"""The process of the MCP server: `backstory mcp`. Reads its arguments, answers the first requests, loads the SDK."""

import os
import sys
from functools import partial
from importlib.util import find_spec
from threading import Thread
from typing import Final, NamedTuple

import msgspec

from backstory.mcp.early_answers import EarlyAnswers
from backstory.mcp.origin import Origin
from backstory.mcp.wire import Wire, claim_standard_streams
from backstory.model.errors import BackstoryError, Exit, Invalid

USAGE: Final = "`backstory mcp --help` shows its options"


class Options(NamedTuple):
    """The command line."""

    project_root: str = ""
    port: int | None = None
    """Of HTTP on loopback; None for standard input and output."""


def main(argv: list[str]) -> None:
    """Serves until the client goes. Never returns: the process ends here."""
    try:
        code = run(argv)
    except BackstoryError as error:
        sys.stderr.write(f"error: {error.message}\n" + (f"\nhint: {error.hint}\n" if error.hint else ""))
        code = error.code
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    except BrokenPipeError:
        code = Exit.DONE
    sys.stderr.flush()
    os._exit(int(code))


def run(argv: list[str]) -> Exit:
    """Runs the server. Raises `BackstoryError`."""
    options = read_options(argv)
    require_sdk()
    if options.port is not None:
        _serve_http(options)
    else:
        _serve_stdio(options, claim_standard_streams())
    return Exit.DONE


def read_options(argv: list[str]) -> Options:
    """Reads the arguments. Raises `Invalid`."""
    options = Options()
    words = iter(argv)
    for word in words:
        name, equals, value = word.partition("=")
        if name not in ("--project-root", "--http"):
            raise Invalid(f"`mcp` takes no `{word}`", hint=USAGE)
        value = value if equals else next(words, "")
        if not value:
            raise Invalid(f"`{name}` takes a value", hint=USAGE)
        if name == "--http":
            options = options._replace(port=_read_port(value))
        else:
            options = options._replace(project_root=value)
    return options


def _read_port(text: str) -> int:
    if not (text.isdecimal() and int(text) < 1 << 16):
        raise Invalid(f"`{text}` is not a port", hint="a port is a number up to 65535, such as `--http 8765`; 0: any")
    return int(text)


def require_sdk() -> None:
    """Raises `BackstoryError` if the SDK is not installed."""
    if find_spec("mcp") is None or find_spec("mcp_types") is None:
        raise BackstoryError(
            "the MCP server needs the official SDK, version 2 or newer, which is not installed",
            hint='`pip install "backstory[mcp]"` installs it',
        )


def _serve_stdio(options: Options, wire: Wire) -> None:
    """Serves one client. What is the same for everybody is answered while the SDK is being loaded."""
    early = EarlyAnswers()
    loading = Thread(target=_load_sdk, daemon=True)
    while (message := wire.read()) is not None:
        was_open, result = early.is_open, early.answer(message)
        if result is None:
            break
        if "id" in message:
            wire.write(msgspec.json.encode({"jsonrpc": "2.0", "id": message["id"], "result": result}))
        if early.is_open and not was_open:
            loading.start()
    if message is None:
        return  # the client has called nothing
    if early.is_open:
        loading.join()
    import anyio

    from backstory.mcp.session import Session
    from backstory.mcp.stdio import serve

    session = Session(_read_origin(options))
    anyio.run(partial(serve, wire, session, [*early.messages, message], answered=early.answered))


def _load_sdk() -> None:
    """Loads the tools, which lists need, then the SDK."""
    import backstory.mcp.listing
    import backstory.mcp.stdio  # noqa: F401 - loaded, to be imported later at no cost


def _serve_http(options: Options) -> None:
    import anyio

    from backstory.mcp.loopback import serve

    token = os.environ.get("BACKSTORY_MCP_TOKEN", "")
    anyio.run(partial(serve, _read_origin(options), options.port or 0, token, announce=sys.stderr.write))


def _read_origin(options: Options) -> Origin:
    try:
        folder = os.getcwd()
    except FileNotFoundError:
        folder = os.environ.get("PWD", "/")
    return Origin(os.environ, folder, options.project_root)
