"""Splits what a record says into headline, text and reason, so that no sentence is printed twice.

Commands, briefs and the hook share it.
"""

WHY = "Why: "
"""How the paragraph with the reason begins, in a body that has a text before it."""
REQUESTS = {"Asked for: ": "Asked for by the user: ", "Asked: ": "Asked by the user: "}
"""How a reason begins that is only the request, and what is printed for it."""
REASONED = frozenset(("decision", "fact", "pattern", "observation", "hypothesis", "question"))
"""Kinds whose body begins with the reason. The body of other kinds is what was observed, or any text. A test compares
this list with the table of kinds."""
_ENDS = ",;:.!?"


class Statement:
    """What a record says, in the order in which it is printed."""

    def __init__(self, headline: str, text: str, reason: str, *, continues: bool) -> None:
        self.headline = headline
        """The title, or as much of it as the text continues."""
        self.text = text
        self.reason = reason
        self.continues = continues
        """Whether the text continues the headline, within its sentence or right after it."""


def split_statement(kind: str, title: str, lead: str) -> Statement:
    """Splits a record into title, text without the title, and reason. `lead` is the body up to its headings.

    The lead of `REASONED` kinds is the reason. A lead of several paragraphs may be any text, so it counts as the reason
    only for a decision, or where it begins with `Why: `.
    """
    prefix = title[: title.find(": ") + 2] if kind == "handoff" and title.startswith("For ") else ""
    opening, rest = split_opening(title, lead, prefix)
    text, reason = split_reason(rest)
    is_reason = (
        not (opening or lead.startswith("## "))
        and not reason
        and kind in REASONED
        and (kind == "decision" or "\n" not in text)
    )
    if is_reason and rest == lead.strip():
        text, reason = "", text
    return Statement(opening or title, text, reason, continues=bool(opening))


def split_reason(text: str) -> tuple[str, str]:
    """(text, reason): the reason is what follows the first paragraph that begins with `Why: `."""
    before, mark, reason = f"\n\n{text}".partition(f"\n\n{WHY}")
    return (before.strip(), reason.strip()) if mark else (text.strip(), "")


def label_reason(reason: str) -> tuple[str, str]:
    """(label, text) of a reason as it is printed; what the user asked for is no reason and is called what it is."""
    for beginning, label in REQUESTS.items():
        if reason.startswith(beginning):
            return label, reason.removeprefix(beginning)
    return (WHY, reason) if reason else ("", "")


def split_opening(title: str, text: str, prefix: str = "") -> tuple[str, str]:
    """(opening, rest) of a text that begins with the title: the title up to its last whole word, and the rest.

    The opening is empty where the text does not continue the title. `prefix` is the part of the title that the text
    does not repeat.
    """
    text = text.strip()
    first, newline, others = text.partition("\n")
    first = " ".join(first.split())
    stem = title[len(prefix) :]
    is_cut = _is_cut(stem)
    if is_cut:
        stem = stem.rstrip("…")
    if not stem or not first.startswith(stem):
        begin = first.rstrip("…").rstrip() if first.endswith("…") else ""
        return (title, "") if begin and stem.startswith(begin) else ("", text)
    rest = first[len(stem) :]
    if rest[:1].isalnum() or rest[:1] == "_":
        if not is_cut:
            return "", text  # a longer word
        stem, rest = _back_to_word(stem, rest)
    signs = len(rest) - len(rest.lstrip(_ENDS))
    opening, rest = prefix + stem + rest[:signs], rest[signs:].strip()
    if not rest:
        return "", others.strip()
    return opening, f"{rest}{newline}{others}".strip()


def _is_cut(title: str) -> bool:
    """Whether a title was cut, and has no ellipsis of its own: a cut leaves no blank or sign before it."""
    stem = title.rstrip("…")
    return stem != title and stem[-1:] not in ("", " ", ",", ";", ":")


def _back_to_word(stem: str, rest: str) -> tuple[str, str]:
    """The same, parted before the word that was cut."""
    head, _, word = stem.rpartition(" ")
    return (head, word + rest) if head else (stem, rest)
