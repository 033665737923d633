# ruff: noqa: E501, one format a line
"""Places where a value is a secret though no sign of an assignment stands before it: columns, arguments, directives."""

from typing import NamedTuple


class Format(NamedTuple):
    """`{k}` keyword, `{v}` value. `bans`: characters that end or change a value. `keys`: styles of keyword that fit."""

    name: str
    template: str
    bans: str = "\n"
    keys: str = "any"


BARE = " \t\"'`<>#;,&|(){}[]\\$"
DQ = '"\\$\n'
SQ = "'\\\n"

CONTEXTS = (
    Format("table by column", "| user | {k} |\n|---|---|\n| ada | {v} |", "\n|`\\", "blank"),
    Format("table of code by column", "| env | {k} | url |\n|:--|:-:|--:|\n| prod | `{v}` | x.example.org |", "\n|`\\", "blank"),
    Format("table with a second row", "host | {k}\n--- | ---\ndb1 | -\ndb2 | {v}\n", "\n|`\\", "snake"),
    Format("csv column", "name,email,{k}\nada,ada@example.org,{v}\n", "\n,\"\\", "snake"),
    Format("csv quoted column", '"name","{k}","port"\n"ada","{v}","22"\n', '\n,"\\', "snake"),
    Format("csv second row", "id,{k},name\n1,,bob\n2,{v},ada\n", "\n,\"\\", "snake"),
    Format("semicolon column", "host;login;{k}\ndb1;ada;{v}\n", "\n;\"\\", "snake"),
    Format("tab column", "HOST\tUSER\t{k}\ndb1\tada\t{v}\n", "\n\t\"\\", "snake"),
    Format("httpie login", "http -a ada:{v} GET https://example.org", BARE + "!*?~:", "none"),
    Format("login with a percent sign", "smbclient //nas/d -U ada%{v}", BARE + "!*?~%", "none"),
    Format("login with a comma", "lftp -u ada,{v} sftp://example.org", BARE + "!*?~", "none"),
    Format("password after a user flag", "dbtool -u ada -p {v} -h db.example.org", BARE + "!*?~-", "none"),
    Format("quoted password after a user flag", "loadit --username ada -h db -p '{v}'", SQ, "none"),
    Format("slash flag", "tool /user:ada /pass:{v} /v:host", BARE + "!*?~:", "none"),
    Format("slash flag apart", "tool sign /f cert.pfx /p {v} app.exe", BARE + "!*?~:/", "none"),
    Format("slash login", "sqlplus ada/{v}@orcl", BARE + "!*?~:/@", "none"),
    Format("pass argument", "openssl x -passin pass:{v} -out o", BARE + "!*?~:", "none"),
    Format("net use", "net use Z: \\\\nas\\d {v} /user:CORP\\ada", BARE + "!*?~:/", "none"),
    Format("setenv", "SetEnv {k} {v}", BARE, "snake"),
    Format("csh setenv", "setenv {k} '{v}'", SQ, "snake"),
    Format("fish set", "set -gx {k} {v}", BARE, "snake"),
    Format("fastcgi parameter", "    fastcgi_param {k} {v};", BARE, "snake"),
    Format("launchctl", "launchctl setenv {k} {v}", BARE, "snake"),
    Format("request header", 'RequestHeader set X-{k} "{v}"', DQ, "kebab"),
    Format("configuration by command", "tool config set app.{k} {v}", BARE + "-", "kebab"),
    Format("account line", "username ada privilege 15 password 7 {v}", BARE, "none"),
    Format("account line with a telling word", "  user ada insecure-password {v}", BARE, "none"),
    Format("account sentence", "poll mail.example.org user ada there with password '{v}'", SQ, "none"),
    Format("lookup line", "[mail.example.org]:587 ada@example.org:{v}", BARE + ":/@", "none"),
    Format("login call", "client.login('ada', '{v}')", SQ, "none"),
    Format("login pair", "requests.get(u, auth=('ada', '{v}'))", SQ, "none"),
    Format("credentials object", 'new BasicCredentials("ada", "{v}")', DQ, "none"),
    Format("connection call", 'DriverManager.getConnection(url, "ada", "{v}")', DQ, "none"),
    Format("positional connection", "mysqli_connect('localhost', 'ada', '{v}', 'shop');", SQ, "none"),
    Format("field by selector", "await page.fill('#{k}', '{v}');", SQ, "camel"),
    Format("field by attribute", "cy.get('input[name={k}]').type('{v}')", SQ, "camel"),
    Format("field by identifier", 'driver.findElement(By.id("{k}")).sendKeys("{v}");', DQ, "camel"),
    Format("field by label", "fill_in '{k}', with: '{v}'", SQ, "blank"),
    Format("keyed digest", "hmac.new(b'{v}', message, sha256)", SQ, "drawn snake"),
    Format("signed token", "jwt.sign(payload, '{v}', {{ expiresIn: '1h' }})", SQ, "drawn snake"),
    Format("cipher", 'AES.new("{v}", AES.MODE_CBC, iv)', DQ, "drawn snake"),
    Format("french", "le mot de passe est {v}", BARE, "none"),
    Format("german", "das Passwort für den Server lautet {v}", BARE, "none"),
    Format("spanish", "la contraseña del servidor es {v}", BARE, "none"),
    Format("portuguese", "a senha do banco é {v}", BARE, "none"),
    Format("polish", "hasło do panelu to {v}", BARE, "none"),
    Format("italian", "la password del server è {v}", BARE, "none"),
    Format("dutch", "het wachtwoord van de server is {v}", BARE, "none"),
    Format("russian", "пароль от базы: {v}", BARE, "none"),
    Format("japanese", "パスワードは「{v}」です", BARE + "「」", "none"),
    Format("chinese", "管理员密码是{v}", BARE, "none"),
    Format("prose by role", "log in with {v} as the admin {k}", BARE + ".", "blank"),
    Format("prose by use", "use `{v}` as {k}", "`\n", "blank"),
    Format("login pair in prose", "credentials: ada / {v}", BARE + "/:", "none"),
    Format("login pair with its names", "creds (user/pass): ada/{v}", BARE + "/:", "none"),
    Format("login pair on lines", "user: ada\npass → {v}", BARE, "none"),
    Format("arrow in prose", "{k} → {v}", BARE, "blank"),
    Format("dash in prose", "- {k} — {v}", BARE, "blank"),
    Format("full width colon", "{k}：{v}", BARE, "blank"),
    Format("value on the next line", "Username: ada\n{k}:\n    {v}\n", BARE, "blank"),
    Format("possessive", "the {k}'s {v} btw", BARE, "blank"),
)  # fmt: skip
