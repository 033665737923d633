"""The cost of calls, by the prices that a person has written down."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from backstory.model.errors import Invalid
from backstory.store.model_usage import ModelCall

MILLION = 1_000_000


class Price(NamedTuple):
    """Dollars for a million tokens."""

    read: float
    written: float


def parse_prices(lines: Sequence[str]) -> dict[str, Price]:
    """Beginning of a model's name -> its price, from `MODEL=IN/OUT`. Raises `Invalid`."""
    prices: dict[str, Price] = {}
    for line in lines:
        name, _, amounts = line.rpartition("=")
        read, _, written = amounts.partition("/")
        try:
            price = Price(float(read), float(written))
        except ValueError:
            price = Price(-1, -1)
        if not name.strip() or not (0 <= price.read < MILLION and 0 <= price.written < MILLION):
            raise Invalid(
                f"`{line}` in `model.prices` is no price",
                hint="`backstory config set model.prices 'MODEL=0.80/4.00' --user`, dollars for a million tokens",
            )
        prices[name.strip()] = price
    return prices


def sum_cost(calls: Iterable[ModelCall], prices: Mapping[str, Price]) -> float | None:
    """Dollars for the calls; None where a model among them has no price."""
    total = 0.0
    for call in calls:
        names = [name for name in prices if call.model.startswith(name)]
        if not names:
            if call.tokens:
                return None
            continue
        price = prices[max(names, key=len)]
        total += (call.tokens_in * price.read + call.tokens_out * price.written) / MILLION
    return total
