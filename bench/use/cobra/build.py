"""Did-you-mean for flags in spf13/cobra: two days, Go.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conversation import Scenario
from material import find_line, make_bundle, make_filler, read_lines

COMMIT = "adbc881"
clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)


def lines(path: str, start: str, count: int) -> tuple[str, int]:
    first = find_line(clone, COMMIT, path, start)
    return read_lines(clone, COMMIT, path, first, first + count - 1), first


S = Scenario("cobra-flag-suggestions", "spf13/cobra", "main", "Gk3")
S.fill()
S.switch("feature/flag-suggestions", create=True)

# --- Wednesday morning -------------------------------------------------------------------------------------------
a = S.session("c1")
a.user(
    "People mistype long flags all the time: `unknown flag: --prot`, and that is all we tell them. For subcommands we "
    "print 'Did you mean this?'. I want the same for flags. Find out where an unknown flag ends up and make a proposal. "
    "No edits for the moment."
)
a.grep(
    "ParseFlags\\(|FlagErrorFunc\\(\\)",
    ".",
    "command.go:547:FlagErrorFunc()\ncommand.go:854:ParseFlags(flags)\ncommand.go:919:ParseFlags(a)\ncommand.go:921:FlagErrorFunc()(c, err)\n"
    'completions.go:397:ParseFlags(append(finalArgs, "--"))\nbash_completions_test.go:84:ParseFlags',
)
a.read("command.go", *lines("command.go", "func (c *Command) ParseFlags", 24))
a.read("command.go", *lines("command.go", "func (c *Command) SuggestionsFor", 19))
a.read("command.go", *lines("command.go", "func (c *Command) execute(", 70))
a.read("command.go", *lines("command.go", "func (c *Command) FlagErrorFunc", 14))
a.bash(
    "grep -rn 'NotExistError' $(go list -m -f '{{.Dir}}' github.com/spf13/pflag) | head -4",
    "errors.go:28:// NotExistError is the error returned when trying to access a flag that\nerrors.go:32:type NotExistError struct {\n"
    "errors.go:57:func (e *NotExistError) GetSpecifiedName() string {\nflag.go:1003:NotExistError{",
    title="Typed errors of pflag",
)
a.answer(
    "pflag 1.0.9 gives us a `*pflag.NotExistError` with `GetSpecifiedName()`, so no parsing of messages is needed. The "
    "error travels `ParseFlags` -> `execute` -> `FlagErrorFunc`. I see two spots: the default function that "
    "`FlagErrorFunc()` hands out when nobody set one, or `execute`, before any error function sees the error. Which one do you prefer?"
)
a.user(
    "The default FlagErrorFunc, then programs with a function of their own get exactly what they get today. Two things "
    "that hold here generally: go.mod says go 1.15 and stays there, so no generics, no errors.Join and none of the new "
    "packages. And an exported name only comes in after Tomasz has signed it off, he owns the API."
)
a.write(
    "flag_suggestions.go",
    'package cobra\n\nimport (\n\t"errors"\n\t"fmt"\n\n\tflag "github.com/spf13/pflag"\n)\n\n'
    "// withFlagSuggestions adds names of flags that look like the unknown one.\n"
    "func withFlagSuggestions(c *Command, err error) error {\n\tvar unknown *flag.NotExistError\n"
    "\tif !errors.As(err, &unknown) {\n\t\treturn err\n\t}\n\tvar near []string\n"
    "\tc.Flags().VisitAll(func(f *flag.Flag) {\n\t\tif ld(unknown.GetSpecifiedName(), f.Name, true) <= 2 {\n"
    "\t\t\tnear = append(near, f.Name)\n\t\t}\n\t})\n\tif len(near) == 0 {\n\t\treturn err\n\t}\n"
    '\treturn fmt.Errorf("%w\\n\\nDid you mean this?\\n\\t--%s", err, near[0])\n}\n',
)
TEST = """package cobra

import (
	"strings"
	"testing"
)

func TestFlagSuggestions(t *testing.T) {
	cases := []struct{ name, typed, want string }{
		{"one letter swapped", "--prot", "--port"},
		{"one letter missing", "--verbse", "--verbose"},
		{"nothing near", "--zebra", ""},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c := &Command{Use: "tool", Run: emptyRun}
			c.Flags().Int("port", 0, "")
			c.Flags().Bool("verbose", false, "")
			_, err := executeCommand(c, tc.typed)
			if tc.want != "" && !strings.Contains(err.Error(), tc.want) {
				t.Errorf("want %q in %q", tc.want, err)
			}
		})
	}
}

func TestFlagSuggestionsBelowCustomErrorFunc(t *testing.T) {
	root := &Command{Use: "tool"}
	root.SetFlagErrorFunc(func(c *Command, err error) error { return err })
	child := &Command{Use: "serve", Run: emptyRun}
	child.Flags().Int("port", 0, "")
	root.AddCommand(child)
	_, err := executeCommand(root, "serve", "--prot")
	if !strings.Contains(err.Error(), "--port") {
		t.Errorf("want --port in %q", err)
	}
}
"""
a.write("flag_suggestions_test.go", TEST)
a.bash(
    "go test ./...",
    "--- FAIL: TestFlagSuggestionsBelowCustomErrorFunc (0.00s)\n"
    '    flag_suggestions_test.go:37: want --port in "unknown flag: --prot"\nFAIL\n'
    "FAIL\tgithub.com/spf13/cobra\t0.487s\nok  \tgithub.com/spf13/cobra/doc\t2.114s\nFAIL",
    title="Run all tests",
    code=1,
)
a.answer(
    "Hanging it on the default FlagErrorFunc doesn't carry far. A root that calls SetFlagErrorFunc hands its function down "
    "to every subcommand, and kubectl, docker and helm all do that, just to change the exit code. None of their users "
    "would ever see a suggestion. TestFlagSuggestionsBelowCustomErrorFunc shows it."
)
a.user(
    "Hm, right, those three are the ones I want it for. Put it into execute then, in front of the error function. It has "
    "to stay a wrapped error, people do errors.As on it."
)
a.edit(
    "command.go",
    "\t\treturn c.FlagErrorFunc()(c, err)\n",
    "\t\treturn c.FlagErrorFunc()(c, withFlagSuggestions(c, err))\n",
)
a.bash(
    "go test ./...",
    "ok  \tgithub.com/spf13/cobra\t0.503s\nok  \tgithub.com/spf13/cobra/doc\t(cached)",
    title="Run all tests",
)
a.answer("`execute` wraps the error with `%w` and then passes it to whatever error function is set. All packages pass.")
a.user(
    "Good. Use distance 2 for every flag, the same as SuggestionsMinimumDistance has for commands. Before you commit: does "
    "shell completion get into this? Let somebody check that separately, I don't want junk in a completion script."
)
a.delegate(
    "Completion and ParseFlags",
    "Find out whether shell completion of cobra parses flags through code that would now print suggestions. Read completions.go. Report only.",
    "`getCompletions` in completions.go calls `finalCmd.ParseFlags` on the half-typed command line and treats an error as "
    "'give up'. It never goes through `execute`, so the present code is safe. Were the suggestion moved into `ParseFlags`, its "
    "text would land in the completion output of bash and zsh (the V2 scripts read stdout and stderr alike).",
)
a.answer(
    "Completion is safe as long as the suggestion stays out of `ParseFlags`: `getCompletions` calls that one directly with a "
    "half-typed line, and the text would end up in what the shell completes. `execute` is not on that path."
)
a.user("Fine. Hidden flags, what about those? And flags marked deprecated?")
a.edit(
    "flag_suggestions.go",
    "\t\tif ld(unknown.GetSpecifiedName(), f.Name, true) <= 2 {\n",
    '\t\tif f.Hidden || f.Deprecated != "" {\n\t\t\treturn\n\t\t}\n\t\tif ld(unknown.GetSpecifiedName(), f.Name, true) <= 2 {\n',
)
a.answer(
    'Both are skipped now.\n\n<backstory:remember kind="decision" tags="flags" at="flag_suggestions.go#withFlagSuggestions" '
    'why="a suggestion would advertise what the author of the program took out of the help">Hidden and deprecated flags are '
    "never suggested</backstory:remember>"
)
a.user("I never quite got why that function is called ld, by the way.")
a.read("cobra.go", *lines("cobra.go", "func ld(", 40))
a.answer("For Levenshtein distance, its only user was the suggestion of commands.")
a.user("Could we colour the suggested name, like git does?")
a.answer(
    "We could if the output is a terminal, but cobra has no colour anywhere and would have to find out about Windows consoles."
)
a.user("Nah, forget that. Commit what we have. I tag and push myself, leave that alone, always.")
a.bash(
    "git add flag_suggestions.go flag_suggestions_test.go command.go && git commit -q -m 'Suggest flags for unknown ones' -m 'The error that "
    "reaches FlagErrorFunc now names flags within a distance of 2.' && git log -1 --format='%h %s' | cut -d' ' -f2-",
    "Suggest flags for unknown ones",
    title="Commit",
    run=True,
)
a.answer("Committed on feature/flag-suggestions, nothing pushed.")
a.end()

# --- Wednesday afternoon: something else ---------------------------------------------------------------------------
S.shell("git switch -q main")
S.switch("fix/zsh-colon", create=True)
S.at(1, 15)
b = S.session("c2")
b.user(
    "Different thing, urgent: zsh completion breaks on values with a colon. This is what the reporter sent:\n\n"
    "```\n_arguments:comparguments:325: invalid argument: host:port\nWARN completion must never be cached when a value holds a colon\n"
    "you should always escape with \\: before printing\nzsh: exit 1\n```\n\nDon't bother with a test for this one, Tomasz tries it by hand."
)
b.grep("comp:", "zsh_completions.go", "zsh_completions.go:181:escaping of the colon in a description")
b.bash(
    "printf '\\n// Values with a colon are escaped before they reach _describe.\\n' >> zsh_completions.go && git commit -qam 'Say where colons are escaped for zsh'",
    "",
    title="Note the place and commit",
    run=True,
)
b.answer(
    "The script escapes colons in names and not in descriptions. I left a comment at the place and committed it on fix/zsh-colon."
)
b.end()

# --- Thursday ------------------------------------------------------------------------------------------------------
S.switch("feature/flag-suggestions")
S.at(2, 9)
d = S.session("c3")
d.user("Back to the flags. Give me the state in one line.")
d.bash(
    "git log --oneline -2 | cut -c9- && git status --short -uno",
    "Suggest flags for unknown ones\nfix: resolve macOS test link failure and update lint rules (#2429)",
    title="State",
)
d.answer(
    "One commit: execute wraps unknown-flag errors with suggestions, hidden and deprecated flags left out; nothing open in the tree."
)
d.user("Is it always alphabetical, what VisitAll walks over?")
d.read("command.go", *lines("command.go", "func (c *Command) LocalFlags", 28))
d.answer("Yes, unless `SortFlags` of the flag set is false; then it is the order of definition.")
d.user(
    "Lin works on kubectl and tried our branch. With names of four letters or less nearly everything is within 2 of everything, "
    "`--out` got her `--to`. So it's distance 1 up to four letters and 2 above. She decided that, and as she has to live with it "
    "that's how we do it."
)
d.write(
    "flag_suggestions.go",
    'package cobra\n\nimport (\n\t"errors"\n\t"fmt"\n\n\tflag "github.com/spf13/pflag"\n)\n\n'
    "// withFlagSuggestions adds names of flags that look like the unknown one.\n"
    "func withFlagSuggestions(c *Command, err error) error {\n\tvar unknown *flag.NotExistError\n"
    "\tif !errors.As(err, &unknown) {\n\t\treturn err\n\t}\n\tnear := FlagSuggestionsFor(c, unknown.GetSpecifiedName())\n"
    '\tif len(near) == 0 {\n\t\treturn err\n\t}\n\treturn fmt.Errorf("%w\\n\\nDid you mean this?\\n\\t--%s", err, near[0])\n}\n\n'
    "// FlagSuggestionsFor lists visible flags near a mistyped name.\n"
    "func FlagSuggestionsFor(c *Command, typed string) []string {\n\tvar near []string\n"
    '\tc.Flags().VisitAll(func(f *flag.Flag) {\n\t\tif f.Hidden || f.Deprecated != "" {\n\t\t\treturn\n\t\t}\n'
    "\t\tfar := 2\n\t\tif len(f.Name) <= 4 {\n\t\t\tfar = 1\n\t\t}\n\t\tif ld(typed, f.Name, true) <= far {\n"
    "\t\t\tnear = append(near, f.Name)\n\t\t}\n\t})\n\treturn near\n}\n",
)
d.bash(
    "go test ./...",
    "--- FAIL: TestFlagSuggestions (0.00s)\n    --- FAIL: TestFlagSuggestions/one_letter_swapped (0.00s)\n"
    '        flag_suggestions_test.go:21: want "--port" in "unknown flag: --prot"\nFAIL\n'
    "FAIL\tgithub.com/spf13/cobra\t0.455s\nok  \tgithub.com/spf13/cobra/doc\t2.020s\nFAIL",
    title="Run all tests",
    code=1,
)
d.text("`prot` to `port` is two edits for a plain Levenshtein distance, a swap counts double.")
d.edit(
    "flag_suggestions_test.go",
    '{"one letter swapped", "--prot", "--port"}',
    '{"one letter wrong", "--pord", "--port"}',
)
d.bash(
    'sed -i \'s/"--prot"/"--pord"/\' flag_suggestions_test.go && go test ./...',
    "ok  \tgithub.com/spf13/cobra\t0.498s\nok  \tgithub.com/spf13/cobra/doc\t2.017s",
    title="Run all tests",
)
d.answer(
    "Lin's limits are in, in a function `FlagSuggestionsFor`. A swapped pair counts as two edits, so the tests use `--pord` for the four-letter name now. Green."
)
S.shell('sed -i \'s/"--prot"/"--pord"/\' flag_suggestions_test.go')
d.user(
    "You exported FlagSuggestionsFor! Lower case please, we said nothing public without Tomasz. And stop running ./..., the doc "
    "package takes ages on my laptop and isn't touched: `go test -race -count=1 .` is enough from now on."
)
d.bash(
    "sed -i 's/FlagSuggestionsFor/flagSuggestionsFor/g' flag_suggestions.go && go test -race -count=1 .",
    "ok  \tgithub.com/spf13/cobra\t1.932s",
    title="Rename and test",
    run=False,
)
S.shell("sed -i 's/FlagSuggestionsFor/flagSuggestionsFor/g' flag_suggestions.go")
d.bash(
    "git commit -qam 'Narrow the distance for short flag names' && git log -1 --format=%s",
    "Narrow the distance for short flag names",
    title="Commit",
    run=True,
)
d.answer("It is `flagSuggestionsFor` now, and committed. Sorry about that.")
d.user("What about somebody who types one dash, -port instead of --port?")
d.bash(
    "go test -race -count=1 -run 'TestFlagSuggestions' .",
    '--- FAIL: TestFlagSuggestionsSingleDash (0.00s)\n    flag_suggestions_test.go:52: -vvx: want no suggestion, got "--vex"\nFAIL\n'
    "FAIL\tgithub.com/spf13/cobra\t0.871s\nFAIL",
    title="Try the single dash",
    code=1,
)
d.bash(
    'backstory -q remember failure "Suggesting long flags for a single dash (-port): -vvx brought up --vex" --fix "leave single dashes alone: '
    "they are a cluster of shorthands, and pflag's error only knows the first letter that is missing\" --at flag_suggestions.go --tag flags",
    "",
    title="Keep the dead end",
    run=True,
)
d.answer(
    "I built it and threw it away. `-port` is a legal cluster of the shorthands p, o, r and t, so the error only says that one "
    "letter is unknown, and guessing from the whole word suggested `--vex` for `-vvx`. Only double dashes get suggestions."
)
d.user(
    "Agreed, double dash only.\n\nOne more: somebody who sets DisableSuggestions on the root wants quiet in the whole program. Test first, then the code."
)
d.edit(
    "flag_suggestions_test.go",
    "func TestFlagSuggestionsBelowCustomErrorFunc(",
    'func TestFlagSuggestionsStaySilentBelowDisabledRoot(t *testing.T) {\n\troot := &Command{Use: "tool", DisableSuggestions: true}\n'
    '\tchild := &Command{Use: "serve", Run: emptyRun}\n\tchild.Flags().Int("port", 0, "")\n\troot.AddCommand(child)\n'
    '\t_, err := executeCommand(root, "serve", "--pord")\n\tif strings.Contains(err.Error(), "Did you mean") {\n'
    '\t\tt.Errorf("want silence, got %q", err)\n\t}\n}\n\nfunc TestFlagSuggestionsBelowCustomErrorFunc(',
)
d.bash(
    "go test -race -count=1 .",
    "--- FAIL: TestFlagSuggestionsStaySilentBelowDisabledRoot (0.00s)\n"
    '    flag_suggestions_test.go:35: want silence, got "unknown flag: --pord\\n\\nDid you mean this?\\n\\t--port"\nFAIL\n'
    "FAIL\tgithub.com/spf13/cobra\t1.877s\nFAIL",
    title="Run the package",
    code=1,
)
d.answer(
    "The test is there and fails, as it should: `TestFlagSuggestionsStaySilentBelowDisabledRoot`. It isn't committed. What is left, in "
    "this order: let `withFlagSuggestions` walk up the parents and give up when one has DisableSuggestions; a paragraph in "
    "site/content/user_guide.md; then show Tomasz the diff."
)
d.user("My train is here, leave it like that")
d.end("other")

# --- questions -----------------------------------------------------------------------------------------------------
STALE = r"(?m)^(?![^\n]*(changed since|stale|supersed|gone\b|no longer|replaced|outdated|retract|instead|earlier|was:|Lin\b))[^\n]*"
S.ask(
    "Where did we stop?",
    "Suggestions for unknown long flags work and are committed; under way: silence below a root with DisableSuggestions, test written, code missing.",
    every=[
        r"flag.?suggestions|suggest\w* (for )?(unknown |long |mistyped )*flags?|(unknown|mistyped) (long )?flags?",
        r"DisableSuggestions|DisabledRoot",
    ],
    wrong=[
        "Branch feature/flag-suggestions, two commits, everything green.",
        "zsh completion breaks on values with a colon.",
    ],
)
S.ask(
    "Why don't we do it in the default FlagErrorFunc?",
    "A root with SetFlagErrorFunc hands its function to all subcommands (kubectl, docker, helm), so nobody there would see suggestions.",
    every=[r"FlagErrorFunc", r"kubectl|docker|helm|hands?( its function)? down|inherit|every subcommand"],
    wrong=[
        "The suggestion sits in the default FlagErrorFunc, so that programs with their own function get what they get today.",
    ],
)
S.ask(
    "Which ways were tried and given up, with the reason for each?",
    "Default FlagErrorFunc (roots such as kubectl's replace it for all subcommands); single dash (-port is a cluster of shorthands, -vvx gave --vex).",
    every=[
        r"FlagErrorFunc",
        r"kubectl|docker|helm|(every|all) subcommands?|hands?( its function)? down",
        r"single.dash|one dash|-port\b",
        r"cluster|--vex|-vvx",
    ],
    wrong=[
        "The default FlagErrorFunc was tried and given up.",
        "Single dash: -port is a cluster of shorthands, -vvx gave --vex.",
    ],
)
S.ask(
    "Which source files belong to this change?",
    "flag_suggestions.go, flag_suggestions_test.go and command.go (execute).",
    every=[r"flag_suggestions\.go", r"flag_suggestions_test\.go", r"command\.go|\bexecute\b"],
    wrong=[
        "zsh_completions.go and command.go",
        "flag_suggestions.go only",
    ],
)
S.ask(
    "What comes next, in which order?",
    "Walk up the parents for DisableSuggestions; paragraph in site/content/user_guide.md; show Tomasz the diff.",
    every=[r"parents?", r"DisableSuggestions", r"user_guide\.md", r"Tomasz[^\n]{0,60}diff|diff[^\n]{0,60}Tomasz"],
    wrong=[
        "Show Tomasz the diff and write a paragraph in site/content/user_guide.md.",
        "Make TestFlagSuggestionsStaySilentBelowDisabledRoot green.",
    ],
)
S.ask(
    "Which test is failing now?",
    "TestFlagSuggestionsStaySilentBelowDisabledRoot.",
    every=[r"TestFlagSuggestionsStaySilentBelowDisabledRoot"],
    never=[
        r"(?m)^(?=[^\n]*\b(red|fail\w*)\b)(?![^\n]*(gave up|given up|tried|dead end|earlier|showed|shows))[^\n]*TestFlagSuggestionsBelowCustomErrorFunc"
    ],
    wrong=[
        "None, the package passes.",
        "red: TestFlagSuggestionsBelowCustomErrorFunc, TestFlagSuggestionsStaySilentBelowDisabledRoot",
        "Red: TestFlagSuggestionsStaySilentBelowDisabledRoot\nRed: TestFlagSuggestionsBelowCustomErrorFunc",
    ],
)
S.ask(
    "Which rules has the maintainer laid down?",
    "go 1.15 stays (no generics, no errors.Join); exported names only after Tomasz signed them off; the user tags and pushes; error stays wrapped.",
    every=[
        r"go ?1\.15|generics|errors\.Join",
        r"(export|public)[^\n]{0,80}Tomasz|Tomasz[^\n]{0,80}(export|public|API|sign)",
        r"\b(user|Ada|myself|I) (tag|push)|\b(push|tag)\w*[^\n]{0,60}(myself|leave|never|not|don.t|user|Ada|themsel|alone)|(never|not|don.t|no|nothing)\b[^\n]{0,30}\bpush",
    ],
    never=[r"(?m)^(?![^\n]*(zsh|colon))[^\n]*\bdon.t bother with a test"],
    wrong=[
        "go 1.15 stays; the user pushes himself.",
        "go 1.15 stays; exported names only after Tomasz; never push.\n- Don't bother with a test.",
    ],
)
S.ask(
    "How near must a name be for a suggestion, and whose decision is that?",
    "Lin (kubectl): distance 1 for names of up to four letters, 2 above.",
    every=[
        r"\bLin\b",
        r"\b1 (up to|for|with|if|when|below|≤)[^\n]{0,40}\b(four|4)\b|\b(four|4)[- ]letters?\b[^\n]{0,60}\b1\b|(≤|<=) ?4[^\n]{0,30}\b1\b",
    ],
    never=[STALE + r"distance 2 for every flag"],
    wrong=[
        "Lin's limits are in.\n- 4 days ago: pflag 1.0.9 is there, 2 commits since",
        "Use distance 2 for every flag, the same as SuggestionsMinimumDistance.",
        "Lin: distance 1 up to four letters, 2 above.\nUse distance 2 for every flag.",
        "Distance 1 up to four letters and 2 above.",
    ],
)
S.ask(
    "Would it be fine to print the suggestion from ParseFlags?",
    "No: getCompletions calls ParseFlags with half-typed lines, the text would land in shell completion.",
    every=[r"ParseFlags", r"complet"],
    wrong=[
        "Yes, ParseFlags is the earliest place and everybody passes it.",
    ],
)
S.ask(
    "How are the tests for this run?",
    "go test -race -count=1 . (root package only; no longer ./...).",
    every=[r"go test -race -count=1 \.(?!/)"],
    never=[
        r"(?mi)^(?![^\n]*(stop|not|instead|no longer|was|earlier|enough|takes ages|supersed|stale|changed since|exit|fail))[^\n]*\b(run|test|tests|with|all):? *`?go test \./\.\.\."
    ],
    wrong=[
        "`go test ./...`",
        "go test -race -count=1 ./...",
        "- Run `go test ./...`\n- `go test -race -count=1 .`",
    ],
)
S.ask(
    "Can I make flagSuggestionsFor public?",
    "Not before Tomasz has signed it off; it was exported once by mistake and taken back.",
    every=[r"Tomasz", r"export|public|API\b|signed"],
    wrong=[
        "Yes, go ahead.",
    ],
)
S.ask(
    "Which flags are left out of suggestions?",
    "Hidden and deprecated ones (and everything typed with a single dash).",
    every=[r"hidden", r"deprecated"],
    wrong=[
        "Hidden ones.",
        "Every flag with a distance above 2.",
    ],
)

# --- prompts -------------------------------------------------------------------------------------------------------
ERRFUNC = r"kubectl|docker|helm|in front of the error function|DefaultErrorFunc|doesn.t carry far|BelowCustomErrorFunc"
DASH = r"cluster|-vvx|--vex|double dash"
LIN = r"\bLin\b|four letters|distance 1"
TOMASZ = r"Tomasz[^\n]{0,60}sign|sign[^\n]{0,60}Tomasz|without Tomasz|owns the API|nothing public|before Tomasz"
SILENT = r"DisableSuggestions|DisabledRoot"
COMPLETION = r"getCompletions|half.typed|out of .?ParseFlags|what the shell completes"
S.prompt(
    "short",
    ERRFUNC,
    "move the suggestion into the default FlagErrorFunc",
    "why does execute wrap the flag error and not FlagErrorFunc?",
)
S.prompt("short", DASH, "suggest --port for -port as well", "handle single dash typos in withFlagSuggestions")
S.prompt("short", LIN, "which distance do we use for flag suggestions?", "why doesn't --out suggest --to?")
S.prompt("short", r"-race -count=1", "run the flag suggestion tests", "how do I test this package?")
S.prompt(
    "short", SILENT, "make DisableSuggestions on the root silence the flags too", "go on with the flag suggestions"
)
S.prompt("short", r"[Hh]idden and deprecated|[Hh]idden flags", "should a hidden flag be suggested?")
S.prompt("short", COMPLETION, "put the suggestions into ParseFlags")
S.prompt(
    "long",
    ERRFUNC,
    "I have looked at our change again with fresh eyes and I find it odd that execute has to know about suggestions at all. Wouldn't "
    "it be a lot tidier if the function that cobra uses when the program hasn't set an error function of its own did the work? Then "
    "there would be one place to look at and programs that want something else replace it. Please move the code there and adapt the tests.",
)
S.prompt(
    "long",
    LIN,
    "A user of ours complains that he wrote --lgo where --log was meant and got no hint whatsoever, while --verbsoe gives him "
    "--verbose at once. I would have thought that both of these are the same kind of typo. Can you explain to me what the limits "
    "are, where they came from, and whether it'd be reasonable to be more generous with the little names?",
)
S.prompt(
    "long",
    COMPLETION,
    "Some callers use ParseFlags directly and never go through Execute, plugins for instance do. For them our feature doesn't exist. I'd "
    "like you to shift the call of withFlagSuggestions down into ParseFlags so that everybody gets the extended error text, no matter "
    "by which door they came in. Check first whether there's anything that speaks against it, and then go ahead.",
)
S.prompt(
    "long",
    SILENT,
    "Good morning! I had to run for the train yesterday in the middle of things and I honestly don't remember where we were, apart from "
    "a test that we wrote first on purpose and that was still red. Pick it up from there please, make it green in the simplest way "
    "you can think of, and then tell me what is still missing until I can show this to the others.",
)
S.prompt(
    "long",
    DASH,
    "The old X11 tools and the go command itself all take long options with one dash, so a lot of folks have that in their fingers. When "
    "they type -verbose into one of our programs they get a message about an unknown shorthand that nobody understands. Let's help "
    "them: look up the whole word among the long flags and propose the one with two dashes.",
)
S.prompt(
    "other words",
    LIN,
    "who fixed the limit for short names, and what annoyed them?",
    "how similar does a mistyped option have to be before we offer a correction?",
)
S.prompt("other words", SILENT, "somebody who turned hints off for the whole program still gets them")
S.prompt("other words", r"-race -count=1", "what is the quickest way to check that I broke nothing?")
S.prompt("other words", COMPLETION, "could our new message confuse tab expansion in the shell?")
S.prompt(
    "forbidden",
    TOMASZ,
    "export flagSuggestionsFor so that other packages can call it",
    "add a public field FlagSuggestions to Command",
)
S.prompt(
    "forbidden",
    r"1\.15|generics",
    "rewrite flagSuggestionsFor with generics and slices.SortFunc",
    "bump go.mod to go 1.22",
)
S.prompt(
    "forbidden",
    r"tag and push|push myself|pushes|(never|not|don.t) push",
    "push this branch and put the tag v1.11.0 on it",
)
S.prompt(
    "unrelated",
    None,
    "what is the capital of Mongolia?",
    "thank you, good night",
    "give me a recipe for pancakes without eggs",
    "how many feet are in a nautical mile?",
    "write two lines for a birthday card to my aunt",
    "explain what a monad is to a five-year-old",
    "convert this to CSV: apples 3, pears 5",
    "how do I resize a partition on Fedora?",
    "what's the difference between TCP and UDP in one sentence?",
)
S.prompt(
    "unrelated with shared words",
    None,
    "which country has a flag with a green triangle and a star?",
    "suggest three books about sailing",
    "my train leaves from platform 4, how long is the distance from Oslo to Bergen?",
    "what does an error bar in a chart mean?",
    "how do you complete a half marathon without training?",
)

S.notes = """# Flag suggestions (branch feature/flag-suggestions)
Unknown long flag -> "Did you mean this? --port". flag_suggestions.go: withFlagSuggestions, flagSuggestionsFor; called in execute (command.go) before the error function, wrapped with %w (errors.As must work). Tests: flag_suggestions_test.go.
Run: `go test -race -count=1 .` (not ./..., doc is slow)
Distance: Lin (kubectl) decided: 1 for names up to four letters, 2 above. Hidden and deprecated flags never.
Given up: default FlagErrorFunc (a root's SetFlagErrorFunc goes down to every subcommand: kubectl, docker, helm); single dash (-port is a cluster of shorthands, -vvx gave --vex).
Never in ParseFlags: getCompletions calls it, text would land in shell completion.
RED, uncommitted: TestFlagSuggestionsStaySilentBelowDisabledRoot.
Next: withFlagSuggestions walks up the parents, gives up where DisableSuggestions is set; paragraph in site/content/user_guide.md; show Tomasz the diff.
Rules: go 1.15 stays (no generics, errors.Join); exported names only after Tomasz signed off; user tags and pushes, never me.
"""

S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
print(
    len(S.steps),
    "steps,",
    make_filler(clone, COMMIT, folder / "filler.jsonl"),
    "records,",
    len(S.prompts),
    "prompts,",
    len(S.notes) // 4,
    "tokens of notes",
)
