"""Where Ctrl-C is raised at once, where it is put off, and that it always comes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from types import FrameType

import pytest

from backstory.cli import interrupt


def frame_in(name: str) -> FrameType:
    """A frame of a file by that name."""
    space: dict[str, FrameType] = {}
    exec(compile("import sys\nfound = sys._getframe()\n", name, "exec"), space)
    return space["found"]


@pytest.fixture(autouse=True)
def alarms() -> Iterator[list[int]]:
    """The alarms that have rung. They raise nothing here."""
    interrupt._put_off[0] = 0
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    yield rung
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "name", [os.path.join(interrupt.OURS, "x.py"), "/lib/python3.11/subprocess.py", "/x/click/termui.py"]
)
def test_it_is_raised_at_once_in_our_code_and_where_a_command_waits(name: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupt._interrupted(2, frame_in(name))


@pytest.mark.parametrize(
    "name", ["/lib/python3.11/typing.py", "/x/msgspec/_utils.py", "<string>", "<frozen importlib._bootstrap>"]
)
def test_it_is_put_off_elsewhere_but_not_for_ever(name: str, alarms: list[int]) -> None:
    for _ in range(interrupt.MOST):
        alarms.clear()
        interrupt._interrupted(2, frame_in(name))
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0 or alarms, "it comes back, on a busy machine at once"
    with pytest.raises(KeyboardInterrupt):
        interrupt._interrupted(2, frame_in(name))


def test_an_ignored_interrupt_stays_ignored() -> None:
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from backstory.cli.interrupt import install_sigint_handler; install_sigint_handler()\n"
        "print(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "True\n"


def test_a_command_that_waits_for_git_ends_at_once(tmp_path: object) -> None:
    code = (
        "from backstory.cli.interrupt import install_sigint_handler; install_sigint_handler()\n"
        "import subprocess, sys; print('up', flush=True)\n"
        "try: subprocess.run(['sleep', '600'])\n"
        "except KeyboardInterrupt: sys.exit(130)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 130
    process.stdout.close()
