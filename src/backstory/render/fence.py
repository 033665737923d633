"""The fence around what an agent gets, and the two halves inside it: what is stable, and what changes."""

from collections.abc import Callable
from hashlib import blake2b

from backstory.model.ids import digest_letters
from backstory.recall.content import Brief, Section
from backstory.render.safe import FENCE


def split_halves(brief: Brief, format_section: Callable[[Section], str]) -> tuple[list[str], list[str]]:
    """The sections as text: first those that stay, then those that change with git and with the work."""
    stable = [format_section(section) for section in brief.sections if not section.volatile]
    volatile = [format_section(section) for section in brief.sections if section.volatile]
    return stable, volatile


def make_nonce(key: bytes, stable: str, payload: str) -> str:
    """Eight letters that nobody without the machine's key can foresee and that `payload` does not hold.

    Derived from the stable half only: while that half stays, the opening line stays, and with it the beginning that a
    prompt cache keeps. The brief's own id stands in the footer.
    """
    for turn in range(1 << 16):
        salt = turn.to_bytes(16, "big")
        digest = digest_letters(blake2b(stable.encode(), digest_size=4, key=key[:64], salt=salt).hexdigest())
        if digest not in payload:
            return digest
    raise AssertionError("65,536 digests in one payload")


def fence_text(intro: str, stable: list[str], tail: list[str], key: bytes) -> str:
    """`intro` and the two halves within `<backstory-context id="…">`, blocks parted by blank lines."""
    first = "\n\n".join([intro, *stable])
    body = "\n\n".join([first, *tail])
    ident = make_nonce(key, first, body)
    return f'<{FENCE} id="{ident}">\n{body}\n</{FENCE} id="{ident}">\n'
