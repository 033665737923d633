"""The entry point of hooks, as it is written into the settings of agents: `backstory.hot.hook.main`."""

import gc

from backstory.base.module_file import drop_compiled_modules, use_compiled_modules


def main() -> None:
    """Entry point. Never returns and never fails."""
    gc.disable()  # the process ends before a collection would pay
    use_compiled_modules()
    try:
        from backstory.hook.process import main as handle_event
    except Exception:  # whatever is wrong with the file, the sources are there
        drop_compiled_modules()
        from backstory.hook.process import main as handle_event

    handle_event()
