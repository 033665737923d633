"""Commands and workers keep the patterns that they compiled, in the data home."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backstory.api import Memory
from backstory.memory.kernel import compiled_patterns
from backstory.memory.kernel.compiled_patterns import keep_patterns, load_patterns
from backstory.model.late_pattern import late_pattern, use_compiler
from backstory.patterns.compiled_patterns import INTERPRETER, CompiledPatterns, compile_pattern, use_patterns

Opened = Callable[..., Memory]
FOREIGN = 1_700_000_000


@pytest.fixture(autouse=True)
def own_patterns() -> Iterator[None]:
    """Each test begins as a process of its own does, and leaves nothing to the next."""
    compiled_patterns._loaded.clear()
    yield
    compiled_patterns._loaded.clear()
    use_patterns(CompiledPatterns())
    use_compiler(compile_pattern)


def start_process(memory: Memory) -> None:
    compiled_patterns._loaded.clear()
    load_patterns(memory)


def place(memory: Memory) -> Path:
    return Path(memory.project.home, "compiled", INTERPRETER)


def test_the_next_process_loads_what_one_has_compiled(opened: Opened) -> None:
    memory = opened()
    start_process(memory)
    compile_pattern("first (?P<of>many)")
    assert late_pattern("late+").search("a late one")
    keep_patterns(memory)
    written = place(memory).stat()
    assert oct(written.st_mode)[-3:] == "600"
    start_process(memory)
    assert compile_pattern("first (?P<of>many)").groupindex == {"of": 1}
    assert late_pattern("late+").search("a late one")
    keep_patterns(memory)
    assert place(memory).stat().st_mtime_ns == written.st_mtime_ns  # there was nothing new


def test_nothing_comes_back_where_the_project_is_gone(opened: Opened) -> None:
    memory = opened()
    start_process(memory)
    compile_pattern("gone (?:by|now)")
    os.rename(memory.project.private, f"{memory.project.private}.away")
    keep_patterns(memory)
    assert not place(memory).exists()


def test_what_other_versions_of_python_left_goes_after_a_while(opened: Opened) -> None:
    memory = opened()
    place(memory).parent.mkdir(mode=0o700)
    old, recent = (place(memory).parent / name for name in ("old", "recent"))
    for path in (old, recent):
        path.write_bytes(b"x")
    os.utime(old, (FOREIGN, FOREIGN))
    start_process(memory)
    compile_pattern("a while+")
    keep_patterns(memory)
    assert sorted(path.name for path in place(memory).parent.iterdir()) == sorted((INTERPRETER, "recent"))


def test_a_data_home_that_cannot_be_written_does_no_harm(opened: Opened) -> None:
    memory = opened()
    Path(memory.project.home, "compiled").write_text("in the way")
    start_process(memory)
    assert compile_pattern("harm?").search("har")
    keep_patterns(memory)


def test_a_new_pattern_is_written_behind_the_others(opened: Opened) -> None:
    memory = opened()
    start_process(memory)
    for number in range(40):
        compile_pattern(f"many (?:patterns|of|them){{{number}}}")
    keep_patterns(memory)
    before = place(memory).read_bytes()
    start_process(memory)
    compile_pattern("one more")
    keep_patterns(memory)
    after = place(memory).read_bytes()
    assert after.startswith(before) and len(after) - len(before) < len(before) / 10
    start_process(memory)
    compile_pattern("one more")
    compile_pattern("many (?:patterns|of|them){7}")
    keep_patterns(memory)
    assert place(memory).read_bytes() == after


@pytest.mark.parametrize("cut", [1, 30, 300])
def test_a_part_that_was_cut_short_costs_no_other_and_is_mended(opened: Opened, cut: int) -> None:
    memory = opened()
    for pattern in ("first+", "second+", "third+"):
        start_process(memory)
        compile_pattern(pattern)
        keep_patterns(memory)
        if pattern == "second+":
            place(memory).write_bytes(place(memory).read_bytes()[:-cut])
    start_process(memory)
    for pattern in ("third+", *(("first+",) if cut < 300 else ())):
        compile_pattern(pattern)
    keep_patterns(memory)
    patterns = compiled_patterns._loaded[str(place(memory))]
    assert not patterns.new and not patterns.is_damaged
