"""Where the work stands, as a brief of this moment says it: for advice, and for questions about the work as a whole."""

from typing import Final

from backstory.memory.answers.brief import BriefOptions, gather_inputs
from backstory.memory.answers.overturned import note_overturned
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.verdicts import keep_verdicts
from backstory.recall.brief import Work, list_work

ROOM: Final = 16_000
"""Tokens of the brief that is asked, so that nothing is left out."""


def read_work_now(workspace: Catalog, task: str = "") -> Work:
    """The handoffs and the statements about now of a brief. Nothing else of it is composed."""
    inputs = gather_inputs(workspace, BriefOptions(budget=ROOM, task=task), only_work=True).inputs
    moment, past = inputs.moment, inputs.past
    work = list_work(moment, inputs.rows, inputs.git, inputs.snapshot, scores=inputs.scores, stale=inputs.stale,
                     merged=inputs.merged, past=past, unread=inputs.unread)  # fmt: skip
    if not (task or workspace.past):
        note_overturned(workspace, past)
    keep_verdicts(workspace)
    return work._replace(handoffs=[item for item in work.handoffs if not item.untrusted])
