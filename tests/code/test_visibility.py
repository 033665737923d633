"""How far a definition is open, in the words of each language."""

import pytest

from backstory.code.read.visibility import (
    PACKAGE,
    PRIVATE,
    PUBLIC,
    estimate_visibility,
    states_visibility,
    without_marks,
)


@pytest.mark.parametrize(
    ("language", "name", "signature", "found"),
    [
        ("python", "Pool.take", "def take(self)", PUBLIC),
        ("python", "Pool._wait", "def _wait(self)", PRIVATE),
        ("python", "Pool.__init__", "def __init__(self)", PRIVATE / 2),
        ("go", "Engine.Run", "func (e *Engine) Run()", PUBLIC),
        ("go", "parse", "func parse()", PRIVATE),
        ("java", "Gson.toJson", "public String toJson(Object private_)", PUBLIC),
        ("java", "Gson.cast", "private static void cast()", PRIVATE),
        ("java", "Gson.cast", "protected void cast()", PACKAGE),
        ("java", "Helper", "final class Helper", 0.5),
        ("rust", "Runtime", "pub struct Runtime", PUBLIC),
        ("rust", "Header", "pub(crate) struct Header", PRIVATE),
        ("rust", "Header", "struct Header", PRIVATE),
        ("c", "append", "static int append(char *s)", PRIVATE),
        ("c", "append", "int append(static_t s)", PUBLIC),
        ("kotlin", "Segment", "internal class Segment", PACKAGE),
        ("typescript", "build", "export async function build()", PUBLIC),
        ("typescript", "inner", "function inner()", 0.5),
        ("typescript", "Server.listen", "listen(): void", PUBLIC),
    ],
)
def test_visibility(language: str, name: str, signature: str, found: float) -> None:
    assert estimate_visibility(language, name, signature, stated=True) == found


def test_silence_tells_nothing_where_nobody_speaks() -> None:
    assert estimate_visibility("javascript", "inner", "function inner()", stated=False) == PUBLIC
    assert states_visibility("swift", "@discardableResult open func resume()")
    assert not states_visibility("python", "def public()")


def test_marks_before_a_signature() -> None:
    assert without_marks("@Nullable @Size(max = f(1)) public int a()") == "public int a()"
    assert without_marks("#[inline] pub fn a()") == "pub fn a()"
    assert without_marks("template <typename T, typename U = list<T>> auto a(T) -> U") == "auto a(T) -> U"
    assert without_marks("template <typename T") == "template <typename T"
    assert without_marks("int a(@Size int b)") == "int a(@Size int b)"
