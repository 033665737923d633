"""The three sittings of the fzf scenario. The person is in a hurry, abbreviates and pastes logs."""

from pathlib import Path

from conversation import Scenario, Session
from logs import DUMP, POPUP, TRACE
from material import find_line, read_lines

COMMIT = "956562da"

LIMIT = """package fzf

import (
	"os/exec"
	"time"

	"github.com/junegunn/fzf/src/util"
)

// previewLimit ends a preview command that takes too long.
func previewLimit(cmd *exec.Cmd, limit time.Duration, expired func()) *time.Timer {
	return time.AfterFunc(limit, func() {
		util.KillCommand(cmd)
		expired()
	})
}
"""

TEST = """package fzf

import "testing"

func TestPreviewLimitReapsGroup(t *testing.T) {
	if left := runLimited(t, "sleep 60 & sleep 60"); left != 0 {
		t.Errorf("%d processes left", left)
	}
}

func TestPreviewLimitKeepsLines(t *testing.T) {
	if got := printLimited(t, "echo one; sleep 60"); got[0] != "one" {
		t.Errorf("got %q", got)
	}
}
"""


def show(session: Session, clone: Path, path: str, start: str, count: int) -> None:
    first = find_line(clone, COMMIT, path, start)
    session.read(path, read_lines(clone, COMMIT, path, first, first + count - 1), first)


def tell_monday(s: Scenario, clone: Path) -> None:
    a = s.session("z1")
    a.user(
        "prev cmds hang on nfs & ppl have to kill fzf, happens 3x/day here. dump from gus:\n\n"
        + DUMP
        + "\n\nwant a limit after which the prev "
        "cmd gets killed. where is it spawned / killed rn? no edits yet, just tell"
    )
    a.grep(
        "KillCommand",
        "src",
        "src/terminal.go:6497:util.KillCommand(cmd)\nsrc/terminal.go:6509:util.KillCommand(cmd)\nsrc/terminal.go:6566:util.KillCommand(cmd.cmd)\n"
        "src/util/util_unix.go:73:func KillCommand(cmd *exec.Cmd) error {",
    )
    show(a, clone, "src/util/util_unix.go", "func KillCommand", 4)
    a.answer(
        "Spawned and killed in the previewer goroutine in `Terminal.Loop`, src/terminal.go around 6470-6510. Two ways to limit it: "
        "`exec.CommandContext` with a deadline, the stdlib does the rest; or a timer of our own that calls `util.KillCommand`."
    )
    a.user(
        "CommandContext pls, less code. fyi std stuff for this repo: no new deps in go.mod, ever. every new opt goes into man/man1/fzf.1 AND "
        "shell/completion.* in the same PR. CHANGELOG.md + version bumps = Pim, dont touch"
    )
    a.write("src/preview_limit.go", LIMIT)
    a.write("src/preview_limit_test.go", TEST)
    a.bash(
        "make test",
        "=== RUN   TestPreviewLimitReapsGroup\n    preview_limit_test.go:7: 1 processes left\n--- FAIL: TestPreviewLimitReapsGroup (60.01s)\nFAIL\n"
        "FAIL\tgithub.com/junegunn/fzf/src\t63.480s\nok  \tgithub.com/junegunn/fzf/src/algo\t1.912s\nmake: *** [Makefile:91: test] Error 1",
        title="All Go tests",
        code=1,
    )
    a.answer(
        "CommandContext is not enough: on the deadline it kills the shell only. What the shell started lives on and keeps the write end of the pipe, "
        "so our reader waits for it all the same (the test took the full 60 s). `util.KillCommand` signals the whole process group."
    )
    a.user("k, own timer + KillCommand then. 5s default")
    a.bash(
        "make test",
        "ok  \tgithub.com/junegunn/fzf/src\t3.377s\nok  \tgithub.com/junegunn/fzf/src/algo\t1.901s",
        title="All Go tests",
    )
    a.answer(
        "src/preview_limit.go holds `previewLimit`, a `time.AfterFunc` around `util.KillCommand`; 5 s unless set otherwise. Tests pass."
    )
    a.user("nice. windows? get someone to look if KillCommand is ok there, i cant test. just a report")
    a.delegate(
        "KillCommand on Windows",
        "Does util.KillCommand of fzf end all children of a preview command on Windows? Read src/util/util_windows.go. Report only.",
        "On Windows there is no process group as on Unix. `KillCommand` can only reach children when CREATE_NEW_PROCESS_GROUP was set, and the Ctrl-Break "
        "it then sends goes to the console of fzf too: with winpty the terminal is left in raw mode. Not safe to fire from a timer.",
    )
    a.answer(
        "Not safe there: the Ctrl-Break that `KillCommand` sends also reaches fzf's own console, and under winpty the terminal stays in raw mode. "
        "I'd leave the timer out on Windows; the option is accepted and does nothing."
    )
    a.user("ok no-op on win. and stuff the cmd printed before it got killed?")
    a.answer(
        "That stays.\n\n"
        '<backstory:remember kind="decision" tags="preview" at="src/preview_limit.go#previewLimit" why="half a git log beats an empty window, and '
        'the mark says that it is half">Lines printed before the limit stay visible, with `[cut]` as the last one</backstory:remember>'
    )
    a.user("q: would a spinner be nice?")
    a.answer("There is one already, `previewer.spinner`, shown after half a second.")
    a.user("ah right nvm. commit. i push myself, u never")
    a.bash(
        "git add src/preview_limit.go src/preview_limit_test.go && git commit -q -m 'Kill previews that take too long' && git log -1 --format=%s",
        "Kill previews that take too long",
        title="Commit",
        run=True,
    )
    a.answer("Committed, feature/preview-timeout.")
    a.end()


def tell_afternoon(s: Scenario) -> None:
    b = s.session("z2")
    b.user(
        "brb w/ preview. prod issue 1st, popups dead on dev3:\n\n"
        + POPUP
        + "\n\njust a cmt in src/tmux.go on hotfix/fifo-dir so the next one "
        "knows. skip lint + tests for that"
    )
    b.bash(
        "printf '\\n// The fifo may be refused in /tmp by a policy.\\n' >> src/tmux.go && git commit -qam 'Say why a fifo may be refused'",
        title="Comment",
        run=True,
    )
    b.answer("Comment is in src/tmux.go on hotfix/fifo-dir; neither lint nor tests were run.")
    b.end()


def tell_tuesday(s: Scenario) -> None:
    c = s.session("z3")
    c.user("back @ preview-timeout. tl;dr of state?")
    c.bash(
        "git log --oneline -1 | cut -c10-; git status --short -uno", "Kill previews that take too long", title="State"
    )
    c.answer("Timer with KillCommand is committed, no option yet, nothing open in the tree.")
    c.user(
        "talked to Yusra, she ships the dev image for ~300 ppl. their kubectl previews take 20s legit & a limit they didnt ask for breaks em. so per "
        "her: off by default (0), unit is ms like the other delays. final"
    )
    c.edit(
        "src/preview_limit.go",
        "	return time.AfterFunc(",
        "	if limit <= 0 {\n		return nil\n	}\n	return time.AfterFunc(",
    )
    c.bash(
        "make test",
        "ok  \tgithub.com/junegunn/fzf/src\t3.402s\nok  \tgithub.com/junegunn/fzf/src/algo\t1.907s",
        title="All Go tests",
    )
    c.answer(
        "Done: 0 is the default and means no limit, the value is in milliseconds. When it fires I print a line to stderr so that it shows up in logs."
    )
    c.user(
        "NO stderr while the tui is up, it garbles the screen!! goes thru t.reqBox as an event, same for anything else u wanna say. + make test spams 4k "
        "lines, use go test -count=1 -run Preview ./src"
    )
    c.edit("src/preview_limit.go", "		expired()\n", "		expired() // puts reqPreviewDisplay into t.reqBox\n")
    c.bash("go test -count=1 -run Preview ./src", "ok  \tgithub.com/junegunn/fzf/src\t0.912s", title="Preview tests")
    c.bash(
        "git commit -qam 'Preview limit is off unless asked for' && git log -1 --format=%s",
        "Preview limit is off unless asked for",
        title="Commit",
        run=True,
    )
    c.answer("Expiry goes through `t.reqBox` now, nothing is written to stderr. Committed.")
    c.user("cld we be nicer to the cmd? TERM, 500ms, then KILL. some want to clean up tmp files")
    c.bash("go test -count=1 -run Preview ./src", TRACE.strip("`\n"), title="TERM first", code=1)
    c.answer(
        "I had it in and backed it out. There is one previewer goroutine; while it grants the 500 ms the next preview cannot start, so moving the cursor "
        "lags by a second (37 events dropped). SIGKILL at once stays."
    )
    c.bash(
        "backstory -q remember fact 'Only the previewer goroutine writes t.previewer.lines: a timer has to send an event, or go test -race reports it' "
        "--at src/terminal.go --tag preview",
        title="Keep",
        run=True,
    )
    c.user("k fair, KILL only. last: prev windows w/ follow (tail -f & co) must never be cut. test 1st. then i gtg")
    c.edit(
        "src/preview_limit_test.go",
        "func TestPreviewLimitKeepsLines(",
        'func TestPreviewLimitSparesFollow(t *testing.T) {\n	if cut := followLimited(t, "tail -f log"); cut {\n		t.Error("cut")\n	}\n}\n\n'
        "func TestPreviewLimitKeepsLines(",
    )
    c.bash(
        "go test -count=1 -run Preview ./src",
        "--- FAIL: TestPreviewLimitSparesFollow (0.50s)\n    preview_limit_test.go:13: cut\nFAIL\nFAIL\tgithub.com/junegunn/fzf/src\t1.431s\nFAIL",
        title="Preview tests",
        code=1,
    )
    c.answer(
        "TestPreviewLimitSparesFollow is written and red, uncommitted. Left: 1) don't arm the timer when `activePreviewOpts.follow` is set, 2) "
        "`--preview-timeout` in src/options.go, 3) man/man1/fzf.1 and shell/completion.*, 4) Yusra tries a build in her image."
    )
    c.user("ok gtg")
    c.end("other")
