"""Questions, prompts and notes of the cobra scenario."""

from conversation import Scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    gone = r"changed|since\b|\bstale|supersed|no longer|replaced|outdated|instead|in place of|revis|not any ?more|\bwas\b|earlier|\bold\b|retract|~~|dropped|\bgone\b|\bnot (the|like)|\bout\b|forget"
    return rf"(?m)^(?![^\n]*({gone}))[^\n]*{expression}"


LIKE_COMMANDS = stale(r"(flags are matched like commands|which flags count: same as for commands)")
FIRST = r"first line|byte for byte"
NAMES = r"\b(no|not|never|without|don.t|nothing|avoid)\b[^\n]{0,40}(exported|public)|\b(exported|public|api)\b[^\n]{0,40}frozen|\bunexported"
SIGN = r"(?<!needn't )(?<!needn’t )(?<!no )(?<!without )sign(ed|ing)?[- ]?(off|them off)|[\s`'(]-s\b|\bDCO\b"
ANOUK = r"completions\.go[^\n]{0,100}(Anouk|hands? off|touch|off limits|leave|stay out|keep out|splitting)|(Anouk|hands? off|touch|off limits|leave|stay out|keep out)[^\n]{0,100}completions\.go"
OLDGO = r"\b1\.15\b|generics|errors\.Join"
PARALLEL = r"t\.Parallel"
HOLE = r"FlagErrorFunc[^\n]{0,250}(replac|\bown\b|overrid|inherit|silenc|bypass|never (see|get)|lose)|(replac|\bown\b|overrid|inherit|silenc|bypass)[^\n]{0,200}FlagErrorFunc"
ROOT = r"ExecuteC\b(?! and getCompletions)[^\n]{0,300}(\bnil\b|\broot\b|wrong command|wrong flags)|(\bnil\b|\broot\b|wrong command|wrong flags)[^\n]{0,200}ExecuteC\b(?! and getCompletions)"
INSIDE = r"\bTraverse\b[^\n]{0,120}(withFlagSuggestions|hint|return|\badd|wrap|where it parses|ParseFlags|suggestion)|(hint|suggestions?|wrap\w*|\badd\w*|withFlagSuggestions)[^\n]{0,80}\b(in|inside|into|from|to) [`'\"]?Traverse\b"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "A 'did you mean' hint for unknown flags, like the one for commands. It works from execute and is committed, with the limit of a third and one-dash typos; under way is TraverseChildren: test written, code missing.",
        every=[r"did you mean|suggest|hint", r"\bflags?\b|FlagSuggest", r"TraverseChildren|\bTraverse\b"],
        wrong=[
            "Autocorrect of flags, committed on spike/autocorrect.",
            "Hints for unknown flags; everything is finished and committed.",
        ],
    )
    s.ask(
        "Why must FlagErrorFunc not be called in Traverse?",
        "Because tab completion walks through Traverse as well, and the function of Wim's team ends in os.Exit(64).",
        every=[
            r"(\btab\b|\bcompletions?\b(?!\.go)|getCompletions)[^\n]{0,220}(Traverse|exit|Wim|there|through|walk)|(Traverse|exit|Wim)[^\n]{0,220}(\btab\b|\bcompletions?\b(?!\.go)|getCompletions)",
            r"os\.Exit|\bexit(s|ed|ing)?\b(?! codes?)|quits?\b|kills?\b|terminat|ends? the (process|program)",
        ],
        wrong=[
            "Because a program's own function replaces the default, so nobody gets a hint.",
            "Wim maps flag errors to exit code 64.",
            "Traverse is used by completion, which Anouk is splitting.",
        ],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "The hint in the default of FlagErrorFunc: a program with its own SetFlagErrorFunc replaces it. The hint in ExecuteC after Traverse failed: Traverse returns nil as the command, so root's flags were compared in place of deploy's. (Also %s in place of %w lost the error type; hidden flags leaked.)",
        every=[HOLE, ROOT],
        wrong=[
            "The default of FlagErrorFunc and ExecuteC were tried and taken back.",
            "FlagErrorFunc's default gets replaced by SetFlagErrorFunc.",
            "ExecuteC only knows root; autocorrect picked --force.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "flag_suggestions.go, flag_suggestions_test.go and command.go; to come: site/content/user_guide.md.",
        every=[r"flag_suggestions\.go", r"(?<![\w-])command\.go"],
        wrong=["flag_suggestions.go and completions.go", "command.go and flag_autocorrect.go"],
    )
    s.ask(
        "What is the next step?",
        "In Traverse return c.withFlagSuggestions(err) where the flags are parsed, without FlagErrorFunc; then the paragraph in site/content/user_guide.md, Leocadia proofreads before the commit.",
        every=[INSIDE, r"user_guide|user guide", r"Leocadia"],
        never=[r"\bnext\b.{0,60}solveig tries"],
        wrong=[
            "Solveig tries the branch on her cli, then the user guide.",
            "The paragraph in the user guide, Leocadia proofreads.",
            "Make TestFlagSuggestionTraverseChildren green, then the user guide.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "TestFlagSuggestionTraverseChildren in flag_suggestions_test.go; the code in Traverse isn't there yet.",
        every=[r"TestFlagSuggestionTraverseChildren"],
        wrong=["TestFailGenFishCompletionFile, as root.", "TestFlagSuggestionShortNames"],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "First line of the error stays byte for byte; no new exported names, the api is frozen till 2.0; go 1.15 stays in go.mod (no generics, no errors.Join); commits signed off with -s (dco); hands off completions.go (Anouk); no t.Parallel; no FlagErrorFunc in Traverse; make quick.",
        every=[NAMES, SIGN, ANOUK],
        some=[FIRST, OLDGO, PARALLEL],
        wrong=[
            "Exported names are fine and you needn't sign off; hands off completions.go; go 1.15.",
            "No new exported names; commit with -s; first line byte for byte.",
            "completions.go is Anouk's, commit with -s, no t.Parallel.",
        ],
    )
    s.ask(
        "Who objected to the way flags were matched, and what had they seen?",
        "Solveig: on her harbour cli with 60 flags --log listed nine of them and --d half a page.",
        every=[r"Solveig", r"--log|\bnine\b|\b9 flags|half a page|60 flags|harbour"],
        wrong=["Wim, whose team maps errors to exit code 64.", "Yusuf, who counted 212 tickets about -verbose."],
    )
    s.ask(
        "Is it still true that flags are matched like commands, by SuggestionsMinimumDistance or a prefix?",
        "No: since the second day at most a third of the typed letters may differ, and prefixes don't count. SuggestionsMinimumDistance is for commands only.",
        every=[r"\bthird\b|len\(typed\) ?/ ?3|\b1/3\b"],
        some=[r"prefix", r"commands only|only (for )?commands", r"Solveig", r"letters|edits|differ|typed"],
        never=[LIKE_COMMANDS],
        wrong=[
            "Yes, SuggestionsMinimumDistance or a common prefix.",
            "Flags are matched like commands: SuggestionsMinimumDistance or a common prefix; a third of the letters may differ.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Don't touch completions.go (Anouk is splitting it), add no exported names (api frozen till 2.0), don't change the first line of the error, don't call FlagErrorFunc in Traverse, no generics or errors.Join (go 1.15), no t.Parallel, no commit without -s.",
        every=[ANOUK, rf"{NAMES}|{FIRST}|{OLDGO}"],
        wrong=[
            "No new exported names, no generics.",
            "completions.go calls Traverse; the api is frozen.",
        ],
    )
    s.ask(
        "How do I run the tests here?",
        "make quick (go test -count=1 ./...); only the new ones: go test -run FlagSuggestion .",
        every=[r"make quick|go test -count=1 \./\.\.\."],
        never=[stale(r"always run (it |them |the tests )?with -run")],
        wrong=[
            "go test -run 'Flag|Command|Suggest' .",
            "always run with -run 'Flag|Command|Suggest' here; make quick on main",
        ],
    )
    s.ask(
        "Where is it decided which flags are suggested, and how close do they have to be?",
        "similarFlags in flag_suggestions.go: at most len(typed) / 3 edits, a third of the typed letters; hidden and deprecated flags are skipped.",
        every=[r"similarFlags", r"flag_suggestions\.go", r"\bthird\b|/ ?3\b"],
        never=[LIKE_COMMANDS],
        wrong=[
            "similarFlags in flag_suggestions.go, SuggestionsMinimumDistance or a prefix.",
            "SuggestionsFor in command.go; a third of the letters.",
        ],
    )


RUN = r"make quick"
NEXT = r"TestFlagSuggestionTraverseChildren|inside Traverse|known only inside|in .?Traverse.? return|no hint for a parent|no FlagErrorFunc though|hint into .?ExecuteC"
DEAD = r"1 has a hole|SetFlagErrorFunc|before FlagErrorFunc|platform team sets|replaces the default|just ahead of .?FlagErrorFunc"
EXEC = r"hint into .?ExecuteC|returns nil as the command|known only inside|flags of root in place|inside Traverse"
EXIT = r"os\.Exit|no FlagErrorFunc though|tab completion walks|without .?FlagErrorFunc"
THIRD = r"third of the|len\(typed\) / 3|limit of a third|Solveig|be stricter with short|--log. ?listed nine"
WRAP = r"wrapped with|survives\?|KeepsTheErrorType|errors\.As|flattens the error|unwraps to|`%w`"
HIDE = r"hidden|internal-trace"
DASH = r"one.dash|single dash|(?<!-)-verbose\b|GetSpecifiedShortnames"
GUIDE = r"Leocadia|paragraph in (the |site)"
FISH = r"TestFailGenFish|root (may write|skip)|chmod|fish permission|fish test"
SIGNED = r"dco bot|go in with -s|signed off"
EXPORT = r"no new exported|api is frozen"
COMPL = r"hands off completions|Anouk"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "how do i run the tests here?")
    s.prompt("short", NEXT, "finish the TraverseChildren case for flag hints")
    s.prompt("short", DEAD, "put the hint into the default func of FlagErrorFunc")
    s.prompt("short", rf"{EXEC}|{NEXT}", "add withFlagSuggestions in ExecuteC after Traverse fails")
    s.prompt("short", rf"{EXIT}|{NEXT}", "call FlagErrorFunc from Traverse for unknown flags")
    s.prompt("short", THIRD, "does similarFlags look at SuggestionsMinimumDistance?")
    s.prompt("short", THIRD, "suggest flags with a common prefix too")
    s.prompt("short", WRAP, "use %s instead of %w in withFlagSuggestions")
    s.prompt("short", HIDE, "let similarFlags include hidden flags")
    s.prompt("short", DASH, "what does -verbose with a single dash print now?")
    s.prompt("short", GUIDE, "write the user_guide.md paragraph on flag suggestions")
    s.prompt("short", FISH, "why does TestFailGenFishCompletionFile panic on this box?")
    s.prompt(
        "long",
        THIRD,
        "i was explaining the flag hints to a colleague and said that they follow the very rule we have for commands, so an edit distance of two, or the start of the name. he tried --d on a small tool and got no hint. is that a bug in similarFlags, or did i tell him something wrong?",
    )
    s.prompt(
        "long",
        DEAD,
        "looking at the diff, the call in execute feels out of place. FlagErrorFunc already returns a small function when nobody has set one, and that would be a natural home for the hint about the mistyped flag. move it there and tell me whether anything is lost by it.",
    )
    s.prompt(
        "long",
        NEXT,
        "go on with what we had open last time. i only know that my bus was coming, that we had just written a test for programs which parse the flags of the parents on the way down, and that it failed because the code was missing. do that first, show me the diff, and don't commit yet.",
    )
    s.prompt(
        "long",
        rf"{EXIT}|{NEXT}",
        "when a parent's flag doesn't parse on the way down to the subcommand, the error skips the function that a program may have set for such errors. that looks inconsistent to me, in execute we do call it. wouldn't it be cleaner to hand the error to FlagErrorFunc in Traverse as well, before it's returned?",
    )
    s.prompt(
        "long",
        rf"{EXEC}|{NEXT}",
        "the simplest spot for the missing case seems to be ExecuteC: it gets the error back from Traverse or Find anyway, a few lines further down it prints it. if we add the hint to the error right there, one line covers both ways of finding the command. can you do it like that?",
    )
    s.prompt(
        "long",
        r"--forc\b|opt-in|AutocorrectFlags|alphabet",
        "somebody opened an issue and wants us to simply carry on with the flag that is meant, the way git does it with help.autocorrect, in place of stopping with an error. i know we played with that once. what came out, and what would have to hold before we could offer it?",
    )
    s.prompt(
        "other words",
        r"hint for an unknown|unknown flags?|did you mean",
        "what help does somebody get who mistypes an option?",
    )
    s.prompt("other words", RUN, "which command shows me that nothing is broken?")
    s.prompt("other words", r"Solveig", "who tried this on a big program, and how many hits came up?")
    s.prompt("other words", DASH + r"|Yusuf", "which typo turns up most often in support?")
    s.prompt("forbidden", COMPL, "tidy up getCompletions in completions.go while you're at it")
    s.prompt("forbidden", EXPORT, "export SuggestFlagsFor on Command so that programs can call it")
    s.prompt(
        "forbidden", r"says 1\.15|no generics|errors\.Join", "bump go.mod to 1.21 and use slices.Sort for the names"
    )
    s.prompt(
        "forbidden",
        r"byte for byte|hint (goes )?below|first line of the error",
        'reword the error to "flag --verbsoe not found, did you mean --verbose?"',
    )
    s.prompt(
        "unrelated",
        None,
        "what's a good substitute for buttermilk?",
        "cheers, talk later",
        "how do i undo the last change in nano?",
        "name three rivers in Portugal",
        "what does HTTP status 418 mean?",
        "write a limerick about a lighthouse keeper",
        "how many grams are in an ounce?",
        "show me a SQL query for the second highest salary",
        "which timezone is Nairobi in?",
        "explain monads to a ten-year-old",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "which country's flag has a dragon on it?",
        "any suggestions for a birthday present?",
        "how do i traverse a maze with my kids without getting lost?",
        "the third letter of my surname is always misspelled, how do i phrase a complaint?",
    )


NOTES = """# did you mean for unknown flags, branch flag-suggestions
Goal: a mistyped flag gets a hint like a mistyped command. Added in execute before FlagErrorFunc.
Code: flag_suggestions.go (withFlagSuggestions, similarFlags: at most a third of the typed letters differ, no prefix; hidden skipped), command.go, flag_suggestions_test.go.
Not the commands' rule: Solveig's cli with 60 flags, --log listed nine.
Run: `make quick`
Failed: default of FlagErrorFunc (a program's own SetFlagErrorFunc replaces it); hint in ExecuteC (Traverse returns nil, so root's flags were compared); %s lost NotExistError.
RED: TestFlagSuggestionTraverseChildren (uncommitted).
Next: in Traverse return c.withFlagSuggestions(err); no FlagErrorFunc there, tab completion walks Traverse too and Wim's ends in os.Exit(64). Then site/content/user_guide.md, Leocadia proofreads.
Rules: no new exported names (api frozen till 2.0); first line of the error byte for byte; go 1.15; commit -s (DCO); hands off completions.go (Anouk); no t.Parallel.
spike/autocorrect: 2.0 only, --forc ran --force."""
