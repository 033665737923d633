"""The three sittings of the cobra scenario."""

from conversation import Scenario, Session
from files import (
    CODE,
    DASH,
    DEFAULT,
    DEFAULT_TRY,
    EXECUTE,
    EXECUTE_TRY,
    FIRST,
    FISH,
    FISH_NEW,
    HIDDEN,
    IMPORT,
    IMPORTS,
    LOOP,
    LOOP_NEW,
    MAKE,
    MAKE_NEW,
    NEAR,
    NEAR_NEW,
    PARSE,
    PARSE_NEW,
    PLAIN,
    SHORT,
    SPIKE_FIELD,
    SPIKE_FIELD_OLD,
    SPIKE_FILE,
    SPIKE_NEW,
    SPIKE_OLD,
    SPOT,
    TRAVERSE,
    TYPED,
    VISIT,
    VISIT_NEW,
    VISIT_SHOWN,
    WRAP,
)
from material import Clone

CODE_FILE, TEST_FILE, COMMAND = "flag_suggestions.go", "flag_suggestions_test.go", "command.go"
RUN = "go test -run FlagSuggestion ."
QUICK = "ok  \tgithub.com/spf13/cobra\t0.297s\nok  \tgithub.com/spf13/cobra/doc\t0.036s"
FLAGS = """        Usage:
          deploy [flags]

        Flags:
          -h, --help               help for deploy
              --namespace string
              --verbose

"""
OWN = (
    """--- FAIL: TestFlagSuggestionOwnErrorFunc (0.00s)
    command_test.go:76: Expected to contain:
         \t--verbose

        Got:
         Error: unknown flag: --verbsoe
"""
    + FLAGS
)
KIND = """--- FAIL: TestFlagSuggestionKeepsTheErrorType (0.00s)
    flag_suggestions_test.go:43: Expected a NotExistError, got *errors.errorString
"""
LEAK = (
    """--- FAIL: TestFlagSuggestionSkipsHiddenAndDeprecated (0.00s)
    command_test.go:82: Expected to not contain:
         \t--internal-trace

        Got: Error: unknown flag: --internal-trce

        Did you mean this?
        \t--internal-trace

"""
    + FLAGS
)
MANY = """--- FAIL: TestFlagSuggestionShortNames (0.00s)
    command_test.go:82: Expected to not contain:
         Did you mean
        Got: Error: unknown flag: --log

        Did you mean this?
        \t--tag
        \t--top

    command_test.go:82: Expected to not contain:
         Did you mean
        Got: Error: unknown flag: --d

        Did you mean this?
        \t--debug
        \t--detach
        \t--dry-run

"""
LONE = (
    """--- FAIL: TestFlagSuggestionOneDash (0.00s)
    command_test.go:76: Expected to contain:
         unknown shorthand flag: 'v' in -verbose

        Did you mean this?
        \t--verbose

        Got:
         Error: unknown shorthand flag: 'v' in -verbose
"""
    + FLAGS
)
DEEP = """    command_test.go:76: Expected to contain:
         \t--namespace

        Got:
         Error: unknown flag: --namespcae
        Run 'root --help' for usage.

"""
HEAD = "--- FAIL: TestFlagSuggestionTraverseChildren (0.00s)\n"
BOTH = (
    HEAD
    + """    command_test.go:76: Expected to contain:
         \t--region

        Got:
         Error: unknown flag: --regoin
        Run 'root --help' for usage.

"""
    + DEEP
)
PANIC = """--- FAIL: TestFailGenFishCompletionFile (0.00s)
panic: runtime error: invalid memory address or nil pointer dereference [recovered]
\tpanic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x656332]

goroutine 463 [running]:
github.com/spf13/cobra.TestFailGenFishCompletionFile(0xc000166000)
\tfish_completions_test.go:141 +0x292
FAIL\tgithub.com/spf13/cobra\t0.769s
FAIL"""


def run(a: Session, fault: str = "", *, title: str = "Run the suggestion tests", took: str = "0.004") -> None:
    end = f"FAIL\nFAIL\tgithub.com/spf13/cobra\t{took}s\nFAIL" if fault else f"ok  \tgithub.com/spf13/cobra\t{took}s"
    a.bash(RUN, fault + end, title=title, code=1 if fault else 0)


def commit(a: Session, what: str, body: str) -> None:
    command = f'git add command.go flag_suggestions.go flag_suggestions_test.go && git commit -q -s -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit, signed off", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("h1")
    a.user(
        'people fat-finger flags and all they get is "unknown flag: --verbsoe". for commands we say did you mean this. '
        "want the same for flags. look where it could go, no code yet"
    )
    a.grep(
        "findSuggestions|FlagErrorFunc|ParseFlags",
        "*.go",
        'args.go:36:\t\treturn fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), cmd.findSuggestions(args[0]))\ncommand.go:328:func (c *Command) SetFlagErrorFunc(f func(*Command, error) error) {\ncommand.go:547:func (c *Command) FlagErrorFunc() (f func(*Command, error) error) {\ncommand.go:781:func (c *Command) findSuggestions(arg string) string {\ncommand.go:854:\t\tif err := c.ParseFlags(flags); err != nil {\ncommand.go:919:\terr = c.ParseFlags(a)\ncommand.go:921:\t\treturn c.FlagErrorFunc()(c, err)\ncommand.go:1868:func (c *Command) ParseFlags(args []string) error {\ncompletions.go:376:\tif err = finalCmd.ParseFlags(finalArgs); err != nil {',
    )
    a.read(COMMAND, *clone.lines(COMMAND, "func (c *Command) findSuggestions", 16))
    a.read(COMMAND, *clone.lines(COMMAND, "func (c *Command) FlagErrorFunc", 12))
    a.read(COMMAND, *clone.lines(COMMAND, 914, 10))
    a.bash(
        "git log --oneline -4 -- command.go",
        "fc81d20 refactor: change minUsagePadding from var to const (#2325)\n117698a refactor: replace several vars with consts (#2328)\n51d6751 Bump pflag to 1.0.8 (#2303)\n4f9ef8c Update command.go (#2248)",
        title="History of command.go",
    )
    a.answer(
        "`findSuggestions` in `command.go` only knows commands. An unknown flag leaves `ParseFlags` as a `*pflag.NotExistError`, and `execute` passes that to `FlagErrorFunc`. So:\n\n"
        "1. the default function that `FlagErrorFunc` returns; a one-line change there\n2. `execute`, just ahead of `FlagErrorFunc`\n3. in pflag, which is another repository and another release, I'd skip it\n\n1 or 2?"
    )
    a.user(
        "1, smallest diff. while you're in there: first line of the error stays byte for byte, people grep for it, the hint goes below. "
        "no new exported names, api is frozen till 2.0. and go.mod says 1.15 and keeps saying it, so no generics, no errors.Join"
    )
    a.write(CODE_FILE, CODE)
    a.write(TEST_FILE, FIRST)
    a.edit(COMMAND, DEFAULT, DEFAULT_TRY)
    run(a, OWN)
    a.answer(
        "1 has a hole. `TestFlagSuggestionOwnErrorFunc` is red: whoever calls `SetFlagErrorFunc` replaces the default and gets no hint, and since children inherit the function, a single call at the root silences the whole tree.\n\nI'd drop it and go to `execute`."
    )
    a.user(
        "right, wim's platform team sets one, theirs maps flag errors to exit code 64. execute then, their func gets the error with the hint in it. "
        "which flags count: same as for commands, SuggestionsMinimumDistance or a common prefix. one rule to explain is enough"
    )
    a.edit(COMMAND, DEFAULT_TRY, DEFAULT)
    a.edit(COMMAND, PARSE, PARSE_NEW)
    run(a)
    a.answer(
        "Works from `execute`: `withFlagSuggestions` (new file `flag_suggestions.go`) appends the hint, then `FlagErrorFunc` gets the error. Both tests pass.\n\n"
        '<backstory:remember kind="decision" tags="flags,suggestions" at="command.go#Command.execute" why="a program with its own SetFlagErrorFunc replaces the default function and would never see a hint">The hint for an unknown flag is added in execute, before FlagErrorFunc gets the error</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="flags,suggestions" at="flag_suggestions.go" why="one rule to explain">Flags are matched like commands: SuggestionsMinimumDistance or a common prefix</backstory:remember>'
    )
    a.user("wim does errors.As on pflag.NotExistError in that func. survives?")
    a.edit(TEST_FILE, IMPORT, IMPORTS)
    a.edit(TEST_FILE, SPOT, TYPED + SPOT)
    run(a, KIND)
    a.text("It doesn't, my `%s` flattens the error into a string. `%w` has been there since 1.13.")
    a.edit(CODE_FILE, PLAIN, WRAP)
    run(a)
    a.answer(
        "Now it does. The first version turned it into a plain string; it's wrapped with `%w` and `TestFlagSuggestionKeepsTheErrorType` holds that."
    )
    a.user("hidden flags? support has --internal-trace, customers must not find it by typo")
    a.edit(TEST_FILE, SPOT, HIDDEN + SPOT)
    run(a, LEAK)
    a.edit(CODE_FILE, VISIT, VISIT_SHOWN)
    run(a)
    a.bash(
        'backstory -q remember failure "VisitAll walks hidden and deprecated flags too: a typo of --internal-trace printed its name" --fix "skip flags with Hidden or Deprecated in similarFlags" --tag flags --tag suggestions --at flag_suggestions.go',
        title="Keep the finding",
        run=True,
    )
    a.answer(
        "They leaked: `--internal-trce` answered with `--internal-trace`. `similarFlags` passes over hidden and deprecated flags now, 4 tests pass. It's in the memory as a failure."
    )
    a.user("anything to do in doc/?")
    a.answer("No. The generators there print flags and commands, they never see a parse error.")
    a.user("k commit, then run everything once. commits go in with -s, the dco bot blocks us otherwise")
    commit(
        a,
        "Suggest flags when an unknown one is given",
        "Commands have had this for years. The first line of the error is as before, the hint follows it, and the error still unwraps to pflag.NotExistError.",
    )
    a.bash("go test ./... 2>&1 | tail -12", PANIC, title="Everything", code=1)
    a.bash(
        "git switch -q main && go test -run TestFailGenFish . 2>&1 | head -2; git switch -q flag-suggestions",
        "--- FAIL: TestFailGenFishCompletionFile (0.00s)\npanic: runtime error: invalid memory address or nil pointer dereference [recovered]",
        title="Same on main",
    )
    a.answer(
        "Committed, signed off. The full run dies in `TestFailGenFishCompletionFile`: it expects a permission error on a 0400 file, gets none, and the nil dereference takes the whole package down. main does the same, it isn't us."
    )
    a.user(
        "you're root on that box, chmod doesn't stop root. always run with -run 'Flag|Command|Suggest' here. that's it for me, note down where we are"
    )
    a.bash(
        'backstory -q checkpoint "did you mean for unknown flags" --goal "a mistyped flag gets the same help as a mistyped command" --state "execute adds the hint, wrapped, hidden flags skipped; 4 tests, committed; fish test panics as root" --next-steps "solveig tries the branch on her cli;; typos with one dash;; paragraph in site/content/user_guide.md"',
        title="Note",
        run=True,
    )
    a.answer(
        "Noted.\n\nDone: unknown flags get a hint from `execute`, also with an own error func; committed on flag-suggestions.\nRed: nothing of ours.\nNext: Solveig tries it on her cli, then typos with one dash, then the paragraph in the user guide."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/autocorrect", create=True)
    b = s.session("h2")
    b.user(
        "quick one on its own branch: what if we just run with the nearest flag, like git's help.autocorrect. throwaway, so exported names are fine in here and you needn't sign off"
    )
    b.read(COMMAND, *clone.lines(COMMAND, 914, 10))
    b.edit(COMMAND, SPIKE_FIELD_OLD, SPIKE_FIELD)
    b.edit(COMMAND, SPIKE_OLD, SPIKE_NEW)
    b.write("flag_autocorrect.go", SPIKE_FILE)
    b.bash(
        "go run /tmp/try-autocorrect --dry-rum; go run /tmp/try-autocorrect --forc; go run /tmp/try-autocorrect --dyr-rnu",
        "continuing with: --dry-run\ndelete: dry-run=true force=false form=false\ncontinuing with: --force\ndelete: dry-run=false force=true form=false\nError: unknown flag: --dyr-rnu",
        title="Try three typos on a delete command",
    )
    b.answer(
        "It works, and that's the trouble. A `delete` with `--force` and `--form`:\n\n```\n--dry-rum   runs with --dry-run\n--forc      runs with --force\n--dyr-rnu   error, four edits\n```\n\n`--forc` is one letter away from both, and the alphabet decides for `--force`. A typo would delete things."
    )
    b.user(
        "ha. 2.0 at the earliest, opt-in and only when one flag is clearly nearest. store that, commit it here, done"
    )
    b.bash(
        'backstory -q remember decision "For 2.0: autocorrect of flags is an exported opt-in, Command.AutocorrectFlags, and acts only when a single flag is nearest" --why "--forc is as near to --form as to --force, the first one in the alphabet ran" --tag flags --tag spike --at command.go#Command',
        title="Store it",
        run=True,
    )
    b.bash(
        'git add command.go flag_autocorrect.go && git commit -q -m "Spike: run with the nearest flag" && git log -1 --format=%s',
        "Spike: run with the nearest flag",
        title="Commit the spike",
        run=True,
    )
    b.answer("Stored for 2.0 and committed on spike/autocorrect. flag-suggestions stays as it was.")
    b.end()
    s.switch("main")
    s.steps.append({"replace": {"path": "Makefile", "old": MAKE, "new": MAKE_NEW}})
    s.steps.append({"replace": {"path": "fish_completions_test.go", "old": FISH, "new": FISH_NEW}})
    s.shell(
        'git add Makefile fish_completions_test.go && git commit -q -s -m "test: skip the fish permission test for root" -m "Adds make quick, which leaves out go get." --author "Piotr Zielony <piotr@example.org>"'
    )
    s.switch("flag-suggestions")


def tell_second(s: Scenario) -> None:
    a = s.session("h3")
    a.user(
        "morning. piotr's root skip is on main, with a make target. merge main, from now on it's make quick, forget the -run thing"
    )
    a.bash(
        "git merge -q --no-edit main && git log -3 --format=%s",
        "Merge branch 'main' into flag-suggestions\ntest: skip the fish permission test for root\nSuggest flags when an unknown one is given",
        title="Merge main",
        run=True,
    )
    a.bash("make quick", f"go test -count=1 ./...\n{QUICK}", title="Everything")
    a.answer("Merged cleanly. `make quick` is green, doc included, the fish test is skipped for root.")
    a.user(
        "solveig had the branch on her harbour cli, 60 flags. --log listed nine of them, --d half a page. flag names are short, two edits make any three letters out of any other, she's right. "
        "so not the commands' rule: at most a third of the typed letters may differ, no prefixes. SuggestionsMinimumDistance stays for commands only. and hands off completions.go, anouk is splitting it"
    )
    a.edit(TEST_FILE, SPOT, SHORT + SPOT)
    run(a, MANY)
    a.edit(CODE_FILE, NEAR, NEAR_NEW)
    a.edit(CODE_FILE, VISIT, VISIT_NEW)
    run(a)
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'matched like commands' in r['title']][0])\"); "
        'backstory -q remember decision "A flag is suggested when it differs from what was typed in at most a third of the typed letters; no prefix match" --why "solveig tried it on her cli with 60 flags: --log listed nine; flag names are short" --instead-of "SuggestionsMinimumDistance or a common prefix" --tag flags --tag suggestions --at flag_suggestions.go#similarFlags --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    a.answer(
        "`similarFlags` now allows `len(typed) / 3` edits: none for one or two letters, one for `--log`, two for `--region`. Five tests pass. A side effect: `ld` counts swapped letters as two edits, so `--tga` doesn't find `--tag` any more."
    )
    a.user(
        "can live with that. yusuf counted last month's tickets:\n\n"
        "  212  unknown shorthand flag: 'v' in -verbose\n   88  unknown flag: --name-space\n   41  unknown flag: --verbsoe\n    9  unknown flag: --no-chache   # must never be used on prod\n\n"
        "top one gets nothing from us, right?"
    )
    a.edit(TEST_FILE, SPOT, DASH + SPOT)
    run(a, LONE)
    a.text("Right, pflag names only the `v` there. `GetSpecifiedShortnames` has the whole word.")
    a.edit(CODE_FILE, LOOP, LOOP_NEW)
    run(a)
    a.bash("make quick && gofmt -l .", f"go test -count=1 ./...\n{QUICK}", title="Everything, and the format")
    commit(
        a,
        "Be stricter with short flags, look at one-dash typos",
        "Two edits make any three letters out of any other. -verbose, the most frequent typo, is read as a long name now.",
    )
    a.answer(
        "It got nothing. With more than one letter behind a single dash the whole group is looked up now, so `-verbose` points to `--verbose`; `--name-space` was fine already. `make quick` green, committed."
    )
    a.user("and programs with TraverseChildren?")
    a.delegate(
        "Follow a parse error in Traverse",
        "Who calls Command.Traverse, and what becomes of the error when the flags of a parent command do not parse? Read only.",
        "ExecuteC and getCompletions call it. Traverse parses the flags of every parent itself (c.ParseFlags) and returns nil as the command beside the error, so execute and FlagErrorFunc never run on that path. getCompletions drops the text of the error and says 'unable to find a command for arguments'.",
    )
    a.edit(TEST_FILE, SPOT, TRAVERSE + SPOT)
    a.edit(COMMAND, EXECUTE, EXECUTE_TRY)
    run(a, HEAD + DEEP, title="Hint from ExecuteC")
    a.bash(
        "git checkout -q command.go flag_suggestions_test.go && git status --short -uno", title="Take it back", run=True
    )
    a.answer(
        "They get no hint for a parent's flag: `Traverse` parses those itself, and neither `execute` nor `FlagErrorFunc` sees the error.\n\n"
        "I put the hint into `ExecuteC`, after `Traverse` had failed, and took it out again. `Traverse` returns nil as the command, so all `ExecuteC` has is the root: `root --regoin` was answered, `root deploy --namespcae all` was not, because it compared with the flags of root in place of deploy's.\n\n"
        "The command is known only inside `Traverse`, at its `c.ParseFlags(flags)`. Should `FlagErrorFunc` be called there too?"
    )
    a.user(
        "inside Traverse, yes. no FlagErrorFunc though: tab completion walks through there as well, and wim's func ends in os.Exit(64). only the test now, my bus leaves. "
        "no t.Parallel in it, the package globals race. after that the paragraph in the user guide, leocadia proofreads before it's committed"
    )
    a.edit(TEST_FILE, SPOT, TRAVERSE + SPOT)
    run(a, BOTH)
    a.answer(
        "Done: main merged, limit of a third and one-dash typos committed. The test for TraverseChildren is written, not committed.\n"
        "Red: `TestFlagSuggestionTraverseChildren` in flag_suggestions_test.go, on purpose, the code isn't there; the other 6 pass.\n"
        "Next: in `Traverse` return `c.withFlagSuggestions(err)` where it parses, without `FlagErrorFunc`; then the paragraph in site/content/user_guide.md, Leocadia proofreads."
    )
    a.end()
