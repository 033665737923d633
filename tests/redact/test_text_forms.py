"""Passwords where no code stands: in what programs print, in arguments, in settings that a command takes, in notes."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")

SLIGHT = (
    "docker run --rm -e DB_PASSWORD={} -d shop",
    "terraform apply -var db_password={}",
    "java -Dapp.password={} -jar shop.jar",
    "helm install shop ./chart --set auth.password={}",
    "curl -F password={} https://shop.example/x",
    "curl -d 'user=ada&password={}&x=1' https://shop.example/x",
    "https://shop.example/x?user=ada&password={}&x=1",
    "+password={}",
    "conf/shop.ini:12:password={}",
    "web1 host=10.0.0.5 become_pass={}",
    "| DB password | {} |",
)
"""A short word with a digit is a value here, and may be a name in code."""


@pytest.mark.parametrize("value", ("fern7", "Gl4cier"))
@pytest.mark.parametrize("form", SLIGHT)
def test_a_short_word_with_a_digit_is_a_password_outside_code(form: str, value: str) -> None:
    assert value not in GATE.clean(form.format(value))


WORDED = (
    "+DB_PASSWORD={}",
    "+  password: {}",
    "conf/shop.yml:12:  password: {}",
    "    12\u2192password: {}",
    "- **DB Password:** {}",
    "set -gx DB_PASSWORD {}",
    "setenv DB_PASSWORD {}",
    "shop config set db.password {}",
    "shop secrets put DB_PASSWORD {}",
    "host        db1.example\nusername    ada\npassword    {}\n",
    "username\tada@example.org\npassword\t{}\n",
    "password    {}\nport        5432\n",
    'public string Password {{ get; set; }} = "{}";',
    '#define WIFI_PASSWORD "{}"',
    '(setq smtp_password "{}")',
    "shop -user ada -password {} db.fdb",
    "shell --server.username ada --server.password {}",
    "\u30d1\u30b9\u30ef\u30fc\u30c9\u306f{}\u3067\u3059",
    "DB_PASSWORD\uff1d{}\n",
)


@pytest.mark.parametrize("value", ("nightingale", "turnip-meadow"))
@pytest.mark.parametrize("form", WORDED)
def test_words_are_a_password_where_a_program_gives_or_takes_them(form: str, value: str) -> None:
    assert value not in GATE.clean(form.format(value))


@pytest.mark.parametrize("label", ("password", "API key", "Client secret", "JWT secret", "Access token"))
def test_a_label_in_bold_with_its_colon_inside_is_a_name(label: str) -> None:
    assert GATE.clean(f"- **{label}:** 5f4dcc3b5aa765d61d8327deb882cf99").startswith(f"- **{label}:** [REDACTED:")


def test_a_form_that_begins_with_an_assertion_signs_in() -> None:
    value = "PHNhbWxwOlJlc3BvbnNlIHhtbG5zIjxNGwxatB2TmT3UH6VFppq1VD3iVxGqP7z9Sv5BCYkvZ6t"

    assert value not in GATE.clean(f"SAMLResponse={value}&RelayState=%2Fhome")


def test_a_password_for_something_in_swedish() -> None:
    assert "kanelbulle7" not in GATE.clean("l\u00f6senordet till servern \u00e4r kanelbulle7")


PLAIN = (
    "- **Password:** required, at least 8 characters",
    "- **Token:** string",
    "- **API key:** see the dashboard",
    "**Commit:** 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
    'public string Password { get; set; } = "";',
    'public string TokenType { get; set; } = "Bearer";',
    "#define PASSWORD_MAX 64",
    "set -gx EDITOR vim",
    "gh secret set DEPLOY_TOKEN",
    "app options set password-policy strict",
    "docker run -e DB_PASSWORD shop",
    "docker run -e DB_PASSWORD=$DB_PASSWORD shop",
    "java -Dpassword.policy=strict1 -jar shop.jar",
    "terraform apply -var password_length=24",
    "https://shop.example/login?password_hint=1",
    "+    password=password,",
    "+    password=get_password(),",
    "src/a.py:12:password=None",
    "src/a.py:88:    pwd=os.getcwd()",
    "| password | string | yes |",
    "Name      Type\npassword  varchar\nusername  app",
    "type User struct {\n\tName     string\n\tPassword string\n}",
    "  --user       name of the user\n  --password   secret of it\n",
)


@pytest.mark.parametrize("text", PLAIN)
def test_what_stands_in_the_same_places_and_is_no_password(text: str) -> None:
    assert GATE.clean(text) == text
