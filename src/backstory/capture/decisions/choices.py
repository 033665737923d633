"""What a prompt picks of the options that an answer gives, or answers to its questions."""

from collections.abc import Callable
from typing import Final

from backstory.capture.decisions.alternatives import find_chosen_way, find_mark, is_generic
from backstory.capture.decisions.approved_ways import find_approval, split_taken_back
from backstory.capture.decisions.decisions import accepts
from backstory.capture.decisions.late_picks import find_late_pick, find_named_pick
from backstory.capture.decisions.options import find_pick
from backstory.capture.decisions.questionnaires import MAX_PROMPT, count_offering, find_answers, find_questions
from backstory.capture.rules.errands import is_errand
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.prose import read_sentences
from backstory.capture.text.reasons import join_reasons, split_reason
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.patterns.option_lists import asks_for_options, find_options, lists_steps

_SEVERAL: Final = 2
"""Questions with options from which the mark of an option alone is not clear."""

_BARE: Final = late_pattern(r"\(?(?:[a-h]|[1-6]|i{1,3}|iv)[.)]?(?: (?:then|please|it is))?[.!]?")
"""A prompt that is the mark of an option and nothing else: a list with that mark was an offer, unless of steps."""

_LETTERS: Final = late_pattern(r"[A-Ha-h](?: over [A-Ha-h])?[.!]?")


def find_choices(prompt: str, answer: str, question: str, request: str = "") -> list[Candidate]:
    """What a prompt picks of the options, or answers to the questions, of the answer before it.

    `request`: the prompt before that. Where the answer only asks `which one?`, it says what the options are for.
    """
    if len(prompt) > MAX_PROMPT or not answer:
        return []
    before, instead = split_taken_back(prompt)
    if instead:
        return _find_last(prompt, before, instead, answer, question)
    questions = find_questions(answer)
    if answers := find_answers(prompt, questions):
        return [_add_request(one, question, request) for one in answers] if len(answers) == 1 else answers
    is_bare = _BARE.fullmatch(prompt.strip().lower()) is not None and not lists_steps(answer)
    is_offer = is_bare or (asks_for_options(request) and not lists_steps(answer))
    options = find_options(answer, is_offer=is_offer) if count_offering(questions) < _SEVERAL else {}
    pick = find_pick(prompt, options, "" if is_generic(question) else question)
    if pick is None and accepts(prompt) and (mark := find_mark(question, tuple(options))):
        pick = find_pick(mark, options)
        pick = pick._replace(quote=prompt) if pick else None
    pick = pick or find_chosen_way(prompt, question, answer)
    if pick and _LETTERS.fullmatch(pick.text):
        return []  # what they stand for was told earlier
    return [_add_request(_add_lead(pick, answer), question, request)] if pick else []


def _add_lead(pick: Candidate, answer: str) -> Candidate:
    """A pick that only names a place or a means, behind the line that leads to the options: `A limit could sit / 1. in
    the queue`."""
    if not _PLACE.match(pick.text.lower()):
        return pick
    before = answer.partition(pick.text)[0].splitlines()
    leads = [line.strip() for line in before if line.strip() and not _ITEM.match(line)]
    lead = leads[-1].rstrip(" :") if leads else ""
    return pick._replace(text=f"{lead} {pick.text}") if _LEAD.fullmatch(lead.lower()) else pick


_PLACE: Final = late_pattern(
    r"(?:in|inside|outside|at|on|by|with|as|through|from|behind|before|after|under|via|into|beside|within|between)\b"
)
_ITEM: Final = late_pattern(r"\s*(?:[-*+] )?\(?(?:[a-h]|\d)[.)]")
_LEAD: Final = late_pattern(r"(?!.*[.?!]$)[^:?]{6,60}\b(?:could|can|may|might|would|should) [\w -]{2,30}")
"""`A limit could sit`"""


def _find_last(prompt: str, before: str, instead: str, answer: str, question: str) -> list[Candidate]:
    """What a prompt picks last, where it takes back what it picked `before`."""
    former = find_choices(before, answer, question)
    if len(former) != 1 or is_errand(instead.lower()) or instead.endswith("?"):
        return []
    picks = find_choices(instead, answer, question)
    if picks:
        return [picks[0]._replace(quote=prompt)] if len(picks) == 1 and picks[0].text != former[0].text else []
    if len(instead.split()) < _LEAST_INSTEAD or not question:
        return []
    title = instead if is_generic(question) else f"{question} {instead}"
    text, why = split_reason(strip_end(title))
    return [former[0]._replace(text=text, why=why, parts={}, quote=prompt)]


_LEAST_INSTEAD: Final = 2
"""Words of what is chosen instead and is none of the options."""


def find_late_choices(prompt: str, answer: str, offer: str, list_decided: Callable[[], list[str]]) -> list[Candidate]:
    """What a prompt picks of the options of the answer before it by a word, or by its letter of those of an `offer`."""
    if len(prompt) > MAX_PROMPT:
        return []
    sentences = read_sentences(prompt, person=True)
    if split_taken_back(prompt)[1]:
        return []
    options = find_options(answer) if answer and not lists_steps(answer) else {}
    pick = find_named_pick(sentences, options)
    approval = find_approval(prompt, [*options.values()]) if pick else None
    if pick and approval and strip_end([*options.values()][approval.way]) != pick.text and approval.is_clear:
        pick = None
    if pick is None and offer and offer != answer:
        pick = find_late_pick(sentences, find_options(offer, is_offer=True), list_decided())
    return [pick] if pick else []


def offers_letters(answer: str, request: str = "") -> bool:
    """Whether an answer to a request lists options with letters."""
    return "a" in find_options(answer, is_offer=asks_for_options(request)) and not lists_steps(answer)


def _add_request(pick: Candidate, question: str, request: str) -> Candidate:
    """A pick with what the person asked, where the question of the agent says nothing of it."""
    asked = _find_asked(request) if not question or is_generic(question) else ""
    return pick._replace(why=join_reasons(pick.why, f"Asked: {asked}")) if asked else pick


def _find_asked(request: str) -> str:
    """The first question of a prompt that says what it is about."""
    questions = (one.text for one in read_sentences(request, person=True) if one.is_question)
    return next((one for one in questions if _LEAST_ASKED <= len(one.split()) <= _MOST_ASKED), "")


_LEAST_ASKED: Final = 4
_MOST_ASKED: Final = 40
"""Words of a question that says so."""
