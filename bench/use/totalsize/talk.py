"""The sittings of the multer scenario. Cal pastes threads, tickets and logs, and adds a sentence."""

from pathlib import Path

from conversation import CodexSession, Scenario
from files import (
    ABORT_HALFWAY,
    ABORTED,
    BUDGET,
    COMMIT,
    ERRORS,
    FILTERED,
    LATE_DESTINATION,
    LOST,
    METER,
    MIDDLEWARE,
    NO_SPACE,
    NODE_TEN,
    RED,
    TEST,
    TESTS,
    TIMEOUT,
)
from material import find_line, read_lines

BODY = "    req.body = Object.create(null)\n"
STOP = "  it('should stop at the limit', function (done) {\n"
PLACEHOLDER = "      var placeholder = appender.insertPlaceholder(file)\n"
METERED = """      var metered = budget.meter(fileStream, function () {
        abortWithCode('LIMIT_TOTAL_SIZE', fieldname)
      })
"""
LISTENER = """      fileStream.on('data', function (chunk) {
        bytesLeft -= chunk.length
        if (bytesLeft < 0) abortWithCode('LIMIT_TOTAL_SIZE', fieldname)
      })
"""
PROPERTY = "        Object.defineProperty(file, 'stream', {\n"


def show(session: CodexSession, clone: Path, path: str, start: str, count: int, title: str = "") -> None:
    first = find_line(clone, COMMIT, path, start)
    text = read_lines(clone, COMMIT, path, first, first + count - 1)
    session.bash(f"sed -n '{first},{first + count - 1}p' {path}", text, title=title)


def tell_first(s: Scenario, clone: Path) -> None:
    a = CodexSession(s, "019e31b0-52aa-7c11-8e02-6d1f0b9a4c01", 18)
    a.user(
        "#uploads\n\n"
        "Tomasz Wilk  09:02\nnode pool b fell over again at 03:40. claims-upload wrote 9.1 GB to /data/incoming out of ONE request, 60 photos at "
        "about 150 MB, each of them under limits.fileSize\n"
        "Priya Raman  09:05\nfiles times fileSize isn't a budget anybody can live with. I want a cap on the sum per request, in our multer fork\n"
        "Tomasz Wilk  09:06\n+1\n"
        "Dmitri Sokolov  09:11\nor never touch multer again and take formidable, it has maxTotalFileSize out of the box\n"
        "Priya Raman  09:12\nI'm not migrating 14 services for one option. Cal takes it\n\n"
        "that's me. Where would this live? read only for now"
    )
    a.bash(
        "rg -n 'limits' index.js lib",
        f"index.js:21:  this.limits = options.limits\nindex.js:46:      limits: this.limits,\n{MIDDLEWARE}:23:    var limits = options.limits\n"
        f"{MIDDLEWARE}:131:        limits: limits,",
        title="I'll look at where limits are read and enforced today.",
    )
    show(a, clone, MIDDLEWARE, "    // handle files", 40)
    a.answer(
        "Today nothing adds up sizes:\n\n"
        "- `limits` goes straight into `Busboy({...})`. Busboy knows `fileSize` and `files`, it has no limit for the sum.\n"
        "- `lib/make-middleware.js` only reacts: `fileStream.on('limit')` → `abortWithCode('LIMIT_FILE_SIZE', fieldname)`.\n"
        "- `abortWithError` waits for `pendingWrites` to reach zero and then removes what was stored.\n\n"
        "Two ways to do it:\n\n"
        "1. Compare `req.headers['content-length']` with the cap before parsing. Two lines, no work per chunk.\n"
        "2. Count bytes per file while they stream.\n\n"
        "I'd expose it as a new top-level option, `maxTotalSize`, so that it isn't confused with busboy's limits."
    )
    a.user("ok start with the header, two lines sounds good")
    a.patch(
        MIDDLEWARE,
        BODY,
        "    if (limits && Number(req.headers['content-length']) > limits.maxTotalSize) {\n"
        "      return next(new MulterError('LIMIT_TOTAL_SIZE'))\n    }\n\n" + BODY,
    )
    a.bash("npm test 2>&1 | tail -4", "\n  72 passing (874ms)\n")
    a.answer(
        "The header check is in, and the 72 existing tests pass. A request whose Content-Length is over the cap is refused before busboy is created."
    )
    a.user(
        "Tomasz Wilk  10:20\nbefore you get attached to it: behind envoy there is no Content-Length. the ext_proc filter re-chunks every body, prod only ever "
        "sees Transfer-Encoding: chunked. works from curl on your laptop, never in prod\n"
        "Cal Whitlock  10:21\n:sob:\n\n"
        "so that's that, take it out"
    )
    a.bash(f"git checkout -q -- {MIDDLEWARE} && git status --short", title="Reverting the header check.", run=True)
    a.answer(
        "Reverted, the tree is clean. The header would also have counted multipart boundaries and text fields, so the number would have been wrong even where it exists. "
        "Counting while streaming it is."
    )
    a.user(
        "UPL-412  Cap on the sum of uploaded files per request\nReporter: Priya Raman   Component: multer-fork   Prio: High\n\n"
        "- limits.totalFileSize, in bytes, sum over all files of one request. Has to sit in `limits`: @fernpost/upload-kit hands limits, storage and fileFilter through "
        "and drops every other key, so a new top-level option would reach none of the 14 services\n"
        '- error code of its own (LIMIT_TOTAL_SIZE). The portal shows LIMIT_FILE_SIZE as "this photo is too large" and marks that one input, which would be a lie here\n'
        "- files of the request that are on disk already are removed\n"
        "- text fields: out of scope\n\n"
        "the ticket as of 10:40. so the name isn't up for debate"
    )
    a.answer(
        "Clear: `limits.totalFileSize`, own code `LIMIT_TOTAL_SIZE`, no top-level `maxTotalSize`. What about files that `fileFilter` rejects, should their bytes count?"
    )
    a.user(
        "Tomasz Wilk  11:02\ncount them. the bytes came over my wire, I don't care what your filter thinks of them\nPriya Raman  11:03\nfine by me\n\nthere you go"
    )
    a.answer(
        "Noted: rejected files count against `totalFileSize` too. I'd meter a file as soon as busboy announces it, ahead of `fileFilter`."
    )
    a.user(
        "Helene Aubry  11:40\nUPL-412, two things from product security, and they're for anything in this fork and not only for this ticket. nothing new under dependencies "
        "in package.json, every package is three weeks of review on my side. and no originalname in messages, stacks or logs: half of our customers put their name and "
        "diagnosis in it (Attest_Hanna_Mueller.pdf). the field name is ok\n"
        "Priya Raman  11:44\n:+1:\n\nyou heard her. Test first please, a file of its own"
    )
    a.patch(TESTS, "", TEST)
    a.patch(
        ERRORS,
        "  LIMIT_UNEXPECTED_FILE: 'Unexpected field',\n",
        "  LIMIT_TOTAL_SIZE: 'Files too large in total',\n  LIMIT_UNEXPECTED_FILE: 'Unexpected field',\n",
    )
    a.bash(
        f"npx mocha --exit --check-leaks {TESTS}",
        "  Total file size\n    1) should stop at the limit\n    ✔ should keep a request that is exactly at the limit\n\n  1 passing (48ms)\n  1 failing\n\n"
        "  1) Total file size\n       should stop at the limit:\n     Uncaught TypeError: Cannot read properties of undefined (reading 'code')",
        code=1,
    )
    a.answer(
        "`test/total-file-size.js` has two cases: over the limit (red, nothing counts yet) and exactly at it, 1778 + 13196 = 14974 bytes (green). "
        "`MulterError` knows `LIMIT_TOTAL_SIZE`, its message carries neither file name nor size."
    )
    a.user("what is append-field for btw? saw it in the dependencies")
    a.answer(
        "It turns field names like `a[b][]` into nested objects in `req.body`. It's only used for text fields, files never pass through it."
    )
    a.user(
        "k. Commit that. subject starts with the ticket, `UPL-412: ` and then what it does, and I do the pushing and the PRs, you don't"
    )
    a.bash(
        f"git add {TESTS} {ERRORS} && git commit -q -m 'UPL-412: add error code and tests for the total file size' && git log -1 --format=%s",
        "UPL-412: add error code and tests for the total file size",
        run=True,
    )
    a.answer("Committed on upl-412-total-file-size.")
    a.user("gotta jump, standup. what's left on this?")
    a.answer(
        "What's left, in the order I'd do it:\n\n"
        "1. Count bytes with a `data` listener on each `fileStream`.\n"
        "2. A row for `totalFileSize` in the `limits` table of README.md.\n"
        "3. `index.d.ts` with the new option.\n"
        "4. A benchmark with a 1 GB upload, to see what counting costs."
    )
    a.end()


def tell_aside(s: Scenario, clone: Path) -> None:
    b = CodexSession(s, "019e31f4-0c3d-7a90-b1d7-2e55c0aa7f02", 18, 15)
    b.user(
        "UPL-398  StorageEngine.md: say that _removeFile can be called for incomplete files\nReporter: Noor Haddad   Prio: Low\n\n"
        "two sentences below the paragraph about _removeFile, that's all. I'm on docs/remove-file-note. No ticket number in the subject this time and no test, Priya squashes it into "
        "her docs PR anyway"
    )
    show(b, clone, "StorageEngine.md", "Your engine is also responsible", 5)
    b.patch(
        "StorageEngine.md",
        "`_handleFile`. Invoke the callback once the file has been removed.\n",
        "`_handleFile`. Invoke the callback once the file has been removed.\n\nThe file may be incomplete at this point, because the request failed or a limit was reached in the "
        "middle of it. Do not rely on `size` or on any other information your engine reports at the end.\n",
    )
    b.answer("Added below the paragraph on `_removeFile`.")
    b.user("shorter")
    b.patch(
        "StorageEngine.md",
        "The file may be incomplete at this point, because the request failed or a limit was reached in the middle of it. Do not rely on `size` or on any other information "
        "your engine reports at the end.\n",
        "The file may be incomplete at this point. Do not rely on `size`.\n",
    )
    b.bash(
        "git commit -qam 'Say that _removeFile can get incomplete files' && git log -1 --format=%s",
        "Say that _removeFile can get incomplete files",
        run=True,
    )
    b.answer("One line now, committed without the ticket number.")
    b.user(
        "```\nINFO: Dependency dashboard (renovate)\nWARN: rimraf 2.7.1 is deprecated, versions prior to v4 must not be used\nWARN: nyc 15.1.0: always upgrade before "
        "2027\nINFO: grouping: all devDependencies, never automerge\n```\nis that ours?"
    )
    b.answer(
        "No, that's upstream's dev tooling. `rimraf` is only used by the tests to clear temporary folders. Nothing here needs it changed."
    )
    b.user("good, ignore it then")
    b.answer("Ignored.")
    b.end()


def tell_second(s: Scenario, clone: Path) -> None:
    c = CodexSession(s, "019e36c2-77b1-7e44-95aa-0b8842d61103", 19)
    c.user("upl-412 again. go on with the listener")
    c.patch(
        MIDDLEWARE,
        "    var uploadedFiles = []\n",
        "    var uploadedFiles = []\n    var bytesLeft = limits && limits.totalFileSize ? limits.totalFileSize : Infinity\n",
    )
    c.patch(MIDDLEWARE, PLACEHOLDER, LISTENER + "\n" + PLACEHOLDER)
    c.patch(TESTS, STOP, LATE_DESTINATION)
    c.bash(
        f"npx mocha --exit --check-leaks {TESTS}",
        LOST,
        title="The listener is in; I add a case with a slow destination, since DiskStorage calls it asynchronously.",
        code=1,
    )
    c.answer(
        "The limit works, but the listener loses data. `fileStream.on('data')` switches the stream to flowing mode right away, and when `destination` or `filename` call back late, "
        "everything has flowed past before DiskStorage pipes it: the medium file arrives with 0 of its 13196 bytes. So a `data` listener is not an option, nor is anything else that "
        "makes the stream flow before the storage engine takes it."
    )
    c.user("ouch, glad you tested that. what instead")
    c.answer(
        "A Transform between `fileStream` and the storage engine: it counts what passes and keeps backpressure, and it waits while nobody reads. `file.stream` would then be that "
        "Transform. One `ByteBudget` per request in `lib/byte-budget.js` that hands out a meter for each file."
    )
    c.user("yes")
    c.bash(f"git checkout -q -- {MIDDLEWARE}", run=True)
    c.patch(BUDGET, "", METER)
    c.patch(
        MIDDLEWARE,
        "var Counter = require('./counter')\n",
        "var ByteBudget = require('./byte-budget')\nvar Counter = require('./counter')\n",
    )
    c.patch(
        MIDDLEWARE,
        "    appender = new FileAppender(fileStrategy, req)\n",
        "    appender = new FileAppender(fileStrategy, req)\n    var budget = new ByteBudget(limits)\n",
    )
    c.patch(MIDDLEWARE, PLACEHOLDER, METERED + "\n" + PLACEHOLDER)
    c.patch(MIDDLEWARE, "          value: fileStream\n", "          value: metered\n")
    c.bash(f"npx mocha --exit --check-leaks {TESTS}", TIMEOUT, code=1)
    c.text("The late destination keeps its bytes now. The limit case hangs, I look into that next.")
    c.answer(
        "`ByteBudget#meter` is in. The late destination is fine, but `should stop at the limit` runs into the timeout: after `metered.destroy()` the request never finishes."
    )
    c.user(
        f"{NODE_TEN}\npushed it to see. That's node 10, and lib/, storage/ and the tests all have to run on 10.16, claims-batch is still on it. and the hang: let somebody look at what a destroyed stream does to a pending write"
    )
    c.patch(
        BUDGET,
        "  this.left = limits?.totalFileSize ?? Infinity\n",
        "  var max = limits && limits.totalFileSize\n  this.left = typeof max === 'number' ? max : Infinity\n",
    )
    c.delegate(
        "multer: what happens to a pending _handleFile when file.stream is destroyed in the middle? Look at storage/disk.js, storage/memory.js and lib/make-middleware.js. Report only, change nothing.",
        "DiskStorage calls back on `finish` or `error` of outStream only. `pipe` neither ends nor errors the destination when its source is destroyed, so outStream stays open, `_handleFile` never "
        "calls back, `pendingWrites` never gets to zero and `abortWithError` waits for ever; the descriptor leaks too. MemoryStorage (concat-stream) is the same. If the source *ends* instead, outStream "
        "finishes, the callback comes, the file lands in `uploadedFiles` and is removed with the others.",
    )
    c.answer(
        "That explains it. A destroyed stream never ends the write stream behind it: `DiskStorage` only calls back on `finish` or `error`, so `pendingWrites` never reaches zero. "
        "With `metered.end()` the write finishes short, the file gets into `uploadedFiles` and is removed. Optional chaining and `??` are gone."
    )
    c.user("end() then")
    c.patch(BUDGET, "      metered.destroy()\n", "      metered.end()\n")
    c.bash("npm test 2>&1 | tail -3", "  75 passing (921ms)\n")
    c.bash(
        "backstory -q remember fact 'A metered file stream is ended when the budget is used up, never destroyed: DiskStorage only calls back on finish or error of its write stream' "
        f"--at {BUDGET} --tag upload",
        run=True,
    )
    c.answer("75 passing, with `end()` in place of `destroy()`.")
    c.user(
        f"{NO_SPACE}\n\nTomasz Wilk  11:31\nthat's not you. /tmp on our runners is a 64 MB tmpfs since last week, and the dev boxes have it as well. TMPDIR=/var/tmp in front of whatever you run\n\n"
        "so please always with that, my box is one of those"
    )
    c.bash("TMPDIR=/var/tmp npm test 2>&1 | tail -3", "  75 passing (902ms)\n")
    c.answer(
        "Runs fine with `TMPDIR=/var/tmp npm test`. For the one file: `TMPDIR=/var/tmp npx mocha --exit --check-leaks test/total-file-size.js`."
    )
    c.user(
        'Noor Haddad  13:20\n3 tickets from the staging pilots, "limit reached" at 18 of 25 MB. the app sends a thumb_ part next to every photo and the backend filter drops those\n'
        "Priya Raman  13:26\nthen only what we keep counts. Tomasz?\n"
        "Tomasz Wilk  13:27\nok. the wire is envoy's job after all, I've got a body cap there now\n\n"
        "turn that around pls"
    )
    c.patch(MIDDLEWARE, METERED + "\n", "")
    c.patch(
        MIDDLEWARE,
        PROPERTY,
        METERED.replace("      var", "        var")
        .replace("        abort", "          abort")
        .replace("      })", "        })")
        + "\n"
        + PROPERTY,
    )
    c.patch(TESTS, STOP, FILTERED)
    c.bash("TMPDIR=/var/tmp npm test 2>&1 | tail -3 && npm run lint --silent", "  76 passing (917ms)\n")
    c.answer(
        "Turned around: the meter is now created after `fileFilter` has said yes, so only accepted files count and thumbnails are free. New case `should not count what the filter drops`. "
        "76 passing, lint is clean. I could also set `req.totalFileSize`, so that handlers can log how much came in?"
    )
    c.user("no, nobody asked for that. commit")
    c.bash(
        f"git add lib {TESTS} && git commit -q -m 'UPL-412: cap the sum of accepted files with limits.totalFileSize' && git log -1 --format=%s",
        "UPL-412: cap the sum of accepted files with limits.totalFileSize",
        run=True,
    )
    c.answer(
        "Committed. Next from my side:\n\n- README row for `totalFileSize`\n- `index.d.ts`\n- CHANGELOG.md entry and version 2.2.0\n- the 1 GB benchmark"
    )
    c.user(
        "types live on DefinitelyTyped, drop that one. And CHANGELOG.md and the version in package.json belong to Priya, she does both when she releases. rest is fine"
    )
    c.answer(
        "Dropped `index.d.ts`, and I keep away from CHANGELOG.md and the version. That leaves the README row and the benchmark."
    )
    c.end()


def tell_third(s: Scenario, clone: Path) -> None:
    d = CodexSession(s, "019e3be9-1d05-7f68-a3c9-4f7ab1e09c04", 20)
    d.user(
        "Noor Haddad  08:51\nwhich code do I map? the ticket has LIMIT_TOTAL_SIZE, Priya's wiki page LIMIT_TOTAL_FILE_SIZE\n"
        "Priya Raman  08:55\nLIMIT_TOTAL_FILE_SIZE, same words as the option\nNoor Haddad  08:55\n:ok_hand: 11 translations go out with that one\n\nmorning. rename pls"
    )
    d.patch(ERRORS, "  LIMIT_TOTAL_SIZE: ", "  LIMIT_TOTAL_FILE_SIZE: ")
    d.patch(
        MIDDLEWARE, "abortWithCode('LIMIT_TOTAL_SIZE', fieldname)", "abortWithCode('LIMIT_TOTAL_FILE_SIZE', fieldname)"
    )
    d.patch(
        TESTS,
        "assert.strictEqual(err.code, 'LIMIT_TOTAL_SIZE')",
        "assert.strictEqual(err.code, 'LIMIT_TOTAL_FILE_SIZE')",
    )
    d.bash(
        f"TMPDIR=/var/tmp npx mocha --exit --check-leaks {TESTS} && ! grep -rn LIMIT_TOTAL_SIZE lib test",
        "  4 passing (117ms)\n",
    )
    d.answer(
        "Renamed in `lib/multer-error.js`, `lib/make-middleware.js` and the test. The old code occurs nowhere any more."
    )
    d.user("commit it")
    d.bash(
        "git commit -qam 'UPL-412: name the error code after the option' && git log -1 --format=%s",
        "UPL-412: name the error code after the option",
        run=True,
    )
    d.answer("Done.")
    d.user(
        "Helene Aubry  09:30\nwhat does totalFileSize: 0 mean? no files at all or no limit?\nPriya Raman  09:34\ndon't settle that now, I'm asking the service owners. Friday\n\nso leave it as it falls out today. what does it do today?"
    )
    d.answer(
        "`0` is a number, so the budget is 0 and the first byte of any accepted file aborts with `LIMIT_TOTAL_FILE_SIZE`; empty files get through. I leave it untouched until Priya has an answer."
    )
    d.user(
        "Tomasz Wilk  10:05\nstaging, last night: 63 half-written files in /data/incoming, all from phones that lost the network in the tunnel. nothing removes them. is that the new thing?\n\nis it us?"
    )
    first = find_line(clone, COMMIT, MIDDLEWARE, "    function handleRequestFailure (err)")
    text = read_lines(clone, COMMIT, MIDDLEWARE, first, first + 22)
    d.bash(
        f"rg -A 22 'function handleRequestFailure' {MIDDLEWARE}",
        text,
        title="Looking at what happens when the client goes away.",
    )
    d.answer(
        "It's older than UPL-412. `handleRequestFailure` calls `abortWithError(err, true)`. The `true` is `skipPendingWait`: clean-up starts at once, and a file that is still being written isn't in "
        "`uploadedFiles` yet, so nobody removes it. The obvious fix is to wait for pending writes there too."
    )
    d.user("then wait for them")
    d.patch(MIDDLEWARE, "      abortWithError(err, true)\n", "      abortWithError(err)\n")
    d.bash(
        "TMPDIR=/var/tmp node /var/tmp/abort-upload.js",
        "uploads: 20, aborted after 50 ms: 20, callbacks: 20\nfiles left in dest: 20\n",
        title="A throw-away script outside of the repo: 20 uploads that break off.",
    )
    d.bash("git log --format='%h %s' -S skipPendingWait -- lib/make-middleware.js", "e86fa52 fix error/abort handling")
    d.patch(
        MIDDLEWARE,
        "      abortWithError(err)\n    }\n\n    req.on('error'",
        "      abortWithError(err, true)\n    }\n\n    req.on('error'",
    )
    d.answer(
        "No good, 20 of 20 files are left behind with waiting as well. `busboy.destroy(err)` makes every `fileStream` emit `error`, and its handler has already done `pendingWrites.decrement()`: the counter is at zero "
        "although the write isn't over, so there is nothing to wait for, and the storage never calls back because nothing ends its stream. The flag came in with the fix of the abort hang (CVE-2026-3520, 2.1.1), so I restored it."
    )
    d.user("ok hands off the flag then. could we end the meters ourselves when the client is gone? we do have them")
    d.answer(
        "Yes: `ByteBudget` remembers its open meters, and `handleRequestFailure` ends them, so the pending writes finish short and get removed. Removal of those has to happen after the callback to `next`, "
        "or in the `_handleFile` callback once `errorOccured` is set."
    )
    d.user("in the _handleFile callback. test first again")
    d.patch(
        TESTS, "var rimraf = require('rimraf')\n", "var rimraf = require('rimraf')\nvar stream = require('stream')\n"
    )
    d.patch(TESTS, "describe('Total file size', function () {\n  var uploadDir\n", ABORT_HALFWAY)
    d.patch(TESTS, STOP, ABORTED)
    d.bash(f"TMPDIR=/var/tmp npx mocha --exit --check-leaks {TESTS}", RED, code=1)
    d.answer(
        "Red as it should be: `should leave no partial file behind when the client aborts`, one file left in place of none."
    )
    d.user("lunch. the ramen place has a queue down to the bridge again, back at 2")
    d.answer("Enjoy!")
    d.user(
        "Tomasz Wilk  13:40\ncan I have a tarball for staging before you start polishing\nCal Whitlock  13:41\nsure\nPriya Raman  13:48\nand the benchmark can wait until the release is out, I'm not holding it for numbers\n\n"
        "put that in the right order, and then stop for today, I have the claims review until six"
    )
    d.answer(
        "Where it stands: everything up to the renamed code is committed, the abort test is written and red, not committed.\n\n"
        "Next:\n\n"
        "1. `ByteBudget` keeps its open meters; `handleRequestFailure` ends them; the `_handleFile` callback removes the file when `errorOccured` is set.\n"
        "2. `npm pack` for Tomasz, for staging.\n"
        "3. `totalFileSize` row in README.md.\n"
        "4. Benchmark, after the release."
    )
    d.user(
        "Tomasz Wilk  14:02\njust saw I'm out from tonight until Monday, so no rush with the tarball\n\nso readme first"
    )
    d.answer("Swapped: the README row comes right after the red test, the tarball on Monday.")
    d.end()
