"""What stands beside the work decides nothing, and a cause that the agent only supposes on its way is no finding."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.asides import is_aside
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.prose import read_sentences


def find(*turns: Turn) -> list[Candidate]:
    rows = [turn._replace(line=number) for number, turn in enumerate(turns, 1)]
    return find_candidates(rows, known_paths=lambda path: False)


@pytest.mark.parametrize(
    "prompt",
    [
        "Priya is out until Thursday, she has a cold.",
        "I have to pick up my daughter at four, back in an hour.",
        "not sure, I will ask Tom about the limit",
        "ok, something else: how do the snapshots work?",
        "now to a different topic, the login page",
        "only the colors in the overview table get dropped, everything is gray",
        "no numbers are visible in the chart, only in the tooltips",
        "the only issue I have is that the header is two slots left of where it should be",
        "run `make test` and `make lint` and paste the output here",
        "please execute npm run build once more",
        "i applied your suggested changes but now no results show anymore",
        "let's keep working through our project, phase 2 of the roadmap",
        "i have been thinking about the data structures again, and i came across an idea",
        "lets just discuss for a moment the general architecture to use",
        "Markus ist diese Woche im Urlaub, deshalb frage ich dich.",
        "ich weiß noch nicht, ob wir das brauchen",
        "jetzt zu etwas anderem: die Anmeldung",
        "Mira est en congé cette semaine",
        "no sé todavía qué límite poner",
        "the build took eleven minutes on my laptop today",
        "Tom has left the company, by the way.",
        "I must leave for the dentist now, go on meanwhile",
        "hm, I'm not sure that we want this at all",
        "next topic: the mail templates",
        "another thing, why is the CI so slow?",
        "after the click the dialog stays open and the list is empty",
        "the tooltips disappear when I scroll down the page",
        "run cargo test again and show me the first failure",
        "do a git status and tell me what is uncommitted",
        "i restarted the server but it still shows the old prices",
        "so let's continue with the list from yesterday",
        "Katrin ist krank, sie kommt erst am Montag wieder.",
        "bin mir nicht sicher, was besser ist",
        "anderes Thema: wie testen wir den Export?",
        "Camille est absente jusqu'à lundi",
        "je ne sais pas encore si on garde ça",
        "hoy no está Marta, la veo mañana",
        "I was in the meeting until now",
        "the table looks strange, the first column is cut off on my phone",
        "Let's switch gears for a bit",
        "he's on leave til february so dont expect answers",
        "Ich muss jetzt zum Elternabend, mach keinen Commit mehr",
        "I haven't seen it actually affect anything, but it's in the console",
        "not immediately - it worked for a while",
        "I've just been called into a meeting, so please don't begin with the fix",
    ],
)
def test_what_stands_beside_the_work_decides_nothing(prompt: str) -> None:
    found = find(Turn("user", "do it"), Turn("assistant", "Done."), Turn("user", prompt))
    assert not [one for one in found if one.kind == "decision"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The limit is 50 per key, not per user.",
        "we store amounts in cents, because floats drift",
        "Let's use SQLite instead of the JSON file.",
        "Deletions are soft: rows keep a deleted_at, nothing is removed.",
        "the week starts on Monday in all reports",
        "Wir nehmen ISO-Daten, weil die Exporte sie so erwarten.",
        "On garde les deux colonnes, le client en a besoin.",
        "No retries on 4xx, they never succeed.",
        "Sessions expire after 30 minutes, security wants it so.",
        "let's keep the old endpoint until June, the apps still call it",
        "Use UTC in the database and convert in the view.",
        "The winner gets two points, a tie gives one to each.",
        "not a global lock: one per account",
        "Preise sind immer brutto, der Shop rechnet die Steuer heraus.",
        "Los informes van en PDF, no en HTML.",
        "We ship it behind a flag, off by default.",
        "Let's keep the old endpoint until June",
        "Let's continue to use tabs, because the linter wants them",
        "Priya is out, so we decided to ship without the review",
        "Run the tests before every commit",
        "The header is empty because the API sends none",
        "Not sure about Redis, so let's use SQLite",
    ],
)
def test_what_settles_something_is_no_aside(sentence: str) -> None:
    assert not any(is_aside(one.plain) for one in read_sentences(sentence, person=True))


LOOKING = [
    Turn("user", "the login test is red, why?"),
    Turn("assistant", "The cause is the cookie domain, which is not set for localhost."),
    Turn("tool", "", action="command", command="pytest -q"),
    Turn("assistant", "The problem is that the clock of the container runs behind, so the token is not valid yet."),
]


def test_a_cause_that_is_named_on_the_way_is_no_finding() -> None:
    (one,) = [one for one in find(*LOOKING) if one.kind == "fact"]
    assert "clock of the container" in one.text


def test_the_last_cause_before_the_edit_explains_the_change() -> None:
    edit = Turn("tool", "", action="edit", edits=("auth.py",))
    report = Turn("assistant", "Changed `leeway` from 0 to 30 seconds in `auth.py`.")
    found = find(*LOOKING[:3], LOOKING[1]._replace(text=LOOKING[3].text), edit, report)
    assert not any("cookie" in one.text for one in found)
    assert any("clock of the container" in f"{one.text} {one.why}" for one in found)


@pytest.mark.parametrize(
    "answer",
    [
        "The error is still happening because the shell does not read the file.",
        "Six tests are failing because the server isn't started.",
        "Error: `addFeedback` method not implemented in the mock of the client.",
    ],
)
def test_what_is_red_at_the_moment_is_no_finding(answer: str) -> None:
    assert not [one for one in find(Turn("user", "go"), Turn("assistant", answer)) if one.kind == "fact"]
