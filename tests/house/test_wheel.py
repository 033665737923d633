"""What is shipped: types, data files and the licence are in the wheel, tests and tools are not."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    return zipfile.ZipFile(wheel).namelist()


def test_types_are_shipped(names: list[str]) -> None:
    assert "backstory/py.typed" in names


def test_every_module_and_data_file_is_shipped(names: list[str]) -> None:
    source = ROOT / "src"
    here = {
        p.relative_to(source).as_posix()
        for p in (source / "backstory").rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    }

    assert here - set(names) == set()


def test_the_licence_is_shipped_and_tools_are_not(names: list[str]) -> None:
    assert any(n.endswith("licenses/LICENSE") for n in names)
    assert {n.partition("/")[0].partition("-")[0] for n in names} == {"backstory"}
