"""The text of the extension that makes Pi call the hook process: its moments, and what it takes into the context."""

from typing import Final

from backstory.agents.plugin_text import CALL

TEXT: Final = (
    """\
// Project memory for Pi, written by Backstory. `backstory agents rm pi` takes it out again.
"""
    + CALL
    + """
export default function (pi) {
  let brief // the same words in every request of a session
  let source = "startup" // why the next brief is asked for
  const fields = (ctx, more) => {
    const file = ctx.sessionManager.getSessionFile()
    const transcript = file ? { transcript_path: file } : {}
    return { session_id: ctx.sessionManager.getSessionId(), cwd: ctx.cwd, ...transcript, ...more }
  }
  pi.on("session_start", async (event) => {
    brief = undefined
    source = ["fork", "reload"].includes(event.reason) ? "resume" : event.reason
  })
  pi.on("before_agent_start", async (event, ctx) => {
    brief ??= call("session-start", fields(ctx, { source }))
    const text = await brief
    const hits = await call("prompt", fields(ctx, { prompt: event.prompt }))
    return {
      ...(text ? { systemPrompt: event.systemPrompt + "\\n\\n" + text } : {}),
      ...(hits ? { message: { customType: "backstory", content: hits, display: false } } : {}),
    }
  })
  pi.on("tool_result", async (event, ctx) => {
    const tool = { tool_name: event.toolName, tool_use_id: event.toolCallId, tool_input: event.input ?? {} }
    const error = event.isError ? { error: "failed" } : {}
    await call(event.isError ? "tool-failure" : "post-tool", fields(ctx, { ...tool, ...error }))
  })
  pi.on("session_before_compact", async (event, ctx) => {
    await call("pre-compact", fields(ctx, { trigger: "compaction" }))
  })
  pi.on("session_compact", async () => {
    brief = undefined
    source = "compact"
  })
  pi.on("agent_end", async (event, ctx) => {
    await call("stop", fields(ctx, {}))
  })
  pi.on("session_shutdown", async (event, ctx) => {
    await call("session-end", fields(ctx, { reason: event?.reason ?? "quit" }))
  })
}
"""
)
"""In the form of `plugin_text.fill_plugin`."""
