"""Whom a handoff is for."""


def is_for(to: str, who: str, agent: str) -> bool:
    """Whether a handoff addressed to `to` is meant for the person `who` (`Name <mail>`) or for the agent.

    `to` may name several, separated by commas, `and` or `&`: by whole name, first name, mail, the mail's local part or
    the agent's name, in any case, with or without a leading `@`. No address means whoever comes next.
    """
    names = known_as(who) | ({agent.strip().lower()} if agent.strip() else set())
    return not to.strip() or any(_called(one) in names for one in _several(to))


def known_as(who: str) -> set[str]:
    """What a person is called: whole name, first name, mail, its local part; in lower case."""
    name, _, mail = who.partition("<")
    name, mail = " ".join(name.split()).lower(), mail.strip(" >").lower()
    if not mail and "@" in name:
        name, mail = "", name
    return {n for n in (name, name.partition(" ")[0], mail, mail.partition("@")[0]) if n}


def _called(to: str) -> str:
    """The one name that an address stands for: the mail when there is one, for two people may share a first name."""
    name, _, mail = to.partition("<")
    return (mail.strip(" >") or " ".join(name.split()).lstrip("@")).lower()


def _several(to: str) -> list[str]:
    for word in (" and ", "&", ";"):
        to = to.replace(word, ",")
    return [one.strip() for one in to.split(",") if one.strip()]
