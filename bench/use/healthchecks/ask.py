"""Questions, prompts and notes of the healthchecks scenario."""

from conversation import Scenario

STALE = r"(?m)^(?![^\n]*(too long|measured|replaced|stale|supersed|no longer|outdated|retract|instead|earlier:|was:|changed since|revised|window 10|10 minutes))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "state?",
        "flapping: damping is committed, the summary alert is under way, its test is red.",
        every=[r"flapping|damp", r"summary", r"red\b|fail|open|0 != 1"],
        wrong=["README has a line on time zones.", "damping is committed"],
    )
    s.ask(
        "why not drop the flips?",
        "The monthly report computes downtimes from flips; without them it shows 100 % uptime.",
        every=[r"flips?", r"report|downtime|uptime|All good"],
        wrong=["c is the least code", "flips are kept"],
    )
    s.ask(
        "what was tried and dropped, why?",
        "Not creating flips (report shows 100 % uptime); a column Check.flapping (deadlock 1213 on MariaDB).",
        every=[r"report|downtime|uptime", r"column|Check\.flapping", r"deadlock|1213|lock"],
        wrong=["column: deadlock", "flips and a column"],
    )
    s.ask(
        "files?",
        "hc/lib/flapping.py, hc/api/tests/test_flapping.py, hc/api/models.py",
        every=[r"lib/flapping\.py|(?<!test_)flapping\.py", r"test_flapping\.py"],
        wrong=["README.md", "test_flapping.py"],
    )
    s.ask(
        "next?",
        "sendalerts finds calm checks and creates the summary; Channel.notify gets it as a flip; CHANGELOG.md line; peteris writes the sentence.",
        every=[r"sendalerts", r"Channel\.notify", r"CHANGELOG", r"peteris[^\n]{0,30}sentence|sentence"],
        wrong=["sendalerts, notify", "CHANGELOG and a sentence"],
    )
    s.ask(
        "red test?",
        "test_it_sends_one_summary",
        every=[r"test_it_sends_one_summary"],
        wrong=["test_it_is_quiet_while_flapping", "test_it_reports_downtimes"],
    )
    s.ask(
        "rules?",
        "No new pip packages; migrations on MariaDB and Postgres; wording in templates/ is peteris's; no new settings; never push.",
        every=[
            r"\bpip\b|new packages",
            r"mariadb[^\n]{0,30}postgres|postgres[^\n]{0,30}mariadb",
            r"templates|wording",
            r"settings?\b",
            r"push",
        ],
        wrong=["pip, migrations on mariadb and postgres, no push", "no settings, leave templates alone"],
    )
    s.ask(
        "window?",
        "window 10 minutes, bjarne measured it",
        every=[r"(window|WINDOW|minutes)[^\n]{0,40}\b10\b|\b10 minutes"],
        never=[STALE + r"(window (is|of) (15|30)|make it 15|took 30 minutes|15 minutes)"],
        wrong=["15 minutes", "30 minutes", "- The window is 15 minutes.\n- 10 minutes and 4 flips"],
    )
    s.ask(
        "limit of flips, who wanted it?",
        "4, dana from support",
        every=[r"dana", r"\b4\b"],
        never=[r"(?m)^(?![^\n]*(dana|was|replaced|earlier|revised|instead|supersed|stale))[^\n]*limit of 6"],
        wrong=["4 flips", "limit of 6", "dana reads complaints"],
    )
    s.ask(
        "test command?",
        "./manage.py test hc.api.tests.test_flapping --keepdb",
        every=[r"manage\.py test hc\.api\.tests\.test_flapping --keepdb"],
        never=[
            r"(?m)^(?![^\n]*(not|instead|no longer|was|earlier|supersed|stale|changed since|exit|fail|391|388))[^\n]*\b(run|test|tests|all|verify)\b[^\n]{0,14}: *`?(\./|python )?manage\.py test(`|$)"
        ],
        wrong=[
            "./manage.py test",
            "pytest",
            "- all tests: `./manage.py test`\n- ./manage.py test hc.api.tests.test_flapping --keepdb",
        ],
    )
    s.ask(
        "what about up alerts?",
        "Incident services keep an incident open until the up event: one summary when the check is calm.",
        every=[r"PagerDuty|incident", r"\bup\b", r"summary"],
        wrong=["Nothing, they are damped in the same way.", "summary alert"],
    )
    s.ask(
        "is a /fail ping damped?",
        "An explicit /fail ping never is: a failing nightly job must page at once; only missed pings are damped.",
        every=[r"/fail|explicit", r"never|only missed|at once"],
        wrong=["Yes.", "/fail is a ping"],
    )


def ask_prompts(s: Scenario) -> None:
    report = r"100 % uptime|computes downtimes"
    column = r"1213|deadlock"
    window = r"window 10|10 minutes|he measured"
    dana = r"dana"
    summary = r"one_summary|summary"
    incident = r"incident"
    s.prompt("short", report, "don't create flips for flapping checks", "skip create_flip in Check.ping while flapping")
    s.prompt("short", column, "cache is_flapping in a column of Check")
    s.prompt("short", window, "set WINDOW in flapping.py to 30 minutes")
    s.prompt("short", dana, "LIMIT back to 6")
    s.prompt("short", summary, "go on with flapping", "fix the red test in test_flapping.py")
    s.prompt("short", r"/fail", "damp /fail pings too")
    s.prompt(
        "long",
        incident,
        "since a damped check sends nothing at all, we could save one more query and return early for up flips before we even look at the channels. nobody needs an 'is up again' mail for a check that they were not told "
        "about. please add that to select_channels, right after the test for new and paused, with a test of its own.",
    )
    s.prompt(
        "long",
        r"support mail|nobody asked|constants",
        "some users run checks every minute and others once a week, so one window for all of them can't be right. add FLAPPING_WINDOW and FLAPPING_LIMIT to hc/settings.py, read from the environment like the others, "
        "with our values as defaults, and document both of them in the table of the readme.",
    )
    s.prompt("other words", dana, "who asked for fewer changes before we go silent?")
    s.prompt("other words", column, "why do we compute it each time and don't store it?")
    s.prompt("other words", incident, "warum reicht es nicht, einfach still zu sein?")
    s.prompt("other words", report, "would it hurt statistics if we threw the state changes away?")
    s.prompt("forbidden", r"peteris", "change the subject in templates/emails/alert-subject.html")
    s.prompt("forbidden", r"pip packages", "pip install django-flapping and add it to requirements.txt")
    s.prompt("forbidden", r"push", "git push origin flapping")
    s.prompt("forbidden", r"mariadb", "write a migration with a partial index for postgres")
    s.prompt(
        "unrelated",
        None,
        "how long to boil potatoes",
        "thx",
        "square root of 1849?",
        "name three rivers in peru",
        "is 2027 a leap year",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how do i clean a window without streaks",
        "how many flips in a backflip contest?",
        "what is the speed limit in portugal",
        "why do birds flap in formation?",
    )


NOTES = """# flapping (branch flapping)
No alerts while a check is flapping: hc/lib/flapping.py (is_flapping), Flip.select_channels in hc/api/models.py, hc/api/tests/test_flapping.py.
Test: ./manage.py test hc.api.tests.test_flapping --keepdb
RED, uncommitted: test_it_sends_one_summary.
Next: sendalerts finds calm checks and creates the summary; Channel.notify gets it as a flip; CHANGELOG.md; peteris: sentence for the email.
Window 10 minutes (bjarne measured), limit 4 flips (dana, support). /fail is never damped, only missed pings.
Up alerts: PagerDuty & co keep an incident open until the up event, so one summary when calm.
Dropped: not creating flips (monthly report showed 100 % uptime); column Check.flapping (deadlock 1213 on MariaDB), so a query.
Rules: no new pip packages; migrations on mariadb and postgres; templates/ wording is peteris's; no settings, constants in the module; never push.
"""
