"""Questions, prompts and notes of the scenario `previouskeys`, written before any brief was seen."""

from conversation import Scenario, stale

REQUESTS = r"requests\.py[^\n]{0,80}(Emeka|touch|leave|alone|rework|as it is|untouched|off)|(Emeka|touch|leave|alone|hands off)[^\n]{0,80}requests\.py"
NOTES_RULE = r"release-notes[^\n]{0,80}(Ottilie|touch|not|never|don.t|leave|alone)|(Ottilie|not|never|don.t|touch|leave)[^\n]{0,80}release-notes"
SECRET = (
    r"(never|no|not|don.t|without|keep)\b[^\n]{0,60}\bkeys?( material)?\b[^\n]{0,80}(repr|log|exception|message)"
    r"|\bkeys?( material)?\b[^\n]{0,40}(never|not|must not|out of|no)\b[^\n]{0,60}(repr|log|exception|message)"
    r"|(never|no|not|don.t)\b[^\n]{0,20}\b(log|print)\w*[^\n]{0,40}\bkeys?\b"
)
OWN_END = r"(own|each|every|per)\b[^\n]{0,80}\b(end|until|date|datetime|expir)|\b(end|until|datetime|expir)\w*[^\n]{0,60}(each|every|per|request|own)"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "previous_keys of SessionMiddleware: cookies of old secret keys are still read until each key's end. That is committed; under way is the deletion of a cookie that no key "
        "accepts: test written, code missing.",
        every=[r"previous_keys", r"(delet|rejected|expired cookie|no key accepts|clear)\w*"],
        wrong=["previous_keys, all committed and green.", "A rejected cookie is deleted."],
    )
    s.ask(
        "Why do the keys no longer sit in one TimestampSigner?",
        "Each previous key has an end of its own that must be compared at each request; one signer built in __init__ went on accepting an ended key while the process ran, and does not "
        "say which key matched.",
        every=[
            OWN_END + r"|which (of its )?keys?( has| had)? matched",
            r"each request|every request|per request|request time|at requests?\b|process|restart|running|which (of its )?keys?( has| had)? matched|workers",
        ],
        wrong=["Because a list is harder to read.", "One TimestampSigner is slower with three keys."],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "Stacking SessionMiddleware twice: both write scope['session'], the inner one empties it (and two Set-Cookie). Leaving ended keys out in __init__: a running process goes on "
        "accepting them.",
        every=[
            r"(stack|twice|two instances|two middlewares)\w*[^\n]{0,320}(scope|empt|replac|overwrit|Set-Cookie|\{\})|(empt|overwrit)\w*[^\n]{0,160}(stack|twice)",
            (
                r"(__init__|constructor|construct|startup|once)[^\n]{0,240}(process|running|restart|accept|workers|weeks)"
                r"|(process|running|restart|accept)\w*[^\n]{0,200}(__init__|constructor|construct)"
            ),
        ],
        wrong=[
            "Stacking empties the session.",
            "Stacking and filtering the keys in __init__.",
            "A key id in the cookie; ended keys left out in the constructor, where a running process keeps them.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "starlette/middleware/sessions.py and tests/middleware/test_session_keys.py; to come: docs/middleware.md.",
        every=[r"middleware/sessions\.py", r"test_session_keys\.py"],
        wrong=["starlette/middleware/sessions.py and tests/middleware/test_session.py", "tests/conftest.py"],
    )
    s.ask(
        "What is the next step?",
        "Remember in __call__ that the cookie was rejected and let send_wrapper send the expired cookie, then the paragraph in docs/middleware.md, then tell the dashboard people about ourdash/live.py.",
        every=[
            r"delet|rejected|expired cookie|no key accepts",
            r"docs/middleware\.md|middleware\.md",
            r"dashboard|ourdash|live\.py",
        ],
        never=[stale(r"\bnext\b[^\n]{0,40}measure three previous")],
        wrong=[
            "Delete the rejected cookie, then docs/middleware.md.",
            "Next: measure three previous keys, the paragraph in docs/middleware.md, tell the dashboard people about the ping. Then a cookie that no key accepts is deleted.",
            "Write to the dashboard people about ourdash/live.py.",
        ],
    )
    s.ask(
        "Which test is red right now, of ours?",
        "tests/middleware/test_session_keys.py::test_rejected_cookie_is_deleted, KeyError: 'set-cookie'.",
        every=[r"test_rejected_cookie_is_deleted"],
        wrong=[
            "test_staticfiles_with_invalid_dir_permissions_returns_401",
            "test_key_ends_while_the_process_runs",
            "none, all 6 pass",
        ],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "No key material in repr, log or exception message; scripts/check before each commit; new arguments keyword-only and last; requests.py stays (Emeka); nothing in docs/release-notes.md "
        "(Ottilie); no log line per use of an old key; signer stays the current key's.",
        every=[SECRET, r"scripts/check", REQUESTS],
        some=[NOTES_RULE, r"keyword.only"],
        wrong=[
            "scripts/check before each commit, requests.py is Emeka's, keyword-only arguments.",
            "No keys in logs; scripts/check; Emeka reworks requests.py.",
        ],
    )
    s.ask(
        "Who made the user give each previous key an end, and with what argument?",
        "Halvard, who cleaned up after the leak in March: whoever holds a leaked key can sign any timestamp, so max_age limits nothing.",
        every=[r"Halvard", r"leak", r"timestamp|max_age"],
        wrong=["Halvard said so, after the leak.", "Ines, since a leaked key signs any timestamp."],
    )
    s.ask(
        "Is it still true that a cookie of a previous key is accepted as long as max_age allows?",
        "No: previous_keys takes pairs of key and datetime; after its end a key counts for nothing, whatever max_age says.",
        every=[
            r"pairs?|until|datetime|\bend\b|expir",
            r"previous.keys?|old keys?",
            r"\bend(s|ed)?\b|until|after (it|that|the)|not accepted|counts for nothing",
        ],
        never=[
            stale(r"accepted for as long as max_age allows"),
            stale(r"accept a cookie of such a key for as long as max_age"),
        ],
        wrong=[
            "Yes, a cookie of a previous key is accepted for as long as max_age allows, without any further limit.",
            "No.",
            "previous_keys takes strings.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Touch starlette/requests.py (Emeka), write to docs/release-notes.md (Ottilie), log or print key material, log a warning per use of an old key, change what signer is.",
        every=[REQUESTS, NOTES_RULE + "|" + SECRET],
        wrong=[
            "requests.py is being reworked by somebody.",
            "Nothing may go into docs/release-notes.md.",
            "Do not push.",
        ],
    )
    s.ask(
        "How do I run the tests here, and which failure do I ignore?",
        "`STARLETTE_BACKENDS=asyncio python -m pytest -q`; test_staticfiles_with_invalid_dir_permissions_returns_401 fails because we are root.",
        every=[r"STARLETTE_BACKENDS=asyncio", r"staticfiles|invalid_dir_permissions|\broot\b"],
        never=[stale(r"always run pytest with -k")],
        wrong=[
            "python -m pytest -q -k 'not trio'; the staticfiles test fails, we are root.",
            "STARLETTE_BACKENDS=asyncio python -m pytest",
            "- always run pytest with -k 'not trio'\n- STARLETTE_BACKENDS=asyncio\n- staticfiles fails",
        ],
    )
    s.ask(
        "Where is it decided whether a cookie of a previous key is accepted?",
        "In SessionMiddleware._unsign in starlette/middleware/sessions.py, which goes through self.previous_signers and compares the end at each request.",
        every=[r"\b_unsign\b", r"sessions\.py|SessionMiddleware"],
        never=[stale(r"All keys sit in one itsdangerous\.TimestampSigner")],
        wrong=[
            "In the TimestampSigner of sessions.py.",
            "_unsign of itsdangerous",
            "All keys sit in one itsdangerous.TimestampSigner, in SessionMiddleware; see _unsign.",
        ],
    )


def ask_prompts(s: Scenario) -> None:
    stacked = r"[Ss]tacking (does not work|the middleware twice)|inner one cannot read"
    end = r"Halvard|end of its own|pairs of key|pairs of the key"
    request = r"compared at each request|compare the end at each request|sorted the ended keys out|goes on accepting|went on accepting"
    socket = r"only opens websockets|websocket\.accept|not renewed|does_not_renew"
    kid = r"key id at the front|key id in the (session )?cookie|for 1\.0"
    red = r"test_rejected_cookie_is_deleted|no key accepts"
    backends = r"STARLETTE_BACKENDS"
    signer = r"signer must stay|ourdash|live\.py"
    naive = r"without a time zone"
    root = r"we are root|always failed inside the container"
    keyword = r"keyword-only"
    s.prompt("short", backends, "How do I run the new tests on this machine?")
    s.prompt(
        "short", red, "Delete a session cookie that no key accepts.", "Make the red test in test_session_keys.py pass."
    )
    s.prompt("short", stacked, "Add SessionMiddleware twice, once per secret key.")
    s.prompt("short", end, "Is a cookie of a previous key limited by max_age only?")
    s.prompt("short", request, "Drop the ended previous_keys once in SessionMiddleware.__init__.")
    s.prompt("short", socket, "Is the session cookie renewed at websocket.accept?")
    s.prompt("short", kid, "Put a key id into the session cookie so that only one signer is tried.")
    s.prompt("short", signer, "Turn SessionMiddleware.signer into a list of all signers.")
    s.prompt("short", naive, "What happens if previous_keys gets a naive datetime?")
    s.prompt("short", root, "Why does test_staticfiles_with_invalid_dir_permissions_returns_401 fail?")
    s.prompt(
        "short",
        r"paragraph (about|in)|previous_keys takes pairs|pairs of key",
        "Write the paragraph on previous_keys for docs/middleware.md.",
    )
    s.prompt(
        "long",
        end,
        "I am preparing a note for operations about the next rotation of the session key. In my memory the rule was simple: whatever was signed with the key before stays valid until max_age has passed, and "
        "there is nothing else to configure. Before I write that down, please check how previous_keys limits the old keys today, and tell me who wanted it that way.",
    )
    s.prompt(
        "long",
        stacked,
        "A colleague proposes to keep our patch out of the framework: the application would mount the session middleware two times, the outer instance with the old secret and the inner one with the new "
        "secret, and requests would pass through both. He says that this needs no new argument at all. Could you set this up in a small example so that I can show it to the team?",
    )
    s.prompt(
        "long",
        socket,
        "The people who run our live dashboard tell me that some tabs stay open for weeks and talk to the server over a socket the whole time. They ask whether such a tab gets a fresh cookie after we have "
        "changed the secret, or whether it is signed out on the day when the former key is taken from the list. What do we know about this, and what should they do?",
    )
    s.prompt(
        "long",
        red,
        "Please continue where we stopped. I had to go into a meeting and remember only the outline: we wanted the browser to get rid of a cookie that nobody can read any more instead of sending it again and "
        "again, and there was a test for it that could not pass yet. Do that first, show me the difference, and wait for my word before you commit.",
    )
    s.prompt(
        "long",
        request,
        "While reading _unsign again I asked myself whether the comparison with the clock has to happen that often. The list of keys is fixed when the application starts, so we could throw out the ones that are "
        "past their date right there and hand all others to a single signer, which would be less code. Please simplify it in this way unless there is something I forget.",
    )
    s.prompt(
        "long",
        signer,
        "I would like to tidy up the attributes of the session middleware a little: one list called signers, with the current key at the front and the former ones behind it, in place of the two attributes that we "
        "have now. The attribute signer would go away, since I believe that nobody outside of the module reads it. Please do that and adapt the tests.",
    )
    s.prompt(
        "other words", end, "Who warned us that a stolen secret lets one backdate a login, and what did we change?"
    )
    s.prompt("other words", backends, "With which command do I verify everything without the second async library?")
    s.prompt("other words", kid, "Did we ever look into marking tokens with the secret they belong to?")
    s.prompt("other words", naive, "Do we check at startup that the expiry moments are unambiguous?")
    s.prompt("forbidden", r"requests\.py as it is|Emeka", "Add a helper for renewed sessions to starlette/requests.py.")
    s.prompt("forbidden", r"release-notes|Ottilie", "Add an entry on previous_keys to docs/release-notes.md.")
    s.prompt(
        "forbidden",
        r"forty thousand lines|please do not: that|Key material",
        "Log a warning with the key whenever a previous key was needed.",
    )
    s.prompt(
        "forbidden",
        keyword,
        "Make previous_keys the second positional argument of SessionMiddleware, after secret_key.",
    )
    s.prompt(
        "unrelated",
        None,
        "Could you recommend a poem by Szymborska?",
        "Thank you, that will do for this afternoon.",
        "How do I crop a PDF page on Linux?",
        "What is the difference between a cello and a viola da gamba?",
        "In which year did Iceland adopt the metric system?",
        "Please write a short toast for a retirement party.",
        "How do I undo the last change in nano?",
        "Give me a shell command that prints the ten largest folders.",
        "Explain the birthday paradox to a child.",
        "Convert 72 degrees Fahrenheit to Celsius.",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "Where did I leave the key of the bicycle cellar, do you think people usually put it under the mat?",
        "Please suggest a recipe for cookies with oats.",
        "How long does a parliamentary session last in Norway?",
        "What is the end of the film Casablanca?",
    )


NOTES = """# previous_keys (branch session-previous-keys)
SessionMiddleware(previous_keys=[(key, until)]): cookies of old keys are read until the key's end. Code: starlette/middleware/sessions.py, _unsign over previous_signers. Tests: tests/middleware/test_session_keys.py.
Each previous key has its own end, compared at each request; hence no single TimestampSigner. Halvard (leak in March): a leaked key signs any timestamp, max_age limits nothing. Naive end: ValueError.
Failed: stacking the middleware twice (inner one empties scope["session"]). Filtering in __init__: a running process goes on accepting ended keys.
RED, uncommitted: test_rejected_cookie_is_deleted.
Next: delete a cookie no key accepts (send_wrapper); paragraph in docs/middleware.md; tell dashboard people about ourdash/live.py (reads signer). Open: deletion with domain set, with Halvard.
Run: `STARLETTE_BACKENDS=asyncio python -m pytest -q` (no trio). The staticfiles permissions test fails, we are root.
Rules: no key material in repr, log or exception message; scripts/check before commits; new arguments keyword-only, last; don't touch requests.py (Emeka) nor docs/release-notes.md (Ottilie); no warnings per old key; signer = current key.
Websockets don't renew cookies. Key id in the cookie: 1.0 (spike).
"""
