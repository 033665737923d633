"""The layers: which value wins, and what happens to files and variables that are broken."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from backstory.model.errors import Invalid
from backstory.settings import SETTINGS, load_layers, unknown_variables, user_config_path
from backstory.settings.keys import FlagKey, ListKey, NumberKey, TextKey
from backstory.settings.values import line_of

load = partial(load_layers, trusted=True)
"""Most of this is about a repository's file that the person trusts."""


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_defaults_hold_without_any_file() -> None:
    settings = load("", {})

    assert settings.get("brief.budget") == 1200
    assert settings.get("capture.include") == ("**",)
    assert str(settings.origin("brief.budget")) == "default"
    assert settings.warnings == ()


def test_each_layer_wins_over_the_ones_below(repo: Path, tmp_path: Path) -> None:
    user = tmp_path / "user.toml"
    user.write_text("[brief]\nbudget = 1000\nmax_key_files = 1\nmax_active_files = 1\n")
    repo.write_text('format = 1\nid = "x"\n[brief]\nbudget = 2000\nmax_key_files = 2\n')
    environ = {"BACKSTORY_CONFIG": str(user), "BACKSTORY_BRIEF_BUDGET": "3000"}

    settings = load(str(repo), environ)

    assert settings.get("brief.budget") == 3000
    assert settings.get("brief.max_key_files") == 2
    assert settings.get("brief.max_active_files") == 1
    assert settings.get("brief.min_budget") == 200
    assert str(settings.origin("brief.budget")) == "environment (`BACKSTORY_BRIEF_BUDGET`)"
    assert settings.origin("brief.max_key_files") == ("repository", str(repo))
    assert settings.origin("brief.max_active_files") == ("user", str(user))
    assert settings.warnings == ()


def test_redaction_patterns_of_all_layers_add_up(repo: Path, tmp_path: Path) -> None:
    user = tmp_path / "user.toml"
    user.write_text('[privacy]\nredact = ["mine-[0-9]+", "both-[0-9]+"]\n')
    repo.write_text('[privacy]\nredact = ["both-[0-9]+", "theirs-[0-9]+"]\n')

    settings = load(str(repo), {"BACKSTORY_CONFIG": str(user), "BACKSTORY_PRIVACY_REDACT": "a{2,3}-b\nbc-d"})

    assert settings.get("privacy.redact") == ("mine-[0-9]+", "both-[0-9]+", "theirs-[0-9]+", "a{2,3}-b", "bc-d")


def test_the_keys_that_types_know_are_those_of_the_table() -> None:
    typed = {"text": TextKey, "choice": TextKey, "number": NumberKey, "flag": FlagKey}
    for alias in (TextKey, NumberKey, FlagKey, ListKey):
        expected = {s.key for s in SETTINGS if typed.get(s.type, ListKey) is alias}
        assert set(get_args(alias)) == expected


def test_a_bad_value_names_file_line_and_key_and_leaves_the_others(repo: Path) -> None:
    repo.write_text('[brief]\n# comment\nbudget = "much"\nmax_key_files = 7\n')

    settings = load(str(repo), {})

    assert settings.get("brief.budget") == 1200
    assert settings.get("brief.max_key_files") == 7
    (fault,) = settings.warnings
    assert (fault.path, fault.line, fault.key) == (str(repo), 3, "brief.budget")
    assert str(fault) == (
        f"`{repo}`, line 3: `brief.budget`: expected a number from 1 to 1000000, found `much`; it is passed over"
    )


def test_a_line_that_is_no_toml_is_named_and_the_others_count(repo: Path) -> None:
    repo.write_text("[brief]\nbudget = = 3\nmax_key_files = 7\n\n[log]\ncount = 3\n")

    settings = load(str(repo), {})

    assert settings.get("brief.max_key_files") == 7
    assert settings.get("log.count") == 3
    (fault,) = settings.warnings
    assert (fault.line, fault.key) == (2, "budget")


def test_keys_below_a_broken_header_do_not_slip_into_the_table_above(repo: Path) -> None:
    repo.write_text("[brief]\nbudget = 900\n[log\ncount = 3\nmax_key_files = 1\n[capture]\ncommits = 9\n")

    settings = load(str(repo), {})

    assert settings.get("brief.max_key_files") == 30
    assert settings.get("log.count") == 10
    assert settings.get("capture.commits") == 9
    assert [f.line for f in settings.warnings] == [3]


@pytest.mark.parametrize(
    "text", ["[brief]\nbudget = [\n", 'x = """', "\x00", "a" * 300_000, "{}", "=\n" * 100, "a=[" * 5000, "\n\n[[["]
)
def test_no_content_of_a_file_raises(repo: Path, text: str) -> None:
    repo.write_text(text)

    settings = load(str(repo), {})

    assert settings.get("brief.budget") == 1200
    assert settings.warnings


def test_bytes_that_are_no_text_are_a_warning(repo: Path) -> None:
    repo.write_bytes(b"\xff\xfe\x00")

    assert "not UTF-8" in str(load(str(repo), {}).warnings[0])


def test_a_byte_order_mark_and_crlf_are_read(repo: Path) -> None:
    repo.write_bytes(b"\xef\xbb\xbf[log]\r\ncount = 3\r\n")

    settings = load(str(repo), {})

    assert settings.get("log.count") == 3
    assert settings.warnings == ()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_pipe_or_a_folder_in_place_of_the_file_does_not_hang(repo: Path, tmp_path: Path) -> None:
    os.mkfifo(repo)

    warning = str(load(str(repo), {}).warnings[0])
    assert "not a regular file" in warning and warning.count(str(repo)) == 1
    assert load(str(tmp_path), {}).warnings


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_a_repository_cannot_point_its_configuration_at_another_file(repo: Path, tmp_path: Path) -> None:
    target = tmp_path / "private.toml"
    target.write_text("[log]\ncount = 3\n")
    repo.symlink_to(target)

    assert load(str(repo), {}).get("log.count") == 10
    assert load("", {"BACKSTORY_CONFIG": str(repo)}).get("log.count") == 3


def test_an_unknown_key_is_named_with_the_nearest_one(repo: Path) -> None:
    repo.write_text("[brief]\nbugdet = 3\n[zz]\nqq = 1\n")

    first, second = load(str(repo), {}).warnings

    assert str(first) == f"`{repo}`, line 2: `brief.bugdet`: no such setting; did you mean `brief.budget`?"
    assert str(second) == f"`{repo}`, line 4: `zz.qq`: no such setting"


def test_another_systems_key_is_named_with_ours(repo: Path) -> None:
    repo.write_text("capture_max_files = 3\n")

    assert "did you mean `capture.max_files`?" in str(load(str(repo), {}).warnings[0])


def test_a_repository_gives_no_secrets_and_no_personal_choices(repo: Path, tmp_path: Path) -> None:
    repo.write_text('[ai]\nkey = "planted"\n[brief]\noutput = "clipboard"\n')

    settings = load(str(repo), {})

    assert settings.get("brief.output") == "stdout"
    secret, personal = map(str, settings.warnings)
    assert "never taken from a repository" in secret
    assert "planted" not in secret
    assert "only from environment or user configuration" in personal


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("BACKSTORY_BRIEF_BUDGET", "-5"),
        ("BACKSTORY_BRIEF_BUDGET", "199"),
        ("BACKSTORY_BRIEF_BUDGET", "16001"),
        ("BACKSTORY_BRIEF_BUDGET", "many"),
        ("BACKSTORY_BRIEF_MIN_BUDGET", "20000"),
        ("BACKSTORY_ENABLED", "maybe"),
        ("BACKSTORY_MEMORY_SCOPE", "world"),
        ("BACKSTORY_LOG_COUNT", "٣"),
    ],
)
def test_a_bad_variable_is_an_error_that_names_it(variable: str, text: str) -> None:
    with pytest.raises(Invalid) as caught:
        load("", {variable: text})

    assert f"`{variable}`" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("variable", ["BACKSTORY_ENABLED", "BACKSTORY_BRIEF_BUDGET", "BACKSTORY_MEMORY_SCOPE"])
def test_an_empty_variable_is_an_unset_one(variable: str) -> None:
    settings = load("", {variable: " "})

    assert all(origin == "default" for _, _, origin in settings.items())


def test_an_empty_variable_empties_a_list() -> None:
    assert load("", {"BACKSTORY_CAPTURE_EXCLUDE": ""}).get("capture.exclude") == ()


def test_a_budget_outside_the_limits_of_files_is_bent_and_named(repo: Path) -> None:
    repo.write_text("[brief]\nbudget = 99\n")

    settings = load(str(repo), {})

    assert settings.get("brief.budget") == 200
    assert "99 is outside" in str(settings.warnings[0])


def test_limits_that_exclude_each_other_are_put_in_order(repo: Path) -> None:
    repo.write_text("[brief]\nmin_budget = 20000\n")

    settings = load(str(repo), {})

    assert settings.get("brief.min_budget") <= settings.get("brief.budget") <= settings.get("brief.max_budget")
    assert "min_budget" in str(settings.warnings[0])


def test_a_raised_minimum_carries_the_default_along(repo: Path) -> None:
    repo.write_text("[brief]\nmin_budget = 2000\n")

    settings = load(str(repo), {})

    assert settings.get("brief.budget") == 2000
    assert settings.warnings == ()


def test_an_unknown_key_asked_for_is_an_error() -> None:
    with pytest.raises(Invalid) as caught:
        load("", {}).value("brief.bugdet")

    assert caught.value.hint == "did you mean `brief.budget`?"


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({"BACKSTORY_CONFIG": "/a/b.toml", "HOME": "/h"}, "linux", "/a/b.toml"),
        ({"XDG_CONFIG_HOME": "/x", "HOME": "/h"}, "linux", "/x/backstory/config.toml"),
        ({"HOME": "/h"}, "linux", "/h/.config/backstory/config.toml"),
        ({"HOME": "/h"}, "darwin", "/h/Library/Application Support/backstory/config.toml"),
        ({"APPDATA": "/r"}, "win32", "/r/backstory/config.toml"),
        ({}, "linux", ""),
        ({}, "win32", ""),
    ],
)
def test_the_users_configuration_lies_where_the_platform_puts_it(
    environ: dict[str, str], platform: str, expected: str
) -> None:
    assert user_config_path(environ, platform).replace("\\", "/") == expected


def test_variables_that_mean_nothing_are_found() -> None:
    environ = {"BACKSTORY_BRIEF_BUGDET": "1", "BACKSTORY_HOME": "/x", "BACKSTORY_LOG_COUNT": "3", "OTHER": "x"}

    assert unknown_variables(environ) == [("BACKSTORY_BRIEF_BUGDET", "BACKSTORY_BRIEF_BUDGET")]


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("a = 1\n[b]\nc = 2\n", "b.c", 3),
        ("b.c = 2\n", "b.c", 1),
        ("[b]\n'c' = 2\n", "b.c", 2),
        ("b = { c = 2 }\n", "b.c", 1),
        ("# b.c = 2\n", "b.c", 0),
    ],
)
def test_the_line_of_a_key_is_found(text: str, key: str, line: int) -> None:
    assert line_of(text, key) == line


def test_reading_a_plain_file_imports_nothing_heavy(repo: Path) -> None:
    repo.write_text('format = 1\nid = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"\n[memory]\nscope = "team"\n')
    code = (
        "import sys\nbefore = set(sys.modules)\nfrom backstory.settings import load_layers\n"
        f"assert load_layers({str(repo)!r}, {{}}, trusted=True).get('memory.scope') == 'team'\n"
        "heavy = {'tomllib', 'tomlkit', 'json', 'pathlib', 'tempfile', 'subprocess', 'logging', 'difflib'}\n"
        "print(sorted(heavy & (set(sys.modules) - before)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)

    assert done.stdout.strip() == "[]"


EVERYTHING = """enabled = false
project.name = "not you"
[memory]
scope = "team"
[capture]
include = ["x"]
exclude = []
max_files = 1
max_bytes = 1024
git = false
checkpoints = false
commits = 0
guard_minutes = 0
[brief]
budget = 90000
min_budget = 80000
max_budget = 1000000
max_key_files = 0
max_active_files = 0
mode = "human-handoff"
output = "clipboard"
[privacy]
redact = [".", "imported"]
[deliver]
agents = ["claude-code"]
form = ["pull"]
hooks = false
[identity]
max_chars = 100
[log]
count = 1
[rank]
match = 1
files = 1
work = 1
trust = 1
latest = 1
recency = 1
reason = 1
branch = 1
stale = 1
settled = 1
unused = 1
[recall]
text = 1
named = 1
tier = 1
kind = 1
how = 1
recency = 1
fit = 1
stated = 1
reason = 1
context = 1
role = 1
"""


def test_nothing_of_a_repository_counts_before_it_is_trusted(repo: Path) -> None:
    repo.write_text(EVERYTHING)

    settings = load_layers(str(repo), {})

    assert [(k, v) for k, v, _ in settings.items()] == [(s.key, s.default) for s in SETTINGS]
    assert {origin for _, _, origin in settings.items()} == {"default"}
    assert set(settings.withheld) == {s.key for s in SETTINGS if "repository" in s.where}


def test_what_is_the_persons_alone_is_not_taken_from_a_trusted_one_either(repo: Path) -> None:
    repo.write_text(EVERYTHING)

    settings = load(str(repo), {})

    alone = {s.key for s in SETTINGS if "repository" not in s.where}
    assert alone == {
        "brief.output", "capture.archive", "capture.keep", "deliver.background", "deliver.greeting",
        "deliver.session_tokens", "identity.max_chars", "keep.session_days", "keep.backups", "keep.backup_days",
        "keep.trash_days", "mcp.idle_seconds", "model.provider", "model.name", "model.url", "model.command",
        "model.limit", "model.max_input", "model.max_output", "model.timeout", "model.prices",
    }  # fmt: skip
    assert (settings.get("brief.output"), settings.get("identity.max_chars")) == ("stdout", 2_400)
    assert settings.get("brief.max_budget") == 16_000 >= settings.get("brief.budget")
    assert settings.get("privacy.redact") == ()
    said = " ".join(map(str, settings.warnings))
    assert "a repository may lower this limit only" in said and "matches a single character" in said
    assert settings.withheld == ()


def test_the_ceiling_of_a_brief_may_be_lowered(repo: Path, tmp_path: Path) -> None:
    user = tmp_path / "user.toml"
    user.write_text("[brief]\nmax_budget = 40000\n")
    for asked, holds in ((2_000, 2_000), (40_000, 40_000), (40_001, 40_000)):
        repo.write_text(f"[brief]\nmax_budget = {asked}\n")
        assert load(str(repo), {"BACKSTORY_CONFIG": str(user)}).get("brief.max_budget") == holds


def test_patterns_of_before_go_on_counting(repo: Path) -> None:
    repo.write_text('[privacy]\nredact = ["new-[0-9]+"]\n')

    assert load_layers(str(repo), {}, patterns=("old-[0-9]+",)).get("privacy.redact") == ("old-[0-9]+",)
    assert load(str(repo), {}, patterns=("old-[0-9]+",)).get("privacy.redact") == ("new-[0-9]+",)


def test_a_secret_is_named_in_an_untrusted_file_too(repo: Path) -> None:
    repo.write_text('api_key = "x"\n')

    (fault,) = load_layers(str(repo), {}).warnings

    assert "a secret is never taken" in str(fault)


def test_patterns_after_the_first_64_are_passed_over(repo: Path) -> None:
    repo.write_text("[privacy]\nredact = [" + ", ".join(f'"word-{n}-[0-9]+"' for n in range(70)) + "]\n")

    settings = load(str(repo), {})

    assert len(settings.get("privacy.redact")) == 64
    assert "70 patterns" in str(settings.warnings[0])
