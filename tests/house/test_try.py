"""`scripts/try.py` leaves nothing behind."""

import importlib.util
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    spec = importlib.util.spec_from_file_location("try_script", ROOT / "scripts" / "try.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_folder_that_is_made_anew_meanwhile_is_deleted_too(script: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    (folder / "home").mkdir(parents=True)
    made = []

    def write() -> None:
        for _ in range(3):
            time.sleep(2 * script.PAUSE)
            while True:
                try:
                    (folder / "home").mkdir(parents=True, exist_ok=True)
                    break
                except FileNotFoundError:  # the parent was deleted between the two steps
                    continue
            made.append(True)

    writer = threading.Thread(target=write)
    writer.start()
    script.remove(folder)
    writer.join()
    assert len(made) == 3
    assert not folder.exists()


@pytest.mark.slow
def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path) -> None:
    scratch, source = tmp_path / "tmp", tmp_path / "shop"
    scratch.mkdir()
    source.mkdir()
    (source / "a.py").write_text("x = 1\n")
    words = [sys.executable, str(ROOT / "scripts/try.py"), "--program", str(Path(sys.executable).parent / "backstory")]
    environ = {**os.environ, "TMPDIR": str(scratch), "HOME": str(tmp_path)}
    done = subprocess.run([*words, str(source)], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert list(scratch.iterdir()) == []
