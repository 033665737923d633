"""Keeping: titles, scopes, origins, duplicates, links, and the write that goes on whatever happens beside it."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.redact.vectors import PLANTED

from backstory.api import Memory
from backstory.memory.kernel.prepare import split_title
from backstory.memory.verbs.edit import edit
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.kinds import KINDS
from backstory.model.record import MAX_BYTES, Anchor, Draft, Link
from backstory.model.text import clean_text
from backstory.store.trust import trust_worktree

Opened = Callable[..., Memory]


@given(st.text(max_size=400))
def test_a_title_is_cut_from_a_text_and_nothing_is_lost(text: str) -> None:
    title, rest = split_title(text)
    assert len(title) <= 120
    assert "\n" not in title
    whole = clean_text(text).strip()
    assert rest == whole or f"{title}\n{rest}".split() == whole.split()


@pytest.mark.parametrize(
    ("scope", "how", "kind", "wanted"),
    [
        ("private", "explicit", "decision", "private"), ("team", "explicit", "decision", "team"),
        ("team", "stated", "fact", "team"), ("team", "observed", "fact", "private"),
        ("team", "inferred", "decision", "private"), ("team", "explicit", "attempt", "private"),
        ("team", "explicit", "checkpoint", "private"), ("team", "explicit", "preference", "user"),
        ("private", "stated", "persona", "user"), ("team", "explicit", "rule", "private"),
        ("private", "observed", "rule", "private"),
    ],
)  # fmt: skip
def test_where_a_record_goes(opened: Opened, scope: str, how: str, kind: str, wanted: str) -> None:
    m = opened(how)
    config = Path(m.project.team, "config.toml")
    config.write_text(config.read_text() + f'\n[memory]\nscope = "{scope}"\n')
    if scope == "team":
        assert opened(how).remember(Draft(kind=kind, title="before trust")).record.scope != "team"
    trust_worktree(m.project.private, m.project.root)
    done = opened(how).remember(Draft(kind=kind, title="x"))
    assert done.record.scope == wanted
    for asked in ("team", "private", "user"):
        assert opened(how).remember(Draft(kind=kind, title=f"asked {asked}"), scope=asked).record.scope == asked


def test_the_origin_is_the_channels(opened: Opened, repo: Path) -> None:
    record = opened("stated", "codex", "s1").remember(Draft(kind="fact", title="x")).record
    assert (record.origin.how, record.origin.agent, record.origin.session) == ("stated", "codex", "s1")
    assert record.origin.author == "Ada <ada@example.org>"
    assert record.origin.branch == "main"
    assert len(record.origin.commit) == 12
    assert opened("nonsense").remember(Draft(kind="fact", title="y")).record.origin.how == "inferred"


def test_what_is_for_all_projects_belongs_to_no_branch_of_one(opened: Opened) -> None:
    origin = opened().remember(Draft(kind="preference", title="Answer briefly")).record.origin
    assert (origin.branch, origin.commit) == ("", "")
    assert opened().remember(Draft(kind="fact", title="Ports are pooled")).record.origin.branch == "main"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_defaults_are_the_kinds(opened: Opened, kind: str) -> None:
    record = opened().remember(Draft(kind=kind, title="x")).record
    assert (record.tier, record.status) == (KINDS[kind].tier, KINDS[kind].statuses[0])
    again = opened().get(record.id).record
    assert (again.tier, again.status, again.kind) == (record.tier, record.status, kind)


@pytest.mark.parametrize(
    "draft",
    [
        Draft(kind="nonsense", title="x"), Draft(kind="fact", title=""), Draft(kind="fact", title=" \n\x00 "),
        Draft(kind="fact", title="x", tier="loud"), Draft(kind="question", title="x", status="perhaps"),
        Draft(kind="attempt", title="x", fields={"outcome": "perhaps"}),
        Draft(kind="fact", title="x", body="y" * (MAX_BYTES + 1)),
        Draft(kind="fact", title="x", links=[Link("nonsense", "y")]),
        Draft(kind="fact", title="x", links=[Link("depends_on", "zzzzzzzz")]),
        Draft(kind="fact", title="x", anchors=[Anchor("../outside.py")]),
        Draft(kind="fact", title="x", anchors=[Anchor("/etc/passwd")]),
    ],
)  # fmt: skip
def test_what_cannot_be_kept_is_refused_and_nothing_is_written(opened: Opened, draft: Draft) -> None:
    m = opened()
    with pytest.raises((Invalid, NotFound, BackstoryError)) as caught:
        m.remember(draft)
    assert caught.value.hint
    assert [f for store in m.stores.values() for f in store.files()] == []


def test_a_long_text_keeps_its_whole(opened: Opened) -> None:
    words = " ".join(f"word{n}" for n in range(4_000))
    record = opened().remember(Draft(kind="fact", title=words)).record
    assert len(record.title) <= 300
    assert record.body.split() == words.split()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PLANTED))
def test_no_half_of_a_secret_stays_in_a_title(opened: Opened, name: str) -> None:
    """A title that is cut through a secret would hold a piece that no rule knows."""
    secret, sentence = PLANTED[name]
    first = secret.split("\n")[0]
    m = opened()
    for length in range(60, 124, 4):
        text = "so " * (length // 3) + sentence.format(secret) + " and so on" * 12
        for draft in (
            Draft(kind="fact", title=text),
            Draft(kind="fact", title="", body=text),
            Draft(kind="fact", title="x", body=text),
        ):
            record = m.remember(draft).record
            assert first[:14] not in record.title + record.body, (length, record.title)
        kept = m.checkpoint("x", decisions=[text], approaches=[text])
        assert kept.redacted == 0 or kept.redacted > 0
    whole = b"".join(Path(f.path).read_bytes() for f in m.stores["private"].files())
    assert first[:14].encode() not in whole


def test_how_many_secrets_were_taken_out_is_said(opened: Opened) -> None:
    secret, sentence = PLANTED["github"]
    other = secret[:-6] + "Zq81Kd"
    done = opened().remember(Draft(kind="fact", title=sentence.format(secret), body=sentence.format(other)))
    assert done.redacted == 2
    assert opened().remember(Draft(kind="fact", title=f"{secret} and {secret}", body=secret)).redacted == 1
    assert opened().remember(Draft(kind="fact", title="harmless")).redacted == 0


def test_the_same_twice_is_one_record(opened: Opened) -> None:
    first = opened().remember(Draft(kind="fact", title="One thing", body="so", tags=["a"]))
    again = opened().remember(
        Draft(kind="fact", title="one  thing", body="so", tags=["b"], anchors=[Anchor("src/pool.py")])
    )
    assert not again.new
    assert again.record.id == first.record.id
    kept = opened().get(first.record.id).record
    assert kept.tags == ("a", "b")
    assert [a.path for a in kept.anchors] == ["src/pool.py"]
    for other in (
        Draft(kind="decision", title="One thing", body="so"),
        Draft(kind="fact", title="One thing", body="otherwise"),
    ):
        assert opened().remember(other).new


def test_the_same_for_the_team_twice_is_one_record_before_anything_has_read_it(opened: Opened) -> None:
    """The index holds a new record of the team before it knows that it was written here."""

    def keep(title: str, reason: str, tag: str = "") -> tuple[str, bool, str]:
        draft = Draft(kind="decision", title=title, body=reason, tags=[tag] if tag else [])
        kept = opened().remember(draft, scope="team")
        return kept.record.id, kept.new, " ".join(f"{message} {hint}" for message, hint in kept.notes)

    first, new, _ = keep("Keep Mux API", "compat")
    assert new
    assert keep("Keep Mux API", "compat")[:2] == (first, False)
    assert keep("keep  mux api", "compat\n", "api")[:2] == (first, False)
    for title, reason in (("Keep Mux API", "other programs use it"), ("Keep Mux API", ""), ("Keep Mux", "compat")):
        ident, new, notes = keep(title, reason)
        assert new and ident != first
        assert "much like" not in notes or "`backstory undo`" in notes
    assert "much like" in keep("Keep Mux API", "compatible")[2]


def test_threads_lose_no_tag(opened: Opened) -> None:
    """Metadata is worked out under the record's lock, from the file as it stands."""
    ident = opened().remember(Draft(kind="fact", title="one")).record.id
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: opened().edit(ident, add_tags=[f"t{n}"]), range(24)))
    assert set(opened().get(ident).record.tags) == {f"t{n}" for n in range(24)}


def test_a_record_that_was_just_kept_can_be_linked_while_the_index_is_away(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    from backstory.index.build import Index

    monkeypatch.setattr(Index, "add", lambda *_, **__: None)
    m = opened()
    done = m.checkpoint("work", decisions=["so because of that", "or so"], approaches=["tried"])
    rows = m.reopened().fresh().rows()
    assert sorted(r.record.kind for r in rows) == ["attempt", "checkpoint", "decision", "decision"]
    assert all(Link("part_of", done.record.id) in r.record.links for r in rows if r.record.kind != "checkpoint")


def test_checkpoints_and_handoffs(opened: Opened, repo: Path) -> None:
    (repo / "src" / "pool.py").write_text("changed = 1\n")
    m = opened("explicit")
    kept = m.checkpoint("port it", goal="ticket 7", state="half", next_steps=["tests"], blockers=["staging"]).record
    assert kept.parts["changes"] == ["modified src/pool.py"]
    assert kept.fields["goal"] == "ticket 7"
    assert kept.parts["commits"]
    passed = opened().handoff("bob", "the rest is yours").record
    assert passed.scope == "private", "a private project puts nothing into the repository unasked"
    assert opened().handoff("bob", "read this", scope="team").record.scope == "team"
    assert passed.fields == {"to": "bob", "goal": "ticket 7"}
    assert passed.parts["state"] == "half"
    assert passed.parts["next"] == ["tests"]
    assert Link("derived_from", kept.id) in passed.links
    assert opened().handoff("", "whoever reads this").record.fields.get("to", "") == ""
    with pytest.raises(Invalid):
        opened().handoff("x", "  ")


def test_anchors_are_relative_to_the_project_wherever_one_stands(opened: Opened, repo: Path) -> None:
    for cwd, given_path in ((repo, "src/pool.py"), (repo / "src", str(repo / "src" / "pool.py"))):
        record = (
            opened(cwd=cwd)
            .remember(Draft(kind="fact", title=f"from {cwd.name}", anchors=[Anchor(given_path, "Pool")]))
            .record
        )
        (anchor,) = record.anchors
        assert (anchor.path, anchor.symbol) == ("src/pool.py", "Pool")
        assert anchor.digest.startswith("b2:")
    missing = (
        opened().remember(Draft(kind="fact", title="about a file to come", anchors=[Anchor("src/later.py")])).record
    )
    assert missing.anchors[0].digest == ""
    assert os.path.isdir(repo)


def test_a_change_of_a_file_with_a_secret_shows_none(opened: Callable[..., Memory], repo: Path) -> None:
    ident = "01M82G47ZV0ZJS9G9GMQP84M6H"
    secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    file = repo / ".backstory/memory/note/2026-11-20-deploy-mqp84m6h.md"
    file.parent.mkdir(parents=True)
    file.write_text(f"---\nid: {ident}\nkind: note\ntitle: Deploy with a token\nhow: stated\n---\nIt is {secret}.\n")
    assert secret not in opened().get(ident).record.body

    changed = edit(opened(), ident, add_tags=["deploy"])

    assert secret not in changed.body
    shown = opened().get(ident).record
    assert shown.tags == ("deploy",)
    assert secret not in shown.body and "REDACTED" in shown.body
