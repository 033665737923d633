"""The trust levels of records, and the SQL that tells them in the index. `docs/trust.md` has the rule."""

FOREIGN, TEAM, PERSON = 0, 1, 2
"""Trust levels: nobody here vouches for it; a trusted commit brought it; it was written here or trusted by itself."""
CHANNELS = ("explicit", "stated", "observed", "inferred")
"""Channels of this machine. A record of any other came from elsewhere, whatever its scope."""
SPEAKING = ("persona", "preference", "rule")
"""Kinds that tell an agent how to behave: those of others count only once a person has trusted that very record."""
BELIEVED = "({scope} <> 'team' AND {how} IN ('explicit', 'stated', 'observed', 'inferred'))"
"""SQL: the scope and the channel alone vouch for a record."""
VOUCHED = (
    "("
    + BELIEVED.format(scope="{p}.scope", how="{c}.how")
    + " OR EXISTS (SELECT 1 FROM trust t WHERE t.doc = {c}.doc))"
)
"""SQL: somebody here vouches for content `c` at presence `p`."""
