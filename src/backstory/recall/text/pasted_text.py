"""What a person pasted into a prompt, such as a plan that a model wrote: it is not what the person says."""

from typing import Final

from backstory.model.late_pattern import late_pattern

_STRUCTURE: Final = late_pattern(r"\s*(?:#{1,6}\s|\d{1,2}[.)]\s|[-*•+]\s|\*\*[^*\n]+\*\*|\|)")
"""How the lines of a document begin: headings, items, bold labels, tables."""
_LONG: Final = 1_500
"""Characters of a prompt below which nothing in it is taken for a document."""
_MANY: Final = 6
"""Lines of a document in a prompt that is one for the most part."""


def drop_document(text: str) -> str:
    """A prompt without the document that most of it is: what stands before and after it, in the person's own words."""
    if len(text) < _LONG:
        return text
    lines = text.splitlines()
    places = [number for number, line in enumerate(lines) if _STRUCTURE.match(line)]
    if len(places) < _MANY:
        return text
    before = lines[: places[0]]
    rest = "\n".join(lines[places[-1] + 1 :])
    after = rest if rest.startswith("\n") else rest.partition("\n\n")[2]
    return "\n".join([*before, after]).strip()
