"""The user's own patterns: what may be one, and what they take out of a text.

A pattern that fits anything destroys what it was to protect, and no mark can be turned back into words. So a pattern
that fits ordinary text, or words of ours, is refused when it is set; and one that turns out to take most of the words
of a text is passed over for that text and named. Numbers, lengths and automata are bounded: RE2 is linear in the text,
but its factor is the size of the pattern.
"""

from collections.abc import Sequence
from typing import Final

from backstory.redact.patterns import Pattern, load_engine, make_options
from backstory.redact.spans import Span

LONGEST: Final = 500
"""Characters of a pattern."""
LARGEST: Final = 1_500
"""Instructions of a compiled pattern: about 500 letters, or a repetition of a few hundred."""
MEMORY: Final = 1 << 20
"""Bytes that the automaton of one pattern may take before the slower search goes on."""
LONG_TEXT: Final = 200
"""Bytes above which it counts how much of a text a pattern takes. A short one may be the secret and nothing else."""
DISTINCT: Final = 12
"""Different plain words that a pattern takes, at the least, before it counts as taking the text. A long list of account
numbers or host names has few of them, however much of it a pattern takes."""
_LETTERS: Final = bytes(code if (chr(code).isalpha() and code < 128) or code > 127 else 32 for code in range(256))
_PROSE: Final = (
    "We keep one connection pool for each worker, since opening a connection takes longer than most queries do. "
    "The second attempt failed because nobody had closed the cursor; after that was fixed all of the tests passed. "
    "Ask before you add a dependency, and write down what else was considered and why it was not chosen."
)
_CODE: Final = (
    "def read_page(self, number: int) -> list[Row]:\n    rows = self.cursor.execute(QUERY, (number, PAGE_SIZE))\n"
    "    return [Row(*row) for row in rows if row is not None]\n\nclass Reader(Base):\n    timeout = 30\n"
)
_ORDINARY: Final = (_PROSE, _CODE)
"""Texts of which a pattern may take less than half."""


class UserPatterns:
    """Compiled patterns in their order. Raises BackstoryError for one that RE2 does not take or that fits nothing."""

    def __init__(self, sources: Sequence[str]) -> None:
        self._patterns = [_compiled(source) for source in sources]
        self.exceeded: dict[int, str] = {}
        """Number of a pattern -> the pattern, for those that were passed over for some text."""

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def spans(self, data: bytes) -> list[Span]:
        """What the patterns take out of a text. Always asked of the whole text: how much they take depends on it."""
        out: list[Span] = []
        for number, pattern in enumerate(self._patterns, 1):
            places = _places(pattern, data)
            if places and _is_excessive(data, places):
                self.exceeded[number] = pattern.source.decode("utf-8", "replace")
                continue
            out += [Span(start, end, f"pattern-{number}") for start, end in places]
        return out


def pattern_fault(source: str) -> str:
    """Why a text cannot be a pattern for redaction, a sentence; empty when it can."""
    from backstory.model.errors import BackstoryError  # a process without patterns needs no errors

    shown = source if len(source) <= 60 else source[:59] + "…"
    if len(source) > LONGEST:
        return f"redaction pattern `{shown}` has {len(source):,} characters, more than the {LONGEST} that one may have"
    try:
        pattern = _compiled(source)
    except BackstoryError as error:
        return error.message
    size = _size(pattern)
    if size > LARGEST:
        return f"redaction pattern `{shown}` is too large to search with: {size:,} steps of {LARGEST:,}"
    fault = _find_match_fault(pattern)
    return f"redaction pattern `{shown}` {fault}" if fault else ""


def _find_match_fault(pattern: Pattern) -> str:
    """What a pattern matches that none may match, as the end of a sentence; empty where it does not."""
    if any(pattern.whole(bytes([byte])) for byte in range(256)):
        return "matches a single character"
    faults = (_find_fault_in_text(pattern, text.encode()) for text in _ORDINARY)
    fault = next(filter(None, faults), "")
    if fault:
        return fault
    word = next((word for word in _list_own_words() if pattern.within(word.encode())), "")
    return f"matches `{word}`, a word of the record format" if word else ""


def _list_own_words() -> tuple[str, ...]:
    """Words of the record format, and those that a brief sets off."""
    from backstory.model.kinds import CHANNELS, RELATIONS, SCOPES, TIERS

    return (*CHANNELS, *TIERS, *SCOPES, *RELATIONS, "untrusted", "backstory-context", "Untrusted", "Pinned")


def _find_fault_in_text(pattern: Pattern, data: bytes) -> str:
    """What is wrong with the matches in an ordinary text."""
    lengths = [end - start for start, end in _places(pattern, data, empty=True)]
    if 0 in lengths:
        return "matches the empty text"
    if 1 in lengths:
        return "matches a single character"
    return "takes most of an ordinary text" if 2 * sum(lengths) > len(data) else ""


def _compiled(source: str) -> Pattern:
    from backstory.model.errors import BackstoryError

    pattern = Pattern(source.encode("utf-8", "surrogatepass"), max_mem=MEMORY)
    try:
        pattern.compile()
    except load_engine().error as err:
        detail = err.args[0] if err.args else ""
        reason = detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)
        raise BackstoryError(
            f"redaction pattern `{source}` is not a valid RE2 pattern: {reason}",
            hint="RE2 has no look-around and no back-references, see https://github.com/google/re2/wiki/Syntax",
        ) from err
    if pattern.whole(b""):
        raise BackstoryError(
            f"redaction pattern `{source}` matches the empty text", hint="make it match the secret itself"
        )
    return pattern


def _size(pattern: Pattern) -> int:
    """Instructions of the automaton; the length of the text where the engine does not tell."""
    chosen = make_options(max_mem=MEMORY)
    regexp = getattr(load_engine().compile(pattern.source, chosen), "_regexp", None)
    return int(regexp.ProgramSize()) if regexp is not None else len(pattern.source)


def _places(pattern: Pattern, data: bytes, *, empty: bool = False) -> list[tuple[int, int]]:
    return [groups[0] for groups in pattern.each(data, 0, len(data)) if empty or groups[0][1] > groups[0][0]]


def _is_excessive(data: bytes, places: list[tuple[int, int]]) -> bool:
    """Whether a pattern takes more than half of a long text, and many different plain words with it."""
    if len(data) <= LONG_TEXT or 2 * sum(end - start for start, end in places) <= len(data):
        return False
    words: set[bytes] = set()
    for start, end in places:
        words.update(word for word in data[start:end].translate(_LETTERS).lower().split() if len(word) >= 3)
        if len(words) >= DISTINCT:
            return True
    return False
