"""Questions, prompts and notes of the conversation about glow."""

from conversation import Scenario, stale


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What do I do next, and in which order?",
        "The notice on top of the text in the pager first, then the content-type check in fetchURL (text/html goes to lastGood); golangci-lint before the PR.",
        every=[
            r"pager",
            r"content.?type|text/html|ParseMediaType",
            r"pager\b[^\n]{0,40}\b(first|before|then)\b|(\bfirst\b|\bnext( up)?:?|\b1[.)])((?!content|html|ParseMedia)[^\n]){0,60}pager|3 before 1",
        ],
        wrong=[
            "First the content-type check, afterwards the notice in less.",
            "1. content-type check in fetchURL\n2. ask Ines about the standby site\n3. notice in the pager",
            "Pager notice first.",
        ],
    )
    s.ask(
        "Which test is red, and why?",
        "TestFetchMaintPage: fetchURL looks only at the status, so a 200 with text/html is taken for a page and overwrites the copy.",
        every=[
            r"TestFetchMaintPage",
            r"status only|only[^\n]{0,30}status|got[^\n]{0,6}<h1>|text/html|content.?type|\bhtml\b|(200|maintenance)[^\n]{0,50}(shown|stored|overwrit|taken)",
        ],
        never=[
            r"(?m)^(?=[^\n]*\b(red|failing)\b)(?![^\n]*(was|no longer|passes|earlier|fixed))[^\n]*TestFetchSlowBody"
        ],
        wrong=[
            "TestFetchSlowBody: deadline exceeded while reading the body.",
            "All tests pass.",
            "TestFetchMaintPage is red.",
        ],
    )
    s.ask(
        "How long do we wait for a remote source, and why no longer?",
        "3 s (fetchTimeout, --fetch-timeout): haproxy gives up on its backend after 5 s anyway.",
        every=[
            r"\b3 ?s(ec(ond)?s?)?\b|three sec|feels dead[^\n]{0,40}\b3\b|fetchTimeout[^\n]{0,12}\b3\b|\b3 \* time\.Second",
            r"haproxy[^\n]{0,60}\b(5|five)\b|\b(5|five) ?s?[^\n]{0,50}haproxy|feels? dead",
        ],
        never=[stale(r"(timeout|limit|wait|give up|headers)\b[^\n]{0,30}\b(10|30) ?s(ec\w*)?\b(?![^\n]{0,20}feel)")],
        wrong=["The timeout is 10 s for dial, TLS and headers.", "30 seconds", "3 s, because it is short."],
    )
    s.ask(
        "When does a copy expire, and what is the reason?",
        "Copies never expire. Nobody had opened failover.md for a month before the outage, 72h would have left nothing; the notice tells the age.",
        every=[
            r"no expiry|never expire|not expire|don.t expire|doesn.t expire|without expiry|no (max )?age limit|expir\w*[^\n]{0,12}\b(never|no|none)\b|pageMaxAge[^\n]{0,20}(gone|removed)",
            r"month|nobody (had )?opened|had nothing|left nothing|age|how old",
        ],
        never=[
            stale(
                r"((expire|kept|keep|good|gone|max.?age|older)\b[^\n]{0,40}72 ?h|72 ?h[^\n]{0,16}(then|max|and then|gone|expir))"
                r"(?![^\n]*(bad idea|no expiry|never expire|had nothing|left nothing))"
            )
        ],
        wrong=["Copies expire after 72h.", "72h then its gone", "Never."],
    )
    s.ask(
        "Which approaches failed, and why?",
        "http.Client.Timeout cuts long bodies, since it runs until the body is read; honouring Cache-Control: nginx sends no-store on everything, so nothing was kept.",
        every=[
            r"Client\.Timeout|client timeout",
            r"\bbod(y|ies)\b",
            r"Cache-Control|caching (headers|rules)|no-store",
            r"no-store[^\n]{0,60}(every|all|always)|(every|all|always)[^\n]{0,60}no-store|nothing (is|was|ever|gets|got)\b[^\n]{0,12}(kept|stored|cached|saved)|nothing lands",
        ],
        wrong=[
            "Client.Timeout and Cache-Control were tried and dropped.",
            "Client.Timeout: it cuts the body.",
            "no-store on every runbook, so nothing was kept.",
        ],
    )
    s.ask(
        "What did Ines say about the maintenance page?",
        "Ines: during failover haproxy answers 200 with an HTML page, so go by content-type (text/html = maintenance, runbooks are text/plain); it must never be stored as a copy.",
        every=[
            r"\bines\b",
            r"\b200\b|status[^\n]{0,30}(worthless|useless|no good|nothing|not enough|lies)|(not|don.t)[^\n]{0,20}status",
            r"content.?type|text/html",
        ],
        wrong=[
            "Ines: haproxy gives up after 5 s.",
            "Maintenance pages come as text/html with status 200.",
            "Ines: go by the status, 503 = maintenance.",
        ],
    )
    s.ask(
        "Which rules do I have to keep to?",
        "No new modules in go.mod; tests use httptest and never the network; every flag has a key in the config file; commits `feat: `/`fix: `, lower case, one thing each, never amend.",
        every=[
            r"go\.mod|(new|extra|third.party) (modules?|dependenc)",
            r"httptest|leave the box|off the network|(no|never|without)[^\n]{0,20}network",
            r"flag[^\n]{0,60}(config|glow\.yml|\bkey)|(config|glow\.yml)[^\n]{0,60}flag",
            r"amend",
        ],
        never=[r"(?m)^(?![^\n]*(log|hook|that one|once|only|not|don.t))[^\n]*--no-verify"],
        wrong=[
            "No new modules, httptest only, never amend.",
            "go.mod stays; httptest; each flag has a config key; never amend.\n- commit with --no-verify",
            "Write a test for everything and push.",
        ],
    )
    s.ask(
        "How do I run all tests, and how a single one?",
        "/opt/go/1.25/bin/go test ./... and /opt/go/1.25/bin/go test -run TestFetchMaintPage -count=1 .",
        every=[r"/opt/go/1\.25/bin(/go)?\b", r"\btest (-\S+ )*\./\.\.\.|go test[^\n]{0,20}\./\.\.\.", r"-run\b"],
        never=[
            r"(?m)^(?![^\n]*(not|don.t|fail|1\.24|too old|instead|distro|/opt/go))[^\n]*\b(run|tests?|all)\b:? *`?go test"
        ],
        wrong=["go test ./...", "/opt/go/1.25/bin/go test ./...", "go test -race -run TestFetchMaintPage ."],
    )
    s.ask(
        "May I try the binary with the normal cache directory?",
        "No: ~/.cache/glow is the shared home of the on-call people on jump-03, never write there; set XDG_CACHE_HOME to a temporary directory.",
        every=[
            r"\.cache/glow|cache dir|\boncall home\b|shared[^\n]{0,20}home",
            r"XDG_CACHE_HOME",
            r"shared|never|14 p|jump-03|on-?call|others",
        ],
        wrong=[
            "Yes, it only writes pages there.",
            "Set XDG_CACHE_HOME if you like.",
            "The copies are in ~/.cache/glow/pages.",
        ],
    )
    s.ask(
        "What about GitHub and GitLab sources?",
        "GitHub and GitLab get the timeouts (remoteClient) but no copies, nobody has runbooks there; the unclosed bodies that the sub-agent found are a PR of their own.",
        every=[
            r"github|gitlab|\bgh/gl\b|\bgh\b",
            r"copies no|no cop(y|ies)|without cop|not (cached|copied|stored)|no cach|nobody has runbooks|don.t (cache|store|copy)",
            r"timeout|remoteClient",
            r"leak|clos(e|ed|es)|own pr|separate pr|pr of (its|their) own",
        ],
        wrong=[
            "GitHub and GitLab are cached like the rest, with timeouts; the leak is fixed.",
            "GitHub and GitLab calls go through remoteClient.",
            "They never close the body of the API response.",
        ],
    )
    s.ask(
        "Where does one see that a page is a copy?",
        "On stderr, not stdout, since people pipe glow into Jira tickets: one line with URL and age. In the pager on top of the text. Nothing in the TUI.",
        every=[
            r"stderr",
            r"jira|\bpip(e|es|ed|ing)\b",
            r"pager|\bless\b",
            r"\btui\b[^\n]{0,24}\b(no|not|none|nothing|without|never|gets)\b|\b(not|no|nothing|never)\b[^\n]{0,24}\btui\b",
        ],
        wrong=[
            "On stdout above the text.",
            "On stderr and in the pager.",
            "stderr, because people pipe it; the pager and the TUI show it on top.",
        ],
    )
    s.ask(
        "Which question is open, and who answers it?",
        "Tomas, who leads the on-call rota: what to show for a maintenance page when there is no copy on disk, an error or the page.",
        every=[
            r"tomas",
            r"no copy|no (cached|stored) (copy|page)|without a copy|nothing (on disk|stored|cached)|copy (is )?missing|missing copy|(isn.t|there is no|theres no) (a |any )?copy",
        ],
        wrong=[
            "Ask Ines whether the standby site sends text/plain.",
            "Tomas leads the rota.",
            "What to show when there is no copy.",
        ],
    )


def ask_prompts(s: Scenario) -> None:
    body = r"Client\.Timeout|cuts? long bod|bitten by"
    nostore = r"no-store|Cache-Control"
    ines = r"\bines\b|text/html"
    wait = r"haproxy itself|feels dead|is 3 s\b|3 \* time\.Second"
    expiry = r"no expiry|never expire"
    query = r"whole query|without query|signed"
    red = r"TestFetchMaintPage|status only"
    shared = r"shared oncall home|XDG_CACHE_HOME"
    exdev = r"EXDEV|cross-device|tmpfs"
    s.prompt("short", body, "set Timeout on remoteClient", "use http.Client{Timeout: fetchTimeout} in fetch.go")
    s.prompt("short", wait, "bump fetchTimeout to 10s")
    s.prompt("short", expiry, "re-add pageMaxAge to fetchcache.go")
    s.prompt("short", red, "cont. w/ last good", "make TestFetchMaintPage green")
    s.prompt("short", query, "pageFile: hash the full url")
    s.prompt("short", r"\b50\b", "how many copies does prunePages keep")
    s.prompt("short", r"stderr", "print the notice of lastGood to stdout")
    s.prompt("short", exdev, 'storePage: os.CreateTemp("", "page-*")')
    s.prompt(
        "long",
        nostore,
        "security reviewed the branch. they'd like us to be a good citizen: look at the Cache-Control header of the runbook host in fetchURL, and if it forbids storing then don't write the page. "
        "sounds fair to me, 3 lines in storePage plus a test w/ httptest. do it today so they sign off before the weekend",
    )
    s.prompt(
        "long",
        ines,
        "got paged at 4, vip was failing over, glow showed me some garbage headline w/ the logo instead of the bgp runbook although i had opened that one the day before. "
        "status code from curl was ok the whole time. what do we know about how the lb behaves there and what did we want to do about it in fetchURL?",
    )
    s.prompt(
        "long",
        shared,
        "i want to see the notice w/ my own eyes. build it here on jump-03, open the failover runbook once, then block the vip w/ an iptables rule and open it again, and paste me what's in the pages directory below ~/.cache/glow before and after",
    )
    s.prompt("other words", body, "big documents come in truncated over the vpn, deadline while reading")
    s.prompt("other words", query, "two alerts link to the same runbook, do they share one file?")
    s.prompt("other words", expiry, "after how many days do old runbooks vanish from disk?")
    s.prompt("other words", wait, "why so impatient w/ the runbook host? could give it a bit more time")
    s.prompt("other words", r"tomas", "failover, and that runbook was never fetched before. what does the user get")
    s.prompt("other words", r"/opt/go/1\.25", "toolchain here is too old to build glow")
    s.prompt(
        "other words",
        r"falls through|swallow|HTML page",
        "can a github.com page end up as a copy when their api is down?",
    )
    s.prompt("forbidden", r"go\.mod|sec review", "go get github.com/hashicorp/go-retryablehttp")
    s.prompt("forbidden", r"amend", "git commit --amend --no-edit")
    s.prompt("forbidden", r"same key|glow\.yml|w/o the same", "add a flag --max-pages to main.go")
    s.prompt("forbidden", r"offline", "add --offline to rootCmd")
    s.prompt("forbidden", r"priya", "write the README section on copies")
    s.prompt("forbidden", r"leave the box|httptest", "test fetchURL against https://example.com")
    s.prompt(
        "unrelated",
        None,
        "regex for an ipv6 addr?",
        "whats 17% of 2300",
        "k thx, lunch",
        "systemd timer every 15 min, syntax?",
        "which tz is fra in",
        "awk to sum the 3rd column",
        "good movie for a night shift?",
        "translate 'disk is full' to portuguese",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how do i copy a page out of a pdf",
        "lung expiry volume, what is normal for adults?",
        "where do pagers from the 90s get sold",
        "what does a proxy vote mean in a shareholder meeting",
        "which flag has a cedar on it",
        "nobody came to my talk last month lol",
    )


NOTES = """# feat/last-good
Remote page fails -> last copy on disk. fetch.go, fetchcache.go, fetch_test.go.
All: `/opt/go/1.25/bin/go test ./...` (PATH go too old, no -race). One: `... test -run TestFetchMaintPage -count=1 .`
RED, uncommitted: TestFetchMaintPage, fetchURL looks at status only, text/html 200 overwrites copy.
Next: pager notice first, then content-type check (mime.ParseMediaType, text/html -> lastGood), golangci-lint.
Open: ask Tomas: maint page and no copy: error or page?
Ines: failover = 200 + html, go by content-type; never store it.
Wait 3 s; haproxy gives up after 5.
Copies never expire (failover.md unopened for a month); 50 kept; key without query (signed links).
Notice: stderr (people pipe to jira), pager on top, tui no.
gh/gl: timeouts, no copies; body leak = own PR. readmeURL errors fall through to html.
Failed: Client.Timeout cuts bodies; honouring Cache-Control: nginx always no-store, nothing kept. Temp file in pages dir (/tmp tmpfs, EXDEV).
Rules: nothing new in go.mod; httptest only; each flag also a config key; `feat: `/`fix: ` lc, one thing per commit, never amend; README is Priya's; no --offline; never write ~/.cache/glow (shared oncall home), XDG_CACHE_HOME=tmpdir.
"""
