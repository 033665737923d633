"""With a tokenizer of a person's own the budget of a brief is counted exactly."""

import json
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run


@pytest.fixture
def tokenizer(tmp_path: Path) -> Path:
    """A tokenizer that counts every character that is no blank."""
    path = tmp_path / "tokenizer.json"
    splits = {"type": "Split", "pattern": {"Regex": "\\S"}, "behavior": "Isolated", "invert": False}
    cut = {"direction": "Right", "max_length": 8, "strategy": "LongestFirst", "stride": 0}
    data = {
        "version": "1.0", "truncation": cut,
        "padding": None, "added_tokens": [], "normalizer": None, "pre_tokenizer": splits, "post_processor": None,
        "decoder": None, "model": {"type": "WordLevel", "vocab": {"[UNK]": 0}, "unk_token": "[UNK]"},
    }  # fmt: skip
    path.write_text(json.dumps(data))
    return path


@pytest.fixture
def remembered(project: Path, run: Run) -> Path:
    for number in range(30):
        run("remember", "fact", f"Fact {number} about the pool", "--why", f"word{number} is slow in this place.")
    return project


@pytest.mark.slow
@pytest.mark.parametrize("form", [(), ("--as", "xml"), ("--json",), ("--for", "human"), ("--for", "codex")])
def test_the_budget_is_counted_by_it(remembered: Path, run: Run, tokenizer: Path, form: tuple[str, ...]) -> None:
    library = pytest.importorskip("tokenizers")
    exact = library.Tokenizer.from_file(str(tokenizer))
    exact.no_truncation()
    for budget in (900, 2_000):
        wishes = ("--budget", str(budget), "--tokenizer", str(tokenizer), *form)
        tokens = len(exact.encode(run("brief", *wishes).out, add_special_tokens=False).ids)
        assert 0.8 * budget < tokens <= budget
        assert f"{tokens} of {budget} tokens counted by `tokenizer.json`" in run("brief", *wishes, "--explain").err


def test_a_file_that_is_none_and_a_library_that_is_missing(
    remembered: Path, run: Run, tmp_path: Path, tokenizer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = run("brief", "--tokenizer", str(tmp_path / "no.json"), ok=False)
    assert "there is no tokenizer" in missing.err and "find ~ -name tokenizer.json" in missing.err
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    refused = run("brief", "--tokenizer", str(tokenizer), ok=False).err
    assert "needs a library that is not installed" in refused and 'pip install "backstory[tokenizer]"' in refused
    monkeypatch.undo()
    pytest.importorskip("tokenizers")
    (tmp_path / "bad.json").write_text("{}")
    assert "is no tokenizer" in run("brief", "--tokenizer", str(tmp_path / "bad.json"), ok=False).err
