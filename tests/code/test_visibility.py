"""How far a definition is open, in the words of each language."""

import pytest

from backstory.code.read.visibility import CLOSED, OPEN, PACKAGE, openness, states_openness, without_marks


@pytest.mark.parametrize(
    ("language", "name", "signature", "found"),
    [
        ("python", "Pool.take", "def take(self)", OPEN),
        ("python", "Pool._wait", "def _wait(self)", CLOSED),
        ("python", "Pool.__init__", "def __init__(self)", CLOSED / 2),
        ("go", "Engine.Run", "func (e *Engine) Run()", OPEN),
        ("go", "parse", "func parse()", CLOSED),
        ("java", "Gson.toJson", "public String toJson(Object private_)", OPEN),
        ("java", "Gson.cast", "private static void cast()", CLOSED),
        ("java", "Gson.cast", "protected void cast()", PACKAGE),
        ("java", "Helper", "final class Helper", 0.5),
        ("rust", "Runtime", "pub struct Runtime", OPEN),
        ("rust", "Header", "pub(crate) struct Header", CLOSED),
        ("rust", "Header", "struct Header", CLOSED),
        ("c", "append", "static int append(char *s)", CLOSED),
        ("c", "append", "int append(static_t s)", OPEN),
        ("kotlin", "Segment", "internal class Segment", PACKAGE),
        ("typescript", "build", "export async function build()", OPEN),
        ("typescript", "inner", "function inner()", 0.5),
        ("typescript", "Server.listen", "listen(): void", OPEN),
    ],
)
def test_openness(language: str, name: str, signature: str, found: float) -> None:
    assert openness(language, name, signature, stated=True) == found


def test_silence_tells_nothing_where_nobody_speaks() -> None:
    assert openness("javascript", "inner", "function inner()", stated=False) == OPEN
    assert states_openness("swift", "@discardableResult open func resume()")
    assert not states_openness("python", "def public()")


def test_marks_before_a_signature() -> None:
    assert without_marks("@Nullable @Size(max = f(1)) public int a()") == "public int a()"
    assert without_marks("#[inline] pub fn a()") == "pub fn a()"
    assert without_marks("template <typename T, typename U = list<T>> auto a(T) -> U") == "auto a(T) -> U"
    assert without_marks("template <typename T") == "template <typename T"
    assert without_marks("int a(@Size int b)") == "int a(@Size int b)"
