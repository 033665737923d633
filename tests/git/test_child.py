"""A program that runs without `subprocess`: what it prints, how it ends, and that nothing of it stays."""

import os
import subprocess
import sys

import pytest

from backstory.git.child import Child, Late

pytestmark = pytest.mark.skipif(os.name != "posix", reason="starts with posix_spawn")
LONG = 60.0


def start(code: str, *, stdin: bool = False) -> Child:
    argv = [sys.executable, "-I", "-S", "-c", code]
    return Child(argv, {"PATH": os.environ["PATH"], "NAME": "Ada"}, stdin=stdin)


def count_descriptors() -> int:
    return len(os.listdir("/dev/fd"))


def test_gives_what_is_printed_on_both_streams_and_the_exit_code() -> None:
    code = "import os, sys\nfor _ in range(40):\n os.write(1, b'o' * 10_000)\n os.write(2, b'e' * 10_000)\nsys.exit(3)"
    before = count_descriptors()
    child = start(code)

    assert child.communicate(LONG) == (b"o" * 400_000, b"e" * 400_000)
    assert child.returncode == 3
    child.end()
    assert count_descriptors() == before


def test_has_the_environment_that_it_is_given_and_nothing_to_read() -> None:
    child = start("import os, sys; print(os.environ.get('NAME'), os.environ.get('HOME'), repr(sys.stdin.read()))")

    assert child.communicate(LONG) == (b"Ada None ''\n", b"")
    child.end()


def test_reads_its_input_while_what_it_prints_is_read() -> None:
    before = count_descriptors()
    data = bytes(range(256)) * 8_000
    child = Child(["/bin/cat"], {}, stdin=True)

    assert child.communicate(LONG, data) == (data, b"")
    assert child.returncode == 0
    child.end()
    assert count_descriptors() == before


def test_input_that_is_empty_or_that_nobody_reads_is_over_at_once() -> None:
    before = count_descriptors()
    silent = start("import sys; print(repr(sys.stdin.read()))", stdin=True)
    deaf = start("import os; os.close(0); print('done')", stdin=True)

    assert silent.communicate(LONG) == (b"''\n", b"")
    assert deaf.communicate(LONG, b"x" * 1_000_000) == (b"done\n", b"")
    silent.end()
    deaf.end()
    assert count_descriptors() == before


def test_a_signal_ends_it_that_python_ignores() -> None:
    child = start("import os, signal; os.kill(os.getpid(), signal.SIGPIPE); print('on')")

    child.communicate(LONG)
    assert child.returncode == 0  # a Python ignores it for itself
    child.end()
    shell = Child(["/bin/sh", "-c", "kill -PIPE $$; echo on"], {})
    assert shell.communicate(LONG)[0] == b""
    assert shell.returncode == -13
    shell.end()


def test_one_that_takes_too_long_gives_what_it_printed_and_is_ended() -> None:
    before = count_descriptors()
    child = start("import os, time; os.write(1, b'begun'); time.sleep(600)")

    with pytest.raises(Late) as late:
        child.communicate(1.0)
    assert late.value.output in (b"begun", b"")
    child.end()
    assert child.returncode == -9
    waiting = start("import time; time.sleep(600)", stdin=True)
    with pytest.raises(Late):
        waiting.communicate(1.0, b"x" * 1_000_000)
    waiting.end()
    assert count_descriptors() == before


def test_one_that_cannot_be_started_leaves_nothing_open() -> None:
    before = count_descriptors()

    with pytest.raises(OSError, match="No such file"):
        Child(["/nowhere/git"], {})
    with pytest.raises(ValueError, match="null"):
        Child(["/bin/sh", "a\0b"], {})
    assert count_descriptors() == before


def test_closed_standard_streams_are_not_mistaken_for_its_own() -> None:
    code = (
        "import os, sys; from backstory.git.child import Child; saved = os.dup(1)\n"
        "for fd in (0, 1, 2): os.close(fd)\n"
        "child = Child(['/bin/sh', '-c', 'echo out; echo err >&2'], {})\n"
        "os.write(saved, repr(child.communicate(60)).encode()); child.end()"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)

    assert ran.stdout == b"(b'out\\n', b'err\\n')"
    code = code.replace("{})", "{}, stdin=True)").replace("echo out", "cat").replace("(60)", "(60, b'out\\n')")
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert again.stdout == ran.stdout
