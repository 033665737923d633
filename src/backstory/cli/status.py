"""`status`: what is remembered here and how things stand; `--explain`: what was resolved, and why."""

from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import common, open_memory
from backstory.cli.times import ago
from backstory.model.text import counted


@click.command()
@click.option("--explain", is_flag=True, help="Which project was resolved, where everything lies, and why.")
@click.option("--storage", is_flag=True, help="Sizes on disk.")
@common
def status(explain: bool, storage: bool) -> None:
    """What is remembered here, and how things stand."""
    memory = open_memory()
    if storage:
        show_storage(memory)
        return
    found = memory.status()
    if explain:
        from backstory.memory.trust import trust_status

        found["resolved"] = {
            "reasons": list(memory.project.reasons),
            "root": memory.project.root,
            "team": memory.project.team,
            "private": memory.project.private,
            "user": memory.project.user,
            "git_dir": memory.project.git_dir,
            "common_dir": memory.project.common_dir,
            "channel": memory.channel._asdict(),
            "trust": trust_status(memory)._asdict(),
            "settings": {k: {"value": v, "from": o} for k, v, o in memory.settings.items()},
        }
    if console.State.json:
        console.document("status", found)
        return
    show(found, memory.now())
    if memory.settings.withheld:
        count = len(memory.settings.withheld)
        console.talk(
            f"{counted(count, 'setting')} of the repository {'waits' if count == 1 else 'wait'} for your trust"
        )
        console.talk("hint: look at `.backstory/config.toml`, then `backstory trust`")
    if explain:
        console.out()
        for reason in memory.project.reasons:
            console.out(f"  {reason}")
        resolved = found["resolved"]
        nobody = "a person" if memory.channel.how == "explicit" else "a script or an agent"
        speaker = memory.channel.agent or nobody
        console.table(
            [
                ["  root", memory.project.root],
                ["  team", memory.project.team],
                ["  private", memory.project.private],
                ["  user", memory.project.user],
                ["  git", memory.project.git_dir or "none"],
                ["  trust", _trust(resolved["trust"])],
                [
                    "  speaking",
                    f"{speaker} ({memory.channel.how})",
                ],
            ]
        )
        console.out("\n  settings that are not at their default")
        console.table(
            [
                [f"    {k}", str(v["value"]), v["from"]]
                for k, v in resolved["settings"].items()
                if v["from"] != "default"
            ]
        )


def _trust(found: dict[str, Any]) -> str:
    count = len(found["foreign"])
    rest = f"; {count} record{'s' if count > 1 else ''} marked as untrusted" if count else ""
    return f"{'trusted' if found['trusted'] else 'not trusted'}: {found['reason']}{rest}"


def show(found: dict[str, Any], now: float) -> None:
    """The status for a person."""
    where = f" on {found['branch']}" if found["branch"] else ""
    at = f" at {found['commit'][:10]}" if found["commit"] else ""
    console.out(f"{console.bold(found['project'])}{where}{at}")
    if not found["enabled"]:
        console.out("memory is switched off (`backstory config set enabled true`)")
    counts = found["records"]
    if counts["total"]:
        kinds = ", ".join(f"{n} {k}" for k, n in sorted(counts["kinds"].items(), key=lambda i: (-i[1], i[0])))
        scopes = ", ".join(f"{n} {s}" for s, n in counts["scopes"].items() if n)
        console.out(f"{counted(counts['total'], 'record')} ({scopes}): {kinds}")
        console.out(f"{counts['tiers'].get('pinned', 0)} pinned, about {counts['tokens']:,} tokens in all")
    else:
        console.out("nothing is remembered yet")
    if found["goal"]:
        console.out(f"goal: {found['goal']}")
    if found["checkpoint"]:
        point = found["checkpoint"]
        console.out(f"checkpoint {ago(point['made'], now)}: {point['task']}")
        for step in point["next"][:3]:
            console.out(f"  next: {step}")
    if found["snapshot"]:
        console.out(
            f"snapshot {ago(found['snapshot']['made'], now)}: "
            f"{found['snapshot_id']}, {counted(found['snapshot']['files'], 'file')}"
        )
    if found["waiting"]["unsealed"]:
        what = counted(found["waiting"]["unsealed"], "file")
        console.talk(
            f"{what} in `.backstory/local/spool/` without a seal of this machine: `backstory doctor` names them"
        )
    console.talk(f"hint: `{found['next']}`")


def show_storage(memory: Any) -> None:
    """Sizes on disk, for a person or as JSON."""
    from backstory.memory.status import storage_sizes

    found = storage_sizes(memory)
    if console.State.json:
        console.document("storage", found)
        return
    console.table(
        [[name, counted(p["files"], "file"), f"{p['bytes']:,} bytes", p["path"]] for name, p in found["places"].items()]
    )
    console.out(f"{found['tags']} tags, {found['links']} links, about {found['tokens']:,} tokens")
