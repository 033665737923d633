"""A symbol of a source file, and a call: plain data."""

from typing import NamedTuple


class Symbol(NamedTuple):
    """A definition that the parser has read."""

    name: str
    """Dotted: `Pool.take`."""
    kind: str
    line: int
    """First line of its text, from 1."""
    end: int
    """Last line."""
    signature: str
    """The source before the body, on one line."""
    doc: str
    """First line of its documentation."""
    start_byte: int
    end_byte: int


class Call(NamedTuple):
    """A call in the code."""

    name: str
    """The called name, without the part before the last dot."""
    line: int
    inside: str
    """Dotted name of the symbol around it; empty at the top of the file."""
