"""Fast definitions, language by language; and that the two readers agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.code.read.definitions import find_definitions, find_names, split_name
from backstory.code.read.language import Language
from backstory.code.read.languages import BY_NAME, LANGUAGES, language_of

SAMPLES = {
    "python": (("class Pool(Base):\n    LIMIT = 1\n    async def take(self): ...\ndef free(): pass\nMAX_SIZE = "
               "3\nx = 'def no(): pass'\n"), "Pool take free MAX_SIZE"),
    "javascript": (("export default class Pool {\n  async take(a) {\n    if (a) {\n  }\n}\n}\nexport const free "
                   "= () => 1\nfunction* gen() {}\n"), "Pool take free gen"),
    "typescript": (("export interface Opts { a: number }\ntype Id = string\nexport enum Kind { A }\nexport "
                   "abstract class P<T> {}\n"), "Opts Id Kind P"),
    "go": (("package x\n\nfunc (p *Pool) Take(ctx int) {}\nfunc Free() {}\ntype Pool struct {}\nvar Max = "
           "1\n"), "Take Free Pool Max"),
    "rust": (("pub(crate) async fn take<T>() {}\npub struct Pool;\nimpl Pool { fn free(&self) {} }\nmacro_rules! "
             "pool { }\nconst MAX: u8 = 1;\n"), "take Pool pool MAX"),
    "java": (("public final class Pool<T> {\n    private static <K> Map<K, T> take(int a) {\n        return "
             "call(a);\n    }\n    Pool() {\n    }\n}\n"), "Pool take"),
    "c": (("static int\nfree_all(void)\n{\n}\nstruct pool {\n};\n#define MAX 1\nint take(struct pool *p)\n{\n  "
          "if (p) {\n  }\n}\n"), "take pool MAX"),
    "cpp": ("namespace db {\nclass Pool : public Base {\n};\n}\nint db::Pool::take(int a) {\n}\n", "db Pool take"),
    "php": (("<?php\nfinal class Pool {\n    public static function take($a) {}\n    const MAX = 1;\n"
            "}\n"), "Pool take MAX"),
    "ruby": (("module Db\n  class Pool < Base\n    def self.take?(a)\n    end\n    MAX_SIZE = 1\n  end\n"
             "end\n"), "Db Pool take? MAX_SIZE"),
    "csharp": (("namespace Db {\n    public sealed class Pool {\n        public async Task<int> Take(int a) { }\n"
               "        public int Size { get; }\n    }\n}\n"), "Db Pool Take Size"),
    "kotlin": ("data class Pool(val a: Int)\nsuspend fun <T> Pool.take(): T = x\nval MAX = 1\n", "Pool take MAX"),
    "swift": (("public struct Pool {\n    static func take() {}\n    let size: Int\n}\nextension Pool "
              "{}\n"), "Pool take size"),
    "scala": (("case class Pool(a: Int)\nobject Db {\n  def take(a: Int) = 1\n  lazy val max = 2\n"
              "}\n"), ("Pool Db "
        "take max")),
    "bash": ("#!/bin/sh\ntake() {\n}\nfunction free_all {\n}\n", "take free_all"),
    "sql": ("CREATE TABLE IF NOT EXISTS pool (id int);\ncreate or replace view v as select 1;\n", "pool v"),
    "markdown": ("# Pool\n\n## Taking\n", "Pool Taking"),
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_definitions_of_each_language(name: str) -> None:
    text, expected = SAMPLES[name]
    language = BY_NAME[name]

    found = find_definitions(language, text.encode())

    assert set(expected.split()) <= {d.name for d in found}
    assert "no" not in {d.name for d in found} and "if" not in {d.name for d in found}
    lines = text.split("\n")
    assert all(d.name.rstrip("?") in lines[d.line - 1] for d in found)
    assert {d.name for d in found} == {n.decode().strip() for n in find_names(language, text.encode())}


def test_every_language_of_the_brief_has_a_row_with_a_grammar() -> None:
    wanted = [
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

    assert all(BY_NAME[name].rules and BY_NAME[name].grammar for name in wanted)


@given(st.binary(max_size=400), st.sampled_from([x for x in LANGUAGES if x.rules]))
def test_any_bytes_are_read(data: bytes, language: object) -> None:
    found = find_definitions(language, data)  # type: ignore[arg-type]

    assert all(1 <= d.line <= data.count(b"\n") + 2 for d in found)


@pytest.mark.slow
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each.rules], ids=lambda each: each.name)
@pytest.mark.parametrize("piece", ["*", "-", "=", "&", "* ", "a ", "a, ", "<a"])
def test_a_banner_takes_time_in_proportion_to_its_length(language: Language, piece: str) -> None:
    assert_linear(lambda text: find_names(language, text.encode()), piece, size=200, start="\n ")


def test_a_call_with_a_function_is_no_method() -> None:
    text = "class Pool {\n  take(done = () => 1) {\n  }\n}\nfunction Page() {\n  useEffect(() => {\n  })\n}\n"

    assert find_names(BY_NAME["javascript"], text.encode()) == {b"Pool", b"take", b"Page"}


def test_a_method_after_a_banner_is_found() -> None:
    banner = "/" + 76 * "*" + "\n " + 76 * "*" + "/\n"

    assert find_names(BY_NAME["cpp"], f"{banner}class Pool {{\n  int *take(int a) {{\n  }}\n}};\n".encode()) == {
        b"Pool",
        b"take",
    }


def test_split_name() -> None:
    assert split_name("parseHTTPHeader_v2") == ["parse", "http", "header", "v", "2"]
    assert split_name("Größe_neu") == ["größe", "neu"]


def test_language_of_knows_names_and_interpreters() -> None:
    assert language_of("a/Makefile") is BY_NAME["make"]
    assert language_of("bin/tool", b"#!/usr/bin/env python3.11\n") is BY_NAME["python"]
    assert language_of("bin/tool", b"\x7fELF") is None
    assert language_of("a.TSX") is BY_NAME["typescript"]


def test_an_object_of_scala_may_have_a_small_letter() -> None:
    text = b"object copy extends B {\n  object over {\n def apply() = 1\n  }\n}\n object that is a word\nobject Pool\n"

    names = [each.name for each in find_definitions(BY_NAME["scala"], text)]

    assert names == ["copy", "over", "apply", "Pool"]
