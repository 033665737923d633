"""Light named tuples behave as those of `typing` do."""

import copy
import subprocess
import sys
import typing
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.light_tuples import _LightNamedTuple

LightNamedTuple: Any = _LightNamedTuple()


class Real(typing.NamedTuple):
    """A row."""

    name: str
    count: int = 2
    rest: tuple[str, ...] = ()

    @property
    def doubled(self) -> int:
        return self.count * 2


class Light(LightNamedTuple):  # type: ignore[misc]
    """A row."""

    name: str
    count: int = 2
    rest: tuple[str, ...] = ()

    @property
    def doubled(self) -> int:
        return int(self.count * 2)


def outcome(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except (TypeError, ValueError) as error:
        return type(error)


values = st.one_of(st.integers(), st.text(max_size=3))


@given(st.lists(values, max_size=4), st.dictionaries(st.sampled_from(["name", "count", "rest", "other"]), values))
def test_calls_give_the_same_values_or_the_same_kind_of_error(args: list[Any], named: dict[str, Any]) -> None:
    real, light = (outcome(lambda cls=cls: tuple(cls(*args, **named))) for cls in (Real, Light))

    assert light == real


@given(st.dictionaries(st.sampled_from(["name", "count", "other"]), values))
def test_fields_are_replaced_alike(named: dict[str, Any]) -> None:
    real, light = (outcome(lambda cls=cls: tuple(cls("a", 1)._replace(**named))) for cls in (Real, Light))

    assert light == real


@given(st.lists(values, max_size=4))
def test_rows_are_made_of_sequences_alike(row: list[Any]) -> None:
    assert outcome(lambda: tuple(Light._make(row))) == outcome(lambda: tuple(Real._make(row)))


def test_a_row_says_the_same_of_itself() -> None:
    real, light = Real("a", 3), Light("a", 3)

    assert repr(light) == repr(real).replace("Real", "Light")
    assert light._asdict() == real._asdict()
    assert (light._fields, light._field_defaults) == (real._fields, real._field_defaults)
    assert (light.name, light.count, light.rest, light.doubled) == ("a", 3, (), 6)
    assert (Light.__doc__, Light.__match_args__, Light.__slots__) == (Real.__doc__, Real.__match_args__, ())
    assert typing.get_type_hints(Light) == typing.get_type_hints(Real)
    with pytest.raises(AttributeError):
        light.name = "b"


def test_a_row_can_be_copied_and_coded() -> None:
    row = Light("a", 3, ("x",))

    assert copy.copy(row) == copy.deepcopy(row) == row
    assert type(copy.copy(row)) is Light
    assert msgspec.json.encode(row) == b'["a",3,["x"]]'
    assert msgspec.json.decode(b'["a",3]', type=Light) == Light("a", 3)
    assert msgspec.convert(["a"], Light) == Light("a")


def test_a_class_may_inherit_from_a_row() -> None:
    class Long(Light):
        def words(self) -> str:
            return f"{self.name} {self.count}"

    assert Long("a", count=5).words() == "a 5"
    assert type(Long("a")._replace(name="b")) is Long


GENERIC = """
import typing
from backstory.model.light_tuples import REAL, install_light_tuples
install_light_tuples()
from typing import Generic, NamedTuple, TypeVar
T = TypeVar("T")
class Pair(NamedTuple, Generic[T]):
    left: T
    right: T
print(Pair[int](1, 2), NamedTuple("Call", [("x", int)])(1))
import backstory.agents.growing_logs, backstory.store.sessions
print(backstory.store.sessions.SessionEntry.__mro__[1].__name__)
"""


def test_generic_rows_and_calls_are_those_of_typing() -> None:
    done = subprocess.run([sys.executable, "-c", dedent(GENERIC)], capture_output=True, text=True, check=True)

    light = "NamedRow" if sys.version_info < (3, 14) else "tuple"
    assert done.stdout.splitlines() == ["Pair(left=1, right=2) Call(x=1)", light]
