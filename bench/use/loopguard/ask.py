"""Questions, prompts and notes of the got scenario."""

from conversation import Scenario, stale

SECRET = (
    r"no query and no password|(message|constructor|error text)[^\n]{0,160}(origin|path|query|token|whole url|full url|complete url|secret|password|credential)"
    r"|(origin|path(name)?|query|token|secret|password|credential)s?\b[^\n]{0,120}(message|error text)"
)
HOOK = r"hook[^\n]{0,300}(retr(y|ie)|503)|(retr(y|ie)|503)[^\n]{0,200}hook"
HASH = (
    r"(hash|digest|compar\w+ (the )?(answers|responses))[^\n]{0,300}(empty|\[\])|(empty|\[\])[^\n]{0,200}(hash|digest)"
)
ILKA = r"\b(no|never|not|don.t|without|zero|avoid|forbid\w*)\b[^\n]{0,40}eslint.?disable|eslint.?disable[^\n]{0,100}(Ilka|forbid|never|not allowed|banned|avoid|taboo)|Ilka[^\n]{0,100}eslint"
GORAN = r"(version|tags?\b|\bnp\b|release|package\.json)[^\n]{0,120}Goran|Goran[^\n]{0,120}(version|tags?\b|\bnp\b|release|package\.json)"
YUSUF = (
    r"parse-link-header[^\n]{0,120}(Yusuf|stay out|stay away|keep (out|off)|touch|off.limits|leave|hands off|edit)"
    r"|(Yusuf|stay out|stay away|keep (out|off)|touch|off.limits|leave|hands off|edit)[^\n]{0,120}parse-link-header"
)
TSC = r"\btsc\b[^\n]{0,80}(commit|clean)|commit[^\n]{0,80}\btsc\b"
SERVER = r"withServer|(no|never|not|nothing)\b[^\n]{0,60}internet"
OFF = r"(off|false)( by)? default|by default (it is |it.s )?(off|false)|paging of today|as (today|before)|off unless|(nothing|not?|without)[^\n]{0,60}(change|option|ask)"
THERE_ONLY = r"(?m)^(?![^\n]*(spike|experiment|request-limit|requestLimit|only there|v16|that branch))[^\n]*(can|may|free to|allowed to) use eslint-disable"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "pagination.loopGuard of got.paginate: a page requested before throws PaginationLoopError; committed. Under way: the message of the error must not show the query or password, test written, code missing.",
        every=[r"loop.?guard|PaginationLoopError", SECRET],
        wrong=[
            "Lowering the default requestLimit, committed on spike/request-limit.",
            "pagination.loopGuard, all finished and committed.",
        ],
    )
    s.ask(
        "Why is a page no longer recognised by its url alone?",
        "fakturo's search is a POST to /search with the cursor in the json, the url never changes; with the url alone the paging was cut off after page 1.",
        every=[
            r"POST|/?search\b|same url|url (is |stays )?(always )?(the same|never)|never changes",
            r"cursor|\bjson\b|\bbody\b",
        ],
        wrong=["Because a partner puts a random _rid in each next link.", "Zofia from billing found half lists."],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "A beforeRequest hook: it runs again for every retry, so a retried 503 looked like a circle. A hash of the response body: two empty pages in a row are legal and have one hash. (The url alone as key: POST paging with a cursor was cut off.)",
        every=[HOOK, HASH],
        wrong=[
            "A beforeRequest hook: a retry looked like a circle.",
            "A hash of the response body: two empty pages are legal. The url alone: POST paging was cut off.",
            "A hook and a hash were tried and removed.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "source/create.ts, source/core/options.ts, source/core/errors.ts and test/pagination-loop.ts; documentation/4-pagination.md is to come.",
        every=[r"create\.ts", r"errors\.ts", r"pagination-loop\.ts"],
        wrong=[
            "source/core/parse-link-header.ts and test/pagination-loop.ts",
            "source/create.ts, mise.toml and test/pagination.ts",
        ],
    )
    s.ask(
        "What is the next step?",
        "In the constructor of PaginationLoopError put only method, origin and pathname into the message; then the section in documentation/4-pagination.md, Noor reads the wording first.",
        every=[SECRET, r"4-pagination|documentation|\bdocs?\b", r"Noor"],
        never=[r"\bnext\b.{0,60}what Zofia"],
        wrong=[
            "Next: hear what Zofia says, then the message without query, then the docs with Noor.",
            "The section in documentation/4-pagination.md, Noor reads the wording.",
            "Strip the query from the message, then the docs section.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "the message of a loop error has no query and no password, in test/pagination-loop.ts.",
        every=[r"no query and no password|message of a loop error"],
        wrong=["two empty pages in a row are no loop", "DNS cache works and five others that need the internet"],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Nothing changes without the option; no new eslint-disable comments (Ilka counts); version and tags are Goran's (np); tests only with withServer, no internet; tsc clean before each commit; stay out of core/parse-link-header.ts (Yusuf).",
        every=[ILKA, GORAN, YUSUF],
        some=[TSC, SERVER, OFF],
        never=[THERE_ONLY],
        wrong=[
            "Goran does the version, Yusuf has parse-link-header.ts, tsc before each commit.",
            "No eslint-disable (Ilka), version is Goran's, tsc clean before a commit.",
            "You can use eslint-disable as you like; version is Goran's; stay out of parse-link-header.ts; Ilka counts eslint comments; tsc before commit.",
        ],
    )
    s.ask(
        "Who wanted an error in place of the quiet end, and why?",
        "Zofia from billing: with a quiet end half a list is taken for the complete one; they missed 212 invoices that way with another client.",
        every=[r"Zofia"],
        some=[r"\b212\b", r"invoices?", r"half (a |of the |the )?list|complete|incomplete|partial|truncat|cut list"],
        wrong=[
            "Zofia, because of the random _rid in the links.",
            "The user: the night job must not crash.",
            "Noor, since half a list looked complete.",
        ],
    )
    s.ask(
        "Is it still true that a page that comes a second time just ends the iteration without an error?",
        "No: since the second day it throws PaginationLoopError (ERR_PAGINATION_LOOP); the items before it are still delivered.",
        every=[
            r"PaginationLoopError|ERR_PAGINATION_LOOP|\bno\b[^\n]{0,60}\b(throws?|error)|\bnow\b[^\n]{0,30}\b(throws?|error)|\b(throws?|error)\b[^\n]{0,30}\bnow\b"
        ],
        some=[r"\bthrow(s|n|ing)?\b", r"\braise[sd]?\b", r"\berror\b"],
        never=[stale(r"(ends the iteration quietly, no error is thrown|we just end there, like the list is finished)")],
        wrong=[
            "Yes, it simply ends there.",
            "With loopGuard a page that comes a second time ends the iteration quietly, no error is thrown",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Don't touch core/parse-link-header.ts (Yusuf rewrites it), no version bump or tags (Goran), no new eslint-disable comments, no tests against the internet.",
        every=[YUSUF, rf"{ILKA}|{GORAN}"],
        never=[THERE_ONLY],
        wrong=["Don't bump the version, Goran does it.", "Leave parse-link-header.ts alone, Yusuf has it."],
    )
    s.ask(
        "How do I run the tests here?",
        "mise run unit FILE, e.g. mise run unit test/pagination-loop.ts. Six tests of the whole suite need DNS and never work here.",
        every=[r"mise run unit"],
        never=[stale(r"(start (the )?tests always with PATH=|always[^\n]{0,20}PATH=/opt/node22)")],
        wrong=[
            "PATH=/opt/node22/bin:$PATH NODE_OPTIONS='--import=tsx/esm' npx ava FILE",
            "start tests always with PATH=/opt/node22/bin:$PATH; CI has mise run unit",
        ],
    )
    s.ask(
        "Where is it decided whether two pages are the same, and what is compared?",
        "pageKey in source/create.ts: method, url and body (json and form serialised). A stream or FormData as body gives undefined, such pages are not compared.",
        every=[r"pageKey", r"create\.ts", r"\bbody\b|\bbodies\b", r"\bmethod\b"],
        never=[stale(r"(recognises a page by its url alone|key = String\()")],
        wrong=["In paginateEach of source/create.ts, by the url.", "pageKey in source/create.ts compares the urls."],
    )


RUN = r"mise run unit"
RED = r"no query and no password|only method, origin|message only method|prints the whole url|shows the complete url|token in the query|outside vendor"
HOOKED = r"runs again for every retry|retry is not a circle|retried page is no loop|hook can.t be used|hook is dead"
HASHED = r"empty pages|one hash|forget the hash|hash[^\n]{0,80}removed"
POSTED = r"cursor|method, url and body"
THROW = r"PaginationLoopError|ERR_PAGINATION_LOOP|half (a |the )?list|212 invoices"
FORMED = r"FormData|two different uploads|not compared"
ITEMS = r"items (which|of the pages|that)[^\n]{0,40}(before|came)|stay delivered|no buffering|arrive before the error|buffering whole"
NOOR = r"Noor"
LIMIT = r"v16|reaching it throws|requestLimit[^\n]{0,60}1000|lower the default requestLimit"
RID = r"_rid"
DNS = r"ENOTFOUND|need DNS|want DNS|ask the DNS|DNS for example|these six never|no way out"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "how do i start the paging tests?")
    s.prompt("short", RED, "go on with PaginationLoopError")
    s.prompt("short", HOOKED, "do loopGuard as a beforeRequest hook")
    s.prompt("short", HASHED, "compare the response bodies with a sha256 in paginateEach")
    s.prompt("short", POSTED, "simplify pageKey, only take the url")
    s.prompt("short", THROW, "what happens with loopGuard when a page comes twice?")
    s.prompt("short", FORMED, "why does pageKey return undefined for some bodies?")
    s.prompt("short", ITEMS, "collect all pages first and only then yield, so loopGuard can throw before any item")
    s.prompt("short", NOOR, "write the loopGuard section in documentation/4-pagination.md")
    s.prompt("short", LIMIT, "set the default requestLimit to 1000")
    s.prompt("short", RID, "can loopGuard also catch next links with a random _rid?")
    s.prompt("short", DNS, "why does 'DNS cache works' fail here?")
    s.prompt(
        "long",
        THROW,
        "i was off for two days and my head is empty. as far as i remember, with loopGuard the paging simply stops when the server sends us back to a page that we had already, and the caller sees a normal end of the list, because of the night job. look in the code please if it is still like this, i must explain it to somebody at noon.",
    )
    s.prompt(
        "long",
        HOOKED,
        "a colleague from another team can't update got for some months and asks if he gets the same protection without it. i thought we give him a little function which he puts in hooks.beforeRequest, it remembers all urls in a Set and complains when one comes again. write me this function and two sentences for how to use it.",
    )
    s.prompt(
        "long",
        HASHED,
        "one of the partners has links that are different every time, so the comparing of requests doesn't help there. my idea: we don't look at what we ask but at what comes back. if two answers are byte for byte identical, then we are walking in a circle for sure. should be ten lines with createHash. make it please.",
    )
    s.prompt(
        "long",
        RED,
        "please continue there where i had to run away to fetch my kid. we had written one test more for the new error class, it was not green because the change in the class itself was missing, and i also forgot what exactly was allowed to be in the text and what not. finish this first, then show me the diff.",
    )
    s.prompt(
        "long",
        FORMED,
        "somebody reports that he pages through an endpoint with multipart uploads, each page is a POST with a new form object, and he asks if our guard would stop him by mistake after the first one. i believe we had something about this but i don't find it. please explain how the comparing treats such requests and since when.",
    )
    s.prompt(
        "long",
        r"Zofia|212 invoices|half (a |the )?list",
        "in the pull request i need some lines why we make the job crash in such a case and don't end softly, many will ask. there was a story with numbers behind it, something got lost in the accounting because of another client, and one person insisted. write it short please, with the name of who brought it up.",
    )
    s.prompt(
        "other words",
        r"loopGuard|walks? in (a )?circle",
        "what protects us when a supplier's api sends us round and round?",
    )
    s.prompt("other words", RUN, "which command shows me if everything is still green?")
    s.prompt("other words", r"Zofia", "who from the finance people had something against our first solution?")
    s.prompt("other words", RED, "can secrets end up in our log files through the exception text?")
    s.prompt("forbidden", r"Goran", "bump package.json to 15.1.0 and make the tag")
    s.prompt("forbidden", r"Yusuf", "make parse-link-header.ts tolerate a missing rel while you are there")
    s.prompt(
        "forbidden",
        r"Ilka|new eslint-disable",
        "xo complains about complexity in paginateEach, put an eslint-disable above it",
    )
    s.prompt(
        "forbidden",
        r"gets (exactly )?the paging of today|false by default|off by default|doesn.t ask for it|does not ask for it",
        "switch loopGuard on for everybody by default",
    )
    s.prompt(
        "unrelated",
        None,
        "tell me something funny about cats",
        "super, thank you, bye",
        "how long must rice cook?",
        "what is the capital of New Zealand?",
        "difference between a process and a thread in two sentences",
        "how many grams has an ounce?",
        "write a short congratulation for a wedding",
        "how do i split the window in vim vertically?",
        "convert 15 miles to kilometers",
        "which css property makes text bold?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "on which page of the book does Moby Dick die?",
        "how do i make a guitar loop with a pedal?",
        "my phone has no signal, should i retry with another sim card?",
        "the invoice of my dentist has a wrong url printed on it, what do i write him?",
    )


NOTES = """# pagination.loopGuard (branch feature/loop-guard)
Goal: got.paginate must notice when a partner (fakturo) sends us in a circle. Boolean, false by default.
Code: pageKey in source/create.ts compares method, url, body (POST /search: cursor in json, same url). Stream/FormData: not compared. Also core/options.ts, core/errors.ts. Tests: test/pagination-loop.ts.
Run: `mise run unit FILE` (6 tests of the suite need DNS)
Repeated page throws PaginationLoopError (ERR_PAGINATION_LOOP), earlier items delivered. Zofia, billing: quiet end made half a list look complete, 212 invoices missed.
Failed: beforeRequest hook (runs again for a retry); hash of response body (two empty pages are legal). Random _rid: not our problem.
RED: the message of a loop error has no query and no password (uncommitted).
Next: PaginationLoopError message only method, origin, pathname; then documentation/4-pagination.md, Noor reads wording first.
Rules: no new eslint-disable (Ilka); version+tags are Goran's; don't touch core/parse-link-header.ts (Yusuf); tests with withServer only, no internet; tsc clean before commit.
Spike request-limit (1000, throws): v16 only."""
