"""What a refresh saw of the code reaches the marks of records in the hook process."""

from pathlib import Path

import msgspec
from tests.hook.test_reply import hit

from backstory.base.path_codec import encode_path
from backstory.hook.prepared import mark_changed, surfaces_path


def test_changed_moved_and_gone_places_are_marked(tmp_path: Path) -> None:
    private, root = str(tmp_path / "private"), str(tmp_path / "repo")
    one, other = hit(paths="a.py#f"), hit(id="01JD8ZK3M7Q4T9W2R5X8Y1B6C1", paths="b.py")
    file = Path(surfaces_path(private, root))
    file.parent.mkdir(parents=True)
    places = f"{one.id}\ta.py#f\ta.py#f (gone)\n{one.id}\tc.py\tc.py (changed since)"
    fields = {"tree": encode_path(root), "text": "", "changed": one.id, "places": places}
    file.write_bytes(msgspec.json.encode(fields))
    mark_changed([one, other], root, private)
    assert one.places == {"a.py#f": "a.py#f (gone)", "c.py": "c.py (changed since)"} and one.changed
    assert not other.places and not other.changed
