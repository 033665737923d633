"""The three sittings of the chi scenario."""

from conversation import Scenario, Session
from files import (
    BUDGET_GUARD,
    BUDGET_OF,
    BUDGET_RETURN,
    CUT,
    DEADLINE_OF,
    DIRECT_BODY,
    DOC,
    DOC_BUDGET,
    FIRST,
    FIRST_BODY,
    FIRST_TEST,
    HUGE,
    IMPORTS,
    IMPORTS_LATE,
    LATE,
    SERVE,
    SOON,
    SPENT,
    SPOT,
    STUCK,
    TRANSPORT,
    WITH_DEADLINE,
    WITH_TIMEOUT,
    WRAPPED,
)
from material import Clone

CODE, TEST = "middleware/deadline.go", "middleware/deadline_test.go"
RUN = "go test -count=1 -run TestDeadline ./middleware"
PACKAGE = "github.com/go-chi/chi/v5/middleware"


def good(seconds: str = "0.046s") -> str:
    return f"ok  \t{PACKAGE}\t{seconds}"


def bad(lines: str, seconds: str = "0.045s") -> str:
    return f"{lines}FAIL\nFAIL\t{PACKAGE}\t{seconds}\nFAIL"


def run(a: Session, failures: str = "", *, title: str = "Run the deadline tests", seconds: str = "0.046s") -> None:
    output = bad(failures, seconds) if failures else good(seconds)
    a.bash(RUN, output, title=title, code=1 if failures else 0)


def commit(a: Session, what: str, body: str) -> None:
    command = f'git add middleware && git commit -q -s -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("d1")
    a.user(
        "the gateway gives up after 2 seconds, but our handlers go on until Timeout(60s) and burn database for answers that nobody reads anymore. "
        "i want a middleware that takes the limit from a header of the caller. make a look how Timeout does it and tell me the ways. still no code"
    )
    a.read("middleware/timeout.go", *clone.lines("middleware/timeout.go", "func Timeout(", 18))
    a.grep(
        "ctx.Done|DeadlineExceeded|TimeoutHandler",
        "middleware",
        "middleware/throttle.go:82:\t\t\tcase <-ctx.Done():\nmiddleware/throttle.go:110:\t\t\t\tcase <-ctx.Done():\nmiddleware/timeout.go:12:// It's required that you select the ctx.Done() channel to check for the signal\nmiddleware/timeout.go:21://\t\tcase <-ctx.Done():\nmiddleware/timeout.go:38:\t\t\t\tif ctx.Err() == context.DeadlineExceeded {",
    )
    a.read("middleware/wrap_writer.go", *clone.lines("middleware/wrap_writer.go", "func NewWrapResponseWriter(", 32))
    a.bash(
        "git log --oneline -3 -- middleware/timeout.go",
        "9920283 Reformat godoc comments according to the latest Go (#867)\n6172f3d Update timeout example (#377)\n3a5de06 Update godocs",
        title="History of Timeout",
    )
    a.answer(
        "`Timeout` in middleware/timeout.go puts a `context.WithTimeout` on the request and sends 504 after the handler has returned. For a limit that comes with the request I see:\n\n"
        "1. the standard library's `http.TimeoutHandler`, made anew per request; it also answers when the handler ignores its context\n"
        "2. a context with a deadline, as `Timeout` has it\n"
        "3. teach `Timeout` itself to look at a header, which changes it for everybody who mounts it, so rather not\n\n"
        "Which way do we go?"
    )
    a.user(
        "TimeoutHandler first, it is stdlib and cuts also who ignores the context. name is Deadline(max), max counts when no header comes. the header is X-Deadline, a moment in unix milliseconds, "
        "so each hop reads the same number and nobody has to subtract. some agreements: Timeout stays how it is, half of the company mounts it. tests only with stdlib and the helpers of middleware_test.go, no testify, "
        "go.mod has no require today and remains so. CHANGELOG.md is of Eduardo, he writes it on the release, don't put the hand there"
    )
    a.write(CODE, FIRST)
    a.write(TEST, FIRST_TEST)
    run(
        a,
        "--- FAIL: TestDeadlineFromHeader (0.02s)\n    deadline_test.go:30: expecting values to be equal but got: '504' and '503'\n--- FAIL: TestDeadlineKeepsFlusher (0.00s)\n    deadline_test.go:39: feature not supported\n",
        seconds="0.024s",
    )
    a.answer(
        "Two tests, both red, and both are how `http.TimeoutHandler` is made:\n\n"
        "- its status is always 503, we cannot choose\n"
        "- it keeps the whole answer in a buffer, and its writer has neither `Flush` nor `Unwrap`, so `http.NewResponseController(w).Flush()` says `feature not supported`. A streaming route would send nothing until its end\n\n"
        "I'd go on with the context."
    )
    a.user(
        "no way then. the feed of Camila is SSE, without flush it dies. and look what the gateway does with the 503:\n\n"
        "gw-2 WARN upstream=orders status=503 policy=always-retry attempt=2/3\n"
        "gw-2 WARN upstream=orders status=429 policy=always-retry attempt=2/3\n"
        "gw-2 INFO upstream=orders status=504 policy=never-retry\n\n"
        "504 it must be. do it with the context"
    )
    a.edit(CODE, "import (\n", 'import (\n\t"context"\n')
    a.edit(CODE, FIRST_BODY, DIRECT_BODY)
    run(a, seconds="0.023s")
    a.answer(
        "Both green. `Deadline(max)` now sets `context.WithDeadline` and answers 504 when the handler came back too late; Flush works, as the writer is the original one.\n\n"
        '<backstory:remember kind="decision" tags="deadline,middleware" at="middleware/deadline.go#Deadline" why="every hop reads the same number and nobody has to subtract">Callers send X-Deadline, a moment in Unix milliseconds; max counts when there is no header</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="deadline,middleware" at="middleware/deadline.go#Deadline" why="the gateway retries 503 and 429, a 504 it lets go">A request that is out of time gets 504</backstory:remember>'
    )
    a.user("and if the handler perceives the end alone and answers with its own error json, who wins?")
    a.edit(TEST, IMPORTS, IMPORTS_LATE)
    a.edit(TEST, SPOT, LATE + SPOT)
    run(
        a,
        "--- FAIL: TestDeadlineLeavesLateAnswer (0.02s)\n    deadline_test.go:48: expecting values to be equal but got: '' and 'http: superfluous response.WriteHeader call from github.com/go-chi/chi/v5/middleware.Deadline.func1.func1 (deadline.go:20)\n        '\n",
        title="A handler that answers late",
    )
    a.text(
        "The handler wins, but we call WriteHeader a second time behind its back and the server logs it. `Timeout` has the same flaw. With NewWrapResponseWriter we can see whether anything was sent."
    )
    a.edit(CODE, SERVE, WRAPPED)
    run(a)
    a.bash("gofmt -l . && go vet ./middleware", title="Format and vet")
    a.bash(
        'backstory -q remember failure "WriteHeader(504) after a handler that answered late makes the server log superfluous response.WriteHeader" --fix "wrap with NewWrapResponseWriter and write 504 only while Status() is 0" --tag deadline --at middleware/deadline.go#Deadline',
        title="Keep the finding",
        run=True,
    )
    a.answer(
        "The handler wins: its answer goes out, and `Deadline` writes 504 only while nothing was sent (`ww.Status() == 0`). Before that the server logged `superfluous response.WriteHeader call`. `Timeout` does so still, I left it alone as agreed. Three tests green, the finding is in the memory."
    )
    a.user("does a panic in there still arrive at Recoverer?")
    a.answer(
        "Yes. `Deadline` recovers nothing; its only defer is `cancel()`, so the panic passes through to whatever is mounted outside."
    )
    a.user(
        "ok, commit. always with -s, the dco bot blocks a commit without sign-off and i have to beg Lívia to unlock it. after that make test"
    )
    commit(
        a,
        "Add middleware Deadline",
        "Handlers worked on for callers that had left. The caller names its limit in a header; who does not mount it sees no change.",
    )
    a.bash(
        "make test 2>&1 | tail -5",
        "go test -race -v .\ngo: -race requires cgo; enable cgo by setting CGO_ENABLED=1\nmake[1]: *** [Makefile:14: test-router] Error 2\nmake[1]: Leaving directory '/home/rafa/src/chi'\nmake: *** [Makefile:10: test] Error 2",
        title="Whole suite",
    )
    a.bash(
        "CGO_ENABLED=1 go test -race -count=1 . 2>&1 | tail -2",
        '# runtime/cgo\ncgo: C compiler "gcc" not found: exec: "gcc": executable file not found in $PATH',
        title="With cgo",
    )
    a.answer(
        "Committed, signed off. `make test` never gets to a test: the Makefile has `-race` fixed in it, that needs cgo, and there is no gcc on this machine. It has nothing to do with the branch."
    )
    a.user(
        "right, this box has no c compiler and will not win one. run always go test -count=1 ./... here, forget the make. then leave a note, i go home"
    )
    a.bash(
        "go test -count=1 ./...",
        f"ok  \tgithub.com/go-chi/chi/v5\t2.044s\n{good('26.221s')}",
        title="Whole suite without the race detector",
    )
    a.bash(
        'backstory -q checkpoint "Deadline: a request ends when its caller stops waiting" --goal "no database work for answers that the gateway does not wait for" --state "middleware/deadline.go with 3 tests committed; go test green; make test cannot run, no C compiler" --next-steps "ask Renata whether X-Deadline suits the gateway;; what happens with Throttle before it;; row in the README table"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "Note is there.\n\n"
        "Done: `middleware.Deadline` reads X-Deadline, answers 504 only if nothing was sent, keeps Flush; committed on caller-deadline.\n"
        "Red: nothing, `go test -count=1 ./...` passes; only `make test` can't start without a C compiler.\n"
        "Next: ask Renata whether the header suits the gateway, look at Throttle in front of it, then the README row."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/outgoing", create=True)
    b = s.session("d2")
    b.user(
        "a fast spike, separate branch. a RoundTripper that passes the deadline of the context to the next service, only to see what it costs per call. no tests, and no sign-off here, this never goes to a pull request"
    )
    b.write("middleware/transport.go", TRANSPORT)
    b.bash(
        "go test -run xxx -bench 'Plain|BudgetTransport' -overlay /tmp/bench.json ./middleware | grep ns/op",
        "BenchmarkPlain-2             \t1000000000\t         0.1326 ns/op\t       0 B/op\t       0 allocs/op\nBenchmarkBudgetTransport-2   \t 2430337\t       488.0 ns/op\t     928 B/op\t       7 allocs/op",
        title="Measure",
    )
    b.answer(
        "`BudgetTransport` costs 488 ns and 7 allocations a call, nearly all of it `r.Clone`, which copies the headers. Beside a network hop that is nothing. Open is only where it should live: chi has no client code so far, and `middleware` is all server side."
    )
    b.user(
        "exactly, it has nothing to do in middleware. that is for v6, in a package of its own. record it, commit here and leave it sleeping"
    )
    b.bash(
        'backstory -q remember decision "For v6: the client side (BudgetTransport) goes into a package of its own, not into middleware" --why "chi has no client code; it costs 488 ns a call, so the price is no objection" --tag deadline --tag spike --at middleware/transport.go',
        title="Record the decision",
        run=True,
    )
    b.bash(
        'git add middleware && git commit -q -m "Spike: pass the deadline on to the next hop" && git log -1 --format=%s',
        "Spike: pass the deadline on to the next hop",
        title="Commit the spike",
        run=True,
    )
    b.answer("Recorded for v6 and committed on spike/outgoing, without sign-off. caller-deadline stays free of it.")
    b.end()
    s.switch("main")
    for target in (".", "./middleware"):
        s.steps.append(
            {
                "replace": {
                    "path": "Makefile",
                    "old": f"\tgo test -race -v {target}\n",
                    "new": f"\tgo test $(RACE) -v {target}\n",
                }
            }
        )
    s.steps.append({"replace": {"path": "Makefile", "old": ".PHONY: test\n", "new": "RACE ?= -race\n\n.PHONY: test\n"}})
    s.shell(
        'git commit -qam "make: let RACE= turn the race detector off" -m "It needs a C compiler, and not every machine has one." --author "Livia Prado <livia@example.org>"'
    )
    s.switch("caller-deadline")


def tell_second(s: Scenario, clone: Clone) -> None:
    a = s.session("d3")
    a.user(
        "bom dia. Lívia put a variable RACE in the Makefile, is on main already. bring main to here, and from today the suite is make test RACE= so it is the same that the ci calls, no more naked go test ./..."
    )
    a.bash(
        "git merge -q --signoff --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into caller-deadline\nmake: let RACE= turn the race detector off\nAdd middleware Deadline\nUpdate compress middleware support Brotli support documentation (#1007)",
        title="Merge main",
        run=True,
    )
    a.bash(
        "make test RACE= 2>&1 | grep -E '^(ok|FAIL|--- FAIL)'",
        f"ok  \tgithub.com/go-chi/chi/v5\t2.047s\n{good('26.198s')}",
        title="Whole suite",
    )
    a.answer("main is in, without conflicts. `make test RACE=` runs both packages here, all green.")
    a.user(
        "Renata from sre read the branch and compared the clocks. the edge nodes in fortaleza are 1.8 s behind ours, so from a 2 s limit there is almost nothing left when it arrives. she replayed one hour of traffic, of 9000 requests 212 were dead on arrival. "
        "so the moment is out, my mistake. the caller sends what is left, header X-Budget-Ms, milliseconds, like grpc does it. a value that is no number counts as no header, as now. max continues the ceiling. "
        "ah, and throttle.go is closed for us, Thiago is redoing the backlog there"
    )
    a.edit(CODE, DEADLINE_OF, BUDGET_OF)
    a.edit(CODE, DOC, DOC_BUDGET)
    a.edit(CODE, WITH_DEADLINE, WITH_TIMEOUT)
    a.edit(TEST, 'r.Header.Set("X-Deadline", header)', 'r.Header.Set("X-Budget-Ms", header)')
    a.edit(TEST, SOON, "")
    a.edit(TEST, "serveDeadline(soon(), ", 'serveDeadline("20", ')
    a.edit(TEST, '\t"strconv"\n', "")
    run(a)
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'a moment in Unix' in r['title']][0])\"); "
        'backstory -q remember decision "Callers send X-Budget-Ms, the milliseconds that are left; Deadline(max) is the ceiling" --why "Renata compared the clocks: the edge nodes in Fortaleza are 1.8 s behind, 212 of 9000 replayed requests were dead on arrival" --instead-of "X-Deadline, a moment in Unix milliseconds" --tag deadline --tag middleware --at middleware/deadline.go#budgetOf --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    a.answer(
        "Changed: `budgetOf` reads X-Budget-Ms, and the context gets `WithTimeout` in place of `WithDeadline`, so no clock but ours takes part. Three tests pass.\n\n"
        '<backstory:remember kind="decision" tags="deadline,middleware" at="middleware/deadline.go#budgetOf" why="a broken client must not be worse off than one without the header">A budget that is not a number counts as no header: max applies</backstory:remember>'
    )
    a.user("and if some smart one sends 9223372036854775?")
    a.edit(TEST, SPOT, HUGE + SPOT)
    run(
        a,
        "--- FAIL: TestDeadlineHugeBudget (0.00s)\n    deadline_test.go:49: context deadline exceeded\n",
        title="A huge budget",
    )
    a.text(
        "The product with time.Millisecond overflows int64 and turns negative, and min() then picks it. The comparison has to come before the multiplication."
    )
    a.edit(CODE, BUDGET_RETURN, BUDGET_GUARD)
    run(a)
    a.bash("gofmt -l . && go vet ./middleware", title="Format and vet")
    commit(
        a,
        "Deadline: take the milliseconds left, not a moment",
        "Clocks of callers differ from ours. The number is compared with max before it becomes a Duration, as the product can overflow.",
    )
    a.answer(
        "It overflowed: `time.Duration(ms) * time.Millisecond` became negative, so the largest budget was dead at once. `budgetOf` now compares `ms > max.Milliseconds()` first and multiplies after. Four tests green, committed with -s."
    )
    a.user(
        "good. next doubt: we have old handlers with a soap client that never looks at the context. can we cut them when the time ends?"
    )
    a.edit(TEST, SPOT, STUCK + SPOT)
    a.edit(CODE, "\t\t\tww := NewWrap", CUT + "\t\t\tww := NewWrap")
    run(
        a,
        '--- FAIL: TestDeadlineLeavesLateAnswer (0.02s)\n    middleware_test.go:91: Get "http://127.0.0.1:43311/": EOF\n--- FAIL: TestDeadlineStuckHandler (0.15s)\n    middleware_test.go:91: Get "http://127.0.0.1:42007/": EOF\n',
        title="Try SetWriteDeadline",
        seconds="0.197s",
    )
    a.bash("git checkout -q middleware && git status --short", title="Take it back", run=True)
    a.answer(
        "Not in a clean manner. I tried `SetWriteDeadline` of the ResponseController and took it back: once that moment is over nothing can be written any more, our own 504 included, so the client sees a bare `EOF`. It even broke `TestDeadlineLeavesLateAnswer`, where the handler had a proper answer. And the handler keeps running all the same.\n\n"
        "The other way is a goroutine plus a buffer, which is `http.TimeoutHandler` again, with no Flush. I'd leave handlers that ignore their context alone."
    )
    a.user(
        "leave, the soap is problem of who wrote it. now Throttle: if somebody mounts both, who pays the waiting in the queue? put one to read it, only read"
    )
    a.delegate(
        "Throttle together with Deadline",
        "In middleware/throttle.go: what does a request get whose context runs out while it waits for a token in the backlog, and what changes with the order in which Throttle and Deadline are mounted? Read only.",
        "With Deadline outside of Throttle the wait in the backlog eats the budget. When it runs out there, ThrottleWithOpts takes the ctx.Done() branch and answers with its own StatusCode, 429 by default, and the text 'Context was canceled.'; Deadline finds a status and adds nothing. With Throttle outside, the budget only starts once the token is taken.",
    )
    a.answer(
        "It depends on the order. With `Deadline` mounted before `Throttle`, waiting costs budget, and a request that runs out in the backlog gets Throttle's 429 `Context was canceled.`, not our 504. Your gateway retries 429, so the dead ones would come back. "
        "With `Throttle` first and `Deadline` after it, the budget starts when the token is taken and a 504 stays a 504. All that without touching throttle.go."
    )
    a.user(
        "then it is Throttle first, Deadline after, this goes to the doc comment. now the case zero or negative: the caller already left, so 504 without calling the handler. today only the test, i enter in a meeting in five minutes. "
        "after it the doc comment, and then the row in the table of the README, but Jussara reads the text before, the docs are hers"
    )
    a.edit(TEST, SPOT, SPENT + SPOT)
    run(
        a,
        "--- FAIL: TestDeadlineSpentBudget (0.00s)\n    deadline_test.go:63: expecting values to be equal but got: 'false' and 'true'\n",
    )
    a.answer(
        "Done: main merged, X-Budget-Ms in place of the moment, overflow closed, both committed. The test for a spent budget is written, not committed.\n"
        "Red: `TestDeadlineSpentBudget` in middleware/deadline_test.go, which is right, the handler is still called with a budget of 0; the other 4 pass.\n"
        "Next: in `Deadline` answer 504 for a budget of zero or less before `next.ServeHTTP`; then the doc comment on the order (Throttle first, Deadline after it); then the row in the README table, text to Jussara first."
    )
    a.end()
