"""The orders that a report carried out which no longer holds: `would you move them to util.py?`, answered by `Moved to
util.py`, once they live in text.py.

Most are marked with the report by what overturns it. Those that ask are not read as statements, and yet a brief quotes
them. What both name in code has to be what does not hold.
"""

from backstory.base.overturns.exchanges import Overturn, list_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange


def find_carried_orders(exchanges: "Sequence[Exchange]", overturns: "Sequence[Overturn]") -> "Iterator[Overturn]":
    """Yields the orders whose report was overturned as a whole, as far as they name the same and nothing overturns
    them."""
    marked = {(one.row, one.number) for one in overturns}
    reports = {(one.row, one.number): one for one in overturns if one.figure is None and not one.is_refused}
    for exchange in exchanges:
        for report in exchange.answered[:1]:
            overturn = reports.get((report.row, report.number))
            if overturn is None:
                continue
            names = list_names(report) - _list_named(overturn.by)
            for order in exchange.asked:
                if (order.row, order.number) not in marked and not names.isdisjoint(list_names(order)):
                    yield Overturn(order, overturn.by, overturn.by_row, is_sure=False)


def _list_named(text: str) -> "frozenset[str]":
    """The words of a text, without what stands before them in a path."""
    words = [word.strip("`'\"()[]{}<>,;:!?.").lower() for word in text.split()]
    return frozenset([word.rpartition("/")[2] for word in words])
