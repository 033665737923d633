"""Numbers of doors and cards, and lists of codes, go; numbers of other things stay."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)


@pytest.mark.parametrize(
    "text",
    [
        "the pin for the door 4711",
        "door pin 4711",
        "the alarm code is 4711",
        "PIN (server room): 4711",
        "Server room keypad: 4711#",
        "sim pin: 1234, puk: 47114711",
        "Lockbox code 4711",
        "I entered the PIN 4711 and the device paired.",
        "die PIN für die Tür ist 4711",
        "der Code für die Alarmanlage ist 4711",
        "Türcode 4711",
        "le code PIN de la porte est 4711",
        "code de la porte : 4711",
        "el código de la puerta es 4711",
        "PIN der Karte ist 4711",
        "die PIN meiner Karte lautet 4711",
        "die Geheimzahl ist 4711",
    ],
)
def test_a_number_that_opens_goes(text: str) -> None:
    assert "4711" not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "use pin 13 for the led",
        "GPIO pin 1017 is not routed",
        "pin 4711 on the mailing list archive",
        "pin the version to 2024.1",
        "the pin for the release 2024",
        "door number 4711",
        "error code 4711 when I log in",
        "zip code 90210",
        "PIN must have 6 digits",
        "The PIN screen has a timeout of 3000 ms.",
        "el código 4040 significa no encontrado",
        "the pin of the connector is 1234 micrometres long",
        "OTP 27.1.2 is the release we run",
        "the OTP expires after 300 seconds",
        "otp issue 482913 is closed",
        "the result of tan 482913 is odd",
        "order 482913 is your order number",
        "Use 482913 as your customer number.",
    ],
)
def test_a_number_of_something_else_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "OTP 482913",
        "otp is 482913, quick",
        "I entered the one-time password 482913 and the session opened.",
        "npm publish --otp 482913 failed",
        "npm publish --otp=482913",
        "the code from the authenticator is 482913",
        "482913 is your Acme login code.",
        "Use 482913 as your one-time password.",
        "TAN 482913 hat geklappt",
        "der 2FA-Code ist 482913",
        "le code 2FA est 482913",
        "el código de verificación es 482913",
    ],
)
def test_a_code_that_opens_an_account_once_goes(text: str) -> None:
    assert "482913" not in GATE.clean(text)


def test_a_code_in_two_groups_goes() -> None:
    assert "817" not in GATE.clean("2fa code 552 817")


LISTS = (
    "Backup codes: {}, {}, {} and {}",
    "my backup codes are {} {} {} {}",
    "Backup codes:\n{}\n{}\n{}\n{}",
    "recovery codes:\n1. {}\n2. {}\n3. {}\n4. {}",
    "Recovery codes of the account:\n\n| 1 | {} |\n| 2 | {} |\n| 3 | {} |\n| 4 | {} |",
    "The page showed these backup codes:\n\n```\n{}\n{}\n{}\n{}\n```",
    "Wiederherstellungscodes: {} {} {} {}",
    "codes de secours : {}, {}, {} et {}",
    "códigos de respaldo: {} {} {} y {}",
)
CODES = (
    ("8f3k-2m9q", "p4x7-zz81", "k2k9-w0w3", "abcd-efgh"),
    ("83920184", "29381023", "58201923", "10293847"),
    ("a8d2f91c", "b7e3c02d", "f1a94e6b", "c5d80b27"),
    ("a1b2c-d3e4f", "g5h6i-j7k8l", "m9n0o-p1q2r", "s3t4u-v5w6x"),
)


@pytest.mark.parametrize("codes", CODES)
@pytest.mark.parametrize("place", LISTS)
def test_all_codes_of_a_list_go(place: str, codes: tuple[str, ...]) -> None:
    clean = GATE.clean(place.format(*codes))
    assert not [code for code in codes if code in clean]


@pytest.mark.parametrize(
    "text",
    [
        "backup codes from 2019, 2020 and 2021 don't work any more",
        "Backup jobs:\n2024-01-02\n2024-01-03\n2024-01-04",
        "recovery codes in test_mfa.py, mfa_v2.py and views2.py",
        "Backup codes list does not render (see #4711, #4712, #4713)",
        "Backup codes are shown once:\n- download them\n- print them",
        "recovery codes are now 10 chars, 8 per user, 2 groups",
    ],
)
def test_a_list_of_other_things_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("the code I just got by sms is {}, enter it quickly", "482" + "913"),
        ("the verification code in the mail was {}, did it accept that?", "771" + "204"),
        ("Authenticator zeigt gerade {}, nimm den", "551" + "870"),
        ("alarm code at the warehouse is {}", "90" + "714"),
        ("the server room door opens with {} just so you know", "44" + "71B"),
        ("voicemail access code {} for the shared line", "55" + "12"),
        ("the otp I got is {}", "173" + "542"),
        ("the OTP they just sent me is {}, be quick", "173" + " 542"),
        ("the pin I was given is {}", "47" + "18"),
        ("the 2fa code from my phone says {}", "173" + "542"),
        ("my tan is {}.", "173" + "542"),
        ("the safe opens with {}", "460" + "876"),
    ],
)
def test_a_number_that_opens_something_goes_behind_other_words(line: str, number: str) -> None:
    assert number not in GATE.clean(line.format(number))


@pytest.mark.parametrize(
    "line",
    [
        "the sms gateway handled 482913 messages",
        "2fa was added in commit 4829134",
        "the authenticator app is on page 551870",
        "the gate opens at 0800 every day",
        "alarm 4471 was raised at 10:02",
        "the login code was changed in PR 482913",
        "the authenticator uses RFC-6238",
        "error code 1213, safe to retry",
        "the safe opens with a key, 460876 people visited",
        "it is safe to use 460876 rows",
        "the pin I used is GPIO 4711",
        "the otp library I used is 20240613",
        "my tan skin, 173542 likes",
        "Not safe to retry on the lock, error code 1213",
        "safe to retry on code 1213",
        "quality gate failed with code 4711",
        "If the gate check fails, the exit code is 1270",
        "Door-to-door delivery: postal code 80331",
        "The door opener API returns code 4031",
        "MFA: code freeze on 20261201",
        "Erlang OTP code loads 120045 modules",
        "verification of the code took 123456 cycles",
        "Il codice del server ascolta sulla porta 8080.",
        "O c\u00f3digo do servidor usa a porta 8080",
        "La puerta de enlace devuelve el c\u00f3digo 5040",
        "porte logique: code 4081",
    ],
)
def test_a_number_of_something_else_near_such_words_stays(line: str) -> None:
    assert GATE.clean(line) == line
