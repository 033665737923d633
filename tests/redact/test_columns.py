"""Values under a header that announces a secret go; lists in code and other columns stay."""

import pytest
from tests.redact.vectors import HEX

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
CHOSEN = "Zx81" + "qq77"


@pytest.mark.parametrize(
    "table",
    [
        "| user | password |\n|---|---|\n| ada | {} |\n",
        "user | password\n--- | ---\nada | {}\n",
        "name,email,password\nada,ada@example.org,{}\n",
        "host;login;passwort\ndb1;ada;{}\n",
        "HOST\tPASSWORD\ndb1\t{}\n",
    ],
)
def test_a_value_in_the_column_goes_and_its_neighbours_stay(table: str) -> None:
    clean = GATE.clean(table.format(CHOSEN))

    assert CHOSEN not in clean
    assert "ada" in clean or "db1" in clean
    assert GATE.clean(clean) == clean


def test_a_column_of_tokens_loses_what_looks_drawn() -> None:
    clean = GATE.clean(f"env,api_key\nprod,{HEX}\ntest,none\n")

    assert HEX not in clean
    assert "test,none" in clean


@pytest.mark.parametrize(
    "text",
    [
        'names = [\n    "V1Secret",\n    "V1SecretList",\n    "V1ServicePort2b",\n]\n',
        "call(\n    key,\n    secret,\n    secure2x=True,\n)\n",
        "| option | password |\n|---|---|\n| default | changeme |\n",
        f"name,digest\npackage,{HEX}\n",
        "from ._functools import method_cache, pass_none\nfrom ._itertools import always_iterable, unique_everseen\n",
    ],
)
def test_lists_in_code_and_other_columns_stay(text: str) -> None:
    assert GATE.clean(text) == text
