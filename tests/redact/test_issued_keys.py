"""Keys in the documented forms of services that no pack knows, wherever they stand; and ids that look like them."""

import pytest
from tests.redact.vectors import HEX, LETTERS, LOWER

from backstory.redact.gate import Gate
from backstory.redact.issuers import ISSUERS

GATE = Gate(key=b"test")
ID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
PLACES = ('  "value": "{}",', "I pasted {} into the form.", "https://api.acme.example/v1/items?k={}", "ACME={}")
KEYS = {
    "neon": "npg_" + LETTERS[:12],
    "heroku": "HRKU-AA" + LETTERS + LETTERS[::-1] + LOWER[:6],
    "azure": LETTERS + LETTERS[:20] + "JQQJ9D" + LETTERS[:26],
    "axiom": "xaat-" + ID,
    "launchdarkly": "sdk-" + ID,
    "fal": ID + ":" + HEX,
    "ghost": HEX[:24] + ":" + HEX + HEX[::-1],
    "zhipu": HEX + "." + LETTERS[:16],
    "unleash": "default:production." + (HEX + HEX[::-1])[:56],
    "two draws": "tmprl_" + LETTERS[:22] + "_" + LETTERS[::-1] + LOWER[:8],
    "a body with hyphens": "knk_" + LETTERS[:11] + "-" + LETTERS[11:20] + "_" + LETTERS[20:] + LETTERS[:10],
    "a tail": "zpka_" + HEX + "_" + HEX[8:16],
    "an organization's": "dpt_org_" + (HEX + HEX[::-1])[:60],
    "svix": "whsec_" + LETTERS[:7] + "+" + LETTERS[7:16] + "/" + LETTERS[16:30],
    "bitwarden": f"0.{ID}.{LETTERS[:30]}:{LETTERS[:6]}/{LETTERS[:15]}==",
    "base64 behind a head": "ptr_" + LETTERS[:5] + "/" + LETTERS[5:16] + "+" + LETTERS[16:42] + "=",
    "capitals behind the digest": "xsmtpsib-" + HEX + HEX[::-1] + "-" + LETTERS[:16],
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", KEYS)
def test_a_key_goes_wherever_it_stands(name: str, place: str) -> None:
    key = KEYS[name]

    assert key[-12:] not in GATE.clean(place.format(key))


def test_every_issuer_has_a_source() -> None:
    assert all(issuer.source for issuer in ISSUERS)
    assert len({issuer.pattern for issuer in ISSUERS}) == len(ISSUERS)


@pytest.mark.parametrize(
    "text",
    [
        f"pvc-{ID} is bound",
        f"session-{ID}.log",
        f"https://cdn.acme.example/assets/chunk_{HEX}/index.css",
        "https://cdn.acme.example/thumb_" + HEX + HEX[::-1] + "/400x300",
        "org_" + LETTERS[:27],
        "ns.o.toStringWithLocaleAndFormatting()",
        f"GET user:{HEX} from the cache",
        "user_uploads/avatars/thumbnails/large=1",
        f"0.{ID}.snapshot:latest",
    ],
)
def test_an_id_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "address",
    [
        "https://mcp.acme.example/{}/mcp",
        "https://acme-mcp.example.com/s/{}",
        "https://tools.acme.example/{}/sse",
        "https://acme.example/api/mcp/s/{}/run",
    ],
)
def test_the_part_that_opens_a_server_for_tools_goes(address: str) -> None:
    for key in ("e2_" + HEX + HEX[:8], LETTERS, ID):
        assert key not in GATE.clean(f'"url": "{address.format(key)}"')


@pytest.mark.parametrize(
    "text",
    [
        "https://mcp.acme.example/docs/getting-started-with-tools/mcp",
        f"https://github.com/acme/mcp/blob/{HEX}{HEX[:8]}/src/server.py",
        "https://acme.example/mcp/configuration-reference-for-servers",
    ],
)
def test_the_address_of_a_page_about_one_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize("margin", ["", "    ", "> ", "# ", "// ", " * ", "| ", "12: ", "  12\t", "  12→"])
@pytest.mark.parametrize("head", ["b3BlbnNzaC1rZXktdjEAAAAA", "MIIEowIBAAKCAQEA"])
def test_a_private_key_without_its_armour_goes_with_all_lines(head: str, margin: str) -> None:
    lines = [head + LETTERS[:24], LETTERS + LOWER, LOWER[::-1] + LETTERS, LETTERS[:21] + "=="]
    text = "\n".join(["read:", *(margin + line for line in lines), "and then it failed"])

    cleaned = GATE.clean(text)

    assert not [line for line in lines if line[:21] in cleaned]
    assert cleaned.startswith("read:\n") and cleaned.endswith("\nand then it failed")
