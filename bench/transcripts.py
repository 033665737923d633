#!/usr/bin/env python3
"""How fast transcripts of Claude Code are read, beside plain decoding: `bench/transcripts.py [MEGABYTES] [KEEP]`.

Writes a file of realistic rows (prompts, replies with thinking, calls, results with what the program keeps of them,
snapshots, progress), 1,000 MB by default, reads it to the last turn and prints MB/s of processor time, the number of
turns and the largest resident set. `KEEP` is a file to write to and to read again. Plain decoding reads a part of the
same file with `msgspec` and with `json`, line by line, without looking at what is decoded; the ratios hold on any
machine. Last it says what the next turn costs with a mark and without.
"""

import json
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from backstory.agents.claude_code.transcript import read_on, read_turns

PART = 40_000_000
"""Bytes that are decoded plainly."""

SOURCE = "".join(
    f"    def handle_{n}(self, request: Request) -> Response:\n        return self.table[request.path]({n})\n"
    for n in range(60)
)


def rounds(number: int) -> list[dict[str, object]]:
    """One prompt and what follows: 24 rows, 2 kB each in the mean, as in sessions with edits and test runs."""
    rows: list[dict[str, object]] = []
    ident = f"{number:08x}-0000-4000-8000-"
    parent: str | None = f"{number - 1:08x}-0000-4000-8000-{23:012x}" if number else None

    def add(kind: str, **more: object) -> None:
        nonlocal parent
        uuid = f"{ident}{len(rows):012x}"
        base = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": "/home/ada/shop",
                "sessionId": "9d900c81-3845-4e9d-847b-695ba7e2dc34", "version": "2.1.197", "gitBranch": "feat/pay",
                "type": kind}  # fmt: skip
        rows.append(base | more | {"uuid": uuid, "timestamp": f"2026-11-20T10:{number % 60:02}:{len(rows):02}.000Z"})
        parent = uuid

    def say(block: dict[str, object], message: str) -> None:
        usage = {"input_tokens": 12, "cache_creation_input_tokens": 900, "cache_read_input_tokens": 15000,
                 "output_tokens": 210, "service_tier": "standard"}  # fmt: skip
        add("assistant", requestId=f"req_{message}", message={
            "id": f"msg_{message}", "type": "message", "role": "assistant", "model": "claude-opus-4-8",
            "content": [block], "stop_reason": None, "stop_sequence": None, "usage": usage})  # fmt: skip

    def answer(call: str, text: str, kept: object, **more: object) -> None:
        block = {"tool_use_id": call, "type": "tool_result", "content": text} | more
        add("user", message={"role": "user", "content": [block]}, toolUseResult=kept)

    prompt = f"Round {number}: the checkout drops the session when a webhook comes in late, please find out why"
    add("user", message={"role": "user", "content": prompt})
    for step in range(4):
        name = f"{number}_{step}"
        say({"type": "thinking", "thinking": SOURCE[:1500], "signature": "Er4" * 300}, name)
        say({"type": "text", "text": "I look at the handler, and then at how the table is filled. " * 4}, name)
        path = f"/home/ada/shop/handlers/table_{step}.py"
        if step % 2:
            given = {"file_path": path, "old_string": SOURCE[:600], "new_string": SOURCE[:700]}
            say({"type": "tool_use", "id": f"toolu_{name}", "name": "Edit", "input": given}, name)
            patch = [{"oldStart": 3, "oldLines": 9, "newStart": 3, "newLines": 10, "lines": SOURCE[:900].split("\n")}]
            kept = given | {"originalFile": SOURCE[:4000], "structuredPatch": patch, "userModified": False}
            answer(f"toolu_{name}", f"The file {path} has been updated.", kept)
        else:
            command = f"python -m pytest -q tests/handlers/test_{step}.py"
            say({"type": "tool_use", "id": f"toolu_{name}", "name": "Bash", "input": {"command": command}}, name)
            out = "E   AssertionError: expected 200, got 409\n" + SOURCE[:1500]
            kept = {"stdout": out, "stderr": "", "interrupted": False, "isImage": False}
            answer(f"toolu_{name}", out, kept)
        add("progress", data={"type": "bash_progress", "output": SOURCE[:300], "elapsedTimeSeconds": 3})
    say(
        {"type": "text", "text": "The table is filled after the first request. I moved it to the start. " * 8},
        f"{number}_end",
    )
    rows.append({"type": "file-history-snapshot", "messageId": f"{ident}0", "snapshot": {"trackedFileBackups": {}}})
    add("system", subtype="turn_duration", durationMs=12345)
    return rows


def write(path: str, size: int) -> None:
    with open(path, "wb") as handle:
        number = written = 0
        while written < size:
            data = b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rounds(number))
            handle.write(data)
            written += len(data)
            number += 1


def measure(work: Callable[[], object]) -> float:
    """Seconds of processor time, the least of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def decode_plainly(lines: Sequence[bytes], decode: Callable[[bytes], object]) -> None:
    for line in lines:
        decode(line)


def compare(path: str) -> None:
    """Prints the speed of reading a part of the file as ratios to plain decoding."""
    with open(path, "rb") as handle, tempfile.NamedTemporaryFile(suffix=".jsonl") as part:
        lines = handle.read(PART).splitlines(keepends=True)[:-1]
        part.writelines(lines)
        part.flush()
        ours = measure(lambda: sum(1 for _ in read_turns(part.name)))
    for name, decode in (("msgspec", msgspec.json.Decoder().decode), ("json", json.loads)):
        plain = measure(lambda decode=decode: decode_plainly(lines, decode))
        print(f"  {plain / ours:.2f} times as fast as `{name}` decodes")


def measure_next_turn() -> None:
    """Prints what a reader spends on one more round at the end of a session, with a mark and without."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as copy:
        write(copy.name, 12_000_000)
        first = read_turns(copy.name)
        number = sum(turn.role == "user" for turn in first)
        mark = first.seal() if first.seal is not None else b""
        with open(copy.name, "ab") as handle:
            handle.writelines(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rounds(number))
        for name, held in (("with", mark), ("without", b"")):
            used = measure(lambda held=held: sum(1 for _ in read_on(copy.name, first.end, held)))
            print(
                f"  the next turn of a session of 12 MB takes {used * 1000:.1f} ms {name} a mark of {len(held)} bytes"
            )


def main() -> None:
    size = int(sys.argv[1] if len(sys.argv) > 1 else 1000) * 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = sys.argv[2] if len(sys.argv) > 2 else os.path.join(folder, "session.jsonl")
        if not os.path.exists(path):
            write(path, size)
        size = os.path.getsize(path)
        start = time.process_time()
        reading = read_turns(path)
        roles = Counter(turn.role for turn in reading)
        used = time.process_time() - start
        largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{size / 1e6:.0f} MB, {sum(roles.values())} turns {dict(roles)}, damaged {reading.damaged}")
        each = used / max(1, sum(roles.values())) * 1e6
        print(f"{size / 1e6 / used:.0f} MB/s of processor time, {each:.1f} us a turn, {largest} MB resident")
        compare(path)
        measure_next_turn()


if __name__ == "__main__":
    main()
