"""What a prompt lays down, also where its contractions lack their apostrophe."""

from backstory.capture.decisions.approved_ways import picks
from backstory.capture.decisions.conclusions import add_conclusions
from backstory.capture.decisions.named_places import puts_elsewhere
from backstory.capture.decisions.turned_choices import add_turned_choices
from backstory.capture.decisions.verdicts import find_verdicts
from backstory.capture.decisions.worded_choices import add_worded_choices
from backstory.capture.rules.antecedents import name_antecedents
from backstory.capture.rules.closing_clauses import add_closing_rules
from backstory.capture.rules.relayed_rules import name_relayed
from backstory.capture.rules.reproaches import add_reproaches
from backstory.capture.rules.rule_display import shorten_rules, tidy_rules
from backstory.capture.rules.rule_openings import drop_opening
from backstory.capture.rules.rule_qualifiers import restore_qualifiers
from backstory.capture.rules.rule_reasons import add_reasons
from backstory.capture.rules.rules_between import add_rules_between
from backstory.capture.rules.standing_conditions import add_standing_conditions
from backstory.capture.rules.standing_limits import SURE
from backstory.capture.rules.trial_prompts import drop_of_trial
from backstory.capture.rules.widened_orders import add_widened_orders
from backstory.capture.rules.worded_rules import add_worded_rules
from backstory.capture.rules.wordy_rules import add_wordy_rules
from backstory.capture.selection import select_prompt
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.contractions import add_apostrophes, restore_words
from backstory.capture.text.prose import Sentence, read_sentences


def read_prompt(prompt: str, question: str = "", proposed: str = "") -> list[Candidate]:
    """The rules, decisions and findings of a prompt, in the words of the person.

    `question` and `proposed` are what the agent asked and proposed last.
    """
    spelled, added = add_apostrophes(prompt)
    sentences = read_sentences(spelled, person=True)
    selected = select_prompt(spelled, question, "" if puts_elsewhere(sentences, proposed) else proposed)
    selected = [one._replace(kind="decision") if one.kind == "rule" and picks(one.quote) else one for one in selected]
    selected = add_worded_rules(add_conclusions(selected, sentences), sentences)
    selected = add_turned_choices(add_worded_choices(selected, sentences), sentences)
    selected = [drop_opening(one) for one in _add_verdicts(selected, sentences)]
    selected = add_wordy_rules(shorten_rules(selected), sentences, spelled)
    selected = add_standing_conditions(add_rules_between(selected, sentences), sentences)
    selected = add_widened_orders(name_antecedents(selected, sentences), sentences)
    selected = add_closing_rules(add_reproaches(selected, sentences), sentences)
    selected = restore_qualifiers(tidy_rules(selected), sentences, spelled)
    selected = add_reasons(name_relayed(drop_of_trial(selected, sentences), spelled), sentences)
    return [restore_words(one, added) if added else one for one in selected]


def _add_verdicts(selected: list[Candidate], sentences: list[Sentence]) -> list[Candidate]:
    """The statements with what goes and what stays by the person's word, unless a rule says it."""
    rules = " ".join(one.quote for one in selected if one.kind == "rule")
    verdicts = [one for one in find_verdicts(sentences) if one.quote.split(". ")[0] not in rules]
    covered = [one for one in selected if any(one.quote in other.quote for other in verdicts)]
    covered = [one for one in covered if one.kind != "rule" or one.confidence < SURE]
    return [one for one in selected if one not in covered] + verdicts
