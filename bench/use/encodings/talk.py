"""The sittings of the conversation about sinatra: Friday evening, an aside, Saturday, Sunday."""

from pathlib import Path

from conversation import Scenario, Session
from material import find_line, read_lines

COMMIT = "cb22afd7"
BASE = "lib/sinatra/base.rb"
TEST = "test/static_test.rb"
ONE = "bundle exec ruby -Itest test/static_test.rb -n /precompressed/"

SEND = "      send_file path, options.merge(disposition: nil)\n"
REWRITE = """      if File.file?("#{path}.br")
        request.path_info += '.br'
        path += '.br'
        headers 'content-encoding' => 'br'
      end

      send_file path, options.merge(disposition: nil)
"""
SERVE = """      file, encoding = precompressed_variant(path)
      return send_file(path, options.merge(disposition: nil)) unless file

      headers 'content-encoding' => encoding
      send_file file, options.merge(disposition: nil, type: File.extname(path))
"""
INVOKE = "    # Run the block with 'throw :halt' support and apply result to the response.\n    def invoke(&block)\n"
FRESH = "        File.file?(path + ext) && File.mtime(path + ext) >= File.mtime(path)\n"
VARIANT = (
    """    PRECOMPRESSED_EXTENSIONS = { 'br' => '.br', 'gzip' => '.gz' }.freeze

    # The precompressed file next to +path+ that the client likes best,
    # and its encoding. Nil when the plain file has to be served.
    def precompressed_variant(path)
      return if !settings.static_precompressed? || request.get_header('HTTP_RANGE')

      found = PRECOMPRESSED_EXTENSIONS.select do |_, ext|
"""
    + FRESH
    + """      end
      encoding = Rack::Utils.select_best_encoding(found.keys, request.accept_encoding)
      [path + found[encoding], encoding] if encoding
    end

"""
)
TESTS = """  def precompressed_app(**options)
    Dir.mktmpdir do |dir|
      File.write(File.join(dir, 'app.css'), 'body {}')
      File.write(File.join(dir, 'app.css.br'), 'not really brotli')
      File.write(File.join(dir, 'app.css.gz'), 'not really gzip')
      mock_app do
        set :static, true
        set :public_folder, dir
        set :static_precompressed, true
        options.each { |key, value| set key, value }
      end
      yield dir
    end
  end

  it 'serves the precompressed br file and keeps the content type' do
    precompressed_app do
      get '/app.css', {}, 'HTTP_ACCEPT_ENCODING' => 'gzip, deflate, br'
      assert_equal 'not really brotli', body
      assert_equal 'br', response['content-encoding']
      assert_equal 'text/css;charset=utf-8', response['content-type']
    end
  end

  it 'ignores precompressed files when a range is asked for' do
    precompressed_app do
      get '/app.css', {}, 'HTTP_ACCEPT_ENCODING' => 'br', 'HTTP_RANGE' => 'bytes=0-3'
      assert_equal 'body', body
      assert_nil response['content-encoding']
    end
  end

"""
ANCHOR = "  it 'applies custom headers defined in static_headers setting' do\n"
OLD_TEST = """  it 'ignores precompressed files that are older than the original' do
    precompressed_app do |dir|
      File.utime(0, 0, File.join(dir, 'app.css.br'))
      get '/app.css', {}, 'HTTP_ACCEPT_ENCODING' => 'br'
      assert_equal 'body {}', body
    end
  end

"""
VARY_TEST = """  it 'adds to a vary header of static_headers for precompressed files' do
    precompressed_app(static_headers: { 'vary' => 'origin' }) do
      get '/app.css', {}, 'HTTP_ACCEPT_ENCODING' => 'br'
      assert_equal 'origin, accept-encoding', response['vary']
    end
  end

"""


def show(session: Session, clone: Path, path: str, start: str, count: int) -> None:
    first = find_line(clone, COMMIT, path, start)
    session.read(path, read_lines(clone, COMMIT, path, first, first + count - 1), first)


def run(options: str, dots: str, counts: str, failures: str = "") -> str:
    return (
        f"Run options: {options}\n\n# Running:\n\n{dots}\n\nFinished in 0.312904s, 44.7 runs/s, 118.2 assertions/s.\n"
        f"{failures}\n{counts}"
    )


def tell_friday(s: Scenario, clone: Path) -> None:
    a = s.session("f1")
    a.user(
        "Evening! 🌙 Kettle's on. So, issue 2207: @tallowbrook serves a little bird-watching site off a first-gen Raspberry Pi and would love us to pick up "
        "`app.css.br` / `app.css.gz` lying next to `app.css`, since their build already makes them. I kinda want that too. Where would it even go?"
    )
    show(a, clone, BASE, "    def static!(options = {})", 18)
    show(a, clone, BASE, "    def send_file(path, opts = {})", 23)
    a.answer(
        "It belongs into `static!` in `lib/sinatra/base.rb`:\n\n- `static!` resolves the path, sets `env['sinatra.static_file']`, then calls `send_file`\n"
        "- `send_file` takes the content type from `File.extname(path)` and lets `Rack::Files` do ranges and Last-Modified\n\n"
        "The alternative with no new code in `static!` would be `use Rack::Deflater` in `setup_default_middleware`, which compresses anything on the fly. Shall I?"
    )
    a.user(
        "Ha, I went down the Rack::Deflater road last winter on my own Pi. 640 ms of pure CPU per request for a 1.9 MB bundle, and the content-length is gone, so "
        "@tallowbrook's progress bar would just sit at zero looking sad. Not going back there 😅 Files that lie on disk already, or nothing."
    )
    a.bash(
        "ruby -v; which brotli gzip",
        "ruby 3.4.4 (2025-05-14 revision a38531fd3f) +PRISM [arm64-darwin24]\n/usr/bin/gzip",
        title="What is installed",
        code=1,
    )
    a.text("No `brotli` here. First try: let `static!` append the extension to the request path.")
    a.edit(BASE, SEND, REWRITE)
    a.bash(
        "mkdir -p /tmp/try/public && echo 'body {}' | tee /tmp/try/public/app.css > /tmp/try/public/app.css.br && bundle exec ruby -Ilib -rsinatra/base -e '"
        'app = Class.new(Sinatra::Base) { set :public_folder, "/tmp/try/public"; set :static, true }; '
        'r = Rack::MockRequest.new(Rack::CommonLogger.new(app.new, $stdout)).get("/app.css"); p r.status, r.headers["content-type"]\'',
        '- - - [20/Nov/2026:18:09:41 +0100] "GET /app.css.br HTTP/1.0" 200 8 0.0034\n200\n"application/octet-stream"',
        title="Try it with a log",
    )
    a.answer(
        "Appending to `request.path_info` doesn't fly:\n\n- the content type is taken from `.br` and becomes `application/octet-stream`\n"
        "- `Rack::CommonLogger` logs `/app.css.br`, a URL nobody asked for\n\n"
        "I'll leave the request alone, pick a second path and hand `send_file` the original's extension as `type:`."
    )
    a.user(
        "Yep, hands off the request. Before you type away, some house quirks 🏠: I'd sleep better if base.rb didn't grow another `require`, every time one sneaks in "
        "somebody with a Pi Zero opens an issue about boot time. And 2.7.8 is still in the gemspec, bless it, so no shiny syntax. "
        "Ooh and could somebody peek at who else looks at that static_file env thing? I vaguely remember something with filters."
    )
    a.delegate(
        "Readers of sinatra.static_file",
        "Who reads env['sinatra.static_file'] in this repository, and what does send_file derive from the path it gets? Read only.",
        "Two findings. (1) `dispatch!` (base.rb:1201) skips all after filters when `env['sinatra.static_file']` is set, so it has to be set before any send_file "
        "call, for a compressed variant too; nothing in sinatra-contrib or rack-protection reads it. (2) `Rack::Files#serving` takes Last-Modified from the mtime "
        "of the file it really serves, i.e. of the `.br`, and compares If-Modified-Since with that by string equality.",
    )
    a.answer(
        "`env['sinatra.static_file']` is what makes `dispatch!` skip the after filters, so it stays set first and keeps the original path. One thing to think "
        "about: Last-Modified would be the mtime of the `.br`. We could pass `last_modified: File.mtime(path)`."
    )
    a.user(
        "Filters, I knew it! 🎉 Put the last_modified thing on the pile for later. What about half-finished downloads?"
    )
    a.answer(
        "A Range over a compressed file counts compressed bytes. If a client starts with br and resumes without it, it glues two encodings together. Options: "
        "serve ranges of the encoded file with a distinct ETag, or ignore the variants whenever `Range` is sent."
    )
    a.user(
        "That's exactly what @quillfeather described in 2188, a resumed map tile with half a brotli in the middle, poor soul. If there's a Range header, plain file, end of story."
    )
    a.edit(BASE, REWRITE, SERVE)
    a.edit(BASE, INVOKE, VARIANT + INVOKE)
    a.edit(BASE, "    set :static_headers, {}\n", "    set :static_headers, {}\n    set :static_precompressed, true\n")
    a.edit(TEST, ANCHOR, TESTS + OLD_TEST + ANCHOR)
    a.edit(TEST, "require_relative 'test_helper'\n", "require_relative 'test_helper'\nrequire 'tmpdir'\n")
    a.bash(
        ONE,
        run("-n /precompressed/ --seed 9911", "...", "3 runs, 7 assertions, 0 failures, 0 errors, 0 skips"),
        title="Precompressed tests",
    )
    a.bash(
        "backstory -q remember fact 'Rack::Utils.select_best_encoding breaks ties by the order of the list it gets: br has to stand before gzip in "
        "PRECOMPRESSED_EXTENSIONS' --at lib/sinatra/base.rb --tag static",
        title="Remember",
        run=True,
    )
    a.answer(
        "`precompressed_variant` picks the file: br before gzip, never for a Range, and a variant older than its original is ignored as stale. The setting is "
        "`static_precompressed`, on by default.\n\nI could also memoize the lookups per path in production, that saves two stats a request."
    )
    a.user(
        "Nah, caches and tea don't mix, leave it be. On by default feels friendly, I like it. And love that you made the files in a tmpdir! Someone once checked "
        "a 4 MB wasm into test/public and git blame still smells of it 🙈 so no binaries in there, pretty please."
    )
    a.answer("No cache then. Fixtures stay in `Dir.mktmpdir`, written by the tests.")
    a.user("how many lines is base.rb by now, dare I ask")
    a.bash("wc -l lib/sinatra/base.rb", "    2197 lib/sinatra/base.rb", title="Lines")
    a.answer("2197, a good twenty of them ours.")
    a.user("zstd? 👀")
    a.answer(
        "Chrome and Firefox speak it, Safari only recently. It would be one line in `PRECOMPRESSED_EXTENSIONS`, `'zstd' => '.zst'`, plus another stat."
    )
    a.user(
        "Mm, nobody in the issue asked. When a user knocks, we'll open. Commit what we have? Plain sentence as subject, my eyes glaze over when they meet a `feat:`."
    )
    a.bash(
        f"git add {BASE} {TEST} && git commit -q -m 'Serve precompressed static files' && git log -1 --format=%s",
        "Serve precompressed static files",
        title="Commit",
        run=True,
    )
    a.answer(
        "Committed on `precompressed-static`. Next:\n\n1. `vary: accept-encoding`\n2. pass `last_modified` of the original\n3. README entry for `static_precompressed`\n4. an example app under `examples/`"
    )
    a.end()


def tell_aside(s: Scenario) -> None:
    b = s.session("f2")
    b.user(
        "Tiny thing before bed: I forgot to credit @maplecask for :static_headers in 4.2.0 and she was very nice about it. Normally the CHANGELOG is mine, I write it at "
        "release time with a biscuit, but go ahead and touch it this once 😊 This branch, no test, obviously."
    )
    b.bash(
        "sed -i 's|^\\(\\* New: Add `:static_headers` setting.*\\)$|\\1, suggested by @maplecask|' CHANGELOG.md && git commit -qam 'Credit maplecask for static_headers' && git log -1 --format=%s",
        "Credit maplecask for static_headers",
        title="Credit",
        run=True,
    )
    b.answer(
        'The 4.2.0 line of CHANGELOG.md now ends with "suggested by @maplecask", committed on `credit-static-headers`.'
    )
    b.user("you're a gem. (get it? gem? 💎) night!")
    b.answer("Good night!")
    b.end()


def tell_saturday(s: Scenario, clone: Path) -> None:
    c = s.session("f3")
    c.user("Morning ☕ the cat sat on the laptop and closed everything. Where were we with the brotli thing?")
    c.bash(
        "git log --oneline -1 | cut -c9-; git status --short -uno", "Serve precompressed static files", title="State"
    )
    c.answer("Serving works and is committed, three tests are green. Open: vary, last_modified, README, example app.")
    c.user(
        "Right! So Ottoline (she co-maintains, you'd like her) read the branch on the train. Her take: on by default means two extra stat calls for each and every asset, and her "
        "students' homes are on NFS where a stat is no joke. She'd want it opt-in. Hm. She's right, isn't she."
    )
    c.edit(BASE, "    set :static_precompressed, true\n", "    set :static_precompressed, false\n")
    c.bash(
        ONE,
        run("-n /precompressed/ --seed 5120", "...", "3 runs, 7 assertions, 0 failures, 0 errors, 0 skips"),
        title="Precompressed tests",
    )
    c.answer(
        "She is: `static_precompressed` is now `false` by default and has to be switched on. The tests set it themselves, all three pass."
    )
    c.user("Lovely. Run the whole lot?")
    c.bash(
        "bundle exec rake test",
        'Errno::EADDRINUSE: Address already in use - bind(2) for "127.0.0.1" port 5043\nsinatra/test/integration_helper.rb:143: puma did not start, timed out\nrake aborted!\nCommand failed with status (1)',
        title="All tests",
        code=1,
    )
    c.user(
        "Oh, that's my house, not you. The sprinkler controllers squat on 5000 to 5199 on this machine and the integration tests want to live there too. "
        "`bundle exec rake test:core` is what I run at home, CI does the rest 🌱"
    )
    c.bash(
        "bundle exec rake test:core",
        run("--seed 61804", "." * 60, "1102 runs, 2971 assertions, 0 failures, 0 errors, 0 skips"),
        title="Core tests",
    )
    c.answer(
        "`bundle exec rake test:core` is green: 1102 runs, no failures. The integration tests need ports 5000 to 5199 and only run in CI."
    )
    c.user(
        "✨ Now a plot twist. @maplecask tried the branch in her container and sent this:\n\n```\n[web] 200 GET /app.css 88213 bytes identity\n[web] 200 GET /app.js 1904331 bytes identity\n"
        "[lint] WARN never serve uncompressed assets over 100 kB\n[ls] app.css 11:02:14  app.css.br 11:02:13\n```\n\nEverything uncompressed! The CI checks out, the files get written in any old order, "
        "and the br ends up a second *older* than its original. So our clever stale check bites people who did all the right things."
    )
    c.answer(
        "Two ways out:\n\n- allow a tolerance, say 2 seconds\n- drop the comparison of mtimes and say in the README that the build has to keep the variants fresh\n\nA tolerance hides the problem until a checkout takes three seconds."
    )
    c.user(
        "Tolerances are how bugs get a pension plan. Out with the mtime check, whoever makes the files keeps them fresh. README gets a sentence. nginx's gzip_static doesn't look either, I checked."
    )
    c.edit(BASE, FRESH, "        File.file?(path + ext)\n")
    c.edit(TEST, OLD_TEST, "")
    c.bash(
        ONE,
        run("-n /precompressed/ --seed 733", "..", "2 runs, 6 assertions, 0 failures, 0 errors, 0 skips"),
        title="Precompressed tests",
    )
    c.bash(
        "git commit -qam 'Make precompressed static files opt-in, trust their mtime' && git log -1 --format=%s",
        "Make precompressed static files opt-in, trust their mtime",
        title="Commit",
        run=True,
    )
    c.answer("Comparison and its test are gone, committed. Shall I push and open a draft PR so that CI runs?")
    c.user("Committing yes, pushing I'd rather keep, it's my one moment of glory in the week 🥁")
    c.answer("All yours.")
    c.user("does HEAD work too? curious")
    c.answer("Yes, `dispatch!` calls `static!` for GET and HEAD alike, so a HEAD gets the same headers.")
    c.user("Side quest: is Sinatra::Reloader deprecated or did I dream that? Someone in chat asked.")
    c.grep(
        "DEPRECATED",
        "sinatra-contrib/lib",
        "sinatra-contrib/lib/sinatra/reloader.rb:7:  # <b>DEPRECATED:<b> Please consider using an alternative like",
    )
    c.answer("Not a dream: its docs say DEPRECATED and point to `rerun` and `rack-unreloader`.")
    c.user(
        "Phew. OK the last_modified item: I slept on it, each representation may have its own Last-Modified, the RFC is fine with that, so let's not bother. Vary next then?"
    )
    show(c, clone, BASE, "    def headers(hash = nil)", 4)
    c.edit(
        BASE,
        "      file, encoding = precompressed_variant(path)\n",
        "      headers 'Vary' => 'Accept-Encoding' if settings.static_precompressed?\n      file, encoding = precompressed_variant(path)\n",
    )
    c.answer(
        "Then `last_modified` is off the list. `Vary: Accept-Encoding` is set for plain and compressed answers alike, since caches need it on both."
    )
    c.user(
        "Hm, not sure I love the capitals. Rack 3 wants header names in lowercase and Rack::Lint shouts at people who don't, ask me how I know 🫠"
    )
    c.edit(BASE, "      headers 'Vary' => 'Accept-Encoding' if", "      headers 'vary' => 'accept-encoding' if")
    c.bash(
        "bundle exec rake test:core",
        run("--seed 2240", "." * 60, "1101 runs, 2970 assertions, 0 failures, 0 errors, 0 skips"),
        title="Core tests",
    )
    c.answer(
        "Lowercase now: `'vary' => 'accept-encoding'`. Core tests are green. Not committed yet. Left: README entry, example app."
    )
    c.user("Enough for a Saturday, there's a barn dance 🪕")
    c.answer("Have fun!")
    c.end()


def tell_sunday(s: Scenario) -> None:
    d = s.session("f4")
    d.user("My feet hurt. Shall we?")
    d.bash(
        "git status --short -uno; git log --oneline -2 | cut -c9-",
        f" M {BASE}\nMake precompressed static files opt-in, trust their mtime\nServe precompressed static files",
        title="State",
    )
    d.answer("Uncommitted: the `vary` line in `static!`. Then the README entry and the example app.")
    d.user(
        "The example app, hm… examples/ already has more dust than readers, let's drop it. But Ottoline has a nose for trouble and asks: what if someone has `vary: origin` in static_headers for CORS, "
        "do the two live together? I'd feel warm inside if there were a test for it first."
    )
    d.edit(TEST, ANCHOR, VARY_TEST + ANCHOR)
    d.bash(
        ONE,
        run(
            "-n /precompressed/ --seed 18846",
            "F..",
            "3 runs, 7 assertions, 1 failures, 0 errors, 0 skips",
            "\n  1) Failure:\nStaticTest#test_adds_to_a_vary_header_of_static_headers_for_precompressed_files_0 [test/static_test.rb:312]:\n"
            'Expected: "origin, accept-encoding"\n  Actual: "accept-encoding"\n',
        ),
        title="Precompressed tests",
        code=1,
    )
    d.answer(
        "They don't. The new test `adds to a vary header of static_headers for precompressed files` is red: expected `origin, accept-encoding`, got `accept-encoding`. "
        "`headers` is a plain `merge!` on the response, so our line, which comes after `headers(settings.static_headers)`, overwrites the user's `vary`."
    )
    d.user("ooh, red! which line of ours?")
    d.answer("`headers 'vary' => 'accept-encoding' if settings.static_precompressed?` in `static!`.")
    d.user("Good old merge!. Could one move ours before theirs?")
    d.answer(
        "Then theirs overwrites ours, and a cache may hand brotli to a client that can't read it. The two have to be joined: read `headers['vary']`, append `accept-encoding` unless it is there or it is `*`."
    )
    d.user("Join it is. And a client that says `identity;q=0` and has neither br nor gzip? 406?")
    d.answer("Today it gets the plain file, which is lenient; the RFC allows a 406. nginx serves the file.")
    d.user(
        "I'll ask Ottoline on Thursday, leave it as is till then. README first or the fix first… fix first. Oh no, the soup! 🍲 gotta run. Where do we stand?"
    )
    d.answer(
        "Everything is on `precompressed-static`, two commits; the `vary` line and the red test are not committed.\n\nNext:\n\n1. join `vary` in `static!` so that the red test passes, commit\n"
        "2. README: `<dt>static_precompressed</dt>` after `static_headers`, opt-in, the build has to keep the variants fresh\n3. send @tallowbrook the branch to try on the Pi\n\n"
        "Open until Thursday: 406 for `identity;q=0`, you ask Ottoline."
    )
    d.end()
