"""The tables of kinds, tiers, scopes, channels and relations, and of the query language."""

from regions.table import table, words


def kinds() -> str:
    """Every kind: what it is for, its parts and fields, the flags that fill them."""
    from backstory.model.kinds import KINDS

    rows = [(f"[`{k.name}`](#{k.name})", k.group, f"`{k.tier}`", k.help) for k in KINDS.values()]
    out = [table(("kind", "group", "tier at first", "for"), rows)]
    for kind in KINDS.values():
        facts = [f"{kind.help[:1].upper()}{kind.help[1:]}.", f"Starts in tier `{kind.tier}`."]
        if not kind.loaded:
            facts.append("Never put into a brief; `recall` finds it.")
        if len(kind.statuses) > 1:
            facts.append(f"Status: {words(kind.statuses)}; the first is where it starts.")
        facts.append(f"Also called {words((kind.plural, *kind.aliases))}.")
        out.append(f"### {kind.name}\n\n" + "\n".join(facts))
        parts = [(" ".join(f"`{f}`" for f in p.flags) or "(captured)",
                  f"section `## {p.heading}`" if p.heading else "first paragraph",
                  p.help + (" (may be repeated)" if p.many else "")) for p in kind.parts]  # fmt: skip
        fields = [(" ".join(f"`{f}`" for f in p.flags), f"front matter `{p.name}`",
                   p.help + (f": {words(p.choices)}" if p.choices else "")) for p in kind.fields]  # fmt: skip
        out.append(table(("flag", "kept in", "what"), [*parts, *fields]))
    return "\n\n".join(out)


def kind_words() -> str:
    """The words of the table of kinds that stand in files: names, statuses, fields."""
    from backstory.model.kinds import KINDS

    rows = KINDS.values()
    statuses = ", ".join(f"{k.name} `{' '.join(k.statuses)}`" for k in rows if len(k.statuses) > 1)
    first = {word: " ".join(k.name for k in rows if k.statuses[0] == word) for word in ("open", "running")}
    fields = dict.fromkeys(field.name for kind in rows for field in kind.fields)
    lines = [
        f"- Kinds: `{' '.join(KINDS)}`.",
        f"- Statuses, least careful first: {statuses}; of all others `active`.",
        f"- Default status: `open` for `{first['open']}`, `running` for `{first['running']}`, else `active`.",
        f"- Fields: those of the kind (`{' '.join(fields)}`).",
    ]
    return "\n".join(lines)


def tiers() -> str:
    from backstory.model.kinds import TIER_MEANINGS

    return table(("tier", "meaning"), [(f"`{k}`", v) for k, v in TIER_MEANINGS.items()])


def scopes() -> str:
    from backstory.model.kinds import SCOPE_MEANINGS

    return table(("scope", "meaning"), [(f"`{k}`", v) for k, v in SCOPE_MEANINGS.items()])


def hows() -> str:
    from backstory.model.kinds import CHANNEL_MEANINGS

    return table(("how", "meaning"), [(f"`{k}`", v) for k, v in CHANNEL_MEANINGS.items()])


def query() -> str:
    """The keys of the query language and how they are joined."""
    from backstory.cli.commands.help import query_rows

    return table(("write", "meaning"), [(f"`{left}`", right) for left, right in query_rows() if left != "example"])


def relations() -> str:
    from backstory.model.kinds import RELATIONS

    return "\n".join(f"- `{r}`" for r in RELATIONS)
