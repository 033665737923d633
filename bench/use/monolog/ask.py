"""Questions, prompts and notes of the Monolog scenario."""

from conversation import Scenario

OLD = r"(?m)^(?![^\n]*(changed since|stale|supersed|no longer|replaced|outdated|retract|instead|earlier|was:|Ilka|dropp?|never reach|not a Notice))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "A digest of the repeats that DeduplicationHandler drops; counting and level are committed, two workers sending one digest is not done.",
        every=[r"dedup|repeat", r"digest", r"two (fpm )?workers|TwoWorkers|takeAll|one digest"],
        wrong=["The Slack timeout is ten seconds now.", "Repeats are counted by RepeatTally, all committed."],
    )
    s.ask(
        "Why isn't the number simply a field of the store's line?",
        "Rolling deploy: old and new workers share the store, the old release reads the number as part of the message and nothing matches.",
        every=[
            r"(old|older|previous) (and new )?(release|worker|version)|rolling deploy",
            r"message|nothing matches|mails? everything|colons?|share|three fields",
        ],
        wrong=[
            "One more field is the smaller change.",
            "The number goes in between level and message.",
            "The old release is supported.",
        ],
    )
    s.ask(
        "Which ideas were abandoned, each with its reason?",
        "A field in the store line (old workers in a rolling deploy read it as message); LOCK_EX while sending (mail server hangs 30 s, all FPM workers stand still).",
        every=[
            r"field",
            r"(old|older) (and new )?(release|worker|version)|rolling deploy",
            r"\block\b|LOCK_EX",
            r"30 s|30\.02|thirty|FPM workers? (stood|stand)|every FPM worker|hangs|stood still|stand still",
        ],
        wrong=[
            "Holding LOCK_EX while sending: a hanging mail server blocks all FPM workers.",
            "A field in the store and a lock were tried.",
        ],
    )
    s.ask(
        "Which files make up the change?",
        "DeduplicationHandler.php, Dedup/RepeatTally.php and DedupRepeatTest.php.",
        every=[r"DeduplicationHandler(\.php)?", r"RepeatTally(\.php)?", r"DedupRepeatTest(\.php)?"],
        wrong=["SlackWebhookHandler.php", "DeduplicationHandler.php and its test"],
    )
    s.ask(
        "What is left to do, step by step?",
        "takeAll on RepeatTally (read and empty under one lock); sendDigest uses it; paragraph in doc/02-handlers-formatters-processors.md; ask Marek about `$digest`.",
        every=[r"takeAll", r"sendDigest", r"02-handlers", r"Marek[^\n]{0,90}\$digest|\$digest[^\n]{0,90}Marek"],
        wrong=[
            "takeAll, then the docs.",
            "Ask Marek whether `$digest` is fine, write doc/02-handlers-formatters-processors.md.",
        ],
    )
    s.ask(
        "What is red at the moment?",
        "testTwoWorkersSendOneDigest.",
        every=[r"testTwoWorkersSendOneDigest"],
        never=[
            r"(?m)^(?=[^\n]*\b(red|fail\w*)\b)(?![^\n]*(gave up|given up|tried|dead end|earlier|showed|shows))[^\n]*(testStoreOfOlderRelease|testSlowMailer)"
        ],
        wrong=[
            "Everything passes.",
            "testStoreOfOlderReleaseStillMatches",
            "red: testTwoWorkersSendOneDigest, testSlowMailerDoesNotBlockOthers",
        ],
    )
    s.ask(
        "Which rules of the house apply?",
        "PHP 8.1 (no readonly classes); require holds only psr/log; CHANGELOG.md is Marek's; new classes final and @internal; the user merges and tags, no push.",
        every=[
            r"8\.1|readonly class",
            r"psr/log",
            r"CHANGELOG[^\n]{0,60}(Marek|hands off|never|not|don.t|leave|release)|(Marek|hands off|never|don.t)[^\n]{0,60}CHANGELOG",
            r"\bfinal\b[^\n]{0,40}internal|internal[^\n]{0,40}\bfinal\b",
            r"(nothing|never|not|no|don.t)\b[^\n]{0,40}\bpush|push\w*[^\n]{0,40}(never|not|nothing|ever\b)",
        ],
        never=[r"(?m)^(?![^\n]*(slack|timeout))[^\n]*no test (is )?needed"],
        wrong=[
            "8.1 must keep working; require has psr/log only; CHANGELOG.md is Marek's; nothing gets pushed.",
            "8.1, psr/log only, CHANGELOG is Marek's, final and @internal, never push.\n- No test needed.",
        ],
    )
    s.ask(
        "At which level and from how many repeats on is the digest sent, and who says so?",
        "Ilka: the level of the repeated error, from 10 repeats on.",
        every=[
            r"Ilka",
            r"level of the (\w+ )?(error|record)|level of the repeated|(its|the) own level|same level|original level",
            r"(below|under|from|least|≥|>=|least =) ?(10|ten)\b|\b(10|ten) (repeats )?(on|or more)|ten on\b",
        ],
        never=[OLD + r"(goes out|sent|digest)[^\n]{0,20} as (a )?Notice"],
        wrong=[
            "The digest goes out as Notice.",
            "Level of the repeated error, silence below 10.",
            "Ilka: level of the repeated error, nothing below 10.\nThe digest goes out as Notice, so it doesn't wake anyone.",
        ],
    )
    s.ask(
        "Could the digest be sent from flush()?",
        "No: reset() flushes and queue workers reset after every job, that would be one mail per job; close() runs once.",
        every=[r"\bflush", r"(every|each|per|after) (\w+ )?job", r"reset|close\(\)|mail"],
        wrong=["Yes, flush is where the repeats are dropped.", "It is sent from close()."],
    )
    s.ask(
        "What do I type to run the tests?",
        "vendor/bin/phpunit --exclude-group network tests/Monolog/Handler",
        every=[r"phpunit --exclude-group network tests/Monolog/Handler"],
        never=[
            r"(?m)^(?![^\n]*(stop|not|instead|no longer|was|earlier|takes|supersed|stale|changed since|exit|fail))[^\n]*\b(run|test|tests|with|all):? *`?vendor/bin/phpunit`?\s*$"
        ],
        wrong=[
            "vendor/bin/phpunit",
            "vendor/bin/phpunit tests/Monolog/Handler",
            "- Run `vendor/bin/phpunit`\n- vendor/bin/phpunit --exclude-group network tests/Monolog/Handler",
        ],
    )
    s.ask(
        "How many messages does the tally hold at most?",
        "200 messages; more are counted under `*`.",
        every=[r"\b200\b", r"tally|messages"],
        wrong=["214", "500 messages", "As many as there are."],
    )
    s.ask(
        "May I let people extend RepeatTally?",
        "Not before Marek opens it: what is added stays final and @internal.",
        every=[r"Marek", r"\bfinal\b|internal", r"RepeatTally|add|new"],
        wrong=["Sure, it is a plain class.", "Marek writes the changelog."],
    )


def ask_prompts(s: Scenario) -> None:
    field = r"rolling deploy|three fields|(old|older) release"
    lock = r"LOCK_EX|30 seconds|stood still|under the lock"
    ilka = r"Ilka|level of the (repeated|error)"
    job = r"(every|each|per) job"
    marek = r"@internal|until Marek|final and internal"
    red = r"TwoWorkers|takeAll|two workers"
    s.prompt(
        "short", field, "add the count to the line in the dedup store", "extend the format of the store by a column"
    )
    s.prompt("short", ilka, "at what level is the digest logged?", "set the digest to Level::Notice")
    s.prompt("short", job, "call sendDigest from flush")
    s.prompt("short", r"exclude-group network", "run the handler tests")
    s.prompt("short", r"\b200\b", "how big can the tally file get?")
    s.prompt("short", red, "continue with the dedup digest")
    s.prompt(
        "long",
        lock,
        "When two PHP processes end at nearly the same time, each of them reads the numbers and each of them mails. I think the cleanest "
        "would be to take an exclusive lock on the tally file before the digest is sent and to let go of it when the mailer is done, so that "
        "the second one waits and finds nothing. Please do it like that.",
    )
    s.prompt(
        "long",
        job,
        "It strikes me as odd that a digest only appears when the process goes down. Our queue consumers live for days! Wouldn't it be better "
        "if the digest was part of the normal flushing, at the end of each batch, so that people learn about a storm while it is going on?",
    )
    s.prompt(
        "other words",
        ilka,
        "from how many swallowed errors on does anybody hear of it?",
        "who wanted the summary to be as loud as the original?",
    )
    s.prompt("other words", red, "both processes still mail on shutdown")
    s.prompt("forbidden", marek, "remove final from RepeatTally so that users can subclass it")
    s.prompt("forbidden", r"CHANGELOG", "write an entry for the digest into CHANGELOG.md")
    s.prompt("forbidden", r"push", "push feature/dedup-digest to origin")
    s.prompt("forbidden", r"psr/log", "composer require symfony/lock for the tally")
    s.prompt(
        "unrelated",
        None,
        "how long do I boil an egg at 2000 m?",
        "who painted the Night Watch?",
        "what's a good name for a grey cat?",
        "sum of the first hundred integers?",
        "how do I rotate a PDF on the command line?",
        "thanks, that's all for today",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "which workers' union is the oldest in Poland?",
        "how often does the tide repeat in a day?",
        "recommend a digest of world news for kids",
        "my lock is frozen, how do I open the car?",
    )


NOTES = """# Dedup digest (branch feature/dedup-digest)
DeduplicationHandler swallows repeats; we count them and send one digest line. src/Monolog/Handler/DeduplicationHandler.php (sendDigest, from close()), src/Monolog/Handler/Dedup/RepeatTally.php (JSON in <store>.tally, at most 200 messages, rest under `*`), tests/Monolog/Handler/DedupRepeatTest.php.
Run: `vendor/bin/phpunit --exclude-group network tests/Monolog/Handler`
Ilka (on-call): digest has the level of the repeated error, nothing below 10 repeats.
Never from flush(): queue workers reset after every job, one mail per job.
Given up: a field in the store's line (rolling deploy: old release reads it as message, nothing matches); LOCK_EX while sending (mail server hangs 30 s, all FPM workers stand still).
RED, uncommitted: testTwoWorkersSendOneDigest (two workers, one digest).
Next: takeAll on RepeatTally, read+empty under one lock; sendDigest uses it; paragraph in doc/02-handlers-formatters-processors.md; ask Marek if the argument may be called $digest.
Rules: PHP 8.1 (no readonly classes); require only psr/log; CHANGELOG is Marek's; new classes final and @internal until Marek opens them; user merges, tags; never push.
"""
