"""A place in the code means the same to every command that takes one."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run


def anchor_of(run: Run, typed: str) -> str:
    """The place that a record about `typed` is kept with, without its digest."""
    ident = run("remember", "fact", f"About {typed}", "--at", typed, "--json").json["short"]
    (item,) = [item for item in run("list", "--json").json["items"] if item["short"] == ident]
    return str(item["anchors"][0]).partition("@")[0]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("src/db/pool.py:3", "src/db/pool.py#Pool.get"),
        ("src/db/pool.py:2-3", "src/db/pool.py#Pool.get"),
        ("src/db/pool.py:1-3", "src/db/pool.py#Pool"),
        ("src/db/pool.py:3-7", "src/db/pool.py"),
        ("src/db/pool.py:3:12", "src/db/pool.py#Pool.get"),
        ("src/db/pool.py#L3", "src/db/pool.py#Pool.get"),
        ("src/db/pool.py::Pool::get", "src/db/pool.py#Pool.get"),
        ("src/db/pool.py::Pool::get[a-1]", "src/db/pool.py#Pool.get"),
        ("README.md:3", "README.md#Shop"),
        ("src/db/new.py:3", "src/db/new.py"),
        ("src/db/pool.py#Pool", "src/db/pool.py#Pool"),
    ],
)
def test_a_record_about_lines_is_about_the_definition_around_them(
    project: Path, run: Run, typed: str, kept: str
) -> None:
    assert anchor_of(run, typed) == kept


def test_what_lines_stand_for_is_printed(project: Path, run: Run) -> None:
    ran = run("remember", "fact", "Pools are small", "--at", "src/db/pool.py:3")
    assert "`src/db/pool.py:3` is kept as `src/db/pool.py#Pool.get`" in ran.err


def test_a_file_whose_name_ends_in_a_number_is_that_file(project: Path, run: Run) -> None:
    (project / "notes:3").write_text("x\n")
    assert anchor_of(run, "notes:3") == "notes:3"


@pytest.mark.parametrize("command", [["remember", "fact", "Pools", "--at"], ["why"], ["map"], ["pin"]])
@pytest.mark.parametrize(
    ("typed", "message", "meant"),
    [
        ("src/db/pool.py:0", "`src/db/pool.py` has no line 0, it has 7 lines", "src/db/pool.py:1"),
        ("src/db/pool.py:99", "`src/db/pool.py` has no line 99, it has 7 lines", "src/db/pool.py:7"),
        ("src/db/pool.py:3-1", "`3-1` ends before it begins", "src/db/pool.py:1-3"),
        ("src:3", "`src` is a folder: it has no lines", "src"),
        ("src/db/pool.py::Pooll", "no `Pooll` in `src/db/pool.py`", "src/db/pool.py#Pool"),
    ],
)
def test_a_place_that_does_not_exist_is_named_with_one_that_does(
    project: Path, run: Run, command: list[str], typed: str, message: str, meant: str
) -> None:
    ran = run(*command, typed, ok=False)
    assert ran.code in (1, 2)
    assert ran.err.startswith(f"error: {message}\n")
    prefix = "--at" if command[0] == "remember" else f"backstory {command[0]}"
    assert f"`{prefix} {meant}`" in ran.err


def test_searches_by_lines_find_what_is_about_the_definition_first(project: Path, run: Run) -> None:
    run("remember", "fact", "Others are empty", "--at", "src/db/pool.py#Other")
    run("remember", "fact", "Pools hand out numbers", "--at", "src/db/pool.py#Pool.get")
    assert "Pools hand out numbers" in run("recall", "src/db/pool.py:3").out.splitlines()[0]
    assert "Pools hand out numbers" in run("related", "src/db/pool.py:3").out
    assert "task: src/db/pool.py#Pool.get" in run("brief", "src/db/pool.py:3").out
    assert run("map", "src/db/pool.py:3").out.startswith("src/db/pool.py:2 method Pool.get")


def test_words_with_a_colon_are_searched_as_they_are(project: Path, run: Run) -> None:
    run("remember", "fact", "The port is localhost:8080")
    assert "localhost:8080" in run("recall", "localhost:8080").out
    assert "task: fix src/db/pool.py:3 in time" in run("brief", "fix src/db/pool.py:3 in time").out


def test_a_module_whose_name_has_parts_is_a_place_of_its_own(project: Path, run: Run) -> None:
    """Elixir and Ruby write `Shop.Cart` as one name; the hint for a missing symbol never repeats what was typed."""
    (project / "cart.ex").write_text("defmodule Shop.Cart do\n  def total(items), do: Enum.sum(items)\nend\n")
    (project / "lib.rb").write_text("module Shop::Till\n  def open\n    1\n  end\nend\n")
    for typed in ("cart.ex#Shop.Cart", "lib.rb#Shop::Till", "lib.rb#Shop.Till"):
        assert run("why", typed).code == 0, typed
        assert anchor_of(run, typed) == typed
    ran = run("why", "cart.ex#Shop.Cart.totl", ok=False)
    assert ran.code == 1
    assert "did you mean `backstory why cart.ex#Shop.Cart.totl`" not in ran.err


def test_a_file_with_a_hash_in_its_name_is_taken_as_it_is(
    repo: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--yes", "--no-agents")
    (repo / "src" / "bin-config#hash.py").write_text("def load(): ...\n")
    told = run("remember", "decision", "settings by hash", "--why", "x", "--at", "src/bin-config#hash.py").err
    assert "there is no" not in told
    monkeypatch.chdir(repo / "src")
    assert "there is no" not in run("remember", "fact", "from below", "--at", "bin-config#hash.py").err
    assert run("verify", "--all").code == 0
    (repo / "src" / "bin-config#hash.py").write_text("def load(path): ...\n")
    checked = run("verify", "--all", ok=False)
    assert checked.code == 4 and checked.out.count("src/bin-config#hash.py: changed") == 2
    assert "settings by hash" in run("why", "bin-config#hash.py").out
    assert "there is no" in run("remember", "fact", "of a symbol", "--at", "db/pool.py#hash", ok=False).err
