"""The sittings of the healthchecks scenario. The person is terse: a letter, a number, a name; the agent proposes."""

from pathlib import Path

from conversation import Scenario
from gemini import GeminiSession
from material import find_line, read_lines

COMMIT = "29b5ec25"
MODELS = "hc/api/models.py"
DAMPING = "hc/lib/flapping.py"
TESTS = "hc/api/tests/test_flapping.py"

SOURCE = """from __future__ import annotations

from datetime import timedelta as td

from django.utils.timezone import now

WINDOW = td(minutes=30)
LIMIT = 6


def is_flapping(check) -> bool:
    return check.flip_set.filter(created__gt=now() - WINDOW).count() >= LIMIT
"""

SPEC = """from __future__ import annotations

from hc.lib.flapping import is_flapping
from hc.test import BaseTestCase


class FlappingTestCase(BaseTestCase):
    def test_it_is_quiet_while_flapping(self) -> None:
        self.assertTrue(is_flapping(self.flip(6)))
"""

LATE = """class FlappingTestCase(BaseTestCase):
    def test_it_sends_one_summary(self) -> None:
        self.assertEqual(len(self.sent_after_calm()), 1)

"""


def show(session: GeminiSession, clone: Path, path: str, start: str, count: int) -> None:
    first = find_line(clone, COMMIT, path, start)
    session.read(path, read_lines(clone, COMMIT, path, first, first + count - 1))


def tell_first_day(s: Scenario, clone: Path) -> None:
    a = GeminiSession(s, "7c1d20aa-1111-4c01-9a01-000000000001", 1, 9)
    a.user("flapping checks page people 40x a night. damp them: no alerts while a check flips often. options?")
    show(a, clone, MODELS, "    def select_channels(self)", 20)
    a.answer(
        "Three places come into question:\n\n"
        "a) `Flip.select_channels` returns nothing while the check is flapping.\n"
        "b) `Channel.notify` swallows the alert.\n"
        "c) `Check.create_flip` does not create the flip at all, the least code."
    )
    a.user("c")
    a.edit(MODELS, "    def ping(\n", "    # flips of a flapping check are not created\n    def ping(\n")
    a.bash(
        "./manage.py test",
        "FAIL: test_it_handles_flip_two_days_ago (hc.api.tests.test_check_model.CheckModelTestCase)\nAssertionError: 0 != 1\nFAIL: test_it_reports_downtimes "
        "(hc.api.tests.test_sendreports.SendReportsTestCase)\nAssertionError: 'All good' unexpectedly found\n\nRan 2214 tests in 388.4s\nFAILED (failures=2)",
        code=1,
    )
    a.answer(
        "c does not work out. The monthly report computes downtimes from flips, and without them a check that was down half the night shows 100 % uptime. I took it back. a keeps all flips and only "
        "selects no channels."
    )
    a.user("a.")
    a.edit(MODELS, "    # flips of a flapping check are not created\n", "")
    a.write(DAMPING, SOURCE)
    a.write(TESTS, SPEC)
    a.answer(
        "`is_flapping` in hc/lib/flapping.py counts the flips of a window. I took 30 minutes and a limit of 6 flips. Shall I keep the result in a column `Check.flapping`, to save the query?"
    )
    a.user(
        "y. and: no new pip packages. migrations: must run on mariadb and postgres both. wording of emails = peteris, leave templates/ alone"
    )
    a.bash(
        "DB=mysql ./manage.py test hc.api.tests.test_flapping",
        "django.db.utils.OperationalError: (1213, 'Deadlock found when trying to get lock; try restarting transaction')\n\nRan 1 test in 41.2s\nFAILED (errors=1)",
        code=1,
        say="The column is in; I run it on MariaDB.",
    )
    a.answer(
        "The column is no good: sendalerts writes it while `Check.ping` holds its lock on the same row, and MariaDB ends that with deadlock 1213. So it stays a query. The index api_flip_owner_created "
        "covers it, 0.4 ms."
    )
    a.user("ok query. up alerts: anything to do?")
    a.answer("Nothing. Up flips go through `select_channels` too, so they are damped in the same way.")
    a.user("get that verified. read only")
    a.delegate(
        "Does damping in Flip.select_channels do harm for up flips? Look at the transports. Read only.",
        "Yes, it does harm. PagerDuty, Opsgenie and Splunk On-Call keep an incident open until they receive the up event. If the last up is damped, the incident stays open for ever. When the check is calm "
        "again one summary alert with the current status has to be sent to all channels.",
    )
    a.answer(
        "I have to correct myself: incident services keep an incident open until the up event. When a check calms down, one summary with its status must go out."
    )
    a.user("good catch. tomorrow. commit, no push. ever")
    a.bash(
        f"git add {DAMPING} {TESTS} {MODELS} && git commit -q -m 'Do not alert while a check is flapping' && git log -1 --format=%s",
        "Do not alert while a check is flapping",
        run=True,
    )
    a.answer(
        "Committed on flapping.\n\n"
        '<backstory:remember kind="decision" tags="flapping" at="hc/lib/flapping.py#is_flapping" why="a failing nightly job must page at once, even if the check flapped in the evening">'
        "An explicit /fail ping is never damped, only missed pings are</backstory:remember>"
    )
    a.user("dark mode for emails?")
    a.answer("The templates have no dark variant; it would be a media query in base.html.")
    a.user("nm")
    a.end()


def tell_aside(s: Scenario) -> None:
    b = GeminiSession(s, "8d2e31bb-2222-4c02-9a02-000000000002", 1, 16)
    b.user(
        "fix/cron-help: line in README, cron tz is per check. tests not needed here, german ok. customer log:\n\n```\nNov 18 15:01:02 cron[881]: always set CRON_TZ, never rely on TZ\n"
        "Nov 18 15:01:03 hc: must not reuse ping urls\n```"
    )
    b.bash(
        "printf '\\nDie Zeitzone gilt je Check.\\n' >> README.md && git commit -qam 'Say where the time zone is set'",
        run=True,
    )
    b.answer("Added to README.md and committed on fix/cron-help, no tests run.")
    b.end()


def tell_second_day(s: Scenario) -> None:
    c = GeminiSession(s, "9e3f42cc-3333-4c03-9a03-000000000003", 2, 9)
    c.user("flapping. state?")
    c.bash("git log --oneline -1 | cut -c10-; git status --short -uno", "Do not alert while a check is flapping")
    c.answer("Damping is committed; the summary alert is open.")
    c.user("bjarne (ops) says window 30 is too long, his checks run every 5. make it 15")
    c.edit(DAMPING, "td(minutes=30)", "td(minutes=15)")
    c.bash("./manage.py test", "Ran 2215 tests in 391.0s\nOK")
    c.answer(
        "The window is 15 minutes. All 2215 tests pass, in six and a half minutes. I put `WINDOW` and `LIMIT` into settings.py as well."
    )
    c.user(
        "why settings? nobody asked. every setting is a support mail. constants stay in the module. tests: ./manage.py test hc.api.tests.test_flapping --keepdb, not the lot"
    )
    c.bash("./manage.py test hc.api.tests.test_flapping --keepdb", "Ran 1 test in 0.3s\nOK")
    c.bash("git commit -qam 'Look at fifteen minutes' && git log -1 --format=%s", "Look at fifteen minutes", run=True)
    c.answer("settings.py is as it was, the constants stay in hc/lib/flapping.py. Committed.")
    c.user("bjarne again, he measured: window 10. limit: dana from support wants 4, she reads the complaints, take it")
    c.edit(DAMPING, "td(minutes=15)", "td(minutes=10)")
    c.edit(DAMPING, "LIMIT = 6", "LIMIT = 4")
    c.bash(
        "backstory -q remember failure 'Tests with freeze_time: flips created in the same microsecond are counted once by the index order' --fix 'give each flip its own created' "
        "--at hc/api/tests/test_flapping.py --tag flapping",
        run=True,
    )
    c.bash("./manage.py test hc.api.tests.test_flapping --keepdb", "Ran 1 test in 0.3s\nOK")
    c.bash("git commit -qam 'Ten minutes, four flips' && git log -1 --format=%s", "Ten minutes, four flips", run=True)
    c.answer("10 minutes and 4 flips, committed.")
    c.user("summary. test first")
    c.edit(TESTS, "class FlappingTestCase(BaseTestCase):\n", LATE)
    c.bash(
        "./manage.py test hc.api.tests.test_flapping --keepdb",
        "FAIL: test_it_sends_one_summary (hc.api.tests.test_flapping.FlappingTestCase)\nAssertionError: 0 != 1\n\nRan 2 tests in 0.3s\nFAILED (failures=1)",
        code=1,
    )
    c.answer(
        "`test_it_sends_one_summary` is red, as it has to be, and not committed. Open:\n\n"
        "- sendalerts looks for checks that calmed down and creates the summary\n"
        "- `Channel.notify` gets the summary as a flip with the current status\n"
        "- a line in CHANGELOG.md under the next version\n"
        "- peteris: the sentence for the email"
    )
    c.user("k")
    c.answer("See you.")
    c.end()
