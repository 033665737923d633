"""The words that all forms share: who said it, when, about which code, what became of that code."""

from itertools import chain
from typing import Final

from backstory.base.statement import Statement, split_statement
from backstory.model.ids import short_id
from backstory.model.kinds import KINDS
from backstory.recall.text.content import Brief, Item, Missed, Note, Place
from backstory.render.safe import escape_line, join_lines

ROOMY: Final = 600
"""Tokens from which a brief says how to go on reading."""
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
HOW: Final = {"observed": "observed", "inferred": "inferred", "imported": "imported"}
"""Channels that are named; what somebody said on purpose needs no remark."""
_PARTS: Final = list(chain.from_iterable(kind.parts for kind in KINDS.values()))
LABELS: Final = {part.name: part.label or part.name for part in _PARTS if part.flags and (part.heading or part.label)}
"""Part -> its name in a sentence. Any other part is the lead, which has no name."""
HIDDEN_PARTS: Final = frozenset(part.name for part in _PARTS if not part.flags)
"""Parts that Backstory captures itself, and that git shows better."""
_BEGIN: Final = (
    'To begin: `backstory ingest` takes in earlier sessions, `backstory remember decision "..."` records one.'
)
TAGS: Final = 4
"""Most tags shown with a record."""


def person(author: str) -> str:
    """`Ada Lovelace` of `Ada Lovelace <ada@example.org>`; the mail's local part when there is no name."""
    name, _, mail = author.partition("<")
    return escape_line(name) or escape_line(mail.strip("<> ").partition("@")[0])


def speaker(item: Item) -> str:
    """`Ada`, `claude-code`, or `Ada via claude-code`. A name has no brackets that could be taken for a tag."""
    return escape_line(item.speaker.replace("<", " ").replace(">", " "))


def origin(item: Item, brief: Brief | None = None) -> str:
    """`Ada via claude-code, inferred, 2026-11-20, feat/pay`: what is known of it, without what the head of the brief
    says for all. What was recorded in the work at hand bears no day, unless the head names another one."""
    return ", ".join(filter(None, (source(item, brief), origin_branch(item, brief))))


def source(item: Item, brief: Brief | None = None) -> str:
    """The same without the branch."""
    common = brief.common if brief else {}
    who, day = speaker(item), escape_line(item.made[:10])
    parts = (
        "" if item.speaker == common.get("speaker") else who or ("unknown" if "speaker" in common else ""),
        HOW.get(item.how, ""),
        "" if day == common.get("day") or ("day" not in common and item.current) else day,
    )
    return ", ".join(filter(None, parts))


def origin_branch(item: Item, brief: Brief | None) -> str:
    """The branch of a record, where it is neither that of the brief nor the one that the head names for most."""
    common = brief.common.get("branch", "") if brief else ""
    expected = common or (brief.branch if brief else "")
    return "" if brief and item.branch == expected else escape_line(item.branch)


def common_origin(brief: Brief) -> str:
    """The sentence of the head about who said most of it and when; empty where nothing is common."""
    branch = escape_line(brief.common.get("branch", ""))
    some = [escape_line(brief.common.get(name, "")) for name in ("speaker", "day")]
    names = ", ".join(filter(None, (*some, f"on {branch}" if branch else "")))
    return f" Unless noted: {names}." if names else ""


def note_origin(note: Note, brief: Brief | None = None) -> str:
    """Who said it, when and, where it is not the branch of the brief, on which branch."""
    where = "" if brief and note.where == brief.branch else escape_line(note.where)
    return ", ".join(filter(None, (person(note.by), escape_line(note.made[:10]), where)))


def is_elsewhere(note: Note, brief: Brief) -> bool:
    """Whether a note was written on another branch than the one of the brief."""
    return note.where not in ("", brief.branch)


def elsewhere_of(note: Note, brief: Brief) -> str:
    """`on feat/pay`, for a note of another branch than the one of the brief."""
    return f"on {escape_line(note.where)}" if brief.branch and is_elsewhere(note, brief) else ""


def about(item: Item, *, implied: bool = True) -> list[str]:
    """The code it is about, each with what became of it; without `implied`, only what does not go without saying."""
    places = [place for place in item.anchors if implied or not place.implied]
    return [escape_line(place.target) + fate(place) for place in places]


def fate(place: Place) -> str:
    """What became of the code, in brackets after a blank; empty if nothing did."""
    moved = f" (now {escape_line(place.now)})" if place.now else " (moved)"
    return {"changed": " (changed since)", "gone": " (gone)", "moved": moved}.get(place.state, "")


def standing(item: Item) -> str:
    """Status or outcome where it matters to a reader: `failed`, `unverified`, `open`, `resolved`, `superseded`, …"""
    if item.superseded_by:
        return "superseded"
    if item.against:
        return f"in conflict with {', '.join(escape_line(short) for short in item.against[:3])}"
    outcome = item.fields.get("outcome", "")
    if outcome in ("failed", "worked"):
        return outcome
    kind = KINDS.get(item.kind)
    if kind is None or kind.status_words is None:
        return ""
    return kind.status_words.get(item.status, escape_line(item.status))


def tags(item: Item) -> str:
    return " ".join("#" + escape_line(tag) for tag in item.tags[:TAGS])


def lead(item: Item) -> str:
    """The text under no heading, whatever the kind calls it."""
    for name, value in item.parts.items():
        if isinstance(value, str) and name not in LABELS:
            return value
    return ""


def split_item(item: Item) -> Statement:
    """The content of a record, without repetition: headline, text, reason."""
    return split_statement(item.kind, item.title, lead(item))


def lists(item: Item) -> list[tuple[str, list[str]]]:
    """The other parts: what each is called in a sentence, and its items."""
    return [
        (LABELS.get(name, escape_line(name)), [value] if isinstance(value, str) else value)
        for name, value in item.parts.items()
        if name not in HIDDEN_PARTS and (name in LABELS or not isinstance(value, str))
    ]


def own_fields(item: Item) -> list[tuple[str, str]]:
    """Fields of the kind that say something to a reader."""
    kind = KINDS.get(item.kind)
    names = [field.name for field in kind.fields if field.in_brief] if kind else []
    return [(name, item.fields[name]) for name in names if item.fields.get(name)]


def named_parts(item: Item) -> list[str]:
    """`Instead of: a; b`, `Impact: c`: all but the lead, and what the title says already."""
    title = item.title.lower()
    lacking = [(name, [one for one in values if one.lower() not in title]) for name, values in lists(item)]
    named = [*((name, [value]) for name, value in own_fields(item)), *(one for one in lacking if one[1])]
    return [f"{name.capitalize()}: {'; '.join(map(join_lines, values))}" for name, values in named]


def silence(brief: Brief) -> str:
    """The text of a brief without records."""
    if not brief.silent:
        return ""
    if not brief.considered and brief.as_of and not brief.narrowed:
        return f"Nothing was remembered {escape_line(brief.as_of)}."
    if not brief.considered and brief.elsewhere and not brief.narrowed:
        return "No record belongs to what is checked out."
    if not brief.considered:
        return "No record matches." if brief.narrowed else f"Nothing is remembered yet. {_BEGIN}"
    return "No record applies here: all are archived, superseded, or of another branch."


def more(brief: Brief) -> str:
    """A note on records left out for lack of room, with the command that finds them; empty if none were."""
    if not brief.omitted:
        return ""
    records = "record" if brief.omitted == 1 else "records"
    return f"{brief.omitted} more {records}: `{escape_line(brief.more)}`"


def elsewhere(brief: Brief) -> str:
    """How many records only other branches have; empty when there are none."""
    return ", ".join(f"{count} more {_on(branch)}" for branch, count in brief.elsewhere.items())


def _on(branch: str) -> str:
    name = escape_line(branch).replace("`", "")
    return f"on `{name}`" if name else "at other commits"


def with_rest(text: str, item: Item, brief: Brief) -> str:
    """The text of a record and, when it was shortened, the mark that says so and how to get the rest. Where pinned
    records were cut for want of room, the warning on top has said it for all of them; a short brief has no ids."""
    if not item.shortened:
        return text
    hint = "" if brief.warnings or brief.budget < ROOMY else f" (`backstory show {escape_line(item.short)}`)"
    return f"{text.removesuffix('…').rstrip()} …{hint}"


def date(iso: str) -> str:
    """`20 November 2026` of `2026-11-20T…`; the text itself when it is no date."""
    year, month, day = iso[:4], iso[5:7], iso[8:10]
    if year.isdigit() and month.isdigit() and day.isdigit() and 1 <= int(month) <= 12:
        return f"{int(day)} {MONTHS[int(month) - 1]} {year}"
    return escape_line(iso)


def describe_missed(missed: Missed) -> str:
    """`decision 3f2k9x7c: Use psycopg 3 (no room: ...)`."""
    name = f"{escape_line(missed.kind)} {short_id(missed.id)}" if missed.id else missed.kind
    return f"{name}: {escape_line(missed.text)} ({escape_line(missed.reason)})"
