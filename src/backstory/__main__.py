"""`python -m backstory` and the `backstory` console script: one way in; the hook process is split off first."""

import sys


def main() -> None:
    """Runs a command line. Never returns: the process ends here, without the cost of taking the interpreter down."""
    argv = sys.argv[1:]
    if argv[:1] == ["hook"] and len(argv) >= 3 and not argv[1].startswith("-"):
        from backstory.hot.hook import main as hook

        sys.argv = [sys.argv[0], *argv[1:]]
        hook()
        return
    if argv == ["--version"]:
        from backstory._version import VERSION

        sys.stdout.write(VERSION + "\n")
        return
    try:
        import gc

        gc.set_threshold(50_000, 20, 100)  # short commands end before a collection pays
        from backstory.interfaces.cli.root import run

        run(argv)
    except KeyboardInterrupt:  # while the program was loaded, or while it said goodbye
        import os

        os._exit(130)


if __name__ == "__main__":
    main()
