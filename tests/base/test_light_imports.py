"""Libraries are loaded without what they do not need, and nothing of that is left behind."""

import inspect
import subprocess
import sys
from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from backstory.base.light_imports import clean_doc

CODE = """
import sys
from backstory.base.light_imports import load_click, load_msgspec, load_subprocess
load_msgspec()
load_click()
load_subprocess()
left_out = (
    "inspect", "platform", "typing_extensions", "gettext", "textwrap", "msgspec.inspect", "uuid", "decimal", "locale"
)
print([name for name in left_out if name in sys.modules])
import click, decimal, gettext, inspect, locale, msgspec, platform, subprocess, uuid
print(inspect.isfunction(dir), callable(inspect.getfile), bool(platform.python_version()))
print(click.core.inspect.isclass(str), click.core.inspect.signature(print) is not None)
print(msgspec.json.schema(int), msgspec.json.schema_components([int])[0], msgspec.inspect.type_info(int).gt)
print(decimal.Decimal(1) + 1, uuid.UUID(int=0).hex[:4], msgspec.json.decode(b"[1.5]"), msgspec.convert("1", str))
print(subprocess.run([sys.executable, "-c", "pass"], text=True, capture_output=True).returncode)
print(gettext.find("nothing"), click.core.ngettext("one", "many", 1), click.core.ngettext("one", "many", 2))
"""


def test_what_they_do_not_need_stays_out_and_is_real_when_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", dedent(CODE)], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines() == [
        "[]",
        "False True True",
        "True True",
        "{'type': 'integer'} ({'type': 'integer'},) None",
        "2 0000 [1.5] 1",
        "0",
        "None one many",
    ]


@given(st.text(alphabet="ab \t\n", max_size=60))
def test_docstrings_are_cleaned_as_inspect_does(text: str) -> None:
    assert clean_doc(text) == inspect.cleandoc(text)
