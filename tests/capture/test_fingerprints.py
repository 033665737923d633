"""Fingerprints: one fault has one, whatever the machine, folder, line and time; two faults have two."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.capture.reports.fingerprints import level_message, read_fault


def load_blocks() -> list[tuple[str, list[str]]]:
    blocks: list[tuple[str, list[str]]] = []
    for row in (Path(__file__).parent / "faults.txt").read_text().splitlines():
        if row.endswith(":") and " " not in row:
            blocks.append((row[:-1], []))
        elif row and not row.startswith("# "):
            blocks[-1][1].append(row)
    return blocks


BLOCKS = load_blocks()


@pytest.mark.parametrize(("toolchain", "lines"), BLOCKS, ids=[lines[0][:50] for _, lines in BLOCKS])
def test_one_fault_has_one_fingerprint(toolchain: str, lines: list[str]) -> None:
    faults = [read_fault(line) for line in lines]
    assert {fault.toolchain for fault in faults} == {toolchain}
    assert len({fault.fingerprint for fault in faults}) == 1, faults


def test_two_faults_have_two() -> None:
    faults: dict[str, str] = {}
    for _, lines in BLOCKS:
        fault = read_fault(lines[0])
        assert fault.fingerprint not in faults, (lines[0], faults[fault.fingerprint])
        faults[fault.fingerprint] = lines[0]


def test_every_toolchain_has_a_case() -> None:
    names = (
        "python mypy ruff typescript eslint javascript go rust c java maven gradle dotnet ruby php make docker git npm"
    )
    assert {name for name, _ in BLOCKS} >= {*names.split()}


@given(
    st.sampled_from(["/home/ada/", "/Users/bob/work/", "C:\\work\\", "", "../", "/srv/a b/"]),
    st.integers(1, 99_999),
    st.integers(1, 500),
    st.sampled_from([lines[0] for name, lines in BLOCKS if name in ("mypy", "ruff", "typescript")]),
)
def test_folders_and_places_do_not_count(folder: str, line: int, column: int, text: str) -> None:
    place = text.index(":") if ":" in text else 0
    name = text[:place].split("(")[0]
    if " " in folder:
        folder = folder.replace(" ", "_")
    moved = text.replace(name, folder + name.removeprefix("./"), 1)
    assert read_fault(moved).fingerprint == read_fault(text).fingerprint


@given(st.text())
def test_any_text_has_a_fingerprint(text: str) -> None:
    fault = read_fault(text)
    assert len(fault.fingerprint) == 16
    assert read_fault(text) == fault


@pytest.mark.parametrize("piece", ["a/", "/", "1.", "a ", "0x", "12:", "'", "a.b.", "Error", "e: "])
def test_long_lines_take_their_length(piece: str) -> None:
    assert_linear(level_message, piece, 500)
