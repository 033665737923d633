"""Pi, whose extension brings the brief and what bears on a prompt, and reports what the session does."""

import pytest
from runners import Machine, missing
from stub import Call, Stub

pytestmark = pytest.mark.skipif(missing("pi"), reason="Pi is not installed: run tests/real_agents/install.sh")

DRIVER = "Use psycopg 3 instead of asyncpg"
GATEWAY = "The gateway drops one call in nine"


@pytest.mark.parametrize("scope", ["project", "person"])
def test_pi_hears_the_memory_once_and_what_it_did_is_captured(machine: Machine, stub: Stub, scope: str) -> None:
    (machine.repo / "AGENTS.md").write_text("# Rules\n")
    machine.git("add", ".")
    machine.git("commit", "-qm", "rules")  # a tracked file holds no brief, so the hooks alone can bring it
    machine.backstory("init", "--yes", "--agents", "pi", *(["--no-hooks"] if scope == "person" else []))
    machine.backstory(*(["init", "--user", "--agents", "pi"] if scope == "person" else ["list"]))
    for words, why in ((DRIVER, "Better typing support"), (GATEWAY, "")):
        kind = ["decision", words, "--why", why] if why else ["fact", words]
        machine.backstory("remember", *kind)
    stub.script.append(Call("bash", {"command": "false"}))
    ran = machine.pi("which database driver do we use?")
    assert ran.returncode == 0, ran.stderr
    assert [request.seen(DRIVER) for request in stub.main] == [1, 1], "the same in every request"
    assert "which database driver" in machine.await_output("which database driver", "log")

    first = len(stub.main)
    machine.pi("and what does the gateway do?", "--continue")
    assert stub.main[first].seen(DRIVER) == stub.main[first].seen(GATEWAY) == 1, "a session that goes on has it again"

    plain = len(stub.main)
    machine.pi("/backstory psycopg")
    asked = stub.main[plain].seen("Ask the memory of this project about: psycopg")
    assert asked == (scope == "person"), "the command comes with `init --user`"


def test_pi_hears_a_fitting_record_with_the_prompt_and_leaves_no_trace(machine: Machine, stub: Stub) -> None:
    machine.pi("hello")
    own = machine.home / ".pi"
    before = sorted(str(path) for path in own.rglob("*") if "sessions" not in str(path))
    exclude = (machine.repo / ".git/info/exclude").read_bytes()
    machine.backstory("init", "--yes", "--agents", "pi")
    machine.backstory("init", "--user", "--agents", "pi")
    machine.pi("hello")
    machine.backstory("remember", "fact", GATEWAY)
    first = len(stub.main)
    machine.pi("how often does the gateway drop a call?", "--continue")
    assert stub.main[first].seen(GATEWAY) >= 1
    machine.backstory("uninstall", "--yes")
    assert sorted(str(path) for path in own.rglob("*") if "sessions" not in str(path)) == before
    assert not (machine.repo / ".pi").exists() and (machine.repo / ".git/info/exclude").read_bytes() == exclude
