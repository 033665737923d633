#!/usr/bin/env python3
"""Sets up an environment and runs the tests: `python3 scripts/test.py [PYTEST OPTIONS]`."""

import os
import sys

from workshop import ROOT, environment

if __name__ == "__main__":
    python = environment(["test"])
    os.chdir(ROOT)
    jobs = ["-n", os.environ.get("JOBS") or str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]
    if any(a.startswith("-n") for a in sys.argv[1:]):
        jobs = []
    os.execv(python, [str(python), "-m", "pytest", *jobs, *sys.argv[1:]])
