"""Rules in the words of others that a person passes on and takes over: lines of a chat, quotations, what a mentor says,
comments of a review, the criteria of a ticket.

`Kim: we never mock the clock`, with `you heard him, change it` below, is a rule of Kim's. What others only propose, ask
or report is none, nor is what the person turns down or asks about.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from backstory.capture.rules.review_remarks import LINE_REMARK
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.own_lines import ITEM
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.model.relayed_words import Relayed, find_relayed, read_chat_line


class Passage(NamedTuple):
    """Words of a prompt that its author did not write."""

    speaker: str
    text: str
    is_listed: bool = False
    """Whether it is a criterion of a list, of which only demands on the work are rules."""
    is_own: bool = False
    """Whether it comments on a line of code. Such a comment counts even if the author does not agree to it."""


_NAME: Final = r"[A-ZÄÖÜÉÁ][\w'’-]+(?: [A-ZÄÖÜÉÁ][\w'’-]+)?"
_HEADER: Final = late_pattern(
    rf"\s*(?P<name>{_NAME})(?: \w+)? {{1,4}}[\[(]?\d{{1,2}}:\d\d(?: ?[ap]\.?m\.?)?[\])]?\s*", re.IGNORECASE
)
_NAMED: Final = late_pattern(rf"\s*(?:>+ ?)?@?(?P<name>{_NAME})(?: \([^)]{{1,30}}\))?: (?P<text>\S.*)")
_QUOTED: Final = late_pattern(r"\s*>+ ?(?P<text>\S.*)")
_FENCE: Final = late_pattern(r"\s*(?:```|~~~)")
_NOBODY_WORDS: Final = """
user users customer customers client clients reporter bot ci app dependabot renovate github actions error warning warn
info note todo fixme hint tip example expected actual input output steps result results title status priority summary
description component version url file line path type value name from to date subject re fwd next open done plan goal
task tasks rule rules requirement requirements remark remarks comment question answer idea option context background
important decision deadline limit scope test tests build server client log usage default reason cause problem fix
update morning evening hello hi hey dear thanks ok okay yes no always never please ps btw wish first second third
"""
_NOBODY: Final = frozenset(_NOBODY_WORDS.split())
_CRITERIA: Final = late_pattern(
    r"\s*(?:#+ |\*\*)?(?:acceptance criteria|definition of done|dod|done when|checklist[^:]{0,60}|before (?:a|each"
    r"|every)"
    r" merge|merge criteria|akzeptanzkriterien|critères d'acceptation"
    r"|criterios de aceptación)(?:\*\*)?\s*:?\s*(?:\*\*)?",
    re.IGNORECASE,
)
_ADOPTS: Final = Pattern(
    r"\b(?:you heard|(?:he|she|they)(?:'s|'re)? (?:is |are )?right|is right|fair (?:enough|point)|that was (?:us"
    r"|me|you)|my bad|our bad"
    r"|good to know|what (?:he|she|they) (?:said|says)|as (?:he|she|they) (?:said|says)|(?:please )?(?:fix|change"
    r"|move|rename|take"
    r"|drop|revert|undo|redo|adjust|correct|rework|put|turn|pull|rip|throw) (?:it|that|this|them|these|those|ours?"
    r"|both|the (?:two|three"
    r"|others?))\b|can you (?:please )?(?:do|fix|change|mend) (?:both|it|them|that|those|the)|there you go|do both"
    r"|agreed|makes sense"
    r"|noted|(?:do|take|start with|begin with|address|fix) (?:points?|items?|numbers?|no\.?) \d|(?:work"
    r"|go) through (?:it|them"
    r"|these|those|the (?:list|points?|comments?|remarks?))|point by point|one (?:after the other|by one)"
    r"|so please|follow that|stick to (?:that|it)|listen to (?:him|her|them)|let's do (?:it|that)|so be it"
    r"|point taken)\b"
)
"""How a person takes over what somebody else says."""
_TURNS_DOWN: Final = Pattern(
    r"\b(?:ignore|not ours|nah|i disagree|nonsense|don't care|forget (?:it|that|about)|is that (?:so|true|ours"
    r"|right|us)"
    r"|he's wrong|she's wrong|they're wrong|won't do|not doing that|overruled|lol)\b"
)
_OBJECTS: Final = Pattern(
    r"(?:(?:no|nah|nope|well|hm+|but)[\s,.]+)*(?:no\b|nah\b|nope\b|i'm not\b|i am not\b|we're not\b|i disagree"
    r"|not if\b"
    r"|that's too\b|please no\b)"
)
"""How the next one in a chat objects."""
_NO_RULE: Final = Pattern(
    r"(?:(?:it |that )?(?:works|fails|runs|breaks|crashes|happens|looks)|or|what if|why|how|maybe|perhaps|could"
    r"|can|should|shall|would|i think|imo|imho)\b|.*\?\s*$"
)


def list_passages(prompt: str) -> list[Passage]:
    """The passages of a prompt that its author takes over, with who said them."""
    lines = prompt.split("\n")
    passages, own = _read(lines)
    own_lines = [line for line in own if line.strip()]
    plain = "\n".join(own_lines).lower().replace("’", "'")
    is_adopted = _ADOPTS.search(plain) is not None and _TURNS_DOWN.search(plain) is None
    return [
        one
        for place, one in enumerate(passages)
        if (one.is_own or (one.is_listed and own_lines) or (is_adopted and not _is_refused(passages, place)))
    ]


def name_relayed(statements: Sequence[Candidate], prompt: str) -> list[Candidate]:
    """The statements of a prompt. A rule that only points at what somebody said above it begins with those words."""
    if not any(one.kind == "rule" and _POINTS_AT.match(one.text.lower()) for one in statements):
        return list(statements)
    passages = [one for one in _read(prompt.split("\n"))[0] if one.speaker]
    words = strip_end(_SENTENCE.split(passages[-1].text)[-1]) if passages else ""
    if not words or len(words.split()) > _MOST_NAMED:
        return list(statements)
    return [
        one._replace(text=f"{words}: {one.text}") if one.kind == "rule" and _POINTS_AT.match(one.text.lower()) else one
        for one in statements
    ]


_POINTS_AT: Final = Pattern(r"(?:so |please )*always (?:with|like|use|do|run it with|do it) (?:that|this|it|those)\b")
_SENTENCE: Final = late_pattern(r"(?<=[.!?])\s+")
_MOST_NAMED: Final = 16


def _is_refused(passages: Sequence[Passage], place: int) -> bool:
    """Whether a passage only proposes or asks, or somebody else objects to it right below."""
    one = passages[place]
    if _NO_RULE.match(one.text.lower()):
        return True
    after = passages[place + 1] if place + 1 < len(passages) else None
    return (
        after is not None
        and bool(one.speaker)
        and after.speaker != one.speaker
        and bool(_OBJECTS.match(after.text.lower().replace("’", "'")))
    )


def _read(lines: Sequence[str]) -> tuple[list[Passage], list[str]]:
    """The passages of lines, and the lines between them."""
    passages: list[Passage] = []
    own: list[str] = []
    speaker = ""
    is_fenced = is_listed = False
    introduced = find_relayed(lines)
    for place, line in enumerate(lines):
        if _FENCE.match(line):
            is_fenced = not is_fenced
            continue
        if is_fenced:
            continue
        if not line.strip():
            speaker = ""
            continue
        item = ITEM.match(line)
        header = _HEADER.fullmatch(line)
        if header and not _is_nobody(header["name"]):
            speaker = header["name"]
        elif speaker:
            passages.append(Passage(speaker, line.strip().lstrip("> ")))
        elif _QUOTED.match(line) and (row := introduced.get(place)):
            passages += _read_introduced(row)
        elif one := _read_line(line):
            passages.append(one)
        elif _CRITERIA.fullmatch(line):
            is_listed = True
            continue
        elif item and is_listed:
            passages.append(Passage("", line[item.end() :].strip(), is_listed=True))
            continue
        else:
            own.append(line)
        is_listed = False
    return passages, own


def _read_introduced(row: Relayed) -> Iterator[Passage]:
    """Yields a line of a quotation behind the name of whose words it is; none of a customer, a program or a page."""
    if not _NO_PERSON.search(row.name) and not _is_nobody(row.name):
        item = ITEM.match(row.text)
        yield Passage(row.name, row.text[item.end() :] if item else row.text)


def _read_line(line: str) -> Passage | None:
    """A line in somebody's words; None for any other."""
    if (row := read_chat_line(line)) and row.name[:1].isupper() and not _is_nobody(row.name):
        return Passage(row.name, row.text)
    named = _NAMED.match(line)
    if named and not _is_nobody(named["name"]):
        return Passage(named["name"], named["text"])
    quoted = _QUOTED.match(line)
    if quoted:
        return Passage("", quoted["text"])
    remark = LINE_REMARK.match(line)
    return Passage("", f"in {remark['path']}: {remark['text']}", is_own=True) if remark else None


def _is_nobody(name: str) -> bool:
    return name.partition(" ")[0].lower() in _NOBODY


_VERB: Final = (
    r"(?:says?|said|wrote|writes|insists?|insisted|demands?|demanded|requires?|wants?|asks?|expects?"
    r"|reminded (?:me|us)"
    r"|told (?:me|us)|keeps? saying|left (?:me |us )?a (?:note|comment)|commented|pinged|mailed|decided|ruled"
    r"|sagt|schreibt|meint|will|dit|écrit|veut|exige|dice|escribe|quiere)"
)
_WHO: Final = (
    r"(?:(?:(?:the|my|our|his|her|old|new|der|die|mein|unser|le|la|mon|notre|el"
    r"|mi) )+(?P<role>[\w'’-]+(?: [\w'’-]+){0,3}?)"
    rf"|(?P<name>(?-i:(?:Mr|Mrs|Ms|Dr)\.? )?(?-i:{_NAME}))(?: \([^)]{{2,30}}\))?|(?P<pronoun>he|she|they))"
)
_SAID: Final = late_pattern(
    rf"(?:^|[.,;:!?—–-] |\b(?:so|and|but|because|what) )(?:{_WHO} {_VERB}\b(?:[^:\"“”„«.;]{{0,40}}?(?: (?:that"
    rf"|dass|que)\b|:(?=\s)|(?=\s[\"“„«]))|,?(?=\s))"
    r"|(?:(?:his|her|their|its) |(?:the |our |my )?[\w-]+['’]s? )(?:rule|answer|wish|request|policy|position|word"
    r"|comment"
    r"|verdict|demand)(?: is| was)?(?::| that\b)"
    r"|(?:quote|comment(?: (?:from|by|of) [^:\"“]{2,30})|note from [^:]{2,30}): ?)\s*",
    re.IGNORECASE,
)
"""What leads to somebody's words."""
_NO_PERSON: Final = late_pattern(
    r"\b(?:docs?|documentation|manual|contract|spec|rfc|article|readme|page|app|tool|linter|compiler|error|log"
    r"|message|test"
    r"|output|test|library|standard|law|vendor['’]s|it|customers?(?!['’]s)|users?|clients?(?!['’]s)|support|script"
    r"|server|ci"
    r"|build|old system|system|friend|blog)\b",
    re.IGNORECASE,
)
_INNER: Final = late_pattern(r"\s*[\"“„«](?P<text>[^\"“”„«»]{8,300})[\"”“»]")
_WHEN: Final = late_pattern(
    r"(?:(?:only|just|again|already|once|twice|yesterday|today|before|(?:last|this) \w+|the other day)[\s,]*)+"
    r"(?:(?:for|in|on|about) [^:]{2,30})?:\s+",
    re.IGNORECASE,
)
"""When somebody said it: `told me that last week: ...`."""
_OF_SELF: Final = Pattern(r"(?:he|she|they|not to|to|if|whether|why|how|what|when|thanks|yes|no,|lgtm)\b")


def list_relayed(text: str) -> Iterator[Passage]:
    """Yields what a sentence of the person says that somebody demands: `my mentor says one should never ...`."""
    for said in _SAID.finditer(text):
        role = said["role"] or ""
        if _NO_PERSON.search(role) or (said["name"] and _is_nobody(said["name"])):
            continue
        inner = _INNER.match(text, said.end())
        words = inner["text"] if inner else text[said.end() :]
        when = _WHEN.match(words)
        words = words[when.end() :] if when else words
        if not _OF_SELF.match(words.lower().lstrip()) and len(words.split()) > 2:
            yield Passage(said["name"] or "", words.strip())
            return
