"""The hook process reads the one setting that it needs by itself; it must read it as settings do."""

from pathlib import Path

import pytest

from backstory.base.discovery import ProjectLocation
from backstory.hook.process import is_switched_off
from backstory.settings import load_layers
from backstory.store.trust import trust_worktree


@pytest.mark.parametrize("value", [None, "", " ", "0", "1", "false", "TRUE", "off", "on", "No", "yes"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "enabled = false\n",
        "enabled = true\n",
        "enabled=false # for now\n",
        'id = "x"\r\nenabled = false\r\n',
        "# enabled = false\n",
        "[log]\ncount = 1\n[other]\nenabled = false\n",
        'name = "enabled = false"\n',
    ],
)
def test_the_hook_is_off_when_the_setting_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, value: str | None
) -> None:
    config = tmp_path / ".backstory" / "config.toml"
    config.parent.mkdir()
    config.write_bytes(text.encode())
    private = tmp_path / "home" / "projects" / "x"
    private.mkdir(parents=True)
    monkeypatch.delenv("BACKSTORY_ENABLED", raising=False)
    if value is not None:
        monkeypatch.setenv("BACKSTORY_ENABLED", value)
    found = ProjectLocation(str(tmp_path), "x", "", "", str(config), "")

    environ = {} if value is None else {"BACKSTORY_ENABLED": value}

    for trusted in (False, True):
        if trusted and text:
            trust_worktree(str(private), str(tmp_path))
        off = not load_layers(str(config), environ, trusted=trusted).get("enabled")
        assert is_switched_off(found, str(tmp_path / "home")) == off
