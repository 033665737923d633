"""Tombstones: what they refuse, what they let pass, and that they hold no words."""

from pathlib import Path

import pytest

from backstory.model.record import Origin, Record
from backstory.store.tombstone_files import FILE, SHARED, has_tombstones
from backstory.store.tombstones import Tombstones, claims_of

KEY = b"k" * 32
ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
OTHER = "01JD8ZK3M7Q4T9W2R5X8Y1B6C1"


def record(title: str, body: str = "", ident: str = ID, how: str = "stated", scope: str = "private") -> Record:
    return Record(id=ident, kind="decision", title=title, body=body, origin=Origin(how=how), scope=scope)


@pytest.fixture
def stones(tmp_path: Path) -> Tombstones:
    found = Tombstones(str(tmp_path), KEY)
    found.reject(record("Use MongoDB for sessions", "It scales"), made="2026-11-20T00:00:00Z", by="Ada")
    return found


def test_nothing_is_read_where_there_is_nothing(tmp_path: Path) -> None:
    assert not has_tombstones(str(tmp_path), str(tmp_path))
    assert not Tombstones(str(tmp_path), KEY)


def test_the_file_holds_no_words_and_another_key_no_match(stones: Tombstones, tmp_path: Path) -> None:
    data = (tmp_path / FILE).read_bytes().lower()
    assert b"mongo" not in data and b"sessions" not in data and b"scales" not in data
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert Tombstones(str(tmp_path), b"x" * 32).rejects(record("Use MongoDB for sessions")) is None


@pytest.mark.parametrize(
    ("title", "body", "refused", "for_a_person"),
    [
        ("Use MongoDB for sessions", "", True, True),
        ("use mongodb for sessions!", "Another reason", True, True),
        ("Sessions", "use MongoDB for sessions", True, True),
        ("Sessions", "All agreed. Use MongoDB for sessions. So be it", True, True),
        ("We always use MongoDB for sessions here", "", True, False),
        ("Never use MongoDB for sessions", "", True, False),
        ("Use MongoDB for sessionss", "", False, False),
        ("Reuse MongoDB for sessions", "", False, False),
        ("Sessions go to MongoDB", "", False, False),
        ("It scales", "", False, False),
    ],
)
def test_what_is_refused(stones: Tombstones, title: str, body: str, refused: bool, for_a_person: bool) -> None:
    assert bool(stones.rejects(record(title, body))) is refused
    assert bool(stones.rejects(record(title, body), person=True)) is for_a_person


def test_a_short_claim_is_refused_as_a_whole_statement_only(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), KEY)
    stones.reject(record("MySQL"), made="", by="")
    assert stones.rejects(record("mysql!"))
    assert not stones.rejects(record("Leave MySQL by summer"))


def test_under_a_heading_the_first_statement_is_the_claim(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), KEY)
    stones.reject(record("Port", "The exporter listens on port 7312\n\n## Impact\n- firewall"), made="", by="")
    assert stones.rejects(record("Exporter", "As said, the exporter listens on port 7312 today"))
    assert not stones.rejects(record("Port", "The importer listens on port 9090"))
    assert claims_of(record("A whole claim here", "body")) == ["A whole claim here"]


def test_a_rejection_is_lifted_and_made_again(stones: Tombstones, tmp_path: Path) -> None:
    assert stones.lift(ID, made="", by="")
    assert not Tombstones(str(tmp_path), KEY).values
    assert not stones.lift(ID, made="", by="")
    stones.reject(record("Use MongoDB for sessions"), made="", by="")
    assert Tombstones(str(tmp_path), KEY).rejects(record("Use MongoDB for sessions"))


def test_what_a_person_took_back_is_refused_whole_and_from_others_only(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), KEY)
    stones.take_back(record("Tokens are rotated by hand", "each spring"), made="", by="")
    assert stones.rejects(record("Tokens are rotated by hand", "each spring"))
    assert not stones.rejects(record("Tokens are rotated by hand", "each spring"), person=True)
    assert not stones.rejects(record("Tokens are rotated by hand"))
    assert not stones.rejects(record("Long ago, tokens are rotated by hand each spring, they said"))
    assert not stones.hides, "no file has to be hidden for it"


def test_forgotten_ids_are_shared_with_the_team_without_words(tmp_path: Path) -> None:
    team = tmp_path / "shop" / ".backstory" / "memory"
    team.mkdir(parents=True)
    stones = Tombstones(str(tmp_path / "p"), KEY, team=str(team))
    stones.bury([record("A", ident=ID, scope="team"), record("B", ident=OTHER)], made="", by="")
    assert (team / SHARED).read_text() == f"{ID}\n"
    assert stones.gone == {ID, OTHER} == Tombstones(str(tmp_path / "p"), KEY, team=str(team)).gone
    (team / SHARED).write_text(f"{ID}\nnonsense\n<<<<<<< HEAD\n")
    assert Tombstones(str(tmp_path / "q"), KEY, team=str(team)).gone == {ID}


def test_a_torn_line_costs_itself_only(stones: Tombstones, tmp_path: Path) -> None:
    with (tmp_path / FILE).open("ab") as out:
        out.write(b'{"k":"value","of":"01J')
    again = Tombstones(str(tmp_path), KEY)
    again.reject(record("Deploy on Fridays only", ident=OTHER), made="", by="")
    found = Tombstones(str(tmp_path), KEY)
    assert found.rejects(record("Deploy on Fridays only")) and found.rejects(record("Use MongoDB for sessions"))
