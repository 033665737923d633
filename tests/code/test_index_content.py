"""Pieces of camel-cased names: the same whatever was read before."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.code.index import content
from backstory.code.index.content import Reader
from backstory.code.read.definitions import split_name

NAMES = st.lists(
    st.sampled_from(["parseHTTPHeader", "value", "VALUE", "maxSize", "Max", "x", "toJSON2", "snake_case", "élanVital"])
)


@given(st.lists(NAMES, max_size=6))
def test_pieces_do_not_depend_on_what_was_read_before(files: list[list[str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(content, "_KEPT", 3)
        reader = Reader("")
        for names in files:
            data = " ".join(names).encode()
            wanted = {
                piece
                for name in names
                if not (name.encode().islower() or name.encode().isupper()) and len(split_name(name)) > 1
                for piece in split_name(name)
            }
            assert reader._parts(data) == " ".join(sorted(wanted))


def test_a_file_has_the_pieces_of_its_names(tmp_path: Path) -> None:
    (tmp_path / "a.go").write_text("package a\n\nfunc parseHeader(maxSize int) int { return maxSize }\n")
    for _ in range(2):
        read = Reader(str(tmp_path)).content("a.go")
        assert set(read.parts.split()) == {"parse", "header", "max", "size"}
