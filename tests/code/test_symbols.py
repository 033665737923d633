"""Symbols with their extents: what memory is anchored to must be exact and must not move on its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.code.read import symbols
from backstory.code.read.languages import BY_NAME, LANGUAGES
from backstory.code.read.symbols import find_calls, read_outline, symbol_text

from .test_definitions import SAMPLES

GRAMMARS = [
    "python",
    "javascript",
    "typescript",
    "go",
    "rust",
    "java",
    "c",
    "cpp",
    "php",
    "ruby",
    "csharp",
    "kotlin",
    "swift",
    "scala",
    "bash",
    "sql",
    "markdown",
]

PYTHON = '''"""A module."""
import os

LIMIT = 3


class Pool(Base):
    """Connections kept open.

    More words.
    """

    size: int = 4

    @property
    @cached
    def free(self) -> int:
        """How many are free."""
        return len(self.kept)

    @free.setter
    def free(self, n):
        self.kept = n

    async def take(
        self,
        timeout: float = 1.0,
    ) -> "Connection":
        def inner():
            return 1
        return await self.wait(timeout)


def main():
    Pool().take()
'''


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_grammar_is_there_and_finds_what_the_fast_reader_finds(name: str) -> None:
    text, expected = SAMPLES[name]
    path = "x" + BY_NAME[name].extensions[0]

    found = read_outline(path, text)

    assert symbols._parsers[BY_NAME[name].grammar.function] is not None
    assert set(expected.split()) <= {s.name.rpartition(".")[2] for s in found}
    for s in found:
        piece = symbol_text(path, text, s.name)
        assert (piece is not None and piece in text + "\n") or piece.count("\n") >= 1


def test_python_in_detail() -> None:
    found = {s.name: s for s in reversed(read_outline("pool.py", PYTHON))}

    assert list(reversed(found)) == ["LIMIT", "Pool", "Pool.size", "Pool.free", "Pool.take", "Pool.take.inner", "main"]
    assert found["Pool"].signature == "class Pool(Base)" and found["Pool"].doc == "Connections kept open."
    assert found["Pool.take"].signature == 'async def take(self, timeout: float = 1.0) -> "Connection"'
    assert found["Pool.free"].signature == "def free(self) -> int"
    assert (found["main"].line, found["main"].end) == (34, 35)


def test_symbol_text_is_the_exact_source() -> None:
    assert symbol_text("pool.py", PYTHON, "main") == "def main():\n    Pool().take()"
    assert symbol_text("pool.py", PYTHON, "LIMIT") == "LIMIT = 3"
    take = symbol_text("pool.py", PYTHON, "Pool.take")
    assert take is not None and take.startswith("async def take(") and take.endswith("return await self.wait(timeout)")
    assert symbol_text("pool.py", PYTHON, "take") == symbol_text("pool.py", PYTHON, "shop.pool.Pool.take") == take
    assert symbol_text("pool.py", PYTHON, "Pool#take") == symbol_text("pool.py", PYTHON, "Pool::take") == take
    assert symbol_text("pool.py", PYTHON, "nothing") is None
    assert symbol_text("pool.py", PYTHON, "") is None


def test_what_is_defined_twice_is_joined() -> None:
    text = symbol_text("pool.py", PYTHON, "Pool.free")

    assert text is not None and text.startswith("@property") and "@free.setter" in text


def test_a_symbol_does_not_move_with_what_stands_around_it() -> None:
    moved = "# a new comment\nimport re\n\n\n" + PYTHON.replace("LIMIT = 3", "LIMIT = 4\nOTHER = 5")

    assert symbol_text("pool.py", moved, "Pool.take") == symbol_text("pool.py", PYTHON, "Pool.take")
    assert symbol_text("pool.py", PYTHON.replace("\n", "\r\n"), "main") == "def main():\r\n    Pool().take()"


@pytest.mark.parametrize(
    ("path", "text", "symbol", "expected"),
    [
        ("a.go", "package a\n\nfunc (p *Pool[T]) Take() int {\n\treturn 1\n}\n", "Pool.Take", ("func (p "
            "*Pool[T]) Take() int {\n\treturn 1\n}")),
        ("a.rs", "impl<T> Pool<T> {\n    pub fn take(&self) {}\n}\n", "Pool.take", "pub fn take(&self) {}"),
        ("a.ts", "export const take = async (a: number) => {\n  return a\n}\n", "take", ("export const take = "
            "async (a: number) => {\n  return a\n}")),
        ("a.java", "class P {\n  int a(int b) { return b; }\n  int a() { return 1; }\n}\n", "P.a", ("int a(int "
            "b) { return b; }\nint a() { return 1; }")),
        ("a.cpp", "int db::Pool::take(int a) {\n  return a;\n}\n", "db::Pool::take", ("int db::Pool::take(int a) "
            "{\n  return a;\n}")),
        ("a.c", "struct pool;\nstruct pool {\n  int a;\n};\n", "pool", "struct pool {\n  int a;\n}"),
        ("a.rb", "class Pool\n  def self.take(a)\n    a\n  end\nend\n", "Pool.take", "def self.take(a)\n    a\n  end"),
        ("a.md", "# One\n\ntext\n\n## Two\n\nmore\n\n# Three\n", "One.Two", "## Two\n\nmore"),
        ("a.lua", "local function take(a)\n  return a\nend\n\nx = 1\n", "take", ("local function take(a)\n  "
            "return a\nend")),
        ("a.dart", "class Pool {\n  int take(int a) {\n    return a;\n  }\n}\n", "Pool.take", ("  int take(int "
            "a) {\n    return a;\n  }")),
    ],
)  # fmt: skip
def test_symbol_text_in_other_languages(path: str, text: str, symbol: str, expected: str) -> None:
    assert symbol_text(path, text, symbol) == expected


def test_documentation_comments() -> None:
    go = "package a\n\n// Take waits.\n// It may wait long.\nfunc Take() {}\n\n// far away\n\nfunc Free() {}\n"
    java = "class A {\n  /**\n   * Waits for <b>one</b>.\n   * @param a\n   */\n  void take(int a) {}\n}\n"

    assert [s.doc for s in read_outline("a.go", go)] == ["Take waits.", ""]
    assert read_outline("A.java", java)[1].doc == "Waits for one."


def test_calls_name_the_symbol_around_them() -> None:
    found = {(c.name, c.inside) for c in find_calls("pool.py", PYTHON)}

    assert {("len", "Pool.free"), ("wait", "Pool.take"), ("Pool", "main"), ("take", "main")} <= found
    assert {c.name for c in find_calls("a.go", "package a\nfunc f() { fmt.Println(g(1)) }\n")} == {"Println", "g"}


def test_a_missing_grammar_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(symbols._parsers, "tree_sitter_python", None)

    assert [s.name for s in read_outline("pool.py", PYTHON)][:3] == ["LIMIT", "Pool", "Pool.free"]
    assert symbol_text("pool.py", PYTHON, "main") == "def main():\n    Pool().take()"


@given(st.binary(max_size=300), st.sampled_from([x.extensions[0] for x in LANGUAGES]))
def test_any_bytes_are_read(data: bytes, extension: str) -> None:
    for s in read_outline("x" + extension, data):
        assert 0 <= s.start_byte <= s.end_byte <= len(data) + 1 and s.line <= s.end + 1


def test_deep_nesting_is_bounded() -> None:
    assert isinstance(read_outline("x.py", "(" * 5000), list)
    assert isinstance(read_outline("x.js", "{" * 5000), list)
    assert isinstance(find_calls("x.js", "f(" * 5000), list)


def test_functions_assigned_to_members_are_symbols() -> None:
    source = """var app = exports = module.exports = {}

app.use = function use(fn) { return inner(fn) }
res.type = res.contentType = function (kind) {}
View.prototype.lookup = (name) => name
exports.compile = function (path) {}
module.exports = function () { function inside() {} }
app.count = 3
app[name] = function () {}
function wrapped() { app.late = function () {} }
"""
    found = {s.name: s.signature for s in read_outline("lib/app.js", source) if s.kind == "method"}

    assert found == {
        "app.use": "app.use = function use(fn)",
        "res.type": "res.type = res.contentType = function (kind)",
        "View.lookup": "View.prototype.lookup = (name)",
        "compile": "exports.compile = function (path)",
    }
    assert symbol_text("lib/app.js", source, "app.use") == source.split("\n")[2]


def test_comments_are_no_part_of_a_signature() -> None:
    kotlin = (
        'class Pool(\n  /** How many. */\n  val size: Int, // at most\n  val url: String = "http://x",\n) : Base()\n'
    )
    ruby = "class Site < Hash # of pages\n  # Reads it.\n  def read(a) # now\n    a\n  end\nend\n"

    assert (
        read_outline("a.kt", kotlin)[0].signature == 'class Pool(val size: Int, val url: String = "http://x") : Base()'
    )
    assert [s.signature for s in read_outline("a.rb", ruby)] == ["class Site < Hash", "def read(a)"]


def test_items_that_a_macro_of_rust_wraps() -> None:
    source = """cfg_net! {
    /// A server.
    pub struct TcpListener { io: Io }

    impl TcpListener {
        pub fn accept(&self) -> Io { todo!() }
    }
}
println! { "pub struct Text" }
"""
    found = read_outline("src/listener.rs", source)

    assert [(s.name, s.kind, s.line) for s in found] == [
        ("TcpListener", "struct", 3),
        ("TcpListener.accept", "method", 6),
    ]
    assert found[0].doc == "A server."
    assert symbol_text("src/listener.rs", source, "TcpListener") == "pub struct TcpListener { io: Io }"


def test_a_header_of_cpp_and_macros_in_the_way() -> None:
    source = """#include <a.h>
#define LIB_API
LIB_BEGIN_NAMESPACE
namespace lib {
LIB_EXPORT template <typename T> class view {
 public:
  LIB_CONSTEXPR auto size() const -> int { return 0; }
};
LIB_INLINE auto print(int value) -> int { return value; }
}
LIB_END_NAMESPACE
"""
    found = {s.name: s.kind for s in read_outline("include/lib.h", source)}

    assert found["lib.view"] == "class"
    assert found["lib.print"] in ("function", "method")
    assert {s.kind for s in read_outline("plain.h", "struct a { int b; };\nint f(int x) { return x; }\n")} == {
        "struct",
        "function",
    }


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        (
            "Takes a connection and\n    gives it back, e.g. when it is idle. Never waits.",
            "Takes a connection and gives it back, e.g. when it is idle.",
        ),
        ("The flask object implements a WSGI application and acts as the central\n    object.  It is passed",
         "The flask object implements a WSGI application and acts as the central object."),
        ("Reads it\n\n    Then more.", "Reads it"),
        ("Arguments:\n    - one\n    - two", "Arguments:"),
        ("Reads version 3.1 of it\n    :param x: of", "Reads version 3.1 of it"),
    ],
)  # fmt: skip
def test_documentation_is_told_by_its_first_sentence(comment: str, said: str) -> None:
    found = read_outline("a.py", f'def read():\n    """{comment}\n    """\n'.encode())

    assert found[0].doc == said


@pytest.mark.parametrize(
    ("path", "text", "signature"),
    [
        ("a.zig", "fn take(\n    self: *Pool,\n    // ms\n    n: u64,\n) !u8 {\n", "fn take(self: *Pool, n: u64) !u8"),
        ("a.lua", "function M.take(pool,\n                wait)\n  return f(\n", "function M.take(pool, wait)"),
        ("a.hs", "take :: (Show a) =>\n  a ->\n  Int\ntake x = 1\n", "take :: (Show a) => a -> Int"),
        ("a.ex", "  def take(\n        pool,\n        wait\n      ) do\n    pool\n  end\n", "def take(pool, wait)"),
        ("a.ex", "def take(pool) do\nend\n", "def take(pool)"),
        ("a.ex", "def take(pool), do: undo\n", "def take(pool), do: undo"),
        ("a.clj", '(defn take\n  "Takes [x]."\n  ^Pool [{:keys [a]} n] pool)\n', "(defn take [{:keys [a]} n]"),
        ("a.clj", '(defn- take "It." {:added "1"}\n  ([a] a)\n  ([a b] b))\n', "(defn- take ([a]"),
        ("a.clj", "(defn take\n  (f [a]))\n", "(defn take"),
        ("a.clj", "(def sizes\n  [1 2])\n", "(def sizes"),
        ("a.dart", "  void add(Event event) {}\n", "void add(Event event)"),
        ("a.zig", "fn broken(\nconst a = 1;\n", "fn broken("),
    ],
)  # fmt: skip
def test_a_head_over_several_lines_is_one_signature_without_a_grammar(path: str, text: str, signature: str) -> None:
    assert read_outline(path, text)[0].signature == signature
