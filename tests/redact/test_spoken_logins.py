"""Passwords of a word and a digit go where the form of a sentence or a note gives one, and stay elsewhere."""

import pytest

from backstory.redact.gate import Gate
from backstory.redact.looks import is_slight_password

GATE = Gate(key=b"k" * 32)
FORMS = (
    "creds are nora and {}",
    "creds: nora / {}",
    "log in as nora with {}",
    "use nora and {} for the login",
    "the credentials you gave me are nora and {}; they work",
    "Zugangsdaten sind nora und {}",
    "les identifiants sont nora et {}",
    "las credenciales son nora y {}",
    "{} is the root password",
    "{} - that's the admin pw",
    "{} ist das Root-Passwort",
    "{} est le mot de passe root",
    "{} es la contraseña de root",
    "just type {} when it asks for the password",
    "{} ← NAS password",
    "can you check the login again?\nnora / {}",
    "## Logins\nnora / {}\nkim / {}",
    "Here are your login details:\n\nnora\n{}",
    "pw for grafana is {}",
    "pw fürs NAS ist {}",
    "cambié la contraseña a {}",
    "nora:{} (jira login)",
)
INNOCENT = (
    "step2 is the password screen",
    "field2 is the password input",
    "oauth2 is the login method",
    "log in with google and passkeys",
    "log in as admin with two tabs open",
    "log in with chrome and firefox115",
    "creds are in the vault and nowhere else",
    "## Login\nlinux / x86_64\nmacos / arm64",
    "Login fails on\nubuntu / 22.04",
    "Auth environments:\nstaging / production2",
    "### Accounts\n- free / pro2\n- team / enterprise",
    "the login page has\n12 / 100 credits",
    "html2pdf is the password protected converter",
    "v2 is the password policy we use",
)


@pytest.mark.parametrize("password", ["hunter22", "walnut88", "Kitten5!"])
@pytest.mark.parametrize("form", FORMS)
def test_a_form_gives_a_slight_password(form: str, password: str) -> None:
    assert password not in GATE.clean(form.format(password, password))


@pytest.mark.parametrize("text", INNOCENT)
def test_what_is_no_password_stays(text: str) -> None:
    assert GATE.clean(text) == text


RUN_FORMS = (
    "my password, {}, still works",
    "{} is the vault passphrase",
    "{} ist das Passwort",
    "the password I use is {}",
    "with the passphrase {} it works",
    "We agreed on {} as the shared password",
    "the passphrase ({}) is in the notes",
    "LUKS passphrase – {}",
    "type {} when it asks for the password",
)


@pytest.mark.parametrize("password", ["correcthorsebattery", "yellowsubmarine"])
@pytest.mark.parametrize("form", RUN_FORMS)
def test_a_form_gives_joined_words(form: str, password: str) -> None:
    assert password not in GATE.clean(form.format(password))


@pytest.mark.parametrize(
    "text",
    [
        "with password authentication it works",
        "the password (alphanumeric) is in the notes",
        "administrator is the password holder",
        "das One-Time Passwort registrieren",
        "with password strengthening it is slower",
        "passwordmanager is the password store",
    ],
)
def test_long_words_beside_a_password_stay(text: str) -> None:
    assert GATE.clean(text) == text


def test_the_rest_of_the_sentence_stays() -> None:
    clean = GATE.clean("so hunter2 is the root password, and nora has it")
    assert clean.startswith("so [REDACTED:")
    assert clean.endswith(" is the root password, and nora has it")


@pytest.mark.parametrize("value", [b"hunter2", b"admin123", b"hunter2abc", b"trustno1", b"Spring24!"])
def test_a_word_and_a_digit_may_be_a_password(value: bytes) -> None:
    assert is_slight_password(value)


@pytest.mark.parametrize(
    "value", [b"step2", b"host12", b"sha256", b"html2pdf", b"postgres16", b"user12", b"v2", b"arm64", b"deadbeef12"]
)
def test_a_thing_with_a_number_is_none(value: bytes) -> None:
    assert not is_slight_password(value)


@pytest.mark.parametrize(
    "text",
    [
        "login deploy-bot, password Walnut/Ferry/1987. Then go on.",
        "le mot de passe Mirabelle/Tram/2044, merci",
        "Passwort: Birne/Kanal/77",
        "the wifi password is Teapot|Gravel|31",
    ],
)
def test_names_with_a_number_beside_the_word_are_a_password(text: str) -> None:
    assert "[REDACTED:" in GATE.clean(text)
    assert not any(part in GATE.clean(text) for part in ("Walnut", "Mirabelle", "Birne", "Teapot"))


@pytest.mark.parametrize(
    "text",
    [
        "the password is in Config/Secrets/Prod.yml",
        "mot de passe docs/reference/2044",
        "see password Reset/Change in the router",
        "password rules of Winter/Spring 2044",
    ],
)
def test_paths_beside_the_word_are_none(text: str) -> None:
    assert GATE.clean(text) == text
