"""Which sentences of a message become candidates.

Two things speak for a sentence: words by which rules, decisions and findings are recognised (`rules`, `decisions`,
`statements`), and the weights of its signals (`classifier`). What the words find is kept unless the weights are
nearly sure that it is nothing; what only the weights find is kept when they are fairly sure.
"""

from collections.abc import Iterable
from typing import Final

from backstory.capture import cues
from backstory.capture.candidate import Candidate
from backstory.capture.classifier import Verdict, classify
from backstory.capture.decisions import find_decisions, make_decision
from backstory.capture.patterns import Pattern
from backstory.capture.prose import Sentence, read_sentences
from backstory.capture.rules import find_rules, make_rule
from backstory.capture.signals import Place
from backstory.capture.statements import find_statements, make_statement, may_state
from backstory.capture.work_state import find_work_state

VETO: Final = 0.95
"""How sure it has to be that a sentence is nothing, for it to be left out though its words say otherwise."""
SURE: Final = 0.9
"""Confidence of words that nothing overrules."""
MIN_PERSON: Final = 0.45
"""How likely a sentence of the person has to be what it is taken for, when nothing else speaks for it."""
MIN_AGENT: Final = 0.5
_MAX_TEXT: Final = 400
_MIN_WORDS: Final = 3
_GIVES_WAY: Final = Pattern(
    r"^(?:yes|ok(?:ay)?|makes sense|sounds|good|right|sure|fine|agreed)\b.*\b(?:but|except|however)\b"
)
"""An agreement that is taken back in the same breath decides nothing."""
_MARGINS: Final = {"rule": 0.22}
_LABELS: Final = {"fact": "finding", "observation": "finding"}
_STATED: Final = ("finding", "decision", "attempt")


def select_prompt(prompt: str, asked: str = "", proposed: str = "") -> list[Candidate]:
    """The rules, decisions and findings of a prompt. What is a rule is no decision as well.

    `asked` and `proposed` are what the agent asked and proposed last.
    """
    sentences = read_sentences(prompt, person=True)
    rules = find_rules(prompt)
    quoted = {rule.quote for rule in rules}
    cued = [*rules, *(one for one in find_decisions(prompt, asked, proposed) if one.quote not in quoted)]
    chosen = [one for one in cued if "accepted" in one.tags]
    for place, sentence in enumerate(sentences):
        mine = find_own(sentence, cued)
        verdict = classify(Place(sentences, place, bool(asked)), label_cues(mine), person=True)
        chosen += _keep(mine, verdict) if mine else _add_person(sentences, place, verdict, chosen)
    return chosen


def select_answer(answer: str) -> list[Candidate]:
    """The attempts, decisions and findings of an agent's message."""
    sentences = read_sentences(answer, person=False)
    cued = find_statements(answer)
    chosen: list[Candidate] = []
    for place, (mine, labels) in enumerate(label_answer(answer, sentences, cued)):
        verdict = classify(Place(sentences, place), labels, person=False)
        chosen += _keep(mine, verdict) if mine else _add_agent(sentences, place, verdict, chosen)
    return chosen


def label_answer(
    answer: str, sentences: list[Sentence], cued: list[Candidate]
) -> list[tuple[list[Candidate], list[str]]]:
    """For each sentence of an answer: its candidates, and the labels of what words say about it."""
    state = find_work_state(answer)
    labelled: list[tuple[list[Candidate], list[str]]] = []
    for sentence in sentences:
        mine = find_own(sentence, cued)
        labels = label_cues(mine)
        for label, items in zip(("state", "next", "blocker", "question"), state, strict=True):
            labels += [label] if any(item in sentence.text for item in items) else []
        labelled.append((mine, labels))
    return labelled


def label_cues(candidates: Iterable[Candidate]) -> list[str]:
    """The labels of candidates, each once."""
    return [*dict.fromkeys("command" if "command" in one.tags else _label(one.kind) for one in candidates)]


def _label(kind: str) -> str:
    return _LABELS.get(kind, kind)


def find_own(sentence: Sentence, candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates that begin with a sentence."""
    return [one for one in candidates if one.quote.startswith(sentence.text) and "accepted" not in one.tags]


def _keep(mine: list[Candidate], verdict: Verdict) -> list[Candidate]:
    """What the words of a sentence say, unless the weights are nearly sure that it is nothing."""
    return [one for one in mine if one.confidence >= SURE or verdict.none < VETO]


def _add_person(sentences: list[Sentence], place: int, verdict: Verdict, chosen: list[Candidate]) -> list[Candidate]:
    sentence = sentences[place]
    if verdict.probability < MIN_PERSON or not _may_settle(sentence) or _is_quoted(sentence, chosen):
        return []
    confidence = _confidence(verdict)
    if verdict.kind == "rule":
        return [make_rule(sentences, place, confidence)]
    if verdict.kind == "decision":
        return [make_decision(sentences, place, confidence)]
    return (
        [make_statement(sentences, place, "fact", confidence)._replace(role="user")]
        if verdict.kind == "finding"
        else []
    )


def _add_agent(sentences: list[Sentence], place: int, verdict: Verdict, chosen: list[Candidate]) -> list[Candidate]:
    sentence = sentences[place]
    if verdict.probability < MIN_AGENT or verdict.kind not in _STATED:
        return []
    if not may_state(sentence) or _is_quoted(sentence, chosen):
        return []
    kind = "fact" if verdict.kind == "finding" else verdict.kind
    return [make_statement(sentences, place, kind, _confidence(verdict))]


def _confidence(verdict: Verdict) -> float:
    """The confidence of what only the weights find.

    From a probability of 0.65 on (0.5 for a rule), nine of ten were right in conversations that the weights were not
    fitted to. That is `MIN_CONFIDENCE` of `memory.candidates`: what is less sure is kept for `recall`, not loaded.
    """
    return round(min(0.99, verdict.probability + _MARGINS.get(verdict.kind, 0.07)), 2)


def _may_settle(sentence: Sentence) -> bool:
    """Whether a sentence of the person may hold longer than its moment."""
    plain = sentence.plain
    if sentence.is_question or len(plain) > _MAX_TEXT or cues.is_passing(plain) or _GIVES_WAY.match(plain):
        return False
    return len(plain.split()) >= _MIN_WORDS or any(char > "\u2e80" for char in plain)


def _is_quoted(sentence: Sentence, chosen: list[Candidate]) -> bool:
    """Whether a candidate has a sentence already, as its reason."""
    return any(sentence.text in one.quote or sentence.text in one.why for one in chosen)
