"""The token by which a person lets scripts of their own do what is reserved for people.

The data home keeps the token's SHA-256 in a file of mode 0600. The token itself is shown once, when it is made.
"""

import hashlib
import hmac
import os
from typing import Final

from backstory.model.errors import BackstoryError
from backstory.store.files import make_folder, read_file, write_atomic

FILE: Final = "person-token"
VARIABLE: Final = "BACKSTORY_PERSON_TOKEN"
"""The environment variable in which a script hands the token over."""
BYTES: Final = 20


def make_token(home: str) -> str:
    """Makes a token, which replaces an earlier one. Raises NotWritable."""
    token = os.urandom(BYTES).hex()
    keep_token(home, token)
    return token


def keep_token(home: str, token: str) -> None:
    """Keeps the digest of a token. Raises NotWritable."""
    make_folder(home)
    write_atomic(os.path.join(home, FILE), _digest(token).encode())


def remove_token(home: str) -> bool:
    """Makes the token invalid. Returns whether there was one."""
    try:
        os.unlink(os.path.join(home, FILE))
    except FileNotFoundError:
        return False
    return True


def matches_token(home: str, token: str) -> bool:
    """Whether this is the person's token. A file that other users could read or write does not count."""
    path = os.path.join(home, FILE)
    try:
        if not token or not _is_closed(os.lstat(path)):
            return False
        stored = read_file(path, limit=1 << 10)
    except (BackstoryError, OSError):
        return False
    return hmac.compare_digest(stored.strip(), _digest(token).encode())


def _is_closed(info: os.stat_result) -> bool:
    return os.name != "posix" or (info.st_uid == os.geteuid() and not info.st_mode & 0o077)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
