"""Credentials that people choose, words and a number, go where nothing but a credential is given, and nowhere else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear
from tests.sweeps import share

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
WORDS = ("paper", "moon", "otter", "river", "lamp", "candle", "velvet", "anchor", "mango", "tulip", "banjo", "cactus")

PLACES = (
    "DEPLOY_TOKEN={} ./deploy.sh",
    "sudo API_TOKEN={} ./run.sh",
    "docker run -e API_KEY={} img",
    'podman run --env "AUTH_TOKEN={}" img',
    "export API_KEY={}",
    "setx API_KEY {}",
    "set -x GITHUB_TOKEN {}",
    '$env:API_KEY = "{}"',
    "curl -u admin:{} https://x.example",
    "curl -sSu admin:{} https://x.example",
    'curl -H "X-Deploy-Key: {}"',
    'curl -H "PRIVATE-TOKEN: {}"',
    'fetch(url, {{headers: {{"Authorization": "Bearer {}"}}}})',
    "https://x.example/hook?token={}",
    "https://x.example/items?api_key={}&limit=10",
    "mytool --token {}",
    "mytool --token={}",
    "mytool --api-key={}",
    "  deploy_token: {}",
    'apiKey: "{}"',
    '{{"accessToken": "{}"}}',
    'access_token = "{}"',
    "registry-token = {}",
    'Client(api_key="{}")',
    "- name: API_KEY\n  value: {}",
    "//registry.example/:_authToken={}",
    "helm install x . --set apiKey={}",
    "kubectl create secret generic x --from-literal=db={}",
    "echo {} | docker login --password-stdin",
    "echo {} | gh secret set DEPLOY",
    "mysql -p{} -u root",
    "the deploy token is {}",
    "The API key is {}.",
    "API key for staging is {}",
    "the deploy key was set to {} yesterday",
    "use {} as the API key",
    '"{}" is the API token',
    "Der API-Schlüssel ist {}",
    "la clé API est {}",
    "nimm {} als Passwort",
    "my password is: {}",
    "ENV API_KEY {}",
    'process.env.API_KEY || "{}"',
    'let apiKey: String = "{}"',
    '<add key="ApiKey" value="{}" />',
    "<api_key>{}</api_key>",
    "mvn deploy -Dapi.key={}",
    "gradle publish -PapiKey={}",
    "aws configure set aws_secret_access_key {}",
    "cargo login {}",
    "with the api key {} it works",
    "our API key ({}) leaked",
    "**API key:** {}",
    "| API key | {} |",
    "the token that you need is {}",
    "set API_KEY to {}",
    "der Zugriffstoken lautet {}",
    "utilise {} comme mot de passe",
)
"""Places in which nothing but a credential stands."""

STATED = (
    ("my passphrase is: correct horse battery staple", "correct horse"),
    ("the passphrase is velvet anchor cactus moon.", "velvet anchor"),
    ("Passphrase: velvet anchor cactus moon", "velvet anchor"),
    ("the PIN for the vault is 4711, never print it", "4711"),
    ("PIN: 8352", "8352"),
    ("ADMIN_PIN=8352", "8352"),
    ('login(token="paper-moon-71")', "paper"),
    ("my PIN's 8352", "8352"),
    ("enter 8352 as the PIN", "8352"),
    ("the code for the alarm: 8352", "8352"),
    ("the passphrase is orbit-candle-fossil", "orbit"),
    ("the password is correct-horse-battery-staple", "correct-horse"),
    ("I changed the deploy token from paper-moon-12 to green-otter-71", "green-otter"),
    ("use PIN 8352 for the card", "8352"),
    ("the door code is 4711", "4711"),
    ("Die PIN ist 4711", "4711"),
    ("curl -u admin:pw-for-basic-auth1 https://x.example", "pw-for-basic"),
    ('echo "harbor-lights" | docker login -u ada --password-stdin', "harbor"),
    ("ADMIN_TOKEN='green.tea.2024' python manage.py sync", "green.tea"),
)

READABLE = """
API_KEY=test-key
API_KEY=dummy-key-1
TOKEN=your-token-here
API_KEY=your_256_bit_key_here
API_KEY=xxx-xxx-1234
API_KEY=$KEY
TOKEN=$(cat f)
token_type=bearer
max_tokens=4096
sort_key=created-at
cache-key: build-v2
key: user-profile-12
<li key="user-profile-12">
PRIMARY_KEY=order-id-2
CACHE_KEY=node-modules-20
ETCD_INITIAL_CLUSTER_TOKEN: etcd-cluster-1
PAD_TOKEN=pad-0
SSH_KEY=id_ed25519
tokenizer=gpt-4o-mini
author: jane-doe-2
token = parse-2
token: 'color.gray-100'
"token": "spacing-4"
token = create_access_token("user-uuid-123", "user@example.com")
s3_secret_access_key = "s3-secret-access-key"
the passphrase is case-sensitive
the password is one-way-hashed, as ever
const TOKEN_KEY = 'auth-token-v2';
const STORAGE_KEY = "app-state-v2"
Client(api_key=api_key2)
api_key = settings.api_key2
apiKey: process.env.API_KEY2,
import { apiKey } from './api-key-2'
the token is expired
the token is a JWT
the key is order-id
the key is order-id-2
the sort key is created-at-2
the signing key is RS256-2048
the license key is GPL-3
the access token is valid for 3600 seconds
the API token is named ci-bot-2
the first token is foo-12
use gpt-4o-mini as the tokenizer
use order-id-12 as the primary key
used node-20 as the cache key
the passphrase is hashed before storage always
Passphrase is never written to disk
password: enter your new password below
passwords must have at least 8 characters
GPIO pin 1024
the PIN is 4 digits
pin to version 2024.1
status code is 4711
X-Request-Key: req-2024-12
Authorization: Bearer <token>
Authorization: Bearer $TOKEN2
docker run -u app:staff img
git push -u origin:main-2
curl -T localfile -a ftp://ftp.example.com/remotefile2
""".strip().splitlines()
"""Lines that speak of keys and tokens and give none."""


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
@settings(max_examples=share(20, 100))
@given(
    words=st.lists(st.sampled_from(WORDS), min_size=2, max_size=4, unique=True),
    joint=st.sampled_from("-_."),
    number=st.integers(10, 9999),
)
def test_a_chosen_value_goes_where_a_credential_is_given(place: str, words: list[str], joint: str, number: int) -> None:
    if "_" in joint and place.startswith(("the ", "The ", "registry")):
        joint = "-"
    value = joint.join([*words, str(number)])
    assert value not in GATE.clean(place.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "Der Schlüssel für MailFuchs falls du den Versand mal testen willst ist übrigens mfx2-Rebenblatt-71kWe9, aber",
        "the key for the weather API, in case you want to try it, is by the way wx3-Harbour-58tRq2.",
        "The token for the feed if you need it is hazel-lamp-4471",
    ],
)
def test_a_clause_between_the_key_and_its_value_is_no_obstacle(text: str) -> None:
    cleaned = GATE.clean(text)
    assert not [value for value in ("Rebenblatt", "Harbour", "hazel-lamp") if value in cleaned]


@pytest.mark.parametrize("name", ["key", "token", "secret", "api-key", "pw"])
@given(words=st.lists(st.sampled_from(WORDS), min_size=3, max_size=3, unique=True), number=st.integers(2101, 9999))
def test_a_value_that_names_itself_goes(name: str, words: list[str], number: int) -> None:
    value = f"{name}-{words[0]}-{words[1]}-{number}-{words[2]}"
    if "0" not in str(number):
        assert value not in GATE.clean(f"The API of the mail relay would be {value}, no, scratch that")


@pytest.mark.parametrize(
    "text",
    [
        "ssh for the box if you need it: root@10.4.0.9, it's heron7thimble. no, don't go there",
        "log in as deploy@build.example, it's walnut9harbor",
        "ssh pi@192.168.1.7 with otter77lamp",
    ],
)
def test_what_follows_an_account_at_a_host_goes(text: str) -> None:
    cleaned = GATE.clean(text)
    assert not [word for word in ("heron7", "walnut9", "otter77") if word in cleaned]


@pytest.mark.parametrize(
    "line",
    [
        "git@10.0.0.2 is v2.1 now",
        "mail ops@example.com with a report2024.pdf",
        "root@box is ubuntu22 and works",
        "write to me@example.com, it is urgent",
    ],
)
def test_an_account_at_a_host_without_a_password_stays(line: str) -> None:
    assert GATE.clean(line) == line


@pytest.mark.parametrize(
    "line",
    [
        "git checkout password-reset-flow-4821-fix",
        "the branch is key-rotation-job-4821-fix",
        "see key-value-store-2024",
        "a token-bucket-limit-1000",
        "pod token-webhook-controller-8080",
    ],
)
def test_names_of_things_that_begin_with_such_a_word_stay(line: str) -> None:
    assert GATE.clean(line) == line


@pytest.mark.parametrize(("text", "secret"), STATED)
def test_what_a_sentence_gives_away_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize("line", READABLE)
def test_what_only_speaks_of_keys_and_tokens_stays(line: str) -> None:
    assert GATE.clean(line) == line


def test_it_does_not_matter_what_else_the_text_says() -> None:
    sentence = "use sesame-open-42 as the API key"
    for text in (sentence, f"{sentence}\n", f"remember: {sentence}, and the password policy stays", f'"{sentence}"'):
        assert "sesame" not in GATE.clean(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["curl -ux:a ", "mysql key=a1 ", "token for a key a1 ", "| key=a1 ", "pin 4711 ", "password: a b c d "]
)
def test_time_is_linear_in_places_that_announce(unit: str) -> None:
    assert_linear(lambda text: GATE.check(text), unit)


@pytest.mark.parametrize(
    "line",
    [
        "primary key is ABC-12aB",
        "the idempotency key is ABC-12aB",
        "the registry key is ABC-12aB",
        "cache key ABC-12aB is missing",
        "the dictionary key is ABC-12aB",
        "user@example.com is customer17",
    ],
)
def test_a_key_of_data_and_the_owner_of_an_address_stay(line: str) -> None:
    assert GATE.clean(line) == line


@pytest.mark.parametrize(("line", "secret"), [("the api key is {}", "ABC-12aB"), ("root@10.0.0.3 is {}", "hunter27")])
def test_a_key_that_opens_something_and_a_password_at_a_host_still_go(line: str, secret: str) -> None:
    assert secret not in GATE.clean(line.format(secret))
