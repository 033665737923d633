"""Quotations in what a person writes: `their docs say: "make it 60 seconds, not 10"`."""

_MARKS = {'"': '"', "“": "”", "„": "“", "«": "»"}
"""Opening mark -> closing mark."""
_FEWEST = 4
"""Words of a quotation that says something of its own; fewer name something."""


def drop_quoted(text: str) -> str:
    """A text with blanks in the place of what is quoted in it, so that all else stands where it stood."""
    for opening, closing in _MARKS.items():
        if opening not in text or (opening == "“" and "„" in text):
            continue
        start = text.find(opening)
        while start >= 0:
            end = text.find(closing, start + 1)
            stop = end if end >= 0 else len(text)
            is_opening = not text[:start].strip() or text[start - 1] in " (:"  # `15"` is a size
            if is_opening and len(text[start + 1 : stop].split()) >= _FEWEST:
                text = text[: start + 1] + " " * (stop - start - 1) + text[stop:]
            start = text.find(opening, stop + 1 if is_opening else start + 1)
    return text
