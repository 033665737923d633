"""Checks what a model says: each statement has to rest on words of a source that the model was sent.

Checked are the form, the ids, the quotes letter by letter, names and numbers, negation, and the words that statement
and sources share. What fails is refused with the reason; nothing is mended.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from backstory.agents.directives import parse_with_refusals
from backstory.capture.text.revisions import content_words, is_negated
from backstory.guests.guest import SENT, GuestError
from backstory.guests.sources import Source
from backstory.model.text import clean_text
from backstory.render.safe import escape_text

MAX_STATEMENTS: Final = 40
MAX_TEXT: Final = 500
"""Characters of one statement."""
MAX_EVIDENCE: Final = 6
MIN_QUOTE: Final = 12
"""Characters of a quote, unless it is all that its source says."""
MIN_SHARED: Final = 0.6
"""Share of a statement's words that its sources have."""
_STEM: Final = 5
"""Letters by which words are compared, so that their inflections meet."""
_BLOCK: Final = re.compile(r"```(?:json)?[ \t]*\n(.*)\n```", re.DOTALL)
_NAME: Final = re.compile(
    r"`[^`\n]+`"  # code
    r"|\S*[\d/\\_@#$=<>{}|]\S*"  # numbers, paths, addresses, snake_case, commands
    r"|\w+(?:\.\w+)+"  # dotted names
    r"|--?\w[\w-]*"  # options
    r"|\b\w*[^\W\d_]?[a-z]\w*[A-Z]\w*\b"  # camelCase
    r"|\b[A-Z]{2,}\b"
)
_CAPITALISED: Final = re.compile(r"(?<![.!?:] )(?<!^)\b[A-Z][\w-]+")
"""A word with a capital letter inside a sentence."""
_EDGES: Final = "`\"'“”‘’«»()[],;:.!?…*"


class Evidence(msgspec.Struct):
    """The words that a statement rests on, and the source that has them."""

    source: str
    quote: str


class Statement(msgspec.Struct):
    """One thing that a model says."""

    text: str
    evidence: list[Evidence]
    kind: str = ""
    why: str = ""


class Answer(msgspec.Struct):
    """A reply of a model."""

    statements: list[Statement]
    title: str = ""


class Refused(NamedTuple):
    """A statement that was not accepted."""

    text: str
    reason: str


class Checked(NamedTuple):
    """A reply after the check."""

    title: str
    """Empty where the model gave none, or one that nothing supports."""
    accepted: tuple[Statement, ...]
    refused: tuple[Refused, ...]


def read_answer(text: str) -> Answer:
    """The reply as JSON, bare or as the one code block that there is. Raises `GuestError` for anything else."""
    text = text.strip()
    block = _BLOCK.search(text)
    if block and text.count("```") == 2:
        text = block[1]
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=Answer, strict=True)
    except (msgspec.MsgspecError, RecursionError):
        raise GuestError(
            "the reply is not the JSON that was asked for, so none of it was used",
            hint="try again, or name a model that keeps to a format: `backstory model`",
            spent=SENT,
        ) from None


def check_answer(answer: Answer, sources: Sequence[Source], *, kinds: Collection[str] = ()) -> Checked:
    """Parts the statements of a reply into those that hold and those that do not."""
    by_id = {source.id: source for source in sources}
    accepted: list[Statement] = []
    refused: list[Refused] = []
    for number, statement in enumerate(answer.statements):
        reason = (
            f"there are more than {MAX_STATEMENTS} statements"
            if number >= MAX_STATEMENTS
            else find_fault(statement, by_id, kinds=kinds)
        )
        if reason:
            refused.append(Refused(" ".join(clean_text(statement.text[:MAX_TEXT]).split()), reason))
        else:
            accepted.append(_tidy(statement))
    texts = [source.text for source in sources]
    title = " ".join(answer.title.split())
    has_title = bool(accepted and title) and not (_find_unsafe(title) or _find_unsupported(title, texts))
    return Checked(title if has_title else "", tuple(accepted), tuple(refused))


def find_fault(statement: Statement, sources: Mapping[str, Source], *, kinds: Collection[str] = ()) -> str:
    """Why a statement is refused; empty where it holds."""
    if statement.kind not in (kinds or ("",)) and (kinds or statement.kind):
        return f"`{statement.kind[:40]}` is not a kind that was asked for"
    if not statement.text.strip():
        return "it says nothing"
    for text in (statement.text, statement.why):
        if fault := _find_unsafe(text):
            return fault
    if not 0 < len(statement.evidence) <= MAX_EVIDENCE:
        return "it cites no source" if not statement.evidence else f"it cites more than {MAX_EVIDENCE} times"
    for evidence in statement.evidence:
        if fault := _find_wrong_quote(evidence, sources):
            return fault
    quotes = [evidence.quote for evidence in statement.evidence]
    cited = [sources[evidence.source].text for evidence in statement.evidence]
    if _is_reversed(statement.text, quotes):
        return "it denies what its quotes say, or states what they deny"
    whole = f"{statement.text} {statement.why}".strip()
    return _find_unsupported(whole, cited, quotes)


def _find_unsafe(text: str) -> str:
    """Why a text is not taken as a statement: it is too long, or holds what an agent could take for an order."""
    if len(text) > MAX_TEXT:
        return f"it is longer than {MAX_TEXT} characters"
    flat = " ".join(text.split())
    if clean_text(flat) != flat:
        return "it holds control or invisible characters"
    if escape_text(flat) != flat or "```" in flat:
        return "it holds a tag or a marker that agents take for structure"
    parsed = parse_with_refusals(text)
    if parsed.directives or parsed.refused:
        return "it holds a directive"
    return ""


def _find_wrong_quote(evidence: Evidence, sources: Mapping[str, Source]) -> str:
    source = sources.get(evidence.source)
    if source is None:
        return f"it cites `{evidence.source[:40]}`, which was not sent"
    quote, text = " ".join(evidence.quote.split()), " ".join(source.text.split())
    if quote not in text or not quote:
        return f"its quote does not occur in `{source.id}`"
    if quote != text and (len(quote) < MIN_QUOTE or " " not in quote):
        return "its quote is too short to show anything"
    return ""


def _is_reversed(text: str, quotes: Iterable[str]) -> bool:
    """Whether a statement denies where no quote does, or states where all of them deny."""
    denials = [is_negated(quote) for quote in quotes]
    return not any(denials) if is_negated(text) else all(denials)


def _find_unsupported(text: str, sources: Iterable[str], quotes: Iterable[str] = ()) -> str:
    """The name or number that no source has, or that too few words are theirs."""
    support = " ".join(" ".join(source.split()) for source in sources).casefold()
    for name in _list_names(text):
        if not _has_name(name, support):
            return f"`{name[:60]}` does not occur in what it cites"
    words = _stems(text)
    if not words:
        return "it says nothing"
    if len(words & _stems(support)) < MIN_SHARED * len(words):
        return "too few of its words are those of what it cites"
    quoted = _stems(" ".join(quotes))
    return "" if not quoted or words & quoted else "its quotes are about something else"


def _list_names(text: str) -> list[str]:
    matches = [match[0] for match in (*_NAME.finditer(text), *_CAPITALISED.finditer(text))]
    names = (name.strip(_EDGES) for name in matches)
    return [name for name in dict.fromkeys(names) if name]


def _has_name(name: str, support: str) -> bool:
    """Whether a name occurs as it is, not as a part of another word."""
    pattern = re.escape(name.casefold())
    return (
        re.search(rf"(?<![\w]){pattern}(?![\w])", support) is not None
        if name[:1].isalnum()
        else (name.casefold() in support)
    )


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in content_words(text)}


def _tidy(statement: Statement) -> Statement:
    """The statement on one line, with its quotes on one line each."""
    evidence = [Evidence(one.source, " ".join(one.quote.split())) for one in statement.evidence]
    return Statement(" ".join(statement.text.split()), evidence, statement.kind, " ".join(statement.why.split()))
