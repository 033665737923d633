"""The trust levels of records, and the SQL that reads them from the index. `docs/trust.md` defines them."""

FOREIGN, TEAM, PERSON = 0, 1, 2
"""Trust levels: not trusted here; brought by a trusted commit; written here or trusted individually."""
CHANNELS = ("explicit", "stated", "observed", "inferred")
"""Channels of this machine. A record of any other came from elsewhere, whatever its scope."""
SPEAKING = ("persona", "preference", "rule")
"""Kinds that instruct an agent: those of others take effect only after a person has trusted that very record."""
BELIEVED = "({scope} <> 'team' AND {how} IN ('explicit', 'stated', 'observed', 'inferred'))"
"""SQL: the scope and the channel alone vouch for a record."""
VOUCHED = (
    "("
    + BELIEVED.format(scope="{p}.scope", how="{c}.how")
    + " OR EXISTS (SELECT 1 FROM trust t WHERE t.doc = {c}.doc))"
)
"""SQL: content `c` at presence `p` is trusted here."""
