"""What the work of a branch is about, in the words of the person who asked for it first."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, dropwhile
from math import inf, sqrt
from typing import Final, NamedTuple

from backstory.base.token_estimate import estimate_tokens
from backstory.model.session import Prompt, Session
from backstory.patterns.numbered_steps import strikes_steps
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.bare_prompts import is_bare
from backstory.recall.past.endings import reports_failure
from backstory.recall.past.listed_requests import is_heading, join_list, opens_list
from backstory.recall.past.openings import ends_ban, leans, list_openings, opens_work, resumes
from backstory.recall.past.pieces_of_work import commands, is_order, list_end_texts, looks_into, measure_relation, turns
from backstory.recall.past.planned_steps import plans_ahead
from backstory.recall.past.sessions import TELLING, PastWork
from backstory.recall.past.stories import only_narrates
from backstory.recall.text.clauses import depends, shorten_to_clauses
from backstory.recall.text.coverage import merge_terms, read_terms
from backstory.recall.text.printed_lines import is_printed, list_written
from backstory.recall.text.request_leads import drop_lead
from backstory.recall.text.request_sentences import greets, has_aim, holds_back, is_beside, is_personal
from backstory.recall.text.shorten import GAP, join_sentences, shorten_text
from backstory.recall.text.stance import asks, is_request, sends, speaks_of_commits
from backstory.recall.text.substance import split_sentences, weigh_sentence

_WISHES: Final = 3.0
"""What it counts that a sentence of a request says how something is to be, in worth of terms."""
_FIRST: Final = 3
"""Prompts of a session among which that is looked for which says what it is about."""
_READ_OF_ANSWER: Final = 1_000
"""Characters of an answer that say what was done."""
_PLAIN_LENGTH: Final = 12
"""Tokens of a sentence from which its length counts against it."""
_MOST_NAMED: Final = 2.5
"""What the names of the work in a sentence count at most."""
_FEW_TIMES: Final = 2
"""How much longer than its room a sentence is from which its clauses are chosen."""
_LEAST_REPORT: Final = 10
"""Tokens from which there is room for what is wrong before what is wanted."""
_QUOTES: Final = "\"'#*“‘«(["
_FEWEST_TURNS: Final = 2
_MANY_PIECES: Final = 3
"""Fewest prompts of a session with several pieces of work."""
_LATER: Final = 30
"""Prompts at the end of a session that may begin its last piece of work."""
_RELATED: Final = 0.35
"""Least share of the terms of a request at the end of a session that is about it."""
_NAMED: Final = 2
"""Terms of the work that a prompt names, where the one before it names none and tells something else."""
_STEM: Final = 4
"""Letters by which a word of a request is known in the name of a branch: `retries` in `retry-budget`."""
_LEAST: Final = 0.2
"""The same for a later request."""
_RELATED_BRANCH: Final = 0.1
"""The same for the first request on a branch for this work alone."""
_FIRST_TERMS: Final = 2
"""Fewest terms of a first sentence that may be the request."""
_LEAST_WISH: Final = 0.9
"""Weight of a wish from which it says what is wanted."""
_REQUEST: Final = 36
"""Tokens of the request that a brief tells as the task."""
SHORT_REQUEST: Final = 20
"""The same for a small brief, which tells the request without the words that only ask for it."""
_TASK_PARTS: Final = 30
"""Part of a small brief that it may take."""
_LONGER: Final = 1.4
"""How much longer a short request may be where it is one clause."""
_REASON: Final = 4.0
"""What a clause loses that only says why something is asked for."""
_LEAST_INQUIRY: Final = 5
"""Tokens that a small brief has for the order to find out what is behind what is wrong."""
_LEAST_TASK: Final = 28
"""Tokens up to which a short request has what is wrong before it, in a small brief too."""


def measure_request(budget: int, *, is_small: bool) -> int:
    """The tokens that a brief has for what was asked first."""
    return min(SHORT_REQUEST, budget // _TASK_PARTS) if is_small else _REQUEST


def describe_request(session: Session) -> str:
    """The sentence that says what a session was asked for in its first prompts; empty if there is none."""
    work = _list_work([session])
    for prompt in _list_asking(session.prompts, work)[:_FIRST]:
        sentences = list_written(prompt.text)
        if telling := _list_telling(sentences):
            return sentences[_find_start(sentences, telling, work)]
    return ""


class Request(NamedTuple):
    """What the work is about, in the words of the person who asked for it."""

    text: str
    is_first: bool = True
    """Whether it is the first request, and not one that began a later piece of work."""


def first_request(past: PastWork, tokens: int = _REQUEST) -> str:
    """The text of `find_request`."""
    return find_request(past, tokens).text


def find_request(past: PastWork, tokens: int = _REQUEST) -> Request:
    """What the work is about: what was asked first on its branch, as far as that says something, in a session that
    edited files if one did. On a branch where everybody's work meets only the last session speaks of it.

    People ask for several pieces of work in a row. If the end of the last session shares too little with the first
    request, the request counts that began the piece at the end.
    """
    sessions = past.own if past.has_own_branch else _find_last_work(past.sessions)
    work = _list_work(sessions)
    done = _list_work(one for one in sessions if one.edited)
    works = [one for one in sessions if one.edited or _asks_for_work(one, done)] or sessions
    for session in reversed([one for one in works if opens_work(one.prompts)] or works):
        for prompt in _list_asking(session.prompts, work)[:2]:
            if piece := _read_piece(prompt.text, work):
                last = _find_last_piece(past, sessions, piece)
                return Request(last.shorten(tokens), last.is_first) if last else Request("", is_first=False)
    return Request(next((one.title for one in sessions if not is_bare(one.title) and not is_printed(one.title)), ""))


def _list_asking(prompts: Sequence[Prompt], work: Collection[str]) -> Sequence[Prompt]:
    """The prompts from the first on that asks for something of its own. One that only tells a story comes behind the
    next, where that says what is wanted."""
    openings = _drop_questions(list_openings(prompts))
    if len(openings) < 2 or not only_narrates(openings[0].text):
        return openings
    n_named, asked = (_count_named(prompt.text, work) for prompt in openings[:2])
    is_wanted = any(_is_piece(sentence) for sentence in list_written(openings[1].text))
    if (is_wanted and not (n_named and reports_failure(openings[0].text))) or (asked >= _NAMED and not n_named):
        return [openings[1], openings[0], *openings[2:]]
    return openings


def _drop_questions(openings: Sequence[Prompt]) -> Sequence[Prompt]:
    """The prompts without the questions before the first one that orders something."""
    rest = list(dropwhile(lambda one: _only_inquires(one.text), openings))
    return rest if rest and any(map(_is_piece, list_written(rest[0].text))) else openings


def _only_inquires(prompt: str) -> bool:
    """Whether a prompt asks for an answer, and for no work."""
    text = prompt.rstrip()
    return text.endswith(("?", "？")) and not any(map(asks, split_sentences(text)))


def _count_named(text: str, work: Collection[str]) -> int:
    """How many terms of the work a text names."""
    return sum(term in work for term in read_terms(text))


def _asks_for_work(session: Session, done: Collection[str]) -> bool:
    """Whether a session that edited nothing asks for what others did: people talk it over first."""
    for prompt in list_openings(session.prompts)[:2]:
        piece = _read_piece(prompt.text, done)
        if piece is not None and _is_piece(piece.text):
            terms = read_terms(piece.text)
            return sum(worth for term, worth in terms.items() if term in done) >= _RELATED * sum(terms.values())
    return False


class _Piece(NamedTuple):
    """A prompt that began a piece of work."""

    text: str
    """What it asks for."""
    written: Sequence[str]
    """Its sentences."""
    work: Collection[str]
    """The terms of what was done for it."""
    is_first: bool = True

    def shorten(self, tokens: int) -> str:
        """What it asks for, in about so many tokens."""
        return self.text if tokens == _REQUEST else _choose_request(self.written, self.work, tokens) or self.text


def _read_piece(prompt: str, work: Collection[str], *, is_first: bool = True) -> _Piece | None:
    """The piece of work that a prompt asks for; None if it asks for none."""
    written = list_written(prompt)
    text = _choose_request(written, work, _REQUEST)
    return _Piece(text, written, work, is_first) if text else None


def _find_last_piece(past: PastWork, sessions: Sequence[Session], first: _Piece) -> _Piece | None:
    """The piece at the end of the last session: the `first` one, or the later one that the end covers best. If the
    end covers none, the first one of a branch of its own, else None."""
    last = drop_asides(sessions)
    if last is None or len(last.prompts) < _MANY_PIECES:
        return first if last is None else _find_turn(last, first)
    texts = list_end_texts(last)
    end = merge_terms(chain.from_iterable(texts))
    if measure_relation(first.text, end) >= (_RELATED_BRANCH if past.has_own_branch else _RELATED):
        return first
    goes_on = past.has_own_branch and _goes_on(past, last, first)
    for back, prompt in enumerate(last.prompts[: -_LATER - 1 : -1]):
        text = prompt.text
        if _goes_on_with(text) or (goes_on and not turns(text)):
            continue
        later = merge_terms(chain.from_iterable(texts[-back:])) if 0 < back < len(texts) else end
        piece = _read_piece(text, later, is_first=False)
        if piece and _is_piece(piece.text) and (back == 0 or measure_relation(piece.text, later) >= _LEAST):
            return piece
    return first if past.has_own_branch else None


def _goes_on(past: PastWork, last: Session, first: _Piece) -> bool:
    """Whether the last session on the branch of a piece goes on with it, whatever words its end has: it says so, the
    branch was named after it, or the piece was told as a story, which has words of its own."""
    is_story = only_narrates(" ".join(first.written))
    return is_story or resumes(last.prompts[0].text) or _names_branch(first.text, past.branch)


def _names_branch(request: str, branch: str) -> bool:
    """Whether a branch was named after what a request asks for."""
    names = tuple(term[:_STEM] for term in read_terms(branch.rpartition("/")[2]) if len(term) >= _STEM)
    return any(worth >= 1 and term.startswith(names) for term, worth in read_terms(request).items())


def _is_piece(request: str) -> bool:
    """Whether a request asks for a piece of work of its own."""
    return (is_order(request) or has_aim(request)) and not speaks_of_commits(request)


def _find_turn(last: Session, first: _Piece) -> _Piece:
    """The piece of a session of few prompts: the last one, if it turns to something else after what was asked first
    was committed, or says so; else the first."""
    if len(last.prompts) < _FEWEST_TURNS:
        return first
    prompt = last.prompts[-1]
    before = [commit for commit in last.commits if (commit.line, commit.made) < (prompt.line, prompt.made)]
    if not (before or turns(prompt.text)) or _goes_on_with(prompt.text):
        return first
    later = merge_terms(list_end_texts(last)[-1])
    piece = _read_piece(prompt.text, later, is_first=False)
    is_other = piece is not None and _is_piece(piece.text)
    return piece if piece and is_other and measure_relation(first.text, later) < _RELATED else first


def _goes_on_with(prompt: str) -> bool:
    """Whether a prompt begins nothing: it leans on the piece before, reports a failure, plans or strikes steps."""
    is_close = leans(prompt) or reports_failure(prompt) or plans_ahead(prompt)
    return is_close or any(map(strikes_steps, list_written(prompt)))


def _find_last_work(sessions: Sequence[Session]) -> Sequence[Session]:
    """The newest of the sessions, as a row of one; one that only asks, or holds nothing but words beside the work,
    gives way to the one before, and so does one whose prompts all lean on that."""
    last = drop_asides(sessions)
    rest = list(dropwhile(lambda one: last is not None and one.id != last.id, sessions))
    works = [one for one in rest if one.edited or one.commits or not _only_asks(one)] or rest
    return (_find_opening(works),) if works else ()


def _find_opening(works: Sequence[Session]) -> Session:
    """The newest session. Where all its prompts lean on work before it or only ask about it, the one that began it:
    one that edited the same files, else for those that lean the next older one."""
    last, *older = works
    leans_only = not opens_work(last.prompts)
    if not (leans_only or _only_asks(last)):
        return last
    opening = [one for one in older if opens_work(one.prompts) and not _only_asks(one)]
    same = [one for one in opening if not set(last.edited).isdisjoint(one.edited)]
    return next(iter(same or (opening if leans_only else ())), last)


def _only_asks(session: Session) -> bool:
    """Whether all prompts of a session ask for answers, and for no work."""
    return all(_only_inquires(prompt.text) or leans(prompt.text) for prompt in session.prompts)


def _choose_request(sentences: Sequence[str], work: Collection[str], tokens: int) -> str:
    """What a prompt asks for: from the telling sentence that names most of what was done then, and best says how
    something is to be. People often report first what is wrong, and that stands before it where there is room."""
    telling = _list_telling(sentences)
    if not telling:
        return ""
    start = _find_start(sentences, telling, work)
    if start and opens_list(sentences[0], SHORT_REQUEST):
        return join_list(sentences, tokens)
    if start and is_heading(sentences[0], SHORT_REQUEST):
        heading = sentences[0].rstrip(":： ")
        room = tokens - estimate_tokens(heading) - 1
        if room < _LEAST_REPORT:
            return shorten_text(heading, max(tokens, _LEAST_TASK))
        rest = _shorten_request(_take_few(sentences[start:], room), work, room)
        return f"{heading}: {rest}" if estimate_tokens(rest) <= room else heading
    if tokens <= SHORT_REQUEST:
        return _add_inquiry(_shorten(sentences[start], work, tokens), sentences[start + 1 :], tokens)
    goes_on = [one for one in sentences[start + 1 :] if looks_into(one) or not _is_of_other(one)]
    request = _shorten_request(_take_few([sentences[start], *goes_on], tokens), work, tokens)
    room = max(tokens, _LEAST_TASK) - estimate_tokens(request)
    if start == telling[0] or room < _LEAST_REPORT or _measure_request(sentences[telling[0]], work) <= 0:
        return request
    report = shorten_to_clauses(sentences[telling[0]], room - 2)
    if estimate_tokens(report) > room:
        return request
    has_gap = start > telling[0] + 1 and not report.endswith(GAP)
    return join_sentences([report, *([GAP] if has_gap else []), request])


def _is_of_other(sentence: str) -> bool:
    """Whether a sentence behind a request says something else than what is asked for."""
    return sends(sentence) or holds_back(sentence) or is_beside(sentence) or is_personal(sentence)


def _list_telling(sentences: Sequence[str]) -> list[int]:
    """The places of the sentences of a prompt that may be what it asks for."""
    telling = [n for n, sentence in enumerate(sentences) if _tells(sentence, n)]
    return [n for n in telling if not (greets(sentences[n]) or ends_ban(sentences[n]))] or telling


def _find_start(sentences: Sequence[str], telling: Sequence[int], work: Collection[str]) -> int:
    """The place of the sentence that best says what is asked for. Orders after the first one say how it is to be."""
    rest = [n for n in telling if not (holds_back(sentences[n]) or is_beside(sentences[n]))] or telling
    orders = [n for n in rest if commands(sentences[n]) or has_aim(sentences[n])]

    def measure(place: int) -> float:
        is_detail = place in orders[1:] and not has_aim(sentences[place])
        return _measure_request(sentences[place], work) - _WISHES * is_detail

    return max(rest, key=lambda n: (measure(n), -n))


def _shorten_request(text: str, work: Collection[str], tokens: int) -> str:
    """The beginning of a request, or of one long sentence the clauses that say what is wanted: people who dictate put
    it all in one, after what they say in passing."""
    if len(split_sentences(text)) > 1 or estimate_tokens(text) < _FEW_TIMES * tokens:
        return shorten_text(text, tokens)

    def favour(place: int, clause: str) -> float:
        return -_REASON if place and depends(clause) else 2 * _measure_request(clause, work) or -inf

    return shorten_to_clauses(text, tokens, favour, leads=False)


def _shorten(sentence: str, work: Collection[str], tokens: int) -> str:
    """What a sentence asks for, without the words that only ask: the clauses that say it, whole where they are few."""

    rest = drop_lead(sentence)
    object_of_wish = _WISHES if rest != sentence else 0.0

    def favour(place: int, clause: str) -> float:
        wish = 0.0 if place else object_of_wish
        return -_REASON if place and depends(clause) else 2 * _measure_request(clause, work) + wish

    room = int(_LONGER * tokens)
    text = shorten_to_clauses(rest, room, favour, leads=False)
    return drop_lead(text if estimate_tokens(text) <= room else shorten_text(text, room))


def _add_inquiry(text: str, following: Sequence[str], tokens: int) -> str:
    """What was reported, with the order to find out what is behind it, if that comes right after it."""
    if not following or not looks_into(following[0]):
        return text
    inquiry = shorten_to_clauses(following[0], max(tokens - estimate_tokens(text), _LEAST_INQUIRY))
    return join_sentences([text, inquiry]) if text.endswith((".", "!")) else text


def _tells(sentence: str, place: int) -> bool:
    """Whether a sentence of a prompt may be what it asks for. A wish is short, and often a question. A sentence that
    begins with a quotation gives an example."""
    if sentence[0] in _QUOTES:
        return False
    if weigh_sentence(sentence, place, -1) >= TELLING:
        return True
    terms = [worth for worth in read_terms(sentence).values() if worth >= 1]
    is_named = any(worth > 1 for worth in terms) or len(terms) >= _FIRST_TERMS
    is_wish = has_aim(sentence) or is_request(sentence) or commands(sentence) or (place == 0 and is_named)
    return is_wish and weigh_sentence(sentence.rstrip("?？"), place, -1) >= _LEAST_WISH


def _measure_request(sentence: str, work: Collection[str]) -> float:
    """How much a sentence says of the work that followed it."""
    named = sum(worth for term, worth in read_terms(sentence).items() if term in work)
    named = min(_MOST_NAMED, named / sqrt(max(1.0, estimate_tokens(sentence) / _PLAIN_LENGTH)))
    wish = _WISHES if has_aim(sentence) or commands(sentence) else _WISHES / 2 if asks(sentence) else 0.0
    return named + (wish if not sends(sentence) else -_WISHES / 2)


def _list_work(sessions: Iterable[Session]) -> frozenset[str]:
    """The terms of what sessions did: files, commits, next steps and answers."""
    texts: list[str] = []
    for session in sessions:
        texts += [path.replace("/", " ") for path in session.edited]
        texts += [*(commit.subject for commit in session.commits), *session.next]
        texts += [answer.text[:_READ_OF_ANSWER] for answer in session.answers]
    return frozenset(merge_terms(texts))


def _take_few(sentences: Sequence[str], tokens: int) -> str:
    """The first two sentences, and more where these are short."""
    count = 2
    while count < len(sentences) and estimate_tokens(" ".join(sentences[: count + 1])) <= tokens:
        count += 1
    return join_sentences(sentences[:count])
