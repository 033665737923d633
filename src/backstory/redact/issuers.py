"""The spellings of keys by the service that issues them, and where each is described.

They are looser than those of the packs: a key that was cut, lengthened or mixed up in the telling is still a key.
"""

from typing import Final, NamedTuple

UUID_FORM: Final = rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
PACKS: Final = "packs"
"""The packs have the service, see `packs/SOURCES.md`."""


class Issuer(NamedTuple):
    """A spelling of a service's keys. `source`: the document, program or rule that describes it."""

    service: bytes
    pattern: bytes
    source: str = PACKS


ISSUERS: Final = (
    Issuer(b"aws", rb"(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|ANVA|APKA|A3T[A-Z0-9])[A-Z0-9]{16}"),
    Issuer(b"github", rb"gh[pousr]_[A-Za-z0-9]{20,}"),
    Issuer(b"github", rb"github_pat_\w{20,}"),
    Issuer(b"gitlab", rb"gl[a-z]{2,8}-[\w.=-]{16,}"),
    Issuer(b"slack", rb"xox[a-z](?:\.xox[a-z])?-[\w-]{10,}"),
    Issuer(b"slack", rb"xapp-[\w-]{20,}"),
    Issuer(b"openai", rb"sk-[\w-]{20,}"),
    Issuer(b"sendgrid", rb"SG\.[\w-]{16,}\.[\w-]{16,}"),
    Issuer(b"twilio", rb"(?:SK|AC|AP|PK|SM)(?:[0-9a-f]{32}|[0-9A-F]{32})"),
    Issuer(b"mailchimp", rb"[0-9a-f]{32}-us[0-9]{1,2}"),
    Issuer(b"mailgun", rb"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}"),
    Issuer(b"mailgun", rb"key-[0-9a-f]{32}"),
    Issuer(b"gcp", rb"AIza[\w-]{30,}"),
    Issuer(b"gcp", rb"ya29\.[\w-]{20,}"),
    Issuer(b"gcp", rb"GOCSPX-[\w-]{7,}"),
    Issuer(b"gcp", rb"1//0[\w-]{20,}"),
    Issuer(b"npm", rb"npm_[A-Za-z0-9]{20,}"),
    Issuer(b"pypi", rb"pypi-[\w-]{30,}"),
    Issuer(b"rubygems", rb"rubygems_[0-9a-f]{30,}"),
    Issuer(b"docker", rb"dckr_[a-z]{2,4}_[\w-]{20,}"),
    Issuer(b"huggingface", rb"hf_[A-Za-z]{30,}"),
    Issuer(b"shopify", rb"(?:shp(?:at|ca|pa|ss|ltm|tk)|shltm|prtapi)_[A-Za-z0-9]{30,}"),
    Issuer(b"atlassian", rb"ATATT3x[\w=-]{20,}"),
    Issuer(b"atlassian", rb"ATCTT3x[\w=-]{20,}"),
    Issuer(b"bitbucket", rb"ATBB[A-Za-z0-9]{24,}"),
    Issuer(b"new", rb"NRAK-[A-Z0-9]{20,}"),
    Issuer(b"facebook", rb"EAA[A-Za-z0-9]{30,}"),
    Issuer(b"square", rb"sq0[a-z]{3}-[\w-]{20,}"),
    Issuer(b"tailscale", rb"tskey-[a-z]+-[\w-]{8,}"),
    Issuer(b"hubspot", rb"pat-[a-z]{2,4}[0-9]?-[0-9a-f-]{30,}"),
    Issuer(b"zoho", rb"1000\.[0-9a-f]{32}\.[0-9a-f]{32}"),
    Issuer(b"vault", rb"hv[bsr]\.[\w-]{20,}"),
    Issuer(b"doppler", rb"dp\.[a-z]{2,6}\.[\w.-]{20,}"),
    Issuer(b"discord", rb"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}"),
    Issuer(b"telegram", rb"[0-9]{8,10}:A[\w-]{32,}"),
    Issuer(b"airtable", rb"pat[A-Za-z0-9]{14}\.[0-9a-f]{40,}"),
    Issuer(b"sentry", rb"sntry[a-z]_[\w+/=-]{40,}"),
    Issuer(
        b"macaroon",
        rb"MDA[A-Za-z0-9]{3}xvY2F0aW9u[\w=-]{40,}",
        "https://docs.rs/libmacaroon `serialization/v1.rs`: a packet `location` comes first",
    ),
    Issuer(
        b"azure",
        rb"[A-Za-z0-9]{24,52}JQQJ9[9D][A-Za-z0-9]{20,40}",
        "https://github.com/microsoft/security-utilities `CommonAnnotatedKey.cs`",
    ),
    Issuer(
        b"neon",
        rb"npg_[A-Za-z0-9]{12,}",
        "https://github.com/Ishannaik/agent-sweep/pull/201",
    ),
    Issuer(
        b"heroku",
        rb"HRKU-AA[\w-]{50,}",
        "https://github.com/trufflesecurity/trufflehog `pkg/detectors/heroku/v2/heroku.go`",
    ),
    Issuer(
        b"axiom",
        rb"xa[ap]t-" + UUID_FORM,
        "https://github.com/axiomhq/axiom-go `internal/config/token.go`",
    ),
    Issuer(
        b"launchdarkly",
        rb"(?:sdk|api)-" + UUID_FORM,
        "https://launchdarkly.com/docs/home/account/environment/keys",
    ),
    Issuer(
        b"fal",
        UUID_FORM + rb":[0-9a-f]{32}",
        "betterleaks `fal-api-key.1`",
    ),
    Issuer(
        b"ghost",
        rb"[0-9a-f]{24}:[0-9a-f]{64}",
        "https://docs.rs/ghost-io-api `auth/admin`",
    ),
    Issuer(
        b"zhipu",
        rb"[0-9a-f]{32}\.[A-Za-z0-9_-]{16,24}",
        "https://open.bigmodel.cn `id.secret`, which signs a token; the lengths are those of samples",
    ),
    Issuer(
        b"endor",
        rb"endr\+[\w-]{16,}",
        "betterleaks `endorlabs`",
    ),
    Issuer(
        b"unleash",
        rb"(?:[\w-]{1,30}:)?[a-z][\w-]{2,20}\.[0-9a-f]{56}",
        "https://github.com/Unleash/unleash `src/lib/services/api-token-service.ts`",
    ),
    Issuer(
        b"twitter",
        rb"A{18,}[\w%+/]{16,}%3D[\w%+/]{30,}",
        "https://docs.x.com/fundamentals/authentication/oauth-2-0/bearer-tokens",
    ),
    Issuer(
        b"paypal",
        rb"access_token\$(?:production|sandbox)\$[0-9a-z]{8,}\$[0-9a-f]{16,}",
        "https://github.com/Samsung/CredSweeper `PayPal Braintree Access Token`",
    ),
    Issuer(
        b"nostr",
        rb"nsec1[02-9ac-hj-np-z]{58}",
        "https://github.com/nostr-protocol/nips `19.md`",
    ),
    Issuer(
        b"linkedin",
        rb"WPL_AP[0-9]\.[A-Za-z0-9]{12,20}\.[A-Za-z0-9+/]{4,16}={0,2}",
        "the form of the client secrets in public repositories",
    ),
    Issuer(
        b"instagram",
        rb"IGQ[VW][\w-]{80,}",
        "the form of the tokens of the Basic Display API in public repositories",
    ),
    Issuer(
        b"azure",
        rb"[A-Za-z0-9+/]{76}\+(?:ASt|AIoT|ABa|AMC|AEh|ASb)[A-Za-z0-9+/]{4,5}[AQgw]==|[\w-]{44}Az(?:Fu|Se)[\w-]{6}(?:==)?",
        "https://github.com/microsoft/security-utilities `HighConfidenceMicrosoftSecurityModels`",
    ),
    Issuer(
        b"dropbox",
        rb"[A-Za-z0-9_-]{11}AAAAAAAAAA[\w-]{43}",
        "gitleaks `dropbox-long-lived-api-token`",
    ),
    Issuer(
        b"lob",
        rb"(?:live|test)_[0-9a-f]{35}",
        "gitleaks `lob-api-key`",
    ),
    Issuer(
        b"flagsmith",
        rb"ser\.[A-Za-z0-9]{22}",
        "https://github.com/Flagsmith/flagsmith `api/environments/api_keys.py`",
    ),
    Issuer(
        b"pushbullet",
        rb"o\.[A-Za-z0-9]{32}",
        "https://github.com/trufflesecurity/trufflehog `pkg/detectors/pushbulletapikey`",
    ),
    Issuer(
        b"asana",
        rb"[0-9]/[0-9]{14,18}(?:/[0-9]{14,18})?:[0-9a-f]{32}",
        "https://github.com/mongodb/kingfisher `asana.yml`, rules 3 to 5",
    ),
    Issuer(
        b"svix",
        rb"whsec_[A-Za-z0-9+/]{24,}={0,2}",
        "https://github.com/standard-webhooks/standard-webhooks `spec/standard-webhooks.md`",
    ),
    Issuer(
        b"bitwarden",
        rb"0\." + UUID_FORM + rb"\.[A-Za-z0-9]{20,}:[A-Za-z0-9+/]{20,}={0,2}",
        "https://github.com/bitwarden/sdk-sm `access_token.rs`",
    ),
)
