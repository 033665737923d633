"""List records, with filters."""

from itertools import chain
from typing import TYPE_CHECKING, Final

import click

from backstory.cli.command import KIND, SCOPE, TIER, add_common_options, all_branches_option, as_of_option
from backstory.cli.numbers import Whole
from backstory.cli.records import SUPERSEDED, RecordList, list_records
from backstory.model.errors import Invalid
from backstory.model.kinds import KINDS, RETRACTED, find_kind, nearest_kind

if TYPE_CHECKING:
    from backstory.cli.commands.snapshots import SnapshotList

SECTION: Final = "Look"


@click.command("list")
@click.argument("words", nargs=-1, metavar="[KIND] [QUERY]", shell_complete=KIND.shell_complete)
@click.option("--query", default="", metavar="QUERY", help="Only what this query finds (`backstory help query`).")
@click.option("--type", "--kind", "kinds", type=KIND, multiple=True, help="Filter by kind.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="Filter by tag.")
@click.option("--tier", type=TIER, multiple=True, help="Filter by tier.")
@click.option("--scope", type=SCOPE, multiple=True, help="Filter by scope.")
@click.option("--status", multiple=True, help="Filter by status.")
@click.option(
    "--since", "after", default="", metavar="WHEN", help="Only records made since a date, or an age such as 7d."
)
@click.option("--limit", "-n", type=Whole(1), default=50, show_default=True, help="Maximum number to show.")
@click.option("--all", "everything", is_flag=True, help="Include retracted and superseded records.")
@all_branches_option
@click.option(
    "--exclude-failed/--include-failed",
    "exclude_failed",
    default=False,
    help="Leave out attempts and strategies that failed.",
)
@as_of_option
@add_common_options
def list_(
    words: tuple[str, ...],
    query: str,
    kinds: tuple[str, ...],
    tags: tuple[str, ...],
    tier: tuple[str, ...],
    scope: tuple[str, ...],
    status: tuple[str, ...],
    after: str,
    limit: int,
    everything: bool,
    all_branches: bool,
    exclude_failed: bool,
    as_of: str,
) -> "RecordList | SnapshotList":
    """List records, newest first.

    \b
    backstory list decisions --tag api
    backstory list decisions gates parser
    backstory list "(kind:fact OR kind:decision) AND tag:project:auth AND created:>30d"
    """
    if words in (("snapshot",), ("snapshots",)):
        from backstory.cli.commands.snapshots import list_snapshots

        return list_snapshots(limit)
    words, kinds = _split_kind(words, kinds)
    if words and query:
        raise Invalid("the query is given twice", hint=f'`backstory list "({query}) AND ({" ".join(words)})"`')
    listed = list_records(
        kinds,
        tags,
        tier,
        scope,
        status,
        after,
        limit,
        everything,
        query=query or " ".join(words),
        as_of=as_of,
        all_branches=all_branches,
        exclude_failed=exclude_failed,
    )
    if not listed.rows:
        _check_statuses(status)
        if not kinds:
            _check_word(words)
    return listed


def _check_statuses(statuses: tuple[str, ...]) -> None:
    """Raises `Invalid` for a status that no kind has. A file written by hand may have one, which is then listed."""
    usual = dict.fromkeys(chain(chain.from_iterable(kind.statuses for kind in KINDS.values()), (RETRACTED, SUPERSEDED)))
    unusual = next((status for status in statuses if status not in usual), "")
    if unusual:
        from backstory.cli.usage import hint_near

        hint = hint_near(usual, unusual, f"statuses are {', '.join(filter(None, usual))}")
        raise Invalid(f"no record has the status `{unusual}`", hint=hint)


def _check_word(words: tuple[str, ...]) -> None:
    """Raises `Invalid` for one word that is neither a kind nor in any record: it may be meant as a kind."""
    if len(words) == 1 and words[0].isalpha():
        raise Invalid(
            f"`{words[0]}` is not a kind, and no record mentions it; kinds are: {', '.join(KINDS)}",
            hint="`backstory list` shows the records of all kinds",
        )


def _split_kind(words: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words without a kind in front, and the kinds with it. Raises `Invalid` for a misspelt one."""
    first = find_kind(words[0]) if words else None
    if first is not None:
        return words[1:], (first.name, *kinds)
    if len(words) == 1 and (near := nearest_kind(words[0])):
        raise Invalid(
            f"`{words[0]}` is not a kind; kinds are: {', '.join(KINDS)}",
            hint=f"did you mean `backstory list {near.name}`? "
            f'`backstory list --query "{words[0]}"` lists the records that mention it',
        )
    return words, kinds
