#!/usr/bin/env python3
"""Sets up an environment and runs the tests: `python3 scripts/test.py [PYTEST OPTIONS]`."""

import os
import sys

from workshop import ROOT, environment

if __name__ == "__main__":
    python = environment(["test"])
    os.chdir(ROOT)
    jobs = [] if any(a.startswith("-n") for a in sys.argv[1:]) else ["-n", os.environ.get("JOBS", "2")]
    os.execv(python, [str(python), "-m", "pytest", *jobs, *sys.argv[1:]])
