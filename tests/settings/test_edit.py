"""Edits of configuration files: one key changes, every other byte stays."""

import json
import os
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from backstory.model.errors import BackstoryError, Invalid
from backstory.settings import SETTINGS, Setting, load_layers
from backstory.settings.edit import merge_file, set_value, unset_value
from backstory.settings.values import format_toml

load = partial(load_layers, trusted=True)

FILE = """\
# Backstory of the shop
format = 1
id = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"   # never change this

[brief]   # what agents get
budget = 900  # tokens
unknown = { a = 1, b = [ 2,3 ] }

[capture]
exclude = [
  "a/**",  # generated
]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "shop" / ".backstory"
    folder.mkdir(parents=True)
    return folder / "config.toml"


def test_one_value_changes_and_every_other_byte_stays(path: Path) -> None:
    path.write_text(FILE)

    change = set_value(str(path), "brief.budget", "2000")

    assert path.read_text() == FILE.replace("900", "2000")
    assert change == ("brief.budget", 900, 2000)


def test_setting_what_is_set_changes_nothing(path: Path) -> None:
    path.write_text(FILE)
    before = path.stat().st_mtime_ns

    set_value(str(path), "brief.budget", "900")
    set_value(str(path), "capture.exclude", "a/**")

    assert path.read_text() == FILE
    assert path.stat().st_mtime_ns == before


def test_a_new_key_and_a_new_table_are_added(path: Path) -> None:
    path.write_text(FILE)

    set_value(str(path), "log.count", "3")
    set_value(str(path), "enabled", "no")

    settings = load(str(path), {})
    assert settings.get("log.count") == 3
    assert settings.get("enabled") is False
    assert settings.get("brief.budget") == 900
    assert all(line in path.read_text().splitlines() for line in FILE.splitlines())


def test_a_missing_file_is_made_readable_for_the_team(path: Path) -> None:
    set_value(str(path), "log.count", "3")

    assert path.read_text() == "[log]\ncount = 3\n"
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_users_file_is_made_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "new" / "backstory" / "config.toml"

    set_value(str(path), "brief.output", "clipboard")

    assert load("", {"BACKSTORY_CONFIG": str(path)}).get("brief.output") == "clipboard"


def test_a_key_is_taken_out_again(path: Path) -> None:
    path.write_text(FILE)

    assert unset_value(str(path), "brief.budget").before == 900
    assert unset_value(str(path), "log.count").before is None

    assert path.read_text() == FILE.replace("budget = 900  # tokens\n", "")


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("brief.bugdet", "1", "unknown setting"),
        ("brief.budget", "x", "`brief.budget`: expected a number"),
        ("brief.output", "clipboard", "not taken from the repository configuration"),
        ("ai.key", "planted", "would be committed"),
        ("aiApiKey", "planted", "would be committed"),
        ("policies.privacy.persist_shell_history", "true", "never recorded"),
        ("id", "other", "unknown setting"),
    ],
)
def test_what_may_not_be_set_is_refused_and_nothing_is_written(path: Path, key: str, text: str, words: str) -> None:
    path.write_text(FILE)

    with pytest.raises(Invalid) as caught:
        set_value(str(path), key, text)

    assert words in caught.value.message
    assert "planted" not in caught.value.message
    assert caught.value.hint
    assert path.read_text() == FILE


def test_a_users_file_does_not_switch_projects_off(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="not taken from the user configuration"):
        set_value(str(tmp_path / "config.toml"), "enabled", "false")


def test_a_broken_file_is_never_rewritten(path: Path) -> None:
    path.write_text("[brief\nbudget = 1\n")

    with pytest.raises(Invalid, match="is not valid TOML"):
        set_value(str(path), "brief.budget", "2000")

    assert path.read_text() == "[brief\nbudget = 1\n"


def test_a_value_where_a_table_is_expected_is_named(path: Path) -> None:
    path.write_text("brief = 3\n")

    with pytest.raises(Invalid, match="a table is expected"):
        set_value(str(path), "brief.budget", "2000")


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_a_linked_folder_in_a_repository_is_not_written_through(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / ".backstory").symlink_to(outside)

    with pytest.raises(BackstoryError):
        set_value(str(tmp_path / "shop" / ".backstory" / "config.toml"), "log.count", "3")

    assert list(outside.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_a_users_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles.toml", tmp_path / "config.toml"
    real.write_text("# mine\n")
    link.symlink_to(real)

    set_value(str(link), "log.count", "3")

    assert link.is_symlink()
    assert "count = 3" in real.read_text()


INFCTX = {
    "project_name": "myproject",
    "capture_max_files": 600,
    "include_patterns": ["**/*.py", "**/*.md"],
    "exclude_patterns": [".git/**", "dist/**"],
    "policies": {
        "token": {"default_budget": 1500, "min_budget": 200, "max_budget": 9000},
        "summarization": {"max_key_files": 12, "max_active_files": 13},
        "privacy": {"persist_shell_history": False, "redact_patterns": ["ACME-[0-9]+"]},
    },
    "colour": "red",
}


def test_a_file_of_another_system_is_merged_by_its_own_names(path: Path, tmp_path: Path) -> None:
    path.write_text(FILE)
    source = tmp_path / "infctx.json"
    source.write_text(json.dumps(INFCTX, indent=1))

    merged = merge_file(str(path), str(source))

    settings = load(str(path), {})
    assert [w.key for w in settings.warnings] == ["brief.unknown.a", "brief.unknown.b"]
    assert settings.get("project.name") == "myproject"
    assert settings.get("capture.max_files") == 600
    assert settings.get("capture.include") == ("**/*.py", "**/*.md")
    assert settings.get("capture.exclude") == (".git/**", "dist/**")
    assert settings.get("brief.budget") == 1500
    assert settings.get("brief.min_budget") == 200
    assert settings.get("brief.max_budget") == 9000
    assert settings.get("brief.max_key_files") == 12
    assert settings.get("brief.max_active_files") == 13
    assert settings.get("privacy.redact") == ("ACME-[0-9]+",)
    assert "unknown = { a = 1, b = [ 2,3 ] }" in path.read_text()
    assert [(w.line, w.key) for w in merged.notes] == [
        (23, "policies.privacy.persist_shell_history"),
        (29, "colour"),
    ]
    assert ("capture.max_files", None, 600) in merged.changes


def test_merging_keeps_the_keys_that_the_other_file_does_not_name(path: Path, tmp_path: Path) -> None:
    path.write_text(FILE)
    source = tmp_path / "more.toml"
    source.write_text("[log]\ncount = 3\n")

    merge_file(str(path), str(source))

    assert path.read_text() == FILE + "\n[log]\ncount = 3\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"capture_max_files": "many", "project_name": "x"}', "`capture_max_files` in "),
        ('{"project_name": "x", "ai": {"key": "planted"}}', "would be committed"),
        ('{"project_name": "x"', "neither JSON nor TOML"),
        ("[" * 5000, "neither JSON nor TOML"),
    ],
)
def test_a_merge_is_whole_or_not_at_all(path: Path, tmp_path: Path, text: str, words: str) -> None:
    path.write_text(FILE)
    source = tmp_path / "source"
    source.write_text(text)

    with pytest.raises(Invalid) as caught:
        merge_file(str(path), str(source))

    assert words in caught.value.message
    assert path.read_text() == FILE


def test_a_missing_source_is_named(path: Path) -> None:
    with pytest.raises(Invalid, match="there is no file"):
        merge_file(str(path), "/nowhere/x.json")


@given(st.data())
@hypothesis_settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_what_is_set_is_what_is_read(path: Path, data: st.DataObject) -> None:
    path.write_text(FILE)
    setting: Setting = data.draw(st.sampled_from([s for s in SETTINGS if "repository" in s.where]))
    words = st.sampled_from(setting.choices) if setting.choices else st.text("ab*{},\\\"'#é ", min_size=1, max_size=6)
    text = {
        "number": st.integers(setting.low, setting.high).map(str),
        "flag": st.sampled_from(["true", "false"]),
        "choice": st.sampled_from(setting.choices or ("",)),
        "text": st.text(max_size=20).filter(str.isprintable),
        "patterns": st.lists(st.from_regex(r"[b-d\"'#é]{2,6}[0-9]\+?", fullmatch=True), max_size=5).map(json.dumps),
    }.get(setting.type, st.lists(words, max_size=5).map(json.dumps))

    change = set_value(str(path), setting.key, data.draw(text))

    written = load(str(path), {})
    if setting.key not in ("brief.min_budget", "brief.max_budget", "brief.budget"):  # those bend to each other
        assert format_toml(written.value(setting.key)) == format_toml(change.value)  # type: ignore[arg-type]
    assert "   # never change this\n" in path.read_text()


def test_a_value_that_holds_a_secret_is_refused(path: Path, tmp_path: Path) -> None:
    path.write_text(FILE)
    token = "ghp_" + "kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eUZx81"
    source = tmp_path / "settings.json"
    source.write_text(json.dumps({"project_name": f"shop {token}"}))

    for attempt in (lambda: set_value(str(path), "project.name", token), lambda: merge_file(str(path), str(source))):
        with pytest.raises(Invalid, match="looks like a secret") as caught:
            attempt()
        assert token not in caught.value.message + caught.value.hint

    set_value(str(path), "privacy.redact", json.dumps([token]))
    assert token in path.read_text(), "a pattern may look like what it finds"
    assert "shop" not in path.read_text().replace(FILE, "")
