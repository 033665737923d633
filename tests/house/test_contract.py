"""The import contract: the floors of the house and what each room may see."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_imports_only_go_down(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from importlinter.application.use_cases import SUCCESS, lint_imports
    from importlinter.configuration import configure

    monkeypatch.chdir(ROOT)
    configure()

    result = lint_imports(config_filename=str(ROOT / ".importlinter"), cache_dir=None)

    assert result == SUCCESS, capsys.readouterr().out
