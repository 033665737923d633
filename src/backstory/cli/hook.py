"""`hook`: what coding agents call. The hot path is entered before this module is ever loaded (`backstory.__main__`)."""

import click


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="AGENT EVENT")
def hook(words: tuple[str, ...]) -> None:
    """Answer an agent's hook: `backstory hook claude-code session-start`, with its JSON on stdin. Always exits 0.

    Events: session-start, prompt, post-tool, pre-compact, stop, session-end.
    """
