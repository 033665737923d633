"""What a prompt lays down, also where its contractions lack their apostrophe."""

from backstory.capture.decisions.approved_ways import picks
from backstory.capture.decisions.conclusions import add_conclusions
from backstory.capture.decisions.named_places import puts_elsewhere
from backstory.capture.decisions.verdicts import find_verdicts
from backstory.capture.selection import select_prompt
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.contractions import add_apostrophes, restore_words
from backstory.capture.text.prose import read_sentences


def read_prompt(prompt: str, question: str = "", proposed: str = "") -> list[Candidate]:
    """The rules, decisions and findings of a prompt, in the words of the person.

    `question` and `proposed` are what the agent asked and proposed last.
    """
    spelled, added = add_apostrophes(prompt)
    sentences = read_sentences(spelled, person=True)
    selected = select_prompt(spelled, question, "" if puts_elsewhere(sentences, proposed) else proposed)
    selected = [one._replace(kind="decision") if one.kind == "rule" and picks(one.quote) else one for one in selected]
    selected = add_conclusions(selected, sentences)
    verdicts = find_verdicts(read_sentences(spelled, person=True))
    rules = " ".join(one.quote for one in selected if one.kind == "rule")
    verdicts = [one for one in verdicts if one.quote.split(". ")[0] not in rules]
    selected = [one for one in selected if not any(one.quote in other.quote for other in verdicts)] + verdicts
    return [restore_words(one, added) if added else one for one in selected]
