"""Runs of token characters: drawn at random, or beside a word that makes them a secret."""

from collections.abc import Container
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.redact.chance import HEX, is_text
from backstory.redact.columns import is_headed
from backstory.redact.judge import (
    ALPHABET,
    UUID,
    count_repeats,
    has_letters_and_digits,
    is_alphabet,
    is_mostly_random,
    is_word_and_number,
    looks_drawn,
    pieces_of,
)
from backstory.redact.labels import LONGEST_LABELLED, is_glued_key, is_labelled
from backstory.redact.names import is_name, opens_nothing
from backstory.redact.patterns import Pattern
from backstory.redact.public_values import is_data, is_private, is_public, names_itself
from backstory.redact.rules import Rules
from backstory.redact.runs import CHARS, LONGEST, run_round
from backstory.redact.spans import Span
from backstory.redact.words import STRONG, WEAK, is_placeholder, split_words

_EDGE: Final = b"=.~-/+_"
_BEFORE: Final = Pattern(
    rb"(?i)(?:(" + STRONG + rb")|(" + WEAK + rb"))([_.-]?(?:id|key|token|value|code|secret|v?[0-9]|s))?"
    rb"[\"'`\])]{0,3}(?:[ \t]{0,3}(?:=>|:{1,3}=?|=|>)\s{0,10}|[ \t]{0,3}(?:\||,|is|\(|to|-{1,2}>?)[ \t]{0,3}|"
    rb"[ \t]{0,3}(?:" + "：|是|为|為|は|は：|는|은".encode() + rb")[ \t]{0,3}|"
    rb"[ \t:./_-]{1,4})[\"'`(<\[]{0,3}$"
)
_VENDOR: Final = Pattern(
    rb"([A-Za-z][\w.-]{2,48})[\"'`\])]{0,3}[ \t]{0,3}(?:=>|:=|[:=|,]|\bx\b)?[ \t]{0,3}[\"'`(]{0,3}$"
)
_VENDOR_FAR: Final = Pattern(
    rb"(?:^|[\s\"'`(#])([A-Za-z][\w.-]{2,32})[\"'`)]?:?((?:[ \t]+[\w'()-]{1,40}:?){0,4})[ \t]*(?:[:=>-]|->|"
    rb"\xe2\x86\x92|\xe2\x80\x94)?"
    rb"[ \t\n][\"'`(]{0,2}$"
)
"""The name of a service, a few words, and the run."""
_NOTHING: Final[frozenset[bytes]] = frozenset()
_HOSTS: Final = frozenset(
    b"github gitlab bitbucket circleci jenkins travis travisci buildkite docker dockerhub vercel netlify heroku"
    b" codecov coveralls npm checkout"
    b" sentry codeclimate drone semaphore appveyor render fly terraform pulumi gcp aws azure google".split()
)
"""Services that speak of commits and digests."""
_BETWEEN: Final = frozenset(
    b"id ids commit sha hash digest image build version request trace session page file job run uuid guid rev"
    b" revision tag branch"
    b" container layer node pod checksum etag ref url path project app org team user account issue merge pull"
    b" action actions"
    b" workflow release event message thread channel team space database table document doc record public cached"
    b" cache".split()
)
"""Words that make something else of what stands behind a service."""
_DIGEST: Final = Pattern(
    rb"(?i)(?:sha-?[0-9]{1,3}|md5|h1|b2|b3|blake2?b?|crc32|etag|integrity|digest|checksum|commit|rev|sri|base64)"
    rb"[\"']?\s{0,2}[-:=,@/]\s{0,2}[\"']?[wW]?/?[\"']?$|"
    rb"(?i:checkout|cherry_?pick|rev_?parse|revert|commit)\w{0,12}\([\"'`]$"
)
_SIGNED: Final = Pattern(rb"(?i)(?:^|[\"'\s{,_])sig(?:nature)?[\"']?\s{0,2}[:=]\s{0,2}[\"']?$")
LONGEST_ADDRESS: Final = 1024
LONGEST_DRAWN: Final = 180
"""Bytes above which a random run without a name is data: pictures, certificates, source maps."""


class Run(NamedTuple):
    """A run of token characters that looks drawn, in its text."""

    text: bytes
    start: int
    end: int
    token: bytes
    body: bytes
    """The token without what joins it to its neighbours."""
    before: bytes
    """The bytes right before it."""


def find_in_run(text: bytes, place: int, rules: Rules, taken: Container[tuple[int, int]] = ()) -> Span | None:
    """The secret in the run of token characters that a trigger ended in at `place`, if there is one.

    `taken`: places of secrets whose names say more than those given here, so that nobody has to ask again.
    """
    start, end = _bound_token(text, place)
    token = text[start:end]
    body = token.strip(_EDGE)
    if len(body) < 12 or not looks_drawn(body) or (text[end : end + 1] == b"(" and _CALLED.whole(token)):
        return None
    private = is_private(text, start)
    is_uuid = len(token) == 36 and UUID.whole(token)
    inner = 0 if is_uuid else _find_value_inside(token)
    if (start, end) in taken and not private and not inner:
        return None
    run = Run(text, start, end, token, body, text[max(0, start - 96) : start])
    if _is_no_key(run):
        return None
    if private:
        return Span(start, end, "private-key")
    if inner:
        return Span(start + inner, end, "secret-token")
    rule = "" if _is_id_or_digest(run) else _name_rule(run, is_uuid, rules)
    return Span(start, end, rule) if rule else None


def _bound_token(text: bytes, place: int) -> tuple[int, int]:
    """The run round a place without the signs at its end and without a name and `=` at its beginning."""
    start, end = run_round(text, place)
    if text[start - 1 : start] == b"\\" and text[start : start + 1] in b"nrt":
        start += 1
    while end > start and text[end - 1] in _EDGE and text[end - 1 : end] != b"=":
        end -= 1
    token = text[start:end]
    cut = token.rstrip(b"=").rfind(b"=") + 1
    return (start + cut if 0 < cut <= len(token) - 8 else start), end


def _is_no_key(run: Run) -> bool:
    """Whether the place of a run excuses it: an expression of a pipeline, a public name, a page of a listing."""
    if run.body.isalpha() and run.text[run.end : run.end + 1] >= b"\x80":
        return True  # a word of a language that has other letters too
    if b"${{" in run.before or is_public(run.text, run.start):
        return True
    name = run.before[-48:].rstrip(b" \t\r\n\"'=:[(")
    return opens_nothing(name)


def _is_id_or_digest(run: Run) -> bool:
    if names_itself(run.token, run.body):
        return True
    if len(run.body) == 40 and run.before[-3:] in (b'" (', b"' (") and not run.body.strip(HEX):
        return True  # the commit whose subject stands in quotes
    return _DIGEST.within(run.before) or (_SIGNED.within(run.before) and not run.body.strip(HEX))


def _name_rule(run: Run, is_uuid: bool, rules: Rules) -> str:
    """The rule that makes the run a secret: by the name before it, by its looks, by the service or header above it."""
    body = run.body
    if (len(body) >= 16 or b"\n" not in run.before[-24:]) and (_announced(run.before) or is_glued_key(run.before)):
        return "" if _is_when(body) or is_placeholder(body) else "secret-token"
    if len(body) <= LONGEST_LABELLED and is_labelled(run.text, run.start, run.end):
        return "secret-token"
    if not is_uuid and _stands_out(run):
        return "high-entropy"
    if len(body) > LONGEST:
        return ""
    if _is_beside_service(run, rules):
        return "service-token"
    return "secret-token" if is_headed(run.text, run.start) else ""


def _is_beside_service(run: Run, rules: Rules) -> bool:
    """Whether the name of a service that hands out keys stands before a run that is no commit's."""
    body, before = run.body, run.before
    near = _VENDOR.find(before, 0, len(before)) if len(body) >= 20 or _is_short_key(body, before) else None
    words = _words(before[near[1][0] : near[1][1]]) if near else _NOTHING
    if words.isdisjoint(rules.vendors):
        far = _VENDOR_FAR.find(before, 0, len(before)) if len(body) >= 20 else None
        if far is None:
            return False
        words = _words(before[far[1][0] : far[1][1]]).union(*map(_words, before[far[1][1] :].split()))
        if not words.isdisjoint(_BETWEEN):
            return False
    if words.isdisjoint(rules.vendors) or not words.isdisjoint(_GIT):
        return False
    if _begins_as_data(run) or (run.token[:1] == b"/" and run.token.count(b"/") >= 3):
        return False
    is_commit = _may_be_commit(body, before) and not words.isdisjoint(_HOSTS)
    return not is_commit and not _is_when(body) and not is_placeholder(body)


def _is_short_key(body: bytes, before: bytes) -> bool:
    """Whether a short run behind a sign has small letters, capitals and digits, or is long enough without capitals."""
    if len(body) < 16 or not body.isalnum() or before.rstrip(b" \t\"'`")[-1:] not in (b"=", b":", b">"):
        return False
    return bool(body.strip(HEX)) and has_letters_and_digits(body) and not is_word_and_number(body)


def _may_be_commit(body: bytes, before: bytes) -> bool:
    """Whether a run has the form of a commit's id and stands as one."""
    return len(body) in (40, 64) and before[-1:] in b" /" and not body.strip(HEX)


def _stands_out(run: Run) -> bool:
    """Whether a token without any name beside it is a key by its looks: random, and not a piece of encoded data."""
    return not any(excuses(run) for _, excuses in _EXCUSES)


def _is_long_data(run: Run) -> bool:
    if len(run.token) > LONGEST_DRAWN and (b"/" in run.token or b"+" in run.token):
        return True
    return is_data(run.text, run.start)


def _is_small_id(run: Run) -> bool:
    """Ids of containers, networks and builds are drawn from small letters and digits alone."""
    return len(run.token) < 28 and run.token.isalnum() and run.token.islower()


def _is_alphabet(run: Run) -> bool:
    return ALPHABET.within(run.token) or is_alphabet(run.token)


def _is_repetitive(run: Run) -> bool:
    return count_repeats(run.token) * 4 > len(run.token)


def _begins_as_data(run: Run) -> bool:
    return run.token.startswith(_ENCODED)


def _is_id_of_message(run: Run) -> bool:
    """Whether an agent or an interface of a model numbers its messages and calls so, or names a run after its time."""
    return _MESSAGE.begin(run.token, 0, len(run.token)) >= 0


def _is_in_address(run: Run) -> bool:
    """Whether the run is a part of an address behind its host."""
    before, token = run.text[max(0, run.start - LONGEST_ADDRESS) : run.start], run.token
    chunk = before.rsplit(None, 1)[-1] if before and not before[-1:].isspace() else b""
    if b"://" not in chunk and not token.startswith(b"//"):
        return False
    return b"/" in (chunk + token).partition(b"://")[2]


def _is_path_or_name(run: Run) -> bool:
    """Whether a run is a name in a domain (`com.apple...`), or a file in folders that are named by words."""
    return _PATH.begin(run.token, 0, len(run.token)) >= 0


_PATH: Final = Pattern(rb"(?:com|org|net|io|dev)\.[a-z][\w-]+\.[A-Za-z]|(?:[a-z_.][a-z_.-]{2,24}/){2,}[\w-]+\z")


def _is_listed_or_named(run: Run) -> bool:
    return _BENIGN.within(run.before) or _LISTED.within(run.before)


def _is_line_of_data(run: Run) -> bool:
    if len(run.token) < 60 or run.before[-1:] not in b"\n\"'n\t ":
        return False
    return run.text[run.end : run.end + 1] in b"\n\"'\\\r" and not _is_no_base64(run.body)


def _continues_data(run: Run) -> bool:
    """Whether the line before is encoded data that goes on here."""
    before = run.before
    if before[-2:] == b"=|":
        return True
    line = before.rstrip(b"\r\n \t\"'+\\n")[-60:]
    if len(line) != 60 or line.strip(CHARS):
        return False
    return b"\n" in before[-24:] or before[-1:] not in b" =:"


def _is_drawing(run: Run) -> bool:
    return _SVG.whole(run.token)


def _is_encoded_text(run: Run) -> bool:
    return is_text(run.token)


def _is_no_base64(token: bytes) -> bool:
    """Whether a long token is no encoded data: parted by dots, or none of its many characters is a sign of base64."""
    if b"." in token and b"/" not in token and b"+" not in token:
        return True
    return len(token) >= 100 and token.isalnum() and bool(token.strip(HEX))


_ENCODED: Final = tuple(
    b"0x MII MFkw iVBOR R0lGOD /9j/4 UklGR PHN2Zy JVBERi d09GM H4sIA UEsDB AAAAB3NzaC1 AAAAC3NzaC1 AAAAE2VjZHNh".split()
)
"""How numbers, certificates, pictures, documents, fonts, archives and the public keys of SSH begin."""
_MESSAGE: Final = Pattern(
    rb"(?:(?:srv|mcp)?toolu?|msg|msgs|call|chatcmpl|cmpl|req|resp|rs|fc|run|step|thread|asst|file|batch|ses|prt|pi|dpl|ch|cus|evt|seti|prj|user|org|team|proj|price|prod|sub|in|pm|acct|txn|cs|plan|sess)(?:_[a-z]{2,4})?[_-][A-Za-z0-9]{16,}\z|"
    rb"(?:[A-Za-z][\w.-]{0,40}?[-_.])?(?:19|20)[0-9]{6}[T_-]?[0-9]{4,6}Z?(?:[-_.][a-z0-9]{1,8})?\z"
)
_CALLED: Final = Pattern(rb"[A-Za-z_][\w.]*")


@lru_cache(maxsize=2048)
def _words(name: bytes) -> frozenset[bytes]:
    """The words of a name, and the name itself, in lower case."""
    return frozenset((*(word.lower() for word in split_words(name)), name.lower()))


_SVG: Final = Pattern(rb"[0-9achlmqstvzACHLMQSTVZ.-]+")
_BENIGN: Final = Pattern(
    rb"(?i)(?:(?:\b|[_.-])(?:ids?|kid|x5t|jti|thumbprint|uuid|guid|public[_ -]?key|after|address|account|wallet|mint|"
    rb"before|boundary|ref|node|content|data|bytes|binary|class|classname|name)|"
    rb"hash(?:es)?|cursor|digests?|checksums?|fingerprints?|nonce|revision|etag(?:\([^\n]{0,40})?|[a-z](?-i:I[dD])|(?:^|[;\s])bh?)"
    rb"[\"'`]{0,3}\s{0,3}[:=,]\s{0,3}(?:\[\s{0,40})?[\"'`\\W/]{0,4}$|"
    rb"(?i:\b(?:ids?|uuid|guid|job|run|build|trace|request)[ ][\"'`(]?$)|"
    rb"(?i)(?:cipher|digest|signature|modulus|exponent|certificate)\w{0,12}>\s*$"
)
_LISTED: Final = Pattern(rb"[A-Za-z0-9+/_-]{12}={0,2}[\"'],?\s+[\"']$")
"""The end of another item of encoded data, before this one: a list of digests."""


def _announced(before: bytes) -> bool:
    """Whether a name that announces a secret stands right before, as a word of its own."""
    groups = _BEFORE.find(before, 0, len(before))
    if not groups:
        return False
    strong = groups[1][0] >= 0
    first, last = groups[1] if strong else groups[2]
    after = groups[3][1] if groups[3][0] >= 0 else last
    return is_name(before, first, before[first:after], strong, last - first)


_GIT: Final = frozenset(
    (b"git", b"commit", b"sha", b"tree", b"blob", b"rev", b"hash", b"checksum", b"digest", b"integrity", b"version")
)


@lru_cache(maxsize=4096)
def _find_value_inside(token: bytes) -> int:
    """Where the value begins in a run that holds its own name: `service_SECRET=...`, `key-...`."""
    if not _TELLING.within(token):
        return 0  # as most: without such a word no beginning of the run is a name
    for joint in _JOINT.each(token, 0, len(token)):
        cut = joint[0][1]
        rest = token[cut:]
        if len(rest) < 12:
            break
        value = _without_file_ending(rest)
        if value and _is_named_before(token, cut) and _is_value(value):
            return cut
    return 0


def _without_file_ending(rest: bytes) -> bytes:
    """The rest of a run without the ending of a file's name; nothing where it is a file's name.

    Files are named by digests, and by a word or two behind `key-`.
    """
    if not _FILE.find(rest, 0, len(rest)):
        return rest
    stem = rest.rpartition(b".")[0]
    if not (stem.rpartition(b"/")[2] or b"0").translate(None, b"-").strip(HEX):
        return b""
    return stem if len(stem) >= 20 and stem.strip(HEX) else b""


def _is_named_before(token: bytes, cut: int) -> bool:
    """Whether what stands before `cut` in a run announces a secret."""
    name = token[:cut]
    if name.lower().endswith(b"api_"):
        return False
    if name[-1:] in b"/." and not _KEEPS.within(token[max(0, cut - 40) : cut - 1]):
        return False
    return _announced(name) or _GLUED.within(name)


def _is_value(rest: bytes) -> bool:
    """Whether what follows a name inside a run looks drawn, and not only in small pieces."""
    if is_placeholder(rest) or _is_when(rest) or not looks_drawn(rest):
        return False
    body = rest.strip(_EDGE)
    pieces = pieces_of(body)
    return UUID.begin(body, 0, len(body)) >= 0 or any(len(piece) >= 12 for piece in pieces) or is_mostly_random(pieces)


_TELLING: Final = Pattern(rb"(?i)" + STRONG + rb"|" + WEAK)
_GLUED: Final = Pattern(rb"(?i)^[a-z0-9]{2,16}(?:key|token|secret|access|private|pat)[-_]\z")
_KEEPS: Final = Pattern(rb"(?i)(?:token|secret|password|passwd|key)\z")
_FILE: Final = Pattern(rb"\.[a-z][a-z0-9]{1,4}$")
_JOINT: Final = Pattern(rb"[=_./:-]+")
_WHEN: Final = Pattern(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[0-9._-]+|v?[0-9]+\.[0-9]+.*")
_EXCUSES: Final = (
    ("long data", _is_long_data),
    ("hardly random", lambda run: not is_mostly_random(pieces_of(run.token))),
    ("small id", _is_small_id),
    ("alphabet", _is_alphabet),
    ("repetitive", _is_repetitive),
    ("begins as data", _begins_as_data),
    ("id of a message", _is_id_of_message),
    ("in an address", _is_in_address),
    ("in a list or named as no secret", _is_listed_or_named),
    ("path or name", _is_path_or_name),
    ("line of data", _is_line_of_data),
    ("goes on with data", _continues_data),
    ("drawing", _is_drawing),
    ("encoded text", _is_encoded_text),
)
"""What makes a random run no key, by name, the cheapest questions first."""


@lru_cache(maxsize=2048)
def _is_when(token: bytes) -> bool:
    return (
        bool(_WHEN.whole(token))
        and not token.strip(b"0123456789.-_:TZ+")
        and bool(token.strip(HEX) or b"-" in token or token.isdigit())
    )
