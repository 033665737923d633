"""Words that developers use for the same thing. Stems, as the full-text tokenizer makes them, by group.

A group holds few words, and none that has another common meaning in software: a wrong record costs more than a missed
one.
"""

_GROUPS = """
library dependency package
config configuration settings
database db postgres postgresql
authentication authorization login credentials
delete remove drop
slow slowly latency fps performance
crash panic segfault
flaky unstable intermittent
changelog history
timezone utc
ci pipeline
memory ram heap
router routing
string str
mutex lock
directory folder
argument parameter
float float64 double decimal
integer int int64
push publish
rename reword wording
docs documentation
migration migrate
retry retries resend redeliver
websocket socket
localization i18n translation
cache caching memoize
"""


def _read_groups() -> "dict[str, tuple[str, ...]]":
    out: dict[str, tuple[str, ...]] = {}
    for line in _GROUPS.split("\n"):
        words = tuple(line.split())
        for word in words:
            out[word] = tuple([other for other in words if other != word])
    return out


SYNONYMS = _read_groups()
"""Word in lower case -> the other words of its group."""
