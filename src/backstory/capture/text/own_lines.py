"""The lines of a message that its author wrote: without quoted documents, logs, code, and what programs have put in."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from backstory.capture.text.announcements import ADOPTS
from backstory.capture.text.patterns import Pattern
from backstory.model.own_words import drop_pasted
from backstory.model.relayed_words import blank_relayed, unfence_chat
from backstory.patterns.canned_prompts import drop_sent

_FOREIGN: Final = Pattern(
    r"(?<!`)<(?:(?P<block>system-reminder|backstory-context|user-prompt-submit-hook|task-notification"
    r"|environment_context|user_instructions|command-[a-z]+|local-command-[a-z]+|bash-[a-z]+|ide_[a-z_]+"
    r"|attached_files|backstory:[a-z]+|ctx:[a-z]+)(?=[\s>/])[^>]{0,999}>.*?(?:</(?P=block)\s*>|\Z)"
    r"|(?P<pasted>file|document|pre|code|blockquote|details|script|style|source)(?=[\s>])[^>]{0,999}>"
    r".*?</(?P=pasted)\s*>)",
    re.DOTALL | re.IGNORECASE,
)
"""Blocks that the author did not write. Those of programs and of Backstory reach to the end if they are not closed;
pasted documents have to be closed. A tag in backquotes is only a mention."""
_OURS: Final = Pattern(
    r"<(backstory-context)\b[^>]{0,99}>.*?(?:</backstory-context[^>]{0,99}>|\Z)", re.DOTALL | re.IGNORECASE
)
_ALONE: Final = Pattern(r"</?(?:backstory|ctx):[a-z]+[^>]{0,999}>", re.IGNORECASE)
_FENCE: Final = Pattern(r"^\s*(?:[-*+>]\s+)?(`{3,}|~{3,})")
ITEM: Final = Pattern(
    r"^\s*(?:(?:[-*•+–]|\(?\d{1,2}[.)])\s+|(?:\d{1,2}[、．]|[①-⑨・])\s*(?=\D))(?:\[(?P<box>[ xX])\]\s+)?"
)
HEADING: Final = Pattern(r"^\s{0,3}(?P<level>#{1,6})\s+(?P<text>.*?)\s*#*$|^\s*\*\*(?P<bold>[^*]{2,80})\*\*:?\s*$")
_LOG: Final = Pattern(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b"
    r"|(?:npm|yarn|pnpm|cargo|pip|gradle|mvn) (?:ERR|WARN|error|warn)"
    r"|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|NOTICE|CRITICAL|FAILED|PASSED|SKIPPED|XFAIL)\b[\]:\s]"
    r"|(?:not ok|ok) \d"
    r"|(?:error|warning|note|help)(?:\[\w+\])?: |Traceback \(most|File \"|E {2,}|>{2,}\s|\$ |% |at [\w.$<>]+[ (]"
    r"|\s*\^+\s*$|[-=_*#]{4,}|-{3}\s*$|\|.*\|\s*$|\"[\w-]+\": |Input: \{"
    r"|diff --git|@@ |[+-]{3} [ab]/|\w*(?:Error|Exception): )"
)
"""Lines that programs print: logs, traces, tables, diffs."""
_SOURCE: Final = (
    r"(?:docs?|documentation|readme(?:\.\w+)?|contributing(?:\.\w+)?|(?<![\w./-])[\w./-]+\.(?:md|rst|txt)|manual"
    r"|handbook|article"
    r"|blog(?: ?post)?|page|website|site|wiki|stack ?overflow|forum|linter|compiler|output|log|tool|bot|reviewer"
    r"|review|comment|ticket|issue|e-?mail|chatgpt|gpt|snippet|excerpt|tutorial|guide)"
)
"""What a person quotes from."""
_DOCUMENT: Final = (
    rf"(?:{_SOURCE}|mail|letter|message|text|post|paragraph|policy|guidelines|prompt|claude\.md|agents\.md)"
)
_QUOTES: Final = Pattern(
    rf"\b{_SOURCE}\b[^:]{{0,40}}\b(?:says?|said|reads?|wrote|writes|states?|stated|tells? (?:me|us|you)|suggests?"
    rf"|recommends?|i found|from|excerpt|prints?|printed)\b[^:]{{0,30}}[:：]\s*$"
    rf"|\b(?:from|of|in|by) (?:the |a |an |their )?(?:\w+ ){{0,2}}{_SOURCE}[^:]{{0,30}}[:：]\s*$",
    re.IGNORECASE,
)
"""A line that announces what somebody else has written."""
_BRINGS: Final = Pattern(
    rf"\b(?:here(?:['’]s| is| are)|this is|below|(?:as |the )?follow(?:ing|s)|voici|hier (?:ist|sind)"
    rf"|aquí (?:está|tienes))\b[^:]{{0,60}}\b{_DOCUMENT}\b[^:]{{0,60}}[.:：]?\s*$"
    rf"|\b{_DOCUMENT}\b[^:]{{0,40}}\b(?:below|(?:reads )?as follows)\b[^:]{{0,60}}[.:：]?\s*$"
    rf"|^{_DOCUMENT} (?:answer|thread|excerpt|quote)\s*[:：]\s*$"
    r"|^(?:please |can you |could you )?(?:translate|summari[sz]e|proof-?read|re-?phrase|rewrite|shorten|polish|improve"
    r"|correct|übersetz\w*|fasse?|traduis\w*|résume\w*|traduce|resume)\b[^:]{0,60}[:：]\s*$",
    re.IGNORECASE,
)
"""A line that brings a whole document, or a text to be worked on."""
_QUOTATION: Final = Pattern(
    rf"^\s*(?:hint|npm notice): |^\s*(?:(?:quote|answer|advice|hint|tip|excerpt|comment|text)\b[^:]{{0,20}}"
    rf"\b(?:from|of|by|on|in) [^:]{{2,40}}|{_SOURCE} (?:excerpt|quote|says|text)): \S",
    re.IGNORECASE,
)
"""A line that quotes somebody else behind a colon."""
_CODE_LINE: Final = Pattern(
    r"^\s*(?:def \w+\(|class \w+\s*[(:{]|import [\w.{*]+(?: as \w+)?;?$|import .* from ['\"]|from [\w.]+ import"
    r"|return [^ ]+;"
    r"|(?:const|let|var) [\w{\[, }\]]+ ?=|function \w*\(|(?:public|private|protected) [\w<>\[\] ]+[({]|#include"
    r"|func \w+\("
    r"|fn \w+[(<]|package [\w.]+;|select .+ from\b|[{})]|</?\w+[ />]|@\w+[(.]|//|/\*|\w+\s*=\s*[\w\[{(\"'])"
    r"|[;{]\s*$",
    re.IGNORECASE,
)
_INTRODUCES: Final = Pattern(
    r"\b(?:rules?|guidelines?|conventions?|remember|note|keep in mind|constraints?|principles|regeln?|règles?|reglas?"
    r"|wants?|(?:told|asked) (?:me|us)|insists?|expects?|decided|next|todo|remaining|left|steps?"
    r"|please)\b|规则|约定|ルール",
    re.IGNORECASE,
)


def read_lines(message: str, person: bool) -> Iterator[str]:
    """The lines that the author of a message wrote, an empty one for each that is left out; wrapped lines joined."""
    message = unfence_chat(message) if person else message
    text = _ALONE.sub("", _FOREIGN.sub(_blank_block, _OURS.sub("\n", message))).replace("\r", "")
    text = drop_pasted(drop_sent(text)) if person else text
    is_pasted = False
    held = ""
    is_listed = False
    rows = text.split("\n")
    for row in _blank_fenced(_blank_document(_blank_quoted(blank_relayed(rows))) if person else rows):
        if is_pasted and held.rstrip().endswith((":", "：")) and ITEM.match(row) and not ITEM.match(held):
            is_pasted = False  # what stands below is a list of the author's own
        line, is_pasted = _blank_foreign(row, is_pasted, person=person)
        if line and held and _continues(held, line) and not is_listed:
            held = f"{held.rstrip()} {line.strip()}"
            continue
        is_pasted = is_pasted or (person and _announces_paste(line))
        if held:
            yield held
        is_listed = bool(line) and (is_listed or _is_short(held))
        if not line:
            yield ""
        held = line
    if held:
        yield held


def _blank_block(match: re.Match[str]) -> str:
    """What stays of a block that the author did not write: a tag within a line that the line only speaks of."""
    is_mention = match["pasted"] and "\n" not in match[0] and len(match[0]) <= _MENTION
    return match[0] if is_mention and match["pasted"].lower() not in ("file", "document") else "\n"


_MENTION: Final = 120
"""Characters of markup within a line that a sentence may speak of."""


def _blank_foreign(line: str, is_pasted: bool, *, person: bool) -> tuple[str, bool]:
    """The line, empty if others or a program wrote it, and whether pasted text goes on after it."""
    if not line.strip():
        return "", False
    if _is_foreign(line, person=person) or (is_pasted and not ITEM.match(line)):
        return "", is_pasted or person
    return line, is_pasted


def _blank_fenced(lines: Iterable[str]) -> Iterator[str]:
    """The lines, empty within fenced blocks."""
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            yield ""
        else:
            yield "" if fence else line


def _blank_quoted(lines: list[str]) -> list[str]:
    """The lines, empty where a person quotes a document that they have announced: up to the last paragraph, or up to
    a question at the end; all of it where they bring a document in paragraphs of its own."""
    places = [place for place, line in enumerate(lines) if _QUOTES.search(line) or _BRINGS.search(line)]
    start = next((place for place in places if not ADOPTS.match(lines[place].lower())), None)
    if start is None:
        return lines
    if _BRINGS.search(lines[start]) and not "".join(lines[start + 1 : start + 2]).strip():
        asks = lines[-1:] if lines[-1].rstrip().endswith("?") else []
        return [*lines[: start + 1], *[""] * (len(lines) - start - 1 - len(asks)), *asks]
    last = max(place for place, line in enumerate(lines) if line.strip())
    gaps = [place for place in range(start + 2, last) if not lines[place].strip()]
    end = gaps[-1] if gaps else last + (not lines[last].rstrip().endswith("?"))
    return [*lines[: start + 1], *[""] * (end - start - 1), *lines[end:]]


def _blank_document(lines: list[str]) -> list[str]:
    """The lines, empty where a long message goes on as a document with headings and bold labels: a plan or report
    that was written elsewhere. What stands before it, and a last paragraph without labels, is the person's."""
    marks = [place for place, line in enumerate(lines) if _LABEL.match(line)]
    if len(marks) < _MANY_LABELS or sum(map(len, lines)) < _LONG_MESSAGE:
        return lines
    last = max(place for place, line in enumerate(lines) if line.strip())
    gaps = [place for place in range(marks[-1] + 1, last) if not lines[place].strip()]
    closing = lines[gaps[-1] :] if gaps else []
    if sum(map(len, closing)) > _LONG_CLOSING:
        closing = []
    return [*lines[: marks[0]], *[""] * (len(lines) - len(closing) - marks[0]), *closing]


_LABEL: Final = Pattern(r"^\s{0,8}(?:#{1,6}\s+\S|(?:(?:[-*•+]|\(?\d{1,2}[.)])\s+)?\*\*[^*\n]{2,80}\*\*)")
_MANY_LABELS: Final = 8
_LONG_MESSAGE: Final = 2000
"""A message with fewer characters is not a document."""
_LONG_CLOSING: Final = 240
"""Characters of a last paragraph from which it belongs to the document."""


def _announces_paste(line: str) -> bool:
    """Whether a line ends in a colon, and no rules or steps of the author follow."""
    return line.rstrip().endswith((":", "：")) and not _INTRODUCES.search(line)


def _is_foreign(line: str, *, person: bool) -> bool:
    if line.lstrip().startswith(">") or _LOG.match(line) or (person and _QUOTATION.match(line)):
        return True
    if person and _POINT.match(line):
        return False
    return bool(_CODE_LINE.search(line)) and (person or line.startswith(("    ", "\t")))


_POINT: Final = Pattern(
    r"^\s*(?:[-*•–]|\(?\d{1,2}[.)])\s+(?!(?:import|from|return|const|let|var|package|select)\b)"
    r"(?:[A-Za-z][\w'’-]*,? |`[^`]+`,? |\d[\d.]*,? ){4,}[^={}()]*;\s*$"
)
"""A point of a list of the author's own that ends with a semicolon, as the next one goes on."""


def _continues(held: str, line: str) -> bool:
    """Whether a line goes on with a sentence that was wrapped."""
    if ITEM.match(line) or HEADING.match(line) or HEADING.match(held):
        return False
    return len(held) > _SHORT and held.rstrip()[-1:] not in ".:!?。！？;" and _begins_within(line.lstrip()[:1])


def _is_short(line: str) -> bool:
    """Whether a line breaks off before it is full: its paragraph is a list, and not text that was wrapped."""
    return 0 < len(line) <= _SHORT and line.rstrip()[-1:] not in ".!?,。！？，" and not ITEM.match(line)


_SHORT: Final = 60
"""Characters up to which a line is not full."""


def _begins_within(start: str) -> bool:
    return start.islower() or start in "`("
