"""The prompts that ask for work, without rules and talk on other things that came before it.

People lay down how things are to be (`we can't use Redis`) before they ask for something else (`rename run to start`).
Only what was asked for is a task.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from typing import Final

import msgspec

from backstory.base.unspaced import count_words
from backstory.model.session import Prompt, Session
from backstory.patterns.rule_revisions import LIFTS, REPLACES, may_revise, read_revision
from backstory.recall.past.asides import Exchange, split_exchanges
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.request_sentences import has_aim
from backstory.recall.text.small_talk import is_remark, muses
from backstory.recall.text.substance import split_sentences

_NOD: Final = 10
"""Words of an answer that only takes note."""
_TAKES_BACK: Final = frozenset((LIFTS, REPLACES))
_SAME: Final = 0.85
"""Share of the words of a sentence, and of a rule, from which they are the same."""


def keep_asking(past: PastWork, rules: Sequence[str] = ()) -> PastWork:
    """The sessions without what their prompts lay down as one of the `rules` or what the person revised since, and
    without prompts that were only noted and have nothing in common with what was done later. A session of nothing else
    stays as it is, but not one of what was revised, if others ask for something."""
    revised = list(filter(None, map(word_stems, _list_revised(past))))
    stems = [*filter(None, map(word_stems, rules)), *revised]
    sessions = [_keep_asking(one, stems) for one in past.sessions]
    if revised:
        asking = [one for one in sessions if one.edited or one.commits or not _only_lays_down(one, revised)]
        sessions = asking or sessions
    return past._replace(sessions=tuple(sessions))


def _only_lays_down(session: Session, revised: Sequence[frozenset[str]]) -> bool:
    """Whether the prompts of a session are nothing but rules that were revised."""
    sentences = [one for prompt in session.prompts for one in split_sentences(prompt.text)]
    return bool(sentences) and all(_is_rule(word_stems(one), revised) for one in sentences)


def _list_revised(past: PastWork) -> list[str]:
    """The sentences of the person that a later one takes back, and that wish for nothing: a word in common may be what
    all of the work is about."""
    prompts = [split_sentences(one.text) for session in reversed(past.sessions) for one in session.prompts]
    spoken = [(text, before) for row in prompts for before, text in pairwise(["", *row])]
    revising = [(place, text, before) for place, (text, before) in enumerate(spoken) if may_revise(text)]
    return [
        text
        for place, (text, _) in enumerate(spoken[: revising[-1][0]] if revising else ())
        if not has_aim(text)
        and any(later > place and read_revision(one, text, before) in _TAKES_BACK for later, one, before in revising)
    ]


def _keep_asking(session: Session, rules: Sequence[frozenset[str]]) -> Session:
    noted = _list_noted(session)
    prompts = [_drop_beside(one, rules) for one in session.prompts if one not in noted]
    prompts = [one for one in prompts if one.text]
    if not prompts or tuple(prompts) == session.prompts:
        return session
    title = session.title if prompts[0] == session.prompts[0] else ""
    return msgspec.structs.replace(session, prompts=tuple(prompts), title=title)


def _drop_beside(prompt: Prompt, rules: Sequence[frozenset[str]]) -> Prompt:
    """A prompt without the sentences that are rules or remarks. What somebody wondered about may be what was edited."""
    sentences = split_sentences(prompt.text)
    remarks = [one for one in sentences if is_remark(one) and not (prompt.edited and muses(one))]
    beside = [one for one in sentences if one in remarks or _is_rule(word_stems(one), rules)]
    if not beside:
        return prompt
    rest = " ".join(one for one in sentences if one not in beside)
    return msgspec.structs.replace(prompt, text=rest)


def _is_rule(stems: frozenset[str], rules: Sequence[frozenset[str]]) -> bool:
    return any(len(stems & rule) >= _SAME * max(len(stems), len(rule)) for rule in rules)


def _list_noted(session: Session) -> list[Prompt]:
    """The prompts before the first work of a session that the agent only took note of, and that have no term in common,
    nor has the answer, with the prompts, the answers and the files of the work."""
    exchanges = split_exchanges(session)
    first = next((place for place, one in enumerate(exchanges) if _is_at_work(one)), 0)
    if not first:
        return []
    done = [one for one in exchanges if _is_at_work(one)]
    texts = [path.replace("/", " ") for path in session.edited]
    texts += [*chain.from_iterable(one.texts for one in done), *(commit.subject for commit in session.commits)]
    work = merge_terms(texts)
    return [one.prompt for one in exchanges[:first] if one.prompt and _is_noted(one) and not _shares(one, work)]


def _is_noted(exchange: Exchange) -> bool:
    words = " ".join(answer.text for answer in exchange.answers)
    return bool(words) and not words.endswith(("?", "？")) and count_words(words) <= _NOD


def _shares(exchange: Exchange, work: Mapping[str, float]) -> bool:
    return any(worth >= 1 and term in work for term, worth in merge_terms(exchange.texts).items())


def _is_at_work(exchange: Exchange) -> bool:
    return bool(exchange.runs or (exchange.prompt and exchange.prompt.edited))
