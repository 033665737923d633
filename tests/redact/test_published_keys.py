"""Keys and ids that their issuers publish stay; their secret counterparts, which look the same, go."""

import pytest
from tests.redact.vectors import HEX, LETTERS

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
ID = f"{HEX[:8]}-{HEX[8:12]}-4{HEX[13:16]}-a{HEX[17:20]}-{HEX[20:32]}"
CAPTCHA = "6L" + LETTERS + "Zx81qW"
TURNSTILE = "0x4" + "AAAAAAA" + LETTERS[:14]
POINT = "B" + LETTERS[:20] + "-" + LETTERS + "_" + LETTERS


@pytest.mark.parametrize(
    "text",
    [
        f'tenant_id = "{ID}"',
        f"AZURE_TENANT_ID={ID}",
        f'{{"tenantId": "{ID}", "appId": "{ID}"}}',
        f"subscription_id: {ID}",
        f"AZURE_CLIENT_ID={ID}",
        f"az login --tenant {ID}",
        f"directory (tenant) ID: {ID}",
        f'<div class="h-captcha" data-sitekey="{ID}"></div>',
        f'<div class="g-recaptcha" data-sitekey="{CAPTCHA}"></div>',
        f"NEXT_PUBLIC_RECAPTCHA_SITE_KEY={CAPTCHA}",
        f"recaptcha: {{ siteKey: '{CAPTCHA}' }}",
        f"grecaptcha.execute('{CAPTCHA}', {{action: 'send'}})",
        f"https://www.google.com/recaptcha/api.js?render={CAPTCHA}",
        f"TURNSTILE_SITE_KEY: {TURNSTILE}",
        f"ALGOLIA_SEARCH_KEY={HEX}",
        f"searchOnlyApiKey: '{HEX}'",
        f"VAPID_PUBLIC_KEY={POINT}",
        f'client_id = "197452188345-{HEX}.apps.googleusercontent.com"',
        f"OAUTH_CLIENT_ID=Iv1.{HEX[:16]}",
        "known_hosts: |1|JfKTdBh7rNbXkVAQCRp4OQoPfmI=|USECr3SWf1JUPsms5AqfD5QfxkM= ssh-rsa",
        f"the pubkey of the peer: pubkey {LETTERS}{LETTERS[:11]}=",
        "http://2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion",
        "tor: 2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion",
        "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
        "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
        f"account_id: {HEX}",
    ],
)
def test_what_is_published_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"AZURE_CLIENT_SECRET={ID}", ID),
        (f"tenant_token: {ID}", ID),
        (f"client_key: {ID}", ID),
        (f"RECAPTCHA_SECRET_KEY={CAPTCHA}", CAPTCHA),
        (f"recaptcha: {{ siteKey: '{CAPTCHA[:-1]}P', secretKey: '{CAPTCHA}' }}", CAPTCHA),
        (f"AZURE_SEARCH_KEY={HEX}", HEX),
        (f"ALGOLIA_ADMIN_KEY={HEX}", HEX),
        (f"VAPID_PRIVATE_KEY={LETTERS}-{LETTERS[:10]}", LETTERS),
        (f"public key: {'ghp_' + LETTERS + 'Zx81'}", LETTERS),
        (f"private key {LETTERS}{LETTERS[:11]}=", LETTERS),
        (f"OAUTH_CLIENT_SECRET=Iv1.{HEX}", HEX),
    ],
)
def test_the_secret_beside_it_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)
