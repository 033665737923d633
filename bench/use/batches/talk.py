"""The sittings of the scenario `batches`: a frontend developer, short and in lower case."""

from conversation import Scenario, Session
from files import (
    BOUND,
    BROWSER,
    CALL,
    CALL_NEW,
    CHECK,
    CHECK_NEW,
    DOCS,
    DOCS_NEW,
    DOCS_OLD,
    FATAL,
    FATAL_OLD,
    HIDDEN,
    HIDE,
    HIDE_SHORT,
    IDLE,
    LEAK,
    LEAK_BEFORE,
    OPTS,
    OPTS_NEW,
    PUSH,
    PUSH_NEW,
    QUEUE,
    SEND,
    SEND_NEW,
    SHAPE,
    TEST,
    TESTS,
    TIMER,
    TYPE_TEST,
    TYPE_TEST_NEW,
    TYPE_TEST_OLD,
    TYPES,
    TYPES_NEW,
    TYPES_OLD,
    TYPO,
    TYPO_NEW,
    UNLOAD,
)
from material import Clone

ONE = f"node {TEST}"
ALL = "npx borp --timeout 60000 'test/browser*.test.js'"

FOUR = """TAP version 13
# throws if batch is set without sendBatch
ok 1 should throw
# sends a batch when size is reached
ok 2 should be strictly equal
# sends what is there after wait
ok 3 should be strictly equal
"""

NO_IDLE = """/workspaces/pino/browser.js:526
      else if (timer === null) timer = requestIdleCallback(flush, { timeout: wait })
                               ^

ReferenceError: requestIdleCallback is not defined
    at Object.push (/workspaces/pino/browser.js:526:32)
    at transmit (/workspaces/pino/browser.js:499:30)
    at Function.LOG [as info] (/workspaces/pino/browser.js:391:9)
    at Test.<anonymous> (/workspaces/pino/test/browser-batch.test.js:19:10)

Node.js v20.20.2
"""

SHARED = """not ok 5 should be deeply equivalent
  ---
    operator: deepEqual
    expected: |-
      [ { step: 1 } ]
    actual: |-
      [ { step: 1 }, { step: 2 } ]
    at: Object.sendBatch (/workspaces/pino/test/browser-batch.test.js:45:5)
  ...

1..5
# tests 5
# pass  4
# fail  1
"""

THREE = """# sends error and fatal at once
not ok 4 should be strictly equal
  ---
    operator: equal
    expected: '2,1'
    actual:   '3'
    at: Test.<anonymous> (/workspaces/pino/test/browser-batch.test.js:39:3)
  ...
"""

LEAKED = """# setBindings does not leak into messages
not ok 5 should be deeply equivalent
  ---
    operator: deepEqual
    expected: |-
      [ 'a' ]
    actual: |-
      [ { step: 2 }, 'a' ]
    at: Object.sendBatch (/workspaces/pino/test/browser-batch.test.js:45:5)
    stack: |-
      Error: should be deeply equivalent
          at Test.tapeDeepEqual (/workspaces/pino/node_modules/tape/lib/test.js:815:7)
          at flush (/workspaces/pino/browser.js:517:14)
          at Object.push (/workspaces/pino/browser.js:531:49)
          at transmit (/workspaces/pino/browser.js:499:30)
  ...
# buffered events keep the bindings they were logged with
ok 6 should be deeply equivalent

1..6
# tests 6
# pass  5
# fail  1
"""

SUMMARY = """This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:

1. Primary request: browser logs of the checkout app are sent in batches (`transmit.batch`, `transmit.sendBatch`) in browser.js, branch browser-batch.
2. Done today: default size changed after the collector's 413, buffered events copy their bindings (new test passes), flush moved from pagehide to visibilitychange.
3. Files: browser.js (createQueue), test/browser-batch.test.js.
4. Current work: waiting for the user's next message. Nothing of today is committed yet.
"""


def show(session: Session, clone: Clone, path: str, start: str | int, count: int) -> None:
    text, first = clone.lines(path, start, count)
    session.read(path, text, first)


def passed(count: int) -> str:
    return f"1..{count}\n# tests {count}\n# pass  {count}\n\n# ok\n"


def tell_monday(s: Scenario, clone: Clone) -> None:
    a = s.session("l1")
    a.user(
        "ok new thing. checkout fires about 300 POSTs a minute per tab at peak because the browser `transmit` calls send for every single line. i want "
        "batching in pino itself, something like transmit.batch with a size and a wait. look at how transmit works today first, no code yet"
    )
    show(a, clone, BROWSER, "function transmit (", 42)
    a.grep(
        "transmit",
        BROWSER,
        "393:        transmit(this, {\n470:function transmit (logger, opts, args, argsIsSerialized = false) {",
    )
    a.answer(
        "Here's how it works today:\n\n"
        "- `createWrap` writes to the console first, then calls `transmit()` with the args when the level is high enough\n"
        "- `transmit()` fills `logger._logEvent`, calls `send(methodLevel, logger._logEvent, val)` synchronously, then makes a fresh event\n"
        "- the options travel in `setOpts`, which the root and all of its children share\n\n"
        "Three ways to add batching:\n\n"
        "A. keep `send`, but hand it an array when `batch` is set\n"
        "B. a second function, `transmit.sendBatch(events)`, required when `batch` is set\n"
        "C. no change in pino, ship a wrapper that people put around their `send`"
    )
    a.user("what's the trade-off between a and b?")
    a.answer(
        "**A (array into `send`)** is one option less to learn. But `send: (level, logEvent)` turns into a union in `pino.d.ts`, so every TypeScript user has to "
        "narrow it, and a shared `send` that reads `logEvent.level.value` gets `undefined` the moment somebody turns batching on.\n\n"
        "**B (`sendBatch`)** is a bit more surface, and `send` sits there unused while batching is on. Existing code can't break, though, and a batch has no single level, "
        "so there's no odd first argument.\n\nI lean to B."
    )
    a.user("b. people's send functions read logEvent.level, i don't want to break a single one of them")
    a.answer("B it is. One question before I start: one queue per root logger, or does each child get its own?")
    a.user("one for the whole tree, the collector wants them in order")
    a.edit(BROWSER, CHECK, CHECK_NEW)
    a.edit(BROWSER, OPTS, OPTS_NEW)
    a.edit(BROWSER, SEND, SEND_NEW)
    a.edit(BROWSER, CALL, CALL_NEW)
    a.edit(BROWSER, SHAPE, QUEUE + SHAPE)
    a.write(TEST, TESTS)
    a.bash(ONE, NO_IDLE, title="Run the new test file", code=1)
    a.text(
        "`requestIdleCallback` doesn't exist in node, so let me see whether it's worth a fallback or a plain timer is better."
    )
    a.edit(BROWSER, IDLE, TIMER)
    a.bash(
        ONE,
        FOUR + "# sends error and fatal at once\nok 4 should be strictly equal\n\n" + passed(4),
        title="Run the new test file",
    )
    a.answer(
        "First version is in:\n\n"
        "- `createQueue(transmit)` in `browser.js`, hung on `setOpts`, so the whole tree shares one queue\n"
        "- flushes at `size` (default 50) or after `wait` (default 2000 ms), and on `beforeunload`\n"
        "- `error` and `fatal` go out right away together with whatever is waiting\n\n"
        "I had the timer on `requestIdleCallback` at first and took it out again: Safari doesn't ship it, and a tab in the background is never idle, so lines would sit there. "
        "It's a plain `setTimeout` now.\n\nShould I add a default sender based on `navigator.sendBeacon`, so people don't need to write `sendBatch` at all?"
    )
    a.user(
        "no. we had sendBeacon in checkout last spring. you can't set an authorization header with it, so the collector answered 401 for two weeks and nobody noticed. "
        "no default sender at all"
    )
    a.answer("Understood, no default sender. `sendBatch` stays required when `batch` is set.")
    a.user("why beforeunload")
    a.answer(
        "It's the classic place for last-minute work: it fires before navigation and on closing the tab. The drawback is that a page with a `beforeunload` listener isn't eligible for the "
        "back/forward cache in Firefox and older Safari."
    )
    a.user("no, not that then. back button in checkout has to be instant, product would murder me. pagehide")
    a.edit(BROWSER, UNLOAD, HIDE_SHORT)
    a.answer("Switched to `pagehide`.")
    a.user(
        "no ?. please, no ?? either. browser.js goes out untranspiled to the store kiosks and those sit on chrome 66"
    )
    a.edit(BROWSER, HIDE_SHORT, HIDE)
    a.answer("Replaced with a `typeof window` check.")
    a.user("tests")
    a.bash(
        "npm test",
        "Command timed out after 2m 0s\n\n> pino@10.3.1 borp\n> borp --timeout 60000 --coverage --check-coverage --lines 95 --functions 95 --branches 95 --statements 95\n\n"
        "✔ test/transport-stream.test.js (612.20417ms)\n✔ test/transport/big.test.js (9120.8112ms)",
        title="Run the whole suite",
        code=143,
    )
    a.answer("`npm test` got stuck somewhere in test/transport after lint passed. Want me to dig into it?")
    a.user(
        f"nah, the transport ones hang in my devcontainer every time, worker threads or whatever. don't run npm test in here. `{ALL}` and npm run lint, that's enough. "
        f"for a single file just {ONE}"
    )
    a.bash(ALL, "✔ test/browser-batch.test.js (278.984078ms)\nℹ tests 24\nℹ pass 24\nℹ fail 0", title="Browser tests")
    a.bash("npm run lint", "> pino@10.3.1 lint\n> eslint .", title="Lint")
    a.answer("24 of 24 pass, lint is clean.")
    a.user(
        "commit. feat(browser): and lower case like the others. leave types and docs out of this one, i want to see it move first"
    )
    a.bash(
        f"git add {BROWSER} {TEST} && git commit -q -m 'feat(browser): add transmit.batch' -m 'Co-Authored-By: Claude <noreply@anthropic.com>' && git log -1 --format=%s",
        "feat(browser): add transmit.batch",
        title="Commit",
        run=True,
    )
    a.answer("Committed on browser-batch as `feat(browser): add transmit.batch`, code and tests only.")
    a.user(
        "without the co-authored-by. never put that in. and pushing and the pr are mine, upstream bans accounts for bot prs"
    )
    a.bash(
        "git commit -q --amend -m 'feat(browser): add transmit.batch' && git log -1 --format=%B",
        "feat(browser): add transmit.batch",
        title="Amend without the trailer",
        run=True,
    )
    a.answer("Amended, the trailer is gone. I won't push.")
    a.user("thx. lunch")
    a.answer("Enjoy!")
    a.end()


def tell_aside(s: Scenario, clone: Clone) -> None:
    b = s.session("l2")
    b.user(
        "quick one, i made a branch docs/transmit-wording. docs/browser.md says 'the `send` function be called based on', fix the grammar. no tests, and this one you can push "
        "yourself, the docs bot is waiting for it"
    )
    show(b, clone, DOCS, "### `transmit` (Object)", 8)
    b.edit(DOCS, TYPO, TYPO_NEW)
    b.bash("git commit -qam 'docs: fix wording of transmit.level'", title="Commit", run=True)
    b.bash(
        "git push -u origin docs/transmit-wording",
        "branch 'docs/transmit-wording' set up to track 'origin/docs/transmit-wording'.",
        title="Push the docs branch",
    )
    b.answer("Fixed and pushed: `docs: fix wording of transmit.level` on docs/transmit-wording.")
    b.user("does pino-pretty do anything in the browser btw?")
    b.answer(
        "No, it's a node stream/transport. In the browser the console does the formatting; with `asObject: true` you get the plain object and devtools shows it expandable."
    )
    b.user("figured")
    b.answer("Anything else on this branch?")
    b.end()


def tell_tuesday(s: Scenario, clone: Clone) -> None:
    c = s.session("l3")
    c.user("morning. where were we with batching")
    c.bash(
        "git log --oneline -2 | cut -c9-; git status --short -uno",
        "feat(browser): add transmit.batch\nfix(multistream): fix clone add crash and missing end/remove methods (#2493)",
        title="State of the branch",
    )
    c.answer(
        "`transmit.batch` is committed with four tests. Types and docs are missing, and nobody has tried it in a real browser."
    )
    c.user(
        "staging has it since last night. from ines, she runs the collector:\n\n```\n2026-11-19T06:14:02Z WARN  checkout-web 413 body=213kB limit=128kB (must not exceed, never retry)\n"
        "2026-11-19T06:14:09Z WARN  checkout-web 413 body=198kB limit=128kB (must not exceed, never retry)\n2026-11-19T06:14:11Z INFO  pos-terminal 202 body=3kB\n```\n\n"
        "so 50 is way too much, our events are 4-5 kb with the cart in them. make it 20"
    )
    c.edit(BROWSER, "transmit.batch.size || 50", "transmit.batch.size || 20")
    c.bash(ONE, passed(4), title="Batch tests")
    c.answer(
        "Default `size` is 20 now, about 100 kB with your events. With larger carts that could still go over; I could count bytes instead of events, at the cost of a `JSON.stringify` per line."
    )
    c.user(
        "nope, counting is fine. can you get something to check if anybody still writes to a log event after it's been handed over? we keep them around now"
    )
    c.delegate(
        "Late writes to log events",
        "In browser.js of pino: find everything that still changes a logEvent object, or something it refers to, after transmit() has passed it to send. Read only, report with line numbers.",
        "The event object itself is safe: transmit() replaces logger._logEvent right after the call. Its `bindings` are not. createLogEventShape(bindings) passes the same array on to the "
        "next event, so all events of one logger share one bindings array, and setBindings (browser.js:169) does `this._logEvent.bindings.push(newBindings)`. An event that waits in a queue "
        "therefore shows bindings that were set after it was logged. Children are fine, they concat into a new array. Messages are passed by reference, a caller who mutates an object after logging it would see that too, "
        "which is the same with an async send today.",
    )
    c.answer(
        "One real problem: all events of a logger share a single `bindings` array, and `setBindings` pushes into it. A queued event would show bindings that were set later. The event objects themselves "
        "are replaced after each call, and children copy. Copying the array when an event is queued would fix it."
    )
    c.user("uh, good catch. that's our user id. copy it, test first")
    c.bash(f"cat >> {TEST} <<'EOF'{BOUND}EOF", title="Add a test", run=True)
    c.bash(ONE, SHARED, title="Batch tests", code=1)
    c.edit(BROWSER, PUSH, PUSH_NEW)
    c.bash(ONE, passed(5), title="Batch tests")
    c.bash(
        "backstory -q remember fact 'Events of one browser logger share one bindings array and setBindings pushes into it: whatever keeps an event has to slice its bindings' --at browser.js --tag browser",
        title="Remember",
        run=True,
    )
    c.answer("Red first, green with `event.bindings.slice()` in the queue. Five tests.")
    c.user(
        "tobi tried staging on his iphone: swipe the app away and pagehide never comes, he lost the last dozen lines. he says visibilitychange to hidden is the only thing you can count on in ios"
    )
    c.edit(BROWSER, HIDE, HIDDEN)
    c.bash(ALL, "ℹ tests 24\nℹ pass 24\nℹ fail 0", title="Browser tests")
    c.answer(
        "The queue now flushes on `visibilitychange` when the page turns hidden, `pagehide` is gone. Hidden also fires on tab switches, so you'll see a few small batches more.\n\n"
        "For crashes we could mirror the queue into `sessionStorage` and send the rest on the next load."
    )
    c.user(
        "no, nothing goes into storage. legal was clear, log lines can have names in them and the consent banner doesn't cover that"
    )
    c.answer("Fine, the queue stays in memory.")
    c.compact(SUMMARY)
    c.user("does the queue grow forever if someone's offline in a tunnel?")
    c.answer(
        "No. `flush` hands the events to `sendBatch` and lets go of them, whether the request works or not. What's lost is lost, as with `send` today. Keeping them would need a retry and an upper bound."
    )
    c.user(
        "ok. types and docs now. and from here on an option comes with pino.d.ts and docs/browser.md in the same commit, i always forget one of them"
    )
    c.edit(TYPES, TYPES_OLD, TYPES_NEW)
    c.edit(DOCS, DOCS_OLD, DOCS_NEW)
    c.bash(
        "npm run lint && npx tstyche pino.tst.ts",
        "Targets:    1 passed, 1 total\nTest files: 1 passed, 1 total\nAssertions: 36 passed, 36 total",
        title="Lint and types",
    )
    c.bash(
        "git commit -qam 'feat(browser): flush batches when the page is hidden' && git log -1 --format=%s",
        "feat(browser): flush batches when the page is hidden",
        title="Commit",
        run=True,
    )
    c.answer("Types, docs, the new default, the copied bindings and the flush on hidden are in one commit.")
    c.user("you didn't touch test/browser-transmit.test.js did you")
    c.bash(
        "git diff --stat main -- test/browser-transmit.test.js; node test/browser-transmit.test.js | tail -5",
        passed(42),
        title="Old transmit tests",
    )
    c.answer("No, it's unchanged against main, and all 42 pass.")
    c.user("keep it that way, that file is our proof that nothing changes for people without batch. what's left")
    c.answer(
        "From my side:\n\n1. retry with backoff when `sendBatch` rejects\n2. an assertion for `batch`/`sendBatch` in test/types/pino.tst.ts\n3. an example with `fetch` and `keepalive` in docs/browser.md\n"
        "4. measure how much the bundle grows\n5. a build for Tobi to try on the phone again"
    )
    c.end()


def tell_wednesday(s: Scenario, clone: Clone) -> None:
    d = s.session("l4")
    d.user(
        "retry is out. whoever writes sendBatch can retry, i don't want network policy in a logger. do the type assertion"
    )
    show(d, clone, TYPE_TEST, 213, 12)
    d.edit(TYPE_TEST, TYPE_TEST_OLD, TYPE_TEST_NEW)
    d.bash(
        "npx tstyche pino.tst.ts",
        "Targets:    1 passed, 1 total\nTest files: 1 passed, 1 total\nAssertions: 36 passed, 36 total",
        title="Type tests",
    )
    d.answer("Added to the `transmit` block in `pino.tst.ts`, passes.")
    d.user(
        "product showed me monday's incident. when the payment provider is down we log like 400 errors in a row per tab, and with error skipping the queue that's 400 requests again, so exactly "
        "the moment it matters we're back to where we started. only fatal may skip, an error can wait its 2 seconds"
    )
    d.edit(BROWSER, "if (value >= 50 ||", "if (value >= 60 ||")
    d.bash(ONE, THREE, title="Batch tests", code=1)
    d.edit(TEST, FATAL_OLD, FATAL)
    d.bash(ONE, passed(5), title="Batch tests")
    d.answer(
        "`error` is queued like everything else, only `fatal` flushes at once. I adapted the test. Should custom levels above 60 skip it too? They do at the moment."
    )
    d.user("sure")
    d.answer(
        "Then that's how it stays. With errors waiting, would you rather lower `wait` to 500 so that they show up on the dashboard sooner?"
    )
    d.user("what does that cost")
    d.answer(
        "At your peak of 300 lines a minute, 2000 ms gives at most 30 requests a minute and tab, 500 ms up to 120. Ines' dashboard refreshes every 10 seconds, so 500 wouldn't even be visible there."
    )
    d.user("leave it at 2000. commit")
    d.bash("npm run lint", "> pino@10.3.1 lint\n> eslint .", title="Lint")
    d.bash(
        "git commit -qam 'feat(browser): let only fatal skip the batch' && git log -1 --format=%s",
        "feat(browser): let only fatal skip the batch",
        title="Commit",
        run=True,
    )
    d.answer("Committed.")
    d.user("does setBindings work with it? checkout sets userId that way after login. write me a test")
    d.edit(TEST, LEAK_BEFORE, LEAK + LEAK_BEFORE)
    d.bash(ONE, LEAKED, title="Batch tests", code=1)
    show(d, clone, BROWSER, "  logger.setBindings", 10)
    d.answer(
        "Not quite, and the test shows it: `[ { step: 2 }, 'a' ]` instead of `[ 'a' ]`. `setBindings` pushes `newBindings` to the event's bindings, but what's prepended to each call is the merged copy from "
        "`Object.assign`. `transmit()` sorts bindings out of the messages by reference (`bindings.indexOf(arg) === -1`), doesn't recognise the copy, and it ends up in `messages`."
    )
    d.user("happens without batch too?")
    d.bash(
        "node -e \"const l=require('./browser')({browser:{write(){},transmit:{send(a,e){console.log(e.messages)}}}}).child({a:1});l.setBindings({b:2});l.info('y')\"",
        "[ { a: 1, b: 2 }, 'y' ]",
        title="The same without batch",
    )
    d.answer(
        "Yes, plain `send` gets `[ { a: 1, b: 2 }, 'y' ]` as well. It came in with #2471, so it isn't ours. Fix it in this branch, or as a separate fix?"
    )
    d.user(
        "not sure if that goes into our pr or upstream as its own fix, i'll ask matteo. leave the test red and uncommitted, don't touch setBindings until he answers"
    )
    d.answer(
        "OK, the test stays red in the working tree.\n\nNext:\n\n1. `setBindings`, once Matteo has answered\n2. the `fetch`/`keepalive` example in docs/browser.md\n3. bundle size\n4. a build for Tobi"
    )
    d.user(
        "tobi's build comes first tomorrow, he's only in until noon. bundle size we skip, nobody cares about 600 bytes"
    )
    d.answer("Got it: Tobi's build first, then the `keepalive` example, `setBindings` when there's an answer.")
    d.user("night")
    d.answer("Good night!")
    d.end()
