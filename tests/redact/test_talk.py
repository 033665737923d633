"""Passwords that only their looks and a word nearby tell, and what stands beside such words and is none."""

import pytest

from backstory.redact.gate import Gate
from backstory.redact.looks import (
    CHOSEN,
    DOUBTFUL,
    DRAWN,
    JOINED,
    LEET,
    NONE,
    NUMBERED,
    SIGNS,
    WORDED,
    name_look,
)

GATE = Gate(key=b"k" * 32)
PLACES = (
    "set the basic auth to nora:{}",
    "basic auth is nora / {}",
    "my account (nora, {}) still works there",
    "use {} for the login of the test user nora",
    "unlock with {} if it asks for the disk",
    "I changed it from {} to something else, the old password is dead",
    'put this line into the file: "db.lan:5432:shop:nora:{}" so it stops asking for a password',
    "turns out {} isn't accepted as a password any more",
    "creds moved, it's nora w/ {} now",
    "what's the login for the printer?\nnora, {}",
    "{} <- root password, remember it",
    "Logged in to the admin UI (nora + {}), the banner is gone",
    "Verified: signed in with nora and {}, the session cookie is set.",
    "die Anmeldung geht mit nora und {}",
    "connecte-toi avec nora et {} pour voir",
    "логин nora, потом {}",
)
PASSWORDS = ("walnut4711", "Walnut2024#", "w4lnu7h4rb0r", "x7Kp2mQ9vT", "7q#Rt!xw2", "k3v9x2mq7t")
INNOCENT = (
    "validateToken2FA checks the password with AES-256-GCM and sha256",
    "log in with OAuth2, then call useI18n in the account page",
    "the login of user123 fails since v2.14.0-rc1 on Postgres16",
    "auth broke in commit a1b2c3d4e5f6 of branch fix-login-2024",
    "sign in fails with error TS2307, see login.ts:42 and PR#123",
    "volta pin node@20 before you log in",
    "ssh ken@srv1292036 and unlock the vault there",
    "the account is on claude-3-5-sonnet, the login page on gpt-4o-2024-08-06",
    "authentication takes 250ms on web-7d9f8b6c5-x2k4q, the account page 3MB",
    "the forward pass in Viterbi ($m^2$-complexity operation)",
    "decrypt needs base64 and Ed25519PublicKey, the keystore is in x509",
    "the 6-digit OTP code from the login mail",
    "localhost:8080:app:main:started is what the login service prints",
    "the authentication limiter has a burst of 30 (from newLimiterPer5mOver1h)",
    'api_version = "client.authentication.k8s.io/v1beta1"',
    "pointer to our 32-byte secret key\n  seckey32:  pointer to 32 bytes",
    "the login of core#609 sends application/vnd.github.v3+json, 300*time.Second later",
    "the wifi chip is an esp32c3, the login name a Tcl_ObjGetVar2",
    "the authentication module is done, then write <Handover01> when ready",
    "the accounts@0.1.0 package starts, &quot;Sign in with Google&quot; is shown",
)


@pytest.mark.parametrize("place", PLACES)
def test_a_strange_token_near_a_word_for_credentials_is_a_password(place: str) -> None:
    for password in PASSWORDS:
        assert password not in GATE.clean(place.format(password))


@pytest.mark.parametrize("text", INNOCENT)
def test_what_names_a_thing_near_such_a_word_stays(text: str) -> None:
    assert GATE.clean(text) == text


def test_a_line_for_a_database_counts_in_a_sentence_too() -> None:
    for text in (
        "put this there: db.lan:5432:shop:nora:walnut4711",
        "db:5432:shop:nora:walnut",
        '"*:*:*:nora:walnut47"',
    ):
        assert "walnut" not in GATE.clean(text)
    for text in ("the log says localhost:5432:app:main:started then", "registry:5000:team:app:v1.2.3-rc1 is the image"):
        assert GATE.clean(text) == text


def test_far_from_any_such_word_nothing_is_taken() -> None:
    far = (
        "the login page is blue. " + "It has one more sentence that says nothing at all. " * 3 + "walnut4711 is a word"
    )
    assert GATE.clean(far) == far
    assert GATE.clean("the bakery sells walnut4711 today") == "the bakery sells walnut4711 today"


def test_many_texts_at_once_are_not_called_harmless() -> None:
    texts = [place.format("x7Kp2mQ9vT") for place in PLACES]
    assert GATE.find_harmless(texts) == []


@pytest.mark.parametrize(
    ("value", "look"),
    [
        ("Walnut2024#", SIGNS),
        ("x7Kp2mQ9vT", DRAWN),
        ("w4lnut7", LEET),
        ("walnut4711", NUMBERED),
        ("Walnut-Harbor95", CHOSEN),
        ("Walnut-Server95", JOINED),
        ("walnut-harbor-95", WORDED),
        ("walnut-server-95", NONE),
        ("Walnut--21", NONE),
        ("Walnut77Harbor", CHOSEN),
        ("q8Fz-LLt0-91vB-cc3e", DRAWN),
        ("user_oqrChH2W5kwXq8", NONE),
        ("otter@30n", DOUBTFUL),
        ("HttpOnly2", ""),
        ("deadbeef42", ""),
        ("step42", ""),
        ("src/app2.py", ""),
    ],
)
def test_looks(value: str, look: str) -> None:
    assert name_look(value.encode()) == look


@pytest.mark.parametrize(
    "text",
    [
        "The agent0x table opens its rows by number 3 now, and all tests of agent0x pass.",
        "w4lnu7 builds, and the tests pass on it",
    ],
)
def test_tests_that_pass_are_no_word_for_a_password(text: str) -> None:
    assert GATE.clean(text) == text


def test_a_pass_that_is_a_noun_is_one() -> None:
    assert "w4lnu7" not in GATE.clean("the wifi pass in the office is w4lnu7 since monday")


@pytest.mark.parametrize(
    "sentence",
    [
        "And the studio wifi, in case you need it, is {}.",
        "the login for the till, if anybody asks, is {}",
        "the depot's NAS is depot@scherf with {} if you want to look at the drawings",
        "die Platte hängt an backup@turm mit {}, falls du sie brauchst",
    ],
)
@pytest.mark.parametrize("value", ["Walnut-Harbor-1974", "walnut4711"])
def test_a_password_behind_an_inserted_clause_or_an_account_goes(sentence: str, value: str) -> None:
    assert value not in GATE.clean(sentence.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "use eslint@latest with React-Hooks-2024 and see",
        "mail bob@example.com with Report-Draft-2024 attached",
        "the wifi module, in the drawer on the left, is an esp32c3",
        "the board, in case you need it, is Sprint-Board-2024",
    ],
)
def test_what_stands_beside_an_account_of_another_kind_stays(text: str) -> None:
    assert GATE.clean(text) == text


CHOSEN_VALUE = "Copper-" + "Kettle-58"
DRAWN_VALUE = "q83Lm" + "X0vZt7kP"
WORDED_VALUE = "copper-" + "kettle-5812"
LONG_KEY = "vk_9b31ce77" + "40da4f6f82ab55"


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("the password, if I remember right, was still {}", CHOSEN_VALUE),
        ("does {} still work as the admin password?", CHOSEN_VALUE),
        ("as a password I would for the moment simply put {} there", CHOSEN_VALUE),
        ("{} is what the customer sent as the access token, please try it", DRAWN_VALUE),
        ("la chiave API del corriere \u00e8 {}", DRAWN_VALUE),
        ("{} \u00e9 a chave que o cliente mandou", DRAWN_VALUE),
        ("the token that they sent is finally there: {}", LONG_KEY),
        ("switch in rack 3: admin / {}", DRAWN_VALUE),
        ("it's admin:{} on port 15672", DRAWN_VALUE),
        ("the login is viewer:{}@192.168.4.20 stream1", CHOSEN_VALUE),
        ("user root, then {}", DRAWN_VALUE),
        ("what gets you in is {}", CHOSEN_VALUE),
        ("log into the store as tom, {} is the pass", WORDED_VALUE),
        ("{}: password of the monitoring account", WORDED_VALUE),
    ],
)
def test_a_value_near_any_word_for_a_credential_goes(line: str, secret: str) -> None:
    assert secret not in GATE.clean(line.format(secret))


@pytest.mark.parametrize(
    "line",
    [
        "log in to web-front-04 and look at the disk",
        "the login pod is auth-service-7781",
        "the password was reset on db-primary-01 yesterday",
        "sign in to Grafana-Prod-02",
        "login as admin and click Report_2024_05",
        "admin/Users-List-22 renders twice",
        "the wifi in room Einstein-07 is slow",
        "track token usage in trace " + "8f3KdM2xQ91z",
        "the video id is dQw4w9WgXcQ, login required",
        "kubectl get secrets -n payments-2024",
        "passwords are hashed by Bcrypt-12",
        "the key account is Mueller-Logistik-24",
        "the primary key of the row is " + "dK93mXl2Qz8",
        "benutzer ist anna und Haus-Nummer22",
        "grants access Beta-Program2",
        "token ring: Cisco-Catalyst9300",
        "key west: Florida-Keys33",
        "salt and pepper: Sea-Salt12",
        "sa / North-East22 sales region",
        "admin: Walnut-Harbor95 is the ship",
        "the code name of the release: Copper-Kettle58",
        "credentials moved; sprint walnut-harbor-95 starts",
        "- [fact 67h21ewj] the key of the cache",
        "Superseded w6zhr0j7, the token lives 15 minutes",
        "see decision 67h21ewj for the token",
        "decision 67h21ewj: the password is hashed",
        "[decision w6zhr0j7, private] Tokens expire after 3 days",
        "src/app/auth.py#Base, [w6zhr0j7]",
    ],
)
def test_names_of_machines_and_things_near_such_a_word_stay(line: str) -> None:
    assert GATE.clean(line) == line
