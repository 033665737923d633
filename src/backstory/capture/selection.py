"""Which sentences of a message become candidates.

Two things speak for a sentence: words by which rules, decisions and findings are recognised, and the weights of its
signals (`classifier`). What the words find is kept unless the weights are nearly sure that it is nothing; what only the
weights find is kept when they are fairly sure. The weights seldom tell a rule from a wish for the task at hand, and a
rule is in every brief: what they alone take for one is a decision, unless a rule is likelier than everything else.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.base.unspaced import is_unspaced
from backstory.capture.decisions.decisions import find_decisions, make_decision
from backstory.capture.decisions.relayed_decisions import find_passed_on
from backstory.capture.decisions.unspaced_decisions import settles_nothing
from backstory.capture.decisions.withdrawals import list_taken_back
from backstory.capture.rules.commit_forms import lays_down_form
from backstory.capture.rules.counted_demands import find_counted
from backstory.capture.rules.customs import LOGGED
from backstory.capture.rules.errands import is_errand
from backstory.capture.rules.joined_rules import join_rules
from backstory.capture.rules.product_demands import CODE_DECIDES, describes_product
from backstory.capture.rules.rule_cues import Cue, skip_lead
from backstory.capture.rules.rule_exceptions import add_exceptions, bounds_rule
from backstory.capture.rules.rule_exclusions import is_of_moment
from backstory.capture.rules.rule_lists import is_listed
from backstory.capture.rules.rule_probability import is_doubted
from backstory.capture.rules.rule_scope import may_rule
from backstory.capture.rules.rule_text import make_rule
from backstory.capture.rules.rule_wordings import POINTING
from backstory.capture.rules.rules import find_rules
from backstory.capture.rules.weighed_rules import find_weighed, outweighs
from backstory.capture.statements.hollow_statements import describes_code, is_hollow, logs_change, names_choice
from backstory.capture.statements.statement_cues import HELPLESS
from backstory.capture.statements.statements import find_statements, make_statement, may_report, may_state
from backstory.capture.statements.taken_back import names_successor
from backstory.capture.steps.work_state import find_work_state
from backstory.capture.text import announcements, duration_cues
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.classifier import Verdict, choose_kind, classify, measure_chances
from backstory.capture.text.decision_cues import LATER, REQUEST
from backstory.capture.text.deliberations import is_no_choice
from backstory.capture.text.fragments import add_subject, drop_fragments
from backstory.capture.text.observations import observes
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence, read_sentences
from backstory.capture.text.relayed_text import list_texts
from backstory.capture.text.reported_states import is_bound, reports_state
from backstory.capture.text.signals import Place
from backstory.capture.text.situations import describes_situation, points_back
from backstory.capture.text.small_talk import CONSOLE, decides_nothing
from backstory.capture.text.told_states import TELLS_OF
from backstory.patterns.option_lists import asks_for_options

SURE: Final = 0.9
"""Confidence of words that nothing overrules."""
MIN_CUED: Final = 0.2
"""How likely it has to be that a sentence outlives its moment, for what its words say to be kept."""
MIN_RULED: Final = 0.05
"""The same for a plain rule."""
MIN_PERSON: Final = 0.55
"""How likely it has to be where nothing but the weights speaks for a sentence of the person."""
MIN_EXPLAINED: Final = 0.4
"""How likely it has to be where the sentence explains a refusal of a few words before it."""
MIN_RULE: Final = 0.5
"""How likely a rule has to be where nothing but the weights speaks for it."""
MIN_HELPLESS: Final = 0.37
"""How likely it has to be where an agent says that something did not help."""
MIN_AGENT: Final = 0.72
"""How likely it has to be where nothing but the weights speaks for an attempt or a decision of an agent.

A decision has to name a choice or a reason besides.

What else they find in an agent's words stays with the session, where `recall` finds it: most of it explains the code of
the moment, and 60 real sessions left 440 such statements.
"""
_MAX_TEXT: Final = 400
_MIN_WORDS: Final = 3
_MANY_ITEMS: Final = 6  # of a list, from which a prompt is an order with its details
_NEVER: Final = Pattern(
    r"^(?:yes|ok(?:ay)?|makes sense|sounds|good|right|sure|fine|agreed)\b.*\b(?:but|except|however)\b"
    rf"|{LATER.source}"
)
"""An agreement that is taken back in the same breath, or what is left for later, decides nothing."""
_LABELS: Final = {"fact": "finding", "observation": "finding"}
_SETTLED: Final = ("rule", "decision")
_STATED: Final = ("finding", "decision", "attempt")
_AT_HAND: Final = Pattern(
    r"(?:(?:ok(?:ay)?|good|great|now|then|so|first|next|and)[\s,.]+)*let'?s (?:add|build|do|get|give|have|make|set"
    r"|start|support|work)\b(?!.*\b(?:instead|because|since|so that|not)\b)"
)
"""`let's make ...`: an order for the task at hand, where nothing is weighed."""
_REPORTS: Final = Pattern(
    r"^(?:and |but |so |also |now )*i (?:still |also )?(?:don't|do not|dont|can't|cannot|can not|didn't|couldn't)"
    r" (?:see|find|get|understand|know|recall|seem)\b"
    r"|\bdon't (?:need|have) to (?:do|change|worry about) anything\b"
    r"|^(?:(?:no|nope|wait|hm+|but|and|so|oh|well|ok(?:ay)?)[\s,.]+)*(?:the |that |this |it |my "
    r"|our )[\w -]{0,40}?\bstill"
    r" (?:happens?|occurs?|persists?|fails?|crash\w*|breaks?|hangs?|flickers?|appears?|shows? up|exists?|there)\b"
    r"|\bno need to (?:hurry|worry|rush|apologi[sz]e|thank)\b"
    r"|^(?:(?:and|but|so|also|now|ok(?:ay)?|great|in that case)[\s,.]+)*(?:i (?:still |just |also )?(?:see|saw|get|got"
    r"|learned|noticed|am (?:going to|getting|seeing)|have the same)\b|for example\b|e\.g\."
    r"|(?:the |all )?(?:\w+ )?(?:tests?|server|build|app|page|code|output|result|error|it|that|this|everything|\w+)"
    r" (?:now |still |also |just |all )*(?:works?|pass(?:es)?|fails?|is (?:not |now |still )*(?:running|working|broken"
    r"|failing|green|red|the same|fixed)|returns?|seems?|looks?|shows?|says?)\b(?!.* (?:because|so that|instead)\b))"
    r"|^(?:so |but |and |it works,? )?(?:\w+ ){0,4}?let'?s not (?:mess|worry|rush|forget|get ahead)\b"
    r"|^(?:you|u) (?:do not|don't|dont) have to\b|^(?:looks|seems) like\b"
    r"|^(?:please )?(?:make sure|ensure|verify|check)\b.*\b(?:has|have) been\b"
    r"|^(?:i |we )?(?:just |also )?(?:talked|spoke|discussed|showed|met)\b(?!.*\b(?:decided|agreed|instead)\b)"
    r"|^(?:(?:ok(?:ay)?|now|then|great)[\s,]+)*(?:begin|start|continue|go on with|proceed with) (?:the |with )"
)
"""What a person saw, did not see or does not understand, or what is to go on: nothing that is to hold."""


def select_prompt(prompt: str, question: str = "", proposed: str = "") -> list[Candidate]:
    """The rules, decisions and findings of a prompt. What is a rule is no decision as well.

    `question` and `proposed` are what the agent asked and proposed last.
    """
    sentences = read_sentences(prompt, person=True)
    rules = find_rules(prompt)
    passed_on = find_passed_on(sentences)
    quoted = {rule.quote for rule in rules}
    is_row = len(quoted) >= _ROW and 2 * len(quoted) >= len(sentences)
    covered = " ".join(f"{one.why} {one.quote}" for one in passed_on)
    decisions = (one for one in find_decisions(prompt, question, proposed) if one.quote not in covered)
    cued = [*rules, *(one for one in (*passed_on, *decisions) if one.quote not in quoted)]
    taken_back, texts = list_taken_back(sentences), list_texts(sentences)
    chosen = [one for one in cued if "accepted" in one.tags]
    cued = [one for one in cued if not CONSOLE.search(one.quote.lower())]
    is_order = sum(sentence.item for sentence in sentences) >= _MANY_ITEMS
    counted = find_counted(sentences)
    for place, sentence in enumerate(sentences):
        mine = find_own(sentence, cued)
        is_announced = any(one.kind == "rule" and one.confidence >= _UNDOUBTED for one in mine)
        is_detail = is_order and sentence.item and not (is_announced or _lasts(sentence) or is_listed(sentences, place))
        if place in texts or sentence.text in taken_back or is_detail or bounds_rule(sentences, place, chosen):
            continue
        if place in counted.demands:
            chosen += [one for one in mine if one in rules]
        if place in counted.demands or place in counted.others or is_no_choice(sentence):
            continue
        if not mine and (sentence.text.endswith((":", "：")) or not _may_settle(sentence)):
            continue  # what a line only leads to stands below it
        if _CRITERIA.search(sentence.heading) or _CRITERIA.search(sentence.section):
            mine = [one for one in mine if one.kind == "rule" and _lasts(sentence)]
            if not mine:
                continue
        at = Place(sentences, place, bool(question))
        if reports_state(sentence.plain) and not any(one in passed_on for one in mine):
            continue
        if observes(sentence.plain):
            mine = [one for one in mine if one.kind == "rule" or one in passed_on]
            if not mine:
                continue
        if is_bound(sentence.plain):
            mine = [one for one in mine if one.kind != "rule" or one.confidence >= SURE]
            if not mine:
                continue
        if mine and _REPORTS.search(sentence.plain):
            mine = [one for one in mine if one.confidence >= SURE or one in passed_on]
        if decides_nothing(sentence.plain) or (mine and is_errand(sentence.plain)):
            set_by_code = rules if CODE_DECIDES.search(sentence.text) else []
            mine = [one for one in mine if one.kind != "decision" or one in passed_on or one in set_by_code]
            if not mine:
                continue
        verdict = classify(at, label_cues(mine), _SETTLED, person=True)
        stated = [*chosen, *rules]
        may_weigh = not mine or (_may_settle(sentence) and outweighs(at, [one for one in mine if one not in passed_on]))
        if may_weigh and not _is_quoted(sentence, stated) and (weighed := find_weighed(at, verdict, stated)):
            chosen += weighed
            continue
        kept = _keep(mine, verdict) if mine else _add_person(at, verdict, stated)
        kept = _weigh_rules(kept, at) if mine and not is_row else kept
        chosen += [_add_subject(one, at) for one in kept]
    return join_rules(drop_fragments(add_exceptions(chosen, sentences)), sentences)


_CRITERIA: Final = Pattern(
    r"\b(?:acceptance(?: criteria| tests?| checks?)?|success criteria|definition of done|done when|test (?:plan|cases?)"
    r"|expected (?:results?|behaviou?rs?|outcomes?|output)|steps to reproduce|user stor(?:y|ies)|deliverables?"
    r"|verification|checklist|akzeptanzkriterien|critères d'acceptation|criterios de aceptación)\b"
)
"""Headings above what a piece of work is checked by: its items decide nothing by themselves."""


def _add_subject(one: Candidate, at: Place) -> Candidate:
    """A decision with what it speaks of; one that does not say so is kept for `recall` only."""
    if one.kind != "decision":
        return one
    return add_subject(one, at.before) or one._replace(confidence=min(one.confidence, DOUBTED))


def select_answer(answer: str, *, last: bool = True) -> list[Candidate]:
    """The attempts, decisions and findings of an agent's message. `last`: no other follows before the next prompt."""
    answer = answer.strip()
    sentences = read_sentences(answer, person=False)
    chosen: list[Candidate] = []
    for place, judged in enumerate(judge_answer(answer, last)):
        if not judged.chances or _is_quoted(sentences[place], chosen):
            continue
        verdict = choose_kind(judged.chances, _STATED)
        mine = judged.candidates
        chosen += _keep(mine, verdict) if mine else _add_agent(sentences, place, verdict)
    return chosen


class Judged(NamedTuple):
    """A sentence of an agent's message, judged."""

    candidates: list[Candidate]
    """What its words say."""
    chances: Mapping[str, float]
    """Kind -> how likely the sentence is of it; empty for one that states nothing, such as a question or a plan."""


@lru_cache(maxsize=256)
def judge_answer(answer: str, last: bool) -> tuple[Judged, ...]:
    """The sentences of an agent's message, judged. A message is read for its session and for its candidates."""
    sentences = read_sentences(answer, person=False)
    judged = []
    for place, (mine, labels) in enumerate(label_answer(answer, sentences, find_statements(answer))):
        sentence = sentences[place]
        states = (bool(mine) or (may_state(sentence) and may_report(sentence))) and not _ADVISES.match(sentence.plain)
        at = Place(sentences, place, last=last)
        judged.append(Judged(mine, measure_chances(at, labels, person=False) if states else {}))
    return tuple(judged)


_ADVISES: Final = Pattern(
    r"^(?:if|when|once|should|in case) (?:anything|something|you|it|this|that|the|they|things)\b[^.]*"
    r"(?:,| then) (?:please )?(?:check|try|make sure|run|let me know|restart|you can|you may|you'll|see|verify|confirm"
    r"|clear|open|use)\b|^(?:i(?:'m| am) )?(?:still )?(?:waiting|awaiting) (?:on |for )?your\b"
)
"""What the reader is to do in a case that has not come."""


def label_answer(
    answer: str, sentences: list[Sentence], cued: list[Candidate]
) -> list[tuple[list[Candidate], list[str]]]:
    """For each sentence of an answer: its candidates, and the labels of what words say about it."""
    state = find_work_state(answer, person=False)  # as it is asked for the steps, so that it is read once
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
    """What the words of a sentence say, unless the weights speak against it; no surer than they are by far."""
    return [
        one if one.confidence >= SURE else one._replace(confidence=_limit(one, verdict))
        for one in mine
        if one.confidence >= SURE or verdict.probability >= (MIN_RULED if _is_plain_rule(one) else MIN_CUED)
    ]


def _weigh_rules(kept: list[Candidate], at: Place) -> list[Candidate]:
    """What was found in a sentence, a rule that its weights speak against with less confidence."""
    is_form = lays_down_form(at.sentence, skip_lead(at.sentence.plain))  # the weights have seen few of those
    if is_form or not any(_is_doubtful(one) for one in kept) or not is_doubted(at):
        return kept
    return [one._replace(confidence=DOUBTED) if _is_doubtful(one) else one for one in kept]


def _is_doubtful(one: Candidate) -> bool:
    """Whether a pattern may take an order for a rule. What holds for a while is not for the weights to judge."""
    return one.kind == "rule" and one.confidence < _UNDOUBTED and not one.tier


def _limit(one: Candidate, verdict: Verdict) -> float:
    least = _PLAIN if _is_plain_rule(one) else 0.0
    return round(max(least, min(one.confidence, verdict.probability + _CUED_MARGIN)), 2)


def _is_plain_rule(one: Candidate) -> bool:
    """Whether the words of a rule are so plain that the weights, which have seen few rules, seldom know better."""
    return one.kind == "rule" and one.confidence >= _PLAIN_RULE


def _add_person(at: Place, verdict: Verdict, chosen: list[Candidate]) -> list[Candidate]:
    is_explained = at.before is not None and _REFUSAL.match(at.before.plain) is not None
    if verdict.probability < (MIN_EXPLAINED if is_explained else MIN_PERSON) or _is_quoted(at.sentence, chosen):
        return []
    rule = classify(at, (), ("rule",), person=True)
    if rule.probability >= MIN_RULE and not describes_product(at.sentence):
        if (
            _POINTS_BACK.match(at.sentence.plain)
            or not may_rule(at.sentence)
            or is_of_moment(at.sentences, at.place, 0)
        ):
            return []
        cue = Cue(skip_lead(at.sentence.plain), _confidence(rule, _RULE_MARGIN))
        return [make_rule(at.sentences, at.place, cue)]
    plain = at.sentence.plain
    if TELLS_OF.match(plain) or asks_for_options(" ".join(one.text for one in at.sentences)):
        return []
    if REQUEST.match(plain) or _AT_HAND.match(plain) or settles_nothing(plain) or is_errand(plain):
        return []
    confidence = _confidence(verdict, _DECISION_MARGIN)
    decision = make_decision(at.sentences, at.place, min(confidence, DOUBTED) if is_unspaced(plain) else confidence)
    refusal = at.before.text if at.before and decision.text.startswith(at.before.text) else ""
    if points_back(at.sentence) and not refusal:
        return []
    if describes_situation(at.sentence):
        text = decision.text.removeprefix(refusal).strip()
        return [decision._replace(kind="fact", text=text, confidence=min(confidence, DOUBTED))]
    return [decision]


def _add_agent(sentences: list[Sentence], place: int, verdict: Verdict) -> list[Candidate]:
    is_helpless = HELPLESS.search(sentences[place].plain) is not None
    if verdict.probability < (MIN_HELPLESS if is_helpless else MIN_AGENT):
        return []
    if verdict.kind == "finding" and not is_helpless:
        return []
    plain = sentences[place].plain
    if is_hollow(plain) or (verdict.kind == "attempt" and names_successor(plain)):
        return []
    if verdict.kind == "decision" and _PRAISES.search(sentences[place].heading):
        return []
    if verdict.kind == "decision" and (describes_code(plain) or logs_change(plain) or not names_choice(plain)):
        return []
    kind = "fact" if verdict.kind == "finding" else verdict.kind
    return [make_statement(sentences, place, kind, _confidence(verdict, _AGENT_MARGIN))]


_PRAISES: Final = Pattern(
    r"\b(?:benefits?|advantages?|why (?:this|it) (?:works|is better)|pros|vorteile|avantages|ventajas|beneficios)\b"
)
"""Headings above what an agent praises of its work."""
_POINTS_BACK: Final = Pattern(
    r"^(?:and |but |so |also |then )?(?:it|they|this|that|these|those|he|she|sie|es|das|diese\w*|il|elle|ils|elles|ça"
    r"|cela|ellos|ellas|eso|esto)\b(?!'s how| is how)"
)
"""How a sentence begins that says nothing without the one before it."""
_REFUSAL: Final = Pattern(rf"^(?:no|not|never|without) [\w{MASK}-]+(?: [\w{MASK}-]+)?[.!]$")
_RULE_MARGIN: Final = 0.22
_DECISION_MARGIN: Final = 0.05
_CUED_MARGIN: Final = 0.35
_ROW: Final = 3
"""Rules by their words in a prompt, half of its sentences or more, from which none is doubted: they stand in a row."""
_UNDOUBTED: Final = 0.93  # confidence of a rule whose words leave no doubt
DOUBTED: Final = 0.6
"""Confidence of what is kept for `recall` only: also of choices that only the weights find in Chinese, Japanese and
Korean, of which they have seen little."""
_PLAIN_RULE: Final = 0.82
_PLAIN: Final = 0.74
"""Confidence that a plain rule has at least."""
_AGENT_MARGIN: Final = 0.08


def _confidence(verdict: Verdict, margin: float) -> float:
    """The confidence of what only the weights find: of what is less sure than a brief asks, only `recall` tells."""
    return round(min(0.99, verdict.probability + margin), 2)


def _lasts(sentence: Sentence) -> bool:
    """Whether an item of an order says that it holds beyond the order, by its words or those above it."""
    return bool(
        announcements.LASTS.search(sentence.plain)
        or announcements.LASTS.search(f"{sentence.heading} {sentence.section}")
    )


def _may_settle(sentence: Sentence) -> bool:
    """Whether a sentence of the person may hold longer than its moment."""
    plain = sentence.plain
    if sentence.is_question or len(plain) > _MAX_TEXT or duration_cues.is_passing(plain):
        return False
    if any(pattern.search(plain) for pattern in (_NEVER, _REPORTS, LOGGED, POINTING)):
        return False
    return len(plain.split()) >= _MIN_WORDS or any(char > "\u2e80" for char in plain)


def _is_quoted(sentence: Sentence, chosen: list[Candidate]) -> bool:
    """Whether a candidate has a sentence already, as its reason."""
    return any(sentence.text in one.quote or sentence.text in one.why for one in chosen)
