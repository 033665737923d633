"""The spellings in which one value may stand in a text."""

from binascii import b2a_base64
from itertools import chain
from typing import Final


def list_spellings(value: str) -> set[bytes]:
    """A value as it may stand in a text: plain, JSON-escaped, percent-encoded, in base64 at any offset."""
    plain = value.encode("utf-8", "surrogatepass")
    out = {plain, value.replace("\\", "\\\\").replace('"', '\\"').encode("utf-8", "surrogatepass")}
    out.add(b"".join(b"%c" % c if c in _UNRESERVED else b"%%%02X" % c for c in plain))
    out.add(b"".join(b"%c" % c if c in _UNRESERVED else b"%%%02x" % c for c in plain))
    if len(plain) >= 12:
        out.update(chain.from_iterable(_list_codes(plain, offset) for offset in range(3)))
    return out


def _list_codes(plain: bytes, offset: int) -> tuple[bytes, ...]:
    """A value in base64 at an offset, in both alphabets, without the characters that the neighbours decide."""
    code = b2a_base64(b"\0" * offset + plain, newline=False)
    start = (0, 2, 3)[offset]
    end = len(code) - (0, 4, 4)[(offset + len(plain)) % 3]
    if end - start < 12:
        return ()
    return code[start:end], code[start:end].replace(b"+", b"-").replace(b"/", b"_")


_UNRESERVED: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
