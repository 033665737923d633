"""The three sittings of the multer scenario."""

from conversation import Scenario, Session
from material import Clone

DISK, TEST, HTTP = "storage/disk.js", "test/atomic-writes.js", "test/express-integration.js"
RUN = "npx mocha --exit --check-leaks test/atomic-writes.js"
SPOT = "  it('moves a complete file to its name',"

FIRST_TEST = """/* eslint-env mocha */

var assert = require('assert')

var fs = require('fs')
var path = require('path')
var util = require('./_util')
var multer = require('../')
var rimraf = require('rimraf')
var FormData = require('form-data')

describe('Atomic Writes', function () {
  var dir

  beforeEach(function () {
    dir = fs.mkdtempSync(path.join(__dirname, 'atomic-'))
  })

  afterEach(function (done) {
    rimraf(dir, done)
  })

  function keepName (req, file, cb) {
    cb(null, file.originalname)
  }

  function send (names, filename, cb) {
    var storage = multer.diskStorage({ destination: dir, filename: filename, atomic: true })
    var form = new FormData()

    names.forEach(function (name) { form.append('files', util.file(name)) })
    util.submitForm(multer({ storage: storage }).array('files'), form, cb)
  }

  it('moves a complete file to its name', function (done) {
    send(['small0.dat'], keepName, function (err, req) {
      assert.ifError(err)
      assert.strictEqual(util.fileSize(path.join(dir, 'small0.dat')), 1778)
      assert.strictEqual(req.files[0].path, path.join(dir, 'small0.dat'))
      done()
    })
  })
})
"""
TWICE = """  it('keeps two uploads of one name apart', function (done) {
    function fixed (req, file, cb) { cb(null, 'logo.dat') }

    send(['small0.dat', 'small1.dat'], fixed, function (err, req) {
      assert.ifError(err)
      assert.strictEqual(util.fileSize(path.join(dir, 'logo.dat')), req.files[1].size)
      done()
    })
  })

"""
DATED = """  it('takes a filename with a folder in it', function (done) {
    function dated (req, file, cb) {
      fs.mkdirSync(path.join(dir, '2024/05'), { recursive: true })
      cb(null, '2024/05/' + file.originalname)
    }

    send(['small0.dat'], dated, function (err, req) {
      assert.ifError(err)
      assert.strictEqual(util.fileSize(path.join(dir, '2024/05/small0.dat')), 1778)
      done()
    })
  })

"""
ABORT = """  it('removes the staged file when the client aborts', function (done) {
    var storage = multer.diskStorage({ destination: dir, filename: keepName, atomic: true })
    var req = new stream.PassThrough()
    var body = [
      '--AaB03x',
      'Content-Disposition: form-data; name="files"; filename="half.dat"',
      '',
      'only the first ha'
    ].join('\\r\\n')

    req.headers = { 'content-type': 'multipart/form-data; boundary=AaB03x', 'transfer-encoding': 'chunked' }

    multer({ storage: storage }).single('files')(req, null, function (err) {
      assert.strictEqual(err.message, 'Request closed')
      setImmediate(function () {
        assert.deepStrictEqual(fs.readdirSync(path.join(dir, '.incoming')), [])
        done()
      })
    })

    req.write(body, function () {
      setImmediate(function () { req.destroy() })
    })
  })

"""
FINISH = """        cb(null, {
          destination: destination,
          filename: filename,
          path: finalPath,
          size: outStream.bytesWritten
        })
"""
RENAME = """        var info = {
          destination: destination,
          filename: filename,
          path: finalPath,
          size: outStream.bytesWritten
        }

        if (!that.atomic) return cb(null, info)

        fs.rename(writePath, finalPath, function (err) {
          cb(err, err ? undefined : info)
        })
"""
PART = """function partPath (finalPath) {
  return finalPath + '.' + crypto.randomBytes(6).toString('hex') + '.part'
}
"""
STAGED = """function stagedPath (destination, filename) {
  var folder = path.join(destination, '.incoming')
  fs.mkdirSync(folder, { recursive: true })
  return path.join(folder, crypto.randomBytes(6).toString('hex') + '-' + filename)
}
"""
HEX = STAGED.replace("(destination, filename)", "(destination)").replace(" + '-' + filename)", ")")
PIPE = (
    "      file.stream.pipe(outStream)\n      outStream.on('error', cb)\n      outStream.on('finish', function () {\n"
)
LINED = "      stream.pipeline(file.stream, outStream, function (err) {\n        if (err) return cb(err)\n\n"
TRACE = """      at test/atomic-writes.js:37:14
      at test/_util.js:26:7
      at done (lib/make-middleware.js:69:7)
      at lib/make-middleware.js:89:11
"""
LEFT = """     Uncaught AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
+ actual - expected

+ [
+   'ab03dee15eb6'
+ ]
- []

      at Immediate._onImmediate (test/atomic-writes.js:74:16)
"""


def mocha(good: list[str], bad: str = "", why: str = "") -> str:
    """What mocha prints for the test file."""
    lines = [f"    ✔ {x}" for x in good] + ([f"    1) {bad}"] if bad else [])
    end = f"\n  1 failing\n\n  1) Atomic Writes\n       {bad}:\n{why}" if bad else ""
    return "\n  Atomic Writes\n" + "\n".join(lines) + f"\n\n\n  {len(good)} passing (17ms){end}"


MOVES, APART, FOLDER, ABORTS = (
    "moves a complete file to its name",
    "keeps two uploads of one name apart",
    "takes a filename with a folder in it",
    "removes the staged file when the client aborts",
)


def run(a: Session, good: list[str], bad: str = "", why: str = "", title: str = "Run the atomic tests") -> None:
    a.bash(RUN, mocha(good, bad, why), title=title, code=1 if bad else 0)


def commit(a: Session, what: str, body: str, *, paths: str = "storage test") -> None:
    command = f'git add {paths} && git commit -q -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("c1")
    a.user(
        "Rosa's import worker polls the uploads folder and grabs files we are still writing, so she gets half invoices. "
        "I want diskStorage to put a file under its name only when it is complete. Have a look at how it writes today and tell me what the options are. No code yet."
    )
    a.read(DISK, *clone.lines(DISK, "function DiskStorage (opts)", 36))
    a.grep(
        "_handleFile|_removeFile",
        "lib storage",
        "lib/make-middleware.js:82:          storage._removeFile(req, file, cb)\nlib/make-middleware.js:215:        storage._handleFile(req, file, function (err, info) {\nstorage/disk.js:27:DiskStorage.prototype._handleFile = function _handleFile (req, file, cb) {\nstorage/disk.js:53:DiskStorage.prototype._removeFile = function _removeFile (req, file, cb) {",
    )
    a.read("lib/make-middleware.js", *clone.lines("lib/make-middleware.js", 205, 32))
    a.bash(
        "git log --oneline -4 -- storage/disk.js",
        "6bb3512 chore: drop mkdirp dependency (#1350)\na47b19f storage: replace deprecated pseudoRandomBytes with randomBytes\nbbca185 lib: remove manual error handling\n509ab54 lib: remove uploaded files when aborting",
        title="History of the disk storage",
    )
    a.answer(
        "`DiskStorage.prototype._handleFile` in `storage/disk.js` opens `createWriteStream(finalPath)` at once, so the final name exists from the first byte. A rename once the stream has finished would cure it. I see three spots:\n\n"
        "1. write into `os.tmpdir()` and rename from there\n2. write an unfinished file close to the target and rename it\n3. do it in `lib/make-middleware.js` after the storage has called back; the middleware knows nothing of paths, so I'd leave that one out\n\nWhich do you prefer?"
    )
    a.user(
        "Tmpdir first, then nothing unfinished ever sits in Rosa's folder. Ground rules. It's off unless somebody passes the option, a diskStorage without it writes exactly as before. "
        "The code has to run on Node 10.16, so no optional chaining and no fs.promises. And CHANGELOG.md plus the version in package.json belong to Oskar, he fills them in when he releases, so leave both alone."
    )
    a.write(TEST, FIRST_TEST)
    a.edit(
        DISK, "function DiskStorage (opts) {\n", "function DiskStorage (opts) {\n  this.atomic = opts.atomic === true\n"
    )
    a.edit(
        DISK,
        "      var outStream = fs.createWriteStream(finalPath)\n",
        "      var writePath = that.atomic ? path.join(os.tmpdir(), filename) : finalPath\n      var outStream = fs.createWriteStream(writePath)\n",
    )
    a.edit(DISK, FINISH, RENAME)
    run(
        a,
        [],
        MOVES,
        "     Uncaught AssertionError [ERR_ASSERTION]: ifError got unwanted exception: EXDEV: cross-device link not permitted, rename '/tmp/small0.dat' -> 'test/atomic-IdKZ9c/small0.dat'\n"
        + TRACE,
    )
    a.answer(
        "That doesn't fly. `fs.rename` from the tmpdir ends with `EXDEV: cross-device link not permitted`: /tmp is a tmpfs on this machine and the checkout lies on another mount, and with a docker volume for uploads it'd be the same in production. "
        "Copying in place of renaming would bring the half-written file right back.\n\nSo the unfinished file has to live on the same mount as the target. Should I also offer a `tmpSuffix` option for how it is called?"
    )
    a.user(
        "Makes sense, Kenji's cluster mounts uploads from a NAS as well. Put it next to the target then, final name plus .part, rename when done. No suffix option please, one boolean named atomic is plenty."
    )
    a.edit(DISK, "path.join(os.tmpdir(), filename) : finalPath", "finalPath + '.part' : finalPath")
    run(a, [MOVES])
    a.answer(
        "In place: `diskStorage({ atomic: true })` writes `NAME.part` beside the target and renames it in the `finish` handler. The test is green.\n\n"
        '<backstory:remember kind="decision" tags="disk,atomic" at="storage/disk.js#DiskStorage" why="a storage without the option has to write as before, and a suffix option would be one knob too many">One boolean option, atomic, of diskStorage switches complete-only files on; it is off by default</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="disk,atomic" at="storage/disk.js" why="a rename needs the same mount; tmpdir gave EXDEV">The unfinished file lies beside the target with the ending .part</backstory:remember>\n'
        '<backstory:remember kind="fact" tags="disk,atomic" at="storage/disk.js">The finish handler in _handleFile is the only place that renames an atomic upload</backstory:remember>'
    )
    a.user("What if two people upload logo.png in the same second? Marta's shop keeps the original names.")
    a.edit(TEST, SPOT, TWICE + SPOT)
    run(
        a,
        [MOVES],
        APART,
        "     Uncaught AssertionError [ERR_ASSERTION]: ifError got unwanted exception: ENOENT: no such file or directory, rename 'test/atomic-Wjs8mk/logo.dat.part' -> 'test/atomic-Wjs8mk/logo.dat'\n"
        + TRACE,
    )
    a.text(
        "Right, both streams write into the same .part, and the second rename finds nothing. A random piece in the name keeps them apart."
    )
    a.edit(DISK, "function DiskStorage (opts) {\n", PART + "\nfunction DiskStorage (opts) {\n")
    a.edit(DISK, "finalPath + '.part' : finalPath", "partPath(finalPath) : finalPath")
    run(a, [APART, MOVES])
    a.bash("npx standard", title="Lint")
    a.bash(
        'backstory -q remember failure "A fixed name for the unfinished file mixes two uploads of one filename: the second rename fails with ENOENT" --fix "put crypto.randomBytes into the name of the unfinished file" --tag disk --tag atomic --at storage/disk.js',
        title="Keep the finding",
        run=True,
    )
    a.answer(
        "It broke: two uploads of one filename shared `logo.dat.part`, so their bytes got mixed and the second rename died with ENOENT. The name now carries six random bytes (`partPath`), the last one to finish wins, as it does today. Two tests pass, `npx standard` is quiet. I kept that as a failure in the memory."
    )
    a.user("Does memoryStorage need any of this?")
    a.answer(
        "No. `storage/memory.js` collects the file in a Buffer and hands it over when the stream is done; nobody can see half of it."
    )
    a.user(
        "Ok. Commit, then the full suite. And never amend or rebase here, Ines reviews commit by commit and loses her place otherwise."
    )
    commit(
        a,
        "Add option atomic to the disk storage",
        "Readers of the folder saw half-written files. With the option a file gets its name when it is complete; without it nothing changes.",
    )
    a.bash(
        "npm test 2>&1 | tail -14",
        '  69 passing (822ms)\n  1 failing\n\n  1) Express Integration\n       "before all" hook for "should work with express error handling":\n     Uncaught Error: listen EADDRINUSE: address already in use :::34279\n      at Server.setupListenHandle [as _listen2] (node:net:1908:16)\n      at listenInCluster (node:net:1965:12)\n      at Server.listen (node:net:2067:7)\n      at Context.<anonymous> (test/express-integration.js:20:9)',
        title="Whole suite",
    )
    a.bash(
        "git switch -q main && npx mocha --exit test/express-integration.js 2>&1 | grep -m1 EADDR; git switch -q atomic-writes",
        "     Uncaught Error: listen EADDRINUSE: address already in use :::34279",
        title="Same on main",
    )
    a.answer(
        "Committed. Full run: 69 passing, 1 failing, and that one is the `before all` hook of Express Integration: `EADDRINUSE` on port 34279. main has it too, something else on this machine listens there. Not our doing."
    )
    a.user(
        "That's Kenji's proxy, it lives on 34279 on this box and has to stay up. Always run with --ignore test/express-integration.js here. Enough for today, jot down where we are."
    )
    a.bash(
        'backstory -q checkpoint "atomic: files of the disk storage appear only when complete" --goal "the import worker must never see a half-written upload" --state "option, random part names and 2 tests committed; suite green except Express Integration (port taken)" --next-steps "let Tomasz try the branch with the import worker;; find out who removes the part file after an abort;; README section on atomic"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "Written down.\n\nDone: `atomic` works and is committed on atomic-writes, uploads of one name don't mix.\nRed: nothing of ours, Express Integration only lacks its port.\nNext: Tomasz tries the branch with the import worker, then who removes the part file after an abort, then the README section."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/fsync", create=True)
    b = s.session("c2")
    b.user(
        "Quick spike on a branch of its own. Kenji asks what an fsync per file would cost us, so that a power cut can't leave an empty file. Just give me numbers. You can skip the linter for this one."
    )
    b.read(DISK, *clone.lines(DISK, 36, 14))
    old = "      outStream.on('finish', function () {\n        cb(null, {\n"
    b.edit(
        DISK,
        old,
        "      outStream.on('finish', function () {\n        var fd = fs.openSync(finalPath, 'r+')\n        fs.fsyncSync(fd)\n        fs.closeSync(fd)\n        cb(null, {\n",
    )
    b.bash(
        "node /tmp/bench-uploads.js 500 65536", "500 uploads of 64 KiB\nplain   1.94 s\nfsync  14.61 s", title="Measure"
    )
    b.answer(
        "500 uploads of 64 KiB on this disk:\n\n```\nplain   1.94 s\nfsync  14.61 s\n```\n\nSo an fsync makes uploads about seven times slower here; on Kenji's NAS it may well be worse. It protects from power cuts only, readers don't notice it."
    )
    b.user(
        "Too dear for everybody. That gets an option of its own in the next major. Save the decision, commit it on this branch and forget about it."
    )
    b.bash(
        'backstory -q remember decision "For the next major: fsync before the rename becomes a separate option durable, not part of atomic" --why "500 uploads took 14.61 s in place of 1.94 s" --tag disk --tag spike --at storage/disk.js',
        title="Save the decision",
        run=True,
    )
    b.bash(
        'git commit -qam "Spike: fsync every upload" && git log -1 --format=%s',
        "Spike: fsync every upload",
        title="Commit the spike",
        run=True,
    )
    b.answer("Saved for the next major and committed on spike/fsync. The feature branch gets none of it.")
    b.end()
    s.switch("main")
    s.steps.append(
        {
            "replace": {
                "path": HTTP,
                "old": "var port = 34279\n",
                "new": "var port = Number(process.env.MULTER_TEST_PORT) || 34279\n",
            }
        }
    )
    s.shell(
        'git commit -qam "test: take the port from MULTER_TEST_PORT" -m "34279 is taken on some machines." --author "Bea Lindqvist <bea@example.org>"'
    )
    s.switch("atomic-writes")


def tell_second(s: Scenario) -> None:
    a = s.session("c3")
    a.user(
        "Hi. Bea made the port of the express tests configurable, it's on main. Merge main in, and from today run the suite with MULTER_TEST_PORT=41000 npm test, no more ignoring."
    )
    a.bash(
        "git merge -q --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into atomic-writes\ntest: take the port from MULTER_TEST_PORT\nAdd option atomic to the disk storage\nci: add Node 26 to test matrix (#1404)",
        title="Merge main",
        run=True,
    )
    a.bash(
        "MULTER_TEST_PORT=41000 npm test 2>&1 | tail -5",
        "  Unicode\n    ✔ should handle unicode filenames\n\n\n  74 passing (961ms)",
        title="Whole suite",
    )
    a.answer(
        "Merged, no conflicts. `MULTER_TEST_PORT=41000 npm test` passes completely, 74 tests, Express Integration included."
    )
    a.user(
        "Tomasz let the import worker run against our branch overnight. Its glob takes every file in the folder, so it swallowed 31 of his 400 .part files and our rename blew up with ENOENT. "
        "So next to the target is out. He tried a subfolder .incoming of the destination by hand and lost none, the worker doesn't descend. Let's do that, it's the same mount. An existing file of that name still gets replaced, like now. "
        "Oh, and keep out of lib/make-middleware.js, Ingrid has her abort rework open there."
    )
    a.edit(DISK, PART, STAGED)
    a.edit(DISK, "partPath(finalPath) : finalPath", "stagedPath(destination, filename) : finalPath")
    run(a, [APART, MOVES])
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'ending .part' in r['title']][0])\"); "
        'backstory -q remember decision "Unfinished uploads are written into the subfolder .incoming of the destination and renamed from there" --why "Tomasz ran the import worker overnight: its glob swallowed 31 of 400 .part files; it does not descend into subfolders" --instead-of "a .part file beside the target" --tag disk --tag atomic --at storage/disk.js#stagedPath --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    a.answer(
        "Moved: `stagedPath` creates `.incoming` in the destination and the file is renamed from there. Both tests pass.\n\n"
        '<backstory:remember kind="decision" tags="disk,atomic" why="the same as without the option, where createWriteStream truncates">A finished atomic upload replaces an existing file of the same name, no error</backstory:remember>'
    )
    a.user("Marta's shop returns things like 2024/05/invoice.pdf from filename. Does that survive?")
    a.edit(TEST, SPOT, DATED + SPOT)
    run(
        a,
        [APART, MOVES],
        FOLDER,
        "     Uncaught AssertionError [ERR_ASSERTION]: ifError got unwanted exception: ENOENT: no such file or directory, open 'test/atomic-RklM4G/.incoming/e6ffb032bb2b-2024/05/small0.dat'\n"
        + TRACE,
        "Filename with a folder",
    )
    a.text(
        "It doesn't: the folder would have to exist below .incoming as well. Nobody reads the staged name, so the random part alone will do."
    )
    a.edit(DISK, STAGED, HEX)
    a.edit(DISK, "stagedPath(destination, filename) : finalPath", "stagedPath(destination) : finalPath")
    run(a, [APART, FOLDER, MOVES])
    a.bash(
        "MULTER_TEST_PORT=41000 npm test 2>&1 | tail -2; npx standard",
        "  75 passing (948ms)",
        title="Whole suite and lint",
    )
    commit(
        a,
        "Stage atomic uploads in .incoming",
        "The import worker took unfinished files that lay beside the target. The staged name is random only, as a filename may contain folders.",
    )
    a.answer(
        "Not at first: with the filename in the staged name it ended in `ENOENT ... .incoming/e6ffb032bb2b-2024/05/small0.dat`. The staged file now has just the random hex as its name, so folders in a filename (Marta's dated ones) only matter for the final rename. 75 passing, lint clean, committed."
    )
    a.user("Good. Now the one from yesterday: client hangs up in the middle. Who clears .incoming?")
    a.delegate(
        "Follow an aborted upload",
        "In lib/make-middleware.js, what happens to the file stream and to storage._removeFile when the client closes the request in the middle of a file? Read only.",
        "On 'close' handleRequestFailure destroys busboy, which makes the file stream emit 'error'; its listener decrements pendingWrites. The file is not in uploadedFiles yet, as _handleFile has not called back, so storage._removeFile is never called for it.",
    )
    a.edit(DISK, "var path = require('path')\n", "var path = require('path')\nvar stream = require('stream')\n")
    a.edit(DISK, PIPE, LINED)
    a.bash(
        "node -e \"var C=require('./lib/counter').prototype,d=C.decrement;C.decrement=function(){d.call(this);console.log('counter',this.value)};require('/tmp/abort-probe.js')\"",
        "counter 0\ncounter -1\nleft in .incoming: [ '7180bee9c363' ]",
        title="Abort with stream.pipeline",
        code=1,
    )
    a.bash("git checkout -q storage/disk.js && git status --short", title="Take pipeline back", run=True)
    a.answer(
        "Nobody, the staged file stays. `_removeFile` isn't called, because the upload never made it into `uploadedFiles`.\n\n"
        "I gave `stream.pipeline` a try and threw it out: on an abort it calls back with an error, so `pendingWrites` is decremented twice, once by the file stream's own error listener and once by our callback. The Counter goes to -1, and with several files the request would count as finished too early. Curing that means changing make-middleware.js, which is Ingrid's at the moment.\n\n"
        "What stays inside `storage/disk.js`: listen for `error` on `file.stream`, destroy the out stream, unlink the staged file, and don't call cb."
    )
    a.user(
        "Fine, the listener in disk.js, and cb stays uncalled. Just the test for now, my train goes in ten. No setTimeout in tests by the way, Bea is done with flaky ones. README comes after that, but show Hamza the wording before it goes in."
    )
    a.edit(TEST, "var path = require('path')\n", "var path = require('path')\nvar stream = require('stream')\n")
    a.edit(TEST, SPOT, ABORT + SPOT)
    run(a, [APART, FOLDER, MOVES], ABORTS, LEFT)
    a.answer(
        "Done: main merged, staging moved to `.incoming` with random names, committed. The abort test is written, not committed.\n"
        "Red: `removes the staged file when the client aborts` in test/atomic-writes.js, as it should be, the listener doesn't exist yet; the other 3 pass.\n"
        "Next: in `_handleFile` listen for `error` on `file.stream`, destroy the out stream and unlink the staged file without calling cb; then the README section on `atomic`, wording to Hamza first."
    )
    a.end()
