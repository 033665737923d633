"""Where a session left the work: its last exchange that bears on it, not a question beside it that came later."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple

import msgspec

from backstory.base.unspaced import count_words, is_asking
from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.bare_prompts import is_bare, is_polite
from backstory.recall.past.endings import names_work, reports_result
from backstory.recall.past.open_questions import asks_person
from backstory.recall.past.openings import asks_state, nods, says_goodbye
from backstory.recall.past.planned_steps import list_planned, puts_off
from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.joined_steps import add_planned
from backstory.recall.text.side_questions import asks_deed, leaves_nothing, looks_up
from backstory.recall.text.stance import names_code, speaks_of_commits
from backstory.recall.text.substance import split_sentences

_WORK: Final = frozenset(("test", "lint", "types", "build", "run", "install"))
"""Kinds of commands that are work. Others look something up."""
_FEW_WORDS: Final = 4
"""Words of a sentence that says little."""
_NOD: Final = 10
"""Words of an answer that only acknowledges."""
_ACKNOWLEDGES: Final = Pattern(
    r"(?:i (?:will|won['’]t|will not)|i['’]ll|will do|noted|ok(?:ay)?|understood|got it|sure|agreed|right|yes|yep|fine"
    r"|verstanden|alles klar|mache? ich|gut|notiert|gerne?|entendido|vale|de acuerdo|claro|compris|d['’]accord|entendu"
    r"|bien|noté)\b",
    re.IGNORECASE,
)
_LEFT_OPEN: Final = Pattern(
    r"^\W*(?:blocked|blockers?|open questions?|blockiert|offene fragen?|bloqué|questions? ouvertes?|bloqueado"
    r"|preguntas? abiertas?)\b\W{0,4}[:：]",
    re.IGNORECASE | re.MULTILINE,
)
"""How an answer names what stands in the way or has to be decided."""
_TURNS_ASIDE: Final = Pattern(
    r"\b(?:by the way|btw|off[- ]topic|unrelated(?:ly)?|(?:as )?an aside|on a side note|just curious|out of curiosity"
    r"|übrigens|nebenbei|mal was anderes|au fait|à propos|rien à voir|por cierto|a propósito|per curiosità|trouwens)\b",
    re.IGNORECASE,
    wide=r"顺便|順便|[题題]外[话話]|ちなみに|ところで|余談|그런데 ?말이|여담",
)
"""How a person says that what they ask is beside the work."""
_TALKS_ON: Final = Pattern(
    r"\W*(?:(?:please|just|feel free to|you can|you could|bitte)\s+){0,2}(?:(?:ask|tell|quiz|challenge|test|try) me\b"
    r"|(?:ask|guess) (?:again|another|more|anything|away)\b|frag(?:en? sie)? mich\b|demandez?-moi\b"
    r"|posez?-moi\b|pregúnt[ae]me\b|pergunt[ae]-me\b|chiedimi\b|vraag me\b)",
    re.IGNORECASE,
    wide=r"(?:[请請]?(?:再|继续|繼續)?[问問]我|(?:また|もっと)?(?:私に)?[聞訊]いて|(?:저에게|나에게|더) ?물어)",
)
"""How a step begins that only goes on with the talk."""
_NO: Final = frozenset(("no", "nope", "nah", "nein", "nee", "non", "não"))
_BACK: Final = 0.5
"""Share of the terms of a question and its answers from which it is about the work."""


class Exchange(NamedTuple):
    """A prompt and what followed until the next one."""

    prompt: Prompt | None
    answers: tuple[Answer, ...]
    runs: tuple[CommandRun, ...]

    @property
    def texts(self) -> list[str]:
        return [*([self.prompt.text] if self.prompt else []), *(answer.text for answer in self.answers)]

    @property
    def is_question(self) -> bool:
        """Whether it is a question, and nothing was edited, tested or built for it."""
        sentences = split_sentences(self.prompt.text) if self.prompt else []
        if (
            not sentences
            or not (sentences[-1].endswith("?") or is_asking(sentences[-1]))
            or (self.prompt and self.prompt.edited)
        ):
            return False
        return not any(run.edited or run.kind in _WORK for run in self.runs)

    @property
    def is_chat(self) -> bool:
        """Whether nothing was edited or run for it and nothing of code is named: a good-bye, a word on the weather."""
        if self.prompt is None or self.prompt.edited or self.runs:
            return False
        return not names_work(list(chain.from_iterable(map(split_sentences, self.texts))))

    @property
    def is_bare(self) -> bool:
        """Whether nothing was asked for and nothing done: a greeting, or a word to go on that got no answer."""
        if self.prompt is None or _is_at_work(self):
            return False
        return is_polite(self.prompt.text) if self.answers else is_bare(self.prompt.text) or _is_leaving(self.prompt)

    @property
    def asks_state(self) -> bool:
        """Whether it only asks where the work stands: the answer tells what was told before."""
        if self.prompt is None or self.prompt.edited or any(run.edited or run.kind in _WORK for run in self.runs):
            return False
        return asks_state(self.prompt.text)

    @property
    def turns_aside(self) -> bool:
        """Whether the person says that they ask for something beside the work, for which nothing was done."""
        return self.prompt is not None and not _is_at_work(self) and _turns_aside(self.prompt.text)

    @property
    def is_beside(self) -> bool:
        """Whether it may lie beside the work."""
        return self.is_question or self.is_chat or self.is_housekeeping

    @property
    def is_housekeeping(self) -> bool:
        """Whether it is only about committing, and names no next step."""
        sentences = split_sentences(self.prompt.text) if self.prompt else []
        if not sentences or any(answer.next for answer in self.answers):
            return False
        if names_work(sentences[-1:]) and any(asks_person(answer.text) for answer in self.answers[-1:]):
            return False  # more was asked for than a commit, and it waits for the person
        return speaks_of_commits(sentences[-1]) and all(map(_says_little, sentences[:-1]))

    @property
    def is_nod(self) -> bool:
        """Whether the agent only acknowledges in a few words what the person lays down, and nothing was done for it."""
        if (
            self.prompt is None
            or self.prompt.edited
            or self.runs
            or not self.answers
            or self.prompt.text.endswith(("?", "？"))
        ):
            return False
        words = " ".join(answer.text for answer in self.answers)
        return count_words(words) <= _NOD and bool(_ACKNOWLEDGES.match(words)) and not reports_result(words)


def _says_little(sentence: str) -> bool:
    """Whether a sentence is about committing, or only a word to begin with."""
    return speaks_of_commits(sentence) or count_words(sentence) <= _FEW_WORDS


def split_exchanges(session: Session) -> list[Exchange]:
    """The exchanges of a session, in order."""
    rows: list[tuple[str, int, int, Prompt | CommandRun | Answer]] = [
        *((one.made, one.line, 0, one) for one in session.prompts),
        *((one.made, one.line, 1, one) for one in session.commands),
        *((one.made, one.line, 2, one) for one in session.answers),
    ]
    groups: list[list[Prompt | CommandRun | Answer]] = [[]]
    for _, _, _, one in sorted(rows, key=itemgetter(0, 1, 2)):
        if isinstance(one, Prompt):
            groups.append([])
        groups[-1].append(one)
    return [
        Exchange(
            next((one for one in group if isinstance(one, Prompt)), None),
            tuple(one for one in group if isinstance(one, Answer)),
            tuple(one for one in group if isinstance(one, CommandRun)),
        )
        for group in groups
        if group
    ]


def drop_asides(sessions: Sequence[Session]) -> Session | None:
    """The newest of the sessions, which are newest first, without the questions beside the work at its end, and
    without what is only chat there. A session that holds nothing else gives way to the one before. What was asked for
    and not answered is open, so it stays."""
    exchanges = [split_exchanges(session) for session in sessions]
    for number, (session, own) in enumerate(zip(sessions, exchanges, strict=True)):
        count = len(own)
        while count and _is_left_out(own[count - 1], own[: count - 1], exchanges[number + 1 :], session.edited):
            count -= 1
        if count == len(own):
            return session
        if count:
            return _cut(session, own[:count])
    return sessions[0] if sessions else None


def list_work_steps(session: Session) -> Sequence[str]:
    """The next steps of a session; where they come from an exchange beside the work, those before it."""
    at_work = drop_asides((session,)) if session.next else None
    if at_work is None or len(at_work.answers) == len(session.answers):
        return session.next
    beside = {step for one in session.answers if one not in at_work.answers for step in one.next}
    return session.next if beside.isdisjoint(session.next) else at_work.next


def _is_left_out(
    last: Exchange, own: Sequence[Exchange], older: Sequence[Sequence[Exchange]], files: Collection[str]
) -> bool:
    """Whether the last exchange of a session, after its `own` others, does not say where the work stands."""
    if own and own[-1].answers and last.prompt and declines(last.prompt.text) and asks_person(own[-1].answers[-1].text):
        return False  # without the reply, the question would read as open
    if last.is_bare or (last.asks_state and not any(map(_is_at_work, own))):
        return True
    if not last.answers:
        return False
    if own and not own[-1].answers and _is_at_work(own[-1]):
        return False  # it is the only answer to the work before it as well
    if _leaves_open(last, own) and not (last.turns_aside and not bears_on(last, _join(own, older), files)):
        return False
    if own and _is_side_question(last) and _is_at_work(own[-1]) and own[-1].answers:
        return True
    if last.is_housekeeping or (last.is_nod and any(map(_is_at_work, own))):
        return True
    return last.is_beside and not bears_on(last, _join(own, older), files)


def _is_side_question(exchange: Exchange) -> bool:
    """Whether an exchange only asks what was done on the way, and the answer to it leaves no work."""
    if exchange.prompt is None or exchange.prompt.edited or not asks_deed(exchange.prompt.text):
        return False
    is_idle = all(looks_up(run.command) and not run.edited for run in exchange.runs)
    return is_idle and all(leaves_nothing(answer.text) and not answer.next for answer in exchange.answers)


def _join(own: Sequence[Exchange], older: Sequence[Sequence[Exchange]]) -> list[Exchange]:
    """The exchanges that show what the work is about, without earlier asides."""
    return [one for one in chain(own, *older) if not one.turns_aside]


def _leaves_open(last: Exchange, own: Sequence[Exchange]) -> bool:
    """Whether the answer of the last exchange leaves something of the work open: what stands in the way, what has to be
    decided, or a step. A step of mere chat after the work of the same session, or one that only goes on with the talk,
    is none."""
    if any(_reports_open(answer.text) for answer in last.answers):
        return True
    steps = [step for answer in last.answers for step in answer.next if not _TALKS_ON.match(step)]
    is_chat = not _is_at_work(last) and not any(map(names_code, chain.from_iterable(map(split_sentences, last.texts))))
    return bool(steps) and not (is_chat and any(map(_is_of_work, own)))


@judged
def _reports_open(answer: str) -> bool:
    """Whether an answer says that something stands in the way or has to be decided."""
    return bool(_LEFT_OPEN.search(answer))


@judged
def _turns_aside(prompt: str) -> bool:
    """Whether a person says that they ask for something beside the work."""
    return bool(_TURNS_ASIDE.search(prompt))


def _is_of_work(exchange: Exchange) -> bool:
    """Whether an exchange is more than chat: something was done or named for it, or is still to do."""
    return not exchange.is_chat or any(answer.next for answer in exchange.answers)


def declines(text: str) -> bool:
    """Whether a prompt begins by turning down what the agent offered."""
    first = text.lower().split(maxsplit=1)[:1]
    return bool(first) and first[0].strip(",.!") in _NO


def _is_leaving(prompt: Prompt) -> bool:
    """Whether the person only says that they leave, or what is to be done at another time."""
    sentences = split_sentences(prompt.text)
    is_over = any(says_goodbye(one) or puts_off(one) for one in sentences)
    return is_over and all(says_goodbye(one) or puts_off(one) or nods(one) or is_bare(one) for one in sentences)


def _is_at_work(exchange: Exchange) -> bool:
    """Whether something was edited or run in an exchange."""
    return bool(exchange.runs or (exchange.prompt and exchange.prompt.edited))


def _cut(session: Session, exchanges: Sequence[Exchange]) -> Session:
    """A session with some of its exchanges only. Its next steps are those that the person named last, and those of the
    last answer that remains."""
    answers = tuple(chain.from_iterable(one.answers for one in exchanges))
    left_out = set(chain.from_iterable(one.next for one in session.answers if one not in answers))
    others = tuple(step for step in session.next if step not in left_out)
    named = next((answer.next for answer in reversed(answers) if answer.next), others)
    read = session.next if session.next and set(session.next) <= set(named) else named
    steps = add_planned(list_planned(session), read)
    prompts = tuple(one.prompt for one in exchanges if one.prompt)
    answered = bool(exchanges[-1].answers)
    return msgspec.structs.replace(session, prompts=prompts, answers=answers, next=steps, answered=answered, line=0)


def bears_on(exchange: Exchange, others: Sequence[Exchange], files: Collection[str]) -> bool:
    """Whether a question is about the work: it shares a name with it, or half of its words."""
    own = merge_terms(exchange.texts)
    work = {**merge_terms(chain.from_iterable(one.texts for one in others)), **merge_terms(_list_names(files))}
    if any(worth > 1 and not _is_number(term) and work.get(term, 0.0) > 1 for term, worth in own.items()):
        return True
    words = [term for term, worth in own.items() if worth >= 1]
    return sum(term in work for term in words) >= _BACK * len(words)


def _is_number(term: str) -> bool:
    return term[:1].isdigit()


def _list_names(files: Collection[str]) -> Iterator[str]:
    """The names of files, as they are spoken of."""
    for path in files:
        yield path.rpartition("/")[2]
        yield path
