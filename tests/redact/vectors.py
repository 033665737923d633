"""Secrets for tests, put together at run time: no file of this repository holds a string that a scanner would take.

All are made up; the words they are made of are random letters drawn once.
"""

LETTERS = "kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eU"
LOWER = LETTERS.lower()
HEX = "9f86d081884c7d659a2feaa0c55ad015"
PEM_BODY = "MIIEow" + "IBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgwMbRvI0MBZhpI\n" + (LETTERS * 2 + "\n") * 5

PLANTED: dict[str, tuple[str, str]] = {
    "aws id": ("AKIA" + "Q3EGRIPT7ZLDVHXA", "id = {}"),
    "aws secret": (LETTERS + "+x/Qw8" + "zR", "aws_secret_access_key = {}"),
    "github": ("ghp_" + LETTERS + "Zx81", "push with {} please"),
    "openai": ("sk-" + "proj-" + LETTERS + "_" + LOWER + "9", "export OPENAI_API_KEY={}"),
    "slack": ("xoxb-" + "391809548274-4236212766789-" + LETTERS[:24], "slack says {}"),
    "jwt bearer": (
        "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0." + LETTERS + "abcdefghijk",
        "Authorization: Bearer {}",
    ),
    "url password": ("hunter2" + "correct", "postgres://app:{}@db.internal:5432/shop"),
    "password": ("hunter2" + "xyz", "password: {}"),
    "json password": ("tr0ub4dor" + "&3", '{{"user": "ada", "password": "{}"}}'),
    "google": ("AIza" + "Sy" + LETTERS + "0", "maps key {}"),
    "stripe": ("sk_" + "live_" + LETTERS[:24], "stripe {}"),
    "pem": (PEM_BODY.strip(), "-----BEGIN RSA " + "PRIVATE KEY-----\n{}\n-----END RSA " + "PRIVATE KEY-----"),
    "npm": ("npm_" + LETTERS + "Zx81", "//registry.npmjs.org/:_authToken={}"),
}
"""Name -> (secret, sentence to hold it): the thirteen kinds that no other tool of this family keeps off the disk."""

FORMS: dict[str, tuple[str, str]] = {
    "env": ("s3cr3tV4lue", "DB_PASSWORD={}"),
    "glued to its name": ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", "shop-SECRET-{} is in use"),
    "env plain letters": ("swordfish", "export DB_PASSWORD={}"),
    "yaml": ("p4ssw0rd!x", "database:\n  password: {}\n  port: 5432\n"),
    "quoted yaml": ("p4ss w0rd9".replace(" ", "_"), "  secret: '{}'\n"),
    "python": (LETTERS[:20], 'api_key = "{}"'),
    "go": (LETTERS[:24], 'var jiraToken string = "{}"'),
    "rust": (LETTERS[:24], 'let api_token: &\'static str = "{}";'),
    "typescript": (LETTERS[:24], "private authToken: string = '{}';"),
    "call": (LETTERS[:24], 'System.setProperty("VERCEL_TOKEN", "{}")'),
    "constant call": ("dkb82Vdd" + "SD", 'easy_setopt(curl, CURLOPT_PASSWORD, "{}");'),
    "php": (LETTERS[:24], "'api_key' => '{}',"),
    "xml": (LETTERS[:24], "<apiToken>{}</apiToken>"),
    "xml attribute": ("Xk29slq8", '<add key="Password" value="{}" />'),
    "kubernetes": ("q9w8e7r6t5", "- name: DB_PASSWORD\n  value: {}\n"),
    "json list": (LETTERS[:24], '{{"name":"API_TOKEN","value":"{}"}}'),
    "flag": ("Zx81qq77", "deploy --password {} --verbose"),
    "flag equals": (LETTERS[:20], "deploy --token={} --verbose"),
    "short flag": ("Zx81qq77", "mysql -u root -p{} shop"),
    "user flag": ("Zx81qq77", "curl -u ada:{} https://example.org"),
    "basic": ("YWRhOlp4" + "ODFxcTc3eHk=", "Authorization: Basic {}"),
    "token header": (HEX, "authorization: token {}"),
    "prose": ("Zx81qq77!", "the password is {} now"),
    "prose for": ("Zx81qq77!", "the password for the staging box is {}"),
    "netrc": ("Zx81qq77", "machine h login ada password {}"),
    "licence": ("ZAQWS-XCDER-VBGTR-FRTGU-KLMNX", "license_key = {}"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "HEROKU_API_KEY={}"),
    "hex": (HEX, "twilio auth token: {}"),
    "glued": (HEX, "prospect-token-{}"),
    "hook": ("T02A4B6C8/B02A4B6C9/" + LETTERS[:24], "https://hooks.slack.com/services/{}"),
    "bcrypt": ("$2b$12$" + LETTERS + "abcdefghijklmnopqrstu", "hash {}"),
    "random": (LETTERS, "it printed {} and stopped"),
}
"""Further forms a secret is told in."""

INNOCENT = (
    "commit 9f1c2e4d5b6a79880a1b2c3d4e5f60718293a4b5",
    "Merge 9f1c2e4d5b6a79880a1b2c3d4e5f60718293a4b5 into main",
    "request 123e4567-e89b-12d3-a456-426614174000 failed",
    "id: 01JD8ZK3M7Q4T9W2R5X8Y1B6C0",
    "version 1.2.3-beta.4+build.2026 and v20.11.0",
    '"integrity": "sha512-' + LETTERS * 2 + LETTERS[:20] + '=="',
    "image@sha256:" + HEX * 2,
    "h1:" + LETTERS + "abcdefghijk=",
    'api_key = "<your-token>"',
    "API_KEY=${API_KEY}",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    'password = "{{ vault.password }}"',
    "const key = process.env.SECRET_KEY",
    'secret = os.environ["SECRET_KEY"]',
    "jobs:\n  deploy:\n    secrets: inherit\n",
    "let credentials = try? keychain.get()",
    '"hashes": [\n  "' + LETTERS + "ab12" + '=",\n  "' + LETTERS[::-1] + 'cd34="\n]',
    'expect("ABCDEFGHIJKLMNOPQR' + "STUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + '")',
    "runs/123e4567-e89b-12d3-a456-426614174000/log.txt and shop-123e4567-e89b-12d3-a456-426614174000",
    'secret = os.environ.get("SECRET_KEY", "")',
    "password = getpass.getpass()",
    "def login(self, password: str, token: str | None = None) -> None:",
    "password: string;",
    "if password == confirmPassword:",
    "PASSWORD=changeme",
    "password: ********",
    "token = self.next_token()",
    "key: value",
    "runOneTimeV12_4_3Cleanup and sizeEndCentDir64Locator",
    "monkey=getElementsByTagNameNS",
    "for key in sorted(mapping): print(key, mapping[key])",
    "author: Ada <ada@example.org>",
    "The secret to good tests is patience, and the key is in the details.",
    "passed: 1234567 tests in 12.5 seconds",
    "see https://github.com/ada/shop/commit/9f1c2e4d5b6a79880a1b2c3d4e5f60718293a4b5",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "2026-11-20T09:14:03Z 2026-11-20 09:14:03,123",
    "/home/ada/projects/shop/src/auth/token_store_v2.py",
    "pip install google-re2==1.1.20251105 && pytest -p no:randomly",
)
"""What must come back as it was."""

FRONT_MATTER = """---
id: 01JD8ZK3M7Q4T9W2R5X8Y1B6C0
kind: decision
title: Rotate the API token store before the release
tier: reference
tags: [auth, token, project:auth]
anchors: [src/auth/token.py#Token@b2:5d1e0c9a77aa01b2c3d4e5f60718293a4b5c6d7e, src/key.py#secret@b2:0123456789abcdef0123456789abcdef]
links: [supersedes 01JC2M8QZ7Q4T9W2R5X8Y1B6C1, depends_on 01JC2M8QZ7Q4T9W2R5X8Y1B6C2]
author: Ada <ada@example.org>
agent: claude-code
session: 3f0c6c1e-89ab-4cde-8f01-23456789abcd
branch: feat/api-key-01JD8ZK3M7Q4T9W2R5X8Y1B6C0
commit: 9f1c2e4d5b6a79880a1b2c3d4e5f60718293a4b5
how: explicit
made: 2026-11-20T09:14:03Z
---
Better typing support and active maintenance.
"""  # noqa: E501
