"""The virtual environment of `try.py` and `test.py`: `.venv` beside the code, or the folder that `VENV` names.

Needs Python 3.11 or newer with its `venv` module, git, and a package index that pip can reach.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)


def environment(groups: Sequence[str]) -> Path:
    """Makes the environment when it is missing, installs Backstory and the dependency groups, gives its `python`.

    Installing is skipped while pyproject.toml is the one that was installed last.
    """
    if sys.version_info < OLDEST:
        stop(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed, this is {sys.version.split()[0]}")
    folder = Path(os.environ.get("VENV") or ROOT / ".venv")
    python = program(folder, "python")
    if not python.exists():
        tell(f"making the virtual environment {folder}")
        if subprocess.run([sys.executable, "-m", "venv", str(folder)], check=False).returncode:
            stop("the `venv` module does not work here; on Debian and Ubuntu: `apt-get install python3-venv`")
    stamp = folder / f"installed-{'-'.join(('backstory', *groups))}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode()).hexdigest()
    if not stamp.exists() or stamp.read_text() != wanted:
        tell("installing Backstory" + "".join(f" and the `{g}` group" for g in groups))
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--upgrade", "pip>=25.1"])  # the first that knows dependency groups
        run([*pip, *(f"--group={g}" for g in groups), "--editable", "."])
        stamp.write_text(wanted)
    return python


def program(folder: Path, name: str) -> Path:
    """Path of a program of a virtual environment."""
    return folder / "Scripts" / f"{name}.exe" if os.name == "nt" else folder / "bin" / name


def run(command: Sequence[str]) -> None:
    """Runs a command in the checkout and ends with its exit code when it fails."""
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if code:
        sys.exit(code)


def tell(text: str) -> None:
    print(f"== {text}", file=sys.stderr, flush=True)


def stop(text: str) -> None:
    sys.exit(f"error: {text}")
