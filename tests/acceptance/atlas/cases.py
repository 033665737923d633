"""The twenty acceptance tests of agent memory, by the ids of the agent-memory-atlas; the wording is ours.

Most assert an absence or a bound, which an empty store would pass: each holds its positive control in the same test.
What a green one does not prove is in `docs/acceptance.md`. There are no vectors here, so no test derives any.
"""

import os
import pty
import subprocess
import sys
from typing import Any

import pytest

IDS = (
    "scope.cross_tenant_absent", "scope.caller_cannot_widen", "scope.background_respects_boundary",
    "evidence.claim_resolves_to_source", "evidence.source_delete_reaches_derived", "evidence.rebuild_from_retained",
    "gateway.no_bypass_path", "gateway.model_cannot_claim_human_authority", "tombstone.laundering_sequence",
    "tombstone.survives_ttl_and_prune", "tombstone.key_normalization_attack", "tombstone.reextraction_stays_inactive",
    "tombstone.no_second_memory_unit", "deletion.absent_after_reindex_and_restart", "correction.survives_reindex",
    "correction.retraction_without_replacement", "deletion.absent_from_shared_copies", "retrieval.k_is_an_upper_bound",
    "prompt.recall_is_fenced_as_data", "prompt.model_ignores_embedded_instructions",
)  # fmt: skip


def atlas(name: str) -> Any:
    assert name in IDS
    return pytest.mark.parametrize("atlas_id", [name], ids=[name])


def remember_tag(text: str, kind: str = "decision") -> str:
    return f'<backstory:remember kind="{kind}">{text}</backstory:remember>'


def as_person(*argv: str) -> str:
    """A command line at a terminal: that is how a person is known."""
    person, terminal = pty.openpty()
    kept = {k: v for k, v in os.environ.items() if k not in ("CLAUDECODE", "BACKSTORY_AGENT")}
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "backstory", *argv], stdin=terminal, stderr=terminal, stdout=subprocess.PIPE,
            env=kept, timeout=60, check=True,
        )  # fmt: skip
    finally:
        os.close(terminal)
        os.close(person)
    return ran.stdout.decode()
