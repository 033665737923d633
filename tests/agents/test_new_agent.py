"""An agent is added with its folder and one row, and nothing else: tried on a copy of the package."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import backstory

SOURCE = Path(str(backstory.__file__)).parent
COPIED = ("agents", "base")
"""The folders that get a file or a row; the rest of the package is linked."""

ROW = '    ("nova", "Nova", (), ("NOVA_SESSION",)),\n'


def copy_with_nova(folder: Path) -> Path:
    """The package with an agent `nova`: Codex's folder under another name, and a row in the table."""
    package = folder / "site" / "backstory"
    package.mkdir(parents=True)
    for path in SOURCE.iterdir():
        if path.name not in (*COPIED, "__pycache__"):
            (package / path.name).symlink_to(path)
    for name in COPIED:
        shutil.copytree(SOURCE / name, package / name, ignore=shutil.ignore_patterns("__pycache__"))
    nova = package / "agents" / "nova"
    shutil.copytree(package / "agents" / "codex", nova)
    for path in nova.glob("*.py"):
        text = path.read_text().replace("CODEX", "NOVA").replace("Codex", "Nova").replace("codex", "nova")
        text = text.replace("NOVA_THREAD_ID", "NOVA_SESSION")
        path.write_text(text.replace('BRIEF_MODE = "nova"', 'BRIEF_MODE = "codex"'))
    table = package / "base" / "agent_table.py"
    head, mark, rest = table.read_text().partition('    ("agents-md"')
    table.write_text(head + ROW + mark + rest)
    return package.parent


@pytest.mark.slow
def test_a_folder_and_a_row_make_an_agent(tmp_path: Path) -> None:
    site = copy_with_nova(tmp_path)
    shop = tmp_path / "shop"
    shop.mkdir()
    environ = {
        "HOME": str(tmp_path), "BACKSTORY_HOME": str(tmp_path / "data"), "PATH": os.environ["PATH"],
        "PYTHONPATH": str(site), "BACKSTORY_DELIVER_BACKGROUND": "false",
    }  # fmt: skip

    def run(*args: str, **more: str) -> str:
        payload = json.dumps({"cwd": str(shop), "session_id": "s", "source": "resume"})
        command = [sys.executable, "-m", "backstory", *args]
        ran = subprocess.run(
            command, cwd=shop, env=environ | more, input=payload, capture_output=True, text=True, check=True
        )
        return ran.stdout

    subprocess.run(["git", "init", "-q"], cwd=shop, check=True)
    run("init", "--yes", "--agents", "nova")
    assert "nova session-start" in (shop / ".nova/hooks.json").read_text()
    run("remember", "decision", "Use psycopg 3", NOVA_SESSION="nova-7")
    origin = json.loads(run("list", "decision", "--json"))["items"][0]["origin"]
    assert (origin["agent"], origin["session"], origin["how"]) == ("nova", "nova-7", "stated")
    assert list((tmp_path / "data").glob("projects/*/briefs/*/nova.json"))
    reply = json.loads(run("hook", "nova", "session-start"))
    assert "Use psycopg 3" in reply["hookSpecificOutput"]["additionalContext"]
    run("uninstall", "--yes")
    assert not (shop / ".nova").exists()
