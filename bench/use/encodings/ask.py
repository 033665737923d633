"""Questions, prompts and notes of the conversation about sinatra."""

from conversation import Scenario

# `stale` of conversation.py takes "old" and "before" as marks, which the sentences of this scenario hold themselves.
GONE = (
    r"changed|no longer|supersed|replaced|outdated|instead|revis|revers|\bwas |earlier|at first|first:|before:|until|dropped|gone"
    r"|removed|rejected|\[stale|\(stale|stale:|~~|→|->|not any|n't|\bonce\b|now [^\n]{0,20}false|opt-in"
)


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    return rf"(?m)^(?![^\n]*({GONE}))[^\n]*{expression}"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What is next, and in which order?",
        "Join vary in static! so that the red test passes and commit; README entry static_precompressed; send @tallowbrook the branch to try on the Pi.",
        every=[r"\bvary\b", r"README", r"tallowbrook|\bthe Pi\b"],
        some=[
            r"\bjoin|append|combin|merg\w+ (the|both|two)|keep[^\n]{0,30}origin|red test pass|fix (first|the red)|green"
        ],
        never=[
            (
                r"(?m)^(?![^\n]*(drop|no |not|off the list|gone|cancel|dust|instead|was |earlier|won.t|supersed|stale))[^\n]*"
                r"(next|todo|open|left|remaining|[0-9]\.)[^\n]{0,60}(example app|last_modified)"
            )
        ],
        wrong=[
            "README entry, then the example app.",
            "Next: vary, README, tallowbrook tries it; join headers.\nLeft: README entry, example app.",
            "Fix the vary test so that it is green, then README.",
        ],
    )
    s.ask(
        "Which test is red, and why?",
        "test_adds_to_a_vary_header_of_static_headers_for_precompressed_files: our vary line comes after static_headers, headers is a merge! and overwrites the user's vary: expected 'origin, accept-encoding', got 'accept-encoding'.",
        every=[
            r"adds[ _]to[ _]a[ _]vary|vary[ _]header[ _]of[ _]static_headers|static_test\.rb:312|vary[^\n]{0,60}test|test[^\n]{0,60}vary",
            r"overwrit|merge!|replac[^\n]{0,30}vary|clobber|Actual: .accept-encoding|got .{0,3}accept-encoding",
        ],
        wrong=[
            "test_sets_the_sinatra_static_file_env_variable_if_served is red.",
            "The vary test is red.",
            "All tests are green, merge! is fine.",
        ],
    )
    s.ask(
        "Are mtimes of a variant and its original compared, and why (not)?",
        "No, the mtime check is gone: in a CI checkout files are written in any order, so the .br was a second older and never served. The build keeps variants fresh, README says so; no tolerance.",
        every=[
            r"\bmtimes?\b|stale check|comparison",
            r"(\bout\b|drop|gone|remov|trust|no longer|not compar|doesn.t look|\bno mtime|never compar)",
            r"order|second \W?older|CI check|checkout|container|maplecask|keeps? (them|the variants) fresh",
        ],
        never=[stale(r"older than (its|the) original (is|are) (ignored|skipped)")],
        wrong=[
            "A variant older than its original is ignored as stale; the CI checkout wrote the mtime.",
            "mtimes: tolerance of 2 seconds",
            "The mtime comparison is gone.",
            "- a variant older than its original is ignored as stale\n- mtime check dropped, the CI checkout writes in any order",
        ],
    )
    s.ask(
        "What happens with a Range request, and why?",
        "A request with a Range header always gets the plain file: a resumed download would glue two encodings together (@quillfeather, 2188).",
        every=[
            r"\bRange\b",
            r"plain file|uncompressed|original|identity|never[^\n]{0,20}for a Range|ignore[^\n]{0,40}(Range|variant)",
            r"quillfeather|2188|resum|glue|half-finished|half a brotli",
        ],
        wrong=[
            "Ranges are served from the br file.",
            "A Range gets the plain file.",
            "quillfeather's download resumes with brotli.",
        ],
    )
    s.ask(
        "Why not Rack::Deflater?",
        "Rack::Deflater was tried last winter on a Pi: 640 ms of CPU per request, content-length gone (progress bar).",
        every=[r"Deflater", r"640 ?ms|\bCPU\b|content-length|progress bar|on the Pi\b|on (my|his) (own )?Pi"],
        wrong=["Deflater compresses anything on the fly.", "It took 640 ms of CPU."],
    )
    s.ask(
        "What failed before the second-path approach, and why?",
        "Appending the extension to request.path_info: content type became application/octet-stream, CommonLogger logged /app.css.br.",
        every=[
            r"path_info|request path|rewrit[^\n]{0,20}(request|path)|hands off the request",
            r"octet-stream|CommonLogger|logs? [^\n]{0,20}\.br|content type is taken",
        ],
        wrong=["request.path_info was used.", "It was too slow.", "octet-stream is the default."],
    )
    s.ask(
        "What is the default of static_precompressed, and who wanted that?",
        "false (opt-in): Ottoline, because two extra stat calls per asset hurt her students' NFS homes.",
        every=[r"Ottoline", r"opt-in|\bfalse\b|off by default|switched on", r"\bstat\b|\bstats\b|NFS"],
        never=[stale(r"static_precompressed`?,? (is )?on by default")],
        wrong=[
            "It is on by default, two stats a request.",
            "Ottoline wants opt-in.",
            "false, because of the stat calls on NFS.",
            "- the setting is `static_precompressed`, on by default\n- Ottoline: opt-in, two stats on NFS",
        ],
    )
    s.ask(
        "What did the sub-agent find?",
        "dispatch! skips the after filters when env['sinatra.static_file'] is set, so it has to be set before send_file; Rack::Files takes Last-Modified from the file served.",
        every=[r"static_file", r"after[- ]filters?|filter! :after"],
        wrong=["sinatra.static_file is read nowhere.", "After filters run for static files."],
    )
    s.ask(
        "How do I run the tests of this feature alone, and how the rest on this machine?",
        "bundle exec ruby -Itest test/static_test.rb -n /precompressed/; all: bundle exec rake test:core, since the integration tests need ports 5000-5199, which the sprinklers hold.",
        every=[r"test/static_test\.rb -n /precompressed/", r"rake test:core"],
        wrong=["bundle exec rake test", "bundle exec ruby -Itest test/static_test.rb; rake test:core"],
    )
    s.ask(
        "May the CHANGELOG be edited?",
        "No: the person writes CHANGELOG.md at release time; the credit of @maplecask was allowed once.",
        every=[
            r"CHANGELOG",
            (
                r"(CHANGELOG[^\n]{0,80}(is mine|release|\bonce\b|not |n.t |never|his |hers? |theirs|person))"
                r"|((release|\bonce\b|not |n.t |never|hands off|leave|only)[^\n]{0,80}CHANGELOG)"
            ),
        ],
        never=[stale(r"(you may|feel free to|please|always) (edit|touch|update) the CHANGELOG(?![^\n]*once)")],
        wrong=["Yes, CHANGELOG.md is part of each change.", "The credit stands in CHANGELOG.md."],
    )
    s.ask(
        "What does the person want of code and tests?",
        "No new require in base.rb; Ruby 2.7.8 must work; no binaries in test/public, tests write to a tmpdir; header names in lowercase.",
        every=[
            r"\brequires?\b",
            r"binar(y|ies)|test/public|mktmpdir|tmpdir",
            r"lower-?case|no capitals|Rack::Lint",
        ],
        wrong=["No binaries in test/public, Ruby 2.7.8.", "Lowercase headers and no new require."],
    )
    s.ask(
        "How do commits look, and who pushes?",
        "Plain sentence as subject, no `feat:` prefix; the person pushes.",
        every=[
            r"feat:|plain (English )?sentence|no (prefix|conventional)",
            r"\bpush\w*",
        ],
        never=[
            r"(?m)^(?![^\n]*(not|n.t|never|person|they|he |she |user|rather))[^\n]*(you|agent) (may|can|should) push"
        ],
        wrong=["Push after each commit.", "Plain sentence as subject."],
    )


def ask_prompts(s: Scenario) -> None:
    deflater = r"Deflater road|640 ms"
    path = r"octet-stream|hands off the request"
    mtime = r"mtime check|comparison of mtimes|trust their mtime|second \*older"
    ranges = r"half a brotli|Range header, plain file|glues two"
    optin = r"opt-in|NFS"
    core = r"test:core"
    changelog = r"CHANGELOG is mine"
    push = r"pushing I'd rather"
    vary = r"adds to a vary|adds_to_a_vary|Join it is|have to be joined"
    need = r"grow another `require`"
    binary = r"no binaries in there"
    lower = r"header names in lowercase"
    s.prompt("short", vary, "make the red test green", "where does the vary header stand?")
    s.prompt("short", mtime, "skip a .br file that is older than app.css")
    s.prompt("short", ranges, "serve Range requests from the .br file in static!")
    s.prompt("short", deflater, "use Rack::Deflater for static files")
    s.prompt("short", optin, "set :static_precompressed, true as the default in base.rb")
    s.prompt("short", core, "run all tests")
    s.prompt("short", r"br before gzip|br has to stand", "reorder PRECOMPRESSED_EXTENSIONS, gzip first")
    s.prompt("short", r"Thursday", "return 406 for identity;q=0 in static!")
    s.prompt(
        "long",
        mtime,
        "A user writes that after editing app.css by hand on the server he still got the old styles, because the compressed copy beside it was from the last deploy. "
        "I think we should look at the modification times of both files in precompressed_variant and fall back to the plain one if it is newer, maybe with a second or two of slack for sloppy "
        "file systems. Could you put that in and add a test with File.utime?",
    )
    s.prompt(
        "long",
        path,
        "While reading static! again I wondered if all of this could be much shorter. If we add the extension to request.path_info right at the top, the rest of the method would find the "
        "compressed file by itself and we would not need a second variable at all, only the content-encoding header. Please try that and show me the diff, I would love to have ten lines less in base.rb.",
    )
    s.prompt(
        "long",
        binary,
        "I made a real pair of files with the brotli and gzip tools, about 300 kB each, so that the tests of the static files check actual decompression and not only made up bytes. Please put them "
        "in test/public beside hello+world.txt, and let the precompressed tests use them in place of what they write now.",
    )
    s.prompt("other words", deflater, "why don't we squeeze responses on the fly?")
    s.prompt("other words", core, "the integration suite says address already in use, what now?")
    s.prompt("other words", ranges, "what do clients get that continue an interrupted download?")
    s.prompt("other words", optin, "what did our co-maintainer say about file system calls?")
    s.prompt("other words", r"after filters", "why must the env entry be there prior to sending?")
    s.prompt("other words", r"user knocks|nobody in the issue asked", "do we want zst files as well?")
    s.prompt("other words", r"caches and tea|No cache", "remember the lookups per path to save stats")
    s.prompt("forbidden", changelog, "add an entry for static_precompressed to CHANGELOG.md")
    s.prompt("forbidden", push, "git push -u origin precompressed-static")
    s.prompt("forbidden", need, "require 'zlib' at the top of lib/sinatra/base.rb and check the gz file")
    s.prompt("forbidden", lower, "headers 'Content-Encoding' => encoding in static!")
    s.prompt("forbidden", r"`feat:`", "commit with the subject 'feat: join vary headers'")
    s.prompt("forbidden", r"2\.7\.8", "write precompressed_variant as an endless method with `it` in the block")
    s.prompt(
        "forbidden",
        r"more dust than readers|example app\W*(is )?dropped",
        "write the example app for precompressed files under examples/",
    )
    s.prompt(
        "unrelated",
        None,
        "thanks, see you!",
        "what does a group of owls call itself?",
        "how do I get candle wax out of a tablecloth",
        "write a limerick about a lighthouse keeper",
        "is 17 February 2027 a Wednesday?",
        "translate 'good luck with the exam' into Portuguese",
        "yes",
        "which planets have rings?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "what is the driving range of an electric van in winter?",
        "which header block do brick layers put on top of a wall?",
        "my wool sweater is full of static, what helps?",
        "do prices of soup vary between Lisbon and Porto?",
        "push-ups or pull-ups, what is better for the back?",
        "how do I compress a sleeping bag without breaking it?",
    )


NOTES = """# precompressed-static (lib/sinatra/base.rb static!, test/static_test.rb)
Test: `bundle exec ruby -Itest test/static_test.rb -n /precompressed/`; all: `bundle exec rake test:core` (integration needs ports 5000-5199, sprinklers sit there).
RED, uncommitted: "adds to a vary header of static_headers": our vary line overwrites the user's (headers is merge!).
Next: 1. join vary, commit 2. README <dt>static_precompressed</dt> (opt-in, build keeps variants fresh) 3. @tallowbrook tries it on the Pi. Dropped: example app, last_modified. Thursday: asks Ottoline about 406 for identity;q=0.
Default false: Ottoline, two stat calls per asset, NFS.
mtime check gone: CI writes files in any order (maplecask). No tolerance.
Range: plain file; resumed downloads glue encodings (2188).
br before gzip. No zstd, no cache.
Failed: Rack::Deflater (640 ms CPU, no content-length); changing request.path_info (octet-stream, CommonLogger).
Sub-agent: dispatch! skips after filters if sinatra.static_file is set, so set it first.
Rules: no new require in base.rb; Ruby 2.7.8; no binaries in test/public (tmpdir); lowercase headers; CHANGELOG not ours (once only); plain sentence as subject, no feat:; person pushes.
"""
