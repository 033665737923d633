"""Secrets in dumps of bytes, and in what was compressed before it was encoded."""

import base64
import gzip
import zlib
from collections.abc import Callable

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
DRAWN = "Xk29fLmQz" + "z81Rt4wPq7Lc"
FILE = f"[db]\nuser=app\npassword={DRAWN}\nport=5432\nhost=db.lab.example\n".encode()


def _lines(data: bytes, show: Callable[[int, bytes], str]) -> str:
    return "".join(show(place, data[place : place + 16]) for place in range(0, len(data), 16))


def _text(row: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)


def _xxd(place: int, row: bytes) -> str:
    words = " ".join(row[number : number + 2].hex() for number in range(0, len(row), 2))
    return f"{place:08x}: {words:39}  {_text(row)}\n"


def _canonical(place: int, row: bytes) -> str:
    left, right = row[:8].hex(" "), row[8:].hex(" ")
    return f"{place:08x}  {left:23}  {right:23}  |{_text(row)}|\n"


def _numbers(place: int, row: bytes) -> str:
    words = " ".join(row[number : number + 2][::-1].hex() for number in range(0, len(row), 2))
    return f"{place:07x} {words}\n"


def _characters(place: int, row: bytes) -> str:
    names = {10: "\\n", 32: " "}
    return f"{place:07o}" + "".join(f"{names.get(byte, chr(byte)):>4}" for byte in row) + "\n"


SHOWN = {"xxd": _xxd, "hexdump -C": _canonical, "hexdump": _numbers, "od -c": _characters}


@pytest.mark.parametrize("command", SHOWN)
def test_secret_in_a_dump(command: str) -> None:
    clean = GATE.clean(f"$ {command} app.ini\n" + _lines(FILE, SHOWN[command]) + "done\n")
    row = next(number for number in range(0, len(FILE), 16) if DRAWN.encode()[:4] in FILE[number : number + 24])
    assert "[REDACTED:password" in clean and clean.endswith("done\n")
    assert _text(FILE[row + 16 : row + 28]) not in clean and FILE[row + 16 : row + 20].hex() not in clean
    assert SHOWN[command](0, FILE[:16]) in clean
    assert GATE.clean(clean) == clean


@pytest.mark.parametrize("command", SHOWN)
def test_dump_without_a_secret(command: str) -> None:
    text = _lines(b"[db]\nhost=db.lab.example\nport=5432\npassword=${DB_PASSWORD}\nname=shop\n", SHOWN[command])
    assert GATE.clean(text) == text


def test_lines_that_begin_like_those_of_a_dump() -> None:
    text = "00000010 items\n0000020  \n00000000: 5b6\n0000001: zz\n"
    assert GATE.clean(text * 3) == text * 3


@pytest.mark.parametrize("compress", [lambda data: gzip.compress(data, mtime=0), zlib.compress])
@pytest.mark.parametrize("width", [1000, 64])
def test_compressed_before_base64(compress: Callable[[bytes], bytes], width: int) -> None:
    code = base64.b64encode(compress(FILE)).decode()
    lines = "\n  ".join(code[place : place + width] for place in range(0, len(code), width))
    assert code[:40] not in GATE.clean(f"release: |\n  {lines}\n")


def test_compressed_text_without_a_secret() -> None:
    code = base64.b64encode(gzip.compress(b"apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n" * 3, mtime=0)).decode()
    assert GATE.clean(f"values: {code}\n") == f"values: {code}\n"
