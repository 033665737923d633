"""Passwords at places of their own: protocols, files of services, lines of devices; and what stands there besides."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
WORDS = ("walnut", "r1ver-bank", "gT7qLw9zXk2M")
PLACES = (
    'netsh wlan set profileparameter name="Office" keyMaterial={}',
    "netsh wlan set hostednetwork mode=allow ssid=Lab key={}",
    "config wifi-iface\n\toption ssid 'Lab'\n\toption key '{}'",
    "networksetup -setairportnetwork en0 Office {}",
    "olcRootDN: cn=admin,dc=lab\nolcRootPW: {}",
    'rootdn "cn=Manager"\nrootpw {}\n',
    "rootpw --plaintext {}",
    "331 Please specify the password.\r\nUSER ada\r\n331 go on\r\nPASS {}\r\n230 Login successful.",
    "+OK ready\nUSER ada@lab.example\n+OK\nPASS {}\n+OK",
    "open ftp.lab.example\nuser ada {}\nbinary\n",
    "a1 LOGIN ada {}\n",
    "lftp -u ada,{} ftp.lab.example",
    "[smtp.lab.example]:587 ada@lab.example:{}\n",
    "[smtp.lab.example] ada@lab.example:{}\n",
    "  [smtp.lab.example]\tada:{}\n",
    "radius-server host 10.0.0.9 key {}\n",
    "tacacs-server key 0 {}\n",
    "rocommunity {} 10.0.0.0/8\n",
    "d-i passwd/user-password password {}",
    "chpasswd:\n  list: |\n    root:{}\n",
    "<AdministratorPassword><Value>{}</Value></AdministratorPassword>",
    "user ada insecure-password {}",
    "pulumi config set --secret dbPassword {}",
    "mosquitto_passwd -b /etc/mosquitto/passwd ada {}",
    "http -a ada:{} lab.example/x",
    "curl -H 'Authorization: Bearer {}' https://lab.example",
    "curl -H 'X-Auth-Token: {}' https://lab.example",
    "Nimm {} als Passwort",
    "Das Passwort ist {}.",
    "usuario ada, contraseña {}",
    "gebruiker ada, wachtwoord {}",
)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("word", WORDS)
def test_what_stands_there_is_a_password(place: str, word: str) -> None:
    text = f"For the record:\n\n{place.format(word)}\n\nThat is all.\n"
    assert word not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "netsh wlan show profile name=Office key=clear",
        "rootpw: {SSHA}<hash>\nbindpw ${LDAP_PASSWORD}\n",
        "PASS tests/login.spec.ts\nPASS tests/user.spec.ts\n",
        "USER node\nRUN npm ci\n",
        "[see the notes]: 12 of them are open",
        "option key 'bcd'",
        "radius-server key ${RADIUS_KEY}\n",
        "Authorization: Bearer required\n",
        "headers: { 'x-api-key': 'required' }",
        "pulumi config set aws:region eu-west-1",
        "Das Passwort ist falsch.",
        "Das Passwort ist abgelaufen.",
        "Das Passwort ist zufällig.",
        "Das Passwort ist verschlüsselt gespeichert.",
        "the password is argon2id",
        "a password hashing algorithm such as Argon2id or bcrypt",
        "use it as a password, or for a token",
        "Wir nutzen bcrypt als Passwort-Hash.",
    ],
)
def test_what_says_nothing_of_a_password_stays(text: str) -> None:
    assert GATE.clean(text) == text
