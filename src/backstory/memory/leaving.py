"""Leaving a repository: what is ours goes, what git tracks and what is private stays unless it was asked to go."""

import os
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backstory.memory.core import Memory


def remove_ours(m: "Memory", *, keep_records: bool, purge: bool, dry_run: bool) -> list[str]:
    """Removes `.backstory/` (unless git tracks it) and, with `purge`, the private store; says what was done.

    Records that lie in `.backstory/` and not in git are moved to the private store's trash first: nothing that was
    acknowledged is deleted. A purge writes an archive beside the data home and names it.
    """
    from backstory.store.files import read_file, write_atomic

    p = m.project
    done: list[str] = []
    tracked = m.git.tracked(".backstory") if p.git_dir else False
    if os.path.isdir(p.team) and not keep_records:
        if tracked:
            done.append("left `.backstory/`: git tracks it (`git rm -r .backstory` removes it from the next commit)")
            if not dry_run:
                shutil.rmtree(p.local, ignore_errors=True)
        else:
            records = [f.path for f in m.stores["team"].files()]
            if records:
                kept = os.path.join(p.private, "trash", f"team-{m.stamp().replace(':', '')}")
                done.append(f"moved {len(records)} records of `.backstory/memory` to `{kept}`")
                if not dry_run:
                    for path in records:
                        data = read_file(path, limit=1 << 30, base=p.root)
                        write_atomic(os.path.join(kept, os.path.relpath(path, os.path.join(p.team, "memory"))), data)
            done.append(f"removed `{p.team}`")
            if not dry_run:
                shutil.rmtree(p.team)
    if not dry_run:
        from backstory.store.roots import forget_root

        forget_root(p)
    records = [f.path for f in m.stores["private"].files()]
    if purge:
        from backstory.memory.transfer import export_tar

        kept = os.path.join(os.path.dirname(p.home), f"backstory-{p.id[-8:].lower()}-{m.stamp()[:10]}.tar.gz")
        done.append(f"deleted private memory ({len(records)} records); a backup is in `{kept}`")
        if not dry_run:
            export_tar(m, ("team", "private"), kept)
            shutil.rmtree(p.private)
    elif records:
        done.append(f"kept private memory ({len(records)} records) in `{p.private}`; `--purge` deletes it")
    return done
