"""The settings in force for a project: a repository's own count once its configuration is trusted."""

import os
from collections.abc import Mapping
from typing import Final

import msgspec

from backstory.base.trust import FILE, LIMIT, entries, entry, is_trusted, read
from backstory.model.errors import BackstoryError, NotFound
from backstory.settings import Settings, load
from backstory.store.files import read_file, write_atomic
from backstory.store.places import Project

PATTERNS: Final = "patterns.json"
"""In the private folder: the repository's patterns for redaction as they were when it was last trusted."""
_LIMIT: Final = 1 << 20


def load_settings(project: Project, environ: Mapping[str, str]) -> Settings:
    """The settings of a project.

    A pull, or an agent, that changes a trusted configuration makes all of it wait for trust again. Its patterns as they
    were trusted go on counting meanwhile, until the person takes the trust back: or else a changed byte would let
    through what they were to keep out.
    """
    trusted = is_trusted(project.private, project.root) or _is_copy_trusted(project)
    kept = () if trusted else _kept(project.private)
    settings = load(project.config, environ, trusted=trusted, patterns=kept)
    if trusted:
        _keep(project.private, settings.shared_patterns)
    return settings


def _is_copy_trusted(project: Project) -> bool:
    """Whether a sparse checkout's copy of the configuration, as git has it, is one that was trusted."""
    if not project.sparse:
        return False
    config = read(project.sparse, LIMIT)
    return bool(config) and entry(project.id, config) in entries(read(os.path.join(project.private, FILE), 16 * LIMIT))


def _kept(private: str) -> tuple[str, ...]:
    from backstory.settings.values import pattern_fault

    if not os.path.exists(os.path.join(private, FILE)):
        return ()  # nothing is trusted here, or not any more
    return tuple(pattern for pattern in _read(private) if not pattern_fault(pattern))


def _keep(private: str, patterns: tuple[str, ...]) -> None:
    if _read(private) == patterns:
        return
    try:
        write_atomic(os.path.join(private, PATTERNS), msgspec.json.encode(patterns) + b"\n")
    except BackstoryError:
        return  # a read-only data home: what was kept before counts


def _read(private: str) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(read_file(os.path.join(private, PATTERNS), limit=_LIMIT), type=tuple[str, ...])
    except (NotFound, BackstoryError, msgspec.MsgspecError, ValueError):
        return ()
