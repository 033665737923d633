"""Trust the records that came with this repository."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.person import confirm_person
from backstory.cli.records import author_name
from backstory.model.errors import Invalid
from backstory.model.text import format_count, one_line
from backstory.store.person_token import VARIABLE, make_token, remove_token

if TYPE_CHECKING:
    from backstory.cli.library import Memory, TrustStatus

SECTION: Final = "Curate"
MAX_NAMED: Final = 10
"""Records that are named one by one."""


class TrustAnswer(Answer):
    """Whether this clone is trusted, and the records that are not."""

    schema = "trust"
    memory: "Memory"
    status: "TrustStatus"
    newly_trusted: list[str]

    def to_json(self) -> Json:
        return self.status._asdict()

    def print_text(self) -> None:
        status = self.status
        console.data(f"{'trusted' if status.trusted else 'not trusted'}: {status.reason}")
        self._print_records("trusted now", self.newly_trusted)
        self._print_records("untrusted", [ident for ident in status.foreign if ident not in status.edited])
        self._print_records("edited by hand, untrusted until committed", status.edited)
        self._print_records("not pinned, or not heard as rules, before you trust them by ID", status.waiting)
        if status.foreign and not status.trusted:
            console.info("hint: read them, then `backstory trust`")
        elif status.foreign or status.waiting:
            console.info(
                "hint: read them with `backstory show ID`, then `backstory trust ID`, or `backstory trust --all`"
            )

    def _print_records(self, title: str, ids: Sequence[str]) -> None:
        if not ids:
            return
        console.data(f"{title}: {format_count(len(ids), 'record')}")
        for ref in ids[:MAX_NAMED]:
            record = self.memory.get(ref).record
            who = f"({author_name(record)}, {record.origin.how})"
            console.data(f"  {record.short}  {record.kind}  {one_line(record.title, 80)}  {who}")
        if len(ids) > MAX_NAMED:
            console.data(f"  and {len(ids) - MAX_NAMED} more")


class TokenAnswer(Answer):
    """A new token, or that the token was taken back."""

    schema = "person-token"
    token: str
    had_one: bool

    def to_json(self) -> Json:
        return {"token": self.token, "revoked": self.had_one and not self.token}

    def print_text(self) -> None:
        if self.token:
            console.data(self.token)
            console.info(f"hint: hand it to a script of yours as `{VARIABLE}`; it is not shown again")
            console.info("hint: whoever can read it can trust, reject and forget for you: keep it from agents")
        else:
            console.info("The token is not valid any more" if self.had_one else "There was no token")


@click.command()
@click.argument("refs", nargs=-1, metavar="[ID]...")
@click.option("--all", "everything", is_flag=True, help="Trust every record that exists now, wherever it came from.")
@click.option("--revoke", is_flag=True, help="Withdraw the trust in everything, or only in these records.")
@click.option("--show", is_flag=True, help="Show what is trusted, change nothing.")
@click.option("--token", is_flag=True, help="Make a token for your own scripts; with --revoke, take it back.")
@add_common_options
def trust(refs: tuple[str, ...], everything: bool, revoke: bool, show: bool, token: bool) -> TrustAnswer | TokenAnswer:
    """Trust this clone and its upstream's default branch, or the records named.

    Untrusted records are marked, have a section of their own in briefs and are never pinned. Once a clone is trusted,
    records that reach the default branch of its upstream are trusted as they arrive; those of other branches and forks
    are not. Pinned records, personas, preferences and rules of others count only once you have trusted them by ID.

    It asks at the terminal, because a person decides; a script needs the token that `--token` makes.

    \b
    backstory trust                   this clone, and what is on its upstream's default branch
    backstory trust 8x1y2z3a          one record, as it is now
    backstory trust --all             everything that is here now
    """
    _ensure_one(refs, everything=everything, revoke=revoke, show=show, token=token)
    memory = open_memory()
    if token:
        return _revoke_token(memory) if revoke else _make_token(memory)
    before = api.trust_status(memory)
    if show:
        return TrustAnswer(memory, before, [])
    _confirm(memory, refs, everything=everything, revoke=revoke)
    status = _change_trust(memory, refs, everything=everything, revoke=revoke)
    memory = memory.reopened()
    refresh_surfaces(memory, at_once=True)
    untrusted = {*status.foreign, *status.waiting}
    newly_trusted = [] if revoke else [ident for ident in (*before.foreign, *before.waiting) if ident not in untrusted]
    return TrustAnswer(memory, status, newly_trusted)


def _change_trust(memory: "Memory", refs: Sequence[str], *, everything: bool, revoke: bool) -> "TrustStatus":
    if revoke:
        return api.revoke_trust(memory, refs)
    if refs:
        return api.trust_records(memory, refs)
    return api.trust_all(memory) if everything else api.trust_repository(memory)


def _ensure_one(refs: Sequence[str], *, everything: bool, revoke: bool, show: bool, token: bool) -> None:
    """Raises `Invalid` for options that exclude each other."""
    others = bool(refs) or everything or show
    if sum((bool(refs) and not revoke, everything, revoke, show)) > 1 or (refs and show) or (token and others):
        hint = "`backstory trust --help`"
        raise Invalid("`--all`, `--revoke`, `--show`, `--token` and ids exclude each other", hint=hint)


def _confirm(memory: "Memory", refs: Sequence[str], *, everything: bool, revoke: bool) -> None:
    titles = [f'{memory.get(ref).record.short} "{one_line(memory.get(ref).record.title, 60)}"' for ref in refs]
    words = ["backstory", "trust", *(["--all"] if everything else []), *(["--revoke"] if revoke else []), *refs]
    what = ", ".join(titles) or ("every record that is here now" if everything else "this clone and its upstream")
    if revoke:
        question = f"Withdraw the trust in {', '.join(titles) or 'everything here'}?"
    else:
        question = f"Trust {what}?"
    confirm_person(memory, question, " ".join(words))


def _make_token(memory: "Memory") -> TokenAnswer:
    question = "Make a token with which scripts can trust, reject and forget for you?"
    confirm_person(memory, question, "backstory trust --token", token=False)
    return TokenAnswer(make_token(memory.project.home), False)


def _revoke_token(memory: "Memory") -> TokenAnswer:
    confirm_person(memory, "Take the token of your scripts back?", "backstory trust --token --revoke")
    return TokenAnswer("", remove_token(memory.project.home))
