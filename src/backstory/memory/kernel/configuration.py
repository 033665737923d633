"""Loads the settings of a project. Those of the repository take effect once its configuration is trusted."""

import os
from collections.abc import Mapping
from typing import Final

import msgspec

from backstory.base.trust import FILE, LIMIT, config_entries, config_entry, is_trusted, read_trust_file
from backstory.model.errors import BackstoryError, NotFound
from backstory.settings import Settings, load_layers
from backstory.settings.values import pattern_fault
from backstory.store.files import read_file, write_atomic
from backstory.store.places import Project

CONFIG: Final = "config.toml"
"""File in the private folder with this person's settings for this project."""
PATTERNS: Final = "patterns.json"
"""File in the private folder with the repository's redaction patterns, as they were when last trusted."""
_LIMIT: Final = 1 << 20


def load_settings(project: Project, environ: Mapping[str, str]) -> Settings:
    """Loads the settings of a project.

    A trusted configuration that a pull or an agent changes has to be trusted again. Until then its earlier redaction
    patterns stay in force, unless the person revokes the trust: a changed byte must not let secrets through.
    """
    trusted = is_trusted(project.private, project.root) or _is_copy_trusted(project)
    patterns = () if trusted else _trusted_patterns(project.private)
    private = private_config_path(project)
    settings = load_layers(project.config, environ, trusted=trusted, patterns=patterns, private_config=private)
    if trusted:
        _write_patterns(project.private, settings.shared_patterns)
    return settings


def private_config_path(project: Project) -> str:
    """The path of this person's settings for this project."""
    return os.path.join(project.private, CONFIG)


def _is_copy_trusted(project: Project) -> bool:
    """Whether the copy of the configuration that a sparse checkout uses is trusted."""
    if not project.sparse:
        return False
    config = read_trust_file(project.sparse, LIMIT)
    return bool(config) and config_entry(project.id, config) in config_entries(
        read_trust_file(os.path.join(project.private, FILE), 16 * LIMIT)
    )


def _trusted_patterns(private: str) -> tuple[str, ...]:
    if not os.path.exists(os.path.join(private, FILE)):
        return ()  # no configuration was ever trusted here, or the trust was revoked
    return tuple(pattern for pattern in _read_patterns(private) if not pattern_fault(pattern))


def _write_patterns(private: str, patterns: tuple[str, ...]) -> None:
    if _read_patterns(private) == patterns:
        return
    try:
        write_atomic(os.path.join(private, PATTERNS), msgspec.json.encode(patterns) + b"\n")
    except BackstoryError:
        return  # a read-only data home keeps the earlier patterns


def _read_patterns(private: str) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(read_file(os.path.join(private, PATTERNS), limit=_LIMIT), type=tuple[str, ...])
    except (NotFound, BackstoryError, msgspec.MsgspecError, ValueError):
        return ()
