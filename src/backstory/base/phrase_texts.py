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
        self.texts = {kind: join_phrases(text) for kind, text in texts.items()}
        self._all = "".join(self.texts.values())

    def find(self, line: str) -> "dict[str, list[str]]":
        """What is asked for -> the phrases that ask for it, in a line of words with a blank around each. More than one
        blank parts what is read together."""
        runs = [run.split() for run in line.split("  ")]
        if sum(map(len, runs)) > _MOST:
            phrases = [one for kind in self.texts for one in self.list_all(kind) if f" {one} " in line]
        else:
            phrases = [phrase for run in runs for phrase in self._list_known(run)]
        kinds = self.texts.items() if phrases else ()
        return {kind: known for kind, text in kinds if (known := [one for one in phrases if f";{one};" in text])}

    def list_all(self, kind: str) -> "list[str]":
        """The phrases that ask for something."""
        return [one for one in self.texts.get(kind, "").split(";") if one]

    def has_word(self, word: str) -> bool:
        """Whether a word is in one of the phrases."""
        return any(f"{before}{word}{behind}" in self._all for before in "; " for behind in "; ")

    def _list_known(self, words: "Sequence[str]") -> "list[str]":
        """The phrases in words that follow each other."""
        known: list[str] = []
        for place, word in enumerate(words):
            phrase = word
            if f";{word};" in self._all:
                known.append(word)
            if f";{word} " in self._all:
                for other in words[place + 1 : place + LONGEST]:
                    phrase = f"{phrase} {other}"
                    if f";{phrase};" in self._all:
                        known.append(phrase)
        return known


def join_phrases(text: str) -> str:
    """A text of phrases with one `;` between two, at its beginning and at its end."""
    return ";" + text.strip().replace("\n", ";").replace("; ", ";") + ";"


def opens_with(words: "Sequence[str]", openings: str) -> bool:
    """Whether words begin with one of the phrases of `join_phrases`."""
    line = ";"
    for word in words[:LONGEST]:
        line += word
        if f"{line};" in openings:
            return True
        line += " "
    return False
