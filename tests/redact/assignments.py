# ruff: noqa: E501, one format a line
"""Assignments of secrets in the syntaxes that people and programs write: format, keyword and value are drawn apart.

A format is a template with the place of a keyword and of a value, and what a value may hold in it. Values are drawn by
a seed, so that no file of this repository holds one. `bench/redaction.py` measures recall by format with it.
"""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from random import Random
from typing import NamedTuple


class Format(NamedTuple):
    """`{k}` keyword, `{v}` value. `bans`: characters that end or change a value. `keys`: styles of keyword that fit."""

    name: str
    template: str
    bans: str = "\n"
    keys: str = "any"


_BARE = " \t\"'`<>#;,&|(){}[]\\$"
_DQ = '"\\$\n'
_SQ = "'\\\n"

FORMATS = (
    Format("sql identified by", "ALTER USER app IDENTIFIED BY '{v}';", _SQ, "none"),
    Format("sql create user", "CREATE USER app WITH PASSWORD '{v}' VALID UNTIL 'infinity';", _SQ, "none"),
    Format("sql with login", "CREATE LOGIN app WITH PASSWORD = N'{v}';", _SQ, "none"),
    Format("sql set password", "SET PASSWORD FOR 'app'@'localhost' = PASSWORD('{v}');", _SQ, "none"),
    Format("sql insert", "INSERT INTO settings (name, value) VALUES ('{k}', '{v}');", _SQ),
    Format("sql update", "UPDATE users SET {k} = '{v}' WHERE id = 7;", _SQ, "snake"),
    Format("xml attribute", '<bean id="db" {k}="{v}" class="x"/>', '"<>&\n', "camel"),
    Format("xml name and value", '<property name="{k}" value="{v}"/>', '"<>&\n'),
    Format("xml key and value", '<add key="{k}" value="{v}" />', '"<>&\n'),
    Format("xml element", "<{k}>{v}</{k}>", "<>&\n", "snake"),
    Format("xml element on lines", "<{k}>\n    {v}\n</{k}>", "<>&\n", "snake"),
    Format("xml named element", '<property name="{k}">{v}</property>', "<>&\n"),
    Format("xml setting", '<setting name="{k}">\n  <value>{v}</value>\n</setting>', "<>&\n"),
    Format("plist", "<key>{k}</key>\n\t<string>{v}</string>", "<>&\n"),
    Format("cdata", "<{k}><![CDATA[{v}]]></{k}>", "<>&]\n", "snake"),
    Format("powershell env", "$env:{k} = '{v}'", _SQ, "snake"),
    Format("powershell variable", '${k} = "{v}"', _DQ, "camel"),
    Format("powershell secure string", "$s = ConvertTo-SecureString '{v}' -AsPlainText -Force", _SQ, "none"),
    Format("powershell secure string named", "ConvertTo-SecureString -String \"{v}\" -AsPlainText", _DQ, "none"),
    Format("powershell parameter", "Connect-Thing -UserName app -{k} '{v}'", _SQ, "camel"),
    Format("shell export", "export {k}={v}", _BARE + "!*?~", "snake"),
    Format("shell export quoted", "export {k}='{v}'", _SQ, "snake"),
    Format("shell local", 'local {k}="{v}"', _DQ, "snake"),
    Format("shell before a command", "{k}={v} ./deploy.sh prod", _BARE + "!*?~", "snake"),
    Format("shell default", '{k}="${{{k}:-{v}}}"', '"\\$}}\n', "snake"),
    Format("shell long flag", "deploy --{k}={v} --verbose", _BARE + "!*?~", "kebab"),
    Format("shell long flag apart", "deploy --{k} {v} --verbose", _BARE + "!*?~-", "kebab"),
    Format("shell quoted flag", "deploy --{k} '{v}' --verbose", _SQ, "kebab"),
    Format("go style flag", "deploy -{k} {v}", _BARE + "!*?~-", "kebab"),
    Format("java property", "java -Dapp.{k}={v} -jar app.jar", _BARE + "!*?~", "snake"),
    Format("mysql -p", "mysql -u root -p{v} shop", _BARE + "!*?~-", "none"),
    Format("sshpass", "sshpass -p '{v}' ssh ada@example.org", _SQ, "none"),
    Format("curl -u", "curl -u ada:{v} https://example.org/api", _BARE + "!*?~", "none"),
    Format("curl quoted user", "curl --user 'ada:{v}' https://example.org/api", _SQ, "none"),
    Format("curl form", "curl -d '{k}={v}&scope=all' https://example.org", _SQ + "&% +", "snake"),
    Format("echo into a command", "echo '{v}' | docker login --username ada --password-stdin", _SQ, "none"),
    Format("heredoc", "cat > .env <<EOF\n{k}={v}\nEOF", _BARE, "snake"),
    Format("env file", "{k}={v}\nDEBUG=1", "\n\"'#$\\ ", "snake"),
    Format("env file quoted", '{k}="{v}"\nDEBUG=1', _DQ, "snake"),
    Format("ini", "[db]\n{k} = {v}\nport = 1", "\n\"'#;$\\ ", "snake"),
    Format("properties", "app.{k}={v}", "\n\"'#\\ $", "kebab"),
    Format("properties with colon", "app.{k}: {v}", "\n\"'#\\ $", "kebab"),
    Format("yaml", "db:\n  {k}: {v}\n  port: 1", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("yaml single quotes", "db:\n  {k}: '{v}'\n  port: 1", _SQ, "snake"),
    Format("yaml double quotes", 'db:\n  {k}: "{v}"\n  port: 1', '"\\\n', "snake"),
    Format("yaml comment", "{k}: {v}  # rotate me", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("yaml block", "{k}: |\n  {v}\nother: 1", "\n#", "snake"),
    Format("yaml folded", "{k}: >-\n  {v}\nother: 1", "\n#", "snake"),
    Format("yaml anchor", "{k}: &main {v}", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("yaml tag", "{k}: !!str {v}", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("yaml flow", "db: {{{k}: {v}, port: 1}}", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("yaml list item", "- {k}: {v}", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("kubernetes env", "env:\n  - name: {k}\n    value: {v}", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("kubernetes env quoted", 'env:\n  - name: {k}\n    value: "{v}"', '"\\\n', "snake"),
    Format("value before name", "env:\n  - value: {v}\n    name: {k}", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("compose list", "environment:\n  - {k}={v}", "\n\"'#$ ", "snake"),
    Format("compose quoted list", 'environment:\n  - "{k}={v}"', '"\\$\n', "snake"),
    Format("toml", '{k} = "{v}"', '"\\\n', "snake"),
    Format("toml literal", "{k} = '{v}'", _SQ, "snake"),
    Format("toml quoted key", '"{k}" = "{v}"', '"\\\n'),
    Format("hcl", 'variable "{k}" {{\n  default = "{v}"\n}}', _DQ, "snake"),
    Format("hcl attribute", '  {k}     = "{v}"', _DQ, "snake"),
    Format("dockerfile env", "ENV {k}={v}", _BARE, "snake"),
    Format("dockerfile old env", "ENV {k} {v}", _BARE, "snake"),
    Format("dockerfile arg", "ARG {k}={v}", _BARE, "snake"),
    Format("batch set", "set {k}={v}", "\n%^&|<>\"' ", "snake"),
    Format("batch set quoted", 'set "{k}={v}"', '\n%^&|<>" ', "snake"),
    Format("batch setx", 'setx {k} "{v}"', '\n%^&|<>"\\', "snake"),
    Format("npmrc", "//registry.example.org/:_{k}={v}", "\n\"'#;$\\ ", "camel"),
    Format("netrc", "machine example.org login ada password {v}", "\n\"' #\\", "none"),
    Format("netrc on lines", "machine example.org\n  login ada\n  password {v}", "\n\"' #\\", "none"),
    Format("pgpass", "db.example.org:5432:shop:ada:{v}", "\n:\\ #", "none"),
    Format("htpasswd", "ada:$apr1$l0cpzs5a$vQK3lmgMGvcXcRP8b{d}", "\n", "none"),
    Format("json", '{{"host": "x", "{k}": "{v}", "port": 1}}', '"\\\n'),
    Format("json compact", '{{"a":1,"{k}":"{v}"}}', '"\\\n'),
    Format("json in a string", 'payload = "{{\\"{k}\\": \\"{v}\\"}}"', '"\\\n'),
    Format("json name and value", '{{"name": "{k}", "value": "{v}"}}', '"\\\n'),
    Format("json key and value", '{{\n  "key": "{k}",\n  "value": "{v}"\n}}', '"\\\n'),
    Format("json camel pair", '{{"ParameterKey": "{k}", "ParameterValue": "{v}"}}', '"\\\n'),
    Format("json list", '{{"{k}": ["{v}"]}}', '"\\\n'),
    Format("json value first", '{{"value": "{v}", "name": "{k}"}}', '"\\\n'),
    Format("python", '{k} = "{v}"', '"\\\n', "snake"),
    Format("python single", "{k} = '{v}'", _SQ, "snake"),
    Format("python triple", '{k} = """{v}"""', '"\\\n', "snake"),
    Format("python raw", "{k} = r'{v}'", "'\n", "snake"),
    Format("python bytes", '{k} = b"{v}"', '"\\\n', "snake"),
    Format("python f string", '{k} = f"{v}"', '"\\{}\n', "snake"),
    Format("python annotated", '{k}: str = "{v}"', '"\\\n', "snake"),
    Format("python final", '{k}: Final[str] = "{v}"', '"\\\n', "snake"),
    Format("python environ", 'os.environ["{k}"] = "{v}"', '"\\\n'),
    Format("python default", 'os.getenv("{k}", "{v}")', '"\\\n'),
    Format("python environ default", "os.environ.get('{k}', '{v}')", _SQ),
    Format("python keyword argument", 'connect(host="x", {k}="{v}", port=1)', '"\\\n', "snake"),
    Format("python dict call", 'dict({k}="{v}")', '"\\\n', "snake"),
    Format("python dict", "{{'user': 'ada', '{k}': '{v}'}}", _SQ),
    Format("python setdefault", 'cfg.setdefault("{k}", "{v}")', '"\\\n'),
    Format("python parentheses", '{k} = (\n    "{v}"\n)', '"\\\n', "snake"),
    Format("python parameter", 'def connect(host, {k}="{v}"):', '"\\\n', "snake"),
    Format("python compare", 'if {k} == "{v}":', '"\\\n', "snake"),
    Format("js const", "const {k} = '{v}';", _SQ, "camel"),
    Format("js template", "const {k} = `{v}`;", "`\\$\n", "camel"),
    Format("js property", "  {k}: '{v}',", _SQ, "camel"),
    Format("js quoted property", "  '{k}': '{v}',", _SQ),
    Format("js env", "process.env.{k} = '{v}';", _SQ, "snake"),
    Format("js fallback", "const {k} = process.env.X || '{v}';", _SQ, "camel"),
    Format("js nullish", "const {k} = process.env.X ?? '{v}';", _SQ, "camel"),
    Format("js setter", "localStorage.setItem('{k}', '{v}')", _SQ),
    Format("js compare", "if ({k} === '{v}') {{", _SQ, "camel"),
    Format("ts typed", "private readonly {k}: string = '{v}';", _SQ, "camel"),
    Format("ts as const", "export const {k} = '{v}' as const;", _SQ, "camel"),
    Format("go short", '{k} := "{v}"', '"\\\n', "camel"),
    Format("go raw", "{k} := `{v}`", "`\n", "camel"),
    Format("go const", 'const {k} = "{v}"', '"\\\n', "camel"),
    Format("go typed", 'var {k} string = "{v}"', '"\\\n', "camel"),
    Format("go struct", '\t{k}:   "{v}",', '"\\\n', "camel"),
    Format("go setenv", 'os.Setenv("{k}", "{v}")', '"\\\n'),
    Format("go bytes", '{k} := []byte("{v}")', '"\\\n', "camel"),
    Format("rust", 'let {k} = "{v}";', '"\\\n', "snake"),
    Format("rust raw", 'let {k} = r#"{v}"#;', '"\n', "snake"),
    Format("rust const", 'const {k}: &str = "{v}";', '"\\\n', "snake"),
    Format("rust owned", 'let {k} = String::from("{v}");', '"\\\n', "snake"),
    Format("rust field", '{k}: "{v}".to_string(),', '"\\\n', "snake"),
    Format("c define", '#define {k} "{v}"', '"\\\n', "snake"),
    Format("c literal", 'const char *{k} = "{v}";', '"\\\n', "snake"),
    Format("c array", 'static char {k}[] = "{v}";', '"\\\n', "snake"),
    Format("c++ string", 'std::string {k}("{v}");', '"\\\n', "snake"),
    Format("c++ braces", 'std::string {k}{{"{v}"}};', '"\\\n', "snake"),
    Format("java", 'private static final String {k} = "{v}";', '"\\\n', "camel"),
    Format("java setter", 'config.set{K}("{v}");', '"\\\n', "camel"),
    Format("java put", 'props.put("{k}", "{v}");', '"\\\n'),
    Format("java builder", '.{k}("{v}")', '"\\\n', "camel"),
    Format("java annotation", '@Value("${{{k}:{v}}}")', '"\\{}:\n', "kebab"),
    Format("kotlin", 'val {k} = "{v}"', _DQ, "camel"),
    Format("kotlin typed", 'const val {k}: String = "{v}"', _DQ, "camel"),
    Format("csharp", 'string {k} = "{v}";', '"\\\n', "camel"),
    Format("csharp verbatim", 'var {k} = @"{v}";', '"\n', "camel"),
    Format("csharp indexer", 'config["{k}"] = "{v}";', '"\\\n'),
    Format("ruby symbol", ":{k} => '{v}',", _SQ, "snake"),
    Format("ruby new symbol", "{k}: '{v}',", _SQ, "snake"),
    Format("ruby percent", "{k} = %q({v})", "()\\\n", "snake"),
    Format("ruby env", "ENV['{k}'] = '{v}'", _SQ),
    Format("ruby fetch", "ENV.fetch('{k}', '{v}')", _SQ),
    Format("php define", "define('{k}', '{v}');", _SQ),
    Format("php array", "'{k}' => '{v}',", _SQ),
    Format("php variable", "${k} = '{v}';", _SQ, "snake"),
    Format("php property", "$this->{k} = '{v}';", _SQ, "snake"),
    Format("php env", "env('{k}', '{v}')", _SQ),
    Format("php putenv", "putenv('{k}={v}');", _SQ),
    Format("perl q", "my ${k} = q({v});", "()\\\n", "snake"),
    Format("perl hash", "{k} => '{v}',", _SQ, "snake"),
    Format("perl hash item", "$cfg{{{k}}} = '{v}';", _SQ, "snake"),
    Format("swift", 'let {k} = "{v}"', '"\\\n', "camel"),
    Format("swift typed", 'let {k}: String = "{v}"', '"\\\n', "camel"),
    Format("scala triple", 'val {k} = """{v}"""', '"\n', "camel"),
    Format("lua long string", "{k} = [[{v}]]", "[]\n", "snake"),
    Format("lua table", '["{k}"] = "{v}",', '"\\\n'),
    Format("r arrow", '{k} <- "{v}"', '"\\\n', "snake"),
    Format("r setenv", 'Sys.setenv({k} = "{v}")', '"\\\n', "snake"),
    Format("haskell", '{k} = "{v}" :: String', '"\\\n', "camel"),
    Format("elixir sigil", "{k} = ~s({v})", "()\\\n", "snake"),
    Format("elixir config", 'config :app, {k}: "{v}"', '"\\\n', "snake"),
    Format("clojure map", '{{:{k} "{v}"}}', '"\\\n', "kebab"),
    Format("clojure def", '(def {k} "{v}")', '"\\\n', "kebab"),
    Format("lisp setq", '(setq {k} "{v}")', '"\\\n', "kebab"),
    Format("objective c", 'NSString *{k} = @"{v}";', '"\\\n', "camel"),
    Format("objective c dictionary", '@{{@"{k}": @"{v}"}}', '"\\\n'),
    Format("dart", "final String {k} = '{v}';", "'\\$\n", "camel"),
    Format("groovy", "{k} '{v}'", "'\\$\n", "camel"),
    Format("gradle", 'def {k} = "{v}"', _DQ, "camel"),
    Format("vb", 'Dim {k} As String = "{v}"', '"\n', "camel"),
    Format("pascal", "{k} := '{v}';", "'\n", "camel"),
    Format("matlab", "{k} = '{v}';", "'\n", "camel"),
    Format("nix", '{k} = "{v}";', _DQ, "camel"),
    Format("basic header", "Authorization: Basic {b}", "\n", "none"),
    Format("bearer header", "Authorization: Bearer {v}", "\n \"'\\,;", "drawn"),
    Format("token header", "Authorization: Token {v}", "\n \"'\\,;", "drawn"),
    Format("token header with name", 'Authorization: Token token="{v}"', '\n "\\', "drawn"),
    Format("custom header", "X-Shop-{k}: {v}", "\n \"'\\,;", "kebab"),
    Format("custom header in code", "headers['X-{k}'] = '{v}'", _SQ, "kebab"),
    Format("header in curl", "curl -H 'X-{k}: {v}' https://example.org", _SQ + " ", "kebab"),
    Format("cookie", "Cookie: theme=dark; {k}={v}; lang=en", "\n ;,\"'\\", "snake"),
    Format("query string", "GET /v1/items?{k}={v}&page=2 HTTP/1.1", "\n &#%+\"'\\<>`", "snake"),
    Format("address", "https://api.example.org/v1?{k}={v}", "\n &#%+\"'\\<>`", "snake"),
    Format("url login", "postgres://ada:{v}@db.example.org:5432/shop", "\n @/#?%:\"'\\<>`[]{}$ ", "none"),
    Format("url without user", "redis://:{v}@cache.example.org:6379/0", "\n @/#?%:\"'\\<>`[]{}$ ", "none"),
    Format("several hosts", "mongodb://ada:{v}@a.example.org:1,b.example.org:2/x", "\n @/#?%:\"'\\<>`[]{}$ ", "none"),
    Format("mongo srv", 'uri = "mongodb+srv://ada:{v}@c0.example.net/x"', "\n @/#?%:\"'\\<>`[]{}$ ", "none"),
    Format("amqp", "amqp://ada:{v}@mq.example.org/vhost", "\n @/#?%:\"'\\<>`[]{}$ ", "none"),
    Format("smtp", "smtp://ada%40example.org:{v}@mail.example.org:587", "\n @/#?%:\"'\\<>`[]{}$ ", "none"),
    Format("sqlalchemy", "mysql+pymysql://ada:{v}@db/shop", "\n @/#?%:\"'\\<>`[]{}$ ", "none"),
    Format("ado connection string", "Server=db;Database=x;User Id=ada;Password={v};Encrypt=True", "\n;\"'\\ {}", "none"),
    Format("pwd connection string", "Driver={{x}};Server=db;Uid=ada;Pwd={v};", "\n;\"'\\ {}", "none"),
    Format("libpq", "host=db user=ada password={v} dbname=x", "\n \"'\\", "none"),
    Format("jdbc", "jdbc:postgresql://db/x?user=ada&password={v}&ssl=true", "\n &#%+\"'\\<>`", "none"),
    Format("jdbc sqlserver", "jdbc:sqlserver://db:1433;user=ada;password={v};encrypt=true", "\n;\"'\\ {}", "none"),
    Format("jdbc oracle", "jdbc:oracle:thin:ada/{v}@db:1521/x", "\n @/#?%:\"'\\<>`[]{}$ ", "none"),
    Format("azure storage", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={v};EndpointSuffix=core", "\n;\"'\\ ", "drawn"),
    Format("service bus", "Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey={v}", "\n;\"'\\ ", "drawn"),
    Format("sentry dsn", "https://{h}@o4504.ingest.sentry.example/12345", "\n", "none"),
    Format("go dsn", 'sql.Open("mysql", "ada:{v}@tcp(db:3306)/x")', '\n"\\@/ :', "none"),
    Format("prose is", "The {k} is {v} now.", "\n \"'`", "blank"),
    Format("prose my", "my {k}: {v}", "\n \"'`", "blank"),
    Format("prose for", "The {k} for the staging box is {v}", "\n \"'`", "blank"),
    Format("prose use", "use {k} {v} to log in", "\n \"'`,.", "drawn blank"),
    Format("prose quoted", 'the {k} is "{v}"', '\n"', "blank"),
    Format("prose code span", "The {k} is `{v}`.", "\n`", "blank"),
    Format("prose changed", "I changed the {k} to {v}", "\n \"'`", "blank"),
    Format("prose login", "log in as ada with {k} {v}", "\n \"'`,.", "drawn blank"),
    Format("markdown table", "| name | value |\n|---|---|\n| {k} | {v} |", "\n|`", "blank"),
    Format("markdown table of code", "| `{k}` | `{v}` |", "\n|`"),
    Format("markdown item", "- **{k}**: {v}", "\n*`\"' ", "blank"),
    Format("markdown code item", "- {k}: `{v}`", "\n`", "blank"),
    Format("csv", "name,value\n{k},{v}\n", "\n,\"' ", "drawn"),
    Format("csv quoted", '"{k}","{v}"', '\n"\\', "any"),
    Format("log line", "2026-11-20 09:14:03 INFO login user=ada {k}={v} ok", "\n \"'\\,", "snake"),
    Format("log json", 'INFO body={{"{k}":"{v}"}}', '\n"\\', "any"),
    Format("log arrow", "Setting {k} -> {v}", "\n \"'\\,", "snake"),
    Format("diff added", '+    {k} = "{v}"', '\n"\\', "snake"),
    Format("diff removed", "-{k}={v}", "\n\"'#$\\ ", "snake"),
    Format("diff of yaml", "+  {k}: {v}", "\n\"'#:{}[]&*!|>%@`,\\ ", "snake"),
    Format("escaped line", 'run("export {k}={v}\\nmake")', "\n\"'\\$ &|;<>()`", "snake"),
    Format("continuation", "{k}=\\\n  {v}", "\n\"'#$\\ ", "snake"),
    Format("escaped quotes", "bash -c \"export {k}=\\\"{v}\\\"\"", '"\\$\n`', "snake"),
    Format("html entity", "{k}=&quot;{v}&quot;", "&<>\"'\n", "snake"),
    Format("html input", '<input type="password" name="{k}" value="{v}">', '"<>&\n'),
    Format("nginx header", 'proxy_set_header X-{k} "{v}";', _DQ, "kebab"),
    Format("terminal prompt", "Enter {k}: {v}", "\n \"'`", "blank"),
    Format("redis requirepass", "requirepass {v}", "\n \"'#", "none"),
    Format("redis auth", "redis-cli -a {v} ping", _BARE + "-!*?~", "none"),
    Format("ansible vars", "ansible_become_pass={v}", "\n\"'#$\\ ", "none"),
    Format("wpa", 'network={{\n  ssid="home"\n  psk="{v}"\n}}', '"\\\n', "none"),
    Format("git remote", "git clone https://{h}@git.example.org/ada/shop.git", "\n", "none"),
)  # fmt: skip

STRONG = (
    "password", "passwd", "pwd", "passphrase", "secret", "client secret", "db password", "webhook secret",
    "private key password", "root password", "app secret", "user password", "jwt secret", "smtp password", "pass phrase",
)  # fmt: skip
WEAK = (
    "api key", "auth token", "token", "access key", "secret access key", "signing key", "private key", "refresh token",
    "encryption key", "bot token", "license key", "session token", "api token", "personal access token", "app key",
    "bearer token", "webhook token", "storage key", "account key", "connection string",
)  # fmt: skip
GLUED = (
    "dbpassword", "apikey", "APIKEY", "secretaccesskey", "clientsecret", "authtoken", "passwd", "pwd", "pw", "passphrase",
    "privkey", "accesskey", "signingkey", "webhooksecret", "secretkey", "accesstoken", "userpass", "rootpw", "dbpass",
    "mypassword", "encryptionkey", "bearertoken", "pswd", "pass", "psk",
)  # fmt: skip
MISSPELT = ("pasword", "passwrod", "passord", "psswd", "secert", "sercet", "paswd", "tokn", "apykey")
FOREIGN = (
    "contraseña", "contrasena", "mot_de_passe", "motdepasse", "passwort", "kennwort", "senha", "hasło", "haslo", "пароль",
    "密码", "密碼", "パスワード", "비밀번호", "wachtwoord", "lösenord", "salasana", "parola", "şifre", "heslo", "jelszo",
)  # fmt: skip

SHAPES = (
    "hex", "long hex", "base64", "base64url", "uuid", "letters and digits", "upper", "word and digits", "passphrase",
    "brackets", "sign before", "symbols", "crypt", "dotted", "dashed",
)  # fmt: skip
DRAWN = ("hex", "long hex", "base64", "base64url", "uuid", "letters and digits", "upper")
"""Shapes that are a secret under any telling name; the others need one that says password or secret."""

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_WORDS = [
    "correct",
    "horse",
    "battery",
    "staple",
    "orange",
    "window",
    "silver",
    "tiger",
    "purple",
    "monday",
    "summer",
    "dragon",
    "coffee",
    "garden",
]


def value(draw: Random, shape: str) -> str:
    """A value of a shape, drawn by a seed."""
    letters = "".join(draw.choice(_LETTERS) for _ in range(40))
    words = draw.sample(_WORDS, 4)
    raw = draw.randbytes(draw.choice((18, 24, 30)))
    digit = str(draw.randrange(10, 999))
    return {
        "hex": lambda: raw[:16].hex(),
        "long hex": lambda: draw.randbytes(draw.choice((20, 32))).hex(),
        "base64": lambda: b64encode(draw.randbytes(draw.choice((20, 32)))).decode(),
        "base64url": lambda: urlsafe_b64encode(raw).decode().rstrip("=").strip("-_") + "k7",
        "uuid": lambda: "-".join(
            (raw[:4].hex(), raw[4:6].hex(), "4" + raw[6:8].hex()[1:], "a" + raw[8:10].hex()[1:], raw[10:16].hex())
        ),
        "letters and digits": lambda: letters[: draw.choice((16, 20, 24, 32, 40))] + digit,
        "upper": lambda: letters[:18].upper() + digit,
        "word and digits": lambda: words[0] + digit + draw.choice(("", "xy", "!")),
        "passphrase": lambda: " ".join(words),
        "brackets": lambda: f"{words[0][:3]}({digit}){words[1][:3]}[{letters[:2]}]",
        "sign before": lambda: draw.choice("-+=@!&*") + letters[:9] + digit,
        "symbols": lambda: words[0].title() + draw.choice("!@#%^*") + digit + draw.choice("?~+"),
        "crypt": lambda: "$2b$12$" + (letters + letters)[:53],
        "dotted": lambda: f"{letters[:10]}.{letters[10:22]}{digit}.{letters[22:]}",
        "dashed": lambda: f"{words[0]}-{words[1]}-{digit}-{words[2]}",
    }[shape]()


def keyword(draw: Random, words: str, style: str) -> str:
    """A keyword in the style that a format needs."""
    parts = words.replace("_", " ").split()
    lead = draw.choice(("", "", "db ", "my ", "acme ", "prod "))
    parts = (
        [*lead.split(), *parts] if len(parts) > 1 or parts[0] in ("password", "secret", "token", "passwd") else parts
    )
    style = draw.choice(("snake", "camel", "kebab")) if style in ("any", "drawn") else style
    if style == "snake":
        return "_".join(parts).upper() if draw.random() < 0.5 else "_".join(parts)
    if style == "kebab":
        return "-".join(parts).title() if draw.random() < 0.3 else "-".join(parts)
    if style == "camel":
        return parts[0] + "".join(p.title() for p in parts[1:])
    return " ".join(parts)


class Case(NamedTuple):
    format: str
    shape: str
    word: str
    text: str
    secret: str


def case(draw: Random, form: Format, word: str, shape: str) -> Case | None:
    """One assignment, or nothing where the value cannot stand in the format."""
    secret = value(draw, shape)
    if any(c in secret for c in form.bans):
        return None
    if form.keys.startswith("drawn") and shape not in DRAWN:
        return None
    name = keyword(draw, word, form.keys.removeprefix("drawn ") if form.keys != "none" else "snake")
    login = b64encode(f"ada:{secret}".encode()).decode()
    token = draw.randbytes(16).hex()
    text = form.template.format(k=name, K=name[:1].upper() + name[1:], v=secret, b=login, h=token, d="kQ9x1Z")
    for place, stands in (("{b}", login), ("{h}", token), ("{d}", "vQK3lmgMGvcXcRP8bkQ9x1Z")):
        secret = stands if place in form.template else secret
    return Case(form.name, shape, word, text, secret)


def cases(seed: int, each: int = 12) -> Iterator[Case]:
    """`each` assignments of every format; keywords and shapes are drawn as they fit together."""
    draw = Random(seed)
    for form in FORMATS:
        left, tries = each, each * 12
        while left and tries:
            tries -= 1
            word = draw.choice(draw.choice((STRONG, STRONG, WEAK, WEAK, GLUED)))
            strong = form.keys == "none" or any(
                w in word.replace(" ", "") for w in ("pass", "pw", "secret", "psk", "pswd")
            )
            drawn = case(draw, form, word, draw.choice(SHAPES if strong else DRAWN))
            if drawn:
                left -= 1
                yield drawn


def words(seed: int) -> Iterator[Case]:
    """Misspelt keywords and those of other languages, with values that look drawn and such that do not."""
    draw = Random(seed)
    plain = [f for f in FORMATS if f.name in ("env file", "yaml", "json", "python", "prose is", "js property")]
    for word in (*MISSPELT, *FOREIGN):
        for form in plain:
            drawn = case(draw, form, word, draw.choice(("hex", "letters and digits", "word and digits", "symbols")))
            if drawn:
                yield drawn


REFERENCES = (
    "${DB_PASSWORD}", "$DB_PASSWORD", "${{ secrets.DB_PASSWORD }}", "{{ vault_db_password }}", "%(db_password)s",
    "<your-password>", "<password>", "YOUR_API_KEY", "your_password_here", "xxxxxxxx", "********", "...", "null", "None",
    "true", "false", "os.environ['DB_PASSWORD']", 'os.environ["DB_PASSWORD"]', "process.env.DB_PASSWORD", "secrets.DB_PASSWORD",
    "var.db_password", "config.password", "getpass.getpass()", "self.password", "args.token", "generate_token()", "str", "string",
    "Optional[str]", "bytes | None", "#{password}", "%DB_PASSWORD%", "$(cat /run/secrets/db)", "/run/secrets/db_password",
    "{password}", "[password]", "@password", "password", "vault.read('kv/db')", "data.aws_secret.db.value", "await getToken()",
    "!Ref DbPassword", "{{ .Values.db.password }}", "{{resolve:secretsmanager:db}}", "required", "nil", "undefined",
)  # fmt: skip
"""What stands in a secret's place and is none."""


EXPRESSIONS = frozenset(r for r in REFERENCES if r[-1:] in ")]" or "." in r)
"""References that are code; in quotes they would be none."""


def references(seed: int) -> Iterator[tuple[str, str, str]]:
    """Format, reference and text: assignments that hold no secret."""
    draw = Random(seed)
    skip = ("curl quoted user", "curl -u", "htpasswd", "basic header", "sentry dsn", "git remote", "csv", "sql insert")
    for form in FORMATS:
        if form.name in skip or form.keys.startswith("drawn") or "blank" in form.keys or "://" in form.template:
            continue
        quoted = any(mark in form.template for mark in ("'{v}", '"{v}', "`{v}", "'ada:{v}", "({v}", "[{v}"))
        for reference in REFERENCES:
            if any(c in reference for c in form.bans) or (quoted and reference in EXPRESSIONS):
                continue
            name = keyword(draw, draw.choice((*STRONG, *WEAK)), form.keys if form.keys != "none" else "snake")
            text = form.template.format(k=name, K=name[:1].upper() + name[1:], v=reference, b="", h="", d="")
            yield form.name, reference, text
