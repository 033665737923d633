"""Warns of what is not understood in configuration files: once for each file, however much it is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from backstory.cli import console

if TYPE_CHECKING:
    from backstory.settings.layers import Fault

_FEW: Final = 3
"""Settings that a warning names."""


def warn_of_settings(faults: "Sequence[Fault]") -> None:
    """Warns of the faults of configuration files. Several of one file stand in one warning."""
    files: dict[str, list[Fault]] = {}
    for fault in faults:
        files.setdefault(fault.path, []).append(fault)
    for path, its in files.items():
        if len(its) == 1:
            console.warn(str(its[0]))
            continue
        names = ", ".join(map(_name, its[:_FEW]))
        more = f" and {len(its) - _FEW} more" if len(its) > _FEW else ""
        what = f"`{path}`: {len(its)} settings are not understood and passed over: {names}{more}"
        console.warn(what, "`backstory doctor` says what is wrong with each")


def _name(fault: "Fault") -> str:
    return f"`{fault.key}` (line {fault.line})" if fault.key else f"line {fault.line}"
