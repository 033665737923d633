"""Hash functions without OpenSSL, which `hashlib` loads for every one of them and which costs a short command 3 ms."""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from hashlib import blake2b, sha1, sha256
else:
    try:
        from _blake2 import blake2b
    except ImportError:  # pragma: no cover - not CPython
        from hashlib import blake2b
    try:
        from _sha1 import sha1
    except ImportError:  # pragma: no cover - a Python that leaves it to OpenSSL
        from hashlib import sha1
    try:
        from _sha256 import sha256
    except ImportError:
        try:
            from _sha2 import sha256  # its name from Python 3.12 on
        except ImportError:  # pragma: no cover - a Python that leaves it to OpenSSL
            from hashlib import sha256

__all__ = ["blake2b", "hmac_sha256", "sha1", "sha256"]

_BLOCK = 64
_INNER, _OUTER = (bytes(code ^ pad for code in range(256)) for pad in (0x36, 0x5C))


def hmac_sha256(key: bytes, data: bytes) -> bytes:
    """The HMAC of `data` with SHA-256 (RFC 2104), as `hmac.digest(key, data, "sha256")` gives it."""
    block = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner = sha256(block.translate(_INNER) + data).digest()
    return bytes(sha256(block.translate(_OUTER) + inner).digest())
