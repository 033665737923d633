#!/usr/bin/env python3
"""Sets up an environment and runs the tests: `python3 scripts/test.py [--all] [PYTEST OPTIONS]`.

Without `--all`, an `-m` or a path, tests marked `slow` or `agents` are left out, and properties are tried with fewer
examples: CI runs all of them.
"""

import os
import sys

from workshop import ROOT, environment

QUICK_EXAMPLES = 25
"""Examples of a property in a quick run, where the test does not say how many."""


def pytest_options(arguments: list[str]) -> list[str]:
    """The options for pytest: a worker more than there are processors, and the quick tests unless others are named.

    With the agents, which mostly wait, there are two more.
    """
    everything = "--all" in arguments
    options = [a for a in arguments if a != "--all"]
    names_tests = any(a == "-m" or a.startswith("-m=") or not a.startswith("-") for a in options)
    if not everything and not names_tests:
        options = ["-m", "not slow and not agents", *options]
        os.environ.setdefault("BACKSTORY_TEST_EXAMPLES", str(QUICK_EXAMPLES))
    if not any(a.startswith("-n") for a in options):
        jobs = os.environ.get("JOBS") or str((os.cpu_count() or 1) + 1 + 2 * everything)
        options = ["-n", jobs, "--dist", "worksteal", *options]
    return options


if __name__ == "__main__":
    python = environment(["test"])
    os.chdir(ROOT)
    os.execv(python, [str(python), "-m", "pytest", *pytest_options(sys.argv[1:])])
