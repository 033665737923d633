"""The text of the plugin that makes Amp call the hook process: its moments, and what it takes into the context."""

from typing import Final

from backstory.agents.plugin_text import CALL

TEXT: Final = (
    """\
// Project memory for Amp, written by Backstory. `backstory agents rm amp` takes it out again.
"""
    + CALL
    + """
/** Whether a thread has messages from before this turn. */
async function goesOn(ctx) {
  try {
    return (await ctx.thread.messages({ from: "start", limit: 2 })).length > 1
  } catch {
    return false
  }
}

/** The text of the assistant's last message. */
function lastText(messages) {
  try {
    const last = [...messages].reverse().find((message) => message.role === "assistant")
    if (typeof last.content === "string") return last.content
    return last.content.filter((block) => block.type === "text").map((block) => block.text).join("\\n")
  } catch {
    return ""
  }
}

export const description = "Project memory (Backstory)"

export default function (amp) {
  const briefed = new Set() // threads that this process has briefed
  const fields = (event, more) => ({ session_id: String(event?.thread?.id ?? ""), cwd: process.cwd(), ...more })
  amp.on("agent.start", async (event, ctx) => {
    try {
      const texts = []
      const thread = String(event?.thread?.id ?? "")
      if (!briefed.has(thread)) {
        briefed.add(thread)
        const source = (await goesOn(ctx)) ? "resume" : "startup"
        texts.push(await call("session-start", fields(event, { source })))
      }
      texts.push(await call("prompt", fields(event, { prompt: String(event?.message ?? "") })))
      const content = texts.filter(Boolean).join("\\n")
      return content ? { message: { content, display: false } } : {}
    } catch {
      return {}
    }
  })
  amp.on("tool.result", async (event) => {
    const tool = { tool_name: event?.tool, tool_use_id: event?.toolUseID, tool_input: event?.input ?? {} }
    const failed = event?.status !== "done"
    await call(failed ? "tool-failure" : "post-tool", fields(event, failed ? { ...tool, error: "failed" } : tool))
  })
  amp.on("agent.end", async (event) => {
    const text = lastText(event?.messages)
    await call("stop", fields(event, text ? { last_assistant_message: text } : {}))
  })
}
"""
)
"""In the form of `plugin_text.fill_plugin`."""
