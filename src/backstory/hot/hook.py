"""The entry point of hooks, as it is written into the settings of agents: `backstory.hot.hook.main`."""

import gc
import os
import sys


def main() -> None:
    """Entry point. Never returns and never fails, also while an installer replaces the package."""
    gc.disable()  # the process ends before a collection would pay
    try:
        _handle_event()
    except BaseException as err:  # some modules are there and others not, or are of two versions
        _log(err)
    os._exit(0)


def _handle_event() -> None:
    from backstory.base.module_file import drop_compiled_modules, use_compiled_modules

    use_compiled_modules()
    try:
        from backstory.hook.process import main as handle_event
    except Exception:  # whatever is wrong with the file, the sources are there
        drop_compiled_modules()
        from backstory.hook.process import main as handle_event

    handle_event()


def _log(err: BaseException) -> None:
    """Writes a line into the log of failures, where the module that does it can be loaded."""
    try:
        from backstory.hook.failure_log import write_failure

        write_failure(sys.argv[1:], err)
    except BaseException:
        return
