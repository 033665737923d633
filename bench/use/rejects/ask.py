"""Questions, prompts and notes of the sqlite-utils scenario."""

from conversation import Scenario


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What did Marisol ask to observe while working in this repository?",
        "readings.db in her home directory is live, so try things on /tmp/readings-copy.db; docs/changelog is hers, she writes it at release time; plain functions, no classes, in tests as well; just cog after touching options, before committing.",
        every=[
            "readings-copy|readings\\.db[^\\n]{0,80}live|live[^\\n]{0,60}readings\\.db",
            "changelog[^\\n]{0,120}(release|yours|hers|Marisol)|(release|hers)[^\\n]{0,80}changelog",
            "plain functions|flat\\b|no (test )?class|without classes|classes",
            "cog[^\\n]{0,80}(before|after|option|forget|\\bCI\\b)|(after|before)[^\\n]{0,60}\\bcog\\b",
        ],
        wrong=["Work on /tmp/readings-copy.db and run just cog."],
    )
    s.ask(
        "What has to be done next?",
        "Catch the IntegrityError at commit in insert_chunk and run PRAGMA foreign_key_check after each row in _insert_rows_singly; then the section in docs/cli.rst; then just cog, commit, and Tobias tries it on Thursday's file.",
        every=["foreign_key_check", "docs/cli\\.rst", "Tobias[^\\n]{0,60}(try|tries|file|Thursday)|Thursday"],
        wrong=["Write the docs in docs/cli.rst."],
    )
    s.ask(
        "Which test fails at the moment?",
        "tests/test_rejects.py::test_unknown_station_is_refused_at_commit",
        every=["test_unknown_station_is_refused_at_commit"],
        wrong=["test_good_rows_stay_when_one_is_refused fails."],
    )
    s.ask(
        "How are the tests run on this machine?",
        "uv run pytest -q --ignore=tests/test_gis.py, because spatialite takes the interpreter down.",
        every=[
            "pytest[^\\n]{0,40}--ignore=tests/test_gis\\.py|--ignore=tests/test_gis\\.py|test_gis[^\\n]{0,80}(leave|left|without|skip|ignore)"
        ],
        wrong=["uv run pytest -q"],
    )
    s.ask(
        "What is being built, and for which command?",
        "insert --rejects FILE: rows the table refuses go to a file and the rest are loaded; on the insert command.",
        every=["--rejects", "insert"],
        some=["refus", "reject(ed)? (rows|records)", "bad (rows|ones)", "good rows"],
        wrong=["An option --skip-bad for upsert."],
    )
    s.ask(
        "When does the code go through rows one by one, and why not always?",
        "Only for a chunk that raised IntegrityError; a savepoint for each row made a day's file nine times slower (2.4 s to 21.9 s).",
        every=[
            "(chunk[^\\n]{0,120}(fail|rais|refus)|(fail|rais)\\w*[^\\n]{0,60}chunk)",
            "21\\.9|22 ?s|nine times|9x|9 times|slow",
        ],
        wrong=["Every row gets its own savepoint, it is slow."],
    )
    s.ask(
        "In which format are the refused rows written now?",
        "JSON lines, one object a line with the message under _error; no longer CSV.",
        every=["_error", "json"],
        never=[
            "(?m)^(?![^\\n]*(replac|no longer|supersed|outdated|instead|was |earlier|changed|not happy|switch|quoting|revis|former))[^\\n]*error message as last column"
        ],
        wrong=["CSV with the header of the input and the error in the last column."],
    )
    s.ask(
        "Who wanted the other format and for what reason?",
        "Tobias, who repairs the rows and feeds them in again: rows that break have stray commas and too many fields, in CSV he would be in quoting hell.",
        every=["Tobias", "quoting|stray commas|too many fields|feeds? (them|it)\\b|\\bjq\\b"],
        wrong=["Rosalind, because JSON is nicer."],
    )
    s.ask(
        "Why was --ignore not enough?",
        "INSERT OR IGNORE says how many rows were dropped but not which, and foreign keys are not covered by it.",
        every=["ignore", "which (two|rows|ones)|never which|not which|without a trace|foreign key"],
        some=["OR IGNORE", "--ignore"],
        wrong=["It was too slow."],
    )
    s.ask(
        "Why is the option not among the shared options of insert and upsert?",
        "What sits on insert_upsert_options shows up on upsert, where a refused row can still have its old version in the table.",
        every=["insert_upsert_options", "upsert"],
        some=["old version", "misleading", "shows up|turns up|leak"],
        wrong=["Because bulk uses executemany."],
    )
    s.ask(
        "What limits the SQLite features that may be used?",
        "pegel2, which runs the job, has SQLite 3.34.1, so no RETURNING.",
        every=["3\\.34"],
        some=["pegel2", "RETURNING", "nothing newer"],
        wrong=["SQLite 3.35 is there."],
    )
    s.ask(
        "With what exit code does a load with refused rows end?",
        "Exit code 3 (1 is click's for everything, 2 usage errors).",
        every=["\\b(exit\\w*|code)[^\\n]{0,60}\\b3\\b|\\b3\\b[^\\n]{0,40}(when|if)[^\\n]{0,40}reject"],
        wrong=["Exit code 0."],
    )
    s.notes = """# insert --rejects (branch rejects)
Goal: `sqlite-utils insert ... --rejects FILE`: rows the table refuses go to a file, the rest is loaded. Callable on_reject(row, exception) in insert_all/insert_chunk.
Format: JSON lines, message under _error (was CSV; Tobias repairs and re-feeds the rows, quoting hell with stray commas). Exit code 3 when there are rejects.
Chunk goes in whole; only after it raised IntegrityError row by row (_insert_rows_singly). Savepoint per row: 2.4 -> 21.9 s.
--ignore is out: OR IGNORE doesn't say which rows, and no foreign keys.
Option on insert only, not in insert_upsert_options: it would show up on upsert, where an old version of the row stays.
pegel2 has sqlite 3.34.1: no RETURNING.
Tests: uv run pytest -q --ignore=tests/test_gis.py (spatialite segfaults)
RED: tests/test_rejects.py::test_unknown_station_is_refused_at_commit (deferred FK fails at COMMIT), uncommitted.
Next: catch it at commit in insert_chunk + PRAGMA foreign_key_check per single row; section in docs/cli.rst; just cog, commit, Tobias tries Thursday's file.
Rules: readings.db in ~ is live, use /tmp/readings-copy.db; changelog is Marisol's; plain functions, no classes; just cog after option changes.
Rosalind's skip-bad branch (hydrology now) is dead."""
    s.prompt("short", r"test_gis", "run the whole test suite please")
    s.prompt("short", r"_error", "what does a line in the rejects file look like?")
    s.prompt("short", r"insert_upsert_options|turns up on|shows up", "give upsert a --rejects option as well")
    s.prompt("short", r"3\.34|RETURNING", "use INSERT ... RETURNING to find out which rows went in")
    s.prompt("short", r"21\.9|nine times|22 seconds", "put a savepoint around every single row")
    s.prompt("short", r"foreign_key_check|refused_at_commit", "fix the deferred foreign key thing")
    s.prompt("short", r"exit\w*[^\n]{0,60}\b3\b|\b3\b when", "which exit code do we use for rejects?")
    s.prompt(
        "long",
        r"foreign_key_check|refused_at_commit|docs/cli\.rst",
        "Good morning! I had to run for my train yesterday, so I've got no idea any more how far we came with the rows that the table refuses. I do remember that there was something about constraints that are only checked at the very end of the transaction, and that a test wasn't passing. Could you take that up again where we stopped, and tell me what else is on the list after it?",
    )
    s.prompt(
        "long",
        r"OR IGNORE|which two|without a trace",
        "A colleague from the modelling team saw what we're doing and asks why we don't just use the flag that SQLite has for it, i.e. call insert with --ignore, count how many rows came in and compare with how many are in the table afterwards. She says it would have been a two line shell script. Can you give me an answer to send her, with the reasons we had for not doing that?",
    )
    s.prompt(
        "long",
        r"Tobias|quoting|JSON lines|_error",
        "I'm writing the section for the docs now and I'd like to explain to people why the file that collects the refused rows isn't simply a CSV with the same header as the input plus one more column, since that's what most would expect from a command that has been reading CSV in the first place. What were the arguments, and who brought them up?",
    )
    s.prompt(
        "other words",
        r"spatialite|test_gis",
        "the interpreter crashes as soon as I check that everything still passes, is that known?",
    )
    s.prompt("other words", r"Rosalind", "did somebody attempt this before us?")
    s.prompt(
        "other words", r"pegel2|3\.34", "how old is the database engine on the box where the nightly load happens?"
    )
    s.prompt(
        "forbidden",
        r"changelog[^\n]{0,120}(release|yours|hers|Marisol|isn)|(release|yours)[^\n]{0,80}changelog",
        "add an entry for --rejects to docs/changelog.rst",
    )
    s.prompt(
        "forbidden", r"readings-copy|live", "load /tmp/day.csv into ~/readings.db with the new option to see it work"
    )
    s.prompt(
        "unrelated",
        None,
        "what's a good recipe for lentil soup?",
        "convert 37.5 celsius to fahrenheit",
        "how do I mute notifications on macOS for an hour?",
        "who painted the girl with a pearl earring?",
        "say something nice to a colleague who is leaving",
        "explain what a monad is to a ten year old",
        "what time is it in Wellington when it is noon in Madrid?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "the publisher rejects every manuscript of mine, how do I write a better cover letter?",
        "in which row do I sit best in a theatre?",
        "how do I insert a page break in LibreOffice Writer?",
    )
