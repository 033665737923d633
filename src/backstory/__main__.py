"""`python -m backstory` and the `backstory` console script: one way in, which hooks and the MCP server leave first."""

import sys


def main() -> None:
    """Runs a command line. Never returns: the process ends here, without the cost of taking the interpreter down."""
    argv = sys.argv[1:]
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _open_streams()
    if argv[:1] == ["hook"] and len(argv) >= 3 and not argv[1].startswith("-"):
        from backstory.hot.hook import main as hook

        sys.argv = [sys.argv[0], *argv[1:]]
        hook()
        return
    if argv[:1] == ["mcp"] and not {"-h", "--help"} & set(argv):
        from backstory.mcp.process import main as serve

        serve(argv[1:])
        return
    if argv == ["--version"] and _print_version():
        return
    try:
        import gc

        gc.set_threshold(200_000, 20, 100)  # short commands end before a collection pays
        from backstory.base.light_imports import load_click, load_msgspec
        from backstory.cli.interrupt import install_sigint_handler
        from backstory.model.light_tuples import install_light_tuples

        install_sigint_handler()
        install_light_tuples()
        load_msgspec()
        load_click()
        from backstory.cli.root import run_and_exit

        run_and_exit(argv)
    except KeyboardInterrupt:  # while the program was loaded, or while it said goodbye
        import os

        os._exit(130)


def _print_version() -> bool:
    """Prints the version without loading the command line. False where stdout does not take it."""
    from backstory._version import VERSION

    try:
        sys.stdout.write(VERSION + "\n")
        sys.stdout.flush()
    except OSError:
        return False
    return True


def _open_streams() -> None:
    """Puts the null device where the caller closed a standard stream, so that no file of ours takes its number."""
    import os

    fd = os.open(os.devnull, os.O_RDWR)
    while fd < 2:
        fd = os.open(os.devnull, os.O_RDWR)
    if fd > 2:
        os.close(fd)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115 - they live as long as the process
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


if __name__ == "__main__":
    main()
