"""What commands print, as text that can be read: without colours, redrawn lines and the frame that an agent adds."""

import re
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern

HEAD: Final = 40_000
TAIL: Final = 160_000
"""Characters of a long output that are looked at, at its beginning and at its end."""
MAX_WIDTH: Final = 2_000
"""Characters of a line that are looked at."""
_MAX_ERRORS: Final = 5

_ESCAPE: Final = Pattern(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)|[PX^_][^\x1b]{0,500}\x1b\\|[@-Z\\-_])"
)
_CONTROL: Final = Pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FRAME: Final = Pattern(
    r"\A\s*(?:Error:\s*)?(?:(?:Exit code:?|Process exited with code|Command failed with exit code|exit_code:) (-?\d{1,3})\b[^\n]*\n?"
    r"|(?:Chunk ID|Wall time|Total output lines|Original token count|Command|Directory|Process Group PGID|Background PIDs):[^\n]*\n"
    r"|Output:(?:[ \t]*\n| ))"  # Gemini and its kin put the first line behind it
)  # fmt: skip
_LAST_CODE: Final = Pattern(r"\n[\[(<]?(?:exit[ _]code|Exit Code)[:=]? ?(-?\d{1,3})[\])>]?\s*\Z", re.IGNORECASE)
_WRAPPED: Final = Pattern(r"</?(?:stdout|stderr|output|result|returncode|error)>\n?")

_ERROR_LINES: Final = Pattern(
    r"""^(?:
      (?P<located>\s{0,8}(?:[\w@.~+/\\:-]{1,300}?[.\w](?::\d+|\(\d+)[^\n]{0,80}?(?:error|fatal\ error|ERROR)\b[^\n]*))
    | (?P<python>(?:[a-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Warning|Failed|Timeout)(?::[ ][^\n]*|[ \t]*$))
    | (?P<marked>\s{0,8}(?:Uncaught\ )?(?:error|ERROR|Error|fatal|FATAL|Fatal(?:\ error)?|E|panic|npm\ (?:ERR!|error)|\[ERROR\]|\[error\]|FAILED|FAILURE
        |PHP\ (?:Fatal|Parse)\ error|ld|undefined\ reference|Exception\ in\ thread[^\n:]*|Caused\ by|ERR|✘|✗|✖|×)(?:\[\w+\])?[:!]?\ [^\n]*)
    | (?P<shell>(?:/?(?:usr/)?(?:bin/)?(?:ba|z|da|k|)sh|-bash)(?:\ -c)?:\ [^\n]*)
    | (?P<plain>[^\n]{0,200}(?:command\ not\ found|No\ such\ file\ or\ directory|Permission\ denied|not\ recognized\ as|Segmentation\ fault
        |Killed|cannot\ find\ (?:module|symbol|package)|Cannot\ find\ module|No\ module\ named|undefined\ reference|unable\ to\ access
        |Connection\ refused|Address\ already\ in\ use|No\ space\ left|Killed|CONFLICT|What\ went\ wrong:)[^\n]*)
    | (?P<make>g?make(?:\[\d+\])?:\ \*\*\*[^\n]*)
    )$""",
    re.MULTILINE | re.VERBOSE,
)
_NOISE: Final = Pattern(
    r"^\s*(?:npm (?:ERR!|error) (?:A complete log|code ELIFECYCLE|errno|path |command |Lifecycle|workspace |location |code \d)"
    r"|error: (?:could not compile|aborting due|test failed|process didn't exit|Recipe|script )|\[ERROR\] (?:\[Help|-> \[Help|Re-run|To see|For more|After)"
    r"|\[ERROR\]\s*$|For more information|error Command failed)", re.IGNORECASE
)  # fmt: skip
_TRACE_END: Final = Pattern(r"^(?:  File .*\n(?:    .*\n)*)+(\S[^\n]*)", re.MULTILINE)


def clean_output(output: str) -> tuple[str, int | None]:
    """The text of an output, and the exit code if the agent wrote one into it."""
    if len(output) > HEAD + TAIL:
        output = output[:HEAD] + "\n…\n" + output[-TAIL:]
    text = _ESCAPE.sub("", output) if "\x1b" in output else output
    text = text.replace("\r\n", "\n")
    if "\r" in text:  # what a progress bar drew over
        text = "\n".join(line.rstrip("\r").rsplit("\r", 1)[-1] for line in text.split("\n"))
    text, code = _remove_frame(_CONTROL.sub("", text))
    text = _WRAPPED.sub("", text)
    if any(len(line) > MAX_WIDTH for line in text.split("\n")):
        text = "\n".join(line[:MAX_WIDTH] for line in text.split("\n"))
    return text, code


def _remove_frame(text: str) -> tuple[str, int | None]:
    """The text without the lines that an agent puts before an output, and the exit code that they or the end name."""
    code: int | None = None
    for _ in range(8):
        frame = _FRAME.match(text)
        if frame is None:
            break
        if frame[1] is not None:
            code = int(frame[1])
        text = text[frame.end() :]
    if code is None and (last := _LAST_CODE.search(text[-200:])):
        code = int(last[1])
    return text, code


def find_errors(text: str, last: bool = True) -> list[str]:
    """The first lines of an output that say what is wrong; with `last`, its last line when none does."""
    errors, causes = _read_error_lines(text)
    if not errors and (trace := _TRACE_END.search(text)):
        errors.append(trace[1].strip())
    errors += causes[: _MAX_ERRORS - len(errors)]
    if errors or not last:
        return errors
    lines = [line.strip() for line in text[-4_000:].split("\n") if line.strip()]
    return lines[-1:]


_FEW: Final = 4
"""Words of a line that only leads to the one below it."""
_BELOW: Final = late_pattern(r"[ \t]*\n[ \t]*(?:\n[ \t]*)?(\w[^\n]{7,})")
"""What stands below a line that only leads to it: `error during build:`."""


def _read_error_lines(text: str) -> tuple[list[str], list[str]]:
    """The first error lines of an output, and apart from them those of make, which only repeat that something failed."""
    errors: list[str] = []
    of_make: list[str] = []
    for match in _ERROR_LINES.finditer(text):
        line = match[0].strip()
        if (
            not line
            or _NOISE.match(line)
            or line in errors
            or line in of_make
            or (errors and errors[-1].endswith(line))
        ):
            continue
        if line.endswith(":") and len(line.split()) <= _FEW and (below := _BELOW.match(text, match.end())):
            line = f"{line} {below[1].strip()}"[:MAX_WIDTH]
        (of_make if match.lastgroup == "make" else errors).append(line)
        if len(errors) >= _MAX_ERRORS:
            break
    return errors, of_make
