"""A session of the real Codex is kept as it was."""

from runners import Machine
from stub import Call, Say, Stub
from test_claude_session import kept_session


def test_codex_is_kept_as_it_worked(machine: Machine, stub: Stub) -> None:
    machine.backstory("init", "--yes", "--agents", "codex")
    patch = "*** Begin Patch\n*** Add File: pool.py\n+size = 20\n*** End Patch"
    stub.script += [
        Call("exec_command", {"cmd": f"apply_patch <<'EOF'\n{patch}\nEOF"}),
        Call("exec_command", {"cmd": "python3 -c 'import nothing_here'"}),
        Call("exec_command", {"cmd": "git add -A; git commit -qm 'Bound the pool'"}),
        Say("The pool is bounded.\n\nNext steps:\n1. write the docs"),
    ]
    ran = machine.codex("bound the pool", "--dangerously-bypass-approvals-and-sandbox", hooks=True)
    assert ran.returncode == 0, ran.stderr
    session = kept_session(machine)
    assert session["agent"] == "codex"
    assert session["edited"] == ["pool.py"]
    failed = next(one for one in session["commands"] if "nothing_here" in one["command"])
    assert failed["failed"] and failed["exit_code"] == 1
    assert [commit["subject"] for commit in session["commits"]] == ["Bound the pool"]
    assert session["answers"][-1]["text"].startswith("The pool is bounded.")
    assert session["next"] == ["write the docs"]
