"""The pack rules at run time: read from the flat table, found by keyword, compiled when first needed."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from backstory.redact.pack_files import read_pack_file
from backstory.redact.patterns import Pattern, load_engine, make_options
from backstory.redact.prefixes import PREFIXED, build_key_pattern


class Rule:
    """One rule of a pack; compiled at its first search."""

    __slots__ = ("entropy", "group", "name", "pattern")

    def __init__(self, name: str, entropy: float, group: int, pattern: bytes) -> None:
        self.name = name
        self.entropy = entropy
        self.group = group
        self.pattern = Pattern(pattern)


PUBLIC: Final = (b"age-k1", b"azure-client-id", b"azure-tenant-id", b"cloudflare-account-id.1")
"""Rules for what everybody may read: the public half of a key, ids that stand in addresses."""


class Rules:
    """Rules and the one automaton over all their keywords."""

    def __init__(self, packs: Sequence[str] = ("betterleaks", "gitleaks", "kingfisher", "noseyparker")) -> None:
        self._packs = frozenset(pack.encode("ascii") for pack in packs)
        self._rows: list[list[bytes]] | None = None
        self._rules: dict[int, Rule] = {}
        self._by_index: list[list[int]] = []
        self._keywords: list[bytes] = []
        self._by_head: dict[bytes, list[int]] = {}
        self._asked = 0
        self._heads: frozenset[bytes] = frozenset()
        self._starts: frozenset[bytes] = frozenset()
        self._sizes: tuple[int, ...] = ()
        self._set: Any = None
        self._vendors: frozenset[bytes] | None = None
        self.issued = PREFIXED

    @property
    def rules(self) -> list[Rule]:
        """All rules."""
        return [self._rule(number) for number in range(len(self._read_rows()))]

    def _rule(self, number: int) -> Rule:
        rule = self._rules.get(number)
        if rule is None:
            name, _, entropy, group, _, pattern = self._read_rows()[number]
            rule = self._rules[number] = Rule(name.decode("ascii"), float(entropy), int(group), pattern)
        return rule

    def _read_rows(self) -> list[list[bytes]]:
        """The rows of the table, which is read when the first of them is asked for; plain text never does."""
        if self._rows is None:
            self._rows = []
            by_keyword: dict[bytes, list[int]] = {}
            names: set[bytes] = set()
            for line in read_pack_file("rules.tsv").split(b"\n"):
                row = line.split(b"\t", 5)
                if len(row) < 6 or row[1] not in self._packs or row[0] in names or row[0] in PUBLIC:
                    continue
                names.add(row[0])
                for keyword in row[4].split(b"\x1f"):
                    by_keyword.setdefault(keyword, []).append(len(self._rows))
                self._rows.append(row)
            self._index_keywords(by_keyword)
        return self._rows

    def _index_keywords(self, by_keyword: dict[bytes, list[int]]) -> None:
        """Keeps which rules a keyword calls for, and how keywords begin."""
        self._by_index = list(by_keyword.values())
        self._keywords = list(by_keyword)
        for number, keyword in enumerate(self._keywords):
            self._by_head.setdefault(keyword[:HEAD], []).append(number)
        self._heads = frozenset(key for key in self._keywords if not key.isalpha() or len(key) <= 4)
        self._sizes = tuple(sorted({len(key) for key in self._heads}))
        self._starts = frozenset(key[: self._sizes[0]] for key in self._heads)

    @property
    def vendors(self) -> frozenset[bytes]:
        """Names of services that hand out keys, in lower case."""
        if self._vendors is None:
            heads = {row[0].partition(b"-")[0] for row in self._read_rows()}
            telling = {head for head in heads if len(head) > 4 and head not in _WORDS}
            self._vendors = frozenset((*read_pack_file("services.txt").split(), *telling))
        return self._vendors

    def without(self, service: str) -> "Rules":
        """The same rules but for those that name one service: what is left for a service nobody has heard of."""
        rows = self._read_rows()
        if self._set is None:
            self._set = _keyword_set(self._keywords)
        out, word = Rules(), service.encode("ascii")
        vars(out).update(vars(self))
        out._by_index = [
            [number for number in numbers if not names_service(rows[number][0].decode("ascii"), service)]
            for numbers in self._by_index
        ]
        out._vendors = frozenset(
            vendor for vendor in self.vendors if vendor != word and not (len(word) > 4 and word in vendor)
        )
        out.issued = build_key_pattern(word)
        return out

    def _occurring(self, part: bytes) -> list[int]:
        """Numbers of the keywords in `part`: by their first bytes in little text, and by one automaton in more.

        The automaton takes 6 ms to build, and a process that checks a few records asks about little text.
        """
        if self._set is None and self._asked < LITTLE:
            self._asked += len(part)
            low = part.lower()
            heads = self._by_head.keys() & {low[place : place + HEAD] for place in range(len(low) - HEAD + 1)}
            keywords = self._keywords
            return sorted([number for head in heads for number in self._by_head[head] if keywords[number] in low])
        if self._set is None:
            self._set = _keyword_set(self._keywords)
        return list(self._set.Match(part) or ())

    def mentioned(self, run: bytes) -> bool:
        """Whether a run, or the value in it, begins with a keyword, as keys that tell whose they are do."""
        if not self._read_rows():
            return False
        longest = self._sizes[-1]
        return self._begins(run[:longest].lower()) or (
            b"=" in run and self._begins(run[run.rfind(b"=") + 1 :][:longest].lower())
        )

    def _begins(self, low: bytes) -> bool:
        if low[: self._sizes[0]] not in self._starts:
            return False
        heads = self._heads
        return any(low[:size] in heads for size in self._sizes)

    def active(self, part: bytes) -> list[Rule]:
        """The rules of which a keyword occurs in `part`, in the packs' order."""
        if not self._read_rows():
            return []
        numbers = {number for keyword in self._occurring(part) for number in self._by_index[keyword]}
        return [self._rule(number) for number in sorted(numbers)]


@lru_cache(maxsize=4)
def share_rules(packs: tuple[str, ...]) -> Rules:
    """The rules of packs, the same for all gates of a process: a server has a gate for each project."""
    return Rules(packs)


def names_service(rule: str, service: str) -> bool:
    """Whether a rule's name begins with that of a service, however it is spelt: `new-relic`, `newrelic`."""
    return rule.partition("-")[0] == service or (len(service) > 3 and rule.replace("-", "").startswith(service))


_WORDS: Final = frozenset(
    b"azure basic brave canadian cisco column crates cursor defined django docker elastic envoy float frame"
    b" front generic"
    b" guardian harness humanity hunter instantly light linear llama magnetic microsoft moderation nimble notify"
    b" octopus"
    b" openshift persona polar polygon password privacy private privkey proof rainforest raven readme redirect"
    b" refiner render"
    b" replicate resend retell segment shortcut square stability stream streak temporal upstage vault weights"
    b" wireguard".split()
)
"""Names of services in the packs that are words too, before hashes and ids as often as before keys."""
LITTLE: Final = 32 * 1024
"""Bytes of text after which the automaton over all keywords is worth building."""
HEAD: Final = 3
"""Bytes of a keyword by which it is looked for. None is shorter."""


def _keyword_set(keywords: Iterable[bytes]) -> Any:
    re2 = load_engine()
    keyword_set = re2.Set.SearchSet(make_options(case_sensitive=False))
    for keyword in keywords:
        keyword_set.Add(re2.escape(keyword))
    keyword_set.Compile()
    return keyword_set
