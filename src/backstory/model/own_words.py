"""A person's own words in a prompt: without what a program printed and they pasted.

Logs, stack traces, listings of compilers and linters, code and data are told by their form: signs, paths and figures
where prose has words. A line that has the form of prose counts as printed where it stands between printed ones, or
where it begins as its neighbours do.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from backstory.model.console_lines import begins_output, is_command, is_comment, is_console, is_spoken
from backstory.model.late_pattern import late_pattern
from backstory.model.relayed_words import find_relayed, read_chat_line

_FENCE: Final = late_pattern(r"^ {0,3}(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_BLOCK: Final = late_pattern(
    r"-----BEGIN [A-Z ]+-----.*?(?:-----END [A-Z ]+-----|\Z)"
    r"|^--- Cursor Command: [^\n]{1,200} ---$.*?(?:^--- End Command ---$|\Z)"
    r"|<(?P<tag>system-reminder|bash-[a-z]+|command-[a-z]+|local-command-[a-z]+|task-notification|environment_context"
    r"|ide_[a-z_]+|attached_files)\b[^>]{0,200}>.*?(?:</(?P=tag)>|\Z)",
    re.DOTALL | re.MULTILINE,
)
"""Keys, and what agents put into a prompt."""
_CODE: Final = late_pattern(r"(`+)[^`\n]+?\1")
_PRINTED: Final = late_pattern(
    r"\s*(?!\[Image)(?:"
    r"\[?\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|\d{1,3}(?:\.\d{1,3}){3}\b"  # times, addresses
    r"|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|NOTICE|CRITICAL|FAILED|PASSED|SKIPPED)\b[\]:\s]"
    r"|(?:error|warning|warn|debug|fatal|panic)(?:\[\w+\]| TS\d+)?: |\w*(?:Error|Exception|Warning): "
    r"|(?:npm|yarn|pnpm|cargo|pip|gradle|mvn) (?:ERR|WARN|error|warn|notice)"
    r"|\*\* \(\w+\) |={2,} .{1,120} ={2,}\s*$|[A-Z][A-Z0-9_]{2,40}=\S"  # Elixir, headings, variables
    r"|Traceback \(|File \"|thread '|at \S+ ?\(|at (?:async |\S+:\d)|E {3}|Call Stack\b|Caused by:"
    r"|[➜$%❯»]\s+\S|PS [A-Z]:\\|\(?[\w-]*\)? ?[\w.-]+@[\w.-]+[ :].{0,60}[%$#](?: \S|$)"  # what a shell shows
    r"|>|\S+ git:\(|[✓✔✗✘×√⚠▲●○✨⨯⎿] |-->|={3,}|-{4,}|~{2,}|\^+\s*$|\d+ ?[|│█]|\|.*\|\s*$"
    r"|(?:not ok|ok) \d|diff --git|@@ |[+-]{3} [ab]/|index [0-9a-f]{7}"
    r"|[\w@./-]*[\w/]:[\w./-]+:(?:\s|$)|[\w./\\-]+[(:]\d+[:,]\d+\)?(?:[:\s]|$)|\d+:\d+\s+(?:error|warning)"
    r"|(?:[\w@./-]+\?[\w=&.%-]+|node:[\w./-]+):\d+ |(?:FAIL|PASS) "  # what a browser and a test runner show
    r"|\d[\d.]*\s+\S+\(\d+,\d+\)|\S+ \(\d+:\d+\)\s*\S*$|\S+ @ \S+:\d+"
    r"|[)(]+[;,]|[\w-]+: \S+,$|//|/\*|\* @|#include|\"[\w-]+\":"
    r"|Found \d+ \w+|[A-Z][a-z]{2,12}:\s+\d+(?:\.\d+)?(?:m?s|$"
    r"| (?:pass|fail|skip|pend|error|warn|total|todo|succe)\w*,)"
    r"|\d+ (?:passed|failed|errors?|warnings?|problems?|pass(?:ing)?|fail(?:ing)?)(?:,| in \d| \(|\s*$)"
    r")"
)
"""How a line begins that a program has printed."""
_CODE_LINE: Final = late_pattern(
    r"\s*(?:[{}\[\]]|</?[A-Za-z!][^>]*>|[\w./-]+\.[a-z]{1,4}:\d+\b)|.*(?:[;{}]|=>|\)\s*:|\\)\s*$"
    r"|\s*(?:def|class|func|fn|public|private|protected|static|const|let|var|import|export|from|return|await|async)"
    r" [^ ]+.*(?:[;{(:=]|=>)"
)
"""What a line of code looks like, if it is not prose."""
_GREETING: Final = late_pattern(
    r"\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|guten (?:tag|morgen)"
    r"|sehr geehrte[rs]?|bonjour|cher|chère|hola|buenos días|estimad[oa]s?|ciao|gentile|olá|prezad[oa]s?)"
    r"(?: [^\W\d_][\w.'’-]*){0,3} ?[,!]\s*$",
    re.IGNORECASE,
)
_CLOSING: Final = late_pattern(
    r"\s*(?:(?:best|kind|warm)(?: regards| wishes)?|regards|sincerely(?: yours)?|yours(?: \w+)?|cheers|thanks|thank you"
    r"|many thanks|(?:mit )?(?:freundlichen|besten|vielen|viele|beste|liebe)n? (?:grüßen|grüße|dank)|cordialement"
    r"|bien à vous|saludos|un saludo|atenciosamente|cordiali saluti)\s*[,.!]?\s*$",
    re.IGNORECASE,
)
_OPENS: Final = late_pattern(r"\s*(?:[\w.$]+\(|[\w.$]+ ?[=:] ?[\w.$]*[\[({])\s*$")
_CLOSES: Final = late_pattern(r"\s*[)\]}]+[;,]?\s*$")
_LONGEST_CALL: Final = 40
"""Lines of a call or of a value in code, from the bracket that opens it to the one that closes it."""
_ITEM: Final = late_pattern(r"^\s*(?:[-*+•–]|\(?\d{1,2}[.)])\s+")
_DEMAND: Final = late_pattern(
    r"^\s*[-*+•–]\s+(?:always|never|no|don['’]t|do not|only|use|avoid|prefer|keep|all|every|each|must|nie|immer"
    r"|keine?|nur|toujours|jamais|pas de|pas d['’]|ne|siempre|nunca|no|nada de|solo) \w",
    re.IGNORECASE,
)
"""An item of a list that demands something. People begin several of them with the same word."""
_TAGGED: Final = late_pattern(r"\s*\[[\w@/.:-]+\] \S")
"""How a line begins that names its source: `[server] listening`."""
_POINTER: Final = late_pattern(
    r"^[@#]\S+$|^`[^`]*`[.,;:!?)]*$|^#?\w+:\S+$|^https?://\S+$|^[\w./-]+\.[a-z]{1,4}[.,;:]?$"
)
"""A word that only points to a file, an issue or a page, as prompts do."""
_PLAIN: Final = late_pattern(r"^[\"'“”‘’(¿¡*_-]*[^\W\d_]+(?:['’-][^\W\d_]+)*[\"'“”‘’)*_…]*[.,;:!?…*)]*$")
"""A word as prose has it."""
_FIGURE: Final = late_pattern(r"^[(~]?\d+(?:[.,]\d+)*[a-z%]{0,3}[.,;:!?)]*$|^w/o?$")
"""A number with its unit, and `with` as people type it. Where most words are plain they count for neither side."""
_SENTENCE_END: Final = late_pattern(r"[.!?…。！？:][\"'”’)*_]*\s*$")
_WIDE: Final = "\u2e80"
"""The first of the characters of scripts that need no blanks between words."""

_LONGEST: Final = 400
"""Characters of a line that show its form."""
_PROSE: Final = 0.6
"""Share of plain words from which a line is prose."""
_SHORT: Final = 3
"""Words up to which a line alone shows too little of its form."""
_REACH: Final = 2
"""Lines on each side among which printed ones make one of prose printed as well."""
_ALIKE: Final = 3
"""Neighbouring lines that begin alike and are therefore printed."""
_MANY: Final = 6
_FEW: Final = 3
_HALF: Final = 0.5
"""Number and share of the lines of a block that are printed, from which the others are."""
_MOST: Final = 0.7
"""Share of the lines of a prompt that are printed, from which all between the first and the last of them are."""
_FAR: Final = 8
"""Columns of blanks before a line that no person types."""
_HEAD: Final = 10
"""Characters of a beginning."""


def drop_pasted(text: str) -> str:
    """A prompt without what was only pasted into it. Empty where nothing else is there."""
    text = _BLOCK.sub("\n", _FENCE.sub("\n", text))
    lines = text.split("\n")
    heads = [line[:_LONGEST] for line in lines]
    if len(lines) == 1 and not _is_plainly_printed(heads[0]):
        return text.strip()
    marks = _mark_printed(heads)
    _mark_letter(heads, marks)
    for place, row in find_relayed(heads).items():
        marks[place] = bool(row.text) and not _says_something(row.text, _SHORT - 1)
    return "\n".join("" if is_printed else line for line, is_printed in zip(lines, marks, strict=True)).strip()


def _mark_letter(lines: Sequence[str], marks: list[bool]) -> None:
    """Marks a letter that follows other words: from its greeting to the name below it, else to the end."""
    start = next((place for place, line in enumerate(lines) if place and _GREETING.match(line)), len(lines))
    closing = next((place for place in range(start, len(lines)) if _CLOSING.match(lines[place])), len(lines))
    end = next((place for place in range(closing, len(lines)) if not lines[place].strip()), len(lines))
    for place in range(start, end):
        marks[place] = True


def _mark_printed(lines: Sequence[str]) -> list[bool]:
    """For each line whether a program printed it."""
    marks = [_is_printed(line) for line in lines]
    for place in _list_alike(lines):
        marks[place] = True
    written = [place for place, line in enumerate(lines) if line.strip()]
    _mark_calls(lines, marks)
    _mark_commands(lines, marks, written)
    _mark_outputs(lines, marks)
    _mark_blocks(lines, marks)
    marks = [
        is_printed or (bool(lines[place].strip()) and _is_enclosed(lines, marks, written, place))
        for place, is_printed in enumerate(marks)
    ]
    printed = [place for place in written if marks[place]]
    if len(printed) < max(_MANY, _MOST * len(written)):
        return marks
    inside = range(printed[0], printed[-1] + 1)
    return [mark or (place in inside and not _stands_alone(lines, place)) for place, mark in enumerate(marks)]


def _mark_commands(lines: Sequence[str], marks: list[bool], written: Sequence[int]) -> None:
    """Marks the commands and comments beside what is printed, and those of a script."""
    commands = [place for place in written if not marks[place] and is_command(lines[place])]
    comments = [place for place in written if not marks[place] and is_comment(lines[place])]
    rows = sorted({*commands, *comments})
    for place in _list_scripts(lines, rows, frozenset(commands)):
        marks[place] = True
    for place in (*rows, *reversed(rows)):
        number = bisect_left(written, place)
        beside = (*written[max(0, number - 1) : number], *written[number + 1 : number + 2])
        marks[place] = marks[place] or any(marks[one] for one in beside)


def _list_scripts(lines: Sequence[str], rows: Sequence[int], commands: Collection[int]) -> Iterator[int]:
    """Yields the places of the rows with which blocks end in nothing but some commands and their comments."""
    run: list[int] = []
    for place, after in zip(rows, [*rows, -1][1:], strict=True):
        run.append(place)
        if after == place + 1:
            continue
        is_end = not any(map(str.strip, lines[place + 1 : place + 2]))
        if is_end and sum(one in commands for one in run) >= _ALIKE:
            yield from run
        run = []


def _mark_outputs(lines: Sequence[str], marks: list[bool]) -> None:
    """Marks what follows a command behind the prompt of a shell, up to the words of a person."""
    is_output = False
    for place, line in enumerate(lines):
        if begins_output(line):
            is_output = marks[place] = True
        elif is_output and line.strip():
            is_output = marks[place] or not _ends_output(lines, marks, place)
            marks[place] = is_output


def _ends_output(lines: Sequence[str], marks: Sequence[bool], place: int) -> bool:
    """Whether a line among those behind a command is a person's: it speaks to somebody, or is a sentence of its own.
    What a program prints beside a label stands far from the margin."""
    if not _is_sentence(lines[place]) or lines[place][:_FAR].isspace():
        return False
    begins, ends = not lines[place - 1].strip(), place + 1 == len(lines) or not marks[place + 1]
    return is_spoken(lines[place]) or (begins and ends)


def _mark_calls(lines: Sequence[str], marks: list[bool]) -> None:
    """Marks what stands within brackets that a line of code opens and a line closes."""
    for start, line in enumerate(lines):
        if _OPENS.match(line):
            reach = range(start + 1, min(len(lines), start + _LONGEST_CALL))
            end = next((place for place in reach if _CLOSES.match(lines[place])), start - 1)
            for place in range(start, end + 1):
                marks[place] = bool(lines[place].strip())


def _mark_blocks(lines: Sequence[str], marks: list[bool]) -> None:
    """Marks the other lines of a block that is printed for the most part, but for what a person says around it."""
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and lines[end].strip():
            end += 1
        printed = [place for place in range(start, end) if marks[place]]
        if len(printed) >= _FEW and len(printed) >= _HALF * (end - start):
            for place in range(start, end):
                is_inside = printed[0] < place < printed[-1]
                marks[place] = marks[place] or not (is_spoken(lines[place]) if is_inside else _is_remark(lines[place]))
        start = end + 1


def _is_remark(line: str) -> bool:
    """Whether a line before or after what is printed may be a person's."""
    return _is_sentence(line) or is_spoken(line) or bool(_SENTENCE_END.search(line))


def _stands_alone(lines: Sequence[str], place: int) -> bool:
    """Whether a line is prose that begins a paragraph."""
    return not any(map(str.strip, lines[max(0, place - 1) : place])) and _is_sentence(lines[place])


def _is_enclosed(lines: Sequence[str], marks: Sequence[bool], written: Sequence[int], place: int) -> bool:
    """Whether a line stands among printed ones: a sentence right between them, anything else within their reach."""
    if _is_sentence(lines[place]):
        return 0 < place < len(lines) - 1 and marks[place - 1] and marks[place + 1]
    number = bisect_left(written, place)
    before = any(marks[one] for one in written[max(0, number - _REACH) : number])
    after = any(marks[one] for one in written[number + 1 : number + 1 + _REACH])
    if not before or _SENTENCE_END.search(lines[place]):
        return False
    return after or number == len(written) - 1 or not _is_prose(lines[place])


def _is_sentence(line: str) -> bool:
    """Whether a line is prose of more than a few words."""
    return _is_prose(line) and len(line.split()) > _SHORT


def _is_printed(line: str) -> bool:
    """Whether a line has the form of what programs print, or of code."""
    if not line.strip():
        return False
    if _is_plainly_printed(line):
        return True
    if _is_passed_on(line) or _is_prose(line):
        return False
    return len(_list_words(line)) > _SHORT and not _ITEM.match(line)


def _is_plainly_printed(line: str) -> bool:
    """Whether a line shows its form by itself. One that only has few plain words does beside others: a prompt such as
    `5m too long w/ those, 90s. also 503 not 429` is all that a person typed."""
    if _is_passed_on(line):
        return False
    if _PRINTED.match(line) or is_console(line) or _only_points(line):
        return True
    return bool(_CODE_LINE.match(line)) and not _is_prose(line)


def _is_passed_on(line: str) -> bool:
    """Whether a line passes on what somebody wrote: prose in a quotation, or in a chat."""
    if quotation := _QUOTATION.match(line):
        return _says_something(quotation["text"], _SHORT)
    chat = read_chat_line(line)
    return chat is not None and _says_something(chat.text, _SHORT)


def _says_something(text: str, fewest: int) -> bool:
    """Whether a text is prose of more than so many words."""
    return _is_prose(text) and len(text.split()) > fewest


_QUOTATION: Final = late_pattern(r"\s*> (?P<text>[^\W_].*|[`*\"'“(]\S.*)")


def _only_points(line: str) -> bool:
    """Whether a line is a row of files that were attached, or the like."""
    words = line.split()
    return len(words) > 1 and all(map(_POINTER.match, words))


def _is_prose(line: str) -> bool:
    """Whether most words of a line, those that only point to something apart, are plain words."""
    if not line.isascii() and any(char >= _WIDE for char in line):
        return True
    words = _list_words(line)
    plain = sum(map(bool, map(_PLAIN.match, words)))
    figures = sum(map(bool, map(_FIGURE.match, words))) if plain > _SHORT and 2 * plain >= len(words) else 0
    return plain >= _PROSE * (len(words) - figures)


def _list_words(line: str) -> list[str]:
    """The words of a line but for those that only point to something."""
    return [word for word in _CODE.sub(" ", _ITEM.sub("", line)).split() if not _POINTER.match(word)]


def _list_alike(lines: Sequence[str]) -> list[int]:
    """The places of lines that begin as several of their neighbours do, beyond one word of a list."""
    heads = [line.strip()[:_HEAD] for line in lines]
    counts = Counter(head for head in heads if len(head) == _HEAD and not head[0].isalpha())
    same = Counter(line.strip() for line in lines if len(line.strip()) > _HEAD and not line.rstrip().endswith(":"))
    words = Counter(line.split(maxsplit=1)[0] for line in lines if line.strip())
    tagged = sum(map(bool, map(_TAGGED.match, lines)))
    runs = {a for a, b in pairwise([head for head in heads if head]) if a == b}
    return [
        place
        for place, line in enumerate(lines)
        if (counts[heads[place]] >= _ALIKE and heads[place] in runs and not _DEMAND.match(line))
        or (tagged >= _ALIKE and _TAGGED.match(line) and not _is_passed_on(line))
        or same[line.strip()] >= _ALIKE
        or (line.strip() and words[first := line.split(maxsplit=1)[0]] >= _ALIKE and first.endswith(":"))
    ]
