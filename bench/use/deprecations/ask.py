"""Questions, prompts and notes of the commander scenario."""

from conversation import Scenario, stale

COLLECT = (
    r"collect|(print|warn|show|emit)\w*[^\n]{0,100}(_parseCommand|_checkForConflictingOptions|conflict check)"
    r"|(_parseCommand|_checkForConflictingOptions|conflict check)[^\n]{0,100}(print|warn|show|emit)"
)
WRITE = (
    r"(no|not|don.t|never|without|instead of|only|must|through|via|leave|avoid)\b[^\n]{0,80}(console\.warn|emitWarning|writeErr)"
    r"|writeErr[^\n]{0,60}\b(only|not|no|never|instead|always)\b"
)
CORENTIN = (
    r"help\.js[^\n]{0,120}(Corentin|stay away|keep out|touch|off limits|leave|alone)"
    r"|(Corentin|stay away|keep out|touch|off limits|leave)[^\n]{0,120}help\.js"
)
ZH = (
    r"(zh-CN|Chinese)[^\n]{0,120}(translat|off limits|touch|leave|alone|stay away|keep out|not ours|never)"
    r"|(translat|off limits|touch|leave|stay away|keep out|never|don.t edit)[^\n]{0,120}(zh-CN|Chinese)"
)
MOCK = r"(no|not|never|without|don.t|instead of)\b[^\n]{0,30}mock|mock[^\n]{0,40}(not|never|forbidden)"
LOST = r"choices|argParser|overwr|assign|throws? (it|our|the|a)\b|\blost\b|order of|order in|replaced"
WRAP = rf"(wrap\w*|parseArg)[^\n]{{0,300}}({LOST})|({LOST})[^\n]{{0,200}}(wrap\w*|parseArg)"
SHARED = r"no-colou?r|\bdual\b|\bshare|(one|same) (key|name|attribute)|key only|only (the|knows the) key|negated"
SOURCES = rf"\bsources?\b[^\n]{{0,300}}({SHARED})|getOptionValueSource[^\n]{{0,300}}({SHARED})|({SHARED})[^\n]{{0,200}}(\bsources?\b|getOptionValueSource)"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "Option.deprecated(hint): one line on stderr for whoever types such an option. That is committed. Under way: print the warning last, and not at all with --help; the test is written, the code missing.",
        every=[
            r"deprecat",
            r"--help\b|help is requested|with help|on help|collect|before the action|after _checkForConflictingOptions|after the conflict check",
        ],
        wrong=[
            "Deprecated options as errors, committed on spike/deprecated-error.",
            "Option.deprecated() is finished and committed, the suite is green.",
        ],
    )
    s.ask(
        "Why does the command keep a Set of the options it has warned about?",
        "A variadic option emits its event for each value, so `--tag a b c` gave three warnings. _warnedOptions makes it one.",
        every=[r"variadic|(each|every|per) value|three (lines|times|warnings)|--tag"],
        wrong=["So that the cron mails stop.", "Because dual options share one key."],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "Wrapping parseArg in deprecated(): choices() and argParser() called later assign parseArg and the warning is lost (and the Option cannot reach writeErr). Going over the value sources after the conflict check: --colour and --no-colour share one key, so the wrong option was warned about.",
        every=[WRAP, SOURCES],
        wrong=[
            "Wrapping parseArg: a later choices() throws it away.",
            "The pass over the sources failed because dual options share a key; errors broke 26 scripts.",
            "Wrapping and a pass over the options were tried and given up.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "lib/command.js, lib/option.js and tests/options.deprecated.test.js; typings/index.d.ts, typings/index.test-d.ts and docs/options-in-depth.md are to come.",
        every=[r"\bcommand\.js", r"\boption\.js", r"options\.deprecated\.test\.js"],
        wrong=["lib/command.js and lib/help.js", "lib/option.js and tests/options.deprecated.test.js"],
    )
    s.ask(
        "What is the next step?",
        "The option: listener collects the Option objects and _parseCommand prints them after _checkForConflictingOptions; then the typings (index.d.ts, index.test-d.ts); then docs/options-in-depth.md, which Lioba reads before it is committed.",
        every=[COLLECT, r"typings|index\.d\.ts|index\.test-d", r"options-in-depth", r"Lioba"],
        never=[r"\bnext\b.{0,60}(let )?Sunniva tr(y|ies)"],
        wrong=[
            "Sunniva tries the branch on the cron hosts, then docs/options-in-depth.md.",
            "The typings, then docs/options-in-depth.md for Lioba.",
            "Collect the options in the listener and print after the conflict check, then the typings.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "when help is requested then no deprecation warning, in tests/options.deprecated.test.js; its code is still to be written.",
        every=[r"when help (is|was) requested"],
        wrong=[
            "when only negated option is deprecated then positive option is silent",
            "The two getFooHasColors tests, because of NO_COLOR.",
        ],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Warnings only through writeErr of configureOutput (no console.warn, no process.emitWarning); stay away from lib/help.js (Corentin); Readme_zh-CN.md and docs/zh-CN belong to the translators; options without deprecated() behave like today; the exit code never changes; prettier --check before each commit; no mocking of process.stderr; Lioba reads the docs text first.",
        every=[WRITE, CORENTIN, ZH],
        some=[r"prettier", r"exit code", MOCK, r"(like|as) (today|before|now)\b"],
        wrong=[
            "Run prettier, keep out of lib/help.js (Corentin), don't touch Readme_zh-CN.md.",
            "No console.warn; prettier --check; lib/help.js is Corentin's.",
            "Only writeErr; zh-CN is for the translators; the exit code stays.",
        ],
    )
    s.ask(
        "Who objected to warnings for values from the environment, and on what grounds?",
        "Sunniva: she had the branch on her cron hosts for a night and cron mailed the warning 412 times; the base image exports ACME_COLOUR into every container and nobody there can change it.",
        every=[r"Sunniva"],
        some=[r"\bcron\b", r"base image", r"\b412\b", r"ACME_COLOUR"],
        wrong=["Anselm, he exports NO_COLOR on all build boxes.", "Sunniva tries the branch."],
    )
    s.ask(
        "Is it still true that a value from an environment variable causes the warning too?",
        "No: since the second day only an option typed on the command line warns; a value from the environment is silent.",
        every=[r"env", r"typed|command line|\bcli\b|option: listener"],
        some=[
            r"silent|quiet|no longer|not any ?more|no warning|only\b[^\n]{0,60}(typed|command line|\bcli\b)",
            r"\b(not|never|doesn.t|don.t|isn.t)\b[^\n]{0,30}(warn|call)",
        ],
        never=[
            stale(r"(warns? for a value from (its|the|an) env\w* variable too|values from env count as well)"),
        ],
        wrong=[
            "Yes, for a value from env as well as for one from the command line.",
            "A deprecated option warns for a value from its environment variable too, just as for one from the command line; it never warns twice.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Don't touch lib/help.js (Corentin takes the layout apart), leave Readme_zh-CN.md and docs/zh-CN to the translators, no console.warn or process.emitWarning, don't change exit codes, don't mock process.stderr in tests.",
        every=[CORENTIN, rf"{ZH}|{WRITE}|{MOCK}"],
        wrong=["Nothing in docs/zh-CN, the translators sync it.", "Don't push; Corentin does the help."],
    )
    s.ask(
        "How do I run the tests here?",
        "npm run test:clean for the suite (it unsets NO_COLOR, which the build boxes export); the new ones alone: node --test tests/options.deprecated.test.js.",
        every=[r"test:clean"],
        never=[stale(r"run (the suite|it|them|the tests|everything) with --test-skip-pattern")],
        wrong=[
            "npm test, ignoring the two colour tests",
            "Run the suite with --test-skip-pattern=getFooHasColors here; main has test:clean too",
        ],
    )
    s.ask(
        "Where is the deprecation warning printed, and who calls that?",
        "_warnDeprecated in lib/command.js; it is called by the option: listener in addOption.",
        every=[r"_warnDeprecated", r"command\.js|addOption", r"option:|listener|addOption"],
        never=[stale(r"handleOptionValue in addOption is the only place (that|which) prints")],
        wrong=[
            "In handleOptionValue in lib/command.js, for command line and env",
            "handleOptionValue in addOption is the only place that prints it, through _warnDeprecated",
        ],
    )


RUN = r"test:clean"
ENV = r"somebody typed|typed on the command line|\b412\b|value from env must not|typed deprecated options only|out of the hands|base image|fires for typed|env change"
WRAPPED = r"throws our wrapper|simply assign|wrapping won.t"
SHARE = r"share one key|knows the key only|valueFromOption|going over the sources"
VALUES = r"every value of a variadic|Three lines|each value|one for each value|mentioned once|already warned about"
AGAIN = r"second .?parse|once per command"
LAST = r"after .?_checkForConflictingOptions|after the conflict check|help is requested|just before the action|test for --help|tests for dual options and for --help"
IMPLIED = r"_parseOptionsImplied|implied values|never typed"
CORENTIN_P = r"Corentin|lib/help\.js"
EXIT = r"exit code never|never changes the exit code|26 of (the )?81|before a major|For 16|waits for 16"
DOCS = r"Lioba"
WRITE_P = r"console\.warn|emitWarning|writeErr of configureOutput|past `configureOutput"
NOCOLOR = r"NO_COLOR|colou?r variables"
TYPES = r"index\.d\.ts|index\.test-d|the typings"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "what's the command for the test suite on this box?")
    s.prompt("short", LAST, "move the deprecation warning to the end, with --help it must not appear")
    s.prompt("short", ENV, "does a deprecated option warn when the value is from ACME_COLOUR?")
    s.prompt("short", WRAPPED, "let deprecated() wrap parseArg so command.js needs nothing")
    s.prompt("short", SHARE, "find the typed deprecated options with getOptionValueSource after parsing")
    s.prompt("short", VALUES, "remove _warnedOptions, warn in the listener directly")
    s.prompt("short", AGAIN, "should a second parse() print the deprecation again?")
    s.prompt("short", IMPLIED, "does a deprecated option warn when it was set by implies()?")
    s.prompt("short", DOCS, "write the section about deprecated() in docs/options-in-depth.md")
    s.prompt("short", NOCOLOR, "why do the getFooHasColors tests fail on the build box?")
    s.prompt("short", TYPES, "what is still missing before deprecated() can be merged?")
    s.prompt(
        "short",
        r"one method|nothing on Command|second way to say",
        "add program.deprecatedOptions([...]) to Command as well",
    )
    s.prompt(
        "long",
        ENV,
        "I'm reading the tests of Option.deprecated once more and can't remember what we ended up with. I believe a value out of an environment variable got the same line on stderr as a flag, so that people clean up their CI files. is that how it works today, and if not, what made us change it?",
    )
    s.prompt(
        "long",
        WRAPPED,
        "here's a thought from lunch: lib/command.js is long enough already, so couldn't Option.deprecated do the whole job? it keeps the old parseArg, puts its own function there which prints the line and then calls the old one. please build that and run the deprecation tests against it, I'd like the diff to stay inside of lib/option.js",
    )
    s.prompt(
        "long",
        SHARE,
        "for the late warning I'd go without any list. once everything is parsed we know for each option where its value is from, so a loop over this.options that picks the ones with the source cli and a deprecation should do, shouldn't it? write it right behind the check for conflicts please and take out the call in the listener",
    )
    s.prompt(
        "long",
        LAST,
        "please carry on where I dropped everything to fetch my son. I know we wanted the line about a deprecated option to be the last thing before the action, and there was a test for people who ask for the help, red when I left. make that one green now, and let me read the change before you commit",
    )
    s.prompt(
        "long",
        VALUES,
        "a reviewer asks what the Set in the constructor of Command is good for, she thinks an option can only be given once in most programs and would rather see it go. give me two or three sentences that I can paste as an answer, with the kind of option that made us introduce it and what happened without it",
    )
    s.prompt(
        "long",
        EXIT,
        "management would like to see the old flags gone by summer. what if a program that gets a deprecated option stopped with exit code 1 instead of just complaining on stderr? I faintly remember that we tried something like it with our own scripts. what came out of it, and what did we agree on for this branch?",
    )
    s.prompt("other words", r"deprecat", "how can we tell people that a flag is going away?")
    s.prompt("other words", RUN, "how do I check that nothing is broken here?")
    s.prompt("other words", r"Sunniva", "whose mailbox got flooded, and by what?")
    s.prompt("other words", IMPLIED, "somebody gets an old setting switched on by another flag, is he told off?")
    s.prompt("forbidden", CORENTIN_P, "put a (deprecated) marker behind such options in lib/help.js")
    s.prompt("forbidden", WRITE_P, "print the deprecation with console.warn, that's shorter")
    s.prompt("forbidden", r"translators|off limits", "describe deprecated() in Readme_zh-CN.md too")
    s.prompt(
        "forbidden",
        r"mock process\.stderr|writeErr of configureOutput only|look at writeErr",
        "write a test that mocks process.stderr and counts the warnings",
    )
    s.prompt(
        "unrelated",
        None,
        "recommend a podcast about the history of maps",
        "perfect, have a nice evening",
        "how much water do ten tulips need?",
        "who wrote The Master and Margarita?",
        "what's the difference between TCP and UDP, briefly",
        "how many grams are in three ounces?",
        "write two lines of farewell for a colleague who retires",
        "how do I zoom in the gnome terminal?",
        "give me a recipe for lentil soup",
        "what does the German word Feierabend mean?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "which colour goes with an olive green sofa?",
        "how do I write a warning letter to a noisy neighbour?",
        "what are my options when a flight is cancelled?",
        "who was in command at the battle of Trafalgar?",
    )


NOTES = """# Option.deprecated(hint), branch deprecated-options
Goal: retire old CLI flags; who types one gets one line on stderr. One method on Option, nothing on Command.
Code: lib/option.js (deprecated), lib/command.js: _warnDeprecated, called by the `option:` listener in addOption. Tests: tests/options.deprecated.test.js
Env values are silent since day 2, only typed ones warn: Sunniva's cron mailed 412 warnings, base image exports ACME_COLOUR.
_warnedOptions: a variadic option emits per value (three lines); once per command.
implies: no event, no warning.
Run: `npm run test:clean` (boxes export NO_COLOR)
Failed: wrapping parseArg (later choices()/argParser() assign it); pass over value sources (--colour/--no-colour share one key).
RED: when help is requested then no deprecation warning (uncommitted)
Next: listener collects, _parseCommand prints after _checkForConflictingOptions; typings index.d.ts + index.test-d.ts; docs/options-in-depth.md (Lioba reads first)
Rules: only writeErr, no console.warn/emitWarning; stay away from lib/help.js (Corentin); zh-CN is the translators'; exit code never changes; prettier --check before commits; don't mock process.stderr.
Error instead of warning (spike/deprecated-error): only for 16."""
