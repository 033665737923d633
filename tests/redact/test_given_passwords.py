"""Passwords in fallbacks, in addresses with a raw stroke, in logins of Oracle, in calls, options and sentences."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)

FALLBACKS = [
    ('pass = ENV.fetch("SMTP_PASS") { "tramRail_63" }', "tramRail_63"),
    ("password = ENV.fetch('SMTP_PASSWORD') do 'tramRail_63' end", "tramRail_63"),
    ('let p = env::var("MAIL_PASSWORD").unwrap_or_else(|_| "tramrail63".into());', "tramrail63"),
    ('let p = env::var("MAIL_PASSWORD").ok().unwrap_or("tramrail63".to_owned());', "tramrail63"),
    ('Optional.ofNullable(System.getenv("MAIL_PASSWORD")).orElseGet(() -> "Tramrail63")', "Tramrail63"),
    ('sys.env.get("MAIL_PASSWORD").getOrElse("Tramrail63")', "Tramrail63"),
    ("MAIL_PASSWORD = env('MAIL_PASSWORD', default='Tramrail#63')", "Tramrail#63"),
    ('SECRET = config("MAIL_SECRET", cast=str, default="tram-rail-63")', "tram-rail-63"),
    ("mail_password: \"{{ mail_password | default('Tramrail63') }}\"", "Tramrail63"),
    ('value: {{ .Values.mail.password | default "Tramrail63" | quote }}', "Tramrail63"),
    ('pw := cmp.Or(os.Getenv("MAIL_PASSWORD"), "Tramrail63")', "Tramrail63"),
]
ADDRESSES = [
    ("DATABASE_URL=postgres://shop:Kx9/pQ2vT@db1", "Kx9/pQ2vT"),
    ("mysql://eve:aB/cD/eF7@10.0.0.4:3306/shop?ssl=1", "aB/cD/eF7"),
    ("url: rediss://:Zz/19xKq@cache.lab.lan:6380/0", "Zz/19xKq"),
    ("amqp+ssl://eve:Zz/19xKq@mq.lab.lan/vhost", "Zz/19xKq"),
    ("sqlplus hr/T@ble!42@xe", "T@ble!42"),
    ("SQL> connect hr/Table!n42@//db1:1521/XE", "Table!n42"),
    ("jdbc:oracle:thin:hr/T@ble!42@db1:1521:XE", "T@ble!42"),
    ("expdp hr/admin7788@xe directory=d", "admin7788"),
]
PHRASES = [
    ("export BORG_PASSPHRASE='slow boat & green hill'", "slow boat & green hill"),
    ('BACKUP_PASSWORD="rain + steel / speed"', "rain + steel / speed"),
    ("passphrase: four silver kettles boil quietly", "four silver kettles boil quietly"),
    ("same passphrase as usual: four silver kettles sing, for the disk", "four silver kettles sing"),
    ("La phrase de passe du coffre est trois ânes bleus chantent", "trois ânes bleus chantent"),
    ("La frase secreta del disco es los perros verdes cantan mucho", "los perros verdes cantan mucho"),
    ("la frase de contraseña es cuatro perros verdes cantan", "cuatro perros verdes cantan"),
    ("a frase secreta é quatro gatos verdes cantam", "quatro gatos verdes cantam"),
    ("la frase segreta è quattro gatti verdi cantano", "quattro gatti verdi cantano"),
    ("La contraseña es cascada", "cascada"),
    ("a senha do wifi é goiabada", "goiabada"),
    ("la password del nas è limonata", "limonata"),
    ("hasło do wifi to czekolada", "czekolada"),
    ("hasło brzmi Kasztan", "Kasztan"),
    ("the wifi password was changed from walnut7 to chestnut9", "walnut7"),
    ("the wifi password was changed from walnut7 to chestnut9", "chestnut9"),
    ("password rotated from Bramble!4 to Thistle!5.", "Bramble!4"),
    ("Das Passwort wurde von Walnuss7 auf Kastanie9 geändert", "Walnuss7"),
]
PLACES = [
    ("Password for the [beats_system] user successfully reset.\nNew value: kQ7=xWm*2pLr_Zt9", "kQ7=xWm*2pLr_Zt9"),
    ("Password for user eve was changed.\nNew password: kQ7xWm2pLrZt9", "kQ7xWm2pLrZt9"),
    ("the setup key is mzrw q2lo nb2h i33x", "mzrw q2lo nb2h i33x"),
    ("setup key is xqzk wvbt npfd hgkr", "xqzk wvbt npfd hgkr"),
    ("type this code: mzrw q2lo nb2h i33x kjqw", "mzrw q2lo nb2h i33x kjqw"),
    ("2FA secret = MZRW QLLO NBXH IFXW KZQW", "MZRW QLLO NBXH IFXW KZQW"),
    ("curl -b 'lang=de; remember_token=5f3c9a7e1b8d42f6a0c9e7b1d3f5a7c9' https://a.lab.lan", "5f3c9a7e1b8d42f6"),
    ('http --cookie "theme=dark; auth_sid=q8Zr2Lx7Wn4Tk9Vb" a.lab.lan', "q8Zr2Lx7Wn4Tk9Vb"),
    ("Net::SMTP.start('mx', 25, 'lab.lan', 'robot', 'thorn+Violet8', :plain)", "thorn+Violet8"),
    ('ftp = FTP_TLS("files.lab.lan", "eve", "thorn+Violet8")', "thorn+Violet8"),
    ("Net::FTP.open('files.lab.lan', 'eve', 'thorn+Violet8')", "thorn+Violet8"),
    ('bcrypt.hashSync("thorn#Violet8", 10)', "thorn#Violet8"),
    ("argon2.verify('thorn#Violet8', digest)", "thorn#Violet8"),
]


@pytest.mark.parametrize(("text", "secret"), FALLBACKS + ADDRESSES + PHRASES + PLACES)
def test_the_password_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        'password = ENV.fetch("SMTP_PASSWORD") { raise "missing" }',
        'env::var("MAIL_PASSWORD").unwrap_or("".to_string())',
        'env::var("MAIL_PASSWORD").expect("MAIL_PASSWORD must be set")',
        'config("MAIL_PASSWORD", default="")',
        'config("MAIL_PASSWORD", default="changeme")',
        '{{ .Values.password | default "password" }}',
        'validate("password"), "must not be empty")',
        'getByLabel("Password"), "is shown")',
        "http://localhost:8080/docs@v2",
        "https://registry.lab.lan:4873/@scope/pkg",
        "redis://cache:6379/0@backup",
        "postgres://user:your/password@db",
        "git checkout origin/main@{upstream}",
        "connect eve/main at 5 pm",
        "npm install connect/legacy@1.2.3",
        "La phrase de passe du coffre est stockée dans le gestionnaire",
        "La phrase secrète ne doit pas être écrite ici",
        "la frase de contraseña es demasiado corta para el disco",
        "la frase segreta è salvata nel gestore delle chiavi",
        "the passphrase is the same as usual",
        "passphrase: ask the admins for the current one",
        "passphrase: stored in the vault of the team",
        "la contraseña es obligatoria",
        "a senha é gerada",
        "la password è salvata",
        "hasło to pole wymagane",
        "password storage changed from plaintext to bcrypt",
        "the password field changed from optional to required",
        "the password was changed from md5 to argon2id",
        "password moved from config.py to settings.py",
        "Password for the user was reset.\nNew value: see the vault",
        "the setup code is here: open it with this file",
        "the secret code is that this will only work once",
        "curl -b cookies.txt https://a.lab.lan",
        "curl -b 'lang=de; theme=dark-mode-with-contrast' https://a.lab.lan",
        'smtp = SMTP("mx.lab.lan", "25")',
        'imap.select("INBOX", "readonly")',
        'hash.update("some text to digest")',
        "bcrypt.compare(password, user.hash)",
    ],
)
def test_what_resembles_it_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("u: eve p: paleWren41 host: 10.0.0.7", "paleWren41"),
        ("user: eve, pass: paleWren41", "paleWren41"),
        ("restic backup \\\n  --password \\\n  'Chair(Lamp)6' /srv", "Chair(Lamp)6"),
        ('psqlx --user eve --password \\\n    "tall blue lamp 7" shop', "tall blue lamp 7"),
    ],
)
def test_a_noted_pair_and_an_argument_in_the_next_line_go(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize("text", ["id: row7 p: value12 x", "u: 3 p: 0.05", "tool --password \\\n  --verbose"])
def test_other_short_labels_stay(text: str) -> None:
    assert GATE.clean(text) == text
