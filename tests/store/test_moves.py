"""Moving a record between scopes: all of it or nothing, whatever fails, and edits beside it are kept."""

import os
import threading
from pathlib import Path

import msgspec
import pytest
from tests.store.conftest import make, tree

from backstory.model.errors import BackstoryError, Busy, NotFound
from backstory.model.record import Record
from backstory.store import moves
from backstory.store.moves import Intent, finish_moves, lock_scopes, move_record, pending_moves
from backstory.store.places import MOVES
from backstory.store.records import RecordStore

Place = tuple[RecordStore, RecordStore, str, str]


@pytest.fixture
def places(tmp_path: Path, store: RecordStore, team: RecordStore) -> Place:
    """(private store, team store, private folder, root)."""
    return store, team, str(tmp_path / "data"), str(tmp_path / "repo")


def standing(*stores: RecordStore) -> dict[str, list[Record]]:
    """The records that a reader sees, by scope."""
    out: dict[str, list[Record]] = {}
    for store in stores:
        for file in store.files():
            found = store.read(file.path).record
            assert found is not None
            out.setdefault(store.scope, []).append(found)
    return out


def go(places: Place, path: str, record: Record) -> moves.Moved:
    private, team, folder, root = places
    return move_record(private, team, path, record.id, private=folder, root=root)


def settled(places: Place, tracked: bool = False) -> list[str]:
    private, team, folder, root = places
    return finish_moves({"private": private, "team": team}, folder, root, lambda _: tracked)


def intent(places: Place, path: str, record: Record) -> Path:
    """The state that a process leaves that dies between the two steps: both files, and the intent."""
    private, team, folder, root = places
    written, data = team.prepare(record)
    new, _ = team.place(written)
    team.put(new, data, record.id)
    noted = Intent(
        id=record.id, root=root, source="private", name=os.path.relpath(path, private.folder), target="team",
        new=os.path.relpath(new, team.folder), before=moves._digest(Path(path).read_bytes()),
        after=moves._digest(data),
    )  # fmt: skip
    return Path(moves._note(folder, noted))


def test_the_copy_is_made_of_the_file_as_it_stands(places: Place) -> None:
    private, team, folder, _ = places
    record, path = private.add(make(1))
    private.change(path, {"tags": ["late"]})
    done = go(places, path, record)
    assert done.record.tags == ("late",)
    assert standing(private, team) == {"team": [done.record]}
    assert not pending_moves(folder)


def test_a_record_that_is_not_there_is_not_moved(places: Place) -> None:
    private, team, folder, _ = places
    record, path = private.add(make(1))
    other, _ = private.add(make(2))
    with pytest.raises(NotFound):
        go(places, path, other)
    private.remove(path)
    with pytest.raises(NotFound):
        go(places, path, record)
    assert standing(private, team) == {"private": [other]}
    assert not pending_moves(folder)


def test_an_edit_waits_for_the_move_and_finds_the_file_gone(places: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hard point: the editor has resolved the path, the move stands between its two steps."""
    private, team, *_ = places
    record, path = private.add(make(1))
    outcome: list[object] = []
    editor = threading.Thread(target=lambda: outcome.append(_attempt(private, path, record.id)))
    real = team.put

    def put(name: str, data: bytes, ident: str) -> None:
        real(name, data, ident)
        editor.start()
        editor.join(0.3)
        assert editor.is_alive()  # it waits for the lock that the move holds

    monkeypatch.setattr(team, "put", put)
    done = go(places, path, record)
    editor.join()
    assert [type(o) for o in outcome] == [NotFound]
    assert standing(private, team) == {"team": [done.record]}


def _attempt(store: RecordStore, path: str, ident: str) -> object:
    try:
        return store.change(path, {"tags": ["x"]}, ident=ident)
    except BackstoryError as err:
        return err


@pytest.mark.parametrize("step", ["put", "unlink"])
@pytest.mark.parametrize("after", [False, True])
def test_what_fails_is_rolled_back(places: Place, step: str, after: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    private, team, folder, _ = places
    record, path = private.add(make(1))
    owner = team if step == "put" else private
    real = getattr(owner, step)

    def broken(*args: object) -> None:
        if after:
            real(*args)
        raise BackstoryError("no")

    monkeypatch.setattr(owner, step, broken)
    with pytest.raises(BackstoryError, match="no"):
        go(places, path, record)
    assert standing(private, team) == {"private": [record]}
    assert not pending_moves(folder)


def test_nothing_is_written_where_the_intent_cannot_be(places: Place) -> None:
    private, team, folder, _ = places
    record, path = private.add(make(1))
    Path(folder, MOVES).write_text("in the way")
    before = tree(team.base) if os.path.isdir(team.base) else {}
    with pytest.raises(BackstoryError):
        go(places, path, record)
    assert {k: v for k, v in tree(team.base).items() if not k.endswith("lock")} == before
    assert standing(private, team) == {"private": [record]}


@pytest.mark.parametrize("tracked", [False, True])
def test_a_move_that_was_cut_short_is_settled(places: Place, tracked: bool) -> None:
    private, team, folder, _ = places
    record, path = private.add(make(1))
    intent(places, path, record)
    assert len(settled(places, tracked)) == 1
    assert list(standing(private, team)) == ["team" if tracked else "private"]
    assert not pending_moves(folder)
    assert settled(places) == []


@pytest.mark.parametrize("where", ["old", "new", "both"])
def test_an_edit_of_either_copy_survives_the_settling(places: Place, where: str) -> None:
    private, team, *_ = places
    record, path = private.add(make(1))
    intent(places, path, record)
    if where in ("old", "both"):
        private.change(path, {"tags": ["old"]})
    if where in ("new", "both"):
        team.change(next(team.files()).path, {"tags": ["new"]})
    settled(places)
    tags = {tag for records in standing(private, team).values() for r in records for tag in r.tags}
    assert tags == ({"old", "new"} if where == "both" else {where})
    assert len(standing(private, team)) == (2 if where == "both" else 1)


def test_a_move_under_way_is_left_alone(places: Place) -> None:
    private, team, folder, _ = places
    record, path = private.add(make(1))
    intent(places, path, record)
    with lock_scopes([private]):
        assert settled(places) == []
    assert len(pending_moves(folder)) == 1
    assert len(standing(private, team)) == 2


@pytest.mark.parametrize("name", ["../../etc/x.md", "note/../../x.md", "x.md", "note/.x.md", "note/x.txt", "/a/x.md"])
def test_an_intent_that_names_anything_else_moves_nothing(places: Place, tmp_path: Path, name: str) -> None:
    private, team, folder, _ = places
    record, path = private.add(make(1))
    noted = intent(places, path, record)
    value = msgspec.json.decode(noted.read_bytes())
    for key in ("name", "new"):
        noted.write_bytes(msgspec.json.encode(value | {key: name}))
        assert settled(places) == []
        assert len(standing(private, team)) == 2
    assert not pending_moves(folder)


def test_a_copy_that_is_there_takes_the_metadata_over(places: Place) -> None:
    private, team, folder, _ = places
    record, path = private.add(make(1, tags=("mine",)))
    team.add(make(1, tags=("theirs",), status="superseded"))
    done = go(places, path, record)
    assert set(done.record.tags) == {"mine", "theirs"}
    assert standing(private, team) == {"team": [done.record]}
    assert not pending_moves(folder)


def test_locks_are_taken_in_one_order(places: Place) -> None:
    private, team, *_ = places
    with lock_scopes([private, team]), pytest.raises(Busy), lock_scopes([team, private], wait=0):
        raise AssertionError("both were held")
