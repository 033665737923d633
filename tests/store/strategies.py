"""Hypothesis strategies for records, hostile on purpose."""

from hypothesis import strategies as st

from backstory.model.ids import ALPHABET
from backstory.model.kinds import CHANNELS, KINDS, RELATIONS, TIERS
from backstory.model.record import Anchor, Link, Origin, Record

PIECES = (
    "---", "\n---\n", "---\nid: 01JD8ZK3M7Q4T9W2R5X8Y1B6C0\n---\n", "<<<<<<< HEAD\n", "=======\n", ">>>>>>> x\n",
    "|||||||", "id: x\n", ": ", " #", "#", "- ", "[a, b]", "{", "}", "&a", "*a", "!!python/object:os.system", "'", '"',
    "\\", "\\u0041", "\t", "\r\n", "\r", "\n", "\0", "\u2028", "\u2029", "\x85", "\x0b", "\x1b[31m", "\x7f", "\ufeff",
    "\u202e", "\ud800", "\udfff", "\u200d", "\U0001f600", "null", "true", "~", "1e5", "0x1F", "12:30", "2026-11-20",
    "yes", ".inf", ",", "]", "%", "@b2:00", "@", " ", "  ", "\u00a0", "é", "e\u0301", "```\n", "## Impact\n", "|", ">",
    "%23",
)  # fmt: skip
texts = st.one_of(
    st.text(max_size=40),
    st.text(alphabet=st.characters(exclude_categories=()), max_size=12),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=8).map("".join),
)
ids = st.text(alphabet=ALPHABET, min_size=25, max_size=25).map(lambda t: "0" + t)
anchors = st.builds(
    Anchor, texts, st.one_of(st.just(""), texts), st.sampled_from(("", "b2:5d1e0c9a", "sha256:00", "odd", "b2:", ":ff"))
)
links = st.builds(Link, st.one_of(st.sampled_from(RELATIONS), texts), st.one_of(ids, texts))
origins = st.builds(
    Origin,
    author=texts,
    agent=texts,
    session=texts,
    branch=texts,
    commit=st.one_of(texts, st.text(alphabet="0123456789abcdef", min_size=7, max_size=40)),
    how=st.one_of(st.sampled_from(CHANNELS), texts),
    source=texts,
    quote=texts,
)
records = st.builds(
    Record,
    id=ids,
    kind=st.one_of(st.sampled_from(tuple(KINDS)), texts),
    title=texts.map(lambda t: "t" + t),
    body=texts,
    tier=st.one_of(st.sampled_from(TIERS), texts),
    status=st.one_of(st.sampled_from(("active", "open", "done", "retracted")), texts),
    tags=st.lists(texts, max_size=4).map(tuple),
    anchors=st.lists(anchors, max_size=3).map(tuple),
    links=st.lists(links, max_size=3).map(tuple),
    origin=origins,
    made=st.one_of(st.sampled_from(("2026-11-20T09:14:03Z", "", "2026-11-20")), texts),
    fields=st.dictionaries(texts, texts, max_size=4),
    scope=st.sampled_from(("team", "private", "user")),
)
