"""Fingerprints of faults: the same error has the same one on every machine, in every folder, at every line and time.

A line of output is taken apart into toolchain, code, file and message. What changes from run to run is levelled out:
folders, line numbers, addresses, times, numbers. What tells faults apart stays: the code, the name of the file, the
names that the message quotes.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from backstory.base.digests import blake2b
from backstory.capture.text.patterns import Pattern

MAX_LINE: Final = 1_000


class Fault(NamedTuple):
    """What is wrong, as one line of output says it."""

    toolchain: str
    """Language or program that reports it: `python`, `rust`, `git`; empty if it is not recognised."""
    code: str
    """The tool's own code, or the type of the exception: `TS2322`, `E0308`, `KeyError`."""
    file: str
    """Name of the file without its folder; empty where the message names none."""
    message: str
    """The message, levelled."""
    fingerprint: str
    """Sixteen hexadecimal digits."""


_FILE: Final = r"(?P<file>(?:[A-Za-z]:)?[^\s:()\[\]'\"]*?[^\s:()\[\]'\"/\\]+\.{ext})"


def _file(*endings: str) -> str:
    return _FILE.replace("{ext}", f"(?:{'|'.join(endings)})")


_PYTHON, _SCRIPT = _file("pyi?", "ipynb"), _file("[cm]?[jt]sx?", "vue", "svelte")
_NATIVE, _JVM = (
    _file("[cC]", "cc", "cpp", "cxx", "c\\+\\+", "h", "hpp", "hh", "m", "mm", "S", "s"),
    _file("java", "kts?", "scala", "groovy"),
)
_SHAPES: Final = [
    (name, Pattern(pattern))
    for name, pattern in (
        # checkers and compilers, which name a place
        ("typescript", rf"^(?:{_SCRIPT}(?:\(\d+,\d+\):|:\d+:\d+ -) )?error (?P<code>TS\d+): (?P<message>.*)"),
        ("mypy", rf"^{_PYTHON}:\d+(?::\d+)?(?::\d+:\d+)?: error: (?P<message>.*?)(?:  \[(?P<code>[\w-]+)\])?$"),
        ("pyright", rf"^\s*{_PYTHON}:\d+:\d+ - error: (?P<message>.*?)(?: \((?P<code>report\w+)\))?$"),
        ("ruff", rf"^{_PYTHON}:\d+:\d+: (?P<code>[A-Z]{{1,4}}\d{{2,4}}|invalid-syntax|SyntaxError):? (?:\[\*\] )?(?P<message>.*)"),
        ("ruff", rf"^(?:--> )?{_PYTHON}:\d+:\d+: (?P<code>[A-Z]{{1,4}}\d{{2,4}}) (?P<message>.*)"),
        ("eslint", rf"^{_SCRIPT}:\d+:\d+:? (?:error\s+)?(?P<message>.*?) (?P<code>(?:@[\w-]+/)?[\w-]+(?:/[\w-]+)*)$"),
        ("go", rf"^(?:vet: )?{_file('go')}:\d+(?::\d+)?: (?P<message>.*?)(?: \((?P<code>[a-z]+)\))?$"),
        ("c", rf"^{_NATIVE}:\d+(?::\d+)?: (?:fatal )?error: (?P<message>.*?)(?: \[(?P<code>-W[\w=+-]+)\])?$"),
        ("c", r"^(?P<file>cc1\w*|collect2|ld|clang(?:\+\+)?|gcc|g\+\+): (?:fatal )?error: (?P<message>.*)"),
        ("c", r"^.*?(?P<code>undefined reference) to (?P<message>.*)"),
        ("java", rf"^(?:\[ERROR\] )?(?:e: )?(?:file://)?{_JVM}:(?:\[\d+,\d+\]|\d+(?::\d+)?:?) (?:error: )?(?P<message>.*)"),
        ("dotnet", rf"^{_file('cs', 'fs', 'vb', 'csproj', 'cshtml')}(?:\(\d+,\d+\))?\s*: error (?P<code>[A-Z]{{2,}}\d+): (?P<message>.*?)(?: \[[^\]]*proj\])?$"),
        ("dotnet", r"^(?:[\w.]+ : )?error (?P<code>[A-Z]{2,}\d{3,}): (?P<message>.*?)(?: \[[^\]]*proj\])?$"),
        ("php", rf"^(?:\[.*?\] )?PHP (?P<code>\w+ error):\s+(?P<message>.*?)(?: in {_file('php')}(?: on line |:)\d+)?$"),
        ("ruby", rf"^(?:bundler: failed to load command: .*? )?{_file('rb', 'ru', 'rake')}:\d+:in [`'][^']*': (?P<message>.*?)(?: \((?P<code>[A-Z][\w:]+)\))?$"),
        ("ruby", r"^(?P<code>(?:[A-Z]\w*::)+[A-Z]\w*|NoMethodError|LoadError|NameError(?=: (?:undefined|uninitialized))): (?P<message>.*)"),
        # build tools, version control, containers
        ("maven", r"^(?:\[ERROR\] )?Failed to execute goal (?P<code>[\w.:-]+)(?: \([\w-]+\))? on project (?P<message>.*?)(?: -> \[Help 1\])?$"),
        ("gradle", r"^(?P<message>(?:Execution failed for task|Could not (?:resolve|find|determine|compile)|A problem occurred).*)"),
        ("make", r"^g?make(?:\[\d+\])?: \*\*\* (?:\[(?:(?P<file>[^\]:\s]+):\d+: )?(?P<code>[^\]]+)\] )?(?P<message>.*)"),
        ("git", r"^(?:fatal|error): (?P<message>(?:not a git|pathspec|refusing|unable to|could not (?!compile)|couldn't|cannot (?:lock|rebase|pull|merge|stat|do)|failed to push|Your local|Authentication|remote|repository|bad |ambiguous|needed |the remote|No such remote|A branch named|invalid (?:ref|object|path)).*)"),
        ("git", r"^(?P<code>CONFLICT) \((?P<message>.*)"),
        ("docker", r"^(?:ERROR: |docker: )?(?P<message>(?:failed to solve|Error response from daemon|Cannot connect to the Docker|failed to build|process \"/bin/sh).*)"),
        ("npm", r"^npm (?:ERR!|error) (?:code (?P<code>E\w+)|(?P<message>.*))"),
        ("rust", r"^error(?:\[(?P<code>E\d{4}|[\w:]+)\])?: (?P<message>.*)"),
        ("rust", r"^(?P<message>called `(?:Option|Result)::\w+\(\)` on an? .*|assertion (?:failed|`left \w+ right`).*)"),
        ("go", r"^(?P<code>panic|fatal error): (?P<message>.*?)(?: \[recovered\])?$"),
        # exceptions
        ("java", r"^(?:Exception in thread \"[^\"]*\" |Caused by: )?(?P<code>(?:java|javax|kotlin|scala|org|com|io|net|android|jakarta|sun|dev|de|reactor)\.(?:\w+\.){0,8}[A-Z]\w*(?:Exception|Error|Failure\w*))(?:: (?P<message>.*))?$"),
        ("dotnet", r"^(?:Unhandled exception\. )?(?P<code>(?:[A-Z]\w*\.)+[A-Z]\w*Exception)\s?: (?P<message>.*)"),
        ("javascript", r"^(?:Uncaught )?(?P<code>(?:Type|Reference|Range|URI|Eval|Aggregate|Internal)?Error|AssertionError)(?: \[\w+\])?: (?P<message>.*)"),
        ("javascript", r"^(?P<code>to[A-Z]\w+): (?P<message>expected .*)"),
        ("javascript", r"^(?P<code>Cannot find module) (?P<message>.*)"),
        ("python", r"^(?P<code>(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Warning|Timeout|NotFound|DoesNotExist|Failed|Iteration))(?::\s+(?P<message>.*))?$"),
        ("python", r"^(?P<code>assert) (?P<message>.*)"),
        ("shell", r"^(?:/?(?:usr/)?(?:bin/)?(?:ba|z|da|k)?sh|-bash|zsh)?(?: ?(?:line )?\d*:)*\s*(?P<message>\S+: (?:command )?not found)$"),
        ("shell", r"^(?P<message>.*(?:No such file or directory|Permission denied|Connection refused|Address already in use|No space left on device).*)"),
    )
]  # fmt: skip
_PYTHON_ONLY: Final = frozenset(
    ("KeyError", "ValueError", "AttributeError", "ImportError", "ModuleNotFoundError", "NameError", "IndexError",
     "FileNotFoundError", "NotImplementedError", "RuntimeError", "OSError", "PermissionError", "ZeroDivisionError", "UnicodeDecodeError",
     "StopIteration", "RecursionError", "IndentationError", "TabError", "UnboundLocalError", "ConnectionError", "TimeoutError", "LookupError",
     "ArithmeticError", "OverflowError", "MemoryError", "EOFError", "BrokenPipeError", "IsADirectoryError", "FileExistsError")
)  # fmt: skip
_SAME_AS_PYTHON: Final = Pattern(
    r"assert |^[^'\"]*$|^'|takes \d|unsupported operand|object |missing \d|argument|.* != .*"
)
_SAME_AS_SCRIPT: Final = Pattern(
    r"expected |Cannot |.* is not (?:a function|defined|iterable|a constructor)|.* == |Expected|undefined|null"
)

_LEVELS: Final = [
    (Pattern(pattern), by)
    for pattern, by in (
        (r"\x1b\[[0-9;]*m", ""),
        (r"\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b", "<id>"),
        (r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?", "<time>"),
        (r"\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b", "<time>"),
        (r"\b0x[0-9a-fA-F]+\b", "<address>"),
        (r"\b(?:https?|wss?|tcp)://([\w.-]+)(?::\d+)?/?", r"<host \1>"),
        (r"(?:file://)?(?:~|[A-Za-z]:)?(?:[\\/]|\.{1,2}[\\/])(?:[\w.@+~ -]*?[\w.@+~-][\\/])*(?=[\w.@+~-])", ""),
        (r"(?<![\w.@/])(?:[\w.@+~-]+[\\/])+(?=[\w@+~-]+\.[a-zA-Z]\w{0,5}\b)", ""),
        (r"(?<=\.\w)(?::\d+){1,2}\b|(?<=\.\w\w)(?::\d+){1,2}\b|(?<=\.\w\w\w)(?::\d+){1,2}\b", ""),
        (r"\bat line \d+|\bline \d+(?:,? col(?:umn)? \d+)?|\(\d+,\d+\)|\b\d+:\d+\b", "<place>"),
        (r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b", "<hash>"),
        (r"\b(localhost|127\.0\.0\.1|\d{1,3}(?:\.\d{1,3}){3}):\d+\b", "<host>"),
        (r"(?<![\w.-])v?\d+(?:\.\d+){2,}(?:[-+][\w.]+)?\b", "<version>"),
        (r"(?<![\w'\"-])-?\d+(?:\.\d+)? ?(?:ms|s|sec(?:onds?)?|minutes?|m|[KMG]i?B|bytes)\b", "<amount>"),
        (r"(?i)\b(HTTP|status(?: code)?|errno|os error|error|exit (?:code|status)|signal|port|code)([ :=#]+)(\d+)\b", r"\1\2«\3»"),
        (r"(?<![\w«-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w»])", "N"),
        (r"\b([a-z]+[-_.])\d+\b", r"\1N"),
        (r"[‘’`´“”\"]", "'"),
        (r"\s+", " "),
    )
]  # fmt: skip
"""What changes between runs -> what stands for it, in this order."""


def read_fault(line: str) -> Fault:
    """The fault that a line of output names. Any line has one."""
    line = re.sub(r"^(?:E\s{2,}|\s+)", "", line[:MAX_LINE]).rstrip()
    for name, shape in _SHAPES:
        match = shape.match(line)
        if match is None:
            continue
        parts = match.groupdict()
        code, message = parts.get("code") or "", parts.get("message") or ""
        toolchain = _distinguish_languages(name, code, message)
        return _fault(toolchain, code, parts.get("file") or "", message)
    return _fault("", "", "", line)


def find_faults(lines: Iterable[str]) -> tuple[Fault, ...]:
    """The faults of the error lines of one command, each once."""
    return tuple({fault.fingerprint: fault for fault in map(read_fault, lines)}.values())


def level_message(message: str) -> str:
    """A message without what changes from machine to machine and from run to run."""
    for pattern, by in _LEVELS:
        message = pattern.sub(by, message)
    return message.replace("«", "").replace("»", "").strip(" .")


def _distinguish_languages(name: str, code: str, message: str) -> str:
    """Exceptions of Python and JavaScript share names: the words decide, else it is either."""
    if name not in ("javascript", "python"):
        return name
    if code in _PYTHON_ONLY or message.startswith("assert "):
        return "python"
    if code.rsplit(".", 1)[-1] not in ("TypeError", "AssertionError", "Error", "SyntaxError"):
        return name
    if _SAME_AS_SCRIPT.match(message):
        return "javascript"
    return "python" if code != "Error" and _SAME_AS_PYTHON.search(message) else "javascript"


def _fault(toolchain: str, code: str, file: str, message: str) -> Fault:
    file = re.split(r"[\\/]", file)[-1]
    message = level_message(message)
    if toolchain == "python" and code == "AssertionError" and message.startswith("assert "):
        code, message = "assert", message.removeprefix("assert ")  # pytest prints the same assertion in both forms
    code = code.rsplit(".", 1)[-1] if toolchain == "python" else code
    text = f"{toolchain}\0{code}\0{file}\0{message}"
    return Fault(toolchain, code, file, message, blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest())
