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

    def __init__(self, name: str, entropy: float, group: int, pattern: str) -> None:
        self.name = name
        self.entropy = entropy
        self.group = group
        self.pattern = Pattern(pattern.encode("utf-8"))


class Rules:
    """Rules and the one automaton over all their keywords."""

    def __init__(self, packs: Sequence[str] = ("betterleaks", "gitleaks", "kingfisher", "noseyparker")) -> None:
        self._packs = packs
        self._rules: list[Rule] | None = None
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
        """All rules; the table is read when the first of them is asked for, which plain text never does."""
        if self._rules is None:
            self._rules = self._read()
        return self._rules

    def _read(self) -> list[Rule]:
        out: list[Rule] = []
        by_keyword: dict[str, list[int]] = {}
        names: set[str] = set()
        for line in read_pack_file("rules.tsv").decode("utf-8").split("\n"):
            name, _, rest = line.partition("\t")
            pack, _, rest = rest.partition("\t")
            if pack not in self._packs or name in names:
                continue
            names.add(name)
            entropy, group, keywords, pattern = rest.split("\t")
            number = len(out)
            out.append(Rule(name, float(entropy), int(group), pattern))
            for keyword in keywords.split("\x1f"):
                by_keyword.setdefault(keyword, []).append(number)
        self._index_keywords(by_keyword)
        return out

    def _index_keywords(self, by_keyword: dict[str, list[int]]) -> None:
        """Keeps which rules a keyword calls for, and how keywords begin."""
        self._by_index = list(by_keyword.values())
        self._keywords = [keyword.encode("utf-8") for keyword in by_keyword]
        for number, keyword in enumerate(self._keywords):
            self._by_head.setdefault(keyword[:HEAD], []).append(number)
        self._heads = frozenset(key for key in self._keywords if not key.isalpha() or len(key) <= 4)
        self._sizes = tuple(sorted({len(key) for key in self._heads}))
        self._starts = frozenset(key[: self._sizes[0]] for key in self._heads)

    @property
    def vendors(self) -> frozenset[bytes]:
        """Names of services that hand out keys, in lower case."""
        if self._vendors is None:
            heads = {rule.name.partition("-")[0].encode() for rule in self.rules}
            telling = {head for head in heads if len(head) > 4 and head not in _WORDS}
            self._vendors = frozenset((*read_pack_file("services.txt").split(), *telling))
        return self._vendors

    @property
    def names(self) -> set[str]:
        return {rule.name for rule in self.rules}

    def without(self, service: str) -> "Rules":
        """The same rules but for those that name one service: what is left for a service nobody has heard of."""
        rules = self.rules
        if self._set is None:
            self._set = _keyword_set(self._keywords)
        out, word = Rules(self._packs), service.encode("ascii")
        vars(out).update(vars(self))
        out._by_index = [
            [number for number in numbers if not names_service(rules[number].name, service)]
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
        if not self.rules:
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
        rules = self.rules
        if not rules:
            return []
        keywords = self._occurring(part)
        if not keywords:
            return []
        if len(keywords) == 1:
            return [rules[number] for number in self._by_index[keywords[0]]]
        numbers = set[int]().union(*(self._by_index[keyword] for keyword in keywords))
        return [rules[number] for number in sorted(numbers)]


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
    choice = make_options()
    choice.case_sensitive = False
    keyword_set = re2.Set.SearchSet(choice)
    for keyword in keywords:
        keyword_set.Add(re2.escape(keyword))
    keyword_set.Compile()
    return keyword_set
