"""Numbers on the command line: their limits in words, where click writes `x>=1`."""

import click


class Whole(click.IntRange):
    """A whole number of at least `min`, and of at most `max` if that is given."""

    name = "whole number"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = int(click.INT(value, param, ctx))
        if not _fits(number, self.min, self.max):
            self.fail(f"`{number}` is not {_describe_limits(self.min, self.max)}", param, ctx)
        return number

    def _describe_range(self) -> str:
        return _describe_unusual_limits(self.min, self.max)


class Decimal(click.FloatRange):
    """A number of at least `min`, and of at most `max` if that is given."""

    name = "number"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(click.FLOAT(value, param, ctx))
        if not _fits(number, self.min, self.max):
            self.fail(f"`{number:g}` is not {_describe_limits(self.min, self.max)}", param, ctx)
        return number

    def _describe_range(self) -> str:
        return _describe_unusual_limits(self.min, self.max)


def _fits(number: float, low: float | None, high: float | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def _describe_limits(low: float | None, high: float | None) -> str:
    return f"at least {low:g}" if high is None else f"{low:g} to {high:g}"


def _describe_unusual_limits(low: float | None, high: float | None) -> str:
    """The limits for the help; empty for a number that only has to be there, as for `--limit`."""
    return "" if high is None and low in (0, 1) else _describe_limits(low, high)
