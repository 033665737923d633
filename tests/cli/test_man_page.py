"""The manual page says every command, and reads as the language of `man` without a fault."""

import shutil
import subprocess

import pytest
from tests.cli.conftest import Run

from backstory.cli.table import COMMANDS


def test_the_page_names_every_command_option_and_exit_code(run: Run) -> None:
    page = run("help", "--man").out

    assert page.startswith(".TH BACKSTORY 1")
    for name in COMMANDS:
        escaped = name.replace("-", r"\-")
        assert f"\\fB{escaped}\\fR" in page, name
    assert r"\-\-next\-steps" in page and ".SH EXIT STATUS" in page
    assert "BACKSTORY_HOME" in page


@pytest.mark.skipif(not shutil.which("groff"), reason="needs groff")
def test_groff_finds_no_fault_in_it(run: Run) -> None:
    page = run("help", "--man").out

    words = ["groff", "-man", "-ww", "-Tutf8", "-Wbreak"]
    done = subprocess.run(words, input=page, capture_output=True, text=True, check=True)

    assert done.stderr == ""
    assert "remember" in done.stdout
