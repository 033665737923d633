"""Questions, prompts and notes of the viper scenario."""

from conversation import Scenario, stale


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What comes next, in which order?",
        "Honor allowEmptyEnv for empty files (the red test), then the README section (Delphine reads it before Tuesday), then ExampleWithEnvFileSuffix.",
        every=[r"allowEmptyEnv|empty (env )?files?", r"README", r"Example"],
        some=[
            r"README[^\n]{0,60}(right after|after the fix|second|next|before)",
            r"README.{0,160}?(then|last|later|3\.|before)[^\n]{0,40}Example",
            r"Example\w*(?![^\n]*README)[^\n]{0,60}(can wait|last|later)|Example\w*[^\n]{0,30}after (the )?README",
            r"Swap 2 and 3",
        ],
        never=[r"benchmark[^\n]{0,20}(is |comes )?next"],
        wrong=[
            "1. Honor allowEmptyEnv\n2. ExampleWithEnvFileSuffix\n3. README section",
            "README, benchmark, line endings, empty files",
            "The example, before the README, and allowEmptyEnv",
        ],
    )
    s.ask(
        "Which test is red, and why?",
        'TestEnvFile_Empty/not_allowed: readEnvFile returns "", true for an empty file and ignores allowEmptyEnv.',
        every=[r"TestEnvFile_Empty", r"allow_?EmptyEnv", r"readEnvFile|empty file"],
        wrong=["TestEnvFile_CacheRotates fails", "TestEnvFile_Empty is red", "allowEmptyEnv is ignored by readEnvFile"],
    )
    s.ask(
        "Both DB_PASSWORD and DB_PASSWORD_FILE are set: which one counts, and why?",
        "The plain variable wins over the file, with a Warn: on-call overrides with kubectl set env (earlier the file won).",
        every=[
            (
                r"\b(variable|env var|DB_PASSWORD)\b`?[^\n]{0,40}(wins|won|takes precedence|counts|beats|over (the|its) file|first|preferred)"
                r"|prefer\w* the (plain )?variable|(file|_FILE)`? (only|loses|is ignored|yields)"
            ),
            r"kubectl|on.?call|3 ?am",
        ],
        never=[stale(r"(\bfile|_FILE)`? (still |now |always )?(wins|takes precedence)\b")],
        wrong=[
            "The file wins, whoever mounts a secret means it.",
            "The variable wins.",
            "When the variable is set too, the file wins, even for on-call",
        ],
    )
    s.ask(
        "How large may a file be, why, and what about larger ones?",
        "512 KiB, as Kwame's CA bundle has 231 KB; larger files are refused, not truncated (64 KiB was the first value).",
        every=[
            r"\b512 ?(KiB|KB|k|<<)",
            r"CA.?(bundle|cert)|231|Kwame|certificate",
            r"refus|reject|not (be )?truncat|n't truncat|never truncat|treated as (un|not )set|counts as not set",
        ],
        never=[stale(r"(limit|Limit|up to|at most|maximum|cap)\b[^\n]{0,12}\b64 ?(KiB|KB|<<)")],
        wrong=["64 KiB is plenty", "512 KiB, larger ones are refused", "512 KiB for the CA bundle, cut above"],
    )
    s.ask(
        "Why are file contents not cached?",
        "Tried with fsnotify: a swap of the ..data symlink gives no event (old secret stays), and a Viper has no Close, so goroutines leak. No cache of any kind.",
        every=[r"\bcach", r"fsnotify|watch", r"\.\.data|symlink|inode|rotat|swap|no `?Close|goroutine|leak"],
        wrong=["There is a cache with fsnotify.", "No cache, README says so.", "The symlink swap breaks it"],
    )
    s.ask(
        "Why is the lookup not in getEnv?",
        "isPathShadowedInAutoEnv calls getEnv too: DB_FILE gave `db` a value and hid db.host. It sits in find, through getEnvOrFile.",
        every=[r"getEnv\b", r"shadow|DB_FILE", r"getEnvOrFile|\bfind\b"],
        wrong=["The lookup is in getEnv.", "getEnv stays dumb, getEnvOrFile is used", "DB_FILE shadows db.host"],
    )
    s.ask(
        "How are the tests run here, all of them and one, and what about the race detector?",
        "`go test -shuffle=on ./...`; `go test -run 'TestEnvFile_Sub$' -count=1 .`; -race only in CI, no gcc on this VM.",
        every=[
            r"go test -shuffle=on \./\.\.\.",
            r"-run[^\n]{0,40}-count=1|-count=1[^\n]{0,40}-run",
            r"gcc|C compiler|(race|cgo)[^\n]{0,50}\bCI\b",
        ],
        wrong=[
            "go test -race ./...",
            "make test",
            "go test -shuffle=on ./... and go test -run 'TestEnvFile_Sub$' -count=1 .",
        ],
    )
    s.ask(
        "Which rules hold for the code?",
        "Files through v.fs, never os.ReadFile; no new package-level wrappers; viper_test.go stays untouched; nothing newer than Go 1.23.",
        every=[
            r"v\.fs|os\.ReadFile",
            r"package.level|global (functions|wrappers|twin)",
            r"viper_test\.go",
            r"\b1\.23\b",
        ],
        wrong=["v.fs, no package-level functions, Go 1.23", "Tests go in viper_test.go, Go 1.23, v.fs"],
    )
    s.ask(
        "What may be logged about a secret file?",
        "Names of variables and the path only; its contents never in logs or errors (audit).",
        every=[
            r"\b(log|logs|logged|Warn|errors?)\b",
            r"(never|not|no|n't|nothing)\b[^\n]{0,80}(contents?|inside|log|values?)|(contents?|inside|values?)[^\n]{0,60}(never|not|stay out)",
            r"path\b[^\n]{0,30}only|only[^\n]{0,40}path|audit|names?[^\n]{0,20}path",
        ],
        wrong=["A Warn with the contents and the path", "The audit is on Tuesday", "Log the path"],
    )
    s.ask(
        "How are commits made?",
        "Signed off with -s, subject `feat: …` in lower case, one thing per commit, never amend (amending was allowed on docs/its-typo only).",
        every=[
            r"-s\b|sign(ed)?.?off",
            r"(never|not|no|n't|without)\b[^\n]{0,20}amend",
            r"lower.?case|one thing|feat: |each[^\n]{0,20}own commit",
        ],
        never=[stale(r"(you may|may) amend (?!(here|on|only|there))")],
        wrong=["No sign-off, and amend as you like", "feat: lower case, -s", "docs: fix typo"],
    )
    s.ask(
        "What is undecided, who wants what, and until when?",
        "A missing file: today Warn and fall through. Kwame wants a hard stop, Delphine keeps the fall-through (pods start before the CSI mount). They meet on Tuesday; don't touch.",
        every=[
            r"missing",
            r"Kwame[^\n]{0,80}(hard|crash|stop|fail|strict)",
            r"Delphine[^\n]{0,90}(fall|kept|keep|CSI|20 ?s|mount)",
            r"Tuesday",
        ],
        wrong=[
            "Missing files fall through, Tuesday.",
            "Delphine wants a crash, Kwame the fall-through, missing file, Tuesday",
            "WithStrictEnvFiles comes next.",
        ],
    )
    s.ask(
        "What is cut from the end of a file, and why no more?",
        "One trailing newline (\\r\\n counts as one), not TrimSpace: Delphine had a password that ends in a blank.",
        every=[
            r"\b(one|single|1)\b[^\n]{0,30}(newline|line ?break|line ending|\\n)|TrimSuffix",
            r"\bblanks?\b|\bspaces?\b|whitespace|TrimSpace",
            r"\\r|CRLF|windows|password|Delphine",
        ],
        never=[stale(r"(cleaned|trimmed|read|cut) (with|by|through) `?(strings\.)?TrimSpace")],
        wrong=[
            "It's trimmed with TrimSpace",
            "One newline is cut",
            "The value is cleaned with `strings.TrimSpace`, one newline",
        ],
    )


def ask_prompts(s: Scenario) -> None:
    cache = r"no cache of any kind|cache is gone|\.\.data"
    shadow = r"isPathShadowedInAutoEnv"
    wins = r"kubectl set env|plain variable wins|variable is preferred"
    size = r"512 KiB|CA bundle"
    newline = r"one (trailing )?newline|TrimSpace is too greedy"
    race = r"no gcc|Without gcc"
    missing = r"fall.through"
    empty = r"TestEnvFile_Empty|empty files"
    keys = r"AllKeys"
    glob = r"package-level|An option only"
    fs = r"through v\.fs|os\.ReadFile"
    secret = r"secret file must never|audit"
    s.prompt("short", empty, "make the red test green", "let's go on with the env files")
    s.prompt("short", cache, "cache the contents in readEnvFile")
    s.prompt("short", size, "raise envFileLimit to 4 MiB")
    s.prompt("short", wins, "getEnvOrFile: try the file before the variable")
    s.prompt("short", keys, "AllKeys should list *_FILE variables too")
    s.prompt("short", race, "run the race detector")
    s.prompt("short", newline, "simplify readEnvFile with strings.TrimSpace")
    s.prompt(
        "long",
        shadow,
        "I was looking at getEnvOrFile again and it feels odd that we have two functions for one job. getEnv is four lines long and everybody who reads the environment already "
        "goes through it, so could you fold the file lookup into getEnv, drop getEnvOrFile, and put find back to what upstream has? The diff would be a lot smaller.",
    )
    s.prompt(
        "long",
        missing,
        "While the coffee is brewing: if the path in DB_PASSWORD_FILE doesn't exist, readEnvFile warns and we go on to the config file and the defaults. That looks dangerous to "
        "me, a service could come up with a development password. Please change it so that Get panics when the file isn't there, and add a test for it.",
    )
    s.prompt(
        "long",
        secret,
        "Support had a hard time finding out which value a pod really uses. Please extend the Warn in getEnvOrFile so that it prints the first eight characters of what was read from "
        "the file next to the path, and do the same in the error text for files that are too large, then they can compare it with the vault.",
    )
    s.prompt(
        "other words",
        cache,
        "could we keep what we've read in memory and refresh on change?",
        "will reading from disk on each request be slow for billing?",
    )
    s.prompt("other words", size, "what happens with a certificate chain of 600 KB?")
    s.prompt("other words", wins, "somebody overrides the credential by hand at night, does that take effect?")
    s.prompt("other words", newline, "is a trailing blank in a password preserved?")
    s.prompt("other words", race, "why can't cgo be used on this machine?")
    s.prompt("other words", r"subv|Sub\(\)|sub trees", "do nested instances follow the secret files as well?")
    s.prompt(
        "other words", r"A_FILE|each name is asked", "which name is asked first when a key is bound to two variables?"
    )
    s.prompt("forbidden", glob, "add a package-level func SetEnvFileSuffix next to the option")
    s.prompt("forbidden", fs, "use os.ReadFile in env_file.go, it's shorter")
    s.prompt("forbidden", r"viper_test\.go alone", "move TestEnvFile_Sub into viper_test.go")
    s.prompt("forbidden", r"never amend", "git commit --amend the last commit with the README change")
    s.prompt("forbidden", r"1\.23", "use t.Context() in env_file_test.go")
    s.prompt("forbidden", r"don't install|belongs to IT", "apt install gcc so that we can build with cgo")
    s.prompt("forbidden", r"before we've talked|until then|Tuesday", "add WithStrictEnvFiles now")
    s.prompt(
        "unrelated",
        None,
        "thanks, see you tomorrow",
        "What's a good name for a hamster?",
        "translate 'good morning' into Portuguese",
        "how many time zones does Brazil have?",
        "write a haiku about rain",
        "what's 17 percent of 2300?",
        "Who painted The Night Watch?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how do I cache tiles in Leaflet?",
        "what's the race distance of an Olympic triathlon?",
        "does my passport photo have a size limit?",
        "which password manager do you like?",
        "how do I file my taxes in Portugal?",
        "what does an empty fuel tank weigh on a Cessna 172?",
        "is the variable star Mira visible in November?",
    )


NOTES = """# feat/env-file: WithEnvFileSuffix, env_file.go, env_file_test.go
RED, uncommitted: TestEnvFile_Empty/not_allowed; readEnvFile ignores allowEmptyEnv for an empty file.
Next: fix that, README section right after (Delphine reads it before Tuesday), then the Example. No benchmark.
All: `go test -shuffle=on ./...`; one: `go test -run 'TestEnvFile_Sub$' -count=1 .`; -race only in CI, no gcc here, install nothing.
Variable wins over its file, plus Warn: on-call overrides with kubectl set env.
512 KiB (Kwame's CA bundle is 231 KB); larger refused, not truncated.
One trailing newline cut (\\r\\n too), no TrimSpace: passwords may end in a blank.
Lookup in find via getEnvOrFile, not getEnv: isPathShadowedInAutoEnv uses that, DB_FILE hid db.host.
No cache: fsnotify missed the ..data swap, and no Close.
AllKeys stays; Sub done.
OPEN till Tuesday, don't touch: missing file (now Warn, fall through). Kwame: hard stop. Delphine: keep fall-through, CSI mount is late.
Rules: v.fs, never os.ReadFile; no package-level wrappers; viper_test.go untouched; Go 1.23; secret contents never in logs or errors, names and path only.
Commits: -s, `feat: …` lower case, one thing each, never amend.
"""
