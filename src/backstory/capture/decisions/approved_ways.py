"""Which of several offered ways a person approves by its name: `fnmatch is fine but make it case sensitive`.

What somebody only concedes (`fnmatch is fine too`, `X is fine, but too heavy`) approves nothing.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.base.reversals import stem_words
from backstory.base.tokenizer import identifier_parts
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.revisions import content_words

_APPROVES: Final = Pattern(
    r"(?:^|[.;,!] +|\b(?:so|then|and|but) )(?P<what>[^\s,;:.!?](?:[^,;:!?.]|\.(?=\S)){0,40}?) (?:is|are|would be|sounds"
    r"|looks|seems|ist|wäre|klingt|est|serait|está|es) (?:(?:just|perfectly|totally|absolutely|ganz|völlig|très) )?"
    r"(?:fine|ok(?:ay)?|good|great|right|perfect|gut|in ordnung|okay|recht|bien|parfait|perfecto)\b"
    r"(?P<rest>[^.;!?]*)"
)
_CHANGES: Final = Pattern(
    r"\W*(?:(?:then|please|for me|with me|by me|here|for this|bitte)\W*)*(?:$|(?:but|as long as|if|when|provided"
    r"|aber|solange|mais|pero)\b (?:please |then |bitte )?(?:(?:it|that|they|you|we|es) (?:must|has to|should|needs to"
    r"|keeps?|stays?|muss|soll)|make|keep|use|let|add|do|don't|only|with|without|not|in|mach\w*|nur|mit|ohne|sans"
    r"|avec|sin|con)\b)"
)
"""What may follow an approval: nothing, or how the way is to be changed."""


class Approval(NamedTuple):
    """A way that a person approves."""

    way: int
    rest: str
    """What the person says behind it."""
    is_clear: bool
    """Whether no more is said of it than how it is to be changed."""


def find_approval(line: str, ways: Sequence[str]) -> Approval | None:
    """The last of the ways that a line approves by a word which no other one has."""
    approval: Approval | None = None
    for match in _APPROVES.finditer(line.replace("’", "'").lower()):
        fitting = list_fitting(match["what"], ways)
        if len(fitting) == 1:
            rest = line[match.start("rest") :].strip()
            approval = Approval(fitting[0], rest, _CHANGES.match(match["rest"]) is not None)
    return approval


def list_fitting(words: str, ways: Sequence[str]) -> list[int]:
    """The ways that have all the telling words, in whatever form: `glob` stands in `fnmatch globs` too."""
    named = _list_stems(words)
    return [place for place, way in enumerate(ways) if named and named <= _list_stems(way)]


def _list_stems(text: str) -> frozenset[str]:
    return stem_words(content_words(f"{text} {identifier_parts(text)}".lower()))


_BACK: Final = Pattern(
    r"(?:^|[.,;:!…–—-]\s+)(?:(?:oh|ah|ach|h+m+|uh|ok(?:ay)?|well|but)[\s,.…]+)*"
    r"(?:(?:no|nah|nope|nein|nee|non)[\s,.…]+(?:wait|hold on|actually|sorry|moment|warte|doch|halt|attends|espera)"
    r"|(?:wait|hold on|actually|sorry|moment(?: mal)?|warte|halt|attends|espera)[\s,.…]+(?:(?:actually|doch)[\s,]+)?"
    r"(?:no|nah|nope|nein|nee|non|doch nicht|rather|lieber|better|make (?:it|that))"
    r"|(?:scratch|strike) that|on second thoughts?|i take (?:that|it) back|doch lieber|ach nee?|finalement non"
    r"|mejor no|changed my mind)\b[\s,.:!…–—-]*"
)


def split_taken_back(line: str) -> tuple[str, str]:
    """What a person chooses and takes back at once, and what they say instead; empty where nothing is taken back."""
    plain = line.replace("’", "'").lower()
    match = next((one for one in reversed(list(_BACK.finditer(plain))) if line[: one.start()].strip(" .,;")), None)
    return (line[: match.start()].strip(), line[match.end() :].strip()) if match else ("", "")


def picks(quote: str) -> bool:
    """Whether a sentence approves one way with a change for the task: `redis is ok but keep the keys short`."""
    return _PICKS.match(quote.replace("’", "'").replace("`", "").lower()) is not None


_PICKS: Final = Pattern(
    r"(?:(?:ok(?:ay)?|yes|well|so|hm+)[\s,]+)*(?!(?:it|that|this|everything|which|what)\b)[\w·./-]+(?: [\w·./-]+)? is"
    r" (?:just |totally )?(?:fine|ok(?:ay)?|good)(?: (?:for|with|by) me)?,? but (?:please )?"
    r"(?:make|keep|use|add|let|give|put|do|set|call|name)\b"
    r"(?!.*\b(?:always|never|every|each|from now on|in general)\b)"
)
