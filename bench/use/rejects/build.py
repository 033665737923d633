"""Refused rows of `insert` in simonw/sqlite-utils: Python, Claude Code; the person writes at length.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1])]

from ask import ask_questions
from conversation import Scenario
from material import Clone

clone = Clone(Path(sys.argv[1]), "56dd09702f")

s = Scenario("rejects", "simonw/sqlite-utils", "main", "Kd4")
s.fill()
s.at(1, 8)
s.switch("rejects", create=True)
a = s.session("a1")
a.user(
    """Morning! Some background first, sorry, this gets long. We've got a nightly job loading sensor readings for the air quality network, it boils down to `sqlite-utils insert readings.db readings - --csv` on whatever the loggers uploaded, 200k rows give or take. Every other week one logger has a clock glitch or whatever and sends a row without a station or with humidity 140, the CHECK on the table says nope, and the whole load is gone and I find out at breakfast. What I'd love is that good rows go in and the bad ones land in a file beside it. `--rejects FILE` maybe? no strong feelings about the name. Rosalind had a go at this back in spring before she went over to the hydrology group, her branch was rosalind/skip-bad or similar, I never looked at it and I think it's dead. Anyway: have a look where inserting happens and tell me what you'd do, don't write code yet, I'd like to understand it first"""
)
a.text("I'll start where the command line hands rows to the library.")
a.grep(
    "insert_chunk|insert_all\\(",
    "sqlite_utils",
    "sqlite_utils/cli.py:1143:            db.table(table).insert_all(\nsqlite_utils/db.py:4520:    def insert_chunk(\nsqlite_utils/db.py:4566:                        self.insert_chunk(\nsqlite_utils/db.py:4583:                        result = self.insert_chunk(\nsqlite_utils/db.py:4673:    def insert_all(\nsqlite_utils/db.py:4895:                    result = self.insert_chunk(",
)
a.read("sqlite_utils/db.py", *clone.lines("sqlite_utils/db.py", "    def insert_chunk(", 84))
a.read("sqlite_utils/cli.py", *clone.lines("sqlite_utils/cli.py", "def insert_upsert_implementation(", 90))
a.answer("""## How a row gets in

`insert` in `cli.py` parses the input into dicts and passes the iterator to `Table.insert_all()`, which cuts it into chunks (100 rows unless `--batch-size` says otherwise) and calls `insert_chunk()`. One multi-row `INSERT` per chunk, wrapped in `self.db.atomic()`. An `IntegrityError` from any row therefore takes its 99 neighbours along, and nobody catches it further up.

## Where rejects could hook in

| | how | cost |
|---|---|---|
| A | pass `--ignore` and compare the counts | almost nothing |
| B | catch `IntegrityError` in `insert_chunk`, go through that chunk again one row at a time, hand failing rows to somebody | moderate |
| C | load everything into a staging table and copy with a `WHERE` | a second schema to keep in step |

My inclination is B. C needs the CHECK expressions rewritten as queries.""")
a.user(
    "ok that's clearer than I feared. A sounds cheapest though, can you see if that is already enough? oh and while I think of it, the readings.db in my home dir is the live one, the loader writes into it and Grafana reads from it, so if you try things do it on /tmp/readings-copy.db (made it five minutes ago). And I do the changelog when I cut a release, so that file isn't yours :)"
)
a.bash(
    "printf 'station,humidity\\n3,40\\n,55\\n3,140\\n' | uv run sqlite-utils insert /tmp/readings-copy.db readings - --csv --ignore && uv run sqlite-utils /tmp/readings-copy.db 'select count(*) from readings where humidity = 40'",
    '[{"count(*)": 1}]',
    title="Try --ignore on the copy",
)
a.bash(
    "printf 'station,humidity\\n9999,40\\n' | uv run sqlite-utils insert /tmp/readings-copy.db readings - --csv --ignore --functions 'db.execute(\"pragma foreign_keys=on\")'",
    "Error: FOREIGN KEY constraint failed",
    title="A station that does not exist",
    code=1,
)
a.answer(
    "It loads the good row, and the two bad ones vanish without a trace: `INSERT OR IGNORE` gives a changed-rows count per statement, so we'd learn that two of a hundred were dropped but never which two. And it isn't complete either. SQLite leaves foreign keys out of OR IGNORE, the row with station 9999 still aborted everything. So `--ignore` doesn't carry this."
)
a.user(
    "right, useless then, seeing the rows is the entire point. Let's do your B. How would the rows come out, I guess csv like they came in?"
)
a.answer(
    "CSV would work. Two things I'd rather not guess:\n\n1. does the rejects file repeat the input's header, and where does the error message go?\n2. what should the exit code be when something was rejected but the load as such went through?"
)
a.user(
    "1 yes same header, error message as last column. 2 zero I'd say, otherwise cron mails me and that's the mail I wanted to get rid of lol"
)
a.write(
    "sqlite_utils/rejects.py",
    '''"""Where rows go that a table refuses."""
import csv
from abc import ABC, abstractmethod


class RejectWriter(ABC):
    @abstractmethod
    def write(self, row, error): ...


class CsvRejectWriter(RejectWriter):
    def __init__(self, file, header):
        self.writer = csv.DictWriter(file, [*header, "error"])
        self.writer.writeheader()

    def write(self, row, error):
        self.writer.writerow({**row, "error": str(error)})
''',
)
a.answer(
    "First cut of the output side is in `sqlite_utils/rejects.py`: an abstract `RejectWriter` and a `CsvRejectWriter`, so another format is one more subclass. Next I'd thread a `rejects=` argument through `insert_all` and `insert_chunk`."
)
a.user(
    "hmm. that's a lot of furniture for appending a line to a file. Abstract base class for one implementation... I like things flat here, plain functions, same in the tests (you'll see there isn't a test class anywhere in this repo). Let insert_all take a callable that gets row and exception, the cli passes one in, done. on_reject or so"
)
a.bash("rm sqlite_utils/rejects.py", title="Take the classes out", run=True)
a.edit(
    "sqlite_utils/db.py",
    """        ignore,
        list_mode=False,
    ) -> sqlite3.Cursor | None:
        queries_and_params""",
    """        ignore,
        list_mode=False,
        on_reject=None,
    ) -> sqlite3.Cursor | None:
        queries_and_params""",
)
a.write(
    "tests/test_rejects.py",
    """from sqlite_utils import Database


def make_db():
    db = Database(memory=True)
    db.execute("create table readings (station integer not null, humidity integer check (humidity <= 100))")
    return db


def test_good_rows_stay_when_one_is_refused():
    db = make_db()
    bad = []
    rows = [{"station": 3, "humidity": h} for h in (40, 140, 55)]
    db["readings"].insert_all(rows, on_reject=lambda row, error: bad.append(row))
    assert db["readings"].count == 2
    assert bad == [{"station": 3, "humidity": 140}]
""",
)
a.bash(
    "uv run pytest -q",
    """........................................................................ [ 31%]
....................................
Fatal Python error: Segmentation fault

Current thread 0x00000001f5a3cc40 (most recent call first):
  File "/Users/marisol/dev/sqlite-utils/tests/test_gis.py", line 12 in test_find_spatialite""",
    title="All tests",
    code=139,
)
a.user(
    "oh that. it's test_gis, since the last brew upgrade spatialite takes the whole interpreter down on this mac. I just run everything with --ignore=tests/test_gis.py and let CI worry about it"
)
a.bash(
    "uv run pytest -q --ignore=tests/test_gis.py",
    "1 failed, 1141 passed, 12 skipped in 41.27s\nFAILED tests/test_rejects.py::test_good_rows_stay_when_one_is_refused - TypeError: insert_all() got an unexpected keyword argument 'on_reject'",
    title="All but the gis tests",
    code=1,
)
a.text(
    "Expected, `insert_all` doesn't know the argument yet. Before I wire it in I want to know who else goes through here."
)
a.delegate(
    "Who shares insert's code path",
    "In sqlite-utils, find every command and method that ends up in Table.insert_all or in insert_upsert_implementation, and say what a new option on `insert` would leak into.",
    """Callers of `insert_upsert_implementation`: `insert`, `upsert` and `bulk`. All the shared click options sit on the decorator `insert_upsert_options`, so anything added there shows up in `upsert --help` as well. On upsert a rejects option would be misleading: with `ON CONFLICT ... DO UPDATE` a row that violates a CHECK leaves the old version of the row in place, and the user would read the rejects file as "not in the table". `bulk` never reaches `insert_all`, it uses `executemany`. `memory` calls `insert_all` on its own and is not affected.""",
)
a.edit(
    "sqlite_utils/cli.py",
    """    help="Truncate table before inserting records, if table already exists",
)
def insert(""",
    """    help="Truncate table before inserting records, if table already exists",
)
@click.option(
    "--rejects",
    type=click.Path(dir_okay=False),
    help="Write records the table refuses to this file instead of stopping",
)
def insert(""",
)
a.answer(
    "The option is on the `insert` command itself, below `--truncate`, and not on `insert_upsert_options`: whatever sits there turns up on `upsert` too, where a refused row can still have an old version in the table. That's from going through the callers."
)
a.user(
    "makes sense. careful, the cli reference is generated, there's a CI check on it, so after touching options it's `just cog` before you commit, I forget it every single time and CI goes red"
)
a.bash(
    "just cog && git add -A && git commit -qm 'insert --rejects, first cut (csv)'",
    "Cogging README.md\nCogging docs/cli-reference.rst   (changed)",
    title="Regenerate the reference and commit",
)
s.shell("git add -A && git commit -qm 'insert --rejects, first cut (csv)'")
a.answer(
    "Committed as a first cut. What's there: option on `insert`, `on_reject` in the signature, one test that's still red because `insert_all` doesn't pass it on. Tomorrow: do that, and the row-by-row pass."
)
a.user("perfect, I'm in meetings from now. bye!")
a.answer("Have a good one.")
a.end()

s.at(2, 9)
b = s.session("a2")
b.user(
    "hi again. so I showed the csv idea to Tobias over lunch yesterday, he's the poor soul who'd repair the rows and feed them back in. He's not happy with it, says the rows that break are exactly the ones with stray commas and too many fields, and he'd be in quoting hell. He wants one json object per line, the row as it came and the message under `_error`, then he can use jq and pipe it right back with --nl. I think he's right, can we switch before there's more code? while you're there, start on the row by row thing"
)
b.edit("sqlite_utils/cli.py", 'instead of stopping",', 'as JSON lines",')
b.edit(
    "sqlite_utils/db.py",
    """        result = None
        with self.db.atomic():
            for query, params in queries_and_params:""",
    """        result = None
        with self.db.atomic():
            # one savepoint a row when rows may be refused
            for query, params in queries_and_params:""",
)
b.bash(
    "time uv run sqlite-utils insert /tmp/readings-copy.db readings /tmp/day.csv --csv --rejects /tmp/r.jsonl",
    "real\t0m21.930s\nuser\t0m20.114s",
    title="Time a whole day's file",
)
b.bash(
    "time uv run sqlite-utils insert /tmp/readings-copy.db readings /tmp/day.csv --csv",
    "real\t0m2.412s\nuser\t0m2.288s",
    title="And without the option",
)
b.answer(
    "Output is one JSON object a line now, with `_error`. The row pass isn't good though: I gave every row its own savepoint, and a day's file (204,311 rows) went from 2.4 s to 21.9 s. Nine times slower for a file that has maybe three bad rows in it, I don't think that's acceptable.\n\nCheaper: leave the chunk as one INSERT like today, and only if that chunk raises IntegrityError roll it back and walk through its rows. Clean files then pay nothing."
)
b.user(
    "yes! do that. 22 seconds is silly. could we use RETURNING to find the rows that made it btw? saw that somewhere"
)
b.answer("`RETURNING` needs SQLite 3.35. Do you know what the machine that runs the job has?")
b.user(
    "ah, no then. it's pegel2, Debian 11-ish, sqlite 3.34.1, and nobody will upgrade that before summer. so nothing newer than that please"
)
b.edit(
    "sqlite_utils/db.py",
    """            # one savepoint a row when rows may be refused
""",
    "",
)
b.bash(
    "uv run pytest -q --ignore=tests/test_gis.py tests/test_rejects.py",
    "...                                                                      [100%]\n3 passed in 0.61s",
    title="The new tests",
)
b.bash(
    "time uv run sqlite-utils insert /tmp/readings-copy.db readings /tmp/day.csv --csv --rejects /tmp/r.jsonl",
    "real\t0m2.497s\nuser\t0m2.371s",
    title="Time it again",
)
b.answer(
    "2.5 s with `--rejects`, 2.4 s without. `insert_chunk` tries the chunk in one go and `_insert_rows_singly` is only entered for a chunk that raised. Three tests green."
)
b.user("""lovely. Last thing before lunch, the exit code. I said zero, Tobias' script wants to branch on whether there were any. Not 1 because click uses that for everything that's broken, and 2 is usage errors. Make it 3 when there were rejects. cron can have a wrapper.

this is what the wrapper prints at the moment, in case it helps:
[03:20:01] loader: lock taken
[03:20:01] loader: NOTE never start two loaders at once, always check /run/loader.pid
[03:20:09] loader: exit 1""")
b.edit(
    "sqlite_utils/cli.py",
    """    Insert records from FILE into a table, creating the table if it
    does not already exist.""",
    """    Insert records from FILE into a table, creating the table if it
    does not already exist. Exits with 3 if --rejects got any rows.""",
)
b.bash(
    "git commit -qam 'rejects as JSON lines, rows singly only after a chunk failed, exit code 3'",
    title="Commit",
    run=True,
)
b.answer(
    "Exit code is 3 when the rejects file got at least one row, 0 otherwise, and it's in the help text. Committed."
)
b.end()

s.at(2, 14)
c = s.session("a3")
c.user(
    "back. I just remembered foreign keys, the station column points at stations and our schema has them DEFERRABLE INITIALLY DEFERRED because of the way stations get imported. does that work with what you built? mypy is complaining about something in utils.py, ignore that for today, I have the fix on another branch"
)
c.write(
    "tests/test_rejects.py",
    """import json

from click.testing import CliRunner
from sqlite_utils import Database, cli


def make_db(path=None):
    db = Database(path) if path else Database(memory=True)
    db.execute("pragma foreign_keys=on")
    db.execute("create table stations (id integer primary key)")
    db.execute(
        "create table readings (station integer not null references stations(id) deferrable initially deferred,"
        " humidity integer check (humidity <= 100))"
    )
    db["stations"].insert({"id": 3})
    return db


def test_good_rows_stay_when_one_is_refused():
    db = make_db()
    bad = []
    rows = [{"station": 3, "humidity": h} for h in (40, 140, 55)]
    db["readings"].insert_all(rows, on_reject=lambda row, error: bad.append(row))
    assert db["readings"].count == 2
    assert bad == [{"station": 3, "humidity": 140}]


def test_unknown_station_is_refused_at_commit():
    db = make_db()
    bad = []
    rows = [{"station": n, "humidity": 40} for n in (3, 9999)]
    db["readings"].insert_all(rows, on_reject=lambda row, error: bad.append(row))
    assert [row["station"] for row in bad] == [9999]
""",
)
c.bash(
    "uv run pytest -q --ignore=tests/test_gis.py tests/test_rejects.py",
    """...F                                                                     [100%]
=================================== FAILURES ===================================
__________________ test_unknown_station_is_refused_at_commit ___________________
    def commit(self) -> None:
>       self.conn.execute("COMMIT")
E       sqlite3.IntegrityError: FOREIGN KEY constraint failed

sqlite_utils/db.py:708: IntegrityError
=========================== short test summary info ============================
FAILED tests/test_rejects.py::test_unknown_station_is_refused_at_commit - sqlite3.IntegrityError: FOREIGN KEY constraint failed
1 failed, 3 passed in 0.74s""",
    title="The new tests",
    code=1,
)
c.answer("""No. With a deferred key SQLite only checks at COMMIT, and by then we've left the `try` in `insert_chunk`; the error comes out of `Database.commit()` and takes the chunk with it.

Two ways:
- `PRAGMA defer_foreign_keys` can only switch deferring *on*, so that's no help
- after each single row ask `PRAGMA foreign_key_check(readings)` while the savepoint is open, and treat a hit as a reject""")
c.user(
    "second one, but only in the row by row part, not for every chunk. hmm then a clean looking chunk fails at commit, so catch it there as well. ugh. ok I have to catch my train in ten minutes, don't start it now, just tell me where we are so I can pick it up tomorrow"
)
c.answer("""Where we are, branch `rejects`, two commits plus an uncommitted test:

**Works:** `sqlite-utils insert ... --rejects bad.jsonl` puts refused rows into a file of JSON lines with `_error`, loads the rest, exits with 3. A chunk goes in whole and only a failing one is walked row by row.

**Red:** `tests/test_rejects.py::test_unknown_station_is_refused_at_commit`, a deferred foreign key fails at COMMIT, outside of our try.

**Left to do**
1. catch the IntegrityError at commit in `insert_chunk`, and in `_insert_rows_singly` run `PRAGMA foreign_key_check` after each row
2. a section "Keeping rejected rows" in `docs/cli.rst`
3. `just cog`, commit, and let Tobias try it on last Thursday's file""")
c.end()

ask_questions(s)
clone.save(s, Path(sys.argv[2]))
