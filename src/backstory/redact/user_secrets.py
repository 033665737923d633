"""The user's own secrets: values that stand in files made for secrets, and in the environment under telling names."""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from typing import Final

SHORTEST: Final = 8
LONGEST: Final = 4096
LARGEST_FILE: Final = 256 * 1024
MOST_FILES: Final = 64

_TELLING: Final = (
    "secret", "token", "apikey", "api_key", "credential", "private", "accesskey", "access_key",
    "connectionstring", "connection_string", "databaseurl", "database_url",
)  # fmt: skip
"""What stands in names of variables whose values are secret; of addresses only the password counts."""
_TELLING_PARTS: Final = frozenset(
    ("cert", "dsn", "jwt", "key", "pat", "pin", "salt", "sas", "signature", "webhook")
)  # fmt: skip
"""Words between underscores that tell the same."""
_TELLING_ENDS: Final = ("_uri", "_url", "pwd")
_EXCEPTIONS: Final = {"pass": ("age", "ive", "enger"), "auth": ("or",)}
"""Beginnings of words that tell, unless they go on like this."""
_ADDRESS: Final = r"[a-z][a-z0-9+.-]*://[^\s/@:]*:([^\s/@]+)@"
_COMMON: Final = frozenset(
    [
        "true",
        "false",
        "null",
        "none",
        "undefined",
        "enabled",
        "disabled",
        "localhost",
        "development",
        "production",
        "staging",
        "testing",
        "default",
        "password",
        "passw0rd",
        "changeme",
        "changeit",
        "secret",
        "admin",
        "administrator",
        "example",
        "username",
        "postgres",
        "postgresql",
        "mysql",
        "redis",
        "rabbitmq",
        "anonymous",
        "required",
        "optional",
        "unknown",
        "disabled",
        "interactive",
        "gnome-keyring",
        "basic",
        "bearer",
        "ssh-agent",
    ]
)
_PLAIN: Final = (
    r"[a-z]+|[0-9]{1,9}|[0-9.:]+|(?:[a-z][a-z0-9+.-]*://[^@]*)|(?:~|\.{1,2}|[A-Za-z]:)?[/\\].*|[\w.-]+@[\w.-]+\.[a-z]+|"
    r"(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|local|internal)(?::\d+)?(?:/.*)?|"
    r"\$\{?\w+\}?|<[^<>]*>|\{\{.*\}\}|\s*"
)
"""Values too common to be taken out of every text: words, numbers, paths, hosts, addresses, placeholders."""
_SIGNS: Final = frozenset(".:/\\@$<{")
"""Characters without one of which only words and numbers are plain."""


def own_values(root: str, environ: Mapping[str, str], home: str) -> list[str]:
    """Secret values of the user, longest first: `.env*` in `root`, the usual files in `home`, the environment.

    Values of at least eight characters that are no common word, path, host or number. Unreadable, huge, binary and
    special files are passed over; nothing here ever raises.
    """
    values: set[str] = set()
    for path in _env_files(root):
        for name, value in _assignments(_text(path)):
            # a file made for secrets: names need not tell, but plain settings live there too
            values.update(_secrets(name, value, trusted=True))
    if home:
        for part in (
            ".aws/credentials",
            ".npmrc",
            ".pypirc",
            ".docker/config.json",
            ".git-credentials",
            ".netrc",
            "_netrc",
        ):
            values.update(_of_file(os.path.join(home, *part.split("/"))))
    for name, value in environ.items():
        values.update(_secrets(name, value, trusted=False))
    return sorted(values, key=lambda v: (-len(v), v))


def _env_files(root: str) -> list[str]:
    try:
        names = sorted(
            name for name in os.listdir(root) if name == ".envrc" or name == ".env" or name.startswith(".env.")
        )
    except (OSError, ValueError):
        return []
    samples = (".example", ".sample", ".template", ".dist", ".defaults")
    return [os.path.join(root, name) for name in names if not name.endswith(samples)][:MOST_FILES]


def _text(path: str) -> str:
    """The text of a regular file of sane size, or nothing."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except (OSError, ValueError):
        return ""
    try:
        data = _read_small(fd)
    except OSError:
        return ""
    finally:
        os.close(fd)
    return "" if b"\0" in data else data.decode("utf-8", "replace").removeprefix("\ufeff")


def _read_small(fd: int) -> bytes:
    """The bytes of a regular file of sane size; a NUL for any other."""
    state = os.fstat(fd)
    if not stat.S_ISREG(state.st_mode) or state.st_size > LARGEST_FILE:
        return b"\0"
    data = b""
    while part := os.read(fd, LARGEST_FILE + 1 - len(data)):
        data += part
        if len(data) > LARGEST_FILE:
            return b"\0"
    return data


_LINE: Final = (
    r"^[ \t]*(?:export[ \t]+|set[ \t]+)?([\w.:/@-]+)[ \t]*[=:][ \t]*(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([^\r\n]*))"
)


def _assignments(text: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(_LINE, text, re.MULTILINE):
        double, single, bare = match[2], match[3], match[4]
        if double is not None:
            yield match[1], re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), double)
        elif single is not None:
            yield match[1], single
        else:
            yield match[1], re.split(r"\s+#", bare or "", maxsplit=1)[0].strip()


def _of_file(path: str) -> Iterator[str]:
    text = _text(path)
    name = os.path.basename(path)
    if not text:
        return
    if name.endswith("netrc"):
        yield from _of_netrc(text)
    elif name == ".git-credentials":
        yield from _of_addresses(text)
    elif name == "config.json":
        for match in re.finditer(r'"(?:auth|identitytoken|registrytoken)"\s*:\s*"([^"]+)"', text):
            yield from _worth(match[1])
    else:
        for key, value in _assignments(text):
            yield from _secrets(key, value, trusted=False)


def _of_netrc(text: str) -> Iterator[str]:
    for match in re.finditer(r"\bpassword\s+(?:\"([^\"]+)\"|(\S+))", text):
        yield from _worth(match[1] or match[2])


def _of_addresses(text: str) -> Iterator[str]:
    """The passwords in addresses, as they are written and decoded."""
    for match in re.finditer(_ADDRESS, text, re.IGNORECASE):
        yield from _worth(match[1])
        yield from _worth(_unquoted(match[1]))


def _secrets(name: str, value: str, *, trusted: bool) -> Iterator[str]:
    address = re.search(_ADDRESS, value, re.IGNORECASE) if "://" in value and "@" in value else None
    if address:
        yield from _worth(address[1])
        yield from _worth(_unquoted(address[1]))
        return
    if (holds_secret(name.rpartition(":")[2] or name) and "://" not in value) or (trusted and _looks_secret(value)):
        yield from _of_lines(value)


def holds_secret(name: str) -> bool:
    """Whether the name of a variable announces a secret."""
    lower = name.casefold()
    return (
        any(word in lower for word in _TELLING)
        or lower.endswith(_TELLING_ENDS)
        or not _TELLING_PARTS.isdisjoint(lower.split("_"))
        or any(_begins_telling(lower, word, others) for word, others in _EXCEPTIONS.items())
    )


def _begins_telling(lower: str, word: str, others: tuple[str, ...]) -> bool:
    """Whether a word stands in a name where it does not go on as one of the others."""
    return any(not rest.startswith(others) for rest in lower.split(word)[1:])


def _of_lines(value: str) -> Iterator[str]:
    """A value, and each line of one that has several."""
    yield from _worth(value)
    lines = [line.strip() for line in value.splitlines()]
    if len(lines) > 1:
        for line in lines:
            yield from _worth(line)


def _looks_secret(value: str) -> bool:
    """Digits and letters mixed, without blanks: what a setting under any name in a file for secrets must be."""
    plain = value.strip()
    return (
        len(plain) >= 12
        and not re.search(r"\s|://", plain)
        and sum(char.isdigit() for char in plain) >= 2
        and sum(char.isalpha() for char in plain) >= 2
    )


def _worth(value: str) -> Iterator[str]:
    value = value.strip()
    if (
        SHORTEST <= len(value) <= LONGEST
        and value.lower() not in _COMMON
        and not _is_plain(value)
        and len(set(value)) > 3
    ):
        yield value


def _is_plain(value: str) -> bool:
    # What the pattern says of most values is told here without it: compiling it takes longer than a check.
    if value[0] in "/\\" and "\n" not in value:
        return True  # a path
    if value.isascii() and _SIGNS.isdisjoint(value):
        return value.isalpha() or value.isdigit()
    return re.fullmatch(_PLAIN, value, re.IGNORECASE) is not None


def _unquoted(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace")

    return re.sub(r"(?:%[0-9A-Fa-f]{2})+", one, text)
