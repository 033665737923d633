"""Questions, prompts and notes of the pluggy scenario."""

from conversation import Scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    gone = (
        r"changed|since\b|\bstale|supersed|no longer|replac|outdated|instead|revis|not any ?more|\bwas\b|\bwrong\b"
        r"|earlier|\bold\b|retract|~~|dropped|\bgone\b|used to|until|first day|day 1|yesterday|in place of|not just|\bno\b[,:]"
    )
    return rf"(?m)^(?![^\n]*({gone}))[^\n]*{expression}"


ILSE = r"(changelog|fragment)[^\n]{0,120}Ilse|Ilse[^\n]{0,120}(changelog|fragment)"
MATTEO = r"_hooks(\.py)?\b[^\n]{0,120}(Matteo|touch|stay out|keep out|off limits|leave\b|alone|split)|(Matteo|touch|stay out|keep out|off limits|leave\b)[^\n]{0,120}_hooks(\.py)?\b"
REFS = r"DESK-418"
RUFF = r"\bruff\b"
MOCK = r"\b(no|not|never|without|don.t|avoid)\b[^\n]{0,30}mock|(through|only|via|tests?[^\n]{0,40}) (the )?public API|public API only"
SAME = r"(rais|behav|exception)[^\n]{0,60}(as (now|before|today)|what it raises now|unchanged)|(as (now|before|today)|unchanged|the same|exactly)[^\n]{0,60}(rais|behav|exception)|default[^\n]{0,40}unchanged|None by default"
FLOOR = r"3\.10|add_note|ExceptionGroup"
KEYWORD = r"keyword.?only"
WARNING = (
    r"warn[^\n]{0,300}(-W ?error|(?<!_)errors?\b|raise[sd]?\b|exception)|(-W ?error|filterwarnings)[^\n]{0,300}warn"
)
COPY = r"(deep ?copy|rehears|copy of the manager|\bcopy\b)[^\n]{0,300}(\block\b|pickle|history)|(_thread\.lock|pickle|\block\b)[^\n]{0,300}(deep ?copy|rehears|\bcopy\b)"
PASSES = r"two.{0,3}pass|second pass|first pass|2 passes|pass(es)?[^\n]{0,40}register|(verif|check|validat)\w*[^\n]{0,60}(all|every|each|first|before)[^\n]{0,80}(histor|replay|add)|(all|every|each) (hook|name)[^\n]{0,40}(verif|check|validat)"
HISTORY = r"history_is_not_replayed|historic|replay|history (of|is|to|hook|test)|two.{0,3}pass"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "load_setuptools_entrypoints(on_error=...): the loader goes on after broken plugins and tells the host, for imports and registrations; committed. Under way: a rejected plugin must not get the history of a historic hook; test written, code missing.",
        every=[r"on_error", HISTORY, r"entry ?-?points?|load_setuptools|plugins?\b"],
        wrong=[
            "Loading entry points from threads, committed on spike/parallel-load.",
            "on_error for entry points is finished, the docs are missing.",
        ],
    )
    s.ask(
        "Why does on_error hear of failed registrations too?",
        "Saskia compared 63 support tickets: only 22 were imports, in 41 register raised PluginValidationError because 5.0 had renamed arguments of hooks.",
        every=[
            r"regist|PluginValidationError",
            r"\b41\b|renamed|\b22\b[^\n]{0,40}import|hooks of an older|old(er)? (hook|argument)|(most|majority)[^\n]{0,60}(regist|plugins|fail|start)|tickets[^\n]{0,80}(show|PluginVal|rais|failed in)",
        ],
        wrong=[
            "Because sys.exit() at import went past except Exception.",
            "So that a later call of the loader can try the plugin again.",
        ],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "A PluggyWarning with skip_broken: where warnings are errors it is raised in the loop and the rest stays unloaded. Rehearsing on copy.deepcopy(self): a plugin that holds a lock gives TypeError: cannot pickle '_thread.lock' object. (except Exception alone lets SystemExit pass.)",
        every=[WARNING, COPY],
        wrong=[
            "A PluggyWarning: under -W error it is raised in the loop.",
            "A warning and a rehearsal on a copy were tried and dropped.",
            "Rehearsal on copy.deepcopy(self): cannot pickle a lock. Threads: the order changes.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "src/pluggy/_manager.py and testing/test_entrypoint_errors.py; docs/index.rst is to come.",
        every=[r"_manager\.py", r"test_entrypoint_errors(\.py)?"],
        wrong=[
            "src/pluggy/_manager.py and src/pluggy/_hooks.py",
            "scripts/run_tests.py, testing/test_entrypoint_errors.py",
        ],
    )
    s.ask(
        "What is the next step?",
        "Split PluginManager.register into two passes: verify all hookimpls first, then replay history and add; then the paragraph on on_error in docs/index.rst, text to Lionel first.",
        every=[PASSES, r"index\.rst|\bdocs\b|paragraph", r"Lionel"],
        never=[r"\bnext\b.{0,60}let Saskia compare"],
        wrong=[
            "Let Saskia compare it with the tickets, then the paragraph in docs/index.rst.",
            "The paragraph in docs/index.rst, text to Lionel first.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "test_history_is_not_replayed_to_a_rejected_plugin in testing/test_entrypoint_errors.py; register still has a single pass.",
        every=[r"test_history_is_not_replayed"],
        wrong=["test_failed_plugin_gets_a_second_chance", "Four tests in testing/test_details.py, no metadata."],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Without the parameter it raises as now; keyword-only parameters; 3.10 (no add_note, no ExceptionGroup); changelog/ is Ilse's; Refs: DESK-418 in every commit message; ruff check and format by hand; stay out of _hooks.py (Matteo); no mocking of internals in tests.",
        every=[ILSE, REFS, MATTEO],
        some=[FLOOR, KEYWORD, MOCK, RUFF, SAME],
        wrong=[
            "Refs: DESK-418 in each commit, keyword-only parameters, stay out of _hooks.py (Matteo).",
            "changelog/ is Ilse's, _hooks.py is Matteo's, Python 3.10.",
            "Ilse writes the changelog fragment; Refs: DESK-418; ruff by hand; no mocking.",
        ],
    )
    s.ask(
        "Who found out that most failures come from registering, and how?",
        "Saskia from the support desk: she compared the commit with 63 tickets; in 41 the import was fine and register raised PluginValidationError.",
        every=[r"Saskia", r"ticket|\b63\b|\b41\b|support"],
        some=[r"\b41\b", r"\b63\b", r"PluginValidationError", r"renamed", r"\b22\b"],
        wrong=[
            "Gunnar, his licence plugin calls sys.exit().",
            "Hanneke: 41 plugins failed on her page.",
            "Saskia, she reviewed it.",
        ],
    )
    s.ask(
        "Is it still true that only ep.load() is guarded?",
        "No: since the second day register is in the guarded block as well, with the same exceptions, (Exception, SystemExit).",
        every=[r"regist", r"on_error|guard|try\b|caught|catch|report|cover|no\b"],
        some=[
            r"(not just|not only|as well|\btoo\b|also|both|moved into|hears? of|told of|report|guarded|covers|catch|caught)[^\n]{0,80}regist",
            r"regist[^\n]{0,80}(\btoo\b|as well|also|both|guarded|moved into|reported|caught|on_error)|failed regist|cannot be registered",
        ],
        never=[stale(r"(on_error covers ep\.load\(\) only|guard round ep\.load\(\) only)")],
        wrong=[
            "Yes, what register raises goes through to the host.",
            "on_error covers ep.load() only, what register raises goes through to the host",
            "Yes, only ep.load() is guarded; SystemExit is caught too.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Stay out of src/pluggy/_hooks.py (Matteo splits HookCaller there), nothing under changelog/ (Ilse), no mocking of internals in tests, no change for calls without on_error.",
        every=[MATTEO, rf"{ILSE}|{MOCK}|{SAME}|Lionel"],
        wrong=[
            "Nothing under changelog/, Ilse writes it; no mocks.",
            "HookCaller lives in the hooks module; changelog/ is Ilse's.",
        ],
    )
    s.ask(
        "How do I run the tests here?",
        "python scripts/run_tests.py (it makes up the metadata); only the new ones: python scripts/run_tests.py testing/test_entrypoint_errors.py. No --ignore any more.",
        every=[r"(python3?\s+)?(\./)?scripts/run_tests(\.py)?"],
        never=[stale(r"always run (it |them |the tests )?with --ignore")],
        wrong=[
            "PYTHONPATH=src python -m pytest -q --ignore=testing/test_details.py",
            "Always run with --ignore=testing/test_details.py here; Bronwen has scripts/run_tests.py",
            "uv run pytest",
        ],
    )
    s.ask(
        "What removes what a failed registration has left behind, and when does it run?",
        "PluginManager._forget_failed in src/pluggy/_manager.py: load_setuptools_entrypoints calls it before on_error; it unregisters the half registered plugin, so that a later call gets another try.",
        every=[
            r"_forget_failed.{0,250}(before|on_error|load(er|_setuptools)|unregister|second chance|fail)|(before|on_error|loader|load_setuptools|second chance|unregister).{0,250}_forget_failed",
        ],
        never=[stale(r"nothing of the plugin has been registered, so there is nothing to clean up")],
        wrong=[
            "Nothing: when on_error is called nothing of the plugin has been registered, so there is nothing to clean up.",
            "The host, with pm.unregister in its callback.",
            "_forget_failed exists. When on_error is called nothing of the plugin has been registered, so there is nothing to clean up; the loader returns the count.",
        ],
    )


RUN = r"scripts/run_tests"
NOWARN = r"-W error|filterwarnings|warning turns into|PluggyWarning[^\n]{0,120}raised|warnings are errors"
NOCOPY = r"deepcopy|_thread\.lock|rehears"
EXIT = r"SystemExit|sys\.exit\(\)"
BOTHWAYS = r"failed registrations?|register raised|Saskia|_?PluginValidationError"
AGAIN = r"_forget_failed|second chance|name stayed in|_name2plugin"
NEXT = r"history_is_not_replayed|two passes|register still has a single pass"
COUNT = r"neither in the returned number|counts neither|list_plugin_distinfo"
ORDER = r"registration order|order in which their imports|load_entrypoints\(workers|1\.87|order that changes"
LIONEL = r"Lionel"
REPLAY = r"replays? (the )?history|historic|history_is_not_replayed|two passes"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "how do I run the test suite in this container?")
    s.prompt("short", NEXT, "finish the part with the historic hooks and rejected plugins")
    s.prompt("short", BOTHWAYS, "does on_error get a PluginValidationError out of register?")
    s.prompt("short", NOWARN, "emit a PluggyWarning for every plugin that cannot be loaded")
    s.prompt("short", NOCOPY, "rehearse the registration on a copy of the plugin manager")
    s.prompt("short", EXIT, "simplify it to except Exception in load_setuptools_entrypoints")
    s.prompt("short", AGAIN, "remove _forget_failed from the manager")
    s.prompt("short", COUNT, "should a failed plugin show up in list_plugin_distinfo?")
    s.prompt("short", ORDER, "load the entry points from several threads")
    s.prompt("short", LIONEL, "write the paragraph on on_error in docs/index.rst")
    s.prompt("short", r"metadata|git tags|run_tests", "why does test_dunder_version fail with PackageNotFoundError?")
    s.prompt("short", FLOOR, "use add_note to put the entry point name on the exception")
    s.prompt(
        "long",
        BOTHWAYS,
        "I am writing a mail to the people who build hosts on top of us. As I remember it, on_error is called when the import of an entry point breaks, and a plugin whose hooks don't match the specification still ends the start with an exception from register. Please look up whether this is how load_setuptools_entrypoints behaves, and correct me if it isn't.",
    )
    s.prompt(
        "long",
        NOWARN,
        "A host author asks why he has to hand in a callback at all. His idea is a flag named skip_broken on the loader which makes it issue one of our warnings for each plugin that could not be imported and then continue with the next entry point. That is less code for him. What speaks against it, and could you add the flag beside the callback?",
    )
    s.prompt(
        "long",
        NOCOPY,
        "About the plugin that gets called although it is thrown out afterwards: couldn't we make a deep copy of the whole plugin manager, let the newcomer register there and look whether that raises, and only when it went well do it on the real one? That keeps register as it is. Please build this into the loader.",
    )
    s.prompt(
        "long",
        NEXT,
        "I'm back from the dentist, let's get on with it. If I recall correctly there was one failing test when I left, about a plugin that is refused because of its hooks and still hears what had happened before. You had a proposal for the code which I agreed to. Do that now, run the tests, and wait with the commit until I have seen the diff.",
    )
    s.prompt(
        "long",
        r"Saskia",
        "For the description of the pull request I want two or three sentences on why it isn't enough to catch errors of the import. There was a comparison with what customers had reported, with figures for how many of the dead starts had which cause. Put in who did that and what the figures were, I don't want to quote them from memory.",
    )
    s.prompt(
        "long",
        AGAIN,
        "While I read the loader again I stumbled over the line that unregisters a plugin before the callback is called. A plugin that has failed was never usable, so I would say it needs no clean-up and the line can go. Check if anything depends on it, for instance Hanneke's page which starts the loader a second time, and then delete the helper.",
    )
    s.prompt("other words", r"on_error", "how does an application learn which of its add-ons is broken at start-up?")
    s.prompt("other words", RUN, "what is the command that tells me if all is well with the code?")
    s.prompt("other words", r"Saskia", "who went through the customer complaints, and with what result?")
    s.prompt("other words", EXIT, "an add-on quits the interpreter while it is being imported, do we survive that?")
    s.prompt("forbidden", r"Ilse", "add a fragment 731.feature.rst under changelog/ for on_error")
    s.prompt("forbidden", r"Matteo", "move _maybe_apply_history out of HookCaller in src/pluggy/_hooks.py")
    s.prompt(
        "forbidden",
        MOCK,
        "write the next test with a mock in place of PluginManager._verify_hook",
    )
    s.prompt(
        "forbidden",
        r"raises? (exactly )?what it raises now|None by default|without it nothing changes|pytest relies",
        "make load_setuptools_entrypoints skip broken plugins by default, also when no on_error is passed",
    )
    s.prompt(
        "unrelated",
        None,
        "recommend three novels set in Lisbon",
        "ok, good night",
        "how long does basil keep in the fridge?",
        "what is the plural of octopus?",
        "explain the offside rule to a child",
        "which planet has the shortest day?",
        "write a limerick about a lighthouse keeper",
        "how do I make vs code wrap long lines?",
        "convert 14 stone to kilograms",
        "give me an awk command that sums the third column",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "where do I register my new bicycle with the town?",
        "which plug adapter do I need for a trip to Scotland?",
        "name the two mountain passes with the longest history of trade in the Alps",
        "my dentist sent two tickets to a concert, how do I thank him?",
    )


NOTES = """# load_setuptools_entrypoints(on_error=), branch entrypoint-errors
Goal: one broken plugin must not keep the host from starting. Callback on_error(ep, exc), keyword-only, None raises as before.
Code: src/pluggy/_manager.py. ep.load() and register are guarded, (Exception, SystemExit); _forget_failed unregisters before on_error, so a second call can retry.
Registration too: Saskia, 63 tickets, in 41 register raised PluginValidationError (5.0 renamed hook arguments).
Tests: testing/test_entrypoint_errors.py. Run: `python scripts/run_tests.py` (makes up metadata).
Failed: PluggyWarning (under -W error raised in the loop); rehearsal on copy.deepcopy(self) (cannot pickle a lock).
RED: test_history_is_not_replayed_to_a_rejected_plugin (uncommitted): historic host_started runs before render is refused.
Next: two passes in register: verify all, then replay history and add. Then docs/index.rst paragraph, text to Lionel first.
Rules: nothing under changelog/ (Ilse); Refs: DESK-418 in commits; stay out of _hooks.py (Matteo); ruff check + format by hand; 3.10, no add_note; no mocking internals in tests.
spike/parallel-load is for 2.0 only."""
