"""Record files: the round trip law, careful folding, damage, and edits that touch nothing else."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear
from tests.store.strategies import PIECES, records, texts
from tests.sweeps import share

from backstory.model.ids import is_ulid
from backstory.model.record import Anchor, Link, Origin, Record
from backstory.store.codec import OWN_KEYS, decode_record, edit_metadata, encode_record, normalize_record

ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
FULL = Record(
    id=ID,
    kind="decision",
    title="Use psycopg 3 instead of asyncpg",
    body="Better typing support.\n\n## Alternatives\n- stay on asyncpg",
    tags=("database", "project:auth"),
    anchors=(Anchor("src/db/pool.py", "Pool", "b2:5d1e0c9a"),),
    links=(Link("supersedes", "01JC2M8Q000000000000000000"),),
    origin=Origin(
        author="Ada <ada@example.org>",
        agent="claude-code",
        session="3f0c6c1e",
        branch="feat/pay",
        commit="9f1c2e4",
        how="explicit",
    ),
    made="2026-11-20T09:14:03Z",
)
TEXT = """---
id: 01JD8ZK3M7Q4T9W2R5X8Y1B6C0
kind: decision
tier: reference
title: Use psycopg 3 instead of asyncpg
tags: [database, project:auth]
anchors: [src/db/pool.py#Pool@b2:5d1e0c9a]
links: [supersedes 01JC2M8Q000000000000000000]
author: Ada <ada@example.org>
agent: claude-code
session: 3f0c6c1e
branch: feat/pay
commit: 9f1c2e4
how: explicit
made: 2026-11-20T09:14:03Z
---
Better typing support.

## Alternatives
- stay on asyncpg
"""
settings.register_profile("store", settings.get_profile("ours"), suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("store")


def record_of(data: bytes | str, **more: str) -> Record:
    found = decode_record(data.encode() if isinstance(data, str) else data, **more).record
    assert found is not None
    return found


def whats(data: bytes | str) -> list[tuple[int, str]]:
    return [(p.line, p.what) for p in decode_record(data.encode() if isinstance(data, str) else data).problems]


def head(*lines: str, body: str = "text\n") -> str:
    return "\n".join(["---", f"id: {ID}", "kind: decision", "title: T", "tier: reference", *lines, "---", body])


class TestRoundTrip:
    def test_the_example_of_the_design_is_written_so(self) -> None:
        assert encode_record(FULL).decode() == TEXT
        assert decode_record(TEXT.encode()) == (FULL, ())

    @pytest.mark.slow
    @settings(max_examples=share(200, 400))
    @given(records)
    def test_what_is_written_is_read(self, record: Record) -> None:
        want = normalize_record(record)
        data = encode_record(want)

        assert decode_record(data, scope=record.scope).record == want
        assert normalize_record(want) == want
        assert data.endswith(b"\n") and b"\r" not in data and b"\0" not in data
        assert encode_record(record_of(data, scope=record.scope)) == data

    @settings(max_examples=100)
    @given(records)
    def test_the_header_is_one_printable_line_per_key(self, record: Record) -> None:
        want = normalize_record(record)
        header = encode_record(want).decode().split("\n---\n", 1)[0].split("\n")[1:]
        assert len(header) == len({line.partition(": ")[0] for line in header})
        for line in header:
            assert not any(c < " " or "\x7f" <= c <= "\x9f" or c in "\u2028\u2029\u202e\ufeff" for c in line)

    def test_ten_thousand_hostile_bodies(self) -> None:
        """Every text that a file can hold comes back to the character; what it cannot hold is what `normal` names."""
        pick = random.Random(11)
        for n in range(10_000):
            pieces = [
                pick.choice(PIECES) if pick.random() < 0.7 else chr(pick.randrange(0x110000)) for _ in range(n % 23)
            ]
            body = "".join(pieces)
            got = record_of(encode_record(normalize_record(Record(id=ID, kind="note", title="t", body=body)))).body
            assert got == body or any(c in "\r\0" or "\ud800" <= c <= "\udfff" for c in body)
            assert got == normalize_record(Record(id=ID, kind="note", title="t", body=body)).body

    def test_equal_records_give_equal_bytes(self) -> None:
        one = Record(id=ID, kind="note", title="t", fields={"b": "1", "a": "2"})
        two = Record(id=ID, kind="note", title="t", fields={"a": "2", "b": "1"})
        assert encode_record(one) == encode_record(two)

    @pytest.mark.parametrize(
        "word",
        [
            "null",
            "true",
            "No",
            "~",
            "12",
            "1e5",
            "0x1F",
            "12:30",
            "2026-11-20",
            ".inf",
            "-",
            "1_000",
            "",
            " x",
            "a: b",
            "a #b",
            "#a",
            "[a",
            "&a",
            "*a",
            "!!t",
            "x:",
        ],
    )
    def test_what_yaml_would_read_otherwise_is_quoted(self, word: str) -> None:
        line = encode_record(Record(id=ID, kind="note", title=word)).decode().split("\n")[4]
        assert line.startswith('title: "')

    @pytest.mark.parametrize(
        "word",
        ["9f1c2e4", "plain words", "it's", 'say "hi"', "a:b", "a, b [c] {d}", "2026-11-20T09:14:03Z", "Ünï", "100 %"],
    )
    def test_what_is_safe_stands_plain(self, word: str) -> None:
        assert encode_record(Record(id=ID, kind="note", title=word)).decode().split("\n")[4] == f"title: {word}"

    def test_normal_says_what_it_changes(self) -> None:
        got = normalize_record(
            Record(
                id=ID,
                kind="decisions",
                title="  two\nlines ",
                body="a\r\nb\rc\0\ud800",
                tier="urgent",
                tags=("a", " a", ""),
                links=(Link("", "x"), Link("depends on", "y")),
                origin=Origin(how="gospel"),
                fields={"id": "no", "": "v", "empty": "", "to": "Bo"},
            )
        )
        assert (got.kind, got.title, got.body, got.tier) == (
            "decision",
            "two lines",
            "a\nb\nc\ufffd\ufffd",
            "off-context",
        )
        assert got.tags == ("a",)
        assert got.links == (Link("relates_to", "x"), Link("depends_on", "y"))
        assert got.origin.how == "imported"
        assert got.fields == {"x-id": "no", "x-": "v", "to": "Bo"}


class TestRepeatedKeys:
    """What `merge=union` leaves behind when two branches change the metadata of one record."""

    def test_lists_are_taken_together(self) -> None:
        got = record_of(head("tags: [a, b]", "tags: [b, c]", "links: [supersedes X]", "links: [answers Y]"))
        assert got.tags == ("a", "b", "c")
        assert got.links == (Link("supersedes", "X"), Link("answers", "Y"))

    @pytest.mark.parametrize(
        ("tiers", "want"),
        [("pinned off-context", "off-context"), ("pinned working", "working"), ("pinned reference", "reference")],
    )
    def test_the_most_careful_tier_counts(self, tiers: str, want: str) -> None:
        one, two = tiers.split()
        for order in ((one, two), (two, one)):
            text = head().replace("tier: reference", "\n".join(f"tier: {t}" for t in order))
            assert record_of(text).tier == want

    @pytest.mark.parametrize(
        ("kind", "statuses", "want"),
        [
            ("task", ("retracted", "open"), "retracted"),
            ("task", ("open", "done"), "done"),
            ("task", ("abandoned", "done"), "abandoned"),
            ("hypothesis", ("refuted", "confirmed"), "refuted"),
            ("decision", ("active", "odd"), "active"),
        ],
    )
    def test_the_most_careful_status_counts(self, kind: str, statuses: tuple[str, str], want: str) -> None:
        for order in (statuses, statuses[::-1]):
            text = head(*(f"status: {s}" for s in order)).replace("kind: decision", f"kind: {kind}")
            assert record_of(text).status == want

    def test_of_any_other_key_the_first_counts_and_it_is_said(self) -> None:
        text = head("author: Ada", "author: Bob", "goal: x", "goal: x")
        assert record_of(text).origin.author == "Ada"
        assert whats(text) == [(7, "`author` is given again with another value: the first counts")]


class TestConflicts:
    def test_both_sides_of_the_header_are_read(self) -> None:
        text = head(
            "<<<<<<< HEAD", "tags: [a]", "tier: pinned", "=======", "tags: [b]", "status: retracted", ">>>>>>> theirs"
        )
        got = decode_record(text.encode())
        assert got.record is not None
        assert (got.record.tags, got.record.tier, got.record.status) == (("a", "b"), "reference", "retracted")
        assert got.record.body == "text"
        assert got.conflicted
        assert (6, "an unresolved merge conflict; both sides are read") in whats(text)

    def test_diff3_markers_leave_out_the_base(self) -> None:
        text = head(
            "<<<<<<< ours", "tags: [a]", "||||||| base", "tags: [old]", "=======", "tags: [b]", ">>>>>>> theirs"
        )
        assert record_of(text).tags == ("a", "b")

    def test_a_conflict_over_the_fence(self) -> None:
        text = (
            f"---\nid: {ID}\nkind: note\ntitle: T\n<<<<<<< HEAD\ntier: pinned\n---\nours\n"
            "=======\ntier: working\n---\ntheirs\n>>>>>>> b\n"
        )
        got = record_of(text)
        assert (got.id, got.tier, got.body) == (ID, "working", "ours\n\ntheirs")

    def test_a_conflict_of_whole_files(self) -> None:
        text = f"<<<<<<< HEAD\n{head('tags: [a]', body='one')}\n=======\n{head('tags: [b]', body='two')}\n>>>>>>> b\n"
        got = record_of(text)
        assert (got.id, got.tags, got.body) == (ID, ("a", "b"), "one\n\ntwo")

    def test_in_the_body_it_stays_text_and_is_named_with_its_line(self) -> None:
        body = "before\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\nafter\n"
        got = decode_record(head(body=body).encode())
        assert got.record is not None
        assert got.record.body == body[:-1]
        assert not got.conflicted
        assert whats(head(body=body)) == [(8, "looks like an unresolved merge conflict; kept as text")]

    def test_a_heading_underlined_with_equal_signs_is_no_conflict(self) -> None:
        assert whats(head(body="Title\n=======\ntext\n")) == []


class TestByHand:
    def test_block_lists_quotes_comments_and_block_texts(self) -> None:
        text = (
            f"---\n# made by hand\nid: {ID}\nkind: note  # a note\ntitle: >\n  a long\n  title\n"
            "tier: pinned # important\ntags:\n  - one\n  - 'it''s'\n- \"three, four\"\nanchors: src/a.py, src/b.py\n"
            "links: [01JC2M8Q000000000000000000]\nauthor: 'O''Brien <o@example.org>'\nreviewers: [Ann, Bo]\n"
            "expires: 2027\nsee also:\n  - x\n  - z\nmade: 2026-11-20\n---\n\nbody\n"
        )
        got = record_of(text)
        assert (got.kind, got.title, got.tier) == ("note", "a long title", "pinned")
        assert got.tags == ("one", "it's", "three, four")
        assert got.anchors == (Anchor("src/a.py"), Anchor("src/b.py"))
        assert got.links == (Link("relates_to", "01JC2M8Q000000000000000000"),)
        assert got.origin.author == "O'Brien <o@example.org>"
        assert got.fields == {"reviewers": "[Ann, Bo]", "expires": "2027", "see also": "[x, z]"}
        assert got.body == "\nbody"

    def test_lists_of_unknown_keys_stay_lists(self) -> None:
        got = record_of(head("reviewers: [Ann, Bo]", "colour: blue"))
        assert b"\nreviewers: [Ann, Bo]\n" in encode_record(got)
        assert b"\ncolour: blue\n" in encode_record(got)

    def test_yaml_that_does_things_elsewhere_is_inert(self) -> None:
        text = head("evil: !!python/object/apply:os.system [id]", "a: &x 1", "b: *x", "<<: *x")
        assert record_of(text).fields == {"evil": "!!python/object/apply:os.system [id]", "a": "&x 1", "b": "*x"}

    def test_a_hash_in_a_title_is_text(self) -> None:
        assert record_of(head().replace("title: T", "title: Fix bug #12")).title == "Fix bug #12"

    def test_crlf_and_bom(self) -> None:
        data = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
        got = decode_record(data)
        assert got.record == FULL
        assert [(p.line, p.severity) for p in got.problems] == [(1, "note"), (1, "note")]

    def test_no_front_matter_at_all(self) -> None:
        got = record_of("# Why we moved\n\nBecause.\n", name="/x/memory/decision/2026-01-02-why.md")
        assert (got.title, got.kind, got.body) == ("Why we moved", "decision", "# Why we moved\n\nBecause.")
        assert is_ulid(got.id)

    def test_a_derived_id_depends_on_the_content_alone(self) -> None:
        text = head().replace(ID, "not an id")
        assert record_of(text).id == record_of(text.replace("\n", "\r\n")).id == record_of("\ufeff" + text).id
        assert record_of(text).id != record_of(text + "more").id
        assert (2, "has no valid id; one is derived from its content") in whats(text)

    def test_an_id_in_lower_case_is_that_id(self) -> None:
        assert record_of(head().replace(ID, ID.lower())).id == ID

    @pytest.mark.parametrize("word", ["decisions", "Decision", "DECISION"])
    def test_aliases_of_kinds(self, word: str) -> None:
        assert record_of(head().replace("kind: decision", f"kind: {word}")).kind == "decision"

    def test_unknown_kinds_tiers_and_channels(self) -> None:
        got = record_of(
            head("how: gospel").replace("kind: decision", "kind: saga").replace("tier: reference", "tier: max")
        )
        assert (got.kind, got.tier, got.origin.how, got.status) == ("saga", "off-context", "imported", "active")

    def test_missing_fence(self) -> None:
        text = f"---\nid: {ID}\nkind: note\ntitle: T\n\nThe body begins.\n\n---\n\nmore\n"
        got = record_of(text)
        assert (got.id, got.title, got.body) == (ID, "T", "\nThe body begins.\n\n---\n\nmore")
        assert whats(text) == [(1, "the front matter is not closed by a line `---`")]

    def test_missing_fence_at_the_end(self) -> None:
        assert record_of(f"---\nid: {ID}\nkind: note\ntitle: T").title == "T"

    def test_a_garbled_line_costs_itself_only(self) -> None:
        text = head("gar\x00bled", "tags: [a]")
        got = record_of(text)
        assert (got.id, got.tags, got.body) == (ID, ("a",), "text")
        assert (6, "is no `key: value` line; ignored") in whats(text)

    def test_a_second_front_matter_is_text(self) -> None:
        text = head(body=head())
        assert record_of(text).body == head().removesuffix("\n")
        assert whats(text) == [(7, "a second front matter; kept as text")]

    @pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"])
    def test_an_empty_file_is_no_record(self, data: bytes) -> None:
        assert decode_record(data).record is None
        assert decode_record(data).problems[0].severity == "error"


class TestDamage:
    def test_cut_at_every_byte(self) -> None:
        data = TEXT.encode()
        for n in range(1, len(data)):
            got = decode_record(data[:n])
            assert got.record is not None or not data[:n].strip()
            if n > 400:
                assert got.record is not None and got.record.id == ID

    def test_a_changed_bit_never_raises(self) -> None:
        data, pick = TEXT.encode(), random.Random(7)
        for _ in range(3000):
            bad = bytearray(data)
            bad[pick.randrange(len(bad))] ^= 1 << pick.randrange(8)
            assert decode_record(bytes(bad)).record is not None

    @pytest.mark.slow
    @settings(max_examples=share(300, 700))
    @given(st.lists(st.one_of(st.sampled_from([*PIECES, TEXT, TEXT[:60], "tags:", "\n"]), texts), max_size=10))
    def test_any_text_is_read(self, pieces: list[str]) -> None:
        data = "".join(pieces).encode("utf-8", "surrogatepass")
        got = decode_record(data)
        if got.record is not None:
            assert is_ulid(got.record.id) and got.record.title
            again = normalize_record(got.record)
            assert decode_record(encode_record(again)).record == again

    @given(st.binary(max_size=200))
    def test_any_bytes_are_read(self, data: bytes) -> None:
        decode_record(data)
        decode_record(b"---\n" + data)
        decode_record(TEXT.encode()[:100] + data + TEXT.encode()[100:])

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("start", "piece", "end"),
        [
            ("---\ntags: [", '"', ""),
            ("---\ntags: [", "',", ""),
            ("---\n", "- a\n", ""),
            ("---\na: 1\n", "  - a\n", ""),
            ("---\n", "k: v\n", "---\n"),
            ("", "<<<<<<<\n", ""),
            ("---\ntitle: ", "\\", "\n---\n"),
            ('---\ntitle: "', '\\"', '"\n---\n'),
            ("", "[", ""),
            ("---\nx: ", "[", "]" * 10),
            ("---\n", "\n", "---\n"),
            ("", "x", ""),
            ("---\ntitle: ", "x", ""),
            ("---\n", "tags: [a]\n", "---\n"),
        ],
    )  # fmt: skip
    def test_large_and_deep_takes_time_in_proportion(self, start: str, piece: str, end: str) -> None:
        def read_and_edit(text: str) -> None:
            decode_record(text.encode())
            edit_metadata(text.encode(), {"tier": "pinned"})

        assert_linear(read_and_edit, piece, 50_000, start=start, end=end)


class TestEdit:
    def test_only_the_named_line_changes(self) -> None:
        got = edit_metadata(TEXT.encode(), {"tier": "pinned"}).decode()
        assert got == TEXT.replace("tier: reference", "tier: pinned")

    def test_new_keys_go_to_their_place(self) -> None:
        got = edit_metadata(TEXT.encode(), {"status": "retracted", "outcome": "worked"}).decode()
        assert got == TEXT.replace("made:", "outcome: worked\nmade:").replace("\n---\nB", "\nstatus: retracted\n---\nB")

    def test_a_new_key_keeps_a_line_between_itself_and_what_another_branch_may_change(self) -> None:
        """Files of earlier versions have the tier behind the title."""
        older = f"---\nid: {ID}\nkind: note\ntitle: T\ntier: reference\nauthor: Ada\nhow: stated\n---\n"
        got = edit_metadata(older.encode(), {"tags": ["a"]}).decode()
        assert got == older.replace("author: Ada\n", "author: Ada\ntags: [a]\n")
        bare = f"---\nid: {ID}\nkind: note\ntitle: T\ntier: reference\n---\n"
        assert edit_metadata(bare.encode(), {"tags": ["a"]}).decode() == bare.replace("ence\n", "ence\ntags: [a]\n")

    def test_keys_go_away(self) -> None:
        assert edit_metadata(TEXT.encode(), {"tags": [], "nothing": None}).decode() == TEXT.replace(
            "tags: [database, project:auth]\n", ""
        )

    def test_repeated_keys_and_block_lists_become_one_line(self) -> None:
        text = head("tags: [a]", "tags:", "  - b", "# kept", "goal: x")
        assert edit_metadata(text.encode(), {"tags": ["q, r", "s"]}).decode() == head(
            'tags: ["q, r", s]', "# kept", "goal: x"
        )

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    @pytest.mark.parametrize("bom", ["", "\ufeff"])
    def test_line_ends_and_bom_stay(self, end: str, bom: str) -> None:
        data = (bom + TEXT.replace("\n", end)).encode()
        text = TEXT.replace("tier: reference", "tier: pinned").replace("\n---\nB", "\nstatus: retracted\n---\nB")
        want = (bom + text.replace("\n", end)).encode()
        assert edit_metadata(data, {"tier": "pinned", "status": "retracted"}) == want

    def test_a_file_without_front_matter_gets_one(self) -> None:
        got = edit_metadata(b"# Why\r\ntext\r\n", {"id": ID, "tier": "pinned"})
        assert got == f"---\r\nid: {ID}\r\ntier: pinned\r\n---\r\n# Why\r\ntext\r\n".encode()

    def test_blank_lines_before_the_fence_stay(self) -> None:
        got = edit_metadata(b"\n\n" + TEXT.encode(), {"tier": "pinned"}).decode()
        assert got == "\n\n" + TEXT.replace("tier: reference", "tier: pinned")

    def test_a_header_that_is_not_closed_gets_its_fence(self) -> None:
        text = f"---\nid: {ID}\nkind: note\ntitle: T\n\nThe body begins.\n"
        got = edit_metadata(text.encode(), {"tier": "pinned"}).decode()
        assert got == f"---\nid: {ID}\nkind: note\ntier: pinned\ntitle: T\n---\n\nThe body begins.\n"
        assert edit_metadata(b"---\ntitle: T", {"tier": "pinned"}) == b"---\ntier: pinned\ntitle: T\n---\n"

    def test_odd_bytes_elsewhere_stay(self) -> None:
        data = TEXT.encode().replace(b"Ada", b"Ad\xff\xfe").replace(b"asyncpg\n", b"asyncpg \x00\xff\n")
        got = edit_metadata(data, {"tier": "pinned"})
        assert got == data.replace(b"tier: reference", b"tier: pinned")

    @pytest.mark.slow
    @settings(max_examples=share(80, 150))
    @given(records, st.sampled_from(["tier", "status", "tags", "links", "outcome"]), texts)
    def test_every_other_line_stays_byte_for_byte(self, record: Record, key: str, value: str) -> None:
        data = encode_record(normalize_record(record))
        listed = key in ("tags", "links")
        after = edit_metadata(data, {key: [value] if listed else value})
        old = [line for line in data.split(b"\n") if not line.startswith(key.encode() + b": ")]
        new = after.split(b"\n")
        at = next(i for i, line in enumerate(new) if line.startswith(key.encode() + b": "))
        del new[at]
        assert [x for x in new if not x.startswith(key.encode() + b": ")] == old
        assert edit_metadata(after, {key: [value] if listed else value}) == after

    def test_own_keys_are_those_of_the_format(self) -> None:
        assert {
            "id", "kind", "title", "tier", "status", "tags", "anchors", "links", "author", "agent", "session", "branch",
            "commit", "how", "source", "quote", "made",
        } == OWN_KEYS  # fmt: skip
