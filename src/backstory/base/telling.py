"""Tells a title and a text that begins with it once, and the reason apart. Commands, briefs and the hook share it."""

WHY = "Why: "
"""How the paragraph with the reason begins, in a body that has a text before it."""
REASONED = frozenset(("decision", "fact", "pattern", "observation", "hypothesis", "question"))
"""Kinds whose body begins with the reason; that of others is what was seen, or any text. A test compares them with the
table of kinds."""
_ENDS = ",;:.!?"


class Told:
    """What a record says, in the order of telling."""

    def __init__(self, headline: str, text: str, reason: str, *, goes_on: bool) -> None:
        self.headline = headline
        """The title, or as much of it as the text goes on from."""
        self.text = text
        self.reason = reason
        self.goes_on = goes_on
        """Whether the text goes on in the middle of the headline's sentence or right after it."""


def tell(kind: str, title: str, lead: str) -> Told:
    """What a record says: its title, its text without the title, its reason. `lead` is the body up to its headings.

    The lead of `REASONED` kinds is the reason. A lead of several paragraphs may be any text: of other kinds than a
    decision it counts as the reason only where it says so.
    """
    prefix = title[: title.find(": ") + 2] if kind == "handoff" and title.startswith("For ") else ""
    opening, rest = split_opening(title, lead, prefix)
    text, reason = split_reason(rest)
    is_reason = not opening and not reason and kind in REASONED and (kind == "decision" or "\n" not in text)
    if is_reason and rest == lead.strip():
        text, reason = "", text
    return Told(opening or title, text, reason, goes_on=bool(opening))


def split_reason(text: str) -> tuple[str, str]:
    """(text, reason): the reason is what follows the first paragraph that begins with `Why: `."""
    before, mark, reason = f"\n\n{text}".partition(f"\n\n{WHY}")
    return (before.strip(), reason.strip()) if mark else (text.strip(), "")


def split_opening(title: str, text: str, prefix: str = "") -> tuple[str, str]:
    """(opening, rest) of a text that begins with the title: the title as far as whole words go, and the rest.

    The opening is empty where the text does not go on from the title. `prefix` is the part of the title that the text
    does not repeat.
    """
    text = text.strip()
    first, newline, others = text.partition("\n")
    first = " ".join(first.split())
    is_cut = title.endswith("…")
    stem = title[len(prefix) :].rstrip("…").rstrip()
    if not stem or not first.startswith(stem):
        shortened = first.endswith("…") and stem.startswith(first.rstrip("…").rstrip())
        return (title, "") if stem and shortened else ("", text)
    rest = first[len(stem) :]
    if rest[:1].isalnum() or rest[:1] == "_":
        if not is_cut:
            return "", text  # a longer word
        head, _, word = stem.rpartition(" ")
        stem, rest = (head, word + rest) if head else (stem, rest)
    signs = len(rest) - len(rest.lstrip(_ENDS))
    opening, rest = prefix + stem + rest[:signs], rest[signs:].strip()
    if not rest:
        return "", others.strip()
    return opening, f"{rest}{newline}{others}".strip()
