"""Candidates: what a conversation says that is worth keeping, before anything is compared with the memory.

`find_candidates` goes over the turns of one session. It reads the words of the person and of the agent only: results of
tools, summaries of compactions and text that Backstory itself has injected are never read.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Final

from backstory.agents.turns import Turn
from backstory.capture.decisions.asked_elsewhere import find_open_questions
from backstory.capture.decisions.choices import find_choices, find_late_choices, offers_letters
from backstory.capture.decisions.conclusions import concludes
from backstory.capture.decisions.corrected_choices import add_corrected_choices
from backstory.capture.decisions.handovers import find_handover
from backstory.capture.decisions.named_places import settle_places
from backstory.capture.decisions.overruling import overrules
from backstory.capture.decisions.proposals import find_proposal, find_question
from backstory.capture.decisions.questionnaires import end_reasons, repeats_answer
from backstory.capture.decisions.refused_trials import find_left_way
from backstory.capture.decisions.reported_attempts import find_reported_attempts
from backstory.capture.decisions.reversals import find_reversals
from backstory.capture.decisions.turned_down import mark_turned_down
from backstory.capture.decisions.withdrawals import find_withdrawals
from backstory.capture.doubted_causes import doubt_cause
from backstory.capture.prompts import read_prompt
from backstory.capture.rules.answered_nouns import name_nouns
from backstory.capture.rules.kept_states import find_kept_state
from backstory.capture.rules.named_scripts import find_script_rules
from backstory.capture.rules.reminders import add_reminders
from backstory.capture.rules.repeated_requests import find_repeated
from backstory.capture.rules.rule_approvals import find_approvals, is_approval
from backstory.capture.rules.standing_answers import find_standing_answer
from backstory.capture.selection import select_answer
from backstory.capture.sessions.task_lines import find_task
from backstory.capture.statements.dead_ends import add_dead_ends
from backstory.capture.statements.outcomes import find_outcomes
from backstory.capture.statements.statement_names import names_mended, names_way
from backstory.capture.statements.subagent_reports import find_report
from backstory.capture.steps.plans import find_dropped, update_plan
from backstory.capture.steps.work_state import WorkState as WorkState
from backstory.capture.steps.work_state import find_next_steps as find_next_steps
from backstory.capture.steps.work_state import find_work_state as find_work_state
from backstory.capture.text.candidate import Candidate as Candidate
from backstory.capture.text.labels import drop_courtesy, drop_edges, drop_label
from backstory.capture.text.lead_ins import find_lead_ins, is_lead_in
from backstory.capture.text.mentions import find_mentions
from backstory.capture.text.pasted_answers import drop_pasted
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.model.similarity import find_duplicates
from backstory.model.text import one_line
from backstory.patterns.canned_prompts import is_canned

CONTEXT: Final = -1
"""Line of turns that were read before and are given again as the context of new ones."""
_MAX_QUOTE = 400
_MAX_TEXT = 300
"""Characters of a statement; its quote has more of them."""
_SHORT = 80
"""Characters of a statement below which `it` needs a name."""
_BARE = Pattern(r"\b(?:it|this|them)\b|(?<!\bis )(?<!\bwas )\bthat\b")
_TAG = Pattern(
    r"^(?:[\w']+\W+){0,2}\?*$|[,;–—-] ?(?:(?:is|isn't) (?:it|that)(?: so)?|correct|right|yeah|yes|no|ok(?:ay)?|huh|eh"
    r"|oder|nicht"
    r"|non|verdad)\?+$"
)
"""A question of a word or two, or one that only wants a statement confirmed."""
_REQUESTS = Pattern(
    r"^(?:(?:ok(?:ay)?|so|and|now|great|please|also|then|hm+)[\s,.]+)*(?:can|could|would|will) you (?:please |also "
    r"|just |now )*"
    r"(?:explain|elaborate|help|validate|verify|test|check|make sure|ensure|confirm|figure|look|take|see|tell|find"
    r"|run|re-?run"
    r"|review|fix|debug"
    r"|investigate|show|describe|analy[sz]e|summari[sz]e|give|go|do|try again|continue)\b"
)
"""A request in the form of a question: `can you explain how this works?`"""
_MAX_IDEA = 120
"""Characters of the person's question that names what an agent then tried."""
_PROPOSES = Pattern(
    r"\b(?:(?:can|can't|could|couldn't|should|shouldn't|might) (?:we|you|it|that|this|the)\b|why (?:not|don't we)\b"
    r"|what (?:about|if)\b|how about\b|k(?:ö|oe|o)nn(?:t)?en wir\b|k(?:ö|oe|o)nnte man\b|warum (?:nicht|nehmen wir)\b"
    r"|wie w(?:ä|ae)r\w*|pourquoi (?:pas|ne pas)\b|et si\b|on pourrait\b|podr(?:í|i)amos\b|por qu(?:é|e) no\b|e se\b)"
)
"""A question that proposes a way of doing something."""
_WAS = Pattern(
    r"^(?:so |ah,? |but |ok(?:ay)?,? )*(?:the )?(?:\w+ )?(?:issue|problem|cause|bug|error|reason|culprit|fehler"
    r"|ursache)\w*"
    r" (?:\w+ )?(?:was|were|war|lag)\b"
)
"""How people tell a cause that was confirmed and mended."""
_BREAKS = Pattern(r"(?<![\s(:;,]\d)(?<![\s(:;,]\d\d)\. |[;:,] | [—–] ")
"""Where a long statement may end: not behind the number of an item."""
_CUSTOM = Pattern(r"we (?:never|always) \w")
"""A rule that a person gives as the reason of a pick: `2, we never throw here`."""
_MAX_EDITED = 3
"""Files that a turn edited, up to which they are the anchors of a statement that names none."""


def find_candidates(
    turns: Iterable[Turn], *, known_paths: Callable[[str], bool], earlier: Callable[[], Iterable[str]] = tuple
) -> list[Candidate]:
    """The candidates of a session's turns, in their order, none twice; those that were overruled are at the end.

    `known_paths` says whether a path, relative to the project's root, is a file or folder of the project. `earlier`
    gives the prompts before the turns, of this session and the last others.
    """
    reader = _Reader(known_paths, earlier)
    for turn in turns:
        if not turn.abandoned:
            reader.add(turn)
    candidates = reader.finish()
    standing = [one for one in candidates if not one.overruled]
    return [*_drop_repeats(standing), *(one for one in candidates if one.overruled)]


class _Reader:
    """The candidates of a session while its turns are added."""

    def __init__(self, known_paths: Callable[[str], bool], earlier: Callable[[], Iterable[str]]) -> None:
        self.known_paths = known_paths
        self.earlier = earlier
        self.former: list[str] | None = None
        """The prompts before the turns, once they are needed."""
        self.prompts: list[str] = []
        self.candidates: list[Candidate] = []
        self.edited: dict[str, None] = {}
        """Files that were edited since the last prompt."""
        self.reports: dict[str, Turn] = {}
        """Sub-agent -> the last thing it said."""
        self.prompt = self.question = self.proposal = ""
        """The last prompt, and what the answer to it asked and proposed."""
        self.offer = ""
        """The last answer with options that have letters."""
        self.last_answer: Turn | None = None
        """The last answer to the last prompt."""
        self.worked = False
        """Whether something was changed since the last prompt."""
        self.diagnosis = ""
        """The cause that was named last before the change that the last prompt led to."""
        self.guesses: list[Candidate] = []
        """The causes that the agent has named on its way, before its answer."""
        self.settled = 0
        """Candidates that no later edit drops: what was reported after a change."""
        self.stated: list[Candidate] = []
        """What the last answer to the last prompt states."""
        self.answer: Turn | None = None
        """The last answer, until it is known whether it is the last before the next prompt."""
        self.read_context: Callable[[], list[Candidate]] = list
        """Reads what a prompt that is context states, before `candidates`. Only what repeats it asks for that."""

    def add(self, turn: Turn) -> None:
        """Adds what a turn says."""
        if turn.role in ("user", "tool", "assistant") and not turn.sidechain:
            self._add_answer(last=turn.role == "user")
        if turn.role == "tool":
            self.edited.update(dict.fromkeys(turn.edits))
            if turn.action == "edit" or turn.edits:
                self.worked = True
                self._drop_mended()
            elif turn.action == "plan":
                dropped = list(find_dropped(update_plan((), turn.input)))
                self.candidates += _complete(dropped, turn, self.known_paths, {})
        elif turn.role == "assistant" and turn.sidechain:
            self.reports[turn.subagent or turn.session] = turn
        elif turn.role == "assistant":
            self.answer = turn
        elif turn.role == "user" and not turn.sidechain:
            self._add_prompt(turn)

    def _drop_mended(self) -> None:
        """Drops the causes that the agent has named since the last change, because it now edits the code.

        The last of them explains what the report of the change says.
        """
        named = self.candidates[self.settled :]
        mended = [one for one in named if one.role == "assistant" and names_mended(one)]
        causes, self.guesses = [*mended, *self.guesses], []
        if causes:
            self.diagnosis = max(causes, key=lambda one: one.line).quote.rstrip(" .;,")
        if mended:
            self.candidates[self.settled :] = [one for one in named if one not in mended]

    def finish(self) -> list[Candidate]:
        """All candidates; those of the sub-agents' last reports come at the end."""
        self._add_answer(last=True)
        self.candidates = [one if one in self.stated else doubt_cause(one) for one in self.candidates]
        for turn in self.reports.values():
            self.candidates += _complete(find_report(turn.text), turn, self.known_paths, {})
        is_new = any(one.line != CONTEXT for one in self.candidates)
        return [*self.read_context(), *self.candidates] if is_new else self.candidates

    def _add_prompt(self, turn: Turn) -> None:
        self._overrule(turn.text)
        self.edited.clear()
        self.worked, self.diagnosis, self.guesses = False, "", []
        given_up = find_left_way(self.last_answer.text, turn.text) if self.last_answer else None
        stated = [*self.read_context(), *self.candidates] if given_up else []
        if given_up and self.last_answer and not any(given_up.quote in one.quote for one in stated):
            self.candidates += _complete([_name_subject(given_up, self.prompt)], self.last_answer, self.known_paths, {})
        answer_text, self.last_answer = self.last_answer.text if self.last_answer else "", None
        if is_canned(turn.text):
            self.prompt, self.question, self.proposal = turn.text, "", ""
            return
        read = partial(self._read_prompt, turn, answer_text, self.question, self.proposal, (*self.prompts,), self.offer)
        if turn.line == CONTEXT and not self.candidates:
            self.read_context = cache(read)
        else:
            self.candidates += read()
        self.prompts.append(turn.text)
        self.prompt, self.question, self.proposal = turn.text, "", ""

    def _read_prompt(
        self, turn: Turn, answer_text: str, question: str, proposal: str, prompts: Sequence[str], offer: str
    ) -> list[Candidate]:
        """What a prompt states, after an answer with its question and proposal, `prompts`, and the last `offer`."""
        chosen = find_choices(turn.text, answer_text, question, prompts[-1] if prompts else "")
        lead_ins = find_lead_ins(turn.text)
        statements = [one for one in read_prompt(turn.text, question, proposal) if not is_lead_in(one.quote, lead_ins)]
        if chosen:  # what is laid down in the sentence of the answer itself qualifies it
            rules = [one for one in statements if one.kind == "rule"]
            rules = [one for one in rules if not turn.text.startswith(one.quote) or _CUSTOM.match(one.text.lower())]
            chosen = end_reasons(chosen, rules)
            concluded = [one for one in statements if one.kind == "decision" and concludes(one, turn.text)]
            statements = [*chosen, *rules, *concluded] if len(chosen) == 1 else statements
        statements = drop_pasted(statements, turn.text, answer_text)
        asked = prompts[-1] if prompts else ""
        statements = add_corrected_choices(statements, turn.text, answer_text, asked, self._list_decided)
        if not chosen and (picks := find_late_choices(turn.text, answer_text, offer, self._list_decided)):
            statements = [*picks, *(one for one in statements if one.kind == "rule" or one.quote not in picks[0].quote)]
        if len(chosen) > 1:
            statements = [*chosen, *(one for one in statements if not repeats_answer(one.quote, chosen))]
        if standing := find_standing_answer(turn.text, question, proposal):
            statements = [
                standing,
                *(one for one in statements if one.quote != standing.quote and "accepted" not in one.tags),
            ]
        statements = settle_places(name_nouns(statements, answer_text), answer_text)
        if kept := find_kept_state(turn.text, asked):
            statements = [kept, *(one for one in statements if one.quote != kept.quote)]
        scripts = find_script_rules(turn.text, answer_text, asked)
        ordered = {one.quote for one in scripts}
        statements = [*(one for one in statements if one.quote not in ordered), *scripts]
        statements = [one for one in statements if not is_approval(one)] + find_approvals(turn.text, answer_text)
        statements = add_reminders(turn.text, self._find_repeated(turn.text, statements, prompts))
        statements += [
            one
            for one in (*find_reported_attempts(turn.text), *find_reversals(turn.text))
            if all(one.quote != rule.quote for rule in statements)
        ]
        statements = mark_turned_down(turn.text, answer_text, statements)
        quoted = " ".join(one.quote for one in statements)
        statements += [one for one in find_withdrawals(turn.text) if one.quote not in quoted]
        statements += find_open_questions(read_sentences(turn.text, person=True))
        handover = find_handover(turn.text)
        if handover and not any(handover.text in one.text for one in statements):
            statements.append(handover)
        return _complete(statements, turn, self.known_paths, {})

    def _find_repeated(self, prompt: str, statements: list[Candidate], prompts: Sequence[str]) -> list[Candidate]:
        """The statements of a prompt with what it asks for as others did before; such a demand is a rule."""
        demands = find_repeated(prompt, lambda: [*self._list_former(), *prompts])
        rules = {one.quote for one in statements if one.kind == "rule"}
        repeated = {one.quote: one for one in demands if one.quote not in rules}
        return [*(one for one in statements if one.quote not in repeated), *repeated.values()]

    def _list_decided(self) -> list[str]:
        """What the person decided in the prompts before."""
        return [
            one.text
            for one in (*self.read_context(), *self.candidates)
            if one.kind == "decision" and one.role == "user"
        ]

    def _list_former(self) -> list[str]:
        """The prompts before the turns."""
        self.former = [*self.earlier()] if self.former is None else self.former
        return self.former

    def _overrule(self, prompt: str) -> None:
        """Marks what the last answer states as overruled, if a prompt turns it down."""
        stated, self.stated = [one for one in self.stated if one.kind in ("decision", "fact")], []
        if stated and overrules(prompt):
            self.candidates = [one._replace(overruled=True) if one in stated else one for one in self.candidates]

    def _add_answer(self, *, last: bool) -> None:
        """Adds what the last answer says, unless that is done."""
        turn, self.answer = self.answer, None
        if turn is None:
            return
        statements = add_dead_ends(select_answer(turn.text, last=last), turn.text, self.prompt)
        statements = [_name_subject(one, self.prompt) for one in statements]
        if last and self.worked:
            failed = [one.quote for one in statements if one.parts.get("outcome") == "failed"]
            outcomes = [one for one in find_outcomes(turn.text, self.diagnosis) if not _is_attempt(one, failed)]
            outcomes = [_name_order(one, self.prompt) for one in outcomes]
            statements = [*outcomes, *(one for one in statements if not _is_covered(one, outcomes))]
        complete = _complete(statements, turn, self.known_paths, self.edited)
        if not last:  # what the agent takes for the cause while it still looks for it
            guesses = [one for one in complete if names_mended(one) and not _WAS.match(one.quote.lower())]
            self.guesses += guesses
            complete = [one for one in complete if one not in guesses]
        self.candidates += complete
        if last:
            self.stated = complete
            self.settled = len(self.candidates) if self.worked else self.settled
        proposal = find_proposal(turn.text)
        is_left = any(proposal in one.quote for one in statements if one.parts.get("outcome") == "failed")
        self.question, self.proposal = find_question(turn.text), "" if is_left else proposal
        self.last_answer = turn
        self.offer = turn.text if offers_letters(turn.text, self.prompt) else self.offer


def _name_subject(one: Candidate, prompt: str) -> Candidate:
    """A statement that only says `it`, or what came of a way that the person proposed, after the question."""
    sentences = read_sentences(prompt, person=True)
    if one.kind == "attempt" and one.parts.get("outcome") == "failed":
        ideas = [idea.text for idea in sentences if idea.is_question and _may_propose(idea.plain)]
        if not ideas:
            return one
        idea = one_line(ideas[-1], _MAX_IDEA)
        if names_way(one.text):  # what was asked is not what was tried, and may have come out otherwise
            return one if one.why else one._replace(why=f"Asked: {idea}")
        return one._replace(text=f"{idea} {one.text}")
    if len(one.text) > _SHORT or not _BARE.search(one.text) or "`" in one.text:
        return one
    questions = [sentence.text for sentence in sentences if sentence.is_question and _names_topic(sentence.plain)]
    return one._replace(text=f"{questions[-1]} {one.text}") if questions else one


def _may_propose(plain: str) -> bool:
    """Whether a question may propose a way of doing something."""
    return _PROPOSES.search(plain) is not None and _REQUESTS.match(plain) is None


def _names_topic(plain: str) -> bool:
    """Whether a question names what `it` in its answer is, and does not only ask for something to be done."""
    return _TAG.search(plain) is None and _REQUESTS.match(plain) is None


def _name_order(one: Candidate, prompt: str) -> Candidate:
    """An outcome without a cause, with what the person asked for."""
    task = "" if one.why else find_task(prompt)
    return one._replace(why=f"Asked for: {task}") if task else one


def _is_attempt(one: Candidate, failed: list[str]) -> bool:
    """Whether an outcome only says what was tried and failed."""
    return any(one.text.rstrip(" .;,") in quote and one.quote in quote for quote in failed)


def _is_covered(one: Candidate, outcomes: list[Candidate]) -> bool:
    """Whether an outcome has the words of a statement."""
    return any(one.quote in outcome.quote or outcome.quote in one.quote for outcome in outcomes)


def _complete(
    candidates: list[Candidate], turn: Turn, known_paths: Callable[[str], bool], edited: dict[str, None]
) -> list[Candidate]:
    """The candidates with where they stand, who says them, and the code that they are about."""
    complete: list[Candidate] = []
    for one in candidates:
        named = tuple(path for path in one.anchors if known_paths(path))[:1]
        anchors = find_mentions(f"{one.text}\n{one.why}", known_paths) or named
        if not anchors and one.kind != "rule" and 0 < len(edited) <= _MAX_EDITED:
            anchors = tuple(path for path in edited if known_paths(path))
        complete.append(
            one._replace(
                text=_shorten(drop_label(one.kind, drop_courtesy(drop_edges(one.text)))),
                quote=one_line(one.quote, _MAX_QUOTE),
                anchors=anchors,
                line=turn.line,
                made=turn.time,
                subagent=turn.subagent,
                branch=turn.branch,
                tier=one.tier or ("" if one.kind == "rule" else "working"),
            )
        )
    return complete


def _shorten(text: str) -> str:
    """The first clauses of a statement, as many as there is room for."""
    line = " ".join(text.split())
    if len(line) <= _MAX_TEXT:
        return line
    cut = max((one.start() for one in _BREAKS.finditer(line, _MAX_TEXT // 2, _MAX_TEXT)), default=0)
    return line[:cut].rstrip(" .;:,—–") if cut > 0 else one_line(line, _MAX_TEXT)


def _drop_repeats(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates without those that repeat another of their kind; the surest of each is kept."""
    order = sorted(range(len(candidates)), key=lambda place: (-candidates[place].confidence, -place))
    dropped: set[str] = set()
    for kind in {one.kind for one in candidates}:
        texts = ((str(place), candidates[place].text) for place in order if candidates[place].kind == kind)
        dropped.update(find_duplicates(texts))
    return [one for place, one in enumerate(candidates) if str(place) not in dropped]
