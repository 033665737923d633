"""Hash functions without OpenSSL, which `hashlib` loads for every one of them and which costs a short command 3 ms."""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from hashlib import blake2b, sha1
else:
    try:
        from _blake2 import blake2b
    except ImportError:  # pragma: no cover - not CPython
        from hashlib import blake2b
    try:
        from _sha1 import sha1
    except ImportError:  # pragma: no cover - a Python that leaves it to OpenSSL
        from hashlib import sha1

__all__ = ["blake2b", "sha1"]
