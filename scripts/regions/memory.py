"""The tables of the index, of the brief, and of what goes in and out."""

from regions.table import table


def schema() -> str:
    """The index's tables, as they are made."""
    from backstory.index import schema as module

    text = "\n".join(
        v.strip() for k, v in vars(module).items() if k.isupper() and isinstance(v, str) and "CREATE " in v
    )
    return f"```sql\n{text}\n```"


def brief_sections() -> str:
    """The sections of a brief in order of priority, with their share of the room."""
    from backstory.recall.sections import SECTIONS

    rows = [(s.title, f"{s.share:.0%}" if s.share else "first") for s in SECTIONS.values()]
    return table(("section", "room"), rows)


def signals() -> str:
    """What makes a record relevant, with its weight."""
    from backstory.recall import rank
    from backstory.recall.rank import CHANGED, GONE, staleness_penalty
    from backstory.recall.text.content import Place

    def worst(state: str) -> float:
        return -staleness_penalty([Place("", "", state, "")])

    rows = [
        ("fits the goal or query (best search score is 1)", rank.MATCH),
        ("shares files with the work at hand", rank.FILES),
        ("came through a trusted channel", rank.TRUST),
        (f"is recent (half after {rank.HALF_LIFE:.0f} days)", rank.RECENCY),
        ("was made in the last sessions of this branch, or on it since they began", rank.WORK),
        ("was made on the branch that is checked out", rank.BRANCH),
        ("was made at the end of the work at hand", rank.LATEST),
        ("says more than its title", rank.REASON),
        ("is a failure that was resolved", -rank.SETTLED),
        ("is about code that has changed since", worst(CHANGED)),
        ("is about code that is gone (left out entirely when none of it exists)", worst(GONE)),
    ]
    return table(("a record that", "gains at most"), [(what, f"{weight:+.2f}") for what, weight in rows])


def import_sources() -> str:
    """The tools whose memory can be taken in."""
    from backstory.imports.table import SOURCES

    rows = [
        (
            " ".join(f"`{name}`" for name in (source.name, *source.aliases)),
            source.title,
            "<br>".join(f"`{place}`" for place in source.places) or "with a path",
            source.becomes,
            source.lost or "",
        )
        for source in SOURCES
    ]
    return table(("source", "what it is", "place", "becomes", "not imported"), rows)


def export_forms() -> str:
    """The formats of other tools that records can be written in."""
    from backstory.exports.table import FORMS

    rows = [
        (" ".join(f"`{name}`" for name in (form.name, *form.aliases)), form.title, form.becomes, form.lost)
        for form in FORMS
    ]
    return table(("`--to`", "what it is", "contains", "not exported"), rows)
