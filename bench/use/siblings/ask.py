"""Questions, prompts and notes of the scenario `siblings`."""

from conversation import Scenario

OLD = r"(?m)^(?![^\n]*(1400|instead|no longer|was |raise|replac|supersed|stale:|outdated|revis|changed|first|former|before|earlier|old ))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "Which test is red, and why?",
        "test_staticfiles_precompressed_whole_second_mtime: brotli writes the mtime in whole seconds, the float comparison of st_mtime takes a fresh .br for stale.",
        every=[
            r"whole_second_mtime",
            r"(whole|full)[- ]seconds?\b[^\n]{0,200}(st_mtime|float|07\.|stale|br\b|brotli|fraction|compar)|(st_mtime|float|fraction|brotli|\.br\b|truncat)[^\n]{0,200}(whole|full)[- ]seconds?\b|without fraction|(float|truncat)[^\n]{0,120}(mtime|stale|fresh)|(mtime|st_mtime)[^\n]{0,120}(float|truncat)",
        ],
        wrong=[
            "test_staticfiles_precompressed_whole_second_mtime fails.",
            "The brotli step writes whole seconds, st_mtime is compared as float.",
            "test_staticfiles_precompressed_stale_sibling is red, siblings are not checked for age.",
        ],
    )
    s.ask(
        "What is next, in which order?",
        "int(st_mtime) on both sides in _find_sibling, then docs/staticfiles.md, then 404.html (and index.html) through _find_sibling.",
        every=[
            r"int\(st_mtime\)|compar\w* (in |the |by )?whole seconds|whole seconds, then|whole-second compar",
            r"(docs?\b|staticfiles\.md)[^\n]{0,80}(before|then|, 3|→|->|;|\d[.)])[^\n]{0,60}404\.html|404\.html[^\n]{0,60}(after|last|comes after)|(docs?\b|staticfiles\.md)[^\n]*\n[^\n]{0,40}404\.html|(docs?\b|staticfiles\.md)[^\n]*\n[^\n]{0,20}index\.html",
        ],
        never=[
            r"(?m)^(?![^\n]*(no zst|off the list|drop|not before|until|unless|if |no ))[^\n]*(next|todo|\d\.)[^\n]{0,30}zstd"
        ],
        wrong=[
            "Next: int(st_mtime); 404.html through _find_sibling; zstd.",
            "404.html, docs/staticfiles.md, zstd if Ngozi's build writes .zst",
            "- compare whole seconds\n- Next: zstd\n- docs before 404.html",
        ],
    )
    s.ask(
        "From which size on are siblings used, and why?",
        "1400 bytes (MINIMUM_SIZE; first 500): less fits into one packet anyway, and the stat on NFS is for nothing.",
        every=[r"\b1[.,]?400\b", r"packet|NFS"],
        never=[OLD + r"(minimum.?size|small|below)[^\n]{0,40}\b500\b"],
        wrong=[
            "Files below 500 bytes get the plain file, same as GZipMiddleware.",
            "MINIMUM_SIZE is 1400.",
            "- MINIMUM_SIZE = 500\n- Tomasz: 1400, one packet",
        ],
    )
    s.ask(
        "What happens with a Range header, and why?",
        "The plain file is served, siblings are ignored: the desktop updater resumes with Range and never sends If-Range, it would glue brotli onto half a zip.",
        every=[
            r"\bRange\b",
            r"plain|identity|ignor\w+|uncompressed|no sibling|without sibling|glue",
            r"updater|half a zip|glue|never sends|resum[^\n]{0,80}(mix|corrupt|broken|garbage|brotli)",
        ],
        wrong=[
            "With Range the range is served out of the compressed file, as RFC 9110 says.",
            "Range gets the plain file.",
            "The updater resumes downloads and expects brotli.",
        ],
    )
    s.ask(
        "Why is the sibling not found inside of lookup_path itself?",
        "lookup_path returns path and stat result only: 404.html sent gzip bytes without Content-Encoding; changing its return value breaks those who override it (shop, CMS with a manifest).",
        every=[
            r"lookup_path",
            r"without (a |any )?`?Content-Encoding|no `?Content-Encoding|can.t see|cannot (see|tell|know)|can.t (tell|know)|overrid|subclass|manifest",
        ],
        some=[
            r"signature|hands off|triple|return(s|ed)? (value|a path|only|just)|404|break|doesn.t carry|does not carry|meaning|rejected|dead end|failed",
        ],
        wrong=[
            "_find_sibling asks lookup_path(path + suffix).",
            "lookup_path does the commonpath check.",
            "404.html sent gzip bytes without Content-Encoding.",
        ],
    )
    s.ask(
        "Why is it not remembered which siblings exist?",
        "Deploys rsync new files under running workers, the remembered size no longer fits: h11 Too much data for declared Content-Length, seen in the shop.",
        every=[
            r"cach|remember|dict",
            r"rsync|deploy|running worker|under (live|running)",
            r"Too much data|Content-Length|no longer fit|LocalProtocolError|size[^\n]{0,40}(fit|match|wrong|stale|differ)|(stale|wrong|outdated|old) (size|length)",
        ],
        wrong=[
            "A dict remembers which siblings exist, filled at first use.",
            "No cache of siblings, a stat is cheap.",
            "h11 raised Too much data for declared Content-Length after a deploy.",
        ],
    )
    s.ask(
        "How is Accept-Encoding read, and where does the code belong?",
        "_accepted_encodings in staticfiles.py, private, honours q=0; no public class in datastructures.py; GZipMiddleware is another PR.",
        every=[
            r"_accepted_encodings|q=0",
            r"datastructures|private|public|AcceptEncoding",
            r"GZipMiddleware[^\n]{0,140}(\bPRs?\b|pull request|separate|different bug|own (change|issue|commit)|untouched|later)|(\bPR\b|separate|different bug|don.t touch|leave)[^\n]{0,80}GZipMiddleware",
        ],
        wrong=[
            "A public AcceptEncoding class in datastructures.py parses q=0.",
            "_accepted_encodings is private to staticfiles.py.",
            '"gzip" in the header, as in GZipMiddleware.',
        ],
    )
    s.ask(
        "What did the reading by the sub-agent find about the directory check?",
        "Only lookup_path does the commonpath check; a bare os.stat on the sibling follows a symlink out of the directory, so the sibling goes through lookup_path.",
        every=[
            r"symlink",
            r"lookup_path",
            r"commonpath|directory check|outside|out of the|escape|os\.stat|checks the directory|follow_symlink",
        ],
        wrong=[
            "A symlink app.js.gz is followed when follow_symlink is set.",
            "lookup_path has three callers.",
            "Only lookup_path does the commonpath check.",
        ],
    )
    s.ask(
        "What must not be done in this work?",
        "No new pragma (no cover, no branch); docs/release-notes.md is Ilse's; responses.py and FileResponse stay as they are.",
        every=[
            r"(\bno\b|never|\bnot\b|n.t\b|without|take the)[^\n]{0,60}pragma|pragma[^\n]{0,60}(\bout\b|\bnot\b|never|forbid|from us)",
            r"Ilse|release.notes[^\n]{0,60}(\bnot\b|n.t\b|never|nobody|leave|hands off)",
            r"(responses\.py|FileResponse)[^\n]{0,80}(stay|untouch|\bnot\b|n.t\b|never|alone|as it is|subclassed)|(leave|\bnot\b|n.t\b|never|no changes?)[^\n]{0,40}(responses\.py|FileResponse)",
        ],
        wrong=[
            "No pragma: no cover, and leave responses.py alone.",
            "Ilse writes the release notes; responses.py stays as it is.",
            "Coverage is at 100 %, release-notes.md has an entry.",
        ],
    )
    s.ask(
        "How are the tests run while working, and what before a commit?",
        "venv/bin/python -m pytest tests/test_staticfiles.py -q -k precompressed; scripts/test before a commit.",
        every=[r"pytest tests/test_staticfiles\.py[^\n]{0,20} -k precompressed", r"scripts/test"],
        never=[
            r"(?m)^(?![^\n]*(docs|branch|once|one-off|only|that|middleware|this one|sentence))[^\n]*(skip|without) scripts/test"
        ],
        wrong=[
            "scripts/test",
            "venv/bin/python -m pytest tests/test_staticfiles.py -q -k precompressed",
            "- pytest tests/test_staticfiles.py -q -k precompressed\n- Skip scripts/test and commit right away",
        ],
    )
    s.ask(
        "What did Tomasz want from the headers, and why?",
        "Tomasz (CDN): Vary: Accept-Encoding on all answers, plain ones and 304 too; the edge stored one variant and gave it to everybody.",
        every=[
            r"Tomasz",
            r"\bVary\b[^\n]{0,160}(304|plain|\ball\b|\bevery\b|identity)|(304|plain|\ball\b|\bevery\b|identity)[^\n]{0,160}\bVary\b",
        ],
        wrong=[
            "Every answer carries Vary: Accept-Encoding, 304 too.",
            "Tomasz wants 1400 bytes.",
            "Tomasz tries the branch on the staging edge.",
        ],
    )
    s.ask(
        "test_staticfiles_with_invalid_dir_permissions_returns_401 fails in the whole file. What about it?",
        "The permission test is known: in the dev container one is root, chmod doesn't stop root. Leave it, CI is fine.",
        every=[
            r"permission",
            r"(\broot\b|container)[^\n]{0,200}(leave|ignor|\bCI\b|always red|expected|known|not ours)|(leave|ignor|\bCI\b|always red|expected|known|not ours|permission failures)[^\n]{0,200}(\broot\b|container)",
        ],
        wrong=[
            "test_staticfiles_with_invalid_dir_permissions_returns_401 is red.",
            "In the container you are root.",
            "invalid_dir_permissions: our change broke the 401, fix it.",
        ],
    )


def ask_prompts(s: Scenario) -> None:
    cache = r"rsync|Too much data|No cache"
    size = r"\b1400\b"
    rng = r"updater|If-Range"
    lookup = r"hands off|manifest|overrid|doesn't carry"
    public = r"keep it private|public in datastructures|different PR"
    vary = r"Vary"
    red = r"whole_second_mtime|[Ww]hole seconds"
    symlink = r"symlink|commonpath"
    root = r"you are root|chmod doesn't stop root"
    zstd = r"no zst|off the list"
    s.prompt("short", cache, "cache the sibling lookups in a dict", "put an lru_cache on _find_sibling")
    s.prompt("short", size, "why is MINIMUM_SIZE not 500?")
    s.prompt("short", rng, "support Range on the .br files")
    s.prompt("short", red, "make the red test green", "continue with the stale siblings")
    s.prompt("short", zstd, "add zstd to ENCODING_SUFFIXES")
    s.prompt("short", vary, "why do plain files carry Vary?")
    s.prompt("short", root, "fix test_staticfiles_with_invalid_dir_permissions_returns_401")
    s.prompt(
        "long",
        lookup,
        "I looked at the two stat calls per request again. It would be a lot simpler if lookup_path handed back a third value, the name of the encoding it found, and tried the suffixes itself; "
        "then _find_sibling could go away and index.html and 404.html would get it for free. Could you rework it that way and adapt the three callers?",
    )
    s.prompt(
        "long",
        red,
        "Before I look at the diff: I'd like to be a bit more generous in the comparison of the times. If the compressed file is at most two seconds older than the original, we treat it as fresh, "
        "because build machines have clocks that drift. Please write that with a named constant and adapt the test.",
    )
    s.prompt(
        "long",
        symlink,
        "The profiler says that two trips to the thread pool per file are what costs most in staticfiles.py. We have the absolute path of the file already, so let's just do an os.stat of full_path plus suffix in "
        "_find_sibling, without the detour, and see how much faster it gets with wrk on a small file.",
    )
    s.prompt("other words", cache, "can we keep in memory which compressed files there are?")
    s.prompt("other words", rng, "what do we send to somebody who resumes a partial download?")
    s.prompt("other words", vary, "what was it that the CDN guy asked for?")
    s.prompt("other words", size, "how big must a file be before we look for its compressed twin?")
    s.prompt("other words", red, "why did brotli vanish on staging?")
    s.prompt("other words", public, "could other middlewares reuse our parsing of the header?")
    s.prompt(
        "other words", r"brotlicffi|No module named 'brotli'|use gzip", "can a test unpack a br body in the client?"
    )
    s.prompt(
        "other words",
        r"[Nn]o warning|turns warnings|silently",
        "should people be told in the log about leftovers of an earlier build?",
    )
    s.prompt("forbidden", r"Ilse", "add an entry for precompressed to docs/release-notes.md")
    s.prompt("forbidden", r"pragma", "mark that branch with # pragma: no cover so coverage passes")
    s.prompt(
        "forbidden",
        r"responses\.py stays|FileResponse is subclassed",
        "add a content_encoding parameter to FileResponse.__init__ in responses.py",
    )
    s.prompt("forbidden", r"I do the pushing|just this once|Pushed to `edge`", "git push edge static-precompressed")
    s.prompt("forbidden", public, "make AcceptEncoding a public class in datastructures.py")
    s.prompt("forbidden", r"no match|`match`|3\.9", "use a match statement on the encoding in staticfiles.py")
    s.prompt(
        "unrelated",
        None,
        "good morning",
        "thanks, that's all for now",
        "how do I centre a div?",
        "What's a good book about distributed systems?",
        "translate 'see you on Monday' into Portuguese",
        "which terminal font do you recommend?",
        "write a haiku about autumn",
        "what time is it in Lagos?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how much does a standard parcel packet cost to Norway?",
        "what is the range of a Cessna 172?",
        "who invented the second hand on a watch?",
        "is siblings day a public holiday in the US?",
        "how do I compress a sleeping bag?",
        "do dentists work on Fridays in Spain?",
    )


NOTES = """# static-precompressed
StaticFiles(precompressed=["br","gzip"]), server order; starlette/staticfiles.py: `_find_sibling`.
Test: `venv/bin/python -m pytest tests/test_staticfiles.py -q -k precompressed`; before a commit scripts/test.
invalid_dir_permissions test always red: root in container, ignore.
RED, uncommitted: ..._whole_second_mtime. brotli writes whole seconds, float st_mtime compare calls fresh .br stale.
Next: int(st_mtime) both sides (no tolerance); docs/staticfiles.md; then 404.html+index.html. zstd dropped (Ngozi).
MINIMUM_SIZE 1400 (was 500): one packet, stat on NFS.
Range: plain file, updater resumes without If-Range.
Not inside lookup_path: 404.html went out without Content-Encoding, shop/CMS override it. But siblings go through it: only it does the commonpath check (symlink out).
No cache: deploys rsync under running workers, Too much data for declared Content-Length.
`_accepted_encodings` (q=0) stays private, not in datastructures; GZipMiddleware other PR.
Tomasz (CDN): Vary on plain and 304 too.
No warning for stale ones.
Rules: no new pragma; release-notes only Ilse; responses.py/FileResponse untouched; no match (3.9); pushing is the person's (edge was once).
"""
