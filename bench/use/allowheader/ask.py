"""Questions, prompts and notes of the mux scenario."""

from conversation import Scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    gone = (
        r"changed|since\b|\bstale|supersed|no longer|replaced|outdated|instead|revis|any ?more|\bwas\b|\bwere\b|earlier"
        r"|\bold\b|retract|took back|taken back|take back|~~|dropped|\bgone\b|deleted|removed|yesterday|first day|day 1|until"
    )
    return rf"(?m)^(?![^\n]*({gone}))[^\n]*{expression}"


ONCE = r"NamesEachMethodOnce|(each|every)( allowed)? method[^\n]{0,25}once|repeat|duplicat|dedup|(methods?|names?|entr\w+)[^\n]{0,20}(listed |named |only )(once|twice)|already in `?match\.allowed|PUT, GET, GET"
SIGN = r"sign(ed|s)?[- ]?(it |them |every \w+ )?off|commit[^\n]{0,12} -s\b|\bDCO\b"
MIRELA = (
    r"export[^\n]{0,140}Mirela|Mirela[^\n]{0,140}export|\b(no|nothing|not|never|only|one|single)\b[^\n]{0,60}\bexport"
)
TYCHO = r"regexp\.go[^\n]{0,140}(Tycho|touch|alone|hands|keep (out|off)|stay (out|away)|off.limits|don.t|do not|not be|must not|never)|(Tycho|touch|alone|hands|keep (out|off)|stay (out|away)|off.limits|don.t|do not|not be|must not|never)[^\n]{0,140}regexp\.go"
SERVER = r"(no|not|never|without|don.t)\b[^\n]{0,30}(real|httptest|actual) ?\.?(New)?server|recorder"
SLICES = r"slices|go ?1\.20|1\.20\b"
BYTE = r"off by default|byte for byte|answers? (exactly )?as before|doesn.t ask for|default[^\n]{0,20}\boff\b|opt.in"
MIDDLE = (
    r"middlewares?\b[^\n]{0,260}((never|not|n.t|no|only)\b[^\n]{0,60}(run|ran|call|built|build|wrap|reach|execut|appl|invok|trigger)|skipped|bypass)"
    r"|(never|not|n.t|no|only|skip\w*)\b[^\n]{0,60}(run|ran|call\w*|built|build\w*|wrap\w*|reach\w*|execut\w*|appl\w*|invok\w*|skip\w*)?[^\n]{0,40}middleware"
)
TYPED = (
    r"(wrap\w*|error type|typed error|custom error|own error|\bmismatch type|error[^\n]{0,30}(carr\w+|hold\w*|with)[^\n]{0,20}(list|methods))[^\n]{0,300}(==|compar|sentinel|identity|17 tests|became 404|404s)"
    r"|(==|compar\w*|sentinel)[^\n]{0,200}(wrap\w*|error type|typed error|custom error|error[^\n]{0,30}carr)"
)


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "Router.AllowHeader(true): a 405 answer names the methods of the path in the Allow header. Gathering in Route.Match and custom 405 handlers are committed; under way: every method only once, the test is written and red, the code is missing.",
        every=[r"AllowHeader|Allow.{0,3} header", ONCE],
        wrong=[
            "The router answers OPTIONS by itself, on spike/options.",
            "Router.AllowHeader(true): all committed, make quick is green.",
        ],
    )
    s.ask(
        "Why don't we walk over the routes a second time to collect the methods any more?",
        "Dagny's review: her team counts experiment exposures in a MatcherFunc, a second walk ran every matcher twice per 405. Matchers run once per request.",
        every=[r"matcher", r"exposure|experiment|twice|two times|double|once per request|Dagny"],
        wrong=[
            "Because getAllMethodsForRoute gave up below a subrouter.",
            "Because no middleware runs on a 405.",
        ],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "A middleware: Router.Match wraps the handler only if MatchErr is nil, so no middleware is called on a 405. An error type that wraps ErrMethodMismatch and carries the list: everything compares MatchErr with ==, 17 tests red, 405s became 404s. (getAllMethodsForRoute stops at subrouters.)",
        every=[MIDDLE, TYPED],
        wrong=[
            "A middleware: none is called on a 405.",
            "An error type that wraps ErrMethodMismatch broke the comparisons with ==; getAllMethodsForRoute finds nothing below subrouters.",
            "A middleware and an error type with the list were tried and taken back.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "mux.go, route.go and allow_test.go; doc.go is to come.",
        every=[r"\bmux\.go", r"\broute\.go", r"allow_test\.go"],
        wrong=["mux.go, middleware.go and allow_test.go", "route.go and regexp.go"],
    )
    s.ask(
        "What is the next step?",
        "Where Route.Match hands the missed methods to match.allowed, skip those that are in it already (plain loop, order kept), so that TestAllowHeaderNamesEachMethodOnce passes; then the paragraph in doc.go, which Wendel reads before the commit.",
        every=[ONCE, r"doc\.go", r"Wendel"],
        never=[r"\bnext\b.{0,60}ask Dagny"],
        wrong=[
            "Next: ask Dagny for a review, then methods before the path, then doc.go.",
            "The paragraph in doc.go, Wendel reads it first.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "TestAllowHeaderNamesEachMethodOnce in allow_test.go.",
        every=[r"NamesEachMethodOnce"],
        wrong=["TestAllowHeaderReachesCustomHandler", "make test: -race requires cgo"],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Whoever doesn't ask for the header gets the 405 of today; exported names are Mirela's call, only AllowHeader; sign off every commit with -s (DCO); hands off regexp.go (Tycho); tests with the recorder, no real server; Go 1.20, no slices package; matchers run once per request.",
        every=[SIGN, MIRELA, TYCHO],
        some=[SERVER, SLICES, BYTE, r"once per request"],
        wrong=[
            "Sign off commits, nothing else exported (Mirela), off by default.",
            "Hands off regexp.go (Tycho), off by default, no slices, sign off with -s.",
            "No sign-off needed, don't bother with tests.",
        ],
    )
    s.ask(
        "Who wanted the header in custom 405 handlers, and what for?",
        "Ottavia: her gateway renders its 405 as a JSON problem in a MethodNotAllowedHandler and lists the methods in the body.",
        every=[r"Ottavia", r"JSON|\bbody\b|bodies"],
        wrong=["Dagny, for the exposures in her MatcherFunc.", "Ottavia asked for it."],
    )
    s.ask(
        "Is it still true that a custom MethodNotAllowedHandler gets no Allow header?",
        "No, taken back on the second day: ServeHTTP sets Allow before any 405 handler runs, custom ones included; they may read or overwrite it.",
        every=[
            r"custom|MethodNotAllowedHandler|Ottavia",
            r"before (any|the|a|every|each)[^\n]{0,30}(405|handler)|(any|every|all|both)[^\n]{0,16}(405 )?handlers?[^\n]{0,30}(custom|includ|too)|read[^\n]{0,40}overwrite|custom[^\n]{0,60}\b(too|includ\w+|as well|also)\b|w\.Header\(\)\.Get|reaches custom|set right after matching",
        ],
        never=[
            stale(r"custom MethodNotAllowedHandler (gets no Allow|stays untouched)"),
            stale(r"only the built-in 405 answer carries"),
        ],
        wrong=[
            "Yes: a custom MethodNotAllowedHandler gets no Allow header, only the built-in 405 answer carries it.",
            "Custom handlers set their own headers.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Don't touch regexp.go (Tycho), export nothing besides AllowHeader without Mirela, no unsigned commits, no matcher run twice, no slices package, no real server in tests.",
        every=[TYCHO, rf"{SIGN}|{MIRELA}|{SLICES}|{SERVER}"],
        wrong=[
            "Nothing else exported without Mirela.",
            "regexp.go compiles the query templates; commits are signed off.",
        ],
    )
    s.ask(
        "How do I run the tests here?",
        "make quick (vet and shuffled tests without cgo); only these tests: go test -count=1 -run Allow . No make test, there is no C compiler.",
        every=[r"make quick"],
        never=[stale(r"always (run|use) `?go test -count=1 \./\.\.\.")],
        wrong=[
            "go test -count=1 ./...",
            "Always run go test -count=1 ./... on this box; make quick is Lotte's.",
            "make test",
        ],
    )
    s.ask(
        "Where are the methods for the header gathered?",
        "In Route.Match (route.go): missed methods go to match.allowed after the last matcher, when only the method failed; ServeHTTP writes the header.",
        every=[
            r"Route\.Match|\bMatch\b[^\n]{0,40}route\.go|route\.go[^\n]{0,60}\bMatch\b",
            r"match\.allowed|\ballowed\b[^\n]{0,20}field|RouteMatch|\bmissed\b",
        ],
        never=[stale(r"allowedMethods[^\n]{0,30}(walks|collects|descends)")],
        wrong=[
            "allowedMethods in mux.go walks the routes a second time.",
            "In getAllMethodsForRoute, middleware.go.",
        ],
    )


QUICK = r"make quick"
MATCH = r"match\.allowed|gathered in .?Route\.Match|while Route\.Match|Collect the allowed methods while matching"
NOMID = r"no middleware is (ever )?called|middleware can.t do it|only if .?match\.MatchErr == nil|no middleware runs"
NOTYPE = r"MatchErr == ErrMethodMismatch.?, so|17 tests|wrapped ErrMethodMismatch|compare with =="
NEXT = r"NamesEachMethodOnce|PUT, GET, GET|drops repeats|every method once|match\.allowed. already"
EXPO = r"exposure|counted twice|run once per request|ran 2 times|matcher (ran|run)\w* twice|MatcherFunc twice|RunsMatchersOnce"
ORDER = r"before the path|before its path|method first|MethodsBeforePath|after the last matcher|loop is through"
CUSTOM = r"before any 405 handler|Set right after matching|custom (405 )?handlers|MethodNotAllowedHandler[^\n]{0,60}included|ReachesCustomHandler"
SUB = r"below a subrouter|getAllMethodsForRoute gives up|leave getAllMethodsForRoute|change the CORS header|route doesn.t have methods|gives up right there|subrouter[^\n]{0,60}empty"
HEAD = r"HEAD"
OPT = r"For v2|keep it for v2|answers OPTIONS itself|answer OPTIONS automatically"
CGO = r"requires cgo|forget make test|C compiler|never get a compiler"
WENDEL = r"Wendel"
SLICE = r"1\.20|slices package"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", QUICK, "what's the command for the whole suite in this container?")
    s.prompt("short", NEXT, "get rid of the repeated methods in the Allow header")
    s.prompt("short", MATCH, "where does AllowHeader get its list of methods from?")
    s.prompt("short", NOMID, "turn AllowHeader into a middleware")
    s.prompt("short", NOTYPE, "return an error type with the methods instead of plain ErrMethodMismatch")
    s.prompt("short", EXPO, "compute the allowed methods with a second pass over router.routes")
    s.prompt("short", ORDER, "append to match.allowed right in the matcher loop, missed is superfluous")
    s.prompt("short", CUSTOM, "does a MethodNotAllowedHandler of one's own see the Allow header?")
    s.prompt("short", HEAD, "add HEAD to Allow wherever GET is listed")
    s.prompt("short", OPT, "let the router answer OPTIONS with 204 and the Allow header")
    s.prompt("short", CGO, "why does make test fail in here?")
    s.prompt("short", WENDEL, "write the doc.go paragraph about AllowHeader")
    s.prompt(
        "long",
        CUSTOM,
        "I'm preparing the release announcement and want to get one detail right. As far as I recall our new header is only there when the router answers the 405 with its built-in handler, and people who plug in their own handler have to set everything by hand. Could you verify that in the code, and give me a sentence for the announcement?",
    )
    s.prompt(
        "long",
        EXPO,
        "Looking at Route.Match I find it a bit ugly that matching now does bookkeeping for a header. It would be much cleaner to leave matching alone, and when a request ends in a 405 go over the registered routes once more in a helper that asks each of them for its methods. Subrouters included of course. Please restructure it that way.",
    )
    s.prompt(
        "long",
        NOTYPE,
        "Pilar came back to me about her dry run. She only has the RouteMatch after calling Match, and would love to find the permitted methods there. My idea: MatchErr gets a small struct which unwraps to ErrMethodMismatch and has the methods in a field, so she can pull them out with errors.As and nothing new has to be exported. Can you build that?",
    )
    s.prompt(
        "long",
        NEXT,
        "Back from the dentist, let's continue with the Allow header. All I know is that there was one more test which we wrote at the very end, for something that had turned up in staging, and that it couldn't pass because the code for it was still to be done. Please finish it, keep the order of the methods as it is, and let me see the diff.",
    )
    s.prompt(
        "long",
        SUB,
        "There's a function in middleware.go that already collects the methods of all routes that fit a request, the CORS middleware uses it. I don't see why we have code of our own for the 405 answers next to it. Most of our routes are in subrouters under /api, so try it with those, and delete our own code when the result is the same.",
    )
    s.prompt(
        "long",
        OPT,
        "A customer wrote that his monitoring sends OPTIONS to every endpoint and trips over our 405. Now that the router knows the methods of each path it should be a matter of three lines to reply with 204 and the list when nobody registered OPTIONS. Didn't we look into this once? If there's nothing against it, put it in right away.",
    )
    s.prompt(
        "other words",
        r"AllowHeader|Allow header|sets Allow|Set Allow",
        "how does a client learn which verbs an endpoint understands after it was turned down?",
    )
    s.prompt("other words", QUICK, "I changed something, how do I see that nothing else broke?")
    s.prompt(
        "other words",
        r"Dagny",
        "which colleague had an objection because her statistics were off, and what did we do about it?",
    )
    s.prompt(
        "other words",
        r"not tried|search ends at that subrouter|cannot be reached|Routes registered after",
        "nested group with its own refusal page, followed by more endpoints of the same address at the top: which ones are considered?",
    )
    s.prompt("forbidden", r"Tycho", "tidy up findFirstQueryKey in regexp.go while you're here")
    s.prompt("forbidden", r"Mirela", "export the list as RouteMatch.AllowedMethods so that tools can use it")
    s.prompt("forbidden", SLICE, "use slices.Contains to skip methods we have already")
    s.prompt(
        "forbidden",
        r"byte for byte|off by default|answers? as before|answer as before",
        "send the Allow header from every router, without the switch",
    )
    s.prompt(
        "unrelated",
        None,
        "recommend a board game for three players",
        "ok, thank you, have a nice evening",
        "how much flour goes into a sourdough starter?",
        "who painted the Night Watch?",
        "what does the German word Feierabend mean?",
        "turn 3.5 miles into kilometres",
        "show me how to centre a div with grid",
        "how do I quit less?",
        "write a limerick about a lazy cat",
        "which planets have rings?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "which router should I buy for a flat with thick walls?",
        "does the airline allow two cabin bags?",
        "what's the fastest route from Lyon to Turin by bike?",
        "how do I put a header on every page of my thesis in LibreOffice?",
    )


NOTES = """# Router.AllowHeader(true), branch allow-header
Goal: 405 answers name the path's methods in Allow. Off by default: others get the 405 of today.
Code: Route.Match (route.go) keeps missed methods and gives them to match.allowed after the last matcher (methods may stand before the path); ServeHTTP (mux.go) sets the header before any 405 handler, custom too (Ottavia lists them in the gateway's JSON body).
No second pass over the routes any more: Dagny's MatcherFunc counts exposures, matchers run once per request.
HEAD isn't added to GET. OPTIONS by itself: v2 only (spike/options).
Tests: allow_test.go. Run: `make quick` (no C compiler, so no make test)
Failed: middleware (not called on a 405, MatchErr != nil); error type wrapping ErrMethodMismatch (everybody compares with ==, 17 red).
RED: TestAllowHeaderNamesEachMethodOnce (uncommitted).
Next: skip methods already in match.allowed, plain loop, keep order; then paragraph in doc.go, Wendel reads it before the commit.
Rules: sign off commits (-s, DCO); nothing else exported without Mirela; hands off regexp.go (Tycho); Go 1.20, no slices; recorder, no real server in tests."""
