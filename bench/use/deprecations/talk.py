"""The three sittings of the commander scenario."""

from conversation import Scenario, Session
from files import (
    CALL,
    CONFLICTS,
    DOC,
    DUAL,
    ENV_END_NEW,
    ENV_END_OLD,
    ENV_NEW,
    ENV_OLD,
    HANDLE,
    HELP,
    HIDE,
    INTERNAL,
    LISTENER,
    METHOD,
    OUTPUTS,
    PLAIN,
    SAVED,
    SET,
    SOURCES,
    SPIKE,
    TEST_FIRST,
    TEST_SECOND,
    VARIADIC,
    WARN,
    WARN_ONCE,
    WRAPPED,
)
from material import Clone

COMMAND, OPTION, TEST = "lib/command.js", "lib/option.js", "tests/options.deprecated.test.js"
CAPTURE = False
RUN = f"node --test {TEST}"


def run(a: Session, label: str, title: str = "Run the deprecation tests") -> None:
    """A run of the new tests; `label` names its captured output."""
    code, output = OUTPUTS.get(label, [0, ""])
    if CAPTURE:
        a.scenario.steps.append({"run": label})
    a.bash(RUN, output, title=title, code=code)


def commit(a: Session, what: str, body: str) -> None:
    command = f'git add lib tests && git commit -q -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("j1")
    a.user(
        "our three clis all have flags we want to get rid of, and at the moment the only thing we can do is to write DEPRECATED into the description. I'd like an Option.deprecated() in here: whoever uses such an option gets one line on stderr, everything else goes on as usual. find out how an option gets its value and list where this could hook in, please don't write anything yet"
    )
    a.grep(
        "handleOptionValue|'option:'|optionEnv:|_checkForConflictingOptions",
        "lib",
        "lib/command.js:683:    const handleOptionValue = (val, invalidValueMessage, valueSource) => {\n"
        "lib/command.js:711:    this.on('option:' + oname, (val) => {\n"
        "lib/command.js:713:      handleOptionValue(val, invalidValueMessage, 'cli');\n"
        "lib/command.js:717:      this.on('optionEnv:' + oname, (val) => {\n"
        "lib/command.js:719:      handleOptionValue(val, invalidValueMessage, 'env');\n"
        "lib/command.js:1601:    this._checkForConflictingOptions();\n"
        "lib/command.js:1735:  _checkForConflictingOptions() {\n"
        "lib/command.js:1991:            this.emit(`optionEnv:${option.name()}`, process.env[option.envVar]);",
    )
    a.read(COMMAND, *clone.lines(COMMAND, "  addOption(option) {", 54))
    a.read(OPTION, *clone.lines(OPTION, "  choices(values) {", 16))
    a.bash(
        "git log --oneline -3 -- lib/option.js",
        "373f660f Use node:util stripVTControlCharacters instead of own code (#2486)\n0ea3bb3e Update dependecies and lint (#2489)\nf4bd4700 Switching to esm-only (#2464)",
        title="Recent changes of the option class",
    )
    a.answer(
        "A flag on the command line becomes an event `option:NAME`, an environment variable `optionEnv:NAME`; `addOption` in `lib/command.js` listens to both and hands the value to `handleOptionValue`, which runs `parseArg` and stores it. I count three hooks:\n\n"
        "1. `deprecated()` wraps `parseArg` of the option, all inside `lib/option.js`\n"
        "2. the warning goes into `handleOptionValue`\n"
        "3. a pass over all options after parsing, beside `_checkForConflictingOptions`\n\n"
        "The first is the smallest. Which one do you want to see?"
    )
    a.user(
        "start with 1, I like that command.js stays out of it. while you're at it: an option on which nobody calls deprecated() has to print and parse exactly like today. and Readme_zh-CN.md and docs/zh-CN are off limits, the translators sync those on their own"
    )
    a.edit(
        OPTION,
        "    this.hidden = false;\n",
        "    this.hidden = false;\n    this.deprecation = undefined; // hint for the user, once deprecated() was called\n",
    )
    a.edit(OPTION, HIDE, HIDE + DOC + WRAPPED)
    a.write(TEST, TEST_FIRST)
    run(a, "wrapped")
    a.answer(
        "Wrapping won't do. The plain case warns, but `choices() follows deprecated()` prints nothing: `choices()` and `argParser()` simply assign `this.parseArg`, so a later call throws our wrapper away and the order of the chain decides whether anybody is warned. "
        "On top of that an Option doesn't know its command, it can only write to `process.stderr` and goes past `configureOutput`.\n\nI'd drop number 1 and take `handleOptionValue`."
    )
    a.user(
        "ok, 2 then. every warning has to leave through writeErr of configureOutput, no console.warn and no process.emitWarning, two of our clis redirect their errors into a log that way. let it take a hint too, deprecated('use --shade') ends up behind the comma. one method on Option is enough, nothing on Command. and values from env count as well, people forget what they have exported in their CI"
    )
    a.edit(OPTION, WRAPPED, PLAIN)
    a.edit(COMMAND, HANDLE, HANDLE + WARN)
    a.write(TEST, TEST_SECOND)
    run(a, "handled")
    a.answer(
        "`Option.deprecated(hint)` only sets `option.deprecation` now, and `handleOptionValue` prints `warning: option '--colour <shade>' is deprecated, use --shade`. Green, the one with choices and the one with env included.\n\n"
        '<backstory:remember kind="decision" tags="options,deprecated" at="lib/option.js#Option.deprecated" why="options without it must behave as today, and settings on Command would be a second way to say the same">Deprecation is declared with one method, Option.deprecated(hint); nothing is added to the public methods of Command</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="options,deprecated,env" at="lib/command.js#Command.addOption" why="people forget what they exported in their CI">A deprecated option warns for a value from its environment variable too, just as for one from the command line</backstory:remember>\n'
        '<backstory:remember kind="fact" tags="options,deprecated" at="lib/command.js#Command.addOption">handleOptionValue in addOption is the only place that prints the deprecation warning</backstory:remember>'
    )
    a.user("and `--tag a b c` with a variadic option, how many lines is that?")
    a.edit(
        TEST,
        "  test('when value comes from env then warning', () => {\n",
        VARIADIC + "  test('when value comes from env then warning', () => {\n",
    )
    run(a, "variadic", "Count the lines of a variadic option")
    a.text(
        "Three lines, `parseOptions` emits the event for each value. The command has to know whom it has warned about already."
    )
    a.edit(COMMAND, SAVED, SAVED + SET)
    a.edit(COMMAND, WARN, WARN_ONCE)
    run(a, "once")
    a.bash(
        f"npx prettier --check lib {TEST} && npx eslint lib tests",
        "Checking formatting...\nAll matched files use Prettier code style!",
        title="Format and lint",
    )
    a.bash(
        'backstory -q remember failure "Printing the deprecation warning on each option event repeats it for every value of a variadic option" --fix "keep the options already warned about in the Set _warnedOptions of the command" --tag options --tag deprecated --at lib/command.js',
        title="Keep that for later",
        run=True,
    )
    a.answer(
        "It was three, one for each value. Now the command keeps a Set, `_warnedOptions`, and every deprecated option is mentioned once. A second `parse()` on the same command says nothing more either, I think that's what a REPL wants. Kept the repeated lines as a failure in the project memory."
    )
    a.user("yes, once per command object, second parse or not. does the did-you-mean thing suggest deprecated flags?")
    a.answer(
        "It does: `unknownOption` takes its candidates from the options that are visible in the help, and a deprecated one is visible. I'd leave it, the suggested flag still works."
    )
    a.user(
        "leave it. commit then, and run prettier --check before each commit please, the CI here fails on a single space. after that the complete suite once"
    )
    commit(
        a,
        "Add Option.deprecated()",
        "Authors could only write DEPRECATED into a description. Who uses such an option now gets one line on stderr; other options behave as before.",
    )
    a.bash(
        "npm test 2>&1 | grep -A60 '^. tests'",
        OUTPUTS.get("suite", [1, ""])[1],
        title="Complete suite",
    )
    a.bash(
        "git switch -q main && node --test tests/command.configureOutput.test.js 2>&1 | grep '^. \\(pass\\|fail\\)'; git switch -q deprecated-options; env | grep COLOR",
        "ℹ pass 21\nℹ fail 2\nNO_COLOR=1",
        title="The same file on main",
    )
    a.answer(
        "Committed. Complete suite: 1374 pass, 2 fail, both in `tests/command.configureOutput.test.js` (`when FORCE_COLOR` and `when CLICOLOR_FORCE then getFooHasColors returns true`). main fails the same way: this machine exports `NO_COLOR=1`, which beats FORCE_COLOR in `useColor`. Nothing to do with us."
    )
    a.user(
        "right, Anselm sets NO_COLOR on all build boxes. run the suite with --test-skip-pattern=getFooHasColors here and ignore them. I'm off, leave a note where we are"
    )
    a.bash(
        'backstory -q checkpoint "Option.deprecated(): one line on stderr for whoever uses the option" --goal "get rid of old flags in our CLIs without breaking anybody" --state "method, warning in handleOptionValue, _warnedOptions and 4 tests committed; suite green apart from the NO_COLOR ones" --next-steps "let Sunniva try the branch on the cron hosts;; decide whether the help marks deprecated options;; section in docs/options-in-depth.md"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "The note is in.\n\nDone: `Option.deprecated(hint)` warns once for command line and env, committed on deprecated-options.\nRed: none of ours, only the two that NO_COLOR breaks.\nNext: Sunniva tries it on the cron hosts, then the question whether the help should mark such options, then docs/options-in-depth.md."
    )
    a.end()


def tell_spike(s: Scenario) -> None:
    s.switch("spike/deprecated-error", create=True)
    b = s.session("j2")
    b.user(
        "one thing I want to know before I sleep, on a branch of its own: what happens when a deprecated option isn't a warning but an error right away, exit code 1? try it against the scripts of the three clis. format and typings don't matter for this one"
    )
    b.edit(COMMAND, WARN_ONCE, SPIKE)
    b.bash(
        "for cli in acme-deploy acme-logs acme-db; do /tmp/try-scripts.sh $cli; done",
        "acme-deploy: 41 scripts, 17 exit with 1 (commander.deprecatedOption)\nacme-logs: 12 scripts, 0 exit with 1\nacme-db: 28 scripts, 9 exit with 1 (commander.deprecatedOption)",
        title="Scripts of the three CLIs",
    )
    b.answer(
        "With `commander.deprecatedOption` as an error, 26 of the 81 scripts end with exit code 1: 17 of acme-deploy, 9 of acme-db, none of acme-logs. No way for a minor release."
    )
    b.user("thought so. that waits for 16, write it down as a decision, commit it here and that's that")
    b.bash(
        'backstory -q remember decision "For 16: using a deprecated option is an error, commander.deprecatedOption with exit code 1" --why "26 of 81 scripts would break at once, so not before a major release" --tag deprecated --tag spike --at lib/command.js#Command.addOption',
        title="Write the decision down",
        run=True,
    )
    b.bash(
        'git commit -qam "Spike: deprecated options are errors" && git log -1 --format=%s',
        "Spike: deprecated options are errors",
        title="Commit the spike",
        run=True,
    )
    b.answer("Written down for 16 and committed on spike/deprecated-error; deprecated-options stays as it is.")
    b.end()
    s.switch("main")
    old = '    "test-all": "node --test && npm run check"\n'
    s.steps.append(
        {
            "replace": {
                "path": "package.json",
                "old": old,
                "new": '    "test:clean": "env -u NO_COLOR -u FORCE_COLOR node --test",\n' + old,
            }
        }
    )
    s.shell(
        'git commit -qam "Add script which tests without color variables" -m "NO_COLOR is exported on the build boxes." --author "Yusuf Adeyemi <yusuf@example.org>"'
    )
    s.switch("deprecated-options")


def tell_second(s: Scenario, clone: Clone) -> None:
    a = s.session("j3")
    a.user(
        "back again. Yusuf put a script test:clean on main that unsets the colour variables. merge main here, and from now on the suite runs with npm run test:clean, forget the skip pattern"
    )
    a.bash(
        "git merge -q --no-edit main && git log -3 --format=%s",
        "Merge branch 'main' into deprecated-options\nAdd script which tests without color variables\nAdd Option.deprecated()",
        title="Merge main",
        run=True,
    )
    a.bash(
        "npm run test:clean 2>&1 | grep '^. \\(tests\\|pass\\|fail\\|skipped\\)'",
        "ℹ tests 1377\nℹ pass 1376\nℹ fail 0\nℹ skipped 1",
        title="Suite without color variables",
    )
    a.answer(
        "Merged cleanly. `npm run test:clean`: 1376 pass, 0 fail, 1 skipped; the two colour tests are fine with it."
    )
    a.user(
        "Sunniva had the branch on her cron hosts for a night and isn't happy. this is what she sent:\n\n"
        "    Subject: Cron <deploy@b17> acme-logs rotate --quiet\n"
        "    warning: option '--colour <shade>' is deprecated, use --shade\n\n"
        "times 412. their base image exports ACME_COLOUR into every container, nobody in there can change that, and cron mails whatever comes on stderr. so a value from env must not warn after all, only what somebody typed. the exit code never changes because of a deprecation, she asked that as well. and stay away from lib/help.js, Corentin has the layout taken apart there, so no marker in the help for now"
    )
    a.edit(COMMAND, WARN_ONCE, "")
    a.edit(COMMAND, INTERNAL, METHOD + INTERNAL)
    a.edit(COMMAND, LISTENER, LISTENER + CALL)
    a.edit(TEST, ENV_OLD, ENV_NEW)
    a.edit(TEST, ENV_END_OLD, ENV_END_NEW)
    run(a, "typed")
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'environment variable too' in r['title']][0])\"); "
        'backstory -q remember decision "Only a deprecated option typed on the command line warns; a value from the environment is silent" --why "Sunniva: the base image exports ACME_COLOUR into every container and cron mailed 412 warnings in a night" --instead-of "warning for env values as well" --tag options --tag deprecated --tag env --at lib/command.js#Command._warnDeprecated --supersedes "$OLD"',
        title="Replace the decision about env",
        run=True,
    )
    a.answer(
        "Done. The printing moved into a method of its own, `_warnDeprecated` in `lib/command.js`, and only the `option:` listener in `addOption` calls it; `optionEnv:` doesn't. The env test is turned round and passes.\n\n"
        '<backstory:remember kind="decision" tags="options,deprecated" why="Sunniva asked for it, scripts look at the exit code">A deprecation never changes the exit code of a program</backstory:remember>'
    )
    a.user(
        "and implies? acme-db has --legacy that implies the colour, and colour is deprecated there. I don't want to scold people for something they never typed"
    )
    a.delegate(
        "Follow implied values",
        "In lib/command.js, do values set through Option.implies() ever reach the option: or optionEnv: listeners of the implied option? Read only, no changes.",
        "No. _parseOptionsImplied calls setOptionValueWithSource(key, value, 'implied') directly and emits neither option: nor optionEnv:, so no listener runs and parseArg isn't called. The same holds for values an author sets with setOptionValue().",
    )
    a.bash(
        f"npx prettier --check lib {TEST}",
        "Checking formatting...\nAll matched files use Prettier code style!",
        title="Format",
    )
    commit(
        a,
        "Warn about typed deprecated options only",
        "A value from the environment is often out of the hands of the user, and cron mails what comes on stderr.",
    )
    a.answer(
        "No warning there: `_parseOptionsImplied` stores implied values with `setOptionValueWithSource` and emits no event, so the listener never runs. Nothing to change. Prettier was happy, the env change is committed."
    )
    a.user(
        "good. next: with `--colour red --help` the warning sits on top of the help, and with a typo in another flag on top of the error. I'd rather have it last, just before the action runs, and not at all when help or an error comes. can't you go over the sources at the end, next to the conflict check?"
    )
    text, first = clone.lines(COMMAND, "    this._outputHelpIfRequested(parsed.unknown);", 3)
    a.read(COMMAND, text, first + (SET + CALL + METHOD).count("\n"))
    a.edit(COMMAND, LISTENER + CALL, LISTENER)
    a.edit(COMMAND, CONFLICTS, SOURCES)
    a.edit(TEST, ENV_NEW, DUAL + ENV_NEW)
    run(a, "sources", "Sources after the conflict check")
    a.bash("git checkout -q lib && git status --short", f" M {TEST}", title="Take the sources pass back", run=True)
    run(a, "back")
    a.answer(
        "Going over the sources doesn't work, I took it out again. `--colour` and `--no-colour` share one key, and `getOptionValueSource` knows the key only: with just `--no-colour` deprecated, a harmless `--colour red` got the warning. `DualOptions.valueFromOption` merely guesses from the value, a custom parser can return false as well. The test for it stays, it passes with the code as committed.\n\n"
        "What would work: the listener puts the Option object itself into a list, and `_parseCommand` prints that list after `_checkForConflictingOptions`."
    )
    a.user(
        "ok do that, the listener collects and _parseCommand prints after the conflict check. but today just the test for --help, I have to pick up my kid. tests look at writeErr of configureOutput only, don't mock process.stderr again. afterwards the typings, index.d.ts and index.test-d.ts, and then docs/options-in-depth.md, Lioba wants to read that text before it's committed"
    )
    a.edit(TEST, ENV_NEW, HELP + ENV_NEW)
    run(a, "help")
    a.answer(
        "Done: main merged; `_warnDeprecated` fires for typed options only, committed. The tests for dual options and for --help are written, not committed.\n"
        "Red: `when help is requested then no deprecation warning` in tests/options.deprecated.test.js, its code is still to be written; the other 5 pass.\n"
        "Next: collect the options in the `option:` listener and print in `_parseCommand` after `_checkForConflictingOptions`; then typings/index.d.ts with typings/index.test-d.ts; then docs/options-in-depth.md, which Lioba reads before the commit."
    )
    a.end()
