"""Names of variables are judged by comparing words, and so as one pattern over them judges them."""

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.redact.user_secrets import holds_secret

PATTERN: Final = re.compile(
    r"(?i)(?:pass(?!age|ive|enger)|pwd$|secret|token|api_?key|credential|private|auth(?!or)|(?:^|_)key(?:$|_)|access_?key|"
    r"(?:^|_)(?:pat|pin|dsn|sas|jwt|cert|salt|signature|webhook)(?:$|_)|connection_?string|database_?url|_url$|_uri$)"
)
PARTS: Final = (
    "pass", "age", "ive", "enger", "pwd", "secret", "token", "api", "key", "credential", "private", "auth", "or",
    "access", "pat", "pin", "dsn", "sas", "jwt", "cert", "salt", "signature", "webhook", "connection", "string",
    "database", "url", "uri", "_", "A", "x", "PATH", "pa", "ss", "1", "-", ".",
)  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=6).map("".join), st.booleans())
def test_a_name_is_judged_as_the_pattern_judges_it(name: str, upper: bool) -> None:
    name = name.upper() if upper else name

    assert holds_secret(name) == (PATTERN.search(name) is not None)


@pytest.mark.parametrize("name", ["PASSWORD", "passage_pass", "authority_auth", "DB_PWD", "MY_URL", "X_PIN", "ſecret"])
def test_names_that_tell(name: str) -> None:
    assert holds_secret(name)


@pytest.mark.parametrize("name", ["PATH", "PASSIVE", "AUTHOR", "PWD_OLD", "KEYBOARD", "URL", "SPINE"])
def test_names_that_do_not_tell(name: str) -> None:
    assert not holds_secret(name)
