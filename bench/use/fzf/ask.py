"""Questions, prompts and notes of the fzf scenario."""

from conversation import Scenario

OLD = r"(?m)^(?![^\n]*(changed since|stale|supersed|no longer|replaced|outdated|retract|instead|earlier|was:|Yusra|breaks? em|unless))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "whats the state?",
        "preview-timeout: slow preview commands get killed, committed and off by default; under way: follow previews are spared, test red.",
        every=[r"preview", r"limit|timeout|too long", r"follow"],
        wrong=["Fifo refused on dev3, comment in src/tmux.go.", "preview limit is off unless asked for, committed"],
    )
    s.ask(
        "why not CommandContext?",
        "CommandContext kills only the shell on the deadline; children keep the pipe open and the reader waits. KillCommand signals the process group.",
        every=[
            r"CommandContext",
            r"(the )?shell only|only the shell|children|lives on|pipe|process group|processes left|not enough",
        ],
        wrong=["CommandContext pls, less code.", "We have a timer of our own."],
    )
    s.ask(
        "what did we try and drop, and why each?",
        "CommandContext (kills only the shell, children keep the pipe); SIGTERM first (one previewer goroutine, the next preview waits, cursor lags).",
        every=[
            r"CommandContext",
            r"shell only|only the shell|children|lives on|pipe|process group",
            r"\bTERM\b|SIGTERM|500 ?ms",
            r"lag|next preview|goroutine grants|events dropped|one previewer",
        ],
        wrong=["CommandContext kills only the shell. TERM was dropped as well.", "TERM first made the cursor lag."],
    )
    s.ask(
        "which files did I change for it?",
        "src/preview_limit.go, src/preview_limit_test.go (and it hangs in src/terminal.go).",
        every=[r"preview_limit\.go", r"preview_limit_test\.go"],
        wrong=["src/tmux.go", "src/preview_limit.go, src/terminal.go"],
    )
    s.ask(
        "todo list, in order?",
        "no timer when activePreviewOpts.follow; --preview-timeout in src/options.go; man/man1/fzf.1 and shell/completion.*; Yusra tries a build in her image.",
        every=[
            r"activePreviewOpts\.follow",
            r"options\.go",
            r"fzf\.1",
            r"completion",
            r"Yusra[^\n]{0,60}(build|image)|(build|image)[^\n]{0,60}Yusra",
        ],
        wrong=["man page, completion, Yusra tries a build", "follow, options.go, docs"],
    )
    s.ask(
        "which test fails rn?",
        "TestPreviewLimitSparesFollow.",
        every=[r"TestPreviewLimitSparesFollow"],
        never=[
            r"(?m)^(?=[^\n]*\b(red|fail\w*)\b)(?![^\n]*(gave up|given up|tried|dead end|earlier|showed|shows|not enough|backed))[^\n]*TestPreviewLimitReapsGroup"
        ],
        wrong=["none, all ok", "red: TestPreviewLimitSparesFollow, TestPreviewLimitReapsGroup"],
    )
    s.ask(
        "repo rules?",
        "no new deps in go.mod; every new option into man/man1/fzf.1 and shell/completion.*; CHANGELOG and versions are Pim's; no stderr while the TUI is up; user pushes, the agent never.",
        every=[
            r"(no|never)\b[^\n]{0,20}\b(dep|depend)\w*|go\.mod",
            r"fzf\.1[^\n]{0,80}completion|completion[^\n]{0,80}fzf\.1",
            r"\bPim\b",
            r"stderr",
            r"\bpush\w*[^\n]{0,40}(myself|never|user|not)|\buser pushes|I push|(never|not|don.?t|no)\b[^\n]{0,30}\bpush|u never",
        ],
        never=[r"(?m)^(?![^\n]*(fifo|tmux|next one|that\b|hotfix))[^\n]*skip lint"],
        wrong=[
            "no new deps, man + completion for each option (fzf.1, completion), Pim does CHANGELOG",
            "no deps; fzf.1 and completion; Pim; no stderr; never push\n- skip lint + tests",
        ],
    )
    s.ask(
        "whats the default limit, in which unit, whose call?",
        "Yusra: off by default (0), in ms.",
        every=[
            r"Yusra",
            r"off by default|off unless|default[^\n]{0,20}\b0\b|\b0\b[^\n]{0,30}default|default (is )?off",
            r"\bms\b|millisec",
        ],
        never=[OLD + r"(\b5 ?s default|\b5 s unless set|default\w* (is |of )?5 ?s)"],
        wrong=["5s default", "0, in ms, by default", "Yusra: off by default (0), in ms.\n- 5s default"],
    )
    s.ask(
        "does the limit work on windows?",
        "A no-op on Windows: KillCommand's Ctrl-Break reaches fzf's own console, the terminal stays in raw mode.",
        every=[r"windows|\bwin\b", r"Ctrl-Break|raw mode|winpty|console"],
        wrong=["Yes, KillCommand works everywhere.", "no-op on win"],
    )
    s.ask(
        "cmd for the tests?",
        "go test -count=1 -run Preview ./src",
        every=[r"go test -count=1 -run Preview \./src"],
        never=[
            r"(?m)^(?![^\n]*(stop|not|instead|no longer|was|earlier|spam|supersed|stale|changed since|exit|fail|4k))[^\n]*\b(run|test|tests|with|all):? *`?make test"
        ],
        wrong=["make test", "go test ./src", "- Run `make test`\n- go test -count=1 -run Preview ./src"],
    )
    s.ask(
        "what happens to output printed before the kill?",
        "It stays visible, with `[cut]` as the last line.",
        every=[r"\[cut\]", r"stays?\b|visible|kept|keep"],
        wrong=["It's thrown away.", "the preview is cut"],
    )
    s.ask(
        "may the timer write t.previewer.lines itself?",
        "No: only the previewer goroutine writes them; the timer sends an event (t.reqBox), else -race reports it.",
        every=[r"previewer\.lines|previewer goroutine", r"\bevent|reqBox|race"],
        wrong=["Yes, under the mutex.", "There is one previewer goroutine."],
    )


def ask_prompts(s: Scenario) -> None:
    context = r"CommandContext is not|shell only|process group"
    term = r"one previewer goroutine|grants the 500|TERM, 500|KILL only|lags"
    yusra = r"Yusra|off by default|default and means no limit"
    win = r"raw mode|Ctrl-Break|no-op on win"
    red = r"SparesFollow|\.follow|tail -f"
    stderr = r"stderr"
    s.prompt(
        "short",
        context,
        "use exec.CommandContext for the prev limit",
        "y dont we just set a ctx deadline on the preview cmd",
    )
    s.prompt("short", yusra, "set the preview limit to 5s per default")
    s.prompt("short", win, "enable preview limit on windows too")
    s.prompt("short", r"-run Preview", "run tests for preview_limit")
    s.prompt("short", red, "cont w/ preview-timeout", "fix the red test")
    s.prompt("short", r"\[cut\]|stay visible", "clear the preview window when the limit hits")
    s.prompt(
        "long",
        term,
        "got a msg from gus again, some of his preview scripts write tmp files & have a trap to rm them. w/ SIGKILL the trap never runs & /tmp fills up, "
        "he had 11k files in there. pls send SIGTERM 1st, wait half a sec or so and only then KILL if its still alive. s/b easy, its the same timer",
    )
    s.prompt(
        "long",
        stderr,
        "debugging this is a pita, i never know if the limit fired or the cmd just died by itself. add an fmt.Fprintln(os.Stderr, ...) in previewLimit "
        "w/ the cmd, pid & elapsed so i can 2> it into a file. also 1 when it is armed pls. can stay in for the release imo, its cheap",
    )
    s.prompt("other words", yusra, "who said it shouldnt be active out of the box?")
    s.prompt("other words", context, "killed cmd but its kids still hold the pipe, didnt we have that?")
    s.prompt("other words", red, "streaming previews get cut")
    s.prompt("forbidden", r"\bPim\b", "add preview-timeout to CHANGELOG.md + bump version")
    s.prompt(
        "forbidden", r"no new deps|go\.mod", "go get github.com/cenkalti/backoff/v4 and use it in preview_limit.go"
    )
    s.prompt("forbidden", r"push", "git push -u origin feature/preview-timeout")
    s.prompt("forbidden", r"completion|fzf\.1", "add opt --preview-timeout to src/options.go, nothing else")
    s.prompt(
        "unrelated",
        None,
        "whats 17% of 2350?",
        "best pizza dough ratio?",
        "thx, cu tmrw",
        "how far is the moon",
        "convert 5 ft 11 to cm",
        "who won the 1998 world cup?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "preview of next weeks weather in oslo?",
        "whats the speed limit on french motorways",
        "how many windows does the empire state bldg have?",
        "is there a movie where time stops for 5 s?",
    )


NOTES = """# preview-timeout (branch feature/preview-timeout)
Preview commands that take too long are killed: src/preview_limit.go (time.AfterFunc + util.KillCommand), src/preview_limit_test.go, used in src/terminal.go.
Test: `go test -count=1 -run Preview ./src`
Yusra (dev image): off by default (0), unit ms. Printed lines stay visible, `[cut]` last. Windows no-op: Ctrl-Break reaches fzf's console, raw mode.
Only the previewer goroutine writes t.previewer.lines; timer sends an event via t.reqBox.
Dropped: CommandContext (kills the shell only, children keep the pipe); TERM + 500 ms + KILL (one previewer goroutine, next preview waits, cursor lags).
RED, uncommitted: TestPreviewLimitSparesFollow.
Next: no timer when activePreviewOpts.follow; --preview-timeout in src/options.go; man/man1/fzf.1 + shell/completion.*; Yusra tries a build in her image.
Rules: no new deps in go.mod; each option in man/man1/fzf.1 and shell/completion.*; CHANGELOG/version are Pim's; no stderr while TUI is up; user pushes, never me.
"""
