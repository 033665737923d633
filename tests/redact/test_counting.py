"""How many secrets were taken out."""

import pytest

from backstory.redact.counting import CountingGate
from backstory.redact.gate import Gate

TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
OTHER = "ghp_26C7e42F292c6912E7710c838347Ae178B4b"


@pytest.mark.parametrize(
    ("texts", "count"),
    [
        ([], 0),
        (["plain words"], 0),
        ([f"token {TOKEN} and {TOKEN}", f"because of {TOKEN}"], 1),
        ([f"src/{TOKEN}.py", TOKEN], 1),
        ([f"{TOKEN} and {OTHER}"], 2),
    ],
)
def test_each_secret_counts_once(texts: list[str], count: int) -> None:
    gate = CountingGate(Gate())
    for text in texts:
        gate.check(text)
    assert gate.count == count
