"""The fence around what an agent gets, and the blocks inside it."""

from collections.abc import Callable
from typing import NamedTuple

from backstory.base.digests import blake2b
from backstory.model.file_imports import quote_imports
from backstory.model.ids import digest_letters
from backstory.recall.text.content import Brief, Section
from backstory.render.safe import FENCE


class Blocks(NamedTuple):
    """The sections as text in their order, and those among them that seldom change."""

    all: list[str]
    stable: list[str]


def format_blocks(brief: Brief, format_section: Callable[[Section], str]) -> Blocks:
    """The sections as text. None of them makes an agent load a file, in whatever instruction file they stand."""
    texts = [quote_imports(format_section(section)) for section in brief.sections]
    stable = [text for text, section in zip(texts, brief.sections, strict=True) if not section.volatile]
    return Blocks(texts, stable)


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


def fence_text(intro: str, blocks: Blocks, footer: str, key: bytes) -> str:
    """`intro`, the blocks and `footer` within `<backstory-context id="…">`, parted by blank lines."""
    intro, footer = quote_imports(intro), quote_imports(footer)
    body = "\n\n".join([intro, *blocks.all, footer])
    ident = make_nonce(key, "\n\n".join([intro, *blocks.stable]), body)
    return f'<{FENCE} id="{ident}">\n{body}\n</{FENCE} id="{ident}">\n'
