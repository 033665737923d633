"""Every reader of transcripts keeps to the rules, with every recorded file of its agent."""

import importlib.util
import sys
from pathlib import Path

import pytest
from tests.sweeps import share

from backstory.agents.transcripts import READERS, load_reader, recognize_agent

spec = importlib.util.spec_from_file_location(
    "conformance_transcripts", Path(__file__).with_name("conformance_transcripts.py")
)
assert spec and spec.loader
conformance = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = conformance
spec.loader.exec_module(conformance)

FILES = [
    (name, path)
    for name, _ in READERS
    for path in sorted(Path(__file__).with_name(name.replace("-", "_")).glob("transcripts/**/*"))
    if path.is_file() and path.suffix in (".jsonl", ".json")
]
IDS = [f"{name}-{path.name}" for name, path in FILES]


@pytest.mark.parametrize(("name", "path"), FILES, ids=IDS)
def test_every_reader_keeps_to_the_rules(name: str, path: Path, tmp_path: Path) -> None:
    reader = load_reader(name)
    assert reader is not None
    check = conformance.check_file if path.suffix == ".jsonl" else conformance.check_document
    check(reader, path, tmp_path)


@pytest.mark.parametrize(("name", "path"), FILES, ids=IDS)
def test_a_file_is_recognised_by_its_own_reader_only(name: str, path: Path) -> None:
    head = path.read_bytes()[: conformance.HEAD]
    claims = [other for other, _ in READERS if load_reader(other).recognizes(str(path), head)]  # type: ignore[union-attr]
    assert [other for other in claims if other != "chats" or name == "chats"] == [name]
    assert recognize_agent(str(path)) == name


@pytest.mark.slow
@pytest.mark.parametrize(("name", "path"), [pair for pair in FILES if pair[1].suffix == ".jsonl"])
def test_random_rows_break_nothing(name: str, path: Path, tmp_path: Path) -> None:
    reader = load_reader(name)
    assert reader is not None
    conformance.check_random_rows(reader, path, tmp_path, examples=share(15, 60))
