"""What the agent writes in the multer scenario: the module, its tests, and logs that people paste."""

COMMIT = "0adb21d"
MIDDLEWARE = "lib/make-middleware.js"
ERRORS = "lib/multer-error.js"
BUDGET = "lib/byte-budget.js"
TESTS = "test/total-file-size.js"

TEST = """/* eslint-env mocha */

var assert = require('assert')

var fs = require('fs')
var util = require('./_util')
var multer = require('../')
var temp = require('fs-temp')
var rimraf = require('rimraf')
var FormData = require('form-data')

describe('Total file size', function () {
  var uploadDir

  beforeEach(function (done) {
    temp.mkdir(function (err, path) {
      uploadDir = path
      done(err)
    })
  })

  afterEach(function (done) {
    rimraf(uploadDir, done)
  })

  it('should stop at the limit', function (done) {
    var form = new FormData()
    var parser = multer({ dest: uploadDir, limits: { totalFileSize: 10000 } }).any()

    form.append('small0', util.file('small0.dat'))
    form.append('medium', util.file('medium.dat'))

    util.submitForm(parser, form, function (err, req) {
      assert.strictEqual(err.code, 'LIMIT_TOTAL_SIZE')
      assert.strictEqual(err.field, 'medium')
      assert.strictEqual(fs.readdirSync(uploadDir).length, 0)
      done()
    })
  })

  it('should keep a request that is exactly at the limit', function (done) {
    var form = new FormData()
    var parser = multer({ dest: uploadDir, limits: { totalFileSize: 14974 } }).any()

    form.append('small0', util.file('small0.dat'))
    form.append('medium', util.file('medium.dat'))

    util.submitForm(parser, form, function (err, req) {
      assert.ifError(err)
      assert.strictEqual(req.files.length, 2)
      done()
    })
  })
})
"""

LATE_DESTINATION = """  it('should keep every byte when the destination comes late', function (done) {
    var form = new FormData()
    var storage = multer.diskStorage({
      destination: function (req, file, cb) {
        setTimeout(cb, 20, null, uploadDir)
      }
    })
    var parser = multer({ storage: storage, limits: { totalFileSize: 100000 } }).single('medium')

    form.append('medium', util.file('medium.dat'))

    util.submitForm(parser, form, function (err, req) {
      assert.ifError(err)
      assert.strictEqual(req.file.size, 13196)
      done()
    })
  })

  it('should stop at the limit', function (done) {
"""

FILTERED = """  it('should not count what the filter drops', function (done) {
    var form = new FormData()
    var parser = multer({
      dest: uploadDir,
      limits: { totalFileSize: 2000 },
      fileFilter: function (req, file, cb) { cb(null, file.fieldname === 'small0') }
    }).any()

    form.append('medium', util.file('medium.dat'))
    form.append('small0', util.file('small0.dat'))

    util.submitForm(parser, form, function (err, req) {
      assert.ifError(err)
      assert.strictEqual(req.files.length, 1)
      done()
    })
  })

  it('should stop at the limit', function (done) {
"""

ABORTED = """  it('should leave no partial file behind when the client aborts', function (done) {
    var upload = multer({ dest: uploadDir }).any()

    abortHalfway(upload, function () {
      assert.strictEqual(fs.readdirSync(uploadDir).length, 0)
      done()
    })
  })

  it('should stop at the limit', function (done) {
"""

ABORT_HALFWAY = """describe('Total file size', function () {
  var uploadDir

  function abortHalfway (upload, cb) {
    var req = new stream.PassThrough()

    req.headers = { 'content-type': 'multipart/form-data; boundary=XX', 'content-length': 99999 }
    upload(req, null, function () { setTimeout(cb, 50) })
    req.write('--XX\\r\\nContent-Disposition: form-data; name="a"; filename="a.bin"\\r\\n\\r\\nAAAA')
    setTimeout(function () { req.destroy() }, 50)
  }
"""

METER = """var Transform = require('stream').Transform

function ByteBudget (limits) {
  this.left = limits?.totalFileSize ?? Infinity
}

ByteBudget.prototype.meter = function meter (source, onExceeded) {
  var budget = this
  var exceeded = false
  var metered = new Transform({
    transform: function (chunk, encoding, cb) {
      if (exceeded) return cb()
      budget.left -= chunk.length
      if (budget.left >= 0) return cb(null, chunk)

      exceeded = true
      source.unpipe(metered)
      source.resume()
      onExceeded()
      metered.destroy()
      cb()
    }
  })

  return source.pipe(metered)
}

module.exports = ByteBudget
"""

NODE_TEN = """```
test (Node.js 10.x)
Run npm run test -- --ci
> multer@2.1.1 test /home/runner/_work/multer/multer
> mocha --reporter spec --exit --check-leaks test/

npm WARN notsup Not compatible with your version of node/npm: form-data@4.0.2 must be used with node >= 6
/home/runner/_work/multer/multer/lib/byte-budget.js:4
  this.left = limits?.totalFileSize ?? Infinity
                     ^

SyntaxError: Unexpected token .
    at Module._compile (internal/modules/cjs/loader.js:723:23)
    at Object.Module._extensions..js (internal/modules/cjs/loader.js:789:10)
npm ERR! Test failed.  See above for more details.
Error: Process completed with exit code 1.
```"""

NO_SPACE = """```
  Total file size
    1) should keep a request that is exactly at the limit

  Disk Storage
    2) should process multiple files

  2 failing

  1) Total file size
       should keep a request that is exactly at the limit:
     Uncaught Error: ENOSPC: no space left on device, write
```"""

TIMEOUT = """  Total file size
    ✔ should keep every byte when the destination comes late
    1) should stop at the limit
    ✔ should keep a request that is exactly at the limit


  2 passing (2s)
  1 failing

  1) Total file size
       should stop at the limit:
     Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/home/cal/multer/test/total-file-size.js)
      at listOnTimeout (node:internal/timers:588:17)
      at process.processTimers (node:internal/timers:523:7)
"""

LOST = """  Total file size
    1) should keep every byte when the destination comes late
    ✔ should stop at the limit
    ✔ should keep a request that is exactly at the limit


  2 passing (61ms)
  1 failing

  1) Total file size
       should keep every byte when the destination comes late:

      Uncaught AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

0 !== 13196

      + expected - actual

      -0
      +13196
"""

RED = """  Total file size
    ✔ should keep every byte when the destination comes late
    ✔ should not count what the filter drops
    1) should leave no partial file behind when the client aborts
    ✔ should stop at the limit
    ✔ should keep a request that is exactly at the limit


  4 passing (184ms)
  1 failing

  1) Total file size
       should leave no partial file behind when the client aborts:

      Uncaught AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

1 !== 0

      + expected - actual

      -1
      +0

      at Timeout._onTimeout (test/total-file-size.js:76:14)
      at listOnTimeout (node:internal/timers:581:17)
      at process.processTimers (node:internal/timers:519:7)
"""
