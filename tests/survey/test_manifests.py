"""Every kind of manifest, whole and broken."""

# ruff: noqa: E501, ISC004 (one row of a table, one line)

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.survey.manifests import _BY_ENDING, _READERS, Entry, is_manifest, read_manifest

PYPROJECT = """
[project]
name = "frob"
description = "Frobs."
license = "MIT"
[project.scripts]
frob = "frob.cli:main"
[project.entry-points.console_scripts]
other = "frob.other:main"
[tool.hatch.envs.default.scripts]
test = "pytest"
[tool.hatch.envs.docs.scripts]
build = ["a", "b"]
[tool.poe.tasks]
lint = { cmd = "ruff check" }
[tool.tox.env.style]
commands = [["ruff", "check"]]
[tool.tox.env_run_base]
commands = [["pytest", { replace = "posargs", default = ["-q"], extend = true }]]
"""


def scripts(path: str, text: str, *files: str) -> dict[str, str]:
    return {s.name: s.command for s in read_manifest(path, text, {*files, path}).scripts}


def test_pyproject() -> None:
    found = read_manifest("pyproject.toml", PYPROJECT, {"src/frob/cli.py", "frob/other/__init__.py"})
    assert (found.name, found.description, found.licence, found.problem) == ("frob", "Frobs.", "MIT", "")
    assert found.entries == (
        Entry("src/frob/cli.py", "frob = frob.cli:main"),
        Entry("frob/other/__init__.py", "other = frob.other:main"),
    )
    assert scripts("pyproject.toml", PYPROJECT) == {
        "poe lint": "ruff check",
        "hatch run test": "pytest",
        "hatch run docs:build": "a && b",
        "tox": "pytest -q",
        "tox -e style": "ruff check",
    }


def test_licence_from_classifiers() -> None:
    text = '[project]\nname = "x"\nclassifiers = ["License :: OSI Approved :: Apache Software License"]\n'
    assert read_manifest("pyproject.toml", text, ()).licence == "Apache-2.0"


def test_package_json() -> None:
    text = """{"name": "@a/frob", "description": "Frobs.", "license": "ISC", "main": "lib/index", "bin": "./bin/f.js",
      "exports": {".": {"types": "./t.d.ts", "import": "./esm.mjs"}}, "scripts": {"test": "vitest", "odd": 3}}"""
    found = read_manifest("a/package.json", text, {"a/bin/f.js", "a/lib/index.js", "a/esm.mjs", "yarn.lock"})
    assert found.entries == (
        Entry("a/bin/f.js", "bin frob"),
        Entry("a/lib/index.js", "main"),
        Entry("a/esm.mjs", "exports"),
    )
    assert [(s.name, s.command, s.where) for s in found.scripts] == [
        ("yarn test", "vitest", "a/package.json"), ("yarn odd", "", "a/package.json"),
    ]  # fmt: skip
    assert scripts("package.json", text) == {"npm run test": "vitest", "npm run odd": ""}


def test_cargo() -> None:
    text = '[package]\nname = "f"\ndescription = "F."\nlicense = "MIT OR Apache-2.0"\n[[bin]]\nname = "x"\npath = "x/main.rs"\n'
    found = read_manifest("Cargo.toml", text, {"x/main.rs", "src/lib.rs"})
    assert found.entries == (Entry("x/main.rs", "bin x"), Entry("src/lib.rs", "library f"))
    assert found.licence == "MIT OR Apache-2.0"
    alias = '[alias]\nlint = "clippy --all"\nboth = ["run", "x"]\n'
    assert scripts(".cargo/config.toml", alias) == {"cargo lint": "cargo clippy --all", "cargo both": "cargo run x"}


@pytest.mark.parametrize(
    ("path", "text", "name", "description"),
    [
        ("go.mod", "// x\nmodule github.com/a/frob/v2\n\ngo 1.22\n", "frob", ""),
        ("pom.xml", "<project><!-- <name>no</name> --><parent><artifactId>p</artifactId></parent><artifactId>frob</artifactId>"
         "<dependencies><dependency><artifactId>d</artifactId></dependency></dependencies><description>Frobs\n it.</description></project>", "frob", "Frobs it."),
        ("settings.gradle.kts", 'rootProject.name = "frob"\n', "frob", ""),
        ("build.gradle", "description = 'Frobs.'\n", "", "Frobs."),
        ("composer.json", '{"name": "a/frob", "description": "Frobs.", "license": ["MIT", "GPL-2.0"]}', "a/frob", "Frobs."),
        ("frob.gemspec", 'Gem::Specification.new do |s|\n  s.name    = "frob"\n  s.summary = %q{Frobs.}\nend\n', "frob", ""),
        ("Frob.csproj", '<Project Sdk="x"><PropertyGroup><OutputType>Exe</OutputType><Description>Frobs.</Description>', "Frob", "Frobs."),
        ("CMakeLists.txt", 'cmake_minimum_required(VERSION 3)\nproject(frob VERSION 1 DESCRIPTION "Frobs.")\n', "frob", "Frobs."),
        ("setup.py", "setup(\n  name='frob',\n  description = \"Frobs.\",\n)", "frob", "Frobs."),
        ("setup.cfg", "[metadata]\nname = frob\ndescription = Frobs.\n", "frob", "Frobs."),
        ("mix.exs", 'def project do\n [app: :frob, description: "Frobs."]', "frob", "Frobs."),
        ("pubspec.yaml", "name: frob\ndescription: >-\n  Frobs.\n", "frob", "Frobs."),
    ],
)  # fmt: skip
def test_names(path: str, text: str, name: str, description: str) -> None:
    found = read_manifest(path, text, ())
    assert (found.name, found.problem) == (name, "")
    assert found.description.startswith(description)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("Makefile", ".PHONY: all\nCC := gcc\nall: build ## everything\n\t@true\nbuild:\n\tgcc -o x x.c\n\tstrip x\nx.o: x.c\n\tcc\nempty: all\n",
         {"make all": "everything", "make build": "gcc -o x x.c", "make empty": ""}),
        ("justfile", "set shell := ['x']\nversion := '1'\n\n# run the tests\ntest *ARGS:\n    pytest {{ARGS}}\n\nlint: test\n    ruff check\n",
         {"just test": "run the tests", "just lint": "ruff check"}),
        ("Taskfile.yml", "version: '3'\n\nvars:\n  A: b\n\ntasks:\n  build:\n    desc: Builds it\n    cmds:\n      - go build\n  test:\n    cmds:\n      - go test ./...\n  s: echo hi\n",
         {"task build": "Builds it", "task test": "go test ./...", "task s": "echo hi"}),
        ("tox.ini", "[tox]\nenvlist = py3\n\n[testenv]\ncommands =\n    pytest\n    coverage report\n[testenv:lint]\ncommands = ruff check\n",
         {"tox": "pytest && coverage report", "tox -e lint": "ruff check"}),
        ("noxfile.py", "import nox\n\n@nox.session(name='test-all', python=['3.11'])\ndef tests(s):\n  pass\n\n@nox.session\ndef lint(s): pass\n",
         {"nox -s test-all": "def tests", "nox -s lint": "def lint"}),
        ("Rakefile", "desc 'Runs all'\ntask :spec => [:a] do\nend\ntask(\"b:c\") {}\n", {"rake spec": "Runs all", "rake b:c": ""}),
        ("deno.jsonc", '{ // c\n "tasks": {"dev": "deno run // no comment", "x": {"command": "y"}} /* z */ }',
         {"deno task dev": "deno run // no comment", "deno task x": "y"}),
        ("composer.json", '{"scripts": {"test": ["a", "b"], "post-install-cmd": "no"}}', {"composer test": "a && b"}),
    ],
)  # fmt: skip
def test_scripts(path: str, text: str, expected: dict[str, str]) -> None:
    assert scripts(path, text) == expected
    assert scripts(path, text.replace("\n", "\r\n")) == expected


@pytest.mark.parametrize(
    ("path", "text", "files", "entry"),
    [
        ("Dockerfile", "FROM x\nCMD [\"a\"]\nENTRYPOINT [\"python\", \\\n \"-m\", \"frob\"]\n", (), Entry("Dockerfile", 'ENTRYPOINT ["python", "-m", "frob"]')),
        ("Procfile", "web: gunicorn app\n", (), Entry("Procfile", "web: gunicorn app")),
        ("setup.py", "entry_points={'console_scripts': ['f=frob.x:main']}", ("frob/x.py",), Entry("frob/x.py", "f = frob.x:main")),
        ("setup.cfg", "[options.entry_points]\nconsole_scripts =\n  f = frob.x:main\n", ("frob/x.py",), Entry("frob/x.py", "f = frob.x:main")),
        ("CMakeLists.txt", "add_executable(frob a.c main.c)", ("a.c", "main.c"), Entry("main.c", "executable frob")),
        ("build.gradle.kts", 'application {\n mainClass.set("a.b.AppKt") }', ("src/main/kotlin/a/b/App.kt",), Entry("src/main/kotlin/a/b/App.kt", "main class a.b.AppKt")),
        ("x.gemspec", 'spec.name = "frob"', ("exe/frob",), Entry("exe/frob", "bin frob")),
        ("X.csproj", "<OutputType>Exe</OutputType>", ("Program.cs",), Entry("Program.cs", "program X")),
    ],
)  # fmt: skip
def test_entries(path: str, text: str, files: tuple[str, ...], entry: Entry) -> None:
    assert entry in read_manifest(path, text, files).entries


BROKEN = [
    "", "{", "[", "\0", "{}", "[]", "null", '{"scripts": 3, "bin": [1], "name": {}, "license": [[]]}', "[project", "[project]\nname = 3\nscripts = 1",
    "[tool]\npoe = 1\nhatch = []", "[project]\nclassifiers = 1\nlicense = {text = 3}", '{"a":' * 5000, "[[" * 5000, "a = " + "[" * 5000,
    "[package]\nname = []\n[[bin]]\npath = 3", "[alias]\nx = {}", "\ufeff{}", "=\n[]\n[a]\n b", ": :\n\t\n\t\t", "tasks:\n- a\n -b\n x: [",
    "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x",
]  # fmt: skip


@pytest.mark.parametrize("path", [*_READERS, *(f"x{e}" for e in _BY_ENDING)])
def test_broken_ones_never_fail(path: str) -> None:
    for text in BROKEN:
        read_manifest(path, text, ())


@given(st.sampled_from([*_READERS]), st.text(max_size=200))
def test_any_text(path: str, text: str) -> None:
    read_manifest(path, text, ())


def test_a_broken_one_says_so() -> None:
    assert read_manifest("package.json", "{", ()).problem.startswith("could not be read: ")
    assert read_manifest("pyproject.toml", "[", ()).problem.startswith("could not be read: ")


@pytest.mark.slow
@pytest.mark.parametrize("path", [*_READERS, *(f"x{e}" for e in _BY_ENDING)])
def test_hostile_size_takes_no_time(path: str) -> None:
    for piece in (
        "a: b\n",
        "/*",
        '"\\"',
        "@session\n",
        "<!--",
        "[a]\nb=c\n",
        "\t",
        "project(",
        "console_scripts=[",
        " " * 50 + "\n",
        "x" * 9,
    ):
        assert_linear(lambda text: read_manifest(path, text, ()), piece)


def test_names_of_manifests() -> None:
    assert is_manifest("pyproject.toml")
    assert is_manifest("Frob.csproj")
    assert is_manifest("Gemfile")
    assert not is_manifest("project.py")
