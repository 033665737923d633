"""The spellings in which one value may stand in a text."""

from binascii import b2a_base64
from typing import Final


def list_spellings(value: str) -> set[bytes]:
    """A value as it may stand in a text: plain, JSON-escaped, percent-encoded, in base64 at any offset."""
    plain = value.encode("utf-8", "surrogatepass")
    out = {plain, value.replace("\\", "\\\\").replace('"', '\\"').encode("utf-8", "surrogatepass")}
    out.add(b"".join(b"%c" % c if c in _UNRESERVED else b"%%%02X" % c for c in plain))
    out.add(b"".join(b"%c" % c if c in _UNRESERVED else b"%%%02x" % c for c in plain))
    if len(plain) >= 12:
        for offset in range(3):
            # drop what the neighbours decide: the first and the last characters of the code
            code = b2a_base64(b"\0" * offset + plain, newline=False)
            start = (0, 2, 3)[offset]
            end = len(code) - (0, 4, 4)[(offset + len(plain)) % 3]
            if end - start >= 12:
                out.add(code[start:end])
                out.add(code[start:end].replace(b"+", b"-").replace(b"/", b"_"))
    return out


_UNRESERVED: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
