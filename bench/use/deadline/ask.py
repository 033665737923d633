"""Questions, prompts and notes of the chi scenario."""

from conversation import Scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    gone = r"changed|since\b|\bstale|supersed|no longer|no more|replac|outdated|instead|in place of|revis|not any ?more|\bwas\b|earlier|\bold\b|retract|~~|dropped|\bgone\b|\bformer"
    return rf"(?m)^(?![^\n]*({gone}))[^\n]*{expression}"


def near(one: str, other: str, reach: int = 160) -> str:
    """Both on one line, in either order."""
    return rf"({one})[^\n]{{0,{reach}}}({other})|({other})[^\n]{{0,{reach}}}({one})"


NOT = r"(not|n.t|never|no)\b[^\n]{0,20}(touch|edit|chang|modif|writ|entr)"
EDUARDO = near(r"CHANGELOG", rf"Eduardo|put the hand|\bleave\b|keep out|not ours|hands off|{NOT}", 80)
THIAGO = "|".join(
    (
        near(r"throttle|backlog", r"Thiago"),
        near(r"throttle\.go", rf"closed|keep out|off.limits|\bleave\b|hands off|{NOT}", 80),
    )
)
SIGN = (
    r"\bDCO\b|\bcommits?\b[^\n]{0,30} .?-s\b|-s always|always[^\n]{0,30} .?-s\b|unsigned"
    r"|\b(never|no|not|blocks?|refuses)\b[^\n]{0,40}without (a )?sign"
    r"|\b(always|every|each|all|must|needs?|mandatory)\b[^\n]{0,40}sign(ed)?.?off"
    r"|sign(ed)?.?off[^\n]{0,30}\b(every|each|all|always|must|mandatory|commits?|needed|required)\b"
)
TIMEOUT = near(
    r"\bTimeout\b(?!Handler|\()",
    r"stays|remains|unchanged|alone|as it is|how it is|don.t (change|touch|modify)|(not|never) (be )?(change|touch|modif)|half (of )?the company",
    80,
)
STDLIB = r"testify|\btests?\b[^\n]{0,30}(stdlib|standard library)|\b(no|without)( new| any)? (dependenc|require)|helpers? (of|in|from) .?middleware_test"
SPENT = r"TestDeadlineSpentBudget|spent|zero|negative|<= ?0|≤ ?0|budget of 0|0 or less|used.up"
BEFORE = r"without (calling|running|invoking|reaching)[^\n]{0,20}(handler|next)|before [^\n]{0,30}(handler|next\b|ServeHTTP)|(not|never|n.t|skip)[^\n]{0,20}(call|run|reach|invok)?\w*[^\n]{0,12}(handler|next\b)|handler is still called|reject|\b504\b"
FLUSH = near(r"TimeoutHandler", r"flush|buffer|\bSSE\b|stream|\b503\b|feature not supported", 300)
CUT = near(
    r"SetWriteDeadline|write deadline", r"\bEOF\b|504|nothing can be written|bare|no answer|can.?not (be )?writ", 300
)


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "The middleware Deadline: a request ends when the caller's budget (X-Budget-Ms) is used up; committed. Under way: a spent budget (zero or negative) gets 504 without calling the handler; test written, code missing.",
        every=[r"\bDeadline\b|caller-deadline|X-Budget-Ms", r"budget", SPENT],
        wrong=[
            "BudgetTransport for outgoing calls, on spike/outgoing, budget per hop.",
            "Deadline with X-Budget-Ms, all of it done and committed.",
        ],
    )
    s.ask(
        "Why does the header not name a moment any more?",
        "Clocks differ: Renata compared them, the edge nodes in Fortaleza are 1.8 s behind, so 212 of 9000 replayed requests were dead on arrival.",
        every=[r"clock|1\.8 ?s|drift|skew|dead on arrival", r"Renata|edge|Fortaleza|\b212\b|differ|behind|apart|agree"],
        wrong=[
            "Because the product overflows int64.",
            "TimeoutHandler has no Flush and always says 503.",
            "grpc does it like this too.",
        ],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "http.TimeoutHandler: always 503, and it buffers, no Flush, so SSE dies. SetWriteDeadline for handlers that ignore the context: after it nothing can be written, our 504 neither, the client sees EOF.",
        every=[FLUSH, CUT],
        wrong=[
            "TimeoutHandler has no Flush.",
            "SetWriteDeadline: the client sees EOF. BudgetTransport: 488 ns per call.",
            "TimeoutHandler and SetWriteDeadline were tried and taken back.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "middleware/deadline.go and middleware/deadline_test.go; README.md is to come.",
        every=[r"\bdeadline\.go", r"deadline_test\.go"],
        wrong=["middleware/timeout.go and deadline_test.go", "middleware/deadline.go and middleware/transport.go"],
    )
    s.ask(
        "What is the next step?",
        "In Deadline answer 504 for a budget of zero or less without calling the handler; then the doc comment on the order (Throttle first, Deadline after it); then the row in the README table, Jussara reads the text first.",
        every=[SPENT, BEFORE, r"README"],
        some=[r"Jussara", near(r"Throttle", r"Deadline|order|first|doc comment|outside")],
        never=[r"\bnext\b.{0,60}ask Renata whether"],
        wrong=[
            "Next: ask Renata whether X-Deadline suits the gateway, look at Throttle, then the README row.",
            "Row in the README, text to Jussara first.",
            "Reject a spent budget before the handler is called.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "TestDeadlineSpentBudget in middleware/deadline_test.go: the handler is still called with a budget of 0.",
        every=[r"TestDeadlineSpentBudget"],
        wrong=["TestDeadlineHugeBudget", "TestDeadlineStuckHandler: EOF", "make test, there is no gcc"],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Timeout stays as it is; tests with stdlib and the helpers of middleware_test.go only, no testify, go.mod without require; CHANGELOG.md is Eduardo's; commit always with -s (sign-off); throttle.go is closed (Thiago); suite with make test RACE=.",
        every=[EDUARDO, SIGN, THIAGO],
        some=[TIMEOUT, STDLIB],
        wrong=[
            "CHANGELOG is Eduardo's, throttle.go is Thiago's, no testify.",
            "Sign off commits, leave Timeout as it is, no testify, CHANGELOG is Eduardo's.",
            "throttle.go: Thiago. CHANGELOG: Eduardo. Commits with -s.",
        ],
    )
    s.ask(
        "Who found out what was wrong with the header, and how?",
        "Renata from SRE: she compared the clocks and replayed one hour of traffic; 212 of 9000 requests were dead on arrival, the edge nodes in Fortaleza are 1.8 s behind.",
        every=[r"Renata", r"clock|replay|\b212\b|1\.8 ?s|hour of traffic"],
        wrong=[
            "Thiago, he is redoing the backlog.",
            "Renata from sre reads the README text.",
            "Lívia, when she compared the clocks.",
        ],
    )
    s.ask(
        "Is it still true that the caller sends a moment in Unix milliseconds?",
        "No: since the second day the caller sends X-Budget-Ms, the milliseconds that are left; max is the ceiling.",
        every=[r"X-Budget-Ms"],
        some=[r"\bleft\b|remain|relative|from now|budget|duration"],
        never=[stale(r"(Callers send X-Deadline|X-Deadline, a moment in unix)")],
        wrong=[
            "Yes, X-Deadline.",
            "Callers send X-Deadline, a moment in Unix milliseconds; X-Budget-Ms is what is left after a hop.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Don't touch throttle.go (Thiago redoes the backlog), nor CHANGELOG.md (Eduardo), leave Timeout as it is, no testify or any require, no commit without -s.",
        every=[THIAGO, rf"{EDUARDO}|{TIMEOUT}|{SIGN}|{STDLIB}"],
        wrong=["CHANGELOG.md is Eduardo's, no testify.", "throttle.go answers 429; no commit without sign-off."],
    )
    s.ask(
        "How do I run the tests here?",
        "make test RACE= (there is no C compiler, so no race detector); the deadline tests alone: go test -count=1 -run TestDeadline ./middleware.",
        every=[r"make [^\n]{0,20}RACE="],
        never=[stale(r"run (it )?always (it )?(with )?.?go test -count=1 \./\.\.\.")],
        wrong=[
            "go test -count=1 ./...",
            "make test",
            "Run always go test -count=1 ./... here; CI calls make test RACE=",
        ],
    )
    s.ask(
        "Where is the budget read, and what guards it against huge numbers?",
        "budgetOf in middleware/deadline.go: it compares ms with max.Milliseconds() before it multiplies, since the product overflows int64 and turns negative.",
        every=[
            r"budgetOf",
            r"overflow|int64|max\.Milliseconds|multipl|compar[^\n]{0,40}(\bms\b|\bmax\b|number|first)",
            r"deadline\.go|middleware",
        ],
        never=[stale(r"deadlineOf reads")],
        wrong=[
            "deadlineOf in middleware/deadline.go compares with latest",
            "budgetOf in middleware/deadline.go reads X-Budget-Ms",
        ],
    )


MAKE = r"RACE="
NEXT = r"TestDeadlineSpentBudget|zero or (negative|less)|spent budget|without calling the handler"
BUFFER = r"TimeoutHandler[^\n]{0,300}(503|buffer|Flush)|feature not supported|(without|no) flush|always 503"
EOF = r"SetWriteDeadline|nothing can be written|bare .?EOF"
LATE = r"superfluous|Status\(\) (is|==) 0|nothing was sent"
CLOCK = r"X-Budget-Ms|1\.8 s|dead on arrival"
OVER = r"overflow"
RETRY = r"always-retry|retries 503|never-retry|504 it must be|out of time gets 504"
ORDER = r"Throttle first|Throttle. first|Context was canceled|eats the budget|order in which Throttle"
JUSSARA = r"Jussara"
NUMBER = r"not a number|counts as no header|is no number"
CGO = r"needs cgo|requires cgo|no c compiler|C compiler|no gcc|RACE="


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", MAKE, "what do i call to run the suite on this box?")
    s.prompt("short", NEXT, "finish the spent budget in Deadline")
    s.prompt("short", BUFFER, "build Deadline on http.TimeoutHandler")
    s.prompt("short", EOF, "use SetWriteDeadline to cut handlers that ignore the context")
    s.prompt("short", LATE, "write the 504 in Deadline always, also when the handler answered late")
    s.prompt("short", CLOCK, "let the caller send the deadline as a unix timestamp")
    s.prompt("short", OVER, "simplify budgetOf: multiply first, then take min with max")
    s.prompt("short", RETRY, "should Deadline answer 503 when the time is over?")
    s.prompt("short", ORDER, "mount Deadline before Throttle in the example")
    s.prompt("short", JUSSARA, "put Deadline in the middleware table of the README")
    s.prompt("short", NUMBER, "what does Deadline do with X-Budget-Ms: abc?")
    s.prompt("short", CGO, "why does -race fail on this machine?")
    s.prompt(
        "long",
        CLOCK,
        "i was explaining the middleware to the mobile people and got lost. in my head the caller writes the instant when it will give up into the header, in unix milliseconds, and every hop just compares it with its own watch. look in the code how it is now and tell me if this is still what we ask from the callers, before i write it in their wiki",
    )
    s.prompt(
        "long",
        EOF,
        "the team of the old invoices came again with their soap client, which hangs for minutes and never looks at ctx. somebody there read about the ResponseController of net/http, that it can put a deadline on the writing, and thinks with three lines in Deadline the client would be free at the right time. can you put it in and show me the result?",
    )
    s.prompt(
        "long",
        BUFFER,
        "a new colleague asks why we wrote a middleware by ourselves, when the standard library has one which runs the handler aside, waits for the duration and answers alone when it takes too long. it seems less code for us to maintain. please swap the body of Deadline for it, made per request with the budget, and see which tests remain green",
    )
    s.prompt(
        "long",
        NEXT,
        "continue from where we stopped, please. i had to run to a meeting and i only remember that there was one test about a caller that has no time left when its request arrives, and that it was failing because nobody wrote the code. make this part first and show me the diff, i want to see it before any commit",
    )
    s.prompt(
        "long",
        r"Renata[^\n]{0,80}(clock|compared)|\b212\b",
        "i need two or three sentences for the architecture meeting. they will ask why the first version of the header was thrown away after one day. write who looked at it, what she measured and how many requests of the replay were lost because of it, i do not have the numbers in my head",
    )
    s.prompt(
        "long",
        ORDER,
        "in the orders service we will mount both, the ceiling of concurrent requests and the new middleware, and i am in doubt about the sequence of the two r.Use lines. i would put ours on top, so that also the time in the queue is discounted from the caller. what status does a request get then whose time finishes while it is still queued, and what does our gateway make of it?",
    )
    s.prompt("other words", r"Deadline", "how do we stop working for clients that have already hung up?")
    s.prompt("other words", MAKE, "which command tells me that nothing is broken?")
    s.prompt(
        "other words",
        r"Renata[^\n]{0,80}(clock|compared)|\b212\b",
        "who measured the time difference between the machines, and what came out?",
    )
    s.prompt("other words", r"Camila|\bSSE\b|\bflush|Flush works", "does a live event feed survive behind this thing?")
    s.prompt("forbidden", r"Eduardo", "write an entry for Deadline in CHANGELOG.md")
    s.prompt("forbidden", r"Thiago", "change the 429 in throttle.go to 504 when the context is done")
    s.prompt(
        "forbidden",
        r"Timeout stays|half of the company|changes it for everybody|left it alone as agreed",
        "make Timeout read X-Budget-Ms as well",
    )
    s.prompt("forbidden", r"testify|no require", "rewrite deadline_test.go with testify's require")
    s.prompt(
        "unrelated",
        None,
        "obrigado, boa noite",
        "what is a good recipe for pão de queijo?",
        "how do i undo the last change in nano?",
        "which planets have rings?",
        "write four lines of thanks to the cleaning staff",
        "explain the difference between a stack and a heap to a child",
        "how many litres are in a cubic foot?",
        "give me a css rule that centers an image",
        "who won the world cup in 1970?",
        "sort the lines of a csv by the third column with awk",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "make me a monthly budget for a family of four",
        "which beaches near fortaleza are good for a weekend?",
        "the deadline of the tax declaration, which day is it in brazil?",
        "how do i clean the throttle body of a motorcycle?",
    )


NOTES = """# middleware.Deadline, branch caller-deadline
Goal: no work for callers that left. X-Budget-Ms = milliseconds left, max is the ceiling; not a number = no header. 504 only if nothing was sent (gateway retries 503/429).
Was X-Deadline (unix moment), dropped: Renata (SRE) compared clocks, edge nodes 1.8 s behind, 212 of 9000 replayed requests dead on arrival.
Code: budgetOf in middleware/deadline.go compares ms with max.Milliseconds() before multiplying (overflow). Tests: middleware/deadline_test.go
Run: `make test RACE=` (no C compiler here); one: go test -count=1 -run TestDeadline ./middleware
Failed: http.TimeoutHandler (always 503, buffers, no Flush, SSE); SetWriteDeadline (client sees EOF, our 504 is lost).
RED: TestDeadlineSpentBudget (uncommitted).
Next: 504 for budget <= 0 without calling the handler; doc comment: Throttle first, Deadline after (else Throttle's 429); README row, text to Jussara first.
Rules: Timeout stays as it is; tests stdlib only, no testify; CHANGELOG.md is Eduardo's; commit -s (DCO); throttle.go is closed (Thiago).
spike/outgoing: BudgetTransport, v6 only."""
