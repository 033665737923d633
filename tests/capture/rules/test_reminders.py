"""What a person asks to be remembered in a prompt becomes a rule or a fact; what only sounds so does not."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.rules.reminders import find_reminders
from backstory.capture.text.candidate import Candidate


def read(prompt: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in find_reminders(prompt)]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("Remember that staging is at https://staging.example.com", "Staging is at https://staging.example.com"),
        ("remember: staging lives at 10.0.3.7", "Staging lives at 10.0.3.7"),
        ("please remember the staging db is read only", "The staging db is read only"),
        ("Remember this for later: the load test needs 4 GB", "The load test needs 4 GB"),
        ("remember hostinger won't accept IPv6", "Hostinger won't accept IPv6"),
        ("Note that the CI runs on Python 3.12.", "The CI runs on Python 3.12"),
        ("note: the CI runs on Python 3.12", "The CI runs on Python 3.12"),
        ("Please note that prices are stored in cents", "Prices are stored in cents"),
        ("Keep in mind that users may have no email address.", "Users may have no email address"),
        ("bear in mind that the old API is still used by the app", "The old API is still used by the app"),
        ("Don't forget: releases go out on Tuesdays", "Releases go out on Tuesdays"),
        ("FYI: the staging server is staging.example.org", "The staging server is staging.example.org"),
        ("For your information: our fiscal year starts in April.", "Our fiscal year starts in April"),
        ("Store in memory: the default port is 8085", "The default port is 8085"),
        ("Fix the login. Remember that the cookie is called `sid`.", "The cookie is called `sid`"),
        ("Fix the login, and remember that the cookie is called `sid`", "The cookie is called `sid`"),
        ("Bitte beachte: die Tests brauchen Docker", "Die Tests brauchen Docker"),
        ("Denk daran, dass die Preise in Cent sind.", "Denk daran, dass die Preise in Cent sind"),
        ("Merk dir, dass Staging nur im VPN ist", "Merk dir, dass Staging nur im VPN ist"),
        ("Retiens que le staging est à https://s.example.com", "Le staging est à https://s.example.com"),
        ("N'oublie pas que les prix sont en centimes", "Les prix sont en centimes"),
        ("Garde à l'esprit que l'ancienne API est utilisée", "L'ancienne API est utilisée"),
        ("Recuerda que el staging está en https://s.example.com", "El staging está en https://s.example.com"),
        ("Ten en cuenta que los precios están en céntimos", "Los precios están en céntimos"),
    ],
)
def test_a_fact_is_remembered(prompt: str, text: str) -> None:
    assert read(prompt) == [("fact", text)]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("remember: we deploy on Tuesdays", "We deploy on Tuesdays"),
        ("Can you remember that we deploy on Tuesdays?", "We deploy on Tuesdays"),
        ("Could you please remember that I prefer tabs over spaces?", "I prefer tabs over spaces"),
        ("Save to memory: we use trunk based development", "We use trunk based development"),
        ("Remember: never edit the generated files", "Never edit the generated files"),
        ("Remember to run the tests before you commit", "Remember to run the tests before you commit"),
        ("Remember not to touch the generated files.", "Remember not to touch the generated files"),
        ("Note that tests must be written in pytest", "Tests must be written in pytest"),
        ("Merke dir: wir deployen dienstags", "Wir deployen dienstags"),
        ("Souviens-toi que nous déployons le mardi", "Nous déployons le mardi"),
        ("Rappelle-toi : on déploie le mardi", "On déploie le mardi"),
        ("Recuerda: desplegamos los martes", "Desplegamos los martes"),
        ("Recuerda ejecutar los tests antes de hacer commit", "Recuerda ejecutar los tests antes de hacer commit"),
        ("Ten en cuenta: nunca subas secretos", "Nunca subas secretos"),
    ],
)
def test_what_is_to_be_done_is_a_rule(prompt: str, text: str) -> None:
    assert read(prompt) == [("rule", text)]


@pytest.mark.parametrize(
    "prompt",
    [
        "do you remember that we deploy on Tuesdays?",
        "I remember that we had this bug before",
        "I don't remember that function.",
        "remember when we changed the parser?",
        "Remember that bug we fixed yesterday? It is back.",
        "remember that thing with the cookies",
        "note that down",
        "Note that in the README",
        "Make a note that users can see in the UI",
        "Add a note that the API is deprecated to the README.",
        "add a comment: note that this is O(n)",
        "keep that in mind",
        "I'll keep in mind that it is slow",
        "The form should remember that the user is logged in.",
        "Please remember my choices in localStorage",
        "Write in the docs: note that prices are in cents.",
        'The log says: "Note that the config is missing"',
        "it doesn't remember that I clicked dismiss",
        "remember we discussed this yesterday",
        "Remember that I asked you to fix the tests",
        "Remember, you are an expert Python developer",
        "note that i have not committed yet",
        "note that the build is currently red",
        "Keep in mind that I changed the file while you were working.",
        "note that the startup script may block, you need to do that in background",
        "NOTE: ADD NEW, DO NOT MODIFY ANY OTHER",
        "Remember we are on a feature branch now",
        "Remember, just analyze, don't do anything yet.",
        "erinnerst du dich, dass wir dienstags deployen?",
        "te souviens-tu que nous déployons le mardi ?",
        "¿recuerdas que desplegamos los martes?",
    ],
)
def test_what_only_sounds_so_is_not_remembered(prompt: str) -> None:
    assert read(prompt) == []


def test_two_orders_in_a_sentence_are_two_reminders() -> None:
    prompt = "Remember that staging is at https://s.example.com, and note that we deploy on Tuesdays."
    assert read(prompt) == [("fact", "Staging is at https://s.example.com"), ("rule", "We deploy on Tuesdays")]
    assert {one.quote for one in find_reminders(prompt)} == {prompt}


@pytest.mark.parametrize(
    ("prompt", "reminders"),
    [
        (
            "Remember that the docs live at https://d.example.com and that Dov owns the completion.",
            [("fact", "The docs live at https://d.example.com"), ("rule", "Dov owns the completion")],
        ),
        (
            "remember that the db is postgres 15, that backups run at 3 and that nobody touches infra/",
            [("fact", "The db is postgres 15"), ("fact", "Backups run at 3"), ("rule", "Nobody touches infra/")],
        ),
        (
            "Rappelle-toi que le serveur est à Lyon et que les sauvegardes tournent la nuit",
            [("fact", "Le serveur est à Lyon"), ("fact", "Les sauvegardes tournent la nuit")],
        ),
        (
            "remember that users like the button that is blue and that is round",
            [("fact", "Users like the button that is blue and that is round")],
        ),
        (
            "Remember that the person that wrote this and that left is Tom",
            [("fact", "The person that wrote this and that left is Tom")],
        ),
        (
            "Keep in mind that the server is slow, and that it needs a token",
            [("fact", "The server is slow, and that it needs a token")],
        ),
    ],
)
def test_each_statement_of_one_order_is_a_reminder(prompt: str, reminders: list[tuple[str, str]]) -> None:
    assert read(prompt) == reminders


def test_each_item_of_a_list_is_remembered() -> None:
    prompt = "Remember the following:\n- staging is at 10.0.3.7\n- we deploy on Tuesdays\n- the port is 8085"
    assert read(prompt) == [
        ("fact", "Staging is at 10.0.3.7"),
        ("rule", "We deploy on Tuesdays"),
        ("fact", "The port is 8085"),
    ]


def find(prompt: str) -> list[Candidate]:
    return find_candidates([Turn("user", prompt, line=1)], known_paths=lambda _: False)


def test_nothing_else_is_made_of_the_same_words() -> None:
    assert [(one.kind, one.text) for one in find("Keep in mind: the database is Postgres 15 in production.")] == [
        ("fact", "The database is Postgres 15 in production")
    ]


def test_a_rule_beside_it_stays() -> None:
    said = find("Never push to main from here. Remember that staging is at 10.0.3.7.")
    assert {one.kind for one in said} == {"rule", "fact"}


def test_in_a_long_document_nothing_is_remembered() -> None:
    lines = [f"The section number {number} of this document describes the step." for number in range(40)]
    assert find_reminders("\n\n".join([*lines[:20], "Remember that staging is at 10.0.3.7.", *lines[20:]])) == []


def test_a_secret_that_was_taken_out_comes_back_as_its_mark() -> None:
    one, other = "[REDACTED:url-login:aaaaaaaa]", "[REDACTED:url-login:bbbbbbbb]"
    prompt = f"Remember that staging is at https://a:{one}@s.example.com and https://b:{other}@t.example.com"
    (reminder,) = find_reminders(prompt)
    assert one in reminder.text and other in reminder.text and reminder.quote == prompt
