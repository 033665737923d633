"""Names pass the gate part by part; only what has the form of an id is spared."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.redact.vectors import HEX, LETTERS, PLANTED

from backstory.model.record import Anchor, Link
from backstory.model.snapshot import Change, Commit, GitState
from backstory.redact.gate import Gate
from backstory.redact.names import classify_name
from backstory.redact.paths import clean_name, clean_path, clean_paths, is_id
from backstory.store.struct_redaction import SILENT, clean_anchor, clean_link, clean_members, clean_struct

GATE = Gate(key=b"k" * 32)
ULID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
UUID = "123e4567-e89b-12d3-a456-426614174000"
SECRETS = sorted(
    {secret for secret, _ in PLANTED.values() if "\n" not in secret and secret not in GATE.clean(secret)}
    | {
        LETTERS,
        "ghp_" + LETTERS + "Zx81",
        "sk-" + "ant-api03-" + LETTERS * 2 + "AA",
        "tskey-" + "k123456CNTRL-abcdefghij",
    }
)
"""Made-up tokens that the gate knows standing alone."""
PLACES = (
    "{}", "src/{}", "src/{}.py", "{}/y.py", "src/a_{}.py", "cache/{}.tar.gz", "feat/{}", "feat/a-{}", "v1-{}",
    "src/app.py#{}", "src/app.py#Store.{}", "a, {}", "x={}", "backup.{}.bak", "{}@host",
)  # fmt: skip
NAMES = (
    ULID, UUID, HEX, HEX[:7], HEX * 2, f"snap-{ULID}", "ses_2bfb5732886ahlKApTbxdjbGNw", "s7", "main",
    "feat/JIRA-1234-add-oauth2-token-refresh", "dependabot/npm_and_yarn/lodash-4.17.21", "renovate/docker-node-20.x",
    "dependabot/github_actions/docker/build-push-action-6", f"gh-readonly-queue/main/pr-7-{HEX}ab12cd34",
    f"copilot/fix-{UUID}", "feat/glossary-page-redesign-v2", "man/man1/glib-compile-schemas.1.gz", "v1.2.3-rc.1+b.2026",
    "src/app/[id]/page.tsx", "dist/assets/index-BkX9aLq2.js", "src/auth/token_store_v2.py#runOneTimeV12_4_3Cleanup",
    "tests/test_secrets_manager.py#TestSecretsManager.test_password_is_hashed", "static/js/main.a100276c.chunk.js",
    f"~/.claude/projects/-home-ada-shop/{UUID}.jsonl", "src/**/*.{ts,tsx}", "chore/rotate-api-keys-2026-q3",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_no_secret_survives_as_part_of_a_name(place: str) -> None:
    assert len(SECRETS) >= 8
    assert [s[:6] for s in SECRETS if s in clean_name(GATE, place.format(s))] == []


@pytest.mark.parametrize("name", NAMES)
def test_names_stay(name: str) -> None:
    assert clean_name(GATE, name) == clean_path(GATE, name) == clean_paths(GATE, name) == name


def test_of_a_path_that_exists_looks_alone_do_not_count() -> None:
    path = f"dist/{LETTERS}.js"
    assert clean_path(GATE, path) == clean_paths(GATE, f"a\n{path}\n").split("\n")[1] == path
    assert LETTERS not in clean_name(GATE, path)
    assert clean_anchor(GATE, Anchor(path, digest="b2:5d1e0c9a")).path == path
    assert LETTERS not in clean_anchor(GATE, Anchor(path)).path
    token = "ghp_" + LETTERS + "Zx81"
    assert token not in clean_path(GATE, f"dist/{token}.js")


def test_the_persons_own_secrets_count_whatever_their_form() -> None:
    gate = Gate(key=b"k" * 32, own_values=(UUID, HEX))
    assert UUID not in clean_name(gate, UUID) and HEX not in clean_name(gate, f"feat/{HEX}")


@given(st.lists(st.sampled_from([*SECRETS, *NAMES, "/", "-", "_", ".", "#", " ", "[REDACTED:x:00000000]"]), max_size=6))
@settings(max_examples=60)
def test_what_is_clean_stays_as_it_is(parts: list[str]) -> None:
    once = clean_name(GATE, "".join(parts))
    assert clean_name(GATE, once) == once


@given(st.text(max_size=40))
@settings(max_examples=60)
def test_any_text_is_a_name(text: str) -> None:
    assert isinstance(clean_name(GATE, text), str) and is_id(text) in (True, False)


WORDS = (
    "imported",
    "explicit",
    "pinned",
    "private",
    "decision",
    "supersedes",
    "retracted",
    "modified",
    "remember",
    "id",
)


@pytest.mark.parametrize("word", WORDS)
def test_no_pattern_changes_words_of_the_format(word: str) -> None:
    gate = Gate(key=b"k" * 32, patterns=(word,))
    assert str(clean_link(gate, Link("supersedes", ULID))) == f"supersedes {ULID}"
    data = {"verb": "remember", "id": ULID, "how": "imported", "tier": "pinned", "scope": "private",
            "kind": "decision", "status": "retracted", "made": "2026-11-20T09:14:03Z", "records": [{"id": ULID}],
            "session": UUID}  # fmt: skip
    assert clean_members(gate, data) == data
    state = GitState(commit=HEX + "ab12cd34", changes=(Change(path="src/a.py", state="modified"),))
    assert clean_struct(gate, state) == state


def test_a_pattern_that_fits_anything_breaks_no_structure() -> None:
    """Numbers stay numbers and fields keep their names, so that what is written can be read."""
    gate = Gate(key=b"k" * 32, patterns=(r"[a-z0-9]+",))
    state = GitState(branch="feat/x", more_changes=1234, commits=(Commit(id=HEX, subject="said", made="2026-11-20"),))
    clean = clean_struct(gate, state)
    assert (clean.more_changes, clean.commits[0].id, clean.commits[0].made) == (1234, HEX, "2026-11-20")
    assert "said" not in clean.commits[0].subject


def test_members_that_are_judged_without_their_names_announce_no_secret() -> None:
    assert [name for name in sorted(SILENT) if classify_name(name.encode())] == []


def test_a_value_of_the_persons_own_is_taken_out_of_any_member() -> None:
    gate = Gate(own_values=("correct horse battery",))
    state = GitState(author="Ada <ada@example.org>", commits=(Commit(id=HEX, subject="use correct horse battery"),))
    clean = clean_struct(gate, state)
    assert clean.author == state.author
    assert "horse" not in clean.commits[0].subject


def test_a_login_in_an_address_leaves_a_path() -> None:
    gate = Gate()

    for address in ("postgres://app:hunter2Waecz@db:5432/shop", "postgres:/app:hunter2Waecz@db:5432/shop"):
        for clean in (clean_path, clean_name):
            assert "hunter2" not in clean(gate, f"see {address}")
