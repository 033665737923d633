"""The tables of settings, variables, exit codes and debug topics."""

from regions.table import table


def settings() -> str:
    """Every setting, with what its value may be, its default and its variable."""
    from backstory.settings import SETTINGS
    from backstory.settings.table import LAYERS
    from backstory.settings.values import describe_values, format_toml

    out = []
    for setting in SETTINGS:
        lines = [
            f"### {setting.key}",
            "",
            f"{setting.help[:1].upper()}{setting.help[1:]}.",
            "",
            f"- Value: {describe_values(setting)}",
            f"- Default: `{format_toml(setting.default)}`",
            f"- Variable: `{setting.variable}`",
        ]
        if setting.where != LAYERS:
            lines.append("- Taken from: " + " and ".join(setting.where) + " only")
        lines.append(f"- From a repository: {setting.from_repository}")
        if setting.adds:
            lines.append("- The lists of all layers add up")
        out.append("\n".join(lines))
    return "\n\n".join(out)


def layers() -> str:
    from backstory.settings.table import LAYER_MEANINGS

    return "\n".join(f"{n}. **{k}**: {v}" for n, (k, v) in enumerate(LAYER_MEANINGS.items(), 1))


def variables() -> str:
    from backstory.settings import VARIABLES

    return table(("variable", "meaning"), [(f"`{k}`", v) for k, v in VARIABLES.items()])


def foreign_settings() -> str:
    """Other systems' names of settings."""
    from backstory.settings.table import FOREIGN, NOT_KEPT

    rows = [(f"`{k}`", f"`{v}`") for k, v in FOREIGN.items()]
    return table(("its key", "Backstory's"), [*rows, *((f"`{k}`", f"none: {v}") for k, v in NOT_KEPT.items())])


def exit_codes() -> str:
    from backstory.model.errors import EXIT_MEANINGS

    return table(("code", "name", "meaning"), [(str(int(k)), k.name, v) for k, v in EXIT_MEANINGS.items()])


def debug_topics() -> str:
    """The topics of `BACKSTORY_DEBUG`."""
    from backstory.base.debug import TOPICS

    return table(("topic", "lines about"), [(f"`{name}`", meaning) for name, meaning in TOPICS.items()])
