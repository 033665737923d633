"""Keys that people choose, in variables of an environment."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)


@pytest.mark.parametrize("name", ["NEXUS_KEY", "MAVEN_GPG_KEY", "UPLOAD_KEY", "MAPS_KEY"])
@pytest.mark.parametrize(
    "line", ["ERROR 401 with {}={} retry=3", "{}={}", "10:22:31 [main] WARN  using {}={} from env"]
)
def test_a_key_of_words_and_a_number_is_taken(name: str, line: str) -> None:
    assert "harbour-5317" not in GATE.clean(line.format(name, "harbour-5317"))


@pytest.mark.parametrize(
    "line",
    [
        "NEXUS_KEY={}",
        "$ NEXUS_KEY={} ./deploy.sh",
        'export NEXUS_KEY="{}"',
        '> $env:NEXUS_KEY = "{}"',
        "$ set -x NEXUS_KEY {}",
        "      NEXUS_KEY: {}",
        "put NEXUS_KEY={} in your .env",
        "you need NEXUS_KEY set to {}",
        "Set NEXUS_KEY to `{}` before running.",
    ],
)
@pytest.mark.parametrize("key", ["hunter2abc", "teapot12lid", "walnut4711"])
def test_a_key_of_joined_words_and_a_number_is_taken(line: str, key: str) -> None:
    assert key not in GATE.clean(line.format(key))


@pytest.mark.parametrize(
    "text",
    [
        "CACHE_KEY=users2024list", "STATE_KEY=orders2024", "SSH_KEY=deploy2024", "const QUERY_KEY = 'users2list'",
        "NEXUS_KEY=${NEXUS_KEY}", "NEXUS_KEY=changeme", "IDEMPOTENCY_KEY=order2024create", "ROUTING_KEY=orders2eu",
    ],
)  # fmt: skip
def test_what_names_joined_data_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "PROJECT_KEY=harbour-5317", "CACHE_KEY=orders-2024", "STORAGE_KEY=todos-2024", "REDIS_KEY=user-10482",
        "NEXUS_KEY=release", "const NEXUS_KEY = 'harbour-2024'", "UPLOAD_KEY=uploads-v2",
    ],
)  # fmt: skip
def test_what_names_data_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize("text", ["the db password is {}", "password: {}", "PGPASSWORD={} psql -h db"])
def test_a_password_made_of_words_for_one_is_taken(text: str) -> None:
    assert "SuperSecret9" not in GATE.clean(text.format("SuperSecret9"))
    assert GATE.clean("password: MyPassword123") == "password: MyPassword123"
