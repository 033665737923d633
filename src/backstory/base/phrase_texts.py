"""Phrases that are looked for in the words of a prompt as their text stands: to take a text apart costs the hook
process more than to search it.

In a text `;` and the end of a line stand between two phrases.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST = 8
"""Words of a phrase, at most."""
_MOST = 40
"""Words of a prompt above which it costs less to look for one phrase after the other."""


class PhraseTexts:
    """Phrases by what they ask for."""

    def __init__(self, texts: "Mapping[str, str]") -> None:
        self.texts = texts
        self._all = join_phrases("\n".join([text.strip() for text in texts.values()]))

    def find(self, line: str) -> "dict[str, list[str]]":
        """What is asked for -> the phrases that ask for it, in a line of words with a blank around each. More than one
        blank parts what is read together."""
        runs = [run.split() for run in line.split("  ")]
        if sum(map(len, runs)) > _MOST:
            phrases = [one for kind in self.texts for one in self.list_all(kind) if f" {one} " in line]
        else:
            phrases = [phrase for run in runs for phrase in self._list_phrases(run)]
        return {kind: known for kind in self.texts if (known := self._choose(kind, phrases))} if phrases else {}

    def _choose(self, kind: str, phrases: "Sequence[str]") -> "list[str]":
        """Those of the phrases that ask for something."""
        near = [one for one in phrases if one in self.texts[kind]]  # a text is seldom taken apart for nothing
        text = join_phrases(self.texts[kind]) if near else ""
        return [one for one in near if f";{one};" in text]

    def list_all(self, kind: str) -> "list[str]":
        """The phrases that ask for something."""
        return [one for one in join_phrases(self.texts.get(kind, "")).split(";") if one]

    def has_word(self, word: str) -> bool:
        """Whether a word is in one of the phrases."""
        return any(f"{before}{word}{behind}" in self._all for before in "; " for behind in "; ")

    def _list_phrases(self, words: "Sequence[str]") -> "list[str]":
        """The phrases in words that follow each other."""
        known: list[str] = []
        find = self._all.find
        for place, word in enumerate(words):
            phrase = word
            begin = find(f";{word}")
            if begin >= 0 and find(f";{word};", begin) >= 0:
                known.append(word)
            if begin >= 0:
                begin = find(f";{word} ", begin)
            for other in words[place + 1 : place + LONGEST]:
                if begin < 0:
                    break  # no phrase begins so
                phrase = f"{phrase} {other}"
                begin = find(f";{phrase}", begin)
                if begin >= 0 and find(f";{phrase};", begin) >= 0:
                    known.append(phrase)
        return known


def join_phrases(text: str) -> str:
    """A text of phrases with one `;` between two, at its beginning and at its end."""
    return ";" + text.strip().replace("\n", ";").replace("; ", ";") + ";"


_joined: "dict[str, str]" = {}


def opens_with(words: "Sequence[str]", openings: str) -> bool:
    """Whether words begin with one of the phrases of a text. It is taken apart when the first word is in it."""
    if not words or words[0] not in openings:
        return False
    if openings not in _joined:
        _joined[openings] = join_phrases(openings)
    openings = _joined[openings]
    line = ";"
    for word in words[:LONGEST]:
        line += word
        if f"{line};" in openings:
            return True
        line += " "
    return False
