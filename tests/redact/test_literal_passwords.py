"""Passwords of plain words where values are written out, and what stands in the same places without being one."""

import json

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
WORDS = ("walnut", "harbour lights", "Limestone")
"""One word, some, and one with a capital."""

WRITTEN = (
    "'password' => '{}',",
    "define('DB_PASSWORD', '{}');",
    "$cfg['smtp_pass'] = '{}';",
    'PASSWORD = "{}"',
    'private static final String PASSWORD = "{}";',
    'let db_password: &str = "{}";',
    'password := "{}"',
    'connect(host="db", user="app", password="{}")',
    'os.environ.get("DB_PASSWORD", "{}")',
    "process.env.DB_PASS || '{}'",
    'props.setProperty("password", "{}");',
    '{{"user": "ada", "password": "{}"}}',
    "<password>{}</password>",
    '<x:Password xmlns:x="urn:x">{}</x:Password>',
    '<user name="ada" password="{}"/>',
    '<add key="AdminPassword" value="{}" />',
    "| user | password |\n|---|---|\n| ada | {} |",
    "| Password | {} |",
    "db:\n  user: app\n  password: {}\n",
    "[client]\nuser = root\npassword = {}\nport = 3306\n",
    "jdbc.user=app\njdbc.password={}\n",
    "CREATE USER app IDENTIFIED BY '{}';",
    "mysqldump -uroot -p'{}' shop",
    "podman login --username ada --password '{}' registry.example",
    "ConvertTo-SecureString '{}' -AsPlainText -Force",
    "getenv('DB_PASSWORD') ?: '{}'",
    "jdbc.password = {}",
)


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("form", WRITTEN)
def test_words_go_where_values_are_written_out(form: str, word: str) -> None:
    clean = GATE.clean(form.format(word))

    assert word.split()[-1] not in clean
    assert GATE.clean(clean) == clean


BARE = (
    "docker login -u ada -p {} registry.example",
    "redis-server --requirepass {}",
    "requirepass {}",
    "sqlplus scott/{}@XE",
    "sshpass -p {} ssh ada@host",
    "Server=s;Uid=sa;Pwd={};",
    "login failed [user=ada, password={}]",
    "cifs username=ada,password={} 0 0",
    "helm install x ./c --set auth.password={}",
    "db.example:5432:shop:app:{}",
    "jdbc:oracle:thin:scott/{}@//db:1521/XE",
    "credentials: {{ user: svc, password: {} }}",
    "${{DB_PASSWORD:-{}}}",
    "echo {} | sudo -S apt update",
    'User.objects.create_superuser("admin", "a@x.example", "{}")',
    "kinit ada <<< {}",
    "$ echo $DB_PASSWORD\n{}\n",
    "$ printenv ADMIN_PASSWORD\n{}",
    "jarsigner -keystore k.jks -storepass {} a.jar alias",
)


@pytest.mark.parametrize("form", BARE)
def test_a_bare_word_goes_where_an_argument_or_a_field_is_one(form: str) -> None:
    assert "walnut" not in GATE.clean(form.format("walnut"))


STAYING = (
    "password: string",
    "password = Column(String, nullable=False)",
    "self.password = password",
    'password: "required|min"',
    '"password": "Password",',
    '"username": "Benutzername",\n"password": "Kennzeichen",\n"email": "Adresse"',
    '"password": "Passwort vergessen?",',
    'errors.password = "Passwords do not match"',
    'password: "Must be longer"',
    "password: userPassword,",
    "password: HiddenText",
    'input(name="password" class="form-control")',
    '["password", "digest", "ntlm"]',
    "mysql -u root -p shop < dump.sql",
    "sudo -u www mkdir -p cache",
    "use --password to give one",
    "the `--username` and --password options",
    "| Option | Password |\n| --- | --- |\n| text | required |",
    "| pass | yes | no |\n| perl | yes | no |\n| rust | yes | no |",
    "| password | string | of the user |",
    "SECRET_KEY_BASE=`openssl rand -hex 64`",
    "password: '%{errors}'",
)


@pytest.mark.parametrize("text", STAYING)
def test_names_types_labels_and_messages_stay(text: str) -> None:
    assert GATE.clean(text) == text


def test_a_word_in_json_inside_json_goes() -> None:
    inner = json.dumps({"user": "ada", "password": "walnut"})
    clean = GATE.clean(json.dumps({"body": inner, "next": json.dumps({"body": inner})}))

    assert "walnut" not in clean
    assert "ada" in json.loads(clean)["body"]


@pytest.mark.parametrize("end", ["...", "…", "… and that is all"])
@pytest.mark.parametrize("value", ["Walnut!44kt", "Harbour_Fox_2091", "kite-9!sail"])
def test_dots_behind_a_whole_password_only_trail_off(value: str, end: str) -> None:
    assert value not in GATE.clean(f"the properties have storePassword={value}{end}")


@pytest.mark.parametrize("value", ["abc123", "sk-proj-ab", "changeme", "ey12", "2026-01-15"])
@pytest.mark.parametrize("end", ["...", "…"])
def test_dots_behind_a_beginning_cut_it_short(value: str, end: str) -> None:
    assert value in GATE.clean(f"storePassword={value}{end}")
