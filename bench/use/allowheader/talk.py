"""The three sittings of the mux scenario."""

from conversation import Scenario, Session
from files import (
    ANSWER,
    CORS_DOC,
    CUSTOM_TEST,
    ENCODED_DOC,
    ERR,
    ERR_LATE,
    FIELDS,
    FIELDS_NEW,
    FIRST_TEST,
    GIVE,
    GIVE_LATE,
    GIVE_TYPED,
    IMPORTS,
    IMPORTS_NEW,
    IN_FLAT,
    IN_MATCH,
    IN_WALK,
    MAKE_NEW,
    MAKE_OLD,
    MATCH_FIELD,
    MATCH_FIELD_NEW,
    MIDDLEWARE,
    MISS,
    MISS_DOC,
    MISS_LATE,
    MISS_LOOP,
    NOT_ALLOWED,
    ONCE_MATCHED,
    ORDER_TEST,
    REPEAT_TEST,
    SET_LINE,
    SETTER,
    SPIKE,
    SPOT,
    SUB_TEST,
    TOP_MATCH,
    TYPED,
    USE_LINE,
    WALK,
)
from material import Clone

MUX, ROUTE, MID, TEST = "mux.go", "route.go", "middleware.go", "allow_test.go"
RUN = "go test -count=1 -run Allow ."


def run(a: Session, *fails: tuple[str, list[str]], title: str = "Run the Allow tests") -> None:
    """What `go test` prints for the tests of this feature."""
    if not fails:
        a.bash(RUN, "ok  \tgithub.com/gorilla/mux\t0.008s", title=title)
        return
    lines = []
    for name, why in fails:
        lines.append(f"--- FAIL: {name} (0.00s)")
        lines += [f"    allow_test.go:{x}" for x in why]
    end = ["FAIL", "FAIL\tgithub.com/gorilla/mux\t0.010s", "FAIL"]
    a.bash(RUN, "\n".join([*lines, *end]), title=title, code=1)


def commit(a: Session, what: str, body: str) -> None:
    command = f'git add -- *.go && git commit -q -s -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


TYPED_FAILS = """--- FAIL: TestMethodNotAllowed (0.00s)
--- FAIL: TestAllowHeaderOfSubrouter (0.00s)
--- FAIL: TestMethodsSubrouterStrictSlash (0.00s)
--- FAIL: TestCORSMethodMiddleware (0.00s)
--- FAIL: TestNoMatchMethodErrorHandler (0.00s)
--- FAIL: TestMethodsSubrouterPathPrefix (0.00s)
--- FAIL: TestAllowHeaderReachesCustomHandler (0.00s)
--- FAIL: TestMultipleDefinitionOfSamePathWithDifferentMethods (0.00s)
--- FAIL: TestAllowHeader (0.00s)
--- FAIL: TestSubrouterCustomMethodNotAllowed (0.00s)
--- FAIL: TestMethodNotAllowedSubrouterWithSeveralRoutes (0.00s)
--- FAIL: TestMethodsSubrouterSubrouter (0.00s)
--- FAIL: TestAllowHeaderMethodsBeforePath (0.00s)
--- FAIL: TestMethodsSubrouterCatchall (0.00s)
--- FAIL: TestAllowHeaderRunsMatchersOnce (0.00s)
--- FAIL: TestMethodsSubrouterPathVariable (0.00s)
--- FAIL: ExampleCORSMethodMiddleware (0.00s)
FAIL
FAIL\tgithub.com/gorilla/mux\t0.027s
FAIL
"""


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("m1")
    a.user(
        "a pen tester dinged us: our 405 answers come without an Allow header, and the RFC says there has to be one. "
        "I'd like the router to name the methods a path does take. read how a 405 comes about in here and lay out where this could live. don't write anything yet"
    )
    a.grep(
        "ErrMethodMismatch|getAllMethodsForRoute",
        ".",
        'middleware.go:52:\t\t\tallMethods, err := getAllMethodsForRoute(r, req)\nmiddleware.go:74:func getAllMethodsForRoute(r *Router, req *http.Request) ([]string, error) {\nmiddleware.go:79:\t\tif route.Match(req, &match) || match.MatchErr == ErrMethodMismatch {\nmux.go:20:\tErrMethodMismatch = errors.New("method is not allowed")\nmux.go:164:\tif match.MatchErr == ErrMethodMismatch {\nmux.go:220:\tif handler == nil && match.MatchErr == ErrMethodMismatch {\nroute.go:61:\t\t\t\tmatchErr = ErrMethodMismatch',
    )
    a.read(MUX, *clone.lines(MUX, "func (r *Router) ServeHTTP", 47))
    a.read(ROUTE, *clone.lines(ROUTE, "func (r *Route) Match", 72))
    a.read(MID, *clone.lines(MID, "func CORSMethodMiddleware", 46))
    a.bash(
        "git log --oneline -4 -- middleware.go",
        '0e6f2da Added route return to route.use method\n7cc5738 Added middleware support for individual routes\n3401478 fix SPA handler in README.md (#733)\nf79c3af Use "redirect" rather than "re-direct" in docs (#735)',
        title="History of the middleware",
    )
    a.answer(
        "A 405 is born in `Route.Match` (route.go), which sets `ErrMethodMismatch` when a methodMatcher is the only thing that fails, and it is answered at the end of `Router.ServeHTTP` (mux.go) by `methodNotAllowedHandler`. Three homes for it:\n\n"
        "1. a middleware beside `CORSMethodMiddleware`, which already has `getAllMethodsForRoute`; the core stays as it is\n"
        "2. `ServeHTTP`, at the spot where the 405 is answered\n"
        "3. the user's own `MethodNotAllowedHandler`; every project would write it again, so I wouldn't\n\n"
        "Your pick?"
    )
    a.user(
        "middleware sounds least invasive, give it a go. house rules while you are at it: whoever doesn't ask for the header gets byte for byte the 405 he gets today. "
        "exported names are Mirela's call, she agreed to one for this, so nothing else may be exported. and sign off every commit with -s, the DCO bot bounces the branch otherwise."
    )
    a.write(TEST, FIRST_TEST)
    a.edit(MID, CORS_DOC, MIDDLEWARE + CORS_DOC)
    run(a, ("TestAllowHeader", ['26: DELETE /orders: Allow = "", want "GET, PUT"']))
    a.answer(
        "A middleware can't do it: `TestAllowHeader` gets an empty Allow. `Router.Match` wraps the handler into the middlewares only if `match.MatchErr == nil`, so on a 405 no middleware is ever called. "
        "Building the chain for failed matches as well would let everybody's logging and auth run on requests they never saw so far, so I'd stay away from that.\n\nLeaves `ServeHTTP`. Shall I roll middleware.go back and go there?"
    )
    a.user(
        "yes, roll middleware.go back. do it in ServeHTTP then, with getAllMethodsForRoute as it is, switched on by Router.AllowHeader(true). "
        "a custom MethodNotAllowedHandler stays untouched, whoever writes one sets his own headers"
    )
    a.bash(
        "git checkout -q middleware.go && git status --short",
        "?? allow_test.go",
        title="Roll the middleware back",
        run=True,
    )
    a.edit(TEST, USE_LINE, SET_LINE)
    a.edit(MUX, IMPORTS, IMPORTS_NEW)
    a.edit(MUX, FIELDS, FIELDS_NEW)
    a.edit(MUX, ENCODED_DOC, SETTER + ENCODED_DOC)
    a.edit(MUX, ANSWER, IN_FLAT)
    run(a)
    a.answer(
        "`Router.AllowHeader(true)` makes the built-in 405 answer carry the methods; the test is green, middleware.go is as it was.\n\n"
        '<backstory:remember kind="decision" tags="405,allow" at="mux.go#Router.AllowHeader" why="a router that does not ask for it has to answer as before, and Mirela agreed to a single exported name">Router.AllowHeader(true) switches the Allow header of 405 answers on; it is off by default and the only exported name of this work</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="405,allow" at="mux.go#Router.ServeHTTP" why="whoever writes a handler sets his own headers">A custom MethodNotAllowedHandler gets no Allow header, only the built-in 405 answer carries it</backstory:remember>'
    )
    a.user('our whole api hangs below PathPrefix("/api").Subrouter(). does it see those?')
    a.edit(TEST, SPOT, SUB_TEST + SPOT)
    run(a, ("TestAllowHeaderOfSubrouter", ['27: DELETE /api/orders: Allow = "", want "GET, PUT"']))
    a.text(
        "No: the parent route has no methodMatcher of its own, GetMethods returns an error for it, and getAllMethodsForRoute gives up right there. I'll walk into the subrouters with a function of our own; changing the helper would change the CORS header too."
    )
    a.edit(MUX, NOT_ALLOWED, WALK + NOT_ALLOWED)
    a.edit(MUX, IN_FLAT, IN_WALK)
    run(a)
    a.bash("gofmt -l . ; go vet .", title="Format and vet")
    a.bash(
        'backstory -q remember failure "getAllMethodsForRoute finds nothing below a subrouter: GetMethods of the parent route fails with \'mux: route doesn\'t have methods\' and the whole list is lost" --fix "collect from the routes of the subrouters, and leave getAllMethodsForRoute to CORSMethodMiddleware" --tag 405 --tag allow --at middleware.go',
        title="Keep the finding",
        run=True,
    )
    a.answer(
        "It didn't: for a path below a subrouter `getAllMethodsForRoute` returned `mux: route doesn't have methods` and Allow stayed empty. A function of our own now descends into subrouters, both tests pass. Noted as a failure in the memory.\n\n"
        '<backstory:remember kind="fact" tags="405,allow" at="mux.go">allowedMethods in mux.go walks the routes a second time to collect the methods of a 405 answer</backstory:remember>'
    )
    a.user("should HEAD be listed wherever GET is? net/http does so I think")
    a.answer(
        "I'd say no. net/http's own mux answers HEAD with the GET route, ours doesn't: HEAD on a GET-only route is a 405 here. Listing it would promise something that the next request refuses. So Allow names only what some route really takes."
    )
    a.user("fine, leave it. commit and run everything")
    commit(
        a,
        "Add Router.AllowHeader",
        "RFC 9110 asks for an Allow header in 405 answers. It is off by default, a router without it answers as before.",
    )
    a.bash(
        "make test",
        "##### Running tests\ngo test -race -cover -coverprofile=coverage.coverprofile -covermode=atomic -v ./...\ngo: -race requires cgo; enable cgo by setting CGO_ENABLED=1\nmake: *** [Makefile:34: test] Error 2",
        title="Whole suite",
        code=2,
    )
    a.bash(
        "go test -count=1 ./...", "ok  \tgithub.com/gorilla/mux\t0.021s", title="Whole suite without the race detector"
    )
    a.answer(
        "Committed, signed off. `make test` doesn't even start: `-race requires cgo`, and there is no C compiler here. Without -race everything is green: `go test -count=1 ./...`."
    )
    a.user(
        "this container will never get a compiler. so forget make test, always run go test -count=1 ./... on this box, CI does the racing. I'm off, leave yourself a note"
    )
    a.bash(
        'backstory -q checkpoint "AllowHeader: 405 answers name the methods of the path" --goal "every 405 of a router that asks for it carries a correct Allow header" --state "AllowHeader, allowedMethods and 2 tests committed; suite green without -race" --next-steps "ask Dagny for a review;; routes that name the methods before the path;; paragraph in doc.go"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "Note is left.\n\nDone: `AllowHeader` works for flat routes and subrouters, committed on allow-header.\nRed: nothing, apart from `make test`, which lacks a C compiler.\nNext: ask Dagny for a review, then look at routes that name their methods before the path, then the paragraph in doc.go."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/options", create=True)
    b = s.session("m2")
    b.user(
        "throwaway experiment, separate branch: let the router answer OPTIONS by itself, 204 plus Allow, when no route takes it. what would that do to people? no sign-off needed on this one, and don't bother with tests"
    )
    b.read(MUX, *clone.lines(MUX, "	if handler == nil && match.MatchErr == ErrMethodMismatch", 10))
    b.edit(MUX, IMPORTS, IMPORTS_NEW)
    b.edit(MUX, ANSWER, SPIKE + ANSWER)
    b.bash("go test -count=1 ./...", "ok  \tgithub.com/gorilla/mux\t0.019s", title="What breaks")
    b.bash(
        "go run /tmp/preflight.go",
        "OPTIONS /orders  Origin: https://shop.example\nbefore  405\nafter   204  Allow: GET, PUT, OPTIONS\nno Access-Control-* header in either",
        title="A preflight against it",
    )
    b.answer(
        "Our suite doesn't notice. A browser does:\n\n```\nbefore  405\nafter   204  Allow: GET, PUT, OPTIONS\n```\n\n"
        "A preflight now gets a 2xx without any Access-Control header, because no middleware runs there. Browsers still refuse, but people who monitor for 405 preflights to find a forgotten CORS setup would see success."
    )
    b.user("thought so. keep it for v2 with a switch to turn it off. write that down, commit, and we leave it lying")
    b.bash(
        'backstory -q remember decision "For v2: the router answers OPTIONS itself with 204 and Allow, with a switch to turn it off" --why "in v1 a preflight would get a 204 without Access-Control headers, as no middleware runs there" --tag options --tag spike --at mux.go#Router.ServeHTTP',
        title="Write the decision down",
        run=True,
    )
    b.bash(
        'git commit -qam "Spike: answer OPTIONS automatically" && git log -1 --format=%s',
        "Spike: answer OPTIONS automatically",
        title="Commit the spike",
        run=True,
    )
    b.answer("Written down for v2 and committed on spike/options, unsigned as you said. allow-header stays without it.")
    b.end()
    s.switch("main")
    s.steps.append({"replace": {"path": "Makefile", "old": MAKE_OLD, "new": MAKE_NEW}})
    s.shell(
        'git commit -qam "Add make quick" -m "Vet and shuffled tests for machines without cgo." --author "Lotte Brandsma <lotte@example.org>"'
    )
    s.switch("allow-header")


def tell_second(s: Scenario) -> None:
    a = s.session("m3")
    a.user(
        "back again. Lotte added a target to the Makefile on main, make quick, vet and shuffled tests without cgo. get main into the branch, and make quick is what we run from here on instead of the bare go test"
    )
    a.bash(
        "git merge -q --signoff --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into allow-header\nAdd make quick\nAdd Router.AllowHeader\nadded test for router in context",
        title="Merge main",
        run=True,
    )
    a.bash(
        "make quick",
        "go vet ./...\ngo test -count=1 -shuffle=on ./...\nok  \tgithub.com/gorilla/mux\t0.050s",
        title="Whole suite",
    )
    a.answer("main is in, nothing clashed. `make quick` is green, the order of the tests doesn't matter to ours.")
    a.user(
        "Dagny reviewed it and says no to the second walk: her team counts experiment exposures inside a MatcherFunc, with our header every 405 is counted twice. "
        "matchers have to run once per request, full stop. so note the methods down while Route.Match is at it anyway. "
        "hands off regexp.go meanwhile, Tycho is rewriting the query matching in it"
    )
    a.edit(TEST, SPOT, ONCE_MATCHED + SPOT)
    run(a, ("TestAllowHeaderRunsMatchersOnce", ["39: matcher ran 2 times, want once"]))
    a.edit(MUX, WALK, "")
    a.edit(MUX, IN_WALK, IN_MATCH)
    a.edit(MUX, MATCH_FIELD, MATCH_FIELD_NEW)
    a.edit(ROUTE, MISS, MISS_LOOP)
    run(a)
    a.answer(
        "Reproduced first (`matcher ran 2 times, want once`), then changed: `Route.Match` appends the methods to `match.allowed`, an unexported field of RouteMatch, and `allowedMethods` is deleted. Subrouters share the RouteMatch, so they come for free. Three tests pass."
    )
    a.user('we have a lot of old routes written as r.Methods("GET").Path("/ping"), method first. are those fine?')
    a.edit(TEST, SPOT, ORDER_TEST + SPOT)
    run(
        a,
        ("TestAllowHeaderMethodsBeforePath", ['49: DELETE /orders: Allow = "POST, GET", want "GET"']),
        title="Methods before the path",
    )
    a.text(
        "Not fine. Matchers run in the order they were written, so the method of /ping is noted before its path gets a chance to fail. They may be handed over only once the loop is through."
    )
    a.edit(ROUTE, MISS_LOOP, MISS_LATE)
    a.edit(ROUTE, ERR, ERR_LATE)
    a.edit(ROUTE, GIVE, GIVE_LATE)
    run(a)
    a.bash(
        "make quick",
        "go vet ./...\ngo test -count=1 -shuffle=on ./...\nok  \tgithub.com/gorilla/mux\t0.041s",
        title="Whole suite",
    )
    commit(
        a,
        "Collect the allowed methods while matching",
        "A second walk over the routes ran every MatcherFunc twice. The methods are handed over after the last matcher, as they may stand before the path.",
    )
    a.answer(
        "They weren't: Allow said `POST, GET` for a path that takes GET only. `Route.Match` now keeps the missed methods in a local `missed` and gives them to `match.allowed` after the last matcher, when nothing but the method failed. Four tests, `make quick` green, committed with sign-off."
    )
    a.user(
        "next one. Ottavia's gateway renders its 405 as a JSON problem in a MethodNotAllowedHandler, and she wants to list the methods in the body. so I take back yesterday's: "
        "set the header before any 405 handler runs, custom ones too, they can read it from the writer or overwrite it. and tests without a real server please, the recorder is enough"
    )
    a.edit(TEST, SPOT, CUSTOM_TEST + SPOT)
    run(a, ("TestAllowHeaderReachesCustomHandler", ['61: DELETE /orders: Allow = "", want "GET"']))
    a.edit(MUX, IN_MATCH, TOP_MATCH + ANSWER)
    run(a)
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'gets no Allow header' in r['title']][0])\"); "
        'backstory -q remember decision "ServeHTTP sets Allow before any 405 handler runs, a custom MethodNotAllowedHandler included; it may read or overwrite the header" --why "Ottavia lists the methods in the JSON body of the gateway" --instead-of "leaving custom handlers without the header" --tag 405 --tag allow --at mux.go#Router.ServeHTTP --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    a.answer(
        'Set right after matching now, whoever answers: Ottavia\'s handler finds the list with `w.Header().Get("Allow")`. Five tests pass.\n\n'
        '<backstory:remember kind="decision" tags="405,allow" why="HEAD on a GET-only route is a 405 in mux, unlike in net/http">Allow lists only methods that a route really takes, HEAD is not added to GET</backstory:remember>'
    )
    a.user("and if a subrouter brings its own 405 handler, with more routes for the same path after it on the root?")
    a.delegate(
        "405 handler of a subrouter",
        "In mux.go and route.go: what does matching do when a subrouter has its own MethodNotAllowedHandler and the root has further routes for the same path after it? Don't change anything.",
        "Router.Match of the subrouter assigns its handler and returns true with MatchErr still ErrMethodMismatch, so the parent route and then the root return true at once. Routes registered after the subrouter are not tried: their methods are missing in match.allowed, but they cannot be reached either, a PUT for them is answered 405 too. Same on main.",
    )
    a.answer(
        "The search ends at that subrouter: its own MethodNotAllowedHandler makes `Match` return true, and routes registered later are not tried. Their methods are missing in Allow, but the requests would get a 405 as well, on main too. So the header tells the truth; I left it."
    )
    a.user(
        "good enough. Pilar's dry-run tool calls router.Match itself and never serves. could the error carry the list, so she gets at it without a new exported name?"
    )
    a.edit(ROUTE, MISS_DOC, TYPED + MISS_DOC)
    a.edit(ROUTE, GIVE_LATE, GIVE_TYPED)
    a.bash(
        "set -o pipefail; make quick 2>&1 | grep -E '^(--- FAIL|FAIL|ok)'",
        TYPED_FAILS,
        title="An error that carries the methods",
        code=2,
    )
    a.bash(
        "git diff --stat -- route.go | tail -1; git checkout -q route.go && git status --short",
        " 1 file changed, 8 insertions(+)\n M allow_test.go\n M mux.go",
        title="Take the error type back",
        run=True,
    )
    commit(
        a,
        "Set Allow for custom 405 handlers too",
        "They can read it from the writer or overwrite it.",
    )
    a.answer(
        "It could, but it mustn't. I wrapped ErrMethodMismatch in a type with the list and 17 tests turned red, 12 of them old ones: everything compares `MatchErr == ErrMethodMismatch`, so 405s became 404s and CORSMethodMiddleware went blank. "
        "errors.Is in our own code would heal ours, but the sentinel is documented and users compare with == as well.\n\nTaken back. The custom handler part is committed."
    )
    a.user(
        "then Pilar does without. last thing, she pasted me an `Allow: PUT, GET, GET, PATCH` from staging. every method once please, in the order they were registered, not sorted. go.mod says 1.20, so no slices package. "
        "only the test for today, I have a dentist. after that the paragraph in doc.go, and Wendel gets to read that before it's committed"
    )
    a.edit(TEST, SPOT, REPEAT_TEST + SPOT)
    run(
        a,
        (
            "TestAllowHeaderNamesEachMethodOnce",
            ['70: DELETE /orders: Allow = "PUT, GET, GET, PATCH", want "PUT, GET, PATCH"'],
        ),
    )
    a.answer(
        "Done: methods are gathered in `Route.Match`, the header reaches custom 405 handlers, all that is committed. The test for repeated methods is written, not committed.\n"
        "Red: `TestAllowHeaderNamesEachMethodOnce` in allow_test.go, as expected, nothing drops repeats yet; the other 5 pass.\n"
        "Next: skip a method that is in `match.allowed` already when `Route.Match` hands over the missed ones (plain loop, order kept), then the paragraph in doc.go, which Wendel reads before the commit."
    )
    a.end()
