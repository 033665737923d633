"""Lines of ordinary repositories that stay whole, by class, each beside a secret in the same form that goes."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
SEALED = "gAAAAABo" + "9K8UduBY-8VZCkeB2p_VeBGcTFGGIvb37k3M6nS3pKUGj7Lwc_xFOkhUT0zL92lSwzQEha7VA2dVYc2-" * 5

WHOLE = (
    # packages, their versions and digests
    '"resolved": "https://registry.example/glob-parent/-/glob-parent-5.1.2.tgz",',
    '"node_modules/js-tokens": {\n  "integrity": "sha512-'
    + "RdJUflcE3cUzKiMqQgsCu06FPu9UdIJO0beYbPhHN4k6" * 2
    + '=="\n}',
    "google.golang.org/genproto/googleapis/api v0.0.0-20260622175928-b703f567277d // indirect",
    "golang.org/x/oauth2 v0.0.0-20180821212333-d2e6202438be/go.mod h1:N/0e6XlmueqKjAGxoOufVs8QHGRruUQn6yWY3a++T0U=",
    "h11/py.typed,sha256=sow9soTwP9T_gEAQSVh7Gb8855h04Nwmhs2We-JRgZM,7",
    "uses: actions/create-github-app-token@bcd2ba49218906704ab6c1aa796996da409d3eb1",
    # what is encrypted
    f'"encrypted_content":"{SEALED}"',
    "user: ENC[AES256_GCM,data:tQ1l,iv:o9MiMveNYO7T82yDab+4pAt17DO6B4wl8yGy3oFbDb8=,tag:0RjvUUtSQwaUc9SF3RSTZQ==]",
    "password: ENC[AES256_GCM,data:wtyRyrcYh1AaoA==,iv:lJKpAdaRjCqUqkS1aUI9pukQm1DcKTmXPVV5tSY8/pi=,type:str]",
    "api_key:\n  secure: P/UHxq2DEs0GI1SoDXDesHjRVsSVgdywz5vmsnhFQQY5aJgO3kP+QfhwfhXz",
    # ids of records, blocks, calls and services
    "Verification succeeded for blk_6996194389878584395\r\n081110 011335 31 INFO dfs.DataBlockScanner: ok",
    '"tool_use_id": "srvtoolu_01U7Gmem7fusu76R4EWhExXt",',
    "moderation_01j6ax48wpfb4vas8qgv8vmg20",
    'INTERCOM = "00001110-0000-1000-8000-00805f9b34fb"',
    '"sample_id_key": "train_curiosity_1100_MAST_678_jpg.rf.c843612063e6c2994d91d711dcbc4b54.jp_51b3b0444f00"',
    '"/home/ada/.claude/projects/-home-ada-shop-api-conn/97fa1bbf-c85d-406a-8109-267246420e69.jsonl"',
    "<UserSecretsId>c9e33323-8ebe-47b1-9827-f9675c1a85f0</UserSecretsId>",
    # code
    "func (x *Key) GetAzureKeyvaultKey() *AzureKeyVaultKey {",
    "const handleForgotPassword = useCallback(() => {",
    'password = quote(str(self.password), safe="")',
    "encrypted_password_changed = will_save_change_to_attribute?(:encrypted_password)",
    "@user = User.where(password_reset_token: params[:password_reset_token].to_s).first",
    "config.redis = {password: ->(u) { u.password }}",
    "class KeyEntry(val password: CharArray?, val key: Key)",
    "export const jwt = (options: {\n  secret: SignatureKey\n  cookie?: string\n})",
    "const color = errors.password ? 'border-red-500' : 'border-gray-300'",
    "className={c.passed ? 'pass' : 'fail'}",
    'if ("password"===a.type||"textarea"===b) return',
    "'passwords' => env('AUTH_PASSWORD_BROKER', 'users'),",
    "'passwords' => [\n    'users' => [\n        'provider' => 'users',",
    '"WEBSHARE_PROXY_PASS": ["proxies", "password"],',
    "dependencies = [('authtoken', '0002_auto_20160226_1747')]",
    "clean_up_passwords resource",
    "route: { password: routes }",
    'generate_password_hash("secret", "sha256")',
    "grep -q '^SHARE_UPLOAD_SECRET=.\\\\+' .env.local",
    # modes, times, verdicts
    "credentials: include",
    "config.reset_password_within = 6.hours",
    '"pass_rate": f"{delta_pass_rate:+.2f}"',
    "--- PASS: TestComputeProjectID/worktree_resolves_to_main (0.00s)",
    "let's see if all tests pass: Perfect! All of them do",
    "sample,parameter,limit,result\nS-1,Aromatic amines,30,Pass\nS-2,Textile dyes,50,Complies\n",
    "| 1 | Open page | PASS | one.png |\n| 2 | Sign in | SKIPPED | none |",
    # sentences and labels
    "Kennwort: siehe Tresor",
    "mot de passe : voir le coffre",
    "Passwort: bitte beim Admin erfragen",
    "Send a notification to the user when password changes.",
    "It only checks if the password is *present*. Do not rely on it.",
    "It does not provide a user database, password hashing, or mail.",
    "Configure CORS on another origin, send credentials.\nUse it only when the flow requires it, together\nwith TLS.",
    "NEO4J_PASSWORD: Neo4j password (required)",
    "  password: Wachtwoord\n  password_confirmation: Wachtwoord opnieuw",
    "opencode auth login anthropic",
    # what says that a value goes there
    "MYSQL_ROOT_PASSWORD=replace-with-a-strong-root-password",
    "DB_PASSWORD=your_postgres_password",
    "OPENAI_API_KEY=sk-ant-api03-...",
    "Authorization: Basic dXNlcjpwYXNz",
    # labels and their translations
    '"Secret": "Секрет",\n"Incorrect password": "Falsches Passwort",\n"new-password": "Новий пароль",',
    # minified code, files, repositories and addresses of wallets
    "{password:A,strength:E,resolveReady:k,ready:I}=g;checkPasswordOnly:re},config:E",
    "('PyQt5/Qt5/lib/libQt5QmlModels.so.5', 'BINARY')",
    "origin  git@github.com:Johannes0501/api-shrooms.git (fetch)",
    "wants you to sign in with your Solana account:\n2EZEiBdw47VHT6SpZSW9VnuSvBe7DxuYHBTxj19gxvv8\n",
    "src=https://example.org/hooks/post_tool_use.py",
    "the main iteration of the forward pass in Viterbi ($m^2$-complexity operation)",
    # other options
    "termclient -u=ada -h=127.0.0.1 -p=8080 -ph=0906678888 reg",
    "unzip -p archive.zip notes.txt",
)


@pytest.mark.parametrize("text", WHOLE)
def test_ordinary_lines_stay_whole(text: str) -> None:
    assert GATE.clean(text) == text


GOES = (
    ("user: ENC[AES256_GCM,data:tQ1l]\npassword: Harbor-lamp77", "Harbor-lamp77"),
    ("glpat-" + "x7Kd92mQpL4vTz8RwN1b", "x7Kd92mQpL4vTz8RwN1b"),
    ("blk_live_token_9f8a7b6c5d4e3f2a1b0c9d8e", "9f8a7b6c5d4e3f2a1b0c9d8e"),
    ("credentials: kestrel-harbor77", "kestrel-harbor77"),
    ("user  | pass\n------+--------\nada   | walnut7x", "walnut7x"),
    ("|host|user|pw|\n|-|-|-|\n|db1|root|moonlight|", "moonlight"),
    (" id | username | password\n----+----------+----------\n  1 | ada      | walnut\n", "walnut"),
    ("Authorization: Basic YWRhOmhhcmJvci1sYW1wNzc=", "YWRhOmhhcmJvci1sYW1wNzc="),
    ("mysql -u ada -pHarbor-lamp77 shop", "Harbor-lamp77"),
    ("machine example.org login ada password walnut", "walnut"),
    ("password is **Harbor-lamp77**", "Harbor-lamp77"),
    ("DB_PASSWORD: kestrel77 # of the shop", "kestrel77"),
)


@pytest.mark.parametrize(("text", "secret"), GOES)
def test_secrets_in_the_same_forms_go(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)
