"""For all tests: properties are about what comes out, not about how long a busy machine takes over an example."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from testing.order import begin_with_longest

if TYPE_CHECKING:
    from testing.prefork import Prefork

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    # Thousands of processes would compile all they load: their bytecode goes where it is in nobody's way.
    bytecode = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = bytecode


def skip_fsync() -> None:
    """Leaves it to the system when data reaches the disk, which most tests would spend much of their time waiting for.

    What a loss of power leaves behind, and errors of `fsync`, are the subject of tests with processes of their own:
    those call it. `BACKSTORY_TEST_FSYNC=1` has it called everywhere.
    """
    if os.environ.get("BACKSTORY_TEST_FSYNC") != "1":
        os.fsync = os.fstat  # type: ignore[assignment]  # of a file that is closed both are errors


def restore_interrupts() -> None:
    """Has SIGINT end programs again where the tests run in the background: a shell has it ignored there, and what the
    tests start inherits that."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


gc.set_threshold(10_000, 20, 20)  # the tests themselves stay: to pass over all of them finds little
skip_fsync()
restore_interrupts()
settings.register_profile("ours", deadline=None, max_examples=int(os.environ.get("BACKSTORY_TEST_EXAMPLES", "100")))
settings.load_profile("ours")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Several workers start with what takes longest: it would be waited for at the end."""
    workers = getattr(config, "workerinput", {}).get("workercount", 0)
    if workers:
        items[:] = begin_with_longest(items, workers)


@pytest.fixture(scope="session")
def prefork(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Prefork | None]":
    """The process that commands are forked from; None where each is to be a Python of its own."""
    from testing.prefork import Prefork, can_fork
    from tests.e2e.conftest import World

    if not can_fork():
        yield None
        return
    machine = World(tmp_path_factory.mktemp("prefork"))
    machine.run("--help", cwd=machine.base)  # writes the bytecode of what only a fresh Python loads: traces count calls
    forking = Prefork(machine.environ)
    yield forking
    forking.end()


@pytest.fixture(scope="session")
def serving(prefork: "Prefork | None", tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Prefork | None]":
    """The process that MCP servers are forked from: it has loaded the SDK too."""
    from testing.prefork import Prefork
    from tests.e2e.conftest import World

    if not prefork:
        yield None
        return
    forking = Prefork(World(tmp_path_factory.mktemp("serving")).environ, serving=True)
    yield forking
    forking.end()
