"""The text of the plugin that makes OpenCode call the hook process: its moments, and what it takes into the context.

Kilo Code has the same plugins.
"""

from collections.abc import Sequence
from typing import Final

from backstory.agents.base import Launch
from backstory.agents.hook_settings import hook_program
from backstory.agents.opencode.dialect import NAME
from backstory.agents.plugin_text import CALL, TEAM, fill_plugin
from backstory.edits.change import Plugin

TEXT: Final = (
    """\
// Project memory for %(title)s, written by Backstory. `backstory agents rm %(name)s` takes it out again.
"""
    + CALL
    + """
const unquote = (text) => // the argument of `run`, which %(title)s puts into quotation marks
  text.replace(/^"((?:\\\\"|[^"\\\\]|\\\\(?!"))*)"(?=\\n|$)/, (all, words) =>
    words.includes(" ") ? words.replaceAll('\\\\"', '"') : all)
export const Backstory = async ({ directory }) => {
  const briefs = new Map() // session -> its brief, the same words in every request of it
  const sources = new Map() // session -> why its next brief is asked for
  const parents = new Map() // sub-agent's session -> the session that started it
  const fields = (session, more) => {
    const parent = parents.get(session)
    const who = parent ? { session_id: parent, agent_id: session } : { session_id: session }
    return { ...who, cwd: directory, ...more }
  }
  return {
    event: async ({ event }) => {
      const about = event.properties ?? {}
      if (event.type === "session.created" && about.info?.parentID) parents.set(about.info.id, about.info.parentID)
      if (event.type === "session.compacted") {
        briefs.delete(about.sessionID)
        sources.set(about.sessionID, "compact")
      }
      if (event.type === "session.idle") {
        const session = about.sessionID
        await call(parents.has(session) ? "subagent-stop" : "stop", fields(session, {}))
      }
    },
    "chat.message": async (input, output) => {
      if (parents.has(input.sessionID)) return // the words of an agent
      const texts = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      if (!texts.length) return
      const prompt = unquote(texts.map((part) => part.text).join("\\n"))
      const text = await call("prompt", fields(input.sessionID, { prompt }))
      const last = texts[texts.length - 1]
      if (text) output.parts.push({ ...last, id: last.id + "b", text, synthetic: true })
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = input.sessionID ?? ""
      if (!briefs.has(session)) {
        const event = parents.has(session) ? "subagent-start" : "session-start"
        briefs.set(session, call(event, fields(session, { source: sources.get(session) ?? "startup" })))
      }
      const text = await briefs.get(session)
      if (text) output.system.push(text)
    },
    "tool.execute.after": async (input) => {
      const tool = { tool_name: input.tool, tool_use_id: input.callID, tool_input: input.args ?? {} }
      await call("post-tool", fields(input.sessionID, tool))
    },
    "experimental.session.compacting": async (input) => {
      await call("pre-compact", fields(input.sessionID, { trigger: "auto" }))
    },
  }
}
"""
)


def personal_plugin(launch: Launch) -> Plugin:
    """The plugin that starts the hook process with this installation's interpreter."""
    return _fill(hook_program(launch), [])


def user_plugin(launch: Launch) -> Plugin:
    """The plugin for all repositories of a person, which steps back where a project has one."""
    return _fill(hook_program(launch), ["--user"])


def team_plugin() -> Plugin:
    """The plugin for everybody who checks the repository out: silent where Backstory is not installed."""
    return _fill(TEAM, ["--team"])


def _fill(program: Sequence[str], options: Sequence[str]) -> Plugin:
    return fill_plugin(TEXT, NAME, "OpenCode", program, options)
