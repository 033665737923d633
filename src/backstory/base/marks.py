"""Marks that replace secrets in a text. Their words name a redaction rule, and are not searched."""

HEAD = "[REDACTED:"
"""The beginning of a mark."""
LONGEST = 300
"""Characters of a mark at most."""


def drop_marks(text: str) -> str:
    """The text with a blank for each of its marks."""
    if HEAD not in text:
        return text
    head, *rest = text.split(HEAD)
    parts = [head]
    for part in rest:
        name, sign, tail = part.partition("]")
        is_mark = sign and len(name) < LONGEST and not any(map(str.isspace, name))
        parts.append(" " + tail if is_mark else HEAD + part)
    return "".join(parts)


_BULLETS = ("- ", "* ", "• ", "– ", "— ")


def drop_bullet(text: str) -> str:
    """A prompt without the sign of a list item with which it begins."""
    bare = text.lstrip()
    return bare[2:].lstrip() if bare.startswith(_BULLETS) else text
