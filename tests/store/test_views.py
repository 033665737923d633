"""The file of views."""

import json
import stat
from pathlib import Path

import pytest

from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.redact.gate import Gate
from backstory.store.views import View, ViewStore, view_name


@pytest.fixture
def views(tmp_path: Path) -> ViewStore:
    return ViewStore(str(tmp_path / "views.json"), str(tmp_path / "lock"), Gate(key=b"k"))


def test_what_is_put_is_there(views: ViewStore) -> None:
    assert views.all() == {}
    views.put(View("b", "kind:fact"))
    views.put(View("A", "tag:x", 700))
    assert views.all() == {"a": View("a", "tag:x", 700), "b": View("b", "kind:fact")}
    views.put(View("a", "tag:y"))
    assert views.all()["a"] == View("a", "tag:y")
    assert views.remove("A") == View("a", "tag:y")
    with pytest.raises(NotFound):
        views.remove("a")
    assert list(views.all()) == ["b"]


def test_plain_json_for_nobody_else(views: ViewStore) -> None:
    views.put(View("api", "tag:api"))
    path = Path(views.path)
    assert json.loads(path.read_text()) == {"views": [{"name": "api", "query": "tag:api"}]}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_secrets_do_not_stay(views: ViewStore) -> None:
    secret = "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    views.put(View("a", f'"{secret}" kind:fact'))
    assert secret not in Path(views.path).read_text()
    assert "kind:fact" in views.all()["a"].query


@pytest.mark.parametrize("name", ["", " ", "-x", ".x", "a/b", "../x", "a b", "x" * 41, "ä", "a\x00"])
def test_what_is_no_name(views: ViewStore, name: str) -> None:
    with pytest.raises(Invalid):
        views.put(View(name, "kind:fact"))
    assert views.all() == {}
    assert view_name(" Api-1.x ") == "api-1.x"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"views": [{"name": 1}]}', "[" * 5_000])
def test_a_damaged_file_is_named(views: ViewStore, text: str) -> None:
    Path(views.path).write_text(text)
    with pytest.raises(BackstoryError) as caught:
        views.all()
    assert views.path in caught.value.message
    assert "mv " in caught.value.hint
    with pytest.raises(BackstoryError):
        views.put(View("a", "kind:fact"))
    assert Path(views.path).read_text() == text


def test_names_written_by_hand_that_are_none_are_passed_over(views: ViewStore) -> None:
    Path(views.path).write_text('{"views": [{"name": "../x", "query": "a"}, {"name": "ok", "query": "b"}], "more": 1}')
    assert list(views.all()) == ["ok"]
