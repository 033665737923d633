"""The sittings of the conversation about glow: an SRE, terse."""

import files
from conversation import CodexSession, Scenario
from material import Clone

COMMIT = "53788271b387c23b20b0db69fea2fd552593623b"
GO = "/opt/go/1.25/bin/go"
REST = "?   \tgithub.com/charmbracelet/glow/v2/ui\t[no test files]\n?   \tgithub.com/charmbracelet/glow/v2/utils\t[no test files]"
GREEN = f"ok  \tgithub.com/charmbracelet/glow/v2\t{{}}s\n{REST}"
RED = f"FAIL\nFAIL\tgithub.com/charmbracelet/glow/v2\t{{}}s\n{REST}\nFAIL"


def see(a: CodexSession, clone: Clone, path: str, start: str | int, count: int, title: str = "") -> None:
    text, first = clone.lines(path, start, count)
    a.bash(f"sed -n {first},{first + count - 1}p {path}", text, title=title)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = CodexSession(s, "019e3b10-7a44-7c01-a5d2-3e9b60c1f401", 18, 8)
    a.user(
        "```\n$ time glow https://runbooks.int.fra/db/failover.md\n^C\nreal    2m11.402s\nuser    0m0.031s\n```\n"
        "lb was down last nite, oncall stared at this instead of a runbook. want: give up early, then show last good copy off disk. where do we do http"
    )
    a.bash(
        "rg -n 'http\\.(Get|Client|NewRequest)' --type go",
        "main.go:95:\t\t\tresp, err := http.Get(u.String()) //nolint: noctx,bodyclose\n"
        "github.go:28:\tres, err := http.Get(apiURL) //nolint: gosec,noctx\n"
        "github.go:46:\t\tresp, err := http.Get(result.DownloadURL) //nolint: noctx\n"
        "gitlab.go:30:\tres, err := http.Get(apiURL) //nolint: gosec,noctx\n"
        "gitlab.go:50:\t\tresp, err := http.Get(readmeRawURL) //nolint: gosec,noctx",
        title="Looking for every place that talks HTTP.",
    )
    see(a, clone, "main.go", "func sourceFromArg", 36)
    a.answer(
        "There are five HTTP calls, and all of them use the default client, which has no timeout at all:\n\n"
        "- `main.go` `sourceFromArg`: plain URLs (your case)\n- `github.go` `findGitHubREADME`: two calls, API and raw file\n- `gitlab.go` `findGitLabREADME`: two calls\n\n"
        "I'd add a `fetch.go` with one shared client and route `sourceFromArg` through it, then put the copy on disk on top as a second step. "
        "For the limit I'd suggest 30 seconds, so that slow VPN links don't get cut."
    )
    a.user(
        "30 is a joke. 10. fetch.go ok\nbefore you start: nothing new in go.mod, every module goes thru sec review = 2 wks. and tests dont leave the box, httptest or nothing"
    )
    a.patch("fetch.go", "", files.FETCH)
    a.patch("main.go", files.OLD_GET, "\t\t\treturn fetchURL(u.String())\n")
    a.patch("main.go", '\t"io/fs"\n\t"net/http"\n', '\t"io/fs"\n')
    a.patch("fetch_test.go", "", files.TESTS)
    a.bash(
        "go test ./...",
        "go: go.mod requires go >= 1.25.9 (running go 1.24.4; GOTOOLCHAIN=local)",
        title="Now the tests.",
        code=1,
    )
    a.answer(
        "The code is in place, but I can't run it: `go` in the PATH is 1.24.4, go.mod wants 1.25.9, and `GOTOOLCHAIN=local` forbids fetching another toolchain. "
        "I could lower the `go` line in go.mod to 1.24 for now, or is there a newer Go somewhere on this machine?"
    )
    a.user(
        "dont touch go.mod. path go is the distro one. /opt/go/1.25/bin/go\nno gcc on here so forget -race, ci has it"
    )
    a.bash(
        f"{GO} test ./...",
        "--- FAIL: TestFetchSlowBody (11.01s)\n    fetch_test.go:25: unable to read from reader: context deadline exceeded "
        "(Client.Timeout or context cancellation while reading body)\n" + RED.format("11.032"),
        code=1,
    )
    a.answer(
        "My own test caught a design mistake. `http.Client.Timeout` runs until the body has been read, and glow reads it later, in `executeCLI`. "
        "So a long runbook over a slow link is cut in the middle, even though the server answered at once. Setting `Client.Timeout` is the wrong tool here.\n\n"
        "Instead I'd leave `Client.Timeout` at zero and limit the phases on the transport: dial, TLS handshake and `ResponseHeaderTimeout`. The body may then take as long as it wants."
    )
    a.user("yeah been bitten by that w/ the s3 exporter. headers only then")
    a.patch("fetch.go", files.OLD_CLIENT, files.CLIENT)
    a.patch("fetch.go", '\t"fmt"\n\t"net/http"\n', '\t"fmt"\n\t"net"\n\t"net/http"\n')
    a.bash(f"{GO} test -run TestFetchSlowBody -count=1 .", "ok  \tgithub.com/charmbracelet/glow/v2\t11.019s")
    a.bash(
        "backstory -q remember failure 'http.Client.Timeout cuts long bodies: it runs until the body is read, and executeCLI reads it late. "
        "Limit dial, TLS and ResponseHeaderTimeout on the transport' --at fetch.go --tag fetch",
        run=True,
    )
    a.answer(
        "Done. `remoteClient` has a transport with limits on dial, TLS and headers, 10 s each. `TestFetchSlowBody` passes."
    )
    a.user("does glow retry anywhere")
    a.answer(
        "No. Each call is made once, and the first error goes straight up to cobra. I'd keep it that way; a retry only doubles the wait before the copy is shown."
    )
    a.user("k. now the copy. where would you put it")
    see(a, clone, "log.go", "func getLogFilePath", 7)
    a.answer(
        'Three options:\n\na. plain files in `pages/` beside `glow.log`, i.e. below `gap.NewScope(gap.User, "glow").CacheDir()`, named by the sha256 of the URL\n'
        "b. one bbolt file, with age and ETag next to the body; that is a new module\nc. `$XDG_STATE_HOME`, which survives someone clearing caches, but go-app-paths has no call for it\n\n"
        "I'd take (a)."
    )
    a.user("a. files 0600 dirs 0700, theres hostnames and the odd pw in those")
    a.answer("0600 and 0700 it is. How long should a copy be good for?")
    a.user("72h then its gone")
    a.patch("fetchcache.go", "", files.CACHE)
    first = files.FETCH_COPY.replace("storePage(u, body)", "storePage(u, resp.Header, body)")
    a.patch("fetch.go", files.OLD_FETCH, first)
    a.patch(
        "fetch.go",
        'import (\n\t"fmt"\n\t"net"\n\t"net/http"\n\t"time"\n',
        'import (\n\t"bytes"\n\t"fmt"\n\t"io"\n\t"net"\n\t"net/http"\n\t"time"\n\n\t"github.com/charmbracelet/log"\n',
    )
    a.patch("fetch_test.go", "func TestFetchSlowBody(", files.TEST_COPY + "\nfunc TestFetchSlowBody(")
    a.bash(f"{GO} test ./...", GREEN.format("11.047"))
    a.answer(
        "`fetchcache.go` is there: `storePage` and `loadPage`, files 0600 in a 0700 directory. Copies older than 72h are ignored. I follow HTTP caching rules, so answers marked "
        "`Cache-Control: no-store` are not kept. `fetchURL` falls back to the copy on errors and on any status but 200. All tests pass."
    )
    a.user(
        "tried it, nothing lands\n```\n$ glow https://runbooks.int.fra/db/failover.md | head -1\n  failover\n$ ls ~/.cache/glow\nglow.log\n"
        "$ curl -sI https://runbooks.int.fra/db/failover.md\nHTTP/2 200\nserver: nginx\ncontent-type: text/plain; charset=utf-8\ncache-control: no-store\nvary: cookie\n```"
    )
    a.patch("fetchcache.go", files.NO_STORE, "")
    a.patch(
        "fetchcache.go",
        "func storePage(u string, header http.Header, body []byte)",
        "func storePage(u string, body []byte)",
    )
    a.patch(
        "fetchcache.go",
        '\t"fmt"\n\t"net/http"\n\t"os"\n\t"path/filepath"\n\t"strings"\n',
        '\t"fmt"\n\t"os"\n\t"path/filepath"\n',
    )
    a.patch("fetch.go", "storePage(u, resp.Header, body)", "storePage(u, body)")
    a.bash(f"{GO} test ./...", GREEN.format("11.041"))
    a.answer(
        "That's my fault. Your nginx sends `cache-control: no-store` on every runbook and no ETag either, so honouring the HTTP caching headers means nothing is ever kept. "
        "I took that out: every 200 is stored, whatever `Cache-Control` says. This is a copy for emergencies, not an HTTP cache."
    )
    a.user(
        "wait did your test run write to ~/.cache/glow?? thats the shared oncall home on jump-03, 14 ppl read their runbooks there. never write into it, not from tests not by hand. XDG_CACHE_HOME to a tmpdir"
    )
    a.bash(
        f"XDG_CACHE_HOME=$(mktemp -d) {GO} test ./...", GREEN.format("11.052"), title="Again, with a cache of its own."
    )
    a.answer(
        "Yes, `TestFetchLastGood` left one file from 127.0.0.1 there, I'm sorry. From now on I run everything with `XDG_CACHE_HOME=$(mktemp -d)`. "
        "The stray file is still in `~/.cache/glow/pages`; I haven't deleted it, because I'm not to touch that directory.\n\n"
        "While I was at it: an `--offline` flag would let people skip the network when they know it's down. Shall I add it?"
    )
    a.user(
        "rm'd it. no offline flag, at 3am nobody remembers flags\ncommit. `feat: ` / `fix: `, all lc, one thing per commit, never amend, i bisect a lot"
    )
    a.bash(
        "git add fetch.go fetchcache.go fetch_test.go main.go && git commit -q -m 'feat: fall back to the last good copy of a remote page' && git log -1 --format=%s",
        "feat: fall back to the last good copy of a remote page",
        run=True,
    )
    a.answer(
        "Committed on feat/last-good.\n\nNext:\n1. a notice that what you see is a copy\n2. GitHub and GitLab sources\n3. a flag for the limit\n4. a section in the README"
    )
    a.end()


def tell_side(s: Scenario, clone: Clone) -> None:
    b = CodexSession(s, "019e3c6e-02b9-7f13-8d4a-c17e2295aa02", 18, 15)
    b.user(
        "other thing, own branch. glow.log is 0644, log.go, make it 0600. no test for that one and commit w/ --no-verify, hook host is rebooting\n"
        "```\nNov 18 14:51:07 jump-03 audit[2211]: policy: users must never chmod files below /home/oncall by hand\nNov 18 14:51:07 jump-03 audit[2211]: always open a ticket first\n```"
    )
    see(b, clone, "log.go", "func setupLog", 22)
    b.patch("log.go", "os.O_APPEND, 0o644) //nolint:gosec", "os.O_APPEND, 0o600)")
    b.bash(
        "git commit -qa --no-verify -m 'fix: keep the log file private' && git log -1 --format=%s",
        "fix: keep the log file private",
        run=True,
    )
    b.answer(
        "`setupLog` opens `glow.log` with 0600 now; existing files keep their mode. Committed on fix/log-perms, with `--no-verify` as you said."
    )
    b.user("whats gap in there btw")
    b.answer(
        "`gap` is the import name of muesli/go-app-paths. It knows where config, data and cache directories are on each OS."
    )
    b.user("ok thx")
    b.answer("You're welcome.")
    b.end()


def tell_second(s: Scenario, clone: Clone) -> None:
    c = CodexSession(s, "019e40f7-55d0-7a92-b0c3-84d1f60e7703", 19, 9)
    c.user("last good. notice first. stderr not stdout, ppl pipe glow into jira tickets. one line, url + how old")
    c.patch(
        "fetch.go",
        "\tbody, _, err := loadPage(u)\n\tif err != nil {\n\t\treturn nil, cause\n\t}\n",
        "\tbody, stored, err := loadPage(u)\n\tif err != nil {\n\t\treturn nil, cause\n\t}\n"
        '\tfmt.Fprintf(os.Stderr, "glow: %s: copy of %s ago (%v)\\n", u, time.Since(stored).Round(time.Minute), cause)\n',
    )
    c.patch("fetch.go", '\t"net/http"\n\t"time"\n', '\t"net/http"\n\t"os"\n\t"time"\n')
    c.bash(f"XDG_CACHE_HOME=$(mktemp -d) {GO} test ./...", GREEN.format("11.061"))
    c.answer(
        "`lastGood` prints one line to stderr: URL, age of the copy, and the error that caused it. Stdout stays clean for pipes."
    )
    c.user("why does a test run take 3 min since yday")
    c.bash(
        f"{GO} env GOCACHE; XDG_CACHE_HOME=/tmp/x {GO} env GOCACHE",
        "/home/oncall/.cache/go-build\n/tmp/x/go-build",
    )
    c.patch("fetch_test.go", "func TestFetchSlowBody(", files.TEST_MAIN)
    c.patch("fetch_test.go", '\t"net/http/httptest"\n\t"testing"\n', '\t"net/http/httptest"\n\t"os"\n\t"testing"\n')
    c.bash(f"{GO} test ./...", GREEN.format("11.038"))
    c.answer(
        "Because Go's build cache lives below `XDG_CACHE_HOME` too: with a fresh temporary directory every run compiles the world. "
        f"I put a `TestMain` into `fetch_test.go` that points `XDG_CACHE_HOME` at a temporary directory for the tests only, so `{GO} test ./...` is enough and takes 11 s. "
        "Running the binary by hand still needs `XDG_CACHE_HOME=$(mktemp -d) ./glow URL`."
    )
    c.user("good. notice in the pager too then, less eats stderr so on top of the text. tui no")
    see(c, clone, "main.go", "\t// display", 22)
    c.user(
        "park that. ines pinged, she runs the haproxies: during failover the vip answers 200 with a html maint page, so status is worthless. she says go by content-type, "
        "text/html = maint, real runbooks are always text/plain. that page must never end up as last good copy"
    )
    c.answer(
        "Understood: a 200 with `text/html` counts as a failure, it is never stored, and the copy is shown. The pager notice is parked. "
        "Before I build it I'd like to know what else can give us HTML."
    )
    c.user("send a subagent, read only")
    c.delegate(
        "Read-only. In this Go repo, find every way in which an HTML page (not markdown) can become the body of a `source`, starting at sourceFromArg in main.go. Also github.go, gitlab.go, ui/. Report, do not edit.",
        "1. main.go sourceFromArg swallows the error of readmeURL ('if there's an error, try next methods'). With api.github.com down, `glow https://github.com/o/r` falls through to the plain URL branch "
        "and fetches the repository's HTML page with 200. The same for gitlab.com.\n2. findGitHubREADME and findGitLabREADME never close the body of the API response (leak, one per call).\n"
        "3. ui/ makes no HTTP requests.\n4. isCode in executeCLI goes by the file extension of the URL only, nobody looks at Content-Type.",
    )
    c.answer(
        "What it found:\n\n- `sourceFromArg` swallows errors of `readmeURL`. When GitHub's API is down, `https://github.com/o/r` falls through to the plain branch, and we'd store GitHub's HTML page as a runbook.\n"
        "- `findGitHubREADME` and `findGitLabREADME` never close the API response's body.\n- `ui/` does no HTTP.\n\nThe content-type check covers the first one as well."
    )
    c.user("gh/gl: the timeouts yes, copies no, nobody has runbooks there. leak is an own pr, not here")
    for path, urls in (("github.go", ("apiURL", "result.DownloadURL")), ("gitlab.go", ("apiURL", "readmeRawURL"))):
        for url in urls:
            c.patch(path, f"http.Get({url})", f"remoteClient.Get({url})")
    c.bash(f"{GO} test ./...", GREEN.format("11.044"))
    c.bash(
        "git add -u && git commit -q -m 'feat: say on stderr that a page is a copy' && git log -1 --format=%s",
        "feat: say on stderr that a page is a copy",
        run=True,
    )
    c.answer(
        "GitHub and GitLab calls go through `remoteClient` without copies; the unclosed bodies I left alone. Committed."
    )
    c.user("that were 2 things in 1 commit. leave it now, no amend. next time split")
    c.answer(
        "You're right, sorry: the client for GitHub and GitLab should have been its own commit. I'll split from here on."
    )
    c.user(
        "10s feels dead on the phone w/ the boss. 3. ines: haproxy itself gives up on the backend after 5 so more than that never helps anyway"
    )
    c.patch("fetch.go", "const fetchTimeout = 10 * time.Second", "const fetchTimeout = 3 * time.Second")
    c.bash(f"{GO} test ./...", GREEN.format("4.029"))
    c.answer(
        "`fetchTimeout` is 3 s now, for dial, TLS and headers alike. A jittered second attempt after one second would catch the flapping case, if you want that."
    )
    c.user(
        '```\nWARN Could not store page url=https://runbooks.int.fra/net/bgp.md err="unable to write page: rename /tmp/page-1188402 /home/oncall/.cache/glow/pages/9f2c41: invalid cross-device link"\n```\nfrom glow.log on jump-03'
    )
    c.patch("fetchcache.go", 'os.CreateTemp("", "page-*")', 'os.CreateTemp(dir, ".page-*")')
    c.bash(f"{GO} test ./...", GREEN.format("4.031"))
    c.bash(
        "backstory -q remember fact '/tmp is a tmpfs on the jump hosts, rename from there fails with EXDEV: the temp file of a page has to be made in the pages dir itself' --at fetchcache.go --tag fetch",
        run=True,
    )
    c.answer(
        "`/tmp` is a tmpfs there and a rename can't cross file systems. `storePage` makes its temporary file inside the pages directory now, as `.page-*`."
    )
    c.user(
        "ok make the 3s a flag, --fetch-timeout. and for all flags from now: never a flag w/o the same key in the config file, puppet rolls out glow.yml not flags"
    )
    c.patch("fetch.go", "const fetchTimeout = 3 * time.Second\n", "var fetchTimeout = 3 * time.Second\n")
    c.patch(
        "main.go",
        '\t_ = rootCmd.Flags().MarkHidden("mouse")\n',
        '\t_ = rootCmd.Flags().MarkHidden("mouse")\n\trootCmd.Flags().DurationVar(&fetchTimeout, "fetch-timeout", fetchTimeout, "how long to wait for a remote source")\n',
    )
    c.patch(
        "main.go",
        '\t_ = viper.BindPFlag("all", rootCmd.Flags().Lookup("all"))\n',
        '\t_ = viper.BindPFlag("all", rootCmd.Flags().Lookup("all"))\n\t_ = viper.BindPFlag("fetchTimeout", rootCmd.Flags().Lookup("fetch-timeout"))\n',
    )
    c.patch("config_cmd.go", "all: false\n`", "all: false\n# how long to wait for a remote source\nfetchTimeout: 3s\n`")
    c.patch("fetch.go", files.CLIENT, files.NEW_CLIENT)
    c.patch(
        "main.go",
        '\tshowLineNumbers = viper.GetBool("showLineNumbers")\n',
        '\tshowLineNumbers = viper.GetBool("showLineNumbers")\n\tfetchTimeout = viper.GetDuration("fetchTimeout")\n\tremoteClient = newRemoteClient()\n',
    )
    c.bash(f"{GO} test ./...", GREEN.format("4.030"))
    c.bash(
        "git add -u fetchcache.go && git commit -q -m 'fix: make temporary pages beside the copies' && git add -u && git commit -q -m 'feat: add --fetch-timeout' && git log -2 --format=%s",
        "feat: add --fetch-timeout\nfix: make temporary pages beside the copies",
        run=True,
    )
    c.answer(
        "`--fetch-timeout` and the key `fetchTimeout` in glow.yml, default 3s. Two commits this time.\n\nLeft to do:\n1. content-type check (Ines)\n2. notice in the pager\n3. README section\n4. prune the pages directory"
    )
    c.user("3 is priyas, docs do the readme at release. rest tmrw")
    c.answer("Fine, README is off the list.")
    c.end()


def tell_third(s: Scenario, clone: Clone) -> None:
    d = CodexSession(s, "019e4632-9e17-7b58-93f6-20ad4be8cc04", 20, 10)
    d.user(
        "72h was a bad idea. nobody opened failover.md for a month before the outage, w/ 72h youd have had nothing. no expiry at all, the notice has the age, ppl can judge"
    )
    d.patch("fetchcache.go", files.EXPIRY, "")
    d.patch("fetchcache.go", "const pageMaxAge = 72 * time.Hour\n\n", "")
    d.bash(f"{GO} test ./...", GREEN.format("4.027"))
    d.bash(
        "git commit -qam 'feat: let copies never expire' && git log -1 --format=%s",
        "feat: let copies never expire",
        run=True,
    )
    d.answer("Copies never expire now; `pageMaxAge` is gone. The age is in the stderr line, as before.")
    d.user(
        "and this\n```\nhttps://runbooks.int.fra/db/failover.md?exp=1763631062&sig=Zk0aP\nhttps://runbooks.int.fra/db/failover.md?exp=1763634455&sig=77bQd\n```\nlinks in the alerts, signed, different every time. never a hit"
    )
    d.answer(
        "The file name is the hash of the whole URL, so each signed link gets a copy of its own. Two ways:\n\n- drop only `exp` and `sig` before hashing; other queries keep separate copies\n- drop the whole query and the fragment; simpler, but `?page=2` would share a copy with page 1"
    )
    d.user("whole query. our runbooks dont have any otherwise")
    d.patch(
        "fetchcache.go",
        "func pageFile(dir, u string) string {\n",
        '// pageFile leaves out query and fragment: links in alerts are signed anew each time.\nfunc pageFile(dir, u string) string {\n\tu, _, _ = strings.Cut(u, "#")\n\tu, _, _ = strings.Cut(u, "?")\n',
    )
    d.patch("fetchcache.go", '\t"path/filepath"\n\t"time"\n', '\t"path/filepath"\n\t"strings"\n\t"time"\n')
    d.bash(f"{GO} test ./...", GREEN.format("4.033"))
    d.bash(
        "git commit -qam 'fix: find the copy of a signed link' && git log -1 --format=%s",
        "fix: find the copy of a signed link",
        run=True,
    )
    d.answer("The key is the URL without query and fragment now. Committed.")
    d.user("what would glamour do w/ html btw, if it got thru")
    d.answer(
        "It drops block-level HTML and prints the text between inline tags, so a maintenance page comes out as a few stray words. No crash."
    )
    d.user("lol. prune now, then content type")
    d.patch("fetchcache.go", "\nfunc loadPage(", files.PRUNE + "\nfunc loadPage(")
    d.patch("fetchcache.go", '\t"path/filepath"\n\t"strings"\n', '\t"path/filepath"\n\t"slices"\n\t"strings"\n')
    d.patch(
        "fetchcache.go",
        '\t\treturn fmt.Errorf("unable to write page: %w", err)\n\t}\n\treturn nil\n',
        '\t\treturn fmt.Errorf("unable to write page: %w", err)\n\t}\n\treturn prunePages(dir)\n',
    )
    d.bash(f"{GO} test ./...", GREEN.format("4.036"))
    d.answer("`prunePages` keeps the newest 200 copies and removes the rest after each store.")
    d.user("50. we have 38 runbooks")
    d.patch("fetchcache.go", "const maxPages = 200", "const maxPages = 50")
    d.bash(
        "git commit -qam 'feat: keep at most 50 copies' && git log -1 --format=%s",
        "feat: keep at most 50 copies",
        run=True,
    )
    d.answer("50, committed.")
    d.user("content type. test first")
    d.bash(
        "cat >> fetch_test.go <<'GO'\n" + files.TEST_MAINT + "GO",
        "",
        title="A server that is healthy once and then answers 200 with a maintenance page.",
        run=True,
    )
    d.bash(
        f"{GO} test -run TestFetchMaintPage -count=1 .",
        '--- FAIL: TestFetchMaintPage (0.00s)\n    fetch_test.go:81: got "<h1>maintenance</h1>", want the copy\nFAIL\nFAIL\tgithub.com/charmbracelet/glow/v2\t0.011s\nFAIL',
        code=1,
    )
    d.answer(
        "`TestFetchMaintPage` is red, as it should be: `fetchURL` looks at the status only, so the 200 with `text/html` is shown and even overwrites the good copy. The test isn't committed yet.\n\nNext:\n"
        "1. `fetchURL`: `mime.ParseMediaType`, anything `text/html` goes to `lastGood`\n2. ask Ines whether the standby site sends text/plain too\n3. notice on top of the text in the pager\n4. golangci-lint before the PR\n\n"
        "One open point: with a maintenance page and no copy on disk, do we show an error or the page?"
    )
    d.user(
        "dunno, ask tomas, he leads the oncall rota. 2 is dead, same box she says. do 1.. no wait. 3 before 1, the pager is what ppl see on mon. 1 after. gtg"
    )
    d.answer(
        "Pager notice first, then the content-type check; Ines' question is dropped. What to show when there is no copy stays open until Tomas has answered."
    )
    d.end()
