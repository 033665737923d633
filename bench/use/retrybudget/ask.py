"""Questions, prompts and notes of the tenacity scenario."""

from conversation import Scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    gone = (
        r"changed|\bsince\b|\bstale|supersed|no longer|replaced|outdated|instead|revis|revers|turned around|not any ?more|\bwas\b|earlier"
        r"|\bold\b|retract|~~|dropped|\bgone\b|wrong|isn.t|not true|\bno[,:;.]|before|in advance|first day|yesterday|forget"
    )
    return rf"(?m)^(?![^\n]*({gone}))[^\n]*{expression}"


REFUSE = r"refus|reject|test_combining|TypeError(?![^\n]{0,12}cannot)"
TEST = r"test_combining_a_budget_is_refused"
SIGN = r"commit[^\n]{0,12} -s\b|sign(ed|ing)?[- ]?off|--signoff"
SUNNIVA = (
    r"asyncio[^\n]{0,120}(Sunniva|alone|touch|keep out|stay out|off limits|hands off|don.t (edit|change))"
    r"|(Sunniva|alone|touch|keep out|stay out|off limits|hands off|don.t (edit|change))[^\n]{0,120}asyncio"
)
ARG = (
    r"(no|never|not|don.t|without|nothing)\b[^\n]{0,50}(argument|param|kwarg|keyword)"
    r"|signature[^\n]{0,40}(stay|unchanged|same|as (it|they))|(stay|unchanged|leave)[^\n]{0,40}signature"
)
MONO = r"monotonic|wall.clock|time\.time\b"
SILENT = r"(no|never|not|don.t|without)\b[^\n]{0,20}log(ging|s|ger)?\b|silent|before_sleep_log"
SLEEP = r"(no|never|not|don.t|without)\b[^\n]{0,20}sleep|set the clock|(patch|mock|fake)[^\n]{0,20}(clock|monotonic)"
DAGNY = r"Dagny"
RENO = r"\breno\b|release note"
CHARGED = r"charg|\bpa(id|ys?)\b|took|takes|taken|taking|token|costs?\b|eats|counted|booked"
HOW = (
    r"no retry|without (a|any) retry|no (further|next) (retry|attempt)|although|though|\btoo\b|\balso\b|as well|whenever|when(ever)? (it is |it.s )?asked:"
    r"|(every|each) (call|time|ask|look)|(at|on) (every|each)|asked (before|first)|before (the )?(other|stop_after)|never (take|took|happen)|doesn.t (take|happen)|8 == 9|for nothing"
)
LAST = (
    rf"(?m)^(?=[^\n]*(last|final).attempt)(?=[^\n]*({CHARGED}))(?=[^\n]*({HOW}))"
    rf"|({CHARGED})[^\n]{{0,80}}(retry|retries) (that )?(never|doesn.t|don.t|didn.t)"
)
OR = (
    r"(__or__|overrid[^\n]{0,30}(\||\bor\b)|operator)[^\n]{0,300}(chain|stop_any|three|third|middle|between|second)"
    r"|(chain|stop_any|three|third|middle|between)[^\n]{0,300}(__or__|overrid[^\n]{0,30}(\||\bor\b)|operator)"
)
SPIKE = r"(?m)^(?![^\n]*(spike|corentin|throw))[^\n]*(wall clock (is )?(ok|fine|allowed)|(may|can) (take|use) the wall clock|don.t bother with ruff|skip ruff)"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "A retry budget that many functions share (RetryBudget, stop_when_budget_spent with first=), committed. Under way: stop_any and stop_all refuse a budget with a TypeError, test written, code missing.",
        every=[r"budget", REFUSE],
        wrong=[
            "A budget shared by processes over multiprocessing.Value, committed on spike/shared-budget.",
            "The retry budget with a lock, picklable; TypeError: cannot pickle is cured. Ruben puts load on it next.",
        ],
    )
    s.ask(
        "Why is a retry not charged after it has taken place any more?",
        "Ruben's load test: 25 retries where 10 were allowed, as sixteen threads all looked before anybody had paid; and retries that succeed were free, as stop isn't asked after a success.",
        every=[
            r"Ruben|\bload\b|threads|flapping|flaps|succe",
            (
                r"\b25\b|\b400\b|-15|(isn.t|not|never|nor) (asked|called|consulted|charged|paid|counted|pay)|nobody pa(ys|id)|cost(s)? nothing"
                r"|overdr|too many|\bfree\b|at the same time|at once|all look|looked before|without paying"
            ),
        ],
        wrong=[
            "Because the budget was asked before stop_after_attempt and the last attempt was charged too.",
            "The lock could not be pickled.",
            "It is kept: charge when attempt_number > 1.",
        ],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "Charging whenever the stop is asked, combined by |: the last attempt is charged although no retry follows. An __or__ that puts the budget last: in a chain of three the second | belongs to stop_any, so the budget is asked before the third. (Lock without __getstate__: cannot pickle.)",
        every=[LAST, OR],
        wrong=[
            "The last attempt was charged although no retry follows.",
            "__or__ did not hold in a chain, as stop_any wraps the pair; the lock could not be pickled.",
            "Charging at every call and __or__ were tried and dropped.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "tenacity/stop.py and tests/test_budget.py (and the exports in tenacity/__init__.py); a release note is to come.",
        every=[r"\bstop\.py", r"test_budget\.py"],
        wrong=["tenacity/asyncio/__init__.py and tests/test_budget.py", "tenacity/stop.py and tests/test_tornado.py"],
    )
    s.ask(
        "What is the next step?",
        "Raise the TypeError in the constructors of stop_any and stop_all, then ask Dagny about the name first=, then the release note with reno new retry-budget.",
        every=[REFUSE, DAGNY, RENO],
        never=[r"\bnext\b.{0,60}(ruben's load test|ruben puts load)"],
        wrong=[
            "Ruben puts load on the branch, then the paragraph under Stopping.",
            "The release note, after asking Dagny.",
            "Refuse the combination in stop_any and stop_all, then the release note.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "tests/test_budget.py::test_combining_a_budget_is_refused; nothing raises the TypeError yet.",
        every=[TEST],
        wrong=["test_budget_in_a_chain_is_asked_last", "tests/test_tornado.py, tornado is missing"],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "retry() and Retrying get no new argument; time only from time.monotonic; no logging in stop.py; always git commit -s; leave tenacity/asyncio alone (Sunniva); tests never really sleep.",
        every=[SIGN, SUNNIVA, ARG],
        some=[MONO, SILENT, SLEEP],
        never=[SPIKE],
        wrong=[
            "Sign-off on commits; leave tenacity/asyncio alone (Sunniva); stop.py stays silent.",
            "No new argument of retry(), monotonic clock, leave asyncio alone.",
            "No new argument, commit -s, leave asyncio to Sunniva, time.monotonic only.\nYou may use the wall clock, and skip ruff.",
        ],
    )
    s.ask(
        "Who found out that the budget let too many retries through, and how?",
        "Ruben: he put load on the branch, sixteen threads and a budget of 10: 25 retries with a dead api, and with a flapping one 400 retries that nobody paid for.",
        every=[r"Ruben", r"\bload|16 threads|sixteen"],
        some=[r"\b25\b", r"\b400\b", r"flapping|flaps", r"-15", r"overdr", r"sixteen|16 threads"],
        wrong=["Dagny, whose api our retries kept down.", "Ruben, he read the code and didn't like the load on it."],
    )
    s.ask(
        "Is it still true that a retry is charged afterwards?",
        "No: RetryBudget.take takes it before it happens, under one lock, after first= has been asked.",
        every=[r"before|in advance|up.?front|beforehand|\btakes?\b|\btaken\b|prepaid|ahead"],
        some=[
            r"\bfirst\b",
            r"\btake\b",
            r"lock",
            r"Ruben",
            r"\b25\b",
            r"before (it|the retry|each|every|a retry)",
            r"in advance|beforehand",
        ],
        never=[stale(r"(a retry is|retries are|is still|are still) charged afterwards")],
        wrong=[
            "Yes, when the stop is asked about attempt 2 or later.",
            "A retry is charged afterwards, which takes the lock.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Leave tenacity/asyncio alone (Sunniva has it in pieces), no new argument for retry() and Retrying, no clock but time.monotonic, no logging in stop.py, no commit without sign-off, no real sleeping in tests.",
        every=[SUNNIVA, rf"{ARG}|{MONO}|{SILENT}|{SIGN}|{SLEEP}"],
        wrong=[
            "No logging in stop.py and no commit without sign-off.",
            "AsyncRetrying takes a plain stop strategy; no new argument.",
        ],
    )
    s.ask(
        "How do I run the tests here?",
        "poe offline (skips the tornado tests, the mirror has no tornado); the budget alone: python -m pytest -q tests/test_budget.py.",
        every=[r"poe\W{1,3}offline|\boffline\b[^\n]{0,30}\bpoe\b"],
        never=[stale(r"always run (it |them |the tests )?with --ignore")],
        wrong=[
            "python -m pytest -q --ignore=tests/test_tornado.py",
            "Always run with --ignore=tests/test_tornado.py here; Wiebke has poe offline.",
        ],
    )
    s.ask(
        "Where is a retry taken off the budget?",
        "RetryBudget.take in tenacity/stop.py, called by stop_when_budget_spent.__call__ once first has not stopped it.",
        every=[
            r"RetryBudget\.take|budget\.take|[`'\"]take\b|\btake\(|def take|\btake (in|of|method|under)\b|method take\b",
            r"stop\.py|stop_when_budget_spent|RetryBudget",
        ],
        never=[stale(r"RetryBudget\.charge is called from")],
        wrong=[
            "RetryBudget.charge in tenacity/stop.py, called by stop_when_budget_spent from attempt 2 on",
            "_post_stop_check_actions in tenacity/__init__.py",
        ],
    )


RUN = r"poe\W{1,3}offline"
REFUSAL = r"test_combining|refuse it|constructors of|given a budget|is refused|the refusal|__or__"
BEFORE = r"before it happens|RetryBudget\.take|afterwards was the wrong|looks and takes under one lock"
LASTFREE = r"test_last_attempt_is_free|no retry follows|never take place|last attempt (is charged|stays free|has none|to stay free|stay free)"
CHAIN = r"__or__|in a chain|wraps the pair|test_budget_in_a_chain"
PICKLE = r"cannot pickle|__getstate__|starts full|can_be_pickled|survive that"
REFUND = r"gives nothing back|pays back on success|grpc"
SHARED = r"SharedRetryBudget|multiprocessing|shared by processes|starts full"
ASYNC = r"wrap_to_async_func|plain strategy like ours works|synchronous strategy works|AsyncRetrying\._run_stop"
CLOCK = r"never really sleep|set the clock|test_retries_come_back|61 seconds"
SPEAK = r"stays silent|no logging|before_sleep_log"
ARGS = r"no new argument|five places"
NOTE = r"reno new|dagny first|name first="
RUBEN = r"Ruben"
TORNADO = r"never had tornado|No module named 'tornado'|skip(ped)? [^\n]{0,20}tornado|tornado tests skip|lacks its package|poe offline"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "how do i run the whole suite on this box?")
    s.prompt("short", REFUSAL, "finish what stop_any should do with a budget")
    s.prompt("short", BEFORE, "when is a retry charged to the RetryBudget?")
    s.prompt("short", LASTFREE, "ask the budget before stop_after_attempt, it reads nicer")
    s.prompt("short", CHAIN, "override __or__ in stop_when_budget_spent")
    s.prompt("short", PICKLE, "remove __getstate__ from RetryBudget")
    s.prompt("short", REFUND, "refund the budget when a retry succeeds")
    s.prompt("short", SHARED, "make one RetryBudget work for several processes")
    s.prompt("short", ASYNC, "does stop_when_budget_spent work in AsyncRetrying?")
    s.prompt("short", CLOCK, "add a test that used retries expire after per seconds")
    s.prompt("short", NOTE, "write the release note of the retry budget")
    s.prompt("short", TORNADO, "why is test_tornado.py not run here?")
    s.prompt(
        "long",
        BEFORE,
        "i have to explain the budget to the payments people this afternoon and want to get it right. as i remember it, stop_when_budget_spent looks at the attempt number and books a retry once that retry has failed, so that nothing is booked for retries that never take place. please look at the code and tell me whether i can put it like that on a slide.",
    )
    s.prompt(
        "long",
        LASTFREE,
        "the argument first= looks odd to me. every other stop strategy is simply combined by the bar, and the budget could be as well: whenever it is asked it takes one retry off, and says stop when there is none left. could you throw the argument out and go back to that, with stop_after_attempt as the other half of the expression?",
    )
    s.prompt(
        "long",
        CHAIN,
        "i slept over the combination problem and think that we give up too early. when somebody joins a budget with another condition by the bar, python asks our class for its operator method, and in there we are free to swap the two sides, so that the budget always ends up at the end. write that method, and nobody has to see an exception.",
    )
    s.prompt(
        "long",
        REFUSAL,
        "good morning, please go on where we stopped. my tooth is fine again, but i have forgotten most of it: there was a test that we had written at the very end, on what happens if somebody joins the budget and another stop, and it was red because the code was still missing. do that bit now, and let me see it before you commit.",
    )
    s.prompt(
        "long",
        RUBEN,
        "dagny wants to have two lines for her incident report on why we rebuilt the budget before anybody had used it. please write down who measured it, how many threads there were, how many retries came through with a dead api and with a flapping one, and how many should have. the numbers were in the chat somewhere, i can't find them any more.",
    )
    s.prompt(
        "long",
        PICKLE,
        "one of our celery people noticed that a task which is sent to a worker carries its Retrying object along, and now he wants to know what the worker gets to see: are the retries that were used up at the sender counted there as well, or does it begin anew? please answer him from the code, and say why it was made that way.",
    )
    s.prompt(
        "other words",
        r"budget",
        "what did we build so that our clients stop hammering a service that is already on its knees?",
    )
    s.prompt("other words", RUN, "which command shows me that i haven't broken anything?")
    s.prompt("other words", RUBEN, "who stress tested this, and what came out?")
    s.prompt("other words", REFUND, "do you get anything credited if the second try goes well?")
    s.prompt("forbidden", ARGS, "add a parameter budget= to retry() and Retrying as a shortcut")
    s.prompt("forbidden", r"Sunniva", "tidy up the sleep helper in tenacity/asyncio/__init__.py while you are there")
    s.prompt("forbidden", SPEAK, "log a warning from stop.py when the budget is used up")
    s.prompt(
        "forbidden",
        r"monotonic and from nowhere|ntp set|time comes from",
        "use time.time() in RetryBudget, it is easier to print",
    )
    s.prompt(
        "unrelated",
        None,
        "what rhymes with orange?",
        "ok, thank you, talk to you later",
        "how many feet are in a nautical mile?",
        "who wrote the magic mountain?",
        "give me an ffmpeg line that cuts the first ten seconds of a video",
        "what is the difference between tcp and udp, in one sentence?",
        "suggest three vegetarian dishes for a party of eight",
        "translate 'where is the railway station' into portuguese",
        "how do i make the font of my terminal bigger?",
        "is a tomato a fruit or a vegetable?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "help me plan a monthly budget for groceries and rent",
        "at which stop do i have to change from the tram to the bus in basel?",
        "how long do i pickle cucumbers in vinegar?",
        "what does a dentist charge for the first visit in norway?",
    )


NOTES = """# Retry budget, branch retry-budget
Goal: our retries must not keep the payments api down; many functions share retries per period.
Code: tenacity/stop.py: RetryBudget(retries, per), stop_when_budget_spent(budget, first=OTHER). RetryBudget.take looks and takes under one lock, before the retry happens, after first was asked. Success gives nothing back. Unpickled: starts full. Works in AsyncRetrying as is.
Not afterwards any more: Ruben's load test, 16 threads: 25 retries of 10; with a flapping api nobody paid (stop isn't asked after a success).
Tests: tests/test_budget.py. Run: `poe offline` (no tornado on the mirror)
Failed: charging whenever asked, with |: last attempt charged, no retry follows. __or__ putting the budget last: in a chain stop_any wraps the pair.
RED: test_combining_a_budget_is_refused (uncommitted).
Next: TypeError in constructors of stop_any and stop_all; ask Dagny about first=; `reno new retry-budget`.
Rules: no new argument on retry()/Retrying; only time.monotonic; no logging in stop.py; git commit -s; leave tenacity/asyncio alone (Sunniva); tests never sleep, set the clock.
spike/shared-budget: SharedRetryBudget, 10.0 only."""
