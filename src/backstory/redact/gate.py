"""The gate: the one way text takes before it is kept anywhere.

Cheap to import and to make: the engine, the packs and the patterns are read when the first text is checked. What it
promises: the answer to `check` is stable under `check`, JSON stays JSON, UTF-8 stays UTF-8, time is linear.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from backstory.redact.custom import UserPatterns
from backstory.redact.marks import MARK, find_marks, list_neighbourhoods, mask_marks
from backstory.redact.patterns import Pattern, load_engine
from backstory.redact.plain_text import is_plain
from backstory.redact.spans import Cut, Span, extend_long_spans, settle_spans

if TYPE_CHECKING:
    from backstory.redact.rules import Rules
    from backstory.redact.secret_digests import SecretDigests

PACKS: Final = ("betterleaks", "gitleaks", "kingfisher", "noseyparker")
"""Rule packs in order of precedence: of two rules of one name the first is kept."""
SHORTEST_OWN: Final = 8
"""Characters below which a value of the user's is not matched exactly."""
MOST_OWN: Final = 2000
FEW_SPELLINGS: Final = 200
"""Spellings of such values up to which each is looked for by itself as long as the engine is not loaded."""
PASSES: Final = 6
"""Searches until nothing new is found; two is the rule, since a replacement can only uncover what stood beside it."""
LOCAL: Final = 8 * 1024
"""Bytes of text above which a further search looks round the replacements only."""
REMEMBERED: Final = 2_000
"""Texts without a secret that a gate remembers: a session's are checked where they are cut and where they are kept."""


class Finding(NamedTuple):
    """A secret by its rule and its place in the text as given, in characters. Never the secret itself."""

    rule: str
    start: int
    end: int


class Redacted(NamedTuple):
    """A text that may be written, and what was taken out of it."""

    text: str
    findings: tuple[Finding, ...]


class Gate:
    """Finds and replaces secrets. One instance serves any number of texts and threads.

    `key` is the machine's HMAC key: with it equal secrets get equal marks (`[REDACTED:rule:1a2b3c4d]`) that nobody
    can guess without it. Without a key the mark is `[REDACTED:rule]`, since a hash anybody can compute would give
    short secrets away. `own_values` are matched exactly, also JSON-escaped, percent-encoded and in base64; a function
    that returns them is called with the first text, since many commands check none.
    `packs` are the rule packs to ask beside our own rules; leaving one out, or giving `rules`, is for measuring.
    `patterns` are the user's own, in RE2's syntax; raises BackstoryError for one that does not compile.
    `stated` gives the digests of secrets that were stated before; another object where they have changed.
    """

    def __init__(
        self,
        *,
        key: bytes = b"",
        own_values: Iterable[str] | Callable[[], Iterable[str]] = (),
        patterns: Sequence[str] = (),
        packs: Sequence[str] = PACKS,
        rules: "Rules | None" = None,
        stated: "Callable[[], SecretDigests | None]" = lambda: None,
    ) -> None:
        self._key = key
        self._read_stated = stated
        self._stated: SecretDigests | None = None
        self._packs = packs
        self._read_own_values = own_values if callable(own_values) else lambda: own_values
        self._own: Pattern | None = None
        self._rules = rules
        self._ready: tuple[Rules, Callable[..., list[Span]]] | None = None
        self._harmless: set[str] = set()
        self.patterns = UserPatterns(patterns)

    @cached_property
    def own_values(self) -> tuple[str, ...]:
        """The values that are matched exactly."""
        return tuple(self._read_own_values())

    def check(self, text: str) -> Redacted:
        """The text with every secret replaced by a mark, and the findings in their order."""
        if len(text) < 4:
            return Redacted(text, ())
        self._refresh_stated()
        if text in self._harmless or self._is_plain(text):
            return Redacted(text, ())
        data = text.encode("utf-8", "surrogatepass")
        safe, spans = self._fixed(data)
        if not spans:
            if len(text) <= LOCAL and len(self._harmless) < REMEMBERED:
                self._harmless.add(text)
            return Redacted(text, ())
        if data.lstrip()[:1] in (b"{", b"[", b'"') or b"\n{" in data or b"\n[" in data:
            safe = self._as_json(data, safe)
        return Redacted(safe.decode("utf-8", "surrogatepass"), _findings(text, data, spans))

    def _is_plain(self, text: str) -> bool:
        """Whether a text holds nothing, as far as that shows before the search is loaded."""
        if self.patterns or self._stated or self._ready is not None or not is_plain(text):
            return False
        return not self.holds_own_value(text)

    def _refresh_stated(self) -> "SecretDigests | None":
        """The digests as they are now. A text may have one of their secrets since it was checked."""
        stated = self._read_stated()
        if stated is not self._stated:
            self._stated = stated
            self._harmless.clear()
        return stated

    def holds_stated(self, text: str) -> bool:
        """Whether a secret that was stated stands in a text. One in which nothing stood before may hold one by now."""
        stated = self._refresh_stated()
        return stated is not None and bool(stated.spans(text.encode("utf-8", "surrogatepass")))

    def clean(self, text: str) -> str:
        """The text with every secret replaced."""
        return self.check(text).text

    def mark(self, rule: str, secret: str) -> str:
        """What stands in a text for a secret that a rule has found."""
        return self._mark(rule, secret.encode("utf-8", "surrogatepass")).decode("ascii")

    def find_harmless(self, texts: Sequence[str]) -> list[str]:
        """Those of many texts in which `check` finds nothing, as far as one search over all of them tells.

        A pattern of the user's may be about a whole text, so with one none is told.
        """
        from backstory.redact.screening import choose_suspects

        if self.patterns:
            return []
        data = [text.encode("utf-8", "surrogatepass") for text in texts]
        suspects = choose_suspects(data, self._ready_rules())
        own = self._own_match() if self.own_values else None
        stated = self._refresh_stated()
        return [
            text
            for number, text in enumerate(texts)
            if number not in suspects
            and not (own and own.within(data[number]))
            and not (stated and stated.spans(data[number]))
        ]

    def holds_own_value(self, text: str) -> bool:
        """Whether a value of the user's stands in a text, which is all that counts in an id."""
        if not self.own_values:
            return False
        data = text.encode("utf-8", "surrogatepass")
        if self._own is None and len(self._own_spellings) <= FEW_SPELLINGS:
            return any(spelling in data for spelling in self._own_spellings)
        return self._own_match().within(data)

    def keyed_digest(self, text: str) -> str:
        """A short digest of a text with the key of this machine, which says nothing to anyone else."""
        from backstory.base.digests import blake2b

        data = text.encode("utf-8", "surrogatepass")
        return blake2b(data, key=self._key[:64], digest_size=6, person=b"backstory origin").hexdigest()

    def words(self, data: bytes) -> bytes:
        """A text of which only single words are kept, without what may be a secret; as long as it was.

        For the index of a whole tree, see `redact.blanking`.
        """
        from backstory.redact.blanking import blank_out, find_drawn_runs, find_stated_values

        if len(data) < 4:
            return data
        cuts = [*find_drawn_runs(data), *find_stated_values(data)]
        if self.own_values:
            cuts += [(span.start, span.end) for span in _matches(self._own_match(), "own-value", data, 0, len(data))]
        cuts += [(span.start, span.end) for span in self.patterns.spans(data)]
        if stated := self._refresh_stated():
            cuts += [(span.start, span.end) for span in stated.spans(data)]
        return blank_out(data, cuts)

    def value(self, obj: object) -> object:
        """The same lists, tuples and dictionaries with every string in them clean; keys too.

        A value under a key that announces a secret is judged with its key.
        """
        if isinstance(obj, str):
            return self.clean(obj)
        if isinstance(obj, dict):
            return {self.value(key): self._named(key, v) for key, v in obj.items()}
        if isinstance(obj, list):
            return [self.value(item) for item in obj]
        if isinstance(obj, tuple):
            items = [self.value(item) for item in obj]
            make = getattr(type(obj), "_make", tuple)
            return make(items)
        return obj

    def _named(self, key: object, value: object) -> object:
        if isinstance(key, str) and (isinstance(value, str) or type(value) is int):
            from backstory.redact.verdict import is_named_secret

            plain = str(value)
            clean = self.clean(plain)
            if clean != plain:
                return clean
            data = plain.encode("utf-8", "surrogatepass")
            if not MARK.within(data) and is_named_secret(key.encode("utf-8", "surrogatepass"), data):
                return self._mark("assigned-secret", data).decode("ascii")
            return value
        return self.value(value)

    def _fixed(self, data: bytes) -> tuple[bytes, list[Cut]]:
        """Searches and replaces until a search finds nothing; the cuts are places in `data`."""
        cuts: list[Cut] = []
        marks: dict[tuple[str, bytes], bytes] = {}
        current, windows = data, [(0, len(data))]
        places = ([0], [0])
        for _ in range(PASSES):
            more = self._search(current, windows)
            if not more:
                break
            if cuts:
                more = [Cut(_origin(cut.start, places), _origin(cut.end, places), cut.rule, cut.quoted) for cut in more]
                cuts = sorted(cuts + more)
            else:
                cuts = more
            current, places = self._rendered(data, cuts, marks)
            windows = [(0, len(current))] if len(current) <= LOCAL else []
        return current, cuts

    def _search(self, data: bytes, windows: list[tuple[int, int]]) -> list[Cut]:
        """What is to be replaced: in order, apart from each other and from marks, safe to cut out.

        Without windows it looks round the marks only.
        """
        rules, find_secrets = self._ready_search()
        marks = find_marks(data)
        seen = mask_marks(data, marks) if marks else data
        raw: list[Span] = []
        for start, end in windows or list_neighbourhoods(data, marks):
            raw += find_secrets(seen, rules, start, end)
            if self.own_values:
                raw += _matches(self._own_match(), "own-value", seen, start, end)
        raw += self.patterns.spans(seen)
        if self._stated is not None:
            raw += self._stated.spans(seen)
        if not raw:
            return []
        from backstory.redact.repeats import find_repeats  # only for texts with findings

        raw = extend_long_spans(seen, raw)
        cuts = settle_spans(data, raw, marks)
        again = find_repeats(data, cuts)
        return settle_spans(data, [*raw, *again], marks) if again else cuts

    def _ready_rules(self) -> "Rules":
        """The rules, read from their packs by the first text."""
        if self._rules is None:
            from backstory.redact.rules import share_rules

            self._rules = share_rules(tuple(self._packs))
        return self._rules

    def _ready_search(self) -> "tuple[Rules, Callable[..., list[Span]]]":
        """The rules and the search, which the first text loads."""
        if self._ready is None:
            from backstory.redact.scan import find_secrets

            self._ready = self._ready_rules(), find_secrets
        return self._ready

    def _rendered(
        self, data: bytes, cuts: list[Cut], marks: dict[tuple[str, bytes], bytes]
    ) -> tuple[bytes, tuple[list[int], list[int]]]:
        """The data with marks for cuts, and where what follows each mark begins in it and in the data.

        `marks` are those of the text so far: a secret may stand in it many times, and it is searched again.
        """
        parts: list[bytes] = []
        rendered_places, data_places = [0], [0]
        size = position = 0
        for cut in cuts:
            key = (cut.rule, data[cut.start : cut.end])
            mark = marks.get(key) or marks.setdefault(key, self._mark(*key))
            mark = b'"%s"' % mark if cut.quoted else mark
            parts += (data[position : cut.start], mark)
            size += cut.start - position + len(mark)
            position = cut.end
            rendered_places.append(size)
            data_places.append(position)
        parts.append(data[position:])
        return b"".join(parts), (rendered_places, data_places)

    def _own_match(self) -> Pattern:
        if self._own is None:
            escape = load_engine().escape
            pattern = b"|".join([escape(spelling) for spelling in self._own_spellings])
            self._own = Pattern(pattern or rb"\b\B").compile()
        return self._own

    @cached_property
    def _own_spellings(self) -> list[bytes]:
        """How the user's values may stand in a text, the longest first."""
        from backstory.redact.forms import list_spellings

        spellings: set[bytes] = set()
        for value in self.own_values[:MOST_OWN]:
            if len(value) >= SHORTEST_OWN:
                spellings |= list_spellings(value)
        return sorted(spellings, key=lambda spelling: (-len(spelling), spelling))

    def _mark(self, rule: str, secret: bytes) -> bytes:
        if not self._key:
            return b"[REDACTED:%s]" % rule.encode("ascii")
        from backstory.base.digests import hmac_sha256  # not needed for text without secrets

        return b"[REDACTED:%s:%s]" % (
            rule.encode("ascii"),
            hmac_sha256(self._key, secret).hex()[:8].encode("ascii"),
        )

    def _as_json(self, data: bytes, safe: bytes) -> bytes:
        """`safe` where it still parses as far as `data` did; otherwise the data redacted string by string."""
        before = _json(data)
        if before is not _BROKEN:
            return safe if _json(safe) is not _BROKEN else self._dumped(before)
        return self._lines_as_json(data, safe)

    def _lines_as_json(self, data: bytes, safe: bytes) -> bytes:
        """The same for a text of which each line may be JSON."""
        old, new = data.split(b"\n"), safe.split(b"\n")
        if len(old) != len(new):
            return safe
        for number, (left, right) in enumerate(zip(old, new, strict=True)):
            if left != right and left.lstrip()[:1] in (b"{", b"["):
                before = _json(left)
                if before is not _BROKEN and _json(right) is _BROKEN:
                    new[number] = self._dumped(before)
        return b"\n".join(new)

    def _dumped(self, parsed: object) -> bytes:
        import json  # only where cutting broke a document

        return json.dumps(self.value(parsed), ensure_ascii=False).encode("utf-8", "surrogatepass")


_BROKEN: Final = object()


def _json(data: bytes) -> Any:
    import json  # only for texts with findings

    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return _BROKEN


def _matches(pattern: Pattern, rule: str, data: bytes, start: int, end: int) -> list[Span]:
    return [Span(*groups[0], rule) for groups in pattern.each(data, start, end) if groups[0][1] > groups[0][0]]


def _origin(place: int, places: tuple[list[int], list[int]]) -> int:
    """The place in the first text of a place between the marks."""
    from bisect import bisect_right  # only for texts with findings

    rendered_places, data_places = places
    index = bisect_right(rendered_places, place) - 1
    return data_places[index] + place - rendered_places[index]


def _findings(text: str, data: bytes, cuts: list[Cut]) -> tuple[Finding, ...]:
    if len(text) == len(data):
        return tuple(Finding(c.rule, c.start, c.end) for c in cuts)
    out: list[Finding] = []
    chars = position = 0
    for cut in cuts:
        chars += len(data[position : cut.start].decode("utf-8", "surrogatepass"))
        size = len(data[cut.start : cut.end].decode("utf-8", "surrogatepass"))
        out.append(Finding(cut.rule, chars, chars + size))
        chars += size
        position = cut.end
    return tuple(out)
