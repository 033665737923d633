"""What the person turns down of the decisions that an agent recorded on purpose in the answer before.

`Decide by the response content type`, and then `no: decide by an exclude list instead`: the later one replaces it.
`do not add a cache` turns down what the agent recorded of one in the same session.
"""

from collections.abc import Sequence
from typing import Final

from backstory.agents.directives import parse_with_refusals, to_draft
from backstory.capture.decisions.overruling import overrules
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.revisions import content_words
from backstory.capture.text.sentence_ends import strip_end

_FEW: Final = 3
"""Words of a sentence that says too little to stand for a decision."""
_MAX_TEXT: Final = 300
_NO: Final = Pattern(
    r"^(?:(?:h+m+|ok(?:ay)?|well|sorry|wait|hey|actually|but|and|ach|bon|pero)[\s,.!…–-]+)*"
    r"(?:no+|nope|nein|non|não)(?:[\s,.:;!–—-]+)(?=\w)(?!(?:need|more|longer|other|one)\b)"
)
"""The refusal before a choice; `no need for ...` is one itself."""
_REFUSES: Final = Pattern(
    r"^(?:(?:no+|nope|nah|please|actually|ok(?:ay)?|hm+|but|and|sorry|wait)[\s,.!:]+)*"
    r"(?:(?:do not|don't|dont|let's not|we don't|we do not) (?:add|use|introduce|build|make|create|do|want|need"
    r"|go with|have)"
    r"|no need for) (?:a |an |the |any |that |your |new )*(?P<thing>[\w./-]+(?: [\w./-]+){0,2}?)"
    r"(?= here| after all| any ?more| then| at all|[,.;:!–—]|$)"
)
"""`do not add a cache, just profile`"""


def mark_turned_down(prompt: str, answer: str, statements: Sequence[Candidate]) -> list[Candidate]:
    """The statements of a prompt, with what they turn down. Without one, the refusal itself stands for it."""
    titles = _list_recorded(answer) if overrules(prompt) else []
    sentences = [
        one for one in read_sentences(prompt, person=True) if not one.is_question and len(one.text) <= _MAX_TEXT
    ]
    if not titles:
        return [*statements, *_find_refusals(sentences)]
    chosen = next((one for one in statements if one.kind == "decision" and one.role == "user"), None)
    words = content_words(prompt)
    about = titles if len(titles) == 1 else [title for title in titles if content_words(title) & words]
    if chosen is not None:
        marked = chosen._replace(text=_drop_no(chosen.text), turned_down=tuple(about), revises=True)
        return [marked if one is chosen else one for one in statements]
    refusal = next((one for one in sentences[:2] if len(_drop_no(one.text).split()) > _FEW), None)
    if refusal is None or not any(content_words(title) & words for title in titles):
        return [*statements, *_find_refusals(sentences)]
    about = [title for title in titles if content_words(title) & words]
    return [*statements, _make_refusal(refusal)._replace(turned_down=tuple(about))]


def _list_recorded(answer: str) -> list[str]:
    """The titles of the decisions that the directives of an answer record."""
    if "backstory:" not in answer and "ctx:" not in answer:
        return []
    drafts = [to_draft(one) for one in parse_with_refusals(answer).directives if one.verb == "remember"]
    return [draft.title for draft in drafts if draft and draft.kind == "decision" and draft.title]


def _drop_no(text: str) -> str:
    match = _NO.match(text.lower())
    return text[match.end() :] if match else text


def _find_refusals(sentences: Sequence[Sentence]) -> list[Candidate]:
    """What a prompt refuses by name. It is kept only where the agent recorded it in this session."""
    named = [(one, _REFUSES.match(one.plain)) for one in sentences]
    return [
        _make_refusal(one)._replace(refused=tuple(sorted(words)))
        for one, match in named
        if match and (words := content_words(match["thing"]))
    ]


def _make_refusal(sentence: Sentence) -> Candidate:
    return Candidate(
        kind="decision",
        text=strip_end(_drop_no(sentence.text)),
        quote=sentence.text,
        role="user",
        confidence=0.78,
        revises=True,
        only_revises=True,
    )
