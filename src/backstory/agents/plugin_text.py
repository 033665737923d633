"""What our plugins in JavaScript have in common: how they call the hook process, and how their text is filled in."""

import json
from collections.abc import Sequence
from typing import Final

from backstory.edits.change import Plugin

CALL: Final = """\
import { spawn } from "node:child_process"

const PROGRAM = %(program)s
const OPTIONS = %(options)s
const LIMIT = 5000 // milliseconds; after them %(title)s goes on without an answer

/** Calls the hook process and gives what it prints. Never fails. */
function call(event, fields) {
  return new Promise((resolve) => {
    try {
      let text = ""
      const words = [...PROGRAM.slice(1), "%(name)s", event, ...OPTIONS]
      const child = spawn(PROGRAM[0], words, { stdio: ["pipe", "pipe", "ignore"], timeout: LIMIT })
      child.on("error", () => resolve(""))
      child.on("close", () => resolve(text.trim()))
      child.stdout.on("data", (data) => { text += data })
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify({ hook_event_name: event, ...fields }))
    } catch {
      resolve("")
    }
  })
}
"""
TEAM: Final = ("backstory", "hook")
"""The program of a team's plugin: it is looked up on `PATH`."""


def fill_plugin(text: str, name: str, title: str, program: Sequence[str], options: Sequence[str]) -> Plugin:
    """The plugin of an agent, whose text is in the form of `%` with the names above."""
    values = {
        "program": json.dumps(list(program)), "options": json.dumps(list(options)), "name": name, "title": title
    }  # fmt: skip
    return Plugin((text % values).encode("ascii"))
