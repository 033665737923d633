"""Passwords of any look that stand beside their account or other settings; and sentences and code of the same words."""

import pytest
from tests.growth import assert_linear

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("user root password root", "password root"),
        ("log in with user postgres password postgres", "d postgres"),
        ("it's user admin, password admin on the local grafana", "d admin"),
        ("Login: root / PW: toor", "toor"),
        ("用户名 root 密码 root123", "root123"),
        ("host=db port=5432 user=app password=app_walnut", "app_walnut"),
        ("Data Source=x;Uid=bob;Pwd=bob_pw", "bob_pw"),
        ("DEBUG auth: user=bob pass=logpw7 ok", "logpw7"),
        ("[database]\nuser = app\npassword = app_walnut", "app_walnut"),
        ("[smtp]\n; the relay\nhost = mail.local\npass = mailpw7\n", "mailpw7"),
        ("pw = hunter2", "hunter2"),
        ("update users set pwd='upd_walnut' where name='bob'", "upd_walnut"),
        ("The login works with the credentials bob/hunter2.", "hunter2"),
        ("[info] using credentials bob:cred_walnut", "cred_walnut"),
        ("mysql -u root -proot shop", "root shop"),
        ("mysql -uroot -psecret77 -e 'show tables'", "secret77"),
        ("python manage.py createsuperuser --username admin --password su_walnut_1", "su_walnut_1"),
        ("Seeded an admin (admin@example.test / Admin123!).", "Admin123"),
        ("auth=('admin', 'admin123')", "admin123"),
        ("mongo -u admin -p mongo_walnut --authenticationDatabase admin", "mongo_walnut"),
        ("wp user create bob bob@x.example --user_pass=wp_walnut", "wp_walnut"),
        ("app:hunter2@db.internal:3306/shop", "hunter2"),
        ("kind: Secret\ndata:\n  user: Ym9i\n  password: aHVudGVyMg==", "aHVudGVyMg"),
        ('expect "password:" { send "walnut_pw\\r" }', "walnut_pw"),
        ("sftp bob@files.local (pw walnut_7)", "walnut_7"),
        ("environment:\n  POSTGRES_PASSWORD: postgres\n  POSTGRES_USER: bob", ": postgres"),
        ("env:\n  - name: PGPASSWORD\n    value: pg_walnut", "pg_walnut"),
    ],
)
def test_the_password_of_a_form_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "user and password are required",
        "user password reset is broken",
        "user root password expired yesterday",
        "username password login was removed in v2",
        "login: failed pw: missing",
        "Login: optional, PW: required",
        "user=app sslmode=require password=${DB_PASSWORD}",
        "connect(user=user, password=password)",
        "[auth]\npassword =\nmode = strict\n",
        "[tests]\npassed = 12\npass = true\n",
        "items = [1]\npassword = get_password_from_vault\n",
        "tests: total=12 pass=11 fail=1",
        "function logIn(user: string, password: string, done: () => void)",
        "pw = None",
        "const pw = value2;\nreturn pw",
        "mysql -u root -p shop",
        "mysql -u root -p$MYSQL_PWD shop",
        "mysql -u root -pNone shop",
        "cargo test -p backend_core2",
        "the credentials are in vault/kv2",
        "UPDATE users SET password = ? WHERE id = 1",
        "alice@example.test / viewer",
        "ssh:git77@web1.internal:22/srv",
        "npm:react@18.2.0 and docker:24@sha256:9f",
        "image: shop/app:1.2.3@sha256:4f2c",
        "kind: ConfigMap\ndata:\n  password: aHVudGVyMg==",
        "the tests (pass 2_of_3) are slow",
        "DB_PASSWORD: required",
        "  DB_PASSWORD: DB_PASSWORD",
        "  - name: DB_PASSWORD\n    valueFrom:\n      secretKeyRef: db",
        "docker run --password-stdin --password=${PW}",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize("piece", ["user root password root ", "a=b password=c_d ", "[a]\nb = c\npw = d1e\n"])
def test_the_work_grows_with_the_text(piece: str) -> None:
    assert_linear(GATE.clean, piece)
