"""The short form of a session's id: the one that every output prints, and that every command takes."""

_SHORTEST = 12
"""Characters up to which an id is not shortened."""
_END = 8
_LONGEST = 28
"""Characters of a name that is shortened."""
_SIGNS = "-_ "


def short_session(ident: str) -> str:
    """The end of a session's id, which tells it from others: ids of some agents begin with the time.

    Of an id that is a name it is the last words, from a letter or digit on: nobody can type `show -inquiry`.
    """
    if len(ident) <= _SHORTEST:
        return ident
    if not _is_name(ident):
        return ident[-_END:].lstrip("-")
    end = ident[-_LONGEST:]
    words = end if len(ident) <= _LONGEST else end.partition("-")[2] or end
    return _drop_front(words)


def _is_name(ident: str) -> bool:
    """Whether an id ends in words, as the names of files do: one with letters beyond those of digits, and another."""
    last = max(map(ident.rfind, _SIGNS))
    if last < 0 or not any(map(_is_letter, ident[last + 1 :])):
        return False
    first = last
    while first > 0 and _is_letter(ident[first - 1]):
        first -= 1
    word = ident[first:last].lower()
    return any(all("g" <= char <= "z" for char in word[place : place + 3]) for place in range(len(word) - 2))


def _is_letter(char: str) -> bool:
    return "a" <= char.lower() <= "z"


def _drop_front(words: str) -> str:
    """Words without signs and numbers in front of them."""
    while words:
        rest = words.lstrip("-_.# ")
        digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        if digits and rest[len(digits) : len(digits) + 1] in ("-", "_"):
            rest = rest[len(digits) :].lstrip("-_")
        if rest == words:
            return words
        words = rest
    return words
