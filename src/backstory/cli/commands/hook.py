"""Answer an agent's hook; never fails."""

from typing import Final

import click

SECTION: Final = "Machines"


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="AGENT EVENT")
def hook(words: tuple[str, ...]) -> None:
    """Answer an agent's hook: `backstory hook claude-code session-start`, with its JSON on stdin. Always exits 0.

    Events: session-start, prompt, pre-tool, post-tool, pre-compact, stop, session-end.
    """
    # `backstory.__main__` starts the hook process without loading click; only a call without arguments comes here.
