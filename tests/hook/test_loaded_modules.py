"""Which modules answers load: what most prompts need, and no more. Whole processes, on real files."""

import json
import marshal
import os
import subprocess
import sys

import pytest
from testing.hook_process import Project
from tests.hook.conftest import prepare
from tests.hook.test_anchored_files import write_list

from backstory.base.module_file import HEAD_BYTES, SIZE, compiled_path, sign_file
from backstory.worker.compiled_modules import write_compiled_modules

LOADED = """
import os, sys
end = os._exit
def tell(code):
    os.write(2, " ".join(one for one in sys.modules if one.startswith("backstory.")).encode())
    end(code)
os._exit = tell
sys.path[:0] = {site!r}
from backstory.hot.hook import main
main()
"""
OF_TALK = (
    "backstory.base.reversed_hits", "backstory.base.reversals", "backstory.base.overturns.hits",
    "backstory.base.settled_options", "backstory.base.replied_questions", "backstory.base.recent_work",
    "backstory.base.session_names", "backstory.hook.repeated_passages",
)  # fmt: skip
"""Modules that deal with what was said."""


def loaded(project: Project, event: str, **payload: object) -> tuple[str, set[str]]:
    """(answer, modules of ours) of a hook."""
    code = LOADED.format(site=project.site)
    base = {"session_id": os.urandom(4).hex(), "cwd": str(project.root)}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, "claude-code", event],
        input=json.dumps(base | payload).encode(), capture_output=True, env=project.environ, check=True, timeout=60,
    )  # fmt: skip
    return done.stdout.decode(), set(done.stderr.decode().split())


def test_a_prompt_in_a_memory_without_sessions_loads_nothing_about_talk(filled: Project) -> None:
    answer, modules = loaded(filled, "prompt", prompt="why did we take psycopg over asyncpg for the database?")

    assert "psycopg" in answer
    assert modules.isdisjoint(OF_TALK)
    assert len(modules) <= 62


def test_a_record_that_another_contradicts_is_marked_in_such_a_memory_too(filled: Project) -> None:
    """The early end stands on what the memory holds: neither talk nor a contradiction."""
    earlier = filled.remember("Use the old pager for incidents", "It rings.")
    filled.remember("Use the new pager for incidents", "It sings.", links=[("contradicts", earlier.id)])
    filled.indexed().close()

    answer, modules = loaded(filled, "prompt", prompt="which pager do we use for incidents?")

    assert "backstory.base.reversed_hits" in modules
    line = next(line for line in answer.split("\\n") if "old pager" in line)
    assert "changed since" in line


def test_a_file_is_answered_without_the_judgement_of_prompts(filled: Project) -> None:
    write_list(filled, ("src/pool.py",))
    payload = {"tool_name": "Read", "tool_use_id": "t", "tool_input": {"file_path": str(filled.root / "src/pool.py")}}

    answer, modules = loaded(filled, "pre-tool", **payload)

    assert "psycopg" in answer
    assert modules.isdisjoint({"backstory.base.relevance", "backstory.base.question", "backstory.hook.prompt"})
    assert len(modules) <= 40


def test_a_file_without_records_opens_nothing(filled: Project) -> None:
    write_list(filled, ("src/pool.py",))
    payload = {"tool_name": "Read", "tool_use_id": "t", "tool_input": {"file_path": str(filled.root / "src/other.py")}}

    answer, modules = loaded(filled, "pre-tool", **payload)

    assert not answer
    assert "backstory.hook.index_file" not in modules
    assert len(modules) <= 20


@pytest.mark.parametrize(
    ("event", "most"), [("post-tool", 130_000), ("session-start", 230_000), ("pre-tool", 330_000), ("prompt", 750_000)]
)
def test_a_hook_reads_no_more_compiled_code_than_its_event_needs(filled: Project, event: str, most: int) -> None:
    """A group of modules is read as a whole. One that another event shares with prompts would be read with all that
    prompts need, so the bounds are below that."""
    assert write_compiled_modules()
    prepare(filled, "brief", ids="")
    write_list(filled, ("src/pool.py",))
    payload = {"tool_name": "Read", "tool_use_id": "t", "tool_input": {"file_path": str(filled.root / "src/pool.py")}}
    prompt = "why did we take psycopg over asyncpg for the database?"

    answer, modules = loaded(filled, event, prompt=prompt, **payload)

    assert answer or event == "post-tool"
    table = read_table()
    groups = {table[name][:2] for name in modules if name in table}
    assert sum(length for _, length in groups) <= most


def read_table() -> dict[str, tuple[int, int, int, int, bool]]:
    with open(compiled_path(), "rb") as file:
        data = file.read(HEAD_BYTES)
    start = len(sign_file()) + SIZE
    end = start + int.from_bytes(data[len(sign_file()) : start], "little")
    table: dict[str, tuple[int, int, int, int, bool]] = marshal.loads(data[start:end])[0]
    return table


def test_an_event_that_is_noted_loads_little(filled: Project) -> None:
    _, modules = loaded(filled, "post-tool", tool_name="Edit", tool_input={"file_path": "a.py"})

    assert len(modules) <= 14
