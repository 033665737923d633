"""Questions, prompts and notes of the scenario `batches`."""

from conversation import STALE_MARK, Scenario, stale

UNSTATED = rf"(?m)^(?![^\n]*({STALE_MARK}|visibilitychange|gone|never|~~))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "Which test is red, and why?",
        "`setBindings does not leak into messages` in test/browser-batch.test.js: setBindings pushes newBindings, but the log call gets the merged Object.assign copy, which the indexOf filter of transmit() does not recognise.",
        every=[
            r"setBindings[^\n]{0,60}(leak|messages|red\b|fail)|leak[^\n]{0,20}into[^\n]{0,6}messages",
            r"Object\.assign|merged|recogni[sz]e|indexOf|same object|different object|identity",
        ],
        wrong=[
            "`sends only fatal at once` fails: expected 2,1 and got 3.",
            "setBindings does not leak into messages is red.",
            "buffered events keep the bindings: createLogEventShape shares an array.",
        ],
    )
    s.ask(
        "What is undecided about setBindings, and who is asked?",
        "Whether the fix belongs in this PR or upstream as its own fix: Matteo is asked, setBindings stays untouched until he answers.",
        every=[
            r"Matteo",
            r"setBindings",
            r"own fix|separate|upstream|(our|this) (pr|branch)|don.t touch|untouched|until|wait",
        ],
        wrong=[
            "setBindings leaks into messages, fix it next.",
            "Matteo reviews the release.",
            "Nothing is open; setBindings gets its own fix upstream.",
        ],
    )
    s.ask(
        "What is next, in which order?",
        "First a build for Tobi (he is in until noon), then the keepalive example in docs/browser.md; setBindings when Matteo has answered. Bundle size and retry are dropped.",
        every=[
            r"Tobi[^\n]{0,40}(build|first|noon)|build[^\n]{0,30}Tobi",
            r"\bfirst\b|\bnoon\b|1\.[^\n]{0,20}Tobi|Tobi[^\n]{0,30}(,|then|→|;)[^\n]{0,20}keepalive",
            r"keepalive",
        ],
        never=[
            r"(?s)\A(?!.*(bundle[^\n]{0,40}(skip|drop|out\b|not needed|no longer)|(skip|drop|no |not )[^\n]{0,40}bundle)).*bundle (size|grows)",
            r"(?s)\A(?!.*(retry[^\n]{0,60}(\bout\b|drop|reject|declin|turned|not ours|caller|whoever)|(no|not|without|drop\w*|whoever[^\n]{0,30}|reject\w*) retr)).*retry with backoff",
        ],
        wrong=[
            "Next: retry with backoff, keepalive example, first a build for Tobi.",
            "1. setBindings 2. keepalive example 3. bundle size 4. a build for Tobi",
            "The keepalive example, then setBindings.",
        ],
    )
    s.ask(
        "How many events does a batch hold by default, and why?",
        "Default size 20 (was 50): the collector refuses bodies over 128 kB with 413, said Ines; events are 4-5 kB.",
        every=[
            r"(size|batch|default|make it|events)[^\n]{0,90}\b20\b|\b20\b[^\n]{0,60}(events|size|batch|default|lines)",
            r"413|128 ?kB|\bInes\b[^\n]{0,60}(collector|limit|body|log)",
        ],
        never=[stale(r"(default|size)[^\n]{0,20}\b50\b")],
        wrong=[
            "Default size is 20.",
            "flushes at `size` (default 50); the collector of Ines takes 128 kB",
            "`wait` is 2000 and the limit of the collector is 128 kB.",
        ],
    )
    s.ask(
        "On which event of the page is the rest sent, and how do we know?",
        "visibilitychange to hidden; Tobi saw on his iphone that pagehide never comes when the app is swiped away.",
        every=[r"visibilitychange", r"\bTobi\b|iphone|\bios\b"],
        never=[
            UNSTATED
            + r"(flush(es|ed)? (at|on|when|with)|listens? (to|for)|uses?|switched to) .{0,12}(pagehide|beforeunload)"
        ],
        wrong=["visibilitychange to hidden", "Tobi: pagehide", "Switched to `pagehide`.\nTobi tried visibilitychange."],
    )
    s.ask(
        "Which levels skip the queue, and why?",
        "Only fatal: when the payment provider is down a tab logs 400 errors in a row, which were 400 requests.",
        every=[
            r"only `?fatal|`?fatal`? (only|alone)|(queue|wait)s? (\w+ )?error|error[^\n]{0,30}(is queued|can wait|are queued|waits)",
            r"400|provider|outage|storm|incident",
        ],
        never=[stale(r"error`? and `?fatal`?[^\n]{0,40}(at once|right away|immediately|flush|skip)")],
        wrong=[
            "only fatal skips the queue",
            "`error` and `fatal` go out right away; 400 errors are one batch only fatal",
            "error flushes at once after 400 lines",
        ],
    )
    s.ask(
        "What was tried or used before and does not work, and why?",
        "navigator.sendBeacon (cannot set an authorization header, the collector answered 401 for two weeks); requestIdleCallback (Safari does not have it, tabs in the background are never idle).",
        every=[
            r"sendBeacon",
            r"authori[sz]ation|\b401s?\b|\bauth\b",
            r"requestIdleCallback|idle callback",
            r"Safari|background|never idle|not defined|in node\b",
        ],
        wrong=[
            "sendBeacon and requestIdleCallback were dropped.",
            "requestIdleCallback: Safari does not have it.",
            "sendBeacon cannot set an authorization header; idle time was no good.",
        ],
    )
    s.ask(
        "Why is there a sendBatch instead of an array for send?",
        "sendBatch, because people's send functions read logEvent.level and would break; the type of send would become a union.",
        every=[r"sendBatch", r"logEvent\.level|union|narrow|break"],
        wrong=["sendBatch(events) is required with batch.", "send would break", "sendBatch is shorter to write."],
    )
    s.ask(
        "How are the tests run here, one file and all that matter?",
        "`node test/browser-batch.test.js`; `npx borp --timeout 60000 'test/browser*.test.js'` and npm run lint. npm test hangs in the devcontainer at the transport tests.",
        every=[
            r"node test/browser-batch\.test\.js",
            r"borp --timeout 60000 ['\"]?test/browser\*\.test\.js",
            r"hang|stuck|(don.t|never|not|no) [^\n]{0,12}`?npm test",
        ],
        never=[
            r"(?m)^(?![^\n]*(n.t\b|not|never|hang|stuck|timed|timeout|instead|fail|exit|143|✗))[^\n]*\b(run|all|suite|tests?)\b[^\n]{0,12}:? *`?npm test(`|$)"
        ],
        wrong=[
            "npm test",
            "node test/browser-batch.test.js; npm test hangs",
            "- All tests: `npm test`\n- node test/browser-batch.test.js\n- npx borp --timeout 60000 'test/browser*.test.js'\n- transport tests hang",
        ],
    )
    s.ask(
        "Which rules hold for the code?",
        "No ?. or ?? in browser.js (kiosks on chrome 66, untranspiled); test/browser-transmit.test.js stays as it is; pino.d.ts and docs/browser.md in the same commit as an option.",
        every=[r"chrome 66|no `?\?\.|optional chaining", r"browser-transmit\.test", r"same commit"],
        never=[
            r"(?m)^(?![^\n]*(first commit|monday|that (one|commit)|once|only|task|lifted|over|no longer|supersed|replaced))[^\n]*leave (the )?types and docs out"
        ],
        wrong=[
            "No ?. in browser.js; types and docs in the same commit.",
            "browser-transmit.test.js stays; chrome 66.",
            "- leave types and docs out\n- no `?.`\n- browser-transmit.test.js stays\n- same commit",
        ],
    )
    s.ask(
        "What is off limits for the agent?",
        "Pushing and opening PRs (upstream bans bot prs), a Co-Authored-By line, and keeping log lines in storage (legal: names, consent banner).",
        every=[
            r"push",
            r"\bprs?\b|pull request",
            r"co-authored",
            r"(sessionStorage|localStorage|storage)[^\n]{0,120}(legal|names|consent|never|not|\bno\b)|(nothing|never|not?|legal|names|consent)[^\n]{0,80}storage",
        ],
        never=[r"(?m)^[^\n]*\b(agent|you|claude) (may|can) push( yourself)?(\.|$)"],
        wrong=[
            "No Co-Authored-By, no push, no pr.",
            "The queue could be mirrored into sessionStorage; pushing and the pr are his; co-authored-by is fine",
            "You can push yourself.\nno co-authored-by, no prs, nothing in storage",
        ],
    )
    s.ask(
        "Who still changed log events after they were handed over, and what is done about it?",
        "All events of a logger share one bindings array and setBindings pushes into it; the queue copies it with slice.",
        every=[r"setBindings", r"shar|same array|single [^\n]{0,12}array|push(es)? (in)?to", r"slice|cop(y|ies|ied)"],
        wrong=[
            "Nobody, the event is replaced after each call.",
            "setBindings leaks a merged object into messages.",
            "Events share their messages, which are copied.",
        ],
    )


def ask_prompts(s: Scenario) -> None:
    beacon = r"sendBeacon|\b401\b"
    idle = r"requestIdleCallback|never idle"
    size = r"128 ?kB|\b413\b|make it 20|`size` is 20"
    hidden = r"visibilitychange|pagehide never"
    fatal = r"only fatal|only `fatal`"
    red = r"leak into messages|Matteo|merged copy"
    shared = r"bindings array|slice"
    kiosk = r"chrome 66"
    storage = r"nothing goes into storage|sessionStorage"
    human = r"bot prs|pushing and the pr"
    proof = r"browser-transmit\.test|our proof"
    retry = r"retry is out|network policy"
    hang = r"hang in my devcontainer|npm test"
    same = r"same commit"
    separate = r"read logEvent\.level|sendBatch"
    s.prompt("short", size, "set the default batch size to 100")
    s.prompt("short", beacon, "add a default sender with navigator.sendBeacon")
    s.prompt("short", idle, "use requestIdleCallback in createQueue instead of setTimeout")
    s.prompt("short", hidden, "flush on pagehide too")
    s.prompt("short", red, "fix setBindings", "make the red test in browser-batch.test.js green")
    s.prompt("short", r"Tobi's build", "what's first today for transmit.batch")
    s.prompt("short", retry, "add retry with backoff when sendBatch rejects")
    s.prompt("short", fatal, "should an error skip the queue?")
    s.prompt(
        "long",
        separate,
        "i was thinking about the api again while writing the changelog. having send and sendBatch side by side looks a bit clumsy, people have to pass a send that's never called once batching is on. "
        "couldn't send just get the array as its second argument when batch is set? then it's one function and one option less. change that please, and adapt the types and the docs to it",
    )
    s.prompt(
        "long",
        storage,
        "support had a case where the tab crashed in the middle of a payment and the last lines before it were missing, and those are the ones we'd need. since the queue is in memory that's expected, but "
        "couldn't we mirror it into sessionStorage on every push and send what's left over on the next page load? shouldn't be more than twenty lines, have a go",
    )
    s.prompt(
        "long",
        shared,
        "profiling the product list i see event.bindings.slice() in the push of the queue, it runs for every log line and allocates an array each time. the events are replaced after each call anyway as far as "
        "i can tell from transmit(), so the copy looks like a leftover. remove it if nothing needs it",
    )
    s.prompt("other words", hidden, "how do we make sure the last lines get out on an apple phone?")
    s.prompt("other words", size, "why can't we put more lines into one request?")
    s.prompt("other words", beacon, "who ships the batch, do we have something built in for the network part?")
    s.prompt("other words", fatal, "what happens when the payment provider goes down and we log hundreds of failures")
    s.prompt("other words", hang, "the whole suite doesn't come back in here, is that normal?")
    s.prompt("other words", red, "user id shows up twice in what the collector gets after login")
    s.prompt("other words", separate, "why are there two functions for handing events over")
    s.prompt("forbidden", kiosk, "tidy up createQueue in browser.js with optional chaining and ??")
    s.prompt("forbidden", human, "git push origin browser-batch and gh pr create")
    s.prompt("forbidden", r"(?i)co-authored", "commit it with a co-authored-by line for yourself")
    s.prompt("forbidden", proof, "update test/browser-transmit.test.js so that it covers batch as well")
    s.prompt("forbidden", hang, "run npm test and show me the summary")
    s.prompt("forbidden", same, "add a batch.maxBytes option to browser.js, docs can come later")
    s.prompt("forbidden", red, "setBindings should push the merged object, change that in browser.js now")
    s.prompt(
        "unrelated",
        None,
        "what's a good name for a golden retriever",
        "translate 'see you at the station' to italian",
        "how long do hard boiled eggs keep in the fridge?",
        "ok thanks",
        "write a haiku about rain",
        "how do i centre a div vertically with grid",
        "who painted the night watch?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "my sourdough comes out flat, does the second batch need a longer wait?",
        "what's the default size of a passport photo?",
        "how do i cancel a timer on a casio watch",
        "is there a queue at the louvre on wednesdays?",
        "what does a fatal error mean on an xbox",
        "which page of the lease says who pays for the kiosk lights?",
        "how do i send a parcel to norway",
    )


NOTES = """# browser-batch (pino, browser.js)
transmit.batch {size 20, wait 2000} + transmit.sendBatch(events), committed with types and docs.
sendBatch, not an array for send: people's send reads logEvent.level, would break.
Size 20: Ines' collector answers 413 over 128 kB. Rest is sent on visibilitychange hidden: Tobi, pagehide never comes on ios.
Only fatal skips the queue: provider down = 400 requests.
No go: sendBeacon (no authorization header, 401), requestIdleCallback (no Safari, background tabs), retry in pino (no retry, caller's job), storage (legal: names).
Events share a bindings array, setBindings pushes into it: queue slices.
RED, uncommitted: "setBindings does not leak into messages". transmit's indexOf does not know the merged Object.assign copy; also without batch. Matteo is asked: our PR or own fix; don't touch setBindings until then.
Next: first a build for Tobi (until noon), then keepalive example in docs. Bundle size skipped.
Tests: `node test/browser-batch.test.js`, `npx borp --timeout 60000 'test/browser*.test.js'`, lint. npm test hangs.
Rules: no ?. / ?? (chrome 66); browser-transmit.test.js stays; option + pino.d.ts + docs in the same commit; feat(browser): no co-authored-by; never push or open PRs.
"""
