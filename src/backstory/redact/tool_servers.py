"""Addresses of servers for tools (MCP) that a part of the path opens: whoever has the address may use the tools."""

from typing import Final

from backstory.redact.judge import looks_drawn
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span

_SEGMENT: Final = rb"([\w-]{20,})(?:[/?#\"'`\s)<>\]]|$)"
SERVER: Final = Pattern(
    rb"(?i)//(?:[\w-]+\.)*(?:mcp|[\w-]+-mcp|mcp-[\w-]+)\.[\w.-]+/(?:[\w.-]+/)*?" + _SEGMENT + rb"|"
    rb"//[\w.:-]+/(?:[\w.-]+/)*mcp/(?:[\w.-]+/)*?" + _SEGMENT + rb"|"
    rb"//[\w.:-]+/(?:[\w.-]+/)*?([\w-]{20,})/(?:mcp|sse)(?:[/?#\"'`\s)<>\]]|$)"
)
"""The address of a server for tools that a drawn part opens. Groups: that part."""


def judge_server(text: bytes, groups: Spans, name: str) -> Span | None:
    """A part of a path that looks drawn, unless it is a version of a file in a repository."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    if _REPOSITORY.within(text[groups[0][0] : first]) or not looks_drawn(text[first:last]):
        return None
    return Span(first, last, name)


_REPOSITORY: Final = Pattern(
    rb"/(?:blob|commits?|tree|raw|pull|releases?|archive|compare|browse)/|//(?:raw\.)?git(?:hub|lab)\w*\."
)
