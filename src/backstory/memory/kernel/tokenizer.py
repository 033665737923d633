"""Counts tokens exactly, by a tokenizer that a person has on this machine. Nothing is downloaded."""

import os
from collections.abc import Callable
from importlib import import_module

from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.text import one_line

LIBRARY = "tokenizers"


def load_counter(path: str) -> Callable[[str], int]:
    """Counts the tokens of a text by a `tokenizer.json`, without the marks that begin and end a prompt.

    Raises `BackstoryError` if the library is not installed, `NotFound` and `Invalid` for a file that is no tokenizer.
    """
    shown = one_line(path, 80)
    if not os.path.isfile(path):
        raise NotFound(
            f"there is no tokenizer `{shown}`",
            hint="name the `tokenizer.json` of a model on this machine: `find ~ -name tokenizer.json`",
        )
    try:
        library = import_module(LIBRARY)
    except ImportError as err:
        raise BackstoryError(
            "a tokenizer needs a library that is not installed", hint='`pip install "backstory[tokenizer]"`'
        ) from err
    try:
        tokenizer = library.Tokenizer.from_file(path)
    except Exception as err:  # the library raises `Exception` itself
        raise Invalid(
            f"`{shown}` is no tokenizer",
            hint="name the `tokenizer.json` of a model on this machine: `find ~ -name tokenizer.json`",
        ) from err
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)
