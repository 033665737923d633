"""Definitions found without a parser, in many languages, against files of real shape."""

# ruff: noqa: E501 (one row of a table, one line)

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear
from tests.sweeps import every, share

import backstory
from backstory.code.read.spans import find_symbol

PYTHON = '''
import x

LIMIT: int = (
    1 +
    2
)
FLAT = "a"

@decorated
@other(
    1,
)
async def outer(a,
                b={"}": 1},
) -> None:
    """A text
not indented, with # and ( in it.
"""
    if a:  # a comment (
        return "\\")"

# about the next one
    # deeper comment

class Pool:
    size = 3

    @property
    def name(self): return self._name

    @name.setter
    def name(self, value):
        self._name = value
        self.changed = True

    def acquire(self):
        def inner():
            pass
        return inner

def one(): return 1
def acquire(): ...
'''


@pytest.mark.parametrize(
    ("symbol", "first", "last"),
    [
        ("LIMIT", "LIMIT: int = (", ")"), ("FLAT", 'FLAT = "a"', 'FLAT = "a"'), ("outer", "@decorated", '        return "\\")"'),
        ("Pool", "class Pool:", "        return inner"), ("Pool.size", "    size = 3", "    size = 3"), ("Pool.acquire", "    def acquire(self):", "        return inner"),
        ("Pool::acquire()", "    def acquire(self):", "        return inner"), ("Pool.name", "    @name.setter", "        self.changed = True"),
        ("one", "def one(): return 1", "def one(): return 1"), ("acquire", "def acquire(): ...", "def acquire(): ..."),
        ("Pool.acquire.inner", "        def inner():", "            pass"), ("inner", "        def inner():", "            pass"),
    ],
)  # fmt: skip
def test_python(symbol: str, first: str, last: str) -> None:
    for text in (PYTHON, PYTHON.replace("\n", "\r\n"), PYTHON.rstrip()):
        found = find_symbol("a.py", text, symbol)
        assert found is not None
        assert found in text
        lines = found.splitlines()
        assert (lines[0], lines[-1]) == (first, last)


@pytest.mark.parametrize(
    "symbol", ["nothing", "Pool.nothing", "Nothing.acquire", "", " ", ".", "a" * 5000, "(", "a.b.c.d.e.f.g.h.i.j"]
)
def test_what_is_not_there(symbol: str) -> None:
    for path in ("a.py", "a.go", "a.rb", "a.md", "a.unknown", "a"):
        assert find_symbol(path, PYTHON, symbol) is None


def test_joined_names_are_those_of_the_definition() -> None:
    """A module that only uses a name is not the one of that name."""
    assert find_symbol("a.ex", "defmodule X.B do\n  def f, do: A.B.g()\nend\n", "A.B") is None
    assert find_symbol("a.rb", "module X::B\n  include A::B\nend\n", "A::B") is None


def test_every_function_and_class_of_this_package() -> None:
    """Against Python's own parser: the same lines for every top-level name."""
    wrong: list[str] = []
    for file in sorted(Path(backstory.__file__).parent.rglob("*.py"))[:: every(5)]:
        text = file.read_text()
        tops = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)]
        for node in tops:
            if [n.name for n in tops].count(node.name) > 1:
                continue
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            expected = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
            if find_symbol("x.py", text, node.name) != expected:
                wrong.append(f"{file.name}:{node.name}")
    assert wrong == []


CASES = {
    "go function": ("a.go", "// name does\nfunc name(a int) (b int, err error) {\n\treturn `}`, '}'\n}\nfunc other() {}\n", "name", "func name(a int) (b int, err error) {\n\treturn `}`, '}'\n}"),
    "go method": ("a.go", "type Pool struct {\n\tn int\n}\n\nfunc (p *Pool) Acquire() {\n\tp.n++ // }\n}\nfunc (q Queue) Acquire() { q() }\n", "Pool.Acquire", "func (p *Pool) Acquire() {\n\tp.n++ // }\n}"),
    "go type": ("a.go", "type Pool struct {\n\tn int\n}\n", "Pool", "type Pool struct {\n\tn int\n}"),
    "go constant": ("a.go", "const name = 3\nvar x = 4\n", "name", "const name = 3"),
    "rust impl": ("a.rs", "struct Pool<'a> { x: &'a str }\nimpl<'a> Pool<'a> {\n    #[inline]\n    pub fn get(&self) -> char { '}' }\n}\n", "Pool::get", "    pub fn get(&self) -> char { '}' }"),
    "rust function, where": ("a.rs", "fn f<T>(t: T) -> Vec<T>\nwhere\n    T: Clone,\n{\n    vec![t]\n}\nfn g() {}\n", "f", "fn f<T>(t: T) -> Vec<T>\nwhere\n    T: Clone,\n{\n    vec![t]\n}"),
    "rust macro": ("a.rs", "macro_rules! m {\n    () => {}\n}\n", "m", "macro_rules! m {\n    () => {}\n}"),
    "java method": ("A.java", "class A {\n  int f(int x);\n  @Override\n  @Get(\"/x\")\n  public <T> int f(T x) throws E {\n    return g(x); /* } */\n  }\n  int h() { return f(1); }\n}\n", "A.f", "  @Override\n  @Get(\"/x\")\n  public <T> int f(T x) throws E {\n    return g(x); /* } */\n  }"),
    "java class, brace below": ("A.java", "public final class A\n    extends B\n{\n  int x;\n}\nclass C {}\n", "A", "public final class A\n    extends B\n{\n  int x;\n}"),
    "c function": ("a.c", "static int f(int a);\n\nint main(void) {\n  f(1);\n}\n\nstatic int f(int a)\n{\n  return a; // {\n}\n", "f", "static int f(int a)\n{\n  return a; // {\n}"),
    "c struct": ("a.h", "struct pool { int n; };\nint x;\n", "pool", "struct pool { int n; }"),
    "c table": ("a.c", "static const struct cmd table[] = {\n  { \"a\", 1 },\n};\nint y;\n", "table", "static const struct cmd table[] = {\n  { \"a\", 1 },\n}"),
    "c++ out of class": ("a.cc", "class Pool { void get(); };\nvoid Pool::get() {\n  x();\n}\nvoid Other::get() {}\n", "Pool::get", "void Pool::get() {\n  x();\n}"),
    "c# property": ("A.cs", "class A {\n    [Key]\n    public int Id { get; set; }\n    public void Go()\n    {\n    }\n}\n", "A.Go", "    public void Go()\n    {\n    }"),
    "rust type and not its impl": ("a.rs", "pub struct P { x: i32 }\nimpl P {\n    fn a() {}\n    fn b() {}\n}\n", "P", "pub struct P { x: i32 }"),
    "c use is no definition": ("a.c", "struct pool {\n  int n;\n};\nstruct pool *make(void) {\n  int much, more;\n  return 0;\n}\n", "pool", "struct pool {\n  int n;\n}"),
    "c type on the line above": ("a.c", "int x;\nstatic void\nf(int a) {\n  g();\n}\n", "f", "static void\nf(int a) {\n  g();\n}"),
    "java field": ("A.java", "class A {\n  private final B owners;\n  A(B owners) {\n    this.owners = owners;\n  }\n}\n", "A.owners", "  private final B owners;"),
    "java constructor": ("A.java", "class A {\n  B b;\n  A(B b) {\n    x();\n  }\n}\n", "A.A", "  A(B b) {\n    x();\n  }"),
    "c# attribute": ("A.cs", "namespace X.Y {\n  class A {\n    [Test]\n    public void F()\n    {\n    }\n  }\n}\n", "Y.A.F", "    [Test]\n    public void F()\n    {\n    }"),
    "ruby with a default": ("a.rb", "class A\n  def f(a, b = {})\n    a\n  end\nend\n", "A.f", "  def f(a, b = {})\n    a\n  end"),
    "ruby constant": ("a.rb", "class A\n  P = {\n    :a => 1,\n  }.freeze\n  Q = 1\nend\n", "P", "  P = {\n    :a => 1,\n  }.freeze"),
    "javascript without semicolons": ("a.js", "export const b = 'b0'\n\nconst c = 'c0'\n", "b", "export const b = 'b0'"),
    "javascript exports": ("a.js", "exports.f = function (x) {\n  return 1\n}\nexports.g = 2\n", "f", "exports.f = function (x) {\n  return 1\n}"),
    "java interface": ("A.java", "interface A {\n  /** x */\n  List<B> find(int a) throws E;\n  void other();\n}\n", "A.find", "  List<B> find(int a) throws E;"),
    "c header": ("a.h", "int f(int a,\n      int b);\nint g(void);\n", "f", "int f(int a,\n      int b);"),
    "c macro": ("a.c", "#define MAX(a, b) \\\n  ((a) > (b) ? (a) : (b))\n#define N 3\n", "MAX", "#define MAX(a, b) \\\n  ((a) > (b) ? (a) : (b))"),
    "c typedef": ("a.c", "typedef struct { int a; } other;\ntypedef struct {\n  int n;\n} pool;\n", "pool", "typedef struct {\n  int n;\n} pool;"),
    "c# auto property": ("A.cs", "class A {\n    public int Id { get; set; }\n    public int B\n    {\n        get { return Id; }\n    }\n}\n", "A.B", "    public int B\n    {\n        get { return Id; }\n    }"),
    "sql, if not exists": ("a.sql", "CREATE TABLE IF NOT EXISTS Users (id int);\n", "users", "CREATE TABLE IF NOT EXISTS Users (id int);"),
    "rust module": ("a.rs", "mod tests {\n    fn x() {}\n}\n", "tests", "mod tests {\n    fn x() {}\n}"),
    "javascript arrow": ("a.js", "export const f = async (a) => {\n  return `}${a}`;\n};\nf(1);\n", "f", "export const f = async (a) => {\n  return `}${a}`;\n};"),
    "javascript method": ("a.js", "class A {\n  go(a) {\n    if (a) { this.go(1) }\n  }\n  stop() {}\n}\n", "A.go", "  go(a) {\n    if (a) { this.go(1) }\n  }"),
    "javascript prototype": ("a.js", "function A() {}\nA.prototype.go = function (x) {\n  return '}';\n};\n", "A.go", "A.prototype.go = function (x) {\n  return '}';\n};"),
    "javascript default function": ("a.js", "export default function f(x) {\n  return x\n}\n", "f", "export default function f(x) {\n  return x\n}"),
    "typescript type": ("a.ts", "export type T = {\n  a: string\n}\ntype U = string | number;\n", "T", "export type T = {\n  a: string\n}"),
    "typescript union": ("a.ts", "type U =\n  | string\n  | number;\nlet x = 1\n", "U", "type U =\n  | string\n  | number;"),
    "typescript return type": ("a.ts", "function f(): { a: string } {\n  return { a: '' }\n}\nfunction g() {}\n", "f", "function f(): { a: string } {\n  return { a: '' }\n}"),
    "kotlin": ("a.kt", "fun <T> List<T>.f(x: T) = x\n\nclass P(val x: Int) {\n    fun g() { }\n}\n", "P.g", "    fun g() { }"),
    "swift": ("a.swift", "extension A: B {\n    func f() -> Int {\n        return 1\n    }\n}\n", "f", "    func f() -> Int {\n        return 1\n    }"),
    "php": ("a.php", "<?php\nclass A {\n    public function f($x) {\n        return '}';\n    }\n}\n", "A.f", "    public function f($x) {\n        return '}';\n    }"),
    "shell": ("a.sh", "f() {\n  echo \"}\" # }\n}\ng\n", "f", "f() {\n  echo \"}\" # }\n}"),
    "css-like names are not words": ("a.js", "const a$b = 1\nconst a = 2\n", "a", "const a = 2"),
    "ruby method": ("a.rb", "module M\n  class A\n    def self.f(x)\n      if x\n        1\n      end\n    end\n    def g = 2\n  end\nend\n", "A.f", "    def self.f(x)\n      if x\n        1\n      end\n    end"),
    "ruby endless": ("a.rb", "class A\n  def g = 2\n  def empty?\n    true\n  end\nend\n", "A#g", "  def g = 2"),
    "ruby question": ("a.rb", "class A\n  def empty?\n    true\n  end\nend\n", "empty?", "  def empty?\n    true\n  end"),
    "elixir": ("a.ex", "defmodule Foo.Bar do\n  def f(x) do\n    x\n  end\n  def g(x), do: x\nend\n", "Foo.Bar.f/1", "  def f(x) do\n    x\n  end"),
    "elixir module": ("a.ex", "defmodule Foo.Bar.Baz do\nend\ndefmodule Foo.Bar do\n  def f(x), do: Foo.Bar.Baz.g(x)\nend\n", "Foo.Bar", "defmodule Foo.Bar do\n  def f(x), do: Foo.Bar.Baz.g(x)\nend"),
    "ruby joined names": ("a.rb", "class Thor::Base < Object\n  def f\n    1\n  end\nend\n", "Thor::Base", "class Thor::Base < Object\n  def f\n    1\n  end\nend"),
    "ruby joined module": ("a.rb", "module A::B\n  C = 1\nend\n", "A.B", "module A::B\n  C = 1\nend"),
    "swift extension of an inner type": ("a.swift", "extension Foo.Bar {\n    func f() {}\n}\n", "Foo.Bar", "extension Foo.Bar {\n    func f() {}\n}"),
    "c++ namespace": ("a.cc", "namespace a::b {\nint x;\n}\n", "a::b", "namespace a::b {\nint x;\n}"),
    "lua": ("a.lua", "local function f(x)\n  return x\nend\n", "f", "local function f(x)\n  return x\nend"),
    "sql": ("a.sql", "CREATE INDEX i ON t;\ncreate table users (\n  id int,\n  name text\n);\nselect 1;\n", "users", "create table users (\n  id int,\n  name text\n);"),
    "protobuf": ("a.proto", "message A {\n  string x = 1;\n}\n", "A", "message A {\n  string x = 1;\n}"),
    "markdown": ("a.md", "# T\n\n## Set up\n\ntext\n\n```\n# no\n```\n### deeper\nx\n## Next\n", "set-up", "## Set up\n\ntext\n\n```\n# no\n```\n### deeper\nx\n"),
    "a comment is no definition": ("a.go", "// func f() {\n// }\nfunc f() {\n}\n", "f", "func f() {\n}"),
    "a call is no definition": ("a.go", "func g() {\n\tif f(1) {\n\t}\n\treturn f(2)\n}\n\nfunc f(x int) bool {\n\treturn true\n}\n", "f", "func f(x int) bool {\n\treturn true\n}"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_languages(name: str) -> None:
    path, text, symbol, expected = CASES[name]
    assert find_symbol(path, text, symbol) == expected
    with_crlf = find_symbol(path, text.replace("\n", "\r\n"), symbol)
    assert with_crlf is not None
    assert with_crlf.replace("\r\n", "\n") == expected


@given(st.text(max_size=200), st.text(max_size=10), st.sampled_from(["py", "go", "rb", "md", "js", "c", ""]))
def test_any_text(text: str, symbol: str, ending: str) -> None:
    found = find_symbol(f"a.{ending}", text, symbol)
    assert found is None or found in text


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["py", "go", "js", "rb", "md", "c", "sh"])
def test_hostile_text_takes_time_in_proportion(ending: str) -> None:
    for piece in (
        "def f(",
        "def f(\n",
        "class f {",
        "func f(",
        "f = (",
        "/*",
        '"',
        "'",
        "`",
        "# f\n",
        "f(f(",
        "@f\n",
        "f: ",
        "impl ",
        "def f\n",
        '"""',
        "f=\n",
        " f",
        "{",
        "f.f",
    ):
        for symbol in ("f", "f.f.f", "f.f")[: share(2, 3)]:
            assert_linear(lambda text, of=symbol: find_symbol(f"x.{ending}", text, of), piece, 6_000)  # type: ignore[misc]
