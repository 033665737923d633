"""The three sittings of the pluggy scenario."""

from conversation import Scenario, Session
from files import (
    AGAIN_TEST,
    ALIAS,
    BOTH,
    CALL,
    CALL_SIGNATURE,
    CALL_TEST,
    DOC,
    EXIT_TEST,
    FORGET,
    HISTORY_TEST,
    LOAD,
    LOOP,
    MANAGER,
    NEW_DOC,
    REGISTER_TEST,
    REHEARSE,
    RUN_TESTS,
    RUNNER,
    SIGNATURE,
    SKIP,
    SKIP_SIGNATURE,
    SPEC,
    SPOT,
    TEST,
    THREADS,
    WARN_TEST,
)
from material import Clone

BAR = "=================================== FAILURES ==================================="
SUM = "=========================== short test summary info ============================"
RUFF = "ruff check src testing && ruff format --check src testing"
CLEAN = "All checks passed!\n20 files already formatted"
LACKING = """E   StopIteration

During handling of the above exception, another exception occurred:
E   importlib.metadata.PackageNotFoundError: No package metadata was found for pluggy
/usr/lib/python3.11/importlib/metadata/__init__.py:565: importlib.metadata.PackageNotFoundError: No package metadata was found for pluggy
"""
CAUGHT = "                except (Exception, SystemExit) as exc:\n"


def dots(line: str) -> str:
    return f"{line:<73}[100%]"


def red(line: str, test: str, why: str, end: str) -> str:
    """What pytest prints with --tb=short for one failed test."""
    title = f" {test} ".center(80, "_")
    return f"{dots(line)}\n{BAR}\n{title}\n{why.strip()}\n{SUM}\nFAILED {TEST}::{test}\n{end}"


def run(a: Session, output: str, *, day: int = 1, code: int = 0, title: str = "Run the entry point tests") -> None:
    tool = "PYTHONPATH=src python -m pytest" if day == 1 else f"python {RUNNER}"
    a.bash(f"{tool} -q --tb=short {TEST}", output, title=title, code=code)


def commit(a: Session, what: str, body: str, *, paths: str = "src testing") -> None:
    command = f'git add {paths} && git commit -q -m "{what}" -m "{body}" -m "Refs: DESK-418" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("g1")
    a.user(
        "half of our support tickets say 'the app does not start any more', and it is always one customer plugin with a broken import that takes the rest down. "
        "load_setuptools_entrypoints should carry on with the others and tell the host which one failed. Read how the loader works and list me the possibilities, nothing written yet."
    )
    a.grep(
        "load_setuptools_entrypoints|ep.load",
        "src testing",
        'src/pluggy/_manager.py:380:    def load_setuptools_entrypoints(self, group: str, name: str | None = None) -> int:\nsrc/pluggy/_manager.py:404:                plugin = ep.load()\ntesting/test_pluginmanager.py:610:    num = pm.load_setuptools_entrypoints("hello")\ntesting/test_pluginmanager.py:621:    num = pm.load_setuptools_entrypoints("hello")',
    )
    a.read(MANAGER, *clone.lines(MANAGER, 380, 30))
    a.read(MANAGER, *clone.lines(MANAGER, 110, 48))
    a.bash(
        "git log --oneline -4 -- src/pluggy/_manager.py",
        "85db995 refactor: stop shadowing the register() name argument\n53eeddf Add list_plugin_distributions() for direct importlib.metadata access\n20d8143 Fix _remove_plugin to remove all hookimpls and get_hookcallers to deduplicate (#646)\n009bdc3 Add TypeAlias annotations for improved type clarity",
        title="Recent changes of the manager",
    )
    a.answer(
        "The loop in `PluginManager.load_setuptools_entrypoints` (`src/pluggy/_manager.py`) calls `ep.load()` unguarded, so the first ImportError leaves the method and the remaining entry points are never visited. Possibilities:\n\n"
        "1. emit a `PluggyWarning` and skip the plugin, switched on by a flag\n2. the host hands in a callback that gets the entry point and the exception\n3. return the failures next to the count; hosts compare that int, so it would break them\n\nI would leave out the third. Which of the other two?"
    )
    a.user(
        "the warning, we have a category for it. A few things that hold for all of this: a call that passes nothing new has to raise exactly what it raises now, pytest relies on it. New parameters are keyword-only. "
        "3.10 is our floor, so neither add_note nor ExceptionGroup. And the fragment under changelog/ is written by Ilse as soon as the PR has its number, you don't put anything in there."
    )
    a.write(TEST, WARN_TEST)
    a.edit(
        MANAGER,
        "from ._result import Result\n",
        "from ._result import Result\nfrom ._warnings import PluggyWarning\n",
    )
    a.edit(MANAGER, SIGNATURE, SKIP_SIGNATURE)
    a.edit(MANAGER, LOAD, SKIP)
    run(
        a,
        red(
            "F",
            "test_good_plugins_are_loaded_after_a_broken_one",
            f"""{TEST}:27: in load
    raise self.plugin
E   ImportError: no module named charts

During handling of the above exception, another exception occurred:
{TEST}:50: in test_good_plugins_are_loaded_after_a_broken_one
    assert pm.load_setuptools_entrypoints("host", skip_broken=True) == 1
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
src/pluggy/_manager.py:412: in load_setuptools_entrypoints
    warnings.warn(
E   pluggy.PluggyWarning: cannot load plugin 'broken': no module named charts""",
            "1 failed in 0.07s",
        ),
        code=1,
    )
    a.bash("git checkout -q src && git status --short", f"?? {TEST}", title="Take the warning back", run=True)
    a.answer(
        "The warning is no good, I took it back. Wherever warnings are errors (`filterwarnings = error` in our own tox.ini, `-W error` at many hosts) the `PluggyWarning` is raised in the middle of the loop and the good plugins behind the broken one stay unloaded, which is the bug we started with. With an ignore filter nobody hears of it at all.\n\n"
        "A callback has neither problem. Should its return value decide whether loading stops?"
    )
    a.user(
        "no, a host that wants to stop can raise in its callback. Call it on_error. Put the guard round ep.load() only, though: a plugin that imports fine but has hooks that don't fit is a programming mistake, and those I want loud."
    )
    a.write(TEST, CALL_TEST)
    a.edit(MANAGER, "\n\ndef _warn_for_function(", ALIAS + "\n\ndef _warn_for_function(")
    a.edit(MANAGER, SIGNATURE, CALL_SIGNATURE)
    a.edit(MANAGER, LOAD, CALL)
    a.edit(MANAGER, DOC, NEW_DOC)
    run(a, f"{dots('..')}\n2 passed in 0.04s")
    a.answer(
        "`load_setuptools_entrypoints(group, on_error=...)` is in place, both tests pass, and without it the ImportError comes out as before.\n\n"
        f'<backstory:remember kind="decision" tags="entrypoints" at="{MANAGER}#PluginManager.load_setuptools_entrypoints" why="a warning turns into an exception under -W error, and a call without the parameter has to raise what it raises now">The host hears of broken plugins through a keyword-only callback on_error(entry_point, exception), None by default</backstory:remember>\n'
        f'<backstory:remember kind="decision" tags="entrypoints" at="{MANAGER}#PluginManager.load_setuptools_entrypoints" why="hooks that do not fit are a programming mistake and should be loud">on_error covers ep.load() only, what register raises goes through to the host</backstory:remember>\n'
        f'<backstory:remember kind="fact" tags="entrypoints" at="{MANAGER}#PluginManager.load_setuptools_entrypoints">When on_error is called nothing of the plugin has been registered, so there is nothing to clean up</backstory:remember>'
    )
    a.user("Gunnar's licence plugin does a sys.exit() at import when it finds no dongle. Are we safe from that too?")
    a.edit(TEST, SPOT, EXIT_TEST + SPOT)
    run(
        a,
        red(
            ".F.",
            "test_plugin_that_exits_is_reported",
            f"""{TEST}:63: in test_plugin_that_exits_is_reported
    pm.load_setuptools_entrypoints("host", on_error=lambda ep, exc: failed.append(exc))
src/pluggy/_manager.py:417: in load_setuptools_entrypoints
    plugin = ep.load()
             ^^^^^^^^^
{TEST}:27: in load
    raise self.plugin
E   SystemExit: no dongle""",
            "1 failed, 2 passed in 0.11s",
        ),
        code=1,
    )
    a.text(
        "No: SystemExit does not derive from Exception. I'll name it beside Exception; BaseException would eat Ctrl-C."
    )
    a.edit(
        MANAGER,
        "                except Exception as exc:\n                    if on_error",
        CAUGHT + "                    if on_error",
    )
    run(a, f"{dots('...')}\n3 passed in 0.04s")
    a.bash(
        'backstory -q remember failure "except Exception round ep.load() lets a plugin that calls sys.exit() at import end the host: SystemExit is no Exception" --fix "catch (Exception, SystemExit), not BaseException, so that KeyboardInterrupt still gets through" --tag entrypoints --at src/pluggy/_manager.py#PluginManager.load_setuptools_entrypoints',
        title="Keep the finding",
        run=True,
    )
    a.answer(
        "We were not: `SystemExit` went straight past `except Exception` and would have closed the app. The loader now catches `(Exception, SystemExit)`; KeyboardInterrupt still gets out. Three tests pass. I stored that as a failure in the project memory."
    )
    a.user("do we need the same parameter on register()?")
    a.answer(
        "No. Whoever calls `register(plugin)` holds the one plugin in hand and can wrap the call in a try; only the loader has others waiting behind it."
    )
    a.user(
        "right. Commit, every message ends with a line Refs: DESK-418, the tracker reads it. CLAUDE.md wants uv and pre-commit, both need the net and this container has none, so ruff check and ruff format by hand before each commit. Then run everything."
    )
    a.bash(RUFF, CLEAN, title="Lint")
    commit(
        a,
        "feat: report entry points that cannot be loaded",
        "One plugin with a broken import kept the host from starting. With on_error the loader goes on; without it nothing changes.",
    )
    a.bash(
        "PYTHONPATH=src python -m pytest -q --tb=line",
        "......FFFF.............................................................. [ 48%]\n........................................................................ [ 97%]\n...                                                                      [100%]\n"
        f"{BAR}\n"
        + LACKING * 4
        + f"{SUM}\nFAILED testing/test_details.py::test_dist_facade_list_attributes - importlib....\nFAILED testing/test_details.py::test_dist_facade_project_name_and_delegation\nFAILED testing/test_details.py::test_dist_facade_identity_equality_and_hash\nFAILED testing/test_details.py::test_dunder_version - importlib.metadata.Pack...\n4 failed, 143 passed in 1.04s",
        title="Whole suite",
        code=1,
    )
    a.bash(
        "git switch -q main && PYTHONPATH=src python -m pytest -q --tb=no testing/test_details.py | tail -1; git switch -q entrypoint-errors",
        "4 failed, 10 passed in 0.31s",
        title="Same file on main",
    )
    a.answer(
        "Committed. Everything: 143 passed, 4 failed. The four sit in `testing/test_details.py` and say `No package metadata was found for pluggy`; on main they fail alike, because pluggy is not installed here, only found through PYTHONPATH. Nothing of ours."
    )
    a.user(
        "known, the container has no git tags and so nobody can build the package in it. Always run with --ignore=testing/test_details.py here. I'm off, leave yourself a note."
    )
    a.bash(
        'backstory -q checkpoint "on_error: the loader survives broken plugins" --goal "one broken plugin must not keep the host from starting" --state "on_error with SystemExit and 3 tests committed; suite green but for test_details.py (no metadata)" --next-steps "let Saskia compare it with the support tickets;; paragraph on on_error in docs/index.rst"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "Note is stored.\n\nDone: `on_error` reports plugins that fail at import, sys.exit() included; committed on entrypoint-errors.\nRed: nothing of ours, four tests in test_details.py lack the metadata.\nNext: Saskia compares it with the support tickets, then the paragraph in docs/index.rst."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/parallel-load", create=True)
    b = s.session("g2")
    b.user(
        "a small experiment on a branch of its own. Our Windows customers start from a network share, where every import takes ages. Load the entry points from eight threads and tell me seconds. "
        "For this one failures may simply be collected in a list on the manager, and leave ruff out of it."
    )
    b.read(MANAGER, *clone.lines(MANAGER, 392, 18))
    b.edit(
        MANAGER,
        "import inspect\nimport types\n",
        "from concurrent.futures import as_completed\nfrom concurrent.futures import ThreadPoolExecutor\nimport inspect\nimport types\n",
    )
    b.edit(
        MANAGER,
        "        self._inner_hookexec = _multicall\n\n",
        "        self._inner_hookexec = _multicall\n        self.load_errors = []\n\n",
    )
    b.edit(MANAGER, LOOP, THREADS)
    b.bash(
        "PYTHONPATH=src python /mnt/share/time_start.py --plugins 40 --runs 5",
        "plugins on share: 40, median of 5\nserial     6.21 s\n8 threads  1.87 s\nregistration order equal in all runs: no",
        title="Measure",
    )
    b.answer(
        "40 plugins on the share, median of five starts:\n\n```\nserial     6.21 s\n8 threads  1.87 s\n```\n\nThe price: plugins get registered in the order in which their imports finish, so the call order of hooks differs from one start to the next."
    )
    b.user(
        "an order that changes is out of the question for 1.x. Write it down for 2.0, commit it here and let's drop it."
    )
    b.bash(
        'backstory -q remember decision "For 2.0: entry points are imported in parallel with load_entrypoints(workers=N), failures are collected in pm.load_errors" --why "8 threads took 1.87 s in place of 6.21 s, but the registration order changes from start to start, which 1.x must not do" --tag entrypoints --tag spike --at src/pluggy/_manager.py',
        title="Write the decision down",
        run=True,
    )
    b.bash(
        'git commit -qam "spike: load entry points from threads" && git log -1 --format=%s',
        "spike: load entry points from threads",
        title="Commit the spike",
        run=True,
    )
    b.answer("Written down for 2.0 and committed on spike/parallel-load. entrypoint-errors stays without it.")
    b.end()
    s.switch("main")
    s.steps.append({"write": {"path": RUNNER, "text": RUN_TESTS}})
    s.shell(
        f'git add {RUNNER} && git commit -qm "test: run without an installed pluggy" -m "scripts/run_tests.py lays made-up metadata beside src." --author "Bronwen Pugh <bronwen@example.org>"'
    )
    s.switch("entrypoint-errors")


def tell_second(s: Scenario, clone: Clone) -> None:
    a = s.session("g3")
    a.user(
        "good morning. Bronwen has put scripts/run_tests.py on main, it makes up the metadata. Merge main, and from today the tests are run with python scripts/run_tests.py, nothing gets ignored any more."
    )
    a.bash(
        "git merge -q --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into entrypoint-errors\ntest: run without an installed pluggy\nfeat: report entry points that cannot be loaded\n[pre-commit.ci] pre-commit autoupdate (#722)",
        title="Merge main",
        run=True,
    )
    a.bash(
        f"python {RUNNER} -q",
        "........................................................................ [ 48%]\n........................................................................ [ 97%]\n...                                                                      [100%]\n147 passed in 1.10s",
        title="Whole suite",
    )
    a.answer("Merged, nothing to resolve. `python scripts/run_tests.py -q`: 147 passed, test_details.py among them.")
    a.user(
        "Saskia from the support desk held our commit against her tickets. Of 63 dead starts only 22 were imports. In the other 41 the plugin imported fine and register raised a PluginValidationError, since our 5.0 renamed arguments of hooks. "
        "So my 'loud' was wrong, on_error has to hear of a failed registration as well, same exceptions. And stay out of _hooks.py, Matteo is splitting HookCaller in there."
    )
    a.edit(MANAGER, CALL.replace("except Exception", "except (Exception, SystemExit)"), "                try:\n" + BOTH)
    a.edit(
        TEST,
        "from pluggy import HookspecMarker\n",
        "from pluggy import HookspecMarker\nfrom pluggy import PluginValidationError\n",
    )
    a.edit(TEST, "class Good:\n", SPEC + "class Good:\n")
    a.edit(TEST, SPOT, REGISTER_TEST + SPOT)
    run(a, f"{dots('....')}\n4 passed in 0.05s", day=2)
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'covers ep.load() only' in r['title']][0])\"); "
        'backstory -q remember decision "on_error is told of failed registrations too, not just of failed imports" --why "Saskia compared 63 support tickets: in 41 register raised PluginValidationError after 5.0 had renamed hook arguments" --instead-of "guarding ep.load() alone" --tag entrypoints --at src/pluggy/_manager.py#PluginManager.load_setuptools_entrypoints --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    a.answer(
        "`self.register` has moved into the guarded block, `(Exception, SystemExit)` as before. Four tests pass, the new one has a plugin with an old argument name.\n\n"
        '<backstory:remember kind="decision" tags="entrypoints" why="the host shows both as what is running">A plugin that failed counts neither in the returned number nor in list_plugin_distinfo</backstory:remember>'
    )
    a.user(
        "Hanneke's plugin page calls the loader again after the customer has updated a plugin. Does one that failed get a second chance then?"
    )
    a.edit(TEST, SPOT, AGAIN_TEST + SPOT)
    run(
        a,
        red(
            "...F.",
            "test_failed_plugin_gets_a_second_chance",
            f"""{TEST}:102: in test_failed_plugin_gets_a_second_chance
    assert pm.load_setuptools_entrypoints("host", on_error=lambda ep, exc: None) == 1
E   AssertionError: assert 0 == 1
E    +  where 0 = load_setuptools_entrypoints('host', on_error=<function test_failed_plugin_gets_a_second_chance.<locals>.<lambda> at 0x7f97ac8f8900>)
E    +    where load_setuptools_entrypoints = <pluggy._manager.PluginManager object at 0x7f97ac635a50>.load_setuptools_entrypoints""",
            "1 failed, 4 passed in 0.09s",
        ),
        day=2,
        code=1,
    )
    a.text(
        "It doesn't. register enters the name into _name2plugin before it verifies the hooks, so the second call believes the plugin is there already. The loader has to take it out again before it reports."
    )
    a.edit(MANAGER, "    def list_plugin_distinfo(self)", FORGET + "    def list_plugin_distinfo(self)")
    a.edit(
        MANAGER,
        "                        raise\n                    on_error(ep, exc)\n",
        "                        raise\n                    self._forget_failed(ep.name)\n                    on_error(ep, exc)\n",
    )
    run(a, f"{dots('.....')}\n5 passed in 0.05s", day=2)
    a.bash(
        f"python {RUNNER} -q | tail -1; {RUFF}",
        f"149 passed in 0.65s\n{CLEAN}",
        title="Whole suite and lint",
    )
    commit(
        a,
        "feat: report plugins that cannot be registered",
        "Most plugins that kept the host from starting had hooks of an older host. They are taken out again, so that a later call can load them.",
    )
    a.answer(
        "At first it got none: the name stayed in `_name2plugin` after the failed registration, and the next call skipped it silently and returned 0. There is now `PluginManager._forget_failed`, which the loader calls before `on_error`; it unregisters what was half registered. 149 passed, ruff quiet, committed."
    )
    a.user(
        "nice. What bothers me: our host_started is historic. Can a plugin that we throw out a moment later have been called by then?"
    )
    a.delegate(
        "Follow register with a historic hook",
        "In PluginManager.register (src/pluggy/_manager.py), in which order are hookimpls verified, added and called with the history of a historic hook? What does unregister undo of it? Read only.",
        "register walks dir(plugin), so alphabetically, and finishes one name before the next: _verify_hook, then hook._maybe_apply_history, then hook._add_hookimpl. With a good host_started and a bad render, host_started has already been called when render raises PluginValidationError. unregister only removes hookimpls and the name, a call that was made stays made.",
    )
    a.edit(
        MANAGER,
        "from collections.abc import Sequence\n",
        "from collections.abc import Sequence\nimport copy\n",
    )
    a.edit(
        MANAGER,
        "                    plugin = ep.load()\n                    self.register(plugin, name=ep.name)\n",
        REHEARSE,
    )
    a.bash(
        "PYTHONPATH=src python /tmp/probe.py",
        "report TypeError(\"cannot pickle '_thread.lock' object\")",
        title="Rehearse on a copy, with a plugin that holds a lock",
    )
    a.bash("git checkout -q src && git status --short", title="Take the rehearsal back", run=True)
    a.answer(
        "Yes, it can. `register` goes through the names alphabetically and replays the history of each hook before it has looked at the next one, so `host_started` runs and only then `render` is refused. Unregistering cannot take a call back.\n\n"
        "I tried a rehearsal, registering on `copy.deepcopy(self)` first, and dropped it: the copy descends into the plugins that are registered already, and one that holds a lock ends it with `TypeError: cannot pickle '_thread.lock' object`. A healthy plugin would then be reported as broken. Besides, the rehearsal replays the history as well.\n\n"
        "What would do: two passes inside `PluginManager.register`. The first parses and verifies all hookimpls, the second replays history and adds them. That leaves _hooks.py as it is."
    )
    a.user(
        "two passes in register then. Write only the test now, the dentist won't wait. And no mocking of pluggy's internals in the tests, Bronwen wants them to go through the public API. "
        "The paragraph in docs/index.rst comes after the code, and its text goes to Lionel before you commit it."
    )
    a.edit(TEST, SPOT, HISTORY_TEST + SPOT)
    run(
        a,
        red(
            "....F.",
            "test_history_is_not_replayed_to_a_rejected_plugin",
            f"""{TEST}:117: in test_history_is_not_replayed_to_a_rejected_plugin
    assert started == []
E   AssertionError: assert ['5.0'] == []
E     {""}
E     Left contains one more item: '5.0'
E     Use -v to get more diff""",
            "1 failed, 5 passed in 0.04s",
        ),
        day=2,
        code=1,
    )
    a.answer(
        "Done: main merged, `on_error` hears of failed registrations, `_forget_failed` gives them a second chance, both committed. The history test is written, not committed.\n"
        f"Red: `test_history_is_not_replayed_to_a_rejected_plugin` in {TEST}, as intended, register still has a single pass; the other 5 pass.\n"
        "Next: split `PluginManager.register` into two passes, verify all hookimpls first, then replay history and add; after that the paragraph on `on_error` in docs/index.rst, text to Lionel first."
    )
    a.end()
