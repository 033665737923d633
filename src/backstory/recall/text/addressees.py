"""Whom a handoff is addressed to."""

EVERYBODY = frozenset(("next", "anyone", "anybody", "everyone", "everybody", "all", "team", "whoever comes next"))
"""Addresses that mean whoever reads the handoff."""


def is_for(to: str, who: str, agent: str) -> bool:
    """Whether a handoff addressed to `to` is for the person `who` (`Name <mail>`) or for the agent.

    `to` may name several, separated by commas, `and` or `&`: by full name, first name, mail, the mail's local part or
    the agent's name, in any case, with or without a leading `@`. Without an address, and with one of `EVERYBODY`, it is
    for whoever comes next.
    """
    names = EVERYBODY | names_of(who) | ({agent.strip().lower()} if agent.strip() else set())
    return not to.strip() or any(_addressee(one) in names for one in _split_addresses(to))


def names_of(who: str) -> set[str]:
    """The names of a person: full name, first name, mail, its local part; in lower case."""
    name, _, mail = who.partition("<")
    name, mail = " ".join(name.split()).lower(), mail.strip(" >").lower()
    if not mail and "@" in name:
        name, mail = "", name
    return set(filter(None, (name, name.partition(" ")[0], mail, mail.partition("@")[0])))


def _addressee(to: str) -> str:
    """The one name that an address means: the mail if it has one, since two people may share a first name."""
    name, _, mail = to.partition("<")
    return (mail.strip(" >") or " ".join(name.split()).lstrip("@")).lower()


def _split_addresses(to: str) -> list[str]:
    for word in (" and ", "&", ";"):
        to = to.replace(word, ",")
    return [one.strip() for one in to.split(",") if one.strip()]
