"""Values: text and TOML to settings and back, and the reader of plain TOML against `tomllib`."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.errors import Invalid
from backstory.settings import BY_KEY, SETTINGS, Setting
from backstory.settings.table import FOREIGN, is_secret
from backstory.settings.values import describe_values, format_toml, from_object, from_text, plain_toml


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.key)
def test_every_default_is_a_valid_value_and_reads_back(setting: Setting) -> None:
    written = tomllib.loads(f"x = {format_toml(setting.default)}")["x"]

    assert from_object(setting, setting.default) == setting.default
    assert from_object(setting, written) == setting.default
    assert describe_values(setting)


def test_every_foreign_name_leads_to_a_setting() -> None:
    assert set(FOREIGN.values()) <= BY_KEY.keys()


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("brief.budget", " 2_000 ", 2000),
        ("capture.git", "off", False),
        ("capture.git", "YES", True),
        ("memory.scope", "Team", "team"),
        ("capture.include", "a/**, *.{py,md}", ("a/**", "*.{py,md}")),
        ("capture.include", '["a,b", "c"]', ("a,b", "c")),
        ("capture.include", "", ()),
        ("privacy.redact", "a{1,3},b\nc-d", ("a{1,3},b", "c-d")),
        ("privacy.redact", "id-[a-z]+", ("id-[a-z]+",)),
        ("project.name", "Ünïcode shop", "Ünïcode shop"),
    ],
)
def test_text_is_read(key: str, text: str, value: object) -> None:
    assert from_text(BY_KEY[key], text) == value


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("brief.budget", "1.5"),
        ("brief.budget", "9" * 30),
        ("log.count", "0"),
        ("capture.git", "perhaps"),
        ("project.name", "two\nlines"),
        ("project.name", "x" * 5000),
    ],
)
def test_text_that_does_not_fit_is_refused(key: str, text: str) -> None:
    with pytest.raises(Invalid, match=r"expected .*, found `"):
        from_text(BY_KEY[key], text)


@pytest.mark.parametrize("value", [1, True, None, {}, [1], [""], "x" * 5000])
def test_a_list_takes_texts_only(value: object) -> None:
    with pytest.raises(Invalid):
        from_object(BY_KEY["deliver.agents"], value)


@pytest.mark.parametrize("value", [True, 1.0, "5", None, [5]])
def test_a_number_is_a_whole_number(value: object) -> None:
    with pytest.raises(Invalid):
        from_object(BY_KEY["log.count"], value)


_line = st.one_of(
    st.sampled_from(
        ["", "# comment", "[brief]", "[ brief ]", "[a.b]", "[[a]]", "budget = 1", 'name = "x"', "x = true", "x=1",
         "x = 01", "x = 1_0", "x = -1", "x = 'y'", 'x = "a\\n"', 'x = "a" # c', 'x = "a"b"', "x = [1]",
         "x = 1979-05-27", "x.y = 1", '"x" = 1', "= 1", "x", "x = ", "x = tru", "x = 1 2",
         "\tx\t=\t1\t", "x = 1\r", "x = +1", "x = 0"]
    ),
    st.text(alphabet='[]="\\ #ab1.\t\r\x00\x7fé\u2028', max_size=12),
)  # fmt: skip


@given(st.lists(_line, max_size=6).map("\n".join))
def test_plain_toml_is_what_tomllib_reads(text: str) -> None:
    plain = plain_toml(text)

    if plain is not None:
        assert plain == tomllib.loads(text)


def test_plain_toml_reads_what_init_writes() -> None:
    text = '# Backstory\nformat = 1\nid = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"\n\n[memory]\nscope = "team"\n'

    assert plain_toml(text) == {"format": 1, "id": "01JD8ZK3M7Q4T9W2R5X8Y1B6C0", "memory": {"scope": "team"}}


@given(st.sampled_from(SETTINGS), st.text(max_size=40))
def test_text_is_read_or_refused_and_never_breaks(setting: Setting, text: str) -> None:
    try:
        value = from_text(setting, text)
    except Invalid:
        return

    assert from_object(setting, tomllib.loads(f"x = {format_toml(value)}")["x"]) == value


@pytest.mark.parametrize(
    "key", ["ai.key", "aiApiKey", "hub.password", "x.api_token", "AI_KEY", "apikey", "a.client-secret", "a.accessKey"]
)
def test_names_of_secrets_are_known(key: str) -> None:
    assert is_secret(key)


@pytest.mark.parametrize(
    "key", [s.key for s in SETTINGS] + ["brief.tokens_max", "keyboard", "capture.max_key_files", "unknown_key"]
)
def test_other_names_are_no_secrets(key: str) -> None:
    assert not is_secret(key)


@pytest.mark.parametrize("text", ["pul", "codex=pul", "push, pul", "pull=codex"])
def test_an_item_that_a_list_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="expected a list of `push`, `pull`, `both`, each also as `NAME=VALUE`"):
        from_text(BY_KEY["deliver.form"], text)


def test_an_item_of_a_list_may_stand_behind_a_name() -> None:
    assert from_text(BY_KEY["deliver.form"], "Both, codex=pull") == ("Both", "codex=pull")
