"""The digests of stated secrets: what they hide, what they never hide, and what the file says."""

from pathlib import Path

import pytest
from tests.growth import assert_linear

from backstory.redact.gate import Gate
from backstory.redact.secret_digests import SecretDigests, is_memorable
from backstory.redact.stated_secrets import StatedSecrets
from backstory.store import stated_secrets
from backstory.store.stated_secrets import FILE, StatedSecretStore

KEY = b"k" * 32
STATED = (
    "the staging db password is Kartoffel7, user bob",
    "login for staging: bob / p@ss-W0rd!9",
    "the wifi password is walnut harbor otter kettle",
)


def make_store(folder: Path, day: str = "2026-11-27") -> StatedSecretStore:
    return StatedSecretStore(str(folder), KEY, lambda: day)


def make_gate(store: StatedSecretStore) -> Gate:
    return Gate(key=KEY, stated=store.digests)


@pytest.fixture
def store(tmp_path: Path) -> StatedSecretStore:
    """What another process finds of the secrets that one has learnt."""
    learning = make_store(tmp_path)
    secrets = StatedSecrets(make_gate(learning), learning.add)
    for text in STATED:
        secrets.learn(text)
    return make_store(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "Ok, I connect with bob / Kartoffel7.",
        '{"out": "row\\nKartoffel7\\nrow"}',
        "S2FydG9mZmVsNw==",
        "“Kartoffel7”、Kartoffel7。",
        "I typed walnut harbor otter kettle there",
        "it took p@ss-W0rd!9 at once, and p%40ss-W0rd%219 too",
    ],
)
def test_another_process_hides_what_was_stated(store: StatedSecretStore, text: str) -> None:
    hidden = make_gate(store).clean(text)
    assert "[REDACTED:" in hidden
    assert not any(secret in hidden for secret in ("Kartoffel7", "S2Fyd", "walnut", "ss-W0rd"))


def test_a_secret_has_the_same_mark_again(store: StatedSecretStore) -> None:
    first = Gate(key=KEY).clean(STATED[0]).partition("is ")[2].partition(",")[0]
    assert first in make_gate(store).clean("bob / Kartoffel7.")


@pytest.mark.parametrize(
    "text", ["Kartoffel70", "xKartoffel7", "Kartoffel", "bob", "walnut harbor", "the otter kettle"]
)
def test_other_words_stay(store: StatedSecretStore, text: str) -> None:
    assert make_gate(store).clean(text) == text


@pytest.mark.parametrize(
    "value",
    [
        "password",
        "test",
        "admin",
        "main",
        "walnut",
        "admin123",
        "test1234",
        "python3",
        "node20",
        "sha256",
        "utf-8",
        "v1.2.3",
        "2026-11-27",
        "get_user_2",
        "src/app2.py",
        "localhost:5432",
        "pkg@1.2",
        "bob@host",
        "ubuntu-22.04",
        "claude-3-5-sonnet-20241022",
        "feature-12",
        "JIRA-1234",
        "reset-password-form",
        "deadbeef12",
        "d41d8cd98f00b204e9800998ecf8427e",
        "87928c0a-7341-4f6e-9c1d-2b7a5e6f8a90",
        "01J6AX48WPFB4VAS8QGV8VMG20",
        "user7@example.com",
        "/var/lib/data7",
        "${DB_PASS}",
        "changeme",
        "hunter",
    ],
)
def test_words_names_versions_and_ids_are_not_remembered(value: str) -> None:
    assert not is_memorable(value.encode())


def test_the_file_holds_no_part_of_a_secret(store: StatedSecretStore, tmp_path: Path) -> None:
    text = (tmp_path / FILE).read_text()
    assert text
    assert not any(part in text for part in ("Kartoffel", "W0rd", "walnut", "S2Fyd", "bob"))
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    other = SecretDigests(b"another key".ljust(32), store.digests().entries)  # type: ignore[union-attr]
    assert other.spans(b"bob / Kartoffel7") == []


def test_a_running_process_sees_what_another_learns(tmp_path: Path) -> None:
    gate = make_gate(make_store(tmp_path))
    assert gate.clean("bob / Kartoffel7") == "bob / Kartoffel7"
    learning = make_store(tmp_path)
    StatedSecrets(make_gate(learning), learning.add).learn(STATED[0])
    assert "Kartoffel7" not in gate.clean("bob / Kartoffel7")
    assert gate.find_harmless(["bob / Kartoffel7", "bob"]) == ["bob"]
    assert b"Kartoffel7" not in gate.words(b"bob / Kartoffel7")


def test_the_number_is_bounded_and_the_newest_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stated_secrets, "MOST", 20)
    store = make_store(tmp_path)
    for number in range(30):
        store.add([("password", f"Kartoffel{number + 70}")])
    assert len((tmp_path / FILE).read_text().splitlines()) == 20
    gate = make_gate(make_store(tmp_path))
    assert gate.clean("Kartoffel70") == "Kartoffel70"
    assert gate.clean("Kartoffel99") != "Kartoffel99"


def test_what_was_stated_long_ago_goes_and_what_was_stated_again_stays(tmp_path: Path) -> None:
    make_store(tmp_path, "2026-01-01").add([("password", "Kartoffel7"), ("password", "Melone4711")])
    make_store(tmp_path, "2026-11-27").add([("password", "Kartoffel7")])
    store = make_store(tmp_path)
    assert store.expire("2026-06-01")
    gate = make_gate(store)
    assert (gate.clean("Kartoffel7") != "Kartoffel7", gate.clean("Melone4711")) == (True, "Melone4711")
    assert store.expire("2026-06-01") == 0


def test_damaged_lines_and_a_missing_folder_do_no_harm(store: StatedSecretStore, tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"\xff\xfe torn\n0123 4\n" + path.read_bytes() + b"\nabc 1 2 3 4 5 6")
    assert "Kartoffel7" not in make_gate(make_store(tmp_path)).clean("bob / Kartoffel7")
    assert make_store(tmp_path / "none").digests() is None


def test_where_nothing_can_be_written_it_counts_for_the_process(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = make_store(tmp_path / "file")
    store.add([("password", "Kartoffel7")])
    assert "Kartoffel7" not in make_gate(store).clean("bob / Kartoffel7")


@pytest.mark.slow
def test_the_work_grows_with_the_text(store: StatedSecretStore) -> None:
    digests = store.digests()
    assert digests is not None

    assert_linear(lambda text: digests.spans(text.encode()), "bob meets Kartoffel9 and walnut ")
