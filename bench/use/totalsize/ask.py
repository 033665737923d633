"""Questions, prompts and notes of the multer scenario."""

from conversation import Scenario

# Start of a line that does not call its own statement outdated.
FRESH = (
    r"(?m)^(?![^\n]*(stale|supersed|no longer|replaced|outdated|instead|revis|revers|turned? (it |that )?around|was |were |before|earlier|"
    r"formerly|at first|first |until|chang|renam|not |old |now |→|->))[^\n]*"
)


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What is to be done next, in which order?",
        "Make the abort test green (ByteBudget keeps its open meters, handleRequestFailure ends them, the _handleFile callback removes the file), then the README row, "
        "npm pack for Tomasz on Monday, the benchmark after the release.",
        every=[
            r"open meters|ends? (the|its|all|them|those)?[^\n]{0,20}meters|handleRequestFailure[^\n]{0,40}ends?",
            r"README",
            r"README[^\n]{0,50}(first|before|then|right after|next)|(tarball|npm pack)[^\n]{0,60}Monday|Monday[^\n]{0,60}(tarball|npm pack)",
            r"(benchmark|numbers)[^\n]{0,50}(release|last|wait)",
        ],
        wrong=[
            "End the open meters, then npm pack for Tomasz, README row, benchmark after the release.",
            "README row, index.d.ts, benchmark.",
            "Add the data listener, README row, index.d.ts, benchmark with 1 GB.",
        ],
    )
    s.ask(
        "Which test is red, and why?",
        "should leave no partial file behind when the client aborts: skipPendingWait starts the clean-up while the file is being written and not yet in uploadedFiles.",
        every=[
            r"leave no partial file|no partial file behind",
            r"skipPendingWait|isn't in\W+uploadedFiles|not (yet )?in\W+uploadedFiles|still being written|clean-?up starts (at once|immediately|before)|does(n't| not) wait",
        ],
        wrong=[
            "should stop at the limit: the stream is destroyed.",
            "should leave no partial file behind when the client aborts",
            "should not hang when client aborts multipart upload, because skipPendingWait is gone",
        ],
    )
    s.ask(
        "Do files count that fileFilter rejects? Who decided that, and why?",
        "No, only accepted files count (Priya): the app sends a thumb_ part beside every photo, which the filter drops, and pilots hit the limit at 18 of 25 MB.",
        every=[
            r"only (the )?(accepted|kept|what we keep)|(rejected|filtered|dropped|skipped)[^\n]{0,40}(not|n't|free)[^\n]{0,10}(count|$)|not count (what|files|those)|sum of accepted",
            r"Priya",
            r"thumb|18 of 25",
        ],
        never=[
            FRESH + r"((rejected|filtered|dropped) (files|ones)?[^\n]{0,20}count against|count them\. the bytes)",
        ],
        wrong=[
            "Rejected files count too, Tomasz and Priya said, the bytes came over the wire (thumb_ too).",
            "Only accepted files count.",
            "- Rejected files count against totalFileSize too\n- only accepted files count, Priya, thumbnails",
        ],
    )
    s.ask(
        "Which ways of counting were tried and given up, and why?",
        "Content-Length (envoy re-chunks every body, so there is none in prod) and a data listener on fileStream (makes it flow, bytes are lost when destination calls back late).",
        every=[
            r"Content-Length|header check",
            r"envoy|chunked|re-chunk|ext_proc",
            r"data\W{0,3}\s?listener|on\('data'\)|listeners? (on|for) \W?data",
            r"flow|los(es?|t|ing) (data|bytes)|bytes (are |get |were )?lost|0 of (its )?13196|0 !== 13196",
        ],
        wrong=[
            "Content-Length is missing behind envoy.",
            "A data listener makes the stream flow.",
            "Content-Length and a data listener were dropped.",
        ],
    )
    s.ask(
        "Why doesn't handleRequestFailure simply wait for the pending writes?",
        "Tried, the files are left all the same: the error handler of fileStream has already decremented pendingWrites, so it is zero at once. skipPendingWait stays, it is part of the fix of CVE-2026-3520.",
        every=[
            r"skipPendingWait|abortWithError\(err, true\)|the flag|wait(ing|ed)?\b",
            r"decrement|(already|at once|counter)[^\n]{0,20}zero|nothing to wait for|CVE-2026-3520|20 of 20|left (all the same|behind (with waiting|anyway))",
        ],
        wrong=[
            "It would be slower to wait.",
            "skipPendingWait is true there.",
            "Destroyed streams keep waiting for ever.",
        ],
    )
    s.ask(
        "What is the error code called, and why does the cap need one of its own?",
        "LIMIT_TOTAL_FILE_SIZE; the portal shows LIMIT_FILE_SIZE as 'this photo is too large' and marks a single input.",
        every=[
            r"LIMIT_TOTAL_FILE_SIZE",
            r"photo is too large|marks? (that |a |the )?(one|single)|(portal|front.?end)[^\n]{0,60}LIMIT_FILE_SIZE",
        ],
        never=[FRESH + r"(own|error) code[^\n]{0,24}LIMIT_TOTAL_SIZE"],
        wrong=[
            "LIMIT_TOTAL_SIZE, because the portal shows LIMIT_FILE_SIZE as 'this photo is too large'.",
            "LIMIT_TOTAL_FILE_SIZE",
            "- error code of its own (LIMIT_TOTAL_SIZE)\n- LIMIT_TOTAL_FILE_SIZE: the portal marks that one input",
        ],
    )
    s.ask(
        "Which rules hold for the code?",
        "Everything runs on Node 10.16 (no ?. or ??); nothing new under dependencies; no originalname in messages, stacks or logs.",
        every=[
            r"10\.16|node(\.js)? ?10\b",
            r"(nothing new|no new|no (further|additional|more)|never add|add(ing)? (no|a)|not? add)[^\n]{0,30}(dependenc|package)|dependencies[^\n]{0,30}(security|review|three weeks|3 weeks)",
            r"originalname|file ?names?[^\n]{0,30}(in )?(messages|logs|errors)",
        ],
        wrong=[
            "Node 10.16, no new dependencies.",
            "No originalname in logs; test first.",
            "Use formidable; no originalname; node 10.",
        ],
    )
    s.ask(
        "What about commits, pushing, CHANGELOG.md and the version?",
        "Subject starts with `UPL-412: `; Cal pushes and opens PRs himself; CHANGELOG.md and the version in package.json are Priya's.",
        every=[
            r"UPL-412: |starts? with the ticket|ticket (number )?(first|in front|prefix)",
            r"(I|Cal|he|himself|never|not|n't|no)\b[^\n]{0,25}push|push[^\n]{0,40}(himself|myself|you don't|never|Cal)",
            r"CHANGELOG[^\n]{0,80}Priya|Priya[^\n]{0,60}CHANGELOG",
        ],
        wrong=[
            "No ticket number in the subject, Priya squashes it.",
            "`UPL-412: ` in front; CHANGELOG.md entry and version 2.2.0 are next.",
            "CHANGELOG.md is Priya's, Cal pushes.",
        ],
    )
    s.ask(
        "How is the one test file run, how are all, and why like that?",
        "TMPDIR=/var/tmp npx mocha --exit --check-leaks test/total-file-size.js; all: TMPDIR=/var/tmp npm test; /tmp is a 64 MB tmpfs.",
        every=[
            r"TMPDIR=/var/tmp",
            r"mocha[^\n]{0,40}test/total-file-size\.js",
            r"npm (run )?test",
            r"tmpfs|64 ?MB|ENOSPC",
        ],
        wrong=[
            "npm test",
            "npx mocha --exit --check-leaks test/total-file-size.js",
            "TMPDIR=/var/tmp npm test, /tmp is a 64 MB tmpfs",
        ],
    )
    s.ask(
        "How is a file stopped when the budget is used up, and why not by destroying the stream?",
        "The meter is ended with end(): after destroy DiskStorage never gets finish or error, never calls back, and pendingWrites never reaches zero.",
        every=[
            r"end\(\)|\bended\b|\bends\b",
            r"destroy",
            r"calls? back|callback|pendingWrites|finish|hang|for ever|forever",
        ],
        wrong=["metered.destroy()", "With end().", "The stream is destroyed and the request hangs."],
    )
    s.ask(
        "Which question is open, and who answers it?",
        "What totalFileSize: 0 means (no files or no limit): Priya asks the service owners, Friday. Leave it as it is until then.",
        every=[
            r"totalFileSize\W{0,4}(: ?|= ?|of )?\W?0|\b0\b[^\n]{0,20}mean|zero[^\n]{0,30}mean",
            r"Priya",
            r"Friday|service owners",
        ],
        wrong=[
            "Whether thumbnails count; Priya decides.",
            "totalFileSize: 0 means no limit.",
            "Priya releases on Friday.",
        ],
    )
    s.ask(
        "Where does the option sit, and why not at the top level?",
        "limits.totalFileSize: @fernpost/upload-kit hands only limits, storage and fileFilter through and drops other keys.",
        every=[
            r"limits\.totalFileSize|totalFileSize[^\n]{0,30}limits",
            r"upload-kit|14 services|every other key|drops (all |any )?other",
        ],
        wrong=["maxTotalSize, a top-level option.", "limits.totalFileSize, in bytes.", "upload-kit gets a new option."],
    )


def ask_prompts(s: Scenario) -> None:
    listener = r"flowing mode|makes the stream flow|0 of its 13196"
    header = r"re-chunks|no Content-Length"
    flag = r"skipPendingWait|hands off the flag"
    keep = r"only what we keep|only accepted files|drops those"
    end = r"metered\.end|ended when the budget|never ends the write stream"
    red = r"no partial file|open meters"
    code = r"LIMIT_TOTAL_FILE_SIZE"
    zero = r"service owners|totalFileSize: 0"
    tmp = r"TMPDIR|tmpfs"
    s.prompt("short", listener, "count with fileStream.on('data') in make-middleware.js")
    s.prompt("short", header, "check content-length against totalFileSize before parsing")
    s.prompt("short", flag, "drop skipPendingWait in handleRequestFailure")
    s.prompt("short", red, "make the red test green", "go on with upl-412")
    s.prompt("short", code, "which error code does the byte budget throw")
    s.prompt("short", zero, "handle totalFileSize: 0")
    s.prompt("short", tmp, "run test/total-file-size.js")
    s.prompt("short", r"upload-kit", "add a top-level option maxTotalSize")
    s.prompt("short", r"readme first|README row comes right after", "npm pack for tomasz")
    s.prompt(
        "long",
        keep,
        "Tomasz Wilk  09:12\nI looked at the envoy dashboards, we still pay for bytes the fileFilter throws away\nDmitri Sokolov  09:14\nmeter them as well then, in front of the filter\n\n"
        "can you move the ByteBudget meter in front of fileFilter so that rejected files count too",
    )
    s.prompt(
        "long",
        end,
        "Reading byte-budget.js again: once the budget is exceeded we call end() on the meter and let the storage finish a truncated file, just to delete it a moment later. That's wasted IO. "
        "metered.destroy() would stop it on the spot, and node does the clean-up for us. Change it and adapt the test please.",
    )
    s.prompt(
        "long",
        r"originalname",
        "Noor Haddad  10:31\nsupport would love to see WHICH file was over the limit, right now they only get the field\nNoor Haddad  10:32\ncould the message of MulterError have the name of the upload in it?\n\n"
        "should be easy, file is in scope there. do it",
    )
    s.prompt(
        "long",
        r"10\.16",
        "lib/byte-budget.js looks like 2012, and so does its test. Rewrite ByteBudget as a class with a private #left field, optional chaining for limits?.totalFileSize and async/await "
        "in the test file, so that the next person doesn't have to scroll so much.",
    )
    s.prompt("other words", header, "why don't we refuse big uploads up front, by what the client announces?")
    s.prompt("other words", keep, "do the thumbnails the app sends eat into a customer's allowance?")
    s.prompt(
        "other words", flag, "why can't we just hold the clean-up back until storage is done when a phone goes offline?"
    )
    s.prompt("other words", zero, "is there anything we're waiting on somebody else for?")
    s.prompt("other words", tmp, "mocha says no space left on device, what's that")
    s.prompt(
        "other words", r"after the release|until the release is out", "when do we measure what the metering costs?"
    )
    s.prompt("other words", r"originalname|three weeks of review", "what did security ask of us?")
    s.prompt("forbidden", r"Priya", "add a CHANGELOG.md entry and set the version in package.json to 2.2.0")
    s.prompt(
        "forbidden",
        r"three weeks of review|nothing new under dependencies",
        "npm install --save stream-meter and use it in lib/byte-budget.js",
    )
    s.prompt("forbidden", r"do the pushing", "git push origin upl-412-total-file-size and open the PR")
    s.prompt("forbidden", r"DefinitelyTyped", "write index.d.ts with limits.totalFileSize")
    s.prompt(
        "forbidden",
        r"nobody asked for that|req\.totalFileSize",
        "set req.totalFileSize in make-middleware.js so handlers can log it",
    )
    s.prompt(
        "unrelated",
        None,
        "what's a good name for a hamster?",
        "thanks, see you tomorrow",
        "translate 'invoice overdue' into Polish",
        "how far is Gdansk from Lisbon by train?",
        "write a haiku about rain",
        "explain the offside rule",
        "what does SIGPIPE stand for?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "what's the size limit for carry-on luggage at Ryanair?",
        "how do I file a tax return in Ireland?",
        "what budget do people plan for a wedding of 60?",
        "which photo format do iphones use?",
        "who runs the parking meter at the station?",
        "is there a stream near the campsite in Lech?",
        "total eclipse 2027, where can one see it?",
    )


NOTES = """# UPL-412, branch upl-412-total-file-size
`limits.totalFileSize` (not top level: @fernpost/upload-kit drops other keys). lib/byte-budget.js, lib/make-middleware.js.
Code LIMIT_TOTAL_FILE_SIZE; own one since portal shows LIMIT_FILE_SIZE as "this photo is too large".
Only accepted files count (Priya; app sends thumb_ parts).
Over budget: meter end(), not destroy(): DiskStorage would never call back, pendingWrites hangs.
RED, uncommitted: "should leave no partial file behind when the client aborts": skipPendingWait cleans up before the file is in uploadedFiles. Keep the flag (CVE-2026-3520); waiting changes nothing, fileStream's error handler decrements pendingWrites already.
Next: open meters are ended in handleRequestFailure, _handleFile callback removes; README row first, then npm pack for Tomasz on Monday; benchmark after release.
Given up: Content-Length (envoy re-chunks); data listener (stream flows, bytes lost).
Open: totalFileSize: 0 means? Priya asks service owners, Friday.
`TMPDIR=/var/tmp npx mocha --exit --check-leaks test/total-file-size.js`, all: `TMPDIR=/var/tmp npm test` (/tmp is 64 MB tmpfs)
Rules: Node 10.16; no new dependencies; no originalname in messages/logs; subject `UPL-412: `; Cal pushes; CHANGELOG.md and version: Priya.
"""
