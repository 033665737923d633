"""For all tests: properties are about what comes out, not about how long a busy machine takes over an example."""

import os
import signal
import sys
from pathlib import Path

from hypothesis import settings

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


skip_fsync()
restore_interrupts()
settings.register_profile("ours", deadline=None)
settings.load_profile("ours")
