"""Digests in a list of them and keys of caches stay; the same value beside the same name elsewhere goes."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
HEX = "3cd0716cb5a0c5cf155c49f8df5d555bd2ae8a32" + "4bf3a63c9fcc0b0ac359b345"


@pytest.mark.parametrize(
    "text",
    [
        f"SPEC CHECKSUMS:\n  KeychainAccess: {HEX[:40]}\n  Stripe: {HEX[4:44]}\n\nPODFILE CHECKSUM: {HEX[8:48]}",
        f"checksums:\n  auth-token.tar.gz: {HEX}\n  secret-tool: {HEX[::-1]}",
        f'"checksums": {{\n  "auth/token.js": "{HEX}",\n  "stripe": "{HEX[:40]}"\n}}',
        f'[checksums]\ntoken-cli = "{HEX}"\nstripe = "{HEX[:40]}"',
        f"digests:\n  keycloak: sha256:{HEX}",
        f"SHA1 hashes:\n  password.go: {HEX[:40]}\n  stripe.go: {HEX[3:43]}",
        f"Cache restored from key: node-modules-Linux-{HEX}",
        f"Cache not found for input keys: yarn-{HEX}, yarn-",
        f"Attempting to restore cache from key v2-deps-{HEX}",
        f"restore-keys: Linux-npm-{HEX}",
    ],
)
def test_digests_of_lists_and_caches(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        f"tokens:\n  stripe: {HEX[:40]}",
        f"checksums:\n  a: {HEX}\nsecrets:\n  api_token: {HEX[::-1][:40]}",
        f'[checksums]\na = "{HEX}"\n[secrets]\napi_token = "{HEX[::-1][:40]}"',
        f"password hashes:\n  stripe_key: {HEX[:40]}",
        f"cache auth key: {HEX[:40]}",
        f"the cache is encrypted with key: {HEX[:40]}",
    ],
)
def test_same_digits_elsewhere(text: str) -> None:
    assert GATE.clean(text) != text
