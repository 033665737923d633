"""Record files: front matter and body, as `docs/format.md` specifies them.

What is written is valid YAML 1.2; what is read goes through a small fixed parser that knows scalars and flat lists
and nothing else, so that anchors, tags and merge keys of YAML are inert text. Reading never fails on content: what
cannot be understood is reported and costs at most the line it stands on.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from backstory.model.ids import is_ulid, make_ulid
from backstory.model.ids import normal as normal_id
from backstory.model.kinds import CARE_TIER, HOWS, KINDS, RETRACTED, TIERS, kind_named
from backstory.model.record import Anchor, Link, Origin, Record
from backstory.store.scalars import plain_key, read_key, read_list, read_scalar, write_key, write_list, write_scalar

FENCE: Final = "---"
ORIGIN_KEYS: Final = ("author", "agent", "session", "branch", "commit", "how", "source", "quote")
LIST_KEYS: Final = ("tags", "anchors", "links")
BEFORE_FIELDS: Final = ("id", "kind", "title", "tier", "status", *LIST_KEYS, *ORIGIN_KEYS)
OWN_KEYS: Final = frozenset((*BEFORE_FIELDS, "made"))
"""Keys with a meaning of their own; every other key of a file is one of `Record.fields`."""
SUBSTANCE: Final = frozenset(("id", "kind", "title", *ORIGIN_KEYS, "made"))
"""Keys that never change once a record is written."""


class Problem(NamedTuple):
    """Something odd in a file, on a line counted from 1 (0: the file as a whole). Severity `error warning note`."""

    line: int
    what: str
    severity: str = "warning"


class Decoded(NamedTuple):
    """What a file says. `record` is None only for a file that holds nothing at all or cannot be read."""

    record: Record | None
    problems: tuple[Problem, ...] = ()


class _Entry(NamedTuple):
    key: str
    value: str
    line: int
    more: tuple[str, ...] = ()
    """Indented or `- ` lines that belong to the key."""


def encode(record: Record) -> bytes:
    """The file of a record. The same record gives the same bytes; `normal` says which records come back equal."""
    out = [FENCE, f"id: {write_scalar(record.id)}", f"kind: {write_scalar(record.kind)}"]
    out.append(f"title: {write_scalar(record.title)}")
    out.append(f"tier: {write_scalar(record.tier)}")
    if record.status != default_status(record.kind):
        out.append(f"status: {write_scalar(record.status)}")
    if record.tags:
        out.append(f"tags: {write_list(record.tags)}")
    if record.anchors:
        out.append(f"anchors: {write_list([str(a) for a in record.anchors])}")
    if record.links:
        out.append(f"links: {write_list([str(a) for a in record.links])}")
    for key in ORIGIN_KEYS:
        value = getattr(record.origin, key)
        if value:
            out.append(f"{key}: {write_scalar(value)}")
    out.extend(f"{write_key(key)}: {write_scalar(value)}" for key, value in sorted(record.fields.items()))
    if record.made:
        out.append(f"made: {write_scalar(record.made)}")
    out.append(FENCE)
    text = "\n".join(out) + "\n"
    if record.body:
        text += record.body + "\n"
    return text.encode("utf-8", "replace")


def decode(data: bytes, *, scope: str = "private", name: str = "") -> Decoded:
    """Reads a record file. `name` is its path, which helps where the file does not say its kind.

    Never raises on content.
    """
    problems: list[Problem] = []
    text = _text(data, problems)
    if not text.strip():
        return Decoded(None, (Problem(0, "the file is empty", "error"),))
    entries, body = _split(text, problems)
    record = _record(entries, body, text, scope, name, problems)
    return Decoded(record, tuple(sorted(problems)))


def normal(record: Record) -> Record:
    """The record as a file can hold it: `decode(encode(normal(r))).record == normal(r)` for every record.

    Lone surrogates and NUL become U+FFFD and line ends LF everywhere. A title is one line without blanks around it.
    Tags, anchors and links are stripped; empty ones and repetitions go. A field whose name is one of the record's
    own keys, or empty, gets `x-` before it.
    """
    return Record(
        id=record.id,
        kind=record.kind,
        title=_one_line(record.title),
        body=sound(record.body),
        tier=_one_line(record.tier),
        status=_one_line(record.status) or default_status(record.kind),
        tags=unique(_one_line(t) for t in record.tags),
        anchors=tuple(dict.fromkeys(a for a in map(_normal_anchor, record.anchors) if a.path or a.symbol)),
        links=tuple(dict.fromkeys(a for a in map(_normal_link, record.links) if a.target)),
        origin=Origin(**{k: sound(getattr(record.origin, k)) for k in ORIGIN_KEYS}),
        made=_one_line(record.made),
        fields={_field_name(k): sound(v) for k, v in record.fields.items()},
        scope=record.scope,
    )


def edit_metadata(data: bytes, changes: Mapping[str, str | Sequence[str] | None]) -> bytes:
    """Changes the lines of the named keys, to a text, a list or nothing (None); all else stays byte for byte.

    A key that is new goes where `encode` would put it. Repeated keys become one line.
    """
    bom = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    rest = data[len(bom) :]
    lines = rest.split(b"\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    end = b"\r\n" if lines[first].endswith(b"\r") else b"\n"
    if lines[first].rstrip() != FENCE.encode():
        head = [FENCE.encode(), FENCE.encode()]
        lines = [*(line + end[:-1] for line in head), *lines]
        first, close = 0, 1
    else:
        problems: list[Problem] = []
        close = _close([line.decode("utf-8", "replace").rstrip("\r") for line in lines], first, problems)
        if close >= len(lines) or lines[close].rstrip() != FENCE.encode():
            lines.insert(close, FENCE.encode() + end[:-1])
    spans = _spans(lines, first + 1, close)
    for key, value in changes.items():
        new = None if value is None else _line_of(key, value).encode("utf-8", "replace") + end[:-1]
        mine = [s for s in spans if s[0] == key]
        if mine:
            spans = [s for s in spans if s[0] != key or s is mine[0]]
            at = spans.index(mine[0])
            spans[at : at + 1] = [] if new is None else [(key, [new])]
        elif new is not None:
            order = _order(key)
            at = next((i for i, s in enumerate(spans) if s[0] and _order(s[0]) > order), len(spans))
            spans.insert(at, (key, [new]))
    middle = [line for _, part in spans for line in part]
    return bom + b"\n".join([*lines[: first + 1], *middle, *lines[close:]])


def default_status(kind: str) -> str:
    """What a record of that kind has when its file does not say."""
    row = KINDS.get(kind)
    return row.statuses[0] if row else "active"


def default_tier(kind: str) -> str:
    """What a record of that kind has when its file does not say."""
    row = KINDS.get(kind)
    return row.tier if row else "reference"


def careful_tier(tiers: Iterable[str]) -> str:
    """The most careful of several tiers."""
    return min(tiers, key=lambda t: CARE_TIER.index(t) if t in CARE_TIER else -1)


def careful_status(kind: str, statuses: Iterable[str]) -> str:
    """The most careful of several statuses: `retracted`, else the one that comes last in the kind's row."""
    order = (*(KINDS[kind].statuses if kind in KINDS else ()), RETRACTED)
    return max(statuses, key=lambda s: order.index(s) if s in order else -1)


def sound(text: str) -> str:
    """Text that a UTF-8 file with LF line ends can hold."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if not text.isascii():
        text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if _lone(text) else text
    return text


def unique(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i for i in items if i))


def _lone(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _text(data: bytes, problems: list[Problem]) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        problems.append(Problem(1, "begins with a byte order mark", "note"))
    try:
        text = data.decode()
    except UnicodeDecodeError as err:
        line = data.count(b"\n", 0, err.start) + 1
        problems.append(Problem(line, "is not UTF-8; the odd bytes are read as U+FFFD", "error"))
        text = data.decode("utf-8", "replace")
    if "\r" in text:
        problems.append(Problem(text.count("\n", 0, text.index("\r")) + 1, "line ends other than LF", "note"))
    if "\0" in text:
        problems.append(Problem(text.count("\n", 0, text.index("\0")) + 1, "holds NUL, read as U+FFFD", "error"))
    return sound(text)


def _split(text: str, problems: list[Problem]) -> tuple[list[_Entry], str]:
    """Front-matter entries and body. Both sides of a merge conflict in the front matter are read."""
    if text.startswith("---\n"):
        end = text.find("\n---\n", 3)
        if end > 0 and "<<<<<<<" not in text[:end]:
            header = text[4 : end + 1]
            body = text[end + 5 :]
            entries, whole = _entries(header.split("\n")[:-1] if header else [], 2, problems)
            if whole:
                return entries, _body(body, header.count("\n") + 3, problems)
            problems.clear()
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines) if line.strip())
    if lines[first].startswith("<<<<<<<"):
        return _both(lines, len(lines), problems)
    if lines[first].rstrip() != FENCE:
        problems.append(Problem(1, "has no front matter", "error"))
        return [], text.removesuffix("\n")
    close = _close(lines, first, problems)
    for i in range(first + 1, min(close + 1, len(lines))):
        if lines[i].startswith("<<<<<<<"):
            fence = next((j for j in range(i, len(lines)) if lines[j].rstrip() == FENCE), len(lines))
            ends = [j for j in range(i, fence) if lines[j].startswith(">>>>>>>")]
            starts = [j for j in range(i, fence) if lines[j].startswith("<<<<<<<")]
            return _both(lines, fence if len(ends) == len(starts) else len(lines), problems)
    found = list[Problem]()
    entries, _ = _entries(lines[first + 1 : close], first + 2, found)
    problems.extend(found)
    after = close + 1 if close < len(lines) and lines[close].rstrip() == FENCE else close
    return entries, _body("\n".join(lines[after:]), after + 1, problems)


def _close(lines: list[str], first: int, problems: list[Problem]) -> int:
    """Index of the closing fence, or of the line where the body begins when the fence is missing."""
    blank = -1
    for i in range(first + 1, len(lines)):
        line = lines[i].rstrip()
        if line == FENCE:
            return i
        if not line:
            if blank < 0:
                blank = i
        elif blank >= 0 and not _is_header(line):
            break
    problems.append(Problem(first + 1, "the front matter is not closed by a line `---`", "error"))
    return blank if blank >= 0 else len(lines)


def _is_header(line: str) -> bool:
    if line[0] in " \t#" or line.startswith(("- ", "<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        return True
    return bool(read_key(line)[0])


def _both(lines: list[str], until: int, problems: list[Problem]) -> tuple[list[_Entry], str]:
    """Reads the two sides of the conflicts in the first `until` lines as one: entries of both, bodies of both."""
    ours: list[str] = []
    theirs: list[str] = []
    side = ""
    for i, line in enumerate(lines):
        if i < until:
            if line.startswith("<<<<<<<"):
                side = "ours"
                problems.append(Problem(i + 1, "an unresolved merge conflict; both sides are read", "error"))
                continue
            if side and line.startswith("|||||||"):
                side = "base"
                continue
            if side and line.rstrip() == "=======":
                side = "theirs"
                continue
            if side and line.startswith(">>>>>>>"):
                side = ""
                continue
        if side in ("", "ours"):
            ours.append(line)
        if side in ("", "theirs"):
            theirs.append(line)
    entries: list[_Entry] = []
    bodies: list[str] = []
    for part in (ours, theirs):
        text = "\n".join(part)
        if text.strip():
            found, body = _split_plain(part)
            entries.extend(found)
            if body not in bodies:
                bodies.append(body)
    return entries, "\n\n".join(b for b in bodies if b)


def _split_plain(lines: list[str]) -> tuple[list[_Entry], str]:
    ignored: list[Problem] = []
    first = next(i for i, line in enumerate(lines) if line.strip())
    if lines[first].rstrip() != FENCE:
        return [], "\n".join(lines).removesuffix("\n")
    close = _close(lines, first, ignored)
    entries, _ = _entries([x for x in lines[first + 1 : close] if not x.startswith("<<<<<<<")], first + 2, ignored)
    after = close + 1 if close < len(lines) and lines[close].rstrip() == FENCE else close
    return entries, "\n".join(lines[after:]).removesuffix("\n")


def _body(text: str, line: int, problems: list[Problem]) -> str:
    if text.startswith("<<<<<<<") or "\n<<<<<<<" in text:
        at = 0 if text.startswith("<<<<<<<") else text.index("\n<<<<<<<") + 1
        if "\n=======" in text[at:] and "\n>>>>>>>" in text[at:]:
            where = line + text.count("\n", 0, at)
            problems.append(Problem(where, "looks like an unresolved merge conflict; kept as text", "warning"))
    if text.startswith("---\n") and text.find("\n---\n", 3) > 0 and "\nid:" in text[: text.find("\n---\n", 3)]:
        problems.append(Problem(line, "a second front matter; kept as text", "warning"))
    return text.removesuffix("\n")


def _entries(lines: list[str], number: int, problems: list[Problem]) -> tuple[list[_Entry], bool]:
    """Entries of header lines; False when some line is none (and there is a blank one before it)."""
    out: list[_Entry] = []
    whole = True
    blank = False
    for i, line in enumerate(lines, number):
        first = line[:1]
        if not first or line.isspace():
            blank = True
            continue
        if first == "#":
            continue
        if first in " \t" or line.startswith("- ") or line == "-":
            if out:
                out[-1] = out[-1]._replace(more=(*out[-1].more, line)) if len(out[-1].more) < 4096 else out[-1]
                continue
            key = ""
        else:
            key, value = read_key(line)
        if not key:
            whole = whole and not blank
            problems.append(Problem(i, "is no `key: value` line; ignored", "warning"))
            continue
        out.append(_Entry(key, value, i))
    return out, whole


def _record(
    entries: list[_Entry], body: str, text: str, scope: str, name: str, problems: list[Problem]
) -> Record:
    scalars: dict[str, str] = {}
    lists: dict[str, list[str]] = {}
    tiers: list[str] = []
    statuses: list[str] = []
    fields: dict[str, str] = {}
    for entry in entries:
        key = entry.key
        if key in LIST_KEYS:
            items, what = read_list(entry.value, entry.more)
            if what:
                problems.append(Problem(entry.line, f"`{key}` {what}", "warning"))
            lists.setdefault(key, []).extend(items)
            continue
        value, what = read_scalar(entry.value, entry.more, word=key in ("id", "kind", "tier", "status", "how", "made"))
        if what:
            problems.append(Problem(entry.line, f"`{key}` {what}", "warning"))
        if key == "tier":
            tiers.append(value)
        elif key == "status":
            statuses.append(value)
        else:
            into = scalars if key in OWN_KEYS else fields
            if key not in into:
                into[key] = value
            elif into[key] != value:
                problems.append(Problem(entry.line, f"`{key}` is there again with another value; the first counts", "error"))
    kind = _kind(scalars.get("kind", ""), name, problems)
    tier = careful_tier(t if t in TIERS else _unknown_tier(t, problems) for t in tiers) if tiers else default_tier(kind)
    status = careful_status(kind, statuses) if statuses else ""
    how = scalars.get("how", "") or "explicit"
    if how not in HOWS:
        problems.append(Problem(0, f"`how: {how}` is unknown; read as the least trusted, `imported`", "warning"))
        how = "imported"
    id = _id(scalars.get("id", ""), text, scalars.get("made", ""), name, problems)
    title = scalars.get("title", "")
    if not title:
        title = _first_line(body)
        problems.append(Problem(0, "has no title; the first line of the text is taken", "warning"))
    return Record(
        id=id,
        kind=kind,
        title=_one_line(title),
        body=body,
        tier=tier,
        status=_one_line(status) or default_status(kind),
        tags=unique(map(_one_line, lists.get("tags", ()))),
        anchors=tuple(dict.fromkeys(a for a in map(Anchor.parse, map(sound, lists.get("anchors", ()))) if a.path or a.symbol)),
        links=tuple(dict.fromkeys(a for a in map(_read_link, lists.get("links", ())) if a.target)),
        origin=Origin(
            author=scalars.get("author", ""),
            agent=scalars.get("agent", ""),
            session=scalars.get("session", ""),
            branch=scalars.get("branch", ""),
            commit=scalars.get("commit", ""),
            how=how,
            source=scalars.get("source", ""),
            quote=scalars.get("quote", ""),
        ),
        made=_one_line(scalars.get("made", "")),
        fields=fields,
        scope=scope,
    )


def _unknown_tier(tier: str, problems: list[Problem]) -> str:
    problems.append(Problem(0, f"`tier: {tier}` is unknown; read as the most careful, `{CARE_TIER[0]}`", "warning"))
    return CARE_TIER[0]


def _kind(word: str, name: str, problems: list[Problem]) -> str:
    if word in KINDS:
        return word
    known = kind_named(word) if word else None
    if known:
        problems.append(Problem(0, f"`kind: {word}` is read as `{known.name}`", "note"))
        return known.name
    if word:
        problems.append(Problem(0, f"`kind: {word}` is not known to this version", "note"))
        return _one_line(word)
    folder = os.path.basename(os.path.dirname(name))
    kind = folder if folder in KINDS else "note"
    problems.append(Problem(0, f"has no kind; read as `{kind}`", "warning"))
    return kind


def _id(text: str, whole: str, made: str, name: str, problems: list[Problem]) -> str:
    if is_ulid(text):
        return text
    again = normal_id(text)
    if is_ulid(again):
        problems.append(Problem(0, f"`id: {text}` is read as {again}", "note"))
        return again
    import hashlib

    problems.append(Problem(0, "has no valid id; one is derived from its content", "error"))
    digest = hashlib.blake2b(whole.encode("utf-8", "replace"), digest_size=10).digest()
    return make_ulid(_ms(made) or _ms(os.path.basename(name)[:10]), digest)


def _ms(made: str) -> int:
    from datetime import UTC, datetime

    try:
        when = datetime.fromisoformat(made)
        ms = int((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return 0
    return ms if 0 <= ms < 1 << 48 else 0


def _first_line(body: str) -> str:
    for line in body.split("\n"):
        text = line.strip().lstrip("#").strip()
        if text:
            return text[:300]
    return "untitled"


def _one_line(text: str) -> str:
    text = sound(text)
    if not text.isprintable():
        text = " ".join(piece.strip() for piece in "".join(" \n"[c in _BREAKS] if c in _BREAKS else c for c in text).split("\n"))
    return text.strip()


_BREAKS: Final = frozenset("\n\t\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def _normal_anchor(anchor: Anchor) -> Anchor:
    return Anchor.parse(sound(str(anchor)))


def _normal_link(link: Link) -> Link:
    return _read_link(f"{'_'.join(link.relation.split()) or 'relates_to'} {link.target}")


def _read_link(text: str) -> Link:
    words = sound(text).split()
    if len(words) == 1:
        return Link("relates_to", words[0])
    return Link(words[0], " ".join(words[1:])) if words else Link("", "")


def _field_name(key: str) -> str:
    key = _one_line(key)
    return f"x-{key}" if not key or key in OWN_KEYS else key


def _line_of(key: str, value: str | Sequence[str]) -> str:
    return f"{write_key(key)}: {write_scalar(sound(value)) if isinstance(value, str) else write_list([sound(v) for v in value])}"


def _order(key: str) -> int:
    if key in BEFORE_FIELDS:
        return BEFORE_FIELDS.index(key)
    return len(BEFORE_FIELDS) + (key == "made")


def _spans(lines: list[bytes], start: int, stop: int) -> list[tuple[str, list[bytes]]]:
    """Header lines by the key they belong to; comments and blank lines have the key empty."""
    out: list[tuple[str, list[bytes]]] = []
    for raw in lines[start:stop]:
        line = raw.decode("utf-8", "replace").rstrip("\r")
        if line[:1] in (" ", "\t") or line.startswith("- ") or line == "-":
            if out and out[-1][0] and line.strip():
                out[-1][1].append(raw)
                continue
        key = read_key(line)[0] if line and line[0] not in " \t#" else ""
        out.append((key, [raw]))
    return out


__all__ = ["Decoded", "Problem", "decode", "edit_metadata", "encode", "normal", "plain_key"]
