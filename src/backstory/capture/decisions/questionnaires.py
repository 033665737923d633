"""What a person answers to several questions at once: `1b, 2a`, `1. 8443 2. no`, `yes to both`."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from backstory.capture.decisions.answer_titles import (
    IS_ASSENT,
    LABEL,
    MAX_ANSWER,
    NO,
    YES,
    fit_question,
    says_all,
    split_answer,
)
from backstory.capture.decisions.options import amend_option
from backstory.capture.rules.errands import only_inquires
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.capture.text.reasons import join_reasons
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.similarity import word_set
from backstory.model.text import one_line
from backstory.patterns.option_lists import find_options

MAX_PROMPT: Final = 1_200
"""Characters of a prompt that may answer questions by their numbers."""
_MAX_TEXT: Final = 260
_SHORT: Final = 60
"""Characters of an option below which its question stands before it."""
_NUMBERED: Final = Pattern(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:#{1,6}[ \t]+)?(?:\*\*)?(?:Q|question "
    r"|frage )?\(?(?P<mark>[1-9])[.):](?:\*\*)?[ \t]+(?P<text>\S.*)$",
    re.MULTILINE | re.IGNORECASE,
)
_PAIR: Final = Pattern(
    r"(?:^|[\s,;.&+]|and |und |et |y )\(?(?P<mark>[1-9])\)?[ ]*[.):=-]?[ ]*\(?(?P<option>[a-h])\)?(?![\w'])",
    re.IGNORECASE,
)
"""A question and one of its options: `1b`, `2) a`."""
_PIECE: Final = Pattern(
    rf"(?:^|(?<=[\s,;.]))(?:(?:zu|to|for|q|#) ?)?\(?(?P<mark>[1-9])(?:[.):][ \t]+|\)? ?[=:-] ?"
    rf"| (?=(?:{YES}|{NO})\b))",
    re.IGNORECASE,
)
"""Where the answer to a question begins: `1. `, `2: `, `3 yes`."""
_TURNED: Final = Pattern(
    rf"\b(?P<word>{YES}|{NO}) (?:to|for|zu|bei|à|a|para) (?:number |question |q|frage )?\(?(?P<mark>[1-9])\b",
    re.IGNORECASE,
)
"""`no to 1, yes to 2`."""
_BOTH: Final = Pattern(
    rf"^(?P<word>{YES}|{NO})[\s,]+(?:please,? )?(?:to |for |zu |à |a |bei )?(?:both|all(?: (?:of them|three"
    rf"|four))?|beide\w*|allem|alles"
    r"|les deux|tous|toutes|ambas?|ambos|las dos|los dos|todas?|todos)\b"
    rf"|^(?:both|all|beides?|les deux|ambas|las dos)[\s,:]+(?P<after>{YES}|{NO})\b"
)
_IS_NO: Final = Pattern(NO, re.IGNORECASE)
_ASKS_WHETHER: Final = Pattern(
    r"^(?:and |or |\W)*(?:should|shall|do|does|did|is|are|was|can|could|may|must|will|would|has|have|need|soll\w*"
    r"|darf|dürfen|muss"
    r"|müssen|ist|sind|kann|wird|faut-il|doit|est-ce|peut|debe\w*|se debe|hay que|es|está)\b"
)
"""A question that yes or no answers."""
_OFFERS: Final = Pattern(r"\b(?:or|oder|ou|o)\b|\bwhich\b")


class Question(NamedTuple):
    """One of several questions of an answer."""

    text: str
    options: Mapping[str, str]
    below: tuple[str, ...] = ()
    """What it asks in the lines below its title, where that is more than one thing."""


def find_questions(answer: str) -> dict[str, Question]:
    """The questions that an answer asks, by their numbers; those without numbers in their order.

    Empty for an answer that asks fewer than two.
    """
    numbered = _read_numbered(answer)
    if len(numbered) > 1:
        return numbered
    questions = [one.text for one in read_sentences(answer, person=False) if one.is_question]
    if len(questions) != _BOTH_ASKED:
        return {}
    return {str(number): Question(text, {}) for number, text in enumerate(questions, 1)}


_BOTH_ASKED: Final = 2
"""Questions without numbers that `both` may mean."""


def _read_numbered(answer: str) -> dict[str, Question]:
    """The last numbered list of an answer in which each item asks something."""
    rows = list(_NUMBERED.finditer(answer))
    runs: list[dict[str, Question | None]] = []
    for place, row in enumerate(rows):
        end = rows[place + 1].start() if place + 1 < len(rows) else len(answer)
        if row["mark"] == "1":
            runs.append({})
        elif not runs or row["mark"] != str(len(runs[-1]) + 1):
            continue
        runs[-1][row["mark"]] = _read_question(answer[row.start("text") : end])
    for run in reversed(runs):
        questions = {mark: question for mark, question in run.items() if question}
        if len(run) > 1 and len(questions) == len(run):
            return questions
    return {}


def _read_question(block: str) -> Question | None:
    """The question of an item, which may stand in a line below its title; None where it asks nothing."""
    lines = [line.replace("**", "").strip(" -*+\t") for line in block.split("\n\n\n", 1)[0].split("\n")]
    options = find_options(f"{block}\n?")
    question_line = next((line for line in lines if "?" in line), "")
    if not question_line:
        if not options and any(_OFFERS_BELOW.search(line.lower()) for line in lines):
            return Question(f"{_shorten_title(lines[0])}:", options)
        return Question(one_line(lines[0], _MAX_TEXT), options) if options else None
    below = tuple(line for line in lines[1:] if line.endswith("?"))
    if question_line is not lines[0] and len(below) > 1:
        return Question(f"{_shorten_title(lines[0])}:", options, below)  # these may be ways to choose from
    head = question_line[: question_line.rindex("?") + 1]
    title = lines[0].rstrip(" :")
    text = head if question_line is lines[0] or len(title) > _SHORT else f"{title}: {head}"
    return Question(one_line(text, _MAX_TEXT), options)


_OFFERS_BELOW: Final = Pattern(r"\b(?:should|shall|would|do|could) (?:i|we|you|it|this|they|the \w+)\b[^.]{0,80}:$")
"""`For the valuation, should I use:`, with the ways below it."""


def _shorten_title(line: str) -> str:
    """What a question is about: `Naming` of `Naming: I see two styles. Should we:`."""
    title, colon, _ = line.partition(": ")
    return title if colon and len(title) <= _SHORT else one_line(line.rstrip(" :"), _MAX_TEXT)


def find_answers(prompt: str, questions: Mapping[str, Question]) -> list[Candidate]:
    """The decisions of a prompt that answers several questions; none where it is not clear which answer is whose."""
    if len(questions) < _BOTH_ASKED or len(prompt) > MAX_PROMPT:
        return []
    answers = _read_both(prompt, questions) or _read_pairs(prompt, questions) or _read_pieces(prompt, questions)
    if any(
        _NAMES_OPTION.fullmatch(answer.strip().lower()) and not questions[mark].options
        for mark, answer in answers.items()
    ):
        return []  # they answer another list
    settled = {mark: answer for mark, answer in answers.items() if not _leaves_open(answer)}
    return [_decide(questions[mark], answer, prompt) for mark, answer in settled.items()]


_OPTION: Final = Pattern(r"^(?:option|variant\w*|choice|alternative|opción) ?(?=\(?[a-h1-9]\b)", re.IGNORECASE)
_NAMES_OPTION: Final = Pattern(rf"{_OPTION.source}\(?[a-h1-9]\)?\W*")
"""An answer that is the name of an option."""
_FILLER: Final = (
    rf"(?:\b(?:{YES}|sure|well|hm+|then|just|let'?s|i|it|that|this|for now|please|gut|dann|lass(?:t)? uns|das|es|mal"
    r"|erst ?mal|alors|ça|entonces|eso)\b|\W)"
)
_TRIAL: Final = (
    r"\b(?:try|give (?:it|that) a (?:go|try|shot)|probier\w*|versuch\w*|ausprobieren|essay(?:er|ons|ez)|essaie"
    r"|prueba\w*|intenta\w*|maybe|perhaps|vielleicht|peut-être|quizás?|don'?t know|dunno|no idea|not sure|unsure"
    r"|keine ahnung|weiß nicht|aucune idée|(?:ne )?sais pas|no sé|ni idea|you (?:decide|choose|pick|tell me)"
    r"|your (?:call|choice)|up to you|entscheide? du|wie du (?:willst|meinst)|comme tu veux|à toi de voir"
    r"|como (?:tú )?quieras|decide tú|whatever|egal|peu importe|da igual|later|später|plus tard|luego|we'?ll see"
    r"|and see|mal sehen|on verra|ya veremos|skip)\b"
)
_OPEN: Final = Pattern(rf"{_FILLER}*{_TRIAL}(?:{_TRIAL}|{_FILLER})*")
"""An answer that decides nothing: a trial, a doubt, or the choice handed back."""
_TRIES: Final = Pattern(
    rf"{_FILLER}*(?:try|probier\w*|versuch\w*|essay(?:er|ons|ez)|essaie|prueba\w*|intenta\w*)\b(?:\W+[^\s.;:]+){{0,6}}\W*"
)
"""`try it with the other matcher`: what comes of it decides."""


def _leaves_open(answer: str) -> bool:
    plain = " ".join(answer.lower().split())
    return _OPEN.fullmatch(plain) is not None or _TRIES.fullmatch(plain) is not None or only_inquires(plain)


def _read_both(prompt: str, questions: Mapping[str, Question]) -> dict[str, str]:
    """`yes to both`, where each question is one of yes or no."""
    match = _BOTH.match(" ".join(prompt.lower().split()))
    if match is None or not all(map(_is_whether, questions.values())):
        return {}
    word = "no" if _IS_NO.fullmatch(match["word"] or match["after"]) else "yes"
    return dict.fromkeys(questions, word)


def _is_whether(question: Question) -> bool:
    plain = question.text.lower()
    return not question.options and _ASKS_WHETHER.match(plain) is not None and not _OFFERS.search(plain)


def _read_pairs(prompt: str, questions: Mapping[str, Question]) -> dict[str, str]:
    """`1b, 2a`, where each number is of a question that has such an option."""
    pairs = list(_PAIR.finditer(prompt))
    if not pairs or prompt[: pairs[0].start()].strip(" ,.:") or len({pair["mark"] for pair in pairs}) < len(pairs):
        return {}
    answers: dict[str, str] = {}
    for place, pair in enumerate(pairs):
        question, option = questions.get(pair["mark"]), pair["option"].lower()
        if question is None or option not in question.options:
            return {}
        end = pairs[place + 1].start() if place + 1 < len(pairs) else len(prompt)
        answers[pair["mark"]] = f"{option} {prompt[pair.end() : end]}"
    return answers


def _read_pieces(prompt: str, questions: Mapping[str, Question]) -> dict[str, str]:
    """`1. 8443 2. no`, `1 yes, 2 no`, `no to 1, yes to 2`."""
    turned = {match["mark"]: match["word"] for match in _TURNED.finditer(prompt)}
    if len(turned) > 1:
        return turned if turned.keys() <= questions.keys() else {}
    starts = _in_order(list(_PIECE.finditer(prompt)))
    if len(starts) < _BOTH_ASKED or prompt[: starts[0].start()].strip():
        return {}
    if not {one["mark"] for one in starts} <= questions.keys():
        return {}
    paragraph = prompt.find("\n\n", starts[-1].end())  # what follows answers no question
    ends = [*(one.start() for one in starts[1:]), paragraph if paragraph >= 0 else len(prompt)]
    answers = {one["mark"]: prompt[one.end() : end].strip(" \t\n,;") for one, end in zip(starts, ends, strict=True)}
    return {mark: text for mark, text in answers.items() if text and not text.endswith("?")}


def _in_order(marks: list["re.Match[str]"]) -> list["re.Match[str]"]:
    """The marks that rise from the first on; a lower number belongs to the text of an answer."""
    rising: list[re.Match[str]] = []
    for mark in marks:
        if not rising or int(mark["mark"]) == int(rising[-1]["mark"]) + 1:
            rising.append(mark)
    return rising


_REMARK: Final = Pattern(r"\s*\([^()]*\)\W*$")
"""What stands in brackets behind a question."""


def _decide(question: Question, answer: str, prompt: str) -> Candidate:
    option, _, rest = _OPTION.sub("", answer.strip()).partition(" ")
    mark = option.strip(".,;:()").lower()
    if question.options and mark in question.options:
        chosen = strip_end(question.options[mark]).rstrip("?")
        others = [text for other, text in question.options.items() if other != mark]
        text = f"{question.text} {chosen}" if len(chosen) < _SHORT or question.text.endswith(":") else chosen
        return _make(*amend_option(text, rest), others, prompt)
    title, _, below = answer.strip().partition("\n")
    title = _REMARK.sub("", title.replace("**", ""))
    if below.strip() and _repeats(title, question.text) and _names_question(title, question.text):
        answer = "; ".join(line.strip(" \t-*+.") for line in below.splitlines() if line.strip())
        if len(answer) <= MAX_ANSWER:
            return _state(question, answer, "", prompt)
    stated, more = split_answer(answer.strip())
    return _state(question, stated, more, prompt)


def _names_question(title: str, question: str) -> bool:
    """Whether a line is a question or its title, and no answer in the same words."""
    head = LABEL.match(question)
    return _repeats(head[0] if head else question, title, _HALF)


_OBSERVES: Final = Pattern(
    r"(?:do|does|did|are|is|were|was|have|has|can) (?:you|it|the|they|there|that|this|anything)\b(?! (?:want"
    r"|prefer|like"
    r"|need|wish|have a preference|to be|supposed|allowed)\b).*"
    r"|(?:what|which) (?:\w+ ){0,3}(?:do|did|are|is) (?:you|it|the \w+) (?:see|seeing|get|getting|using|running"
    r"|show)\b.*"
    r"|(?:when|after) you\b.*\b(?:see|get|happens?|notice)\b.*"
)
"""A question about what somebody sees or has: its answer lays nothing down."""


_OTHERWISE: Final = Pattern(r"(?:or|oder|ou|o)\b")
"""How a line begins that offers another way than the one above it."""


def _state(question: Question, answer: str, why: str, prompt: str) -> Candidate:
    """What a person answers: a choice, or what they see."""
    answer = one_line(answer, MAX_ANSWER)
    asked = question.text
    if question.below and IS_ASSENT.fullmatch(answer.strip(" .,!")):
        is_either = any(_OTHERWISE.match(line.lower()) for line in question.below)
        asked = one_line(" ".join((asked, *question.below[: 1 if is_either else None])), _MAX_TEXT)
        question = question._replace(text=asked)
    if says_all(answer):
        title = LABEL.match(asked)
        text = f"{title[0]}{answer}" if title and title[0].endswith(": ") else answer
        candidate = _make(text, join_reasons(why.strip(), f"Asked: {asked}"), [], prompt)
    else:
        candidate = _make(f"{fit_question(question.text, answer)} {answer}", why, [], prompt)
    observed = not question.options and _OBSERVES.fullmatch(question.text.lower().strip("* "))
    return candidate._replace(kind="fact") if observed else candidate


def _make(text: str, why: str, others: list[str], prompt: str) -> Candidate:
    reason = one_line(why.strip(" .,:;–—-\n"), MAX_ANSWER)
    return Candidate(
        kind="decision",
        text=strip_end(text),
        why=reason if len(reason.split()) > 1 else "",
        parts={"alternatives": [one_line(other, 120) for other in others]} if others else {},
        tags=("accepted",),
        quote=one_line(prompt, 400),
        role="user",
        confidence=0.86,
    )


def repeats_answer(statement: str, answers: Iterable[Candidate]) -> bool:
    """Whether most words of a statement are in one of the answers."""
    return any(_repeats(statement, f"{one.text} {one.why}") for one in answers)


def end_reasons(answers: Iterable[Candidate], rules: Iterable[Candidate]) -> list[Candidate]:
    """The answers, with reasons that end where the person goes on to rules: `3: yes. A few ground rules: ...`."""
    heads = [one.quote[:_HEAD] for one in rules]
    out = []
    for answer in answers:
        ends = [place for head in heads if (place := answer.why.find(head)) >= 0]
        out.append(answer._replace(why=answer.why[: min(ends)].strip(" .,:;–—-\n")) if ends else answer)
    return out


_HEAD: Final = 24
"""Characters by which the sentence of a rule is found in a reason, which may be cut off."""
_MOST: Final = 0.8
_HALF: Final = 0.5


def _repeats(text: str, other: str, least: float = _MOST) -> bool:
    """Whether most words of a text are in another."""
    words = word_set(text)
    return len(words & word_set(other)) >= least * len(words)


def count_offering(questions: Mapping[str, Question]) -> int:
    """How many of the questions offer options, so that the mark of one alone does not say whose it is."""
    return sum(bool(question.options) for question in questions.values())
