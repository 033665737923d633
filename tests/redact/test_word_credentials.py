"""Credentials of words alone go where a command, a form or a sentence gives nothing else, and nowhere else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear
from tests.sweeps import share

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
WORDS = ("paper", "moon", "otter", "river", "lamp", "candle", "velvet", "anchor", "mango", "tulip", "banjo", "cactus")

JOINED = (
    "PGPASSWORD={} psql -h db -U app",
    "always start it with REDIS_PASSWORD={} make dev, please",
    "docker run --env=POSTGRES_PASSWORD={} postgres",
    "docker login -u ada -p {} registry.example",
    "docker run -eDEPLOY_PASSWORD={} img",
    "kubectl set env deploy/web ADMIN_PASSWORD={}",
    "kubectl create secret generic api --from-literal=api-key={}",
    "vault kv put secret/app password={}",
    "vault kv put secret/app value={}",
    "vault login {}",
    "gh secret set DEPLOY_TOKEN -b {}",
    "gh secret set DEPLOY_TOKEN --body={}",
    "glab variable set DB_PASSWORD --value {} --masked",
    "heroku config:set DB_PASSWORD={}",
    "aws secretsmanager create-secret --name db --secret-string {}",
    "aws rds modify-db-instance --master-user-password {}",
    "echo {} | docker secret create db -",
    "echo {} | gcloud secrets create db --data-file=-",
    "wrangler secret put API <<< {}",
    "sudo -S reboot <<< '{}'",
    "sshpass -p {} ssh ada@host",
    "sshpass -p{} ssh ada@host",
    "mongosh -u admin -p {}",
    "redis-cli -a {} ping",
    "redis-cli -h cache AUTH {}",
    "zip -P {} x.zip file",
    "unzip -P {} x.zip",
    "7z x -p{} x.7z",
    "gpg --batch --passphrase {} -c file",
    "openssl rsa -in k.pem -passin pass:{}",
    "vercel deploy --token {}",
    "curl -F token={} https://x.example/up",
    'curl -d "user=ada&password={}" https://x.example',
    'curl -H "Authorization: Bearer {}" https://x.example',
    'curl -H "X-Api-Key: {}" https://x.example',
    "http x.example 'Authorization:Token {}'",
    "[pypi]\nusername = ada\npassword = {}\n",
    "Server=db;Uid=app;Pwd={}",
    'requests.get(url, auth=("ada", "{}"))',
    "CREATE USER app WITH PASSWORD '{}';",
    "CREATE USER 'app'@'%' IDENTIFIED BY '{}';",
    'expect "password:"; send "{}\\r"',
)
"""Places of two words joined."""
THREE = (
    *JOINED,
    'password = "{}"',
    "let dbPassword: string = '{}';",
    'process.env.API_TOKEN = "{}"',
    "SECRET_KEY = '{}'",
    "ARG SECRET_KEY={}",
    "the password is {}",
    "le mot de passe est {}",
    "das Token für die Registry ist {}",
    'key: "{0}" the key for the staging API is {0}',
    "the key is encrypted; decrypt it using {}",
    "a passphrase is on it. unlock it with {}",
    "the password is not 1234 it's {}",
    "try {} as the db password",
)
"""Places of three."""
STATED = (
    ("$env:API_TOKEN='silver lantern tide'", "silver"),
    ('export DB_PASSWORD="comes a rainy day" && make', "rainy"),
    ("mysqldump -uroot -p'purple kitchen lamp' shop", "kitchen"),
    ('gh secret set DEPLOY_TOKEN --body "otter of gold"', "otter"),
    ('curl -F "password=people like rain" https://x.example', "people"),
    ('curl -H "X-Api-Key: grasshopper 1971" https://x.example', "grasshopper"),
    ("Server=db;User Id=sa;Password=woman of rain;", "woman"),
    ("options.setPassword('sweet bird lamp');", "bird"),
    ('TOKEN="furry-" + "velvet-blues"', "velvet"),
    ("https://last-time-i-saw-otter-71@git.example/x.git", "otter"),
    ("curl https://x.example -F token=otter1lamp", "otter"),
    ("there is a passphrase on the key. unlock it with otter-lamp-77", "otter"),
    ("I changed the password from otter-lamp to velvet-moon", "otter"),
    ("I changed the password from otter-lamp to velvet-moon", "velvet"),
    ("ich habe das Passwort von otter-1 auf lampe-zwei-2 geändert", "otter"),
    ("j'ai changé le mot de passe de vieille-lampe à nouvelle-lune", "vieille"),
    ("cambié la contraseña de gato-negro a gato-blanco", "blanco"),
    ("le jeton pour l'API est renard-argent-5", "renard"),
    ("okay the database password is lakota otter bird seven and the user is app", "lakota"),
    ("the wifi password is lamp otter moon 82", "lamp"),
    ("the passphrase is silky otter lamp. it was silky otter lamp before", "silky"),
    ("export db password equals cool-otter-88 then run make", "cool"),
    ("the pin is four seven one one", "seven"),
    ("door code 7391#", "7391"),
    ("docker run -eTOKEN=windy-otter-32 app", "windy"),
)
"""Texts, and a word that nothing may be left of."""

ORDINARY = """
the password policy is min-length-12
the password reset link is valid-for-24-hours
the password is up-to-date
the password is hard-to-guess
the password is one-time-only
the password is never shown and never logged
the password is required and must not be empty
the token is used as a cache-busting-suffix
the passphrase is asked for interactively
a passphrase protects the key; unlock it with ssh-add
the key is encrypted; decrypt it using gpg
unlock the row with select-for-update
use client-side-hashing as the password hash
I changed the password hashing from bcrypt to argon2
change the secret name from db-pass to db-password
change the password field type from plain-text to password
the pin is one of two
API_KEY=bogus_short
API_KEY=too_short pytest -k key
TOKEN=fake-token npm test
DB_PASSWORD=placeholder-value make
PASSWORD=your-password-here ./x
PASSWORD=changeme-please ./x
PASSWORD=example-password ./x
docker run -eTOKEN=$TOKEN app
docker run -p 8080:80 -v /data:/data app
gh secret set DEPLOY_TOKEN -b "$TOKEN"
gh pr create -t "fix: token refresh" -b "mends the token refresh"
vault kv put secret/app password=@pw.txt
vault kv put secret/app username=build-bot
vault kv get secret/app
curl -F file=@photo-of-cat.jpg https://x.example
curl -F token=@token.txt https://x.example
curl -F name=summer-party https://x.example
curl -H "X-Request-Id: blue-whale-12" https://x.example
curl -H "Accept-Language: en us" https://x.example
git clone https://build-bot@git.example/x.git
git clone https://svc-deploy-01@git.example/x.git
mysql -u root -p shopdata
createuser -U postgres -D -P storekeeper
mkdir -p src/main/java
7z a archive.7z -r
SECRET_NAME = "db-password-staging"
const API_KEY_HEADER = "x-api-key-header";
secretName: app-db-secret
password: "required|min:8"
label: { password: "Enter your new password" }
key: scroll-down-btn
key: "scroll-down-btn",
"key": "left-side-bar"
Server host key: ssh-ed25519-cert
""".strip().splitlines()
"""Lines that speak of secrets, or have words in such places, and give none."""


@pytest.mark.parametrize("place", JOINED)
@settings(max_examples=share(20, 100))
@given(words=st.lists(st.sampled_from(WORDS), min_size=2, max_size=4, unique=True))
def test_joined_words_go_where_nothing_but_a_credential_is_given(place: str, words: list[str]) -> None:
    value = "-".join(words)
    assert value not in GATE.clean(place.format(value))


@pytest.mark.slow
@pytest.mark.parametrize("place", THREE)
@settings(max_examples=share(20, 100))
@given(words=st.lists(st.sampled_from(WORDS), min_size=3, max_size=5, unique=True))
def test_three_joined_words_go_from_code_and_sentences(place: str, words: list[str]) -> None:
    value = "-".join(words)
    assert value not in GATE.clean(place.format(value))


@pytest.mark.parametrize(("text", "secret"), STATED)
def test_words_that_a_text_gives_go(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize("line", ORDINARY)
def test_what_gives_no_secret_stays(line: str) -> None:
    assert GATE.clean(line) == line


@pytest.mark.parametrize("place", THREE)
def test_variables_and_examples_stay(place: str) -> None:
    for value in ("your-example-token", "sample-dummy-value", "test-fake-secret"):
        text = place.format(value)
        assert GATE.clean(text) == text


def test_a_phrase_goes_wherever_a_message_repeats_it_but_not_as_a_part() -> None:
    out = GATE.clean("PGPASSWORD=otter-lamp-moon psql\nso otter-lamp-moon, and https://otter-lamp-moon.example/x")
    assert "so [REDACTED:" in out
    assert out.endswith("https://otter-lamp-moon.example/x")


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "the password is ",
        "token: a-b-c ",
        "gh secret set -b ",
        "vault kv put x ",
        "curl -d a=b& ",
        "the key it's ",
        "pin is one ",
        "token = 'a' + 'b' ",
        "password from a-b to ",
        "a-b-c as the ",
        "key a b c d ",
    ],
)
def test_what_announces_words_takes_linear_time(piece: str) -> None:
    assert_linear(lambda text: GATE.check(text), piece)
