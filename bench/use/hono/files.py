"""Texts that the scenario repeats: the files of its first day, and patterns of its answers."""

FIRST = """import type { MiddlewareHandler } from '../../types'

export interface IdempotencyStore {
  get(key: string): Promise<Response | undefined>
  set(key: string, answer: Response): Promise<void>
}

export const idempotency = (options: { store: IdempotencyStore }): MiddlewareHandler => {
  return async function idempotency(c, next) {
    const key = c.req.header('Idempotency-Key')
    if (!key || !['POST', 'PATCH'].includes(c.req.method)) {
      return next()
    }
    const kept = await options.store.get(key)
    if (kept) {
      return kept.clone()
    }
    await next()
    await options.store.set(key, c.res)
  }
}
"""
FIRST_TEST = """import { Hono } from '../../hono'
import { idempotency } from '.'

const makeStore = () => {
  const kept = new Map()
  return { get: async (k) => kept.get(k), set: async (k, v) => void kept.set(k, v) }
}

describe('idempotency', () => {
  let runs = 0
  const app = new Hono()
  app.use(idempotency({ store: makeStore() }))
  app.post('/pay', (c) => c.json({ run: ++runs }))
  const pay = () => app.request('/pay', { method: 'POST', headers: { 'Idempotency-Key': 'k1' } })

  it('runs the handler once', async () => {
    await (await pay()).json()
    expect(await (await pay()).json()).toEqual({ run: 1 })
  })
})
"""

OLD = r"(changed since|stale|supersed|gone\b|no longer|replaced|outdated|retract|instead|earlier|was:|Reza|not a day|3600)"
CLONE = r"consumed|nothing left to clone|unread half|plain data"
MAP = r"isolate|atomic add|Map of (running )?promises"
NODE = r"nothing from node:|Web Standard|no Buffer|src/utils/crypto"
TTL = r"Reza|3600|one hour"
NOOR = r"principal|somebody else.s answer|answer of somebody else"
RED = r"raw\.clone|Body is unusable|422 when the payload differs|fingerprint"
DRAFT = r"\b409\b|IETF|draft"

PLAIN = (
    FIRST.replace("Response | undefined", "Kept | undefined")
    .replace("answer: Response", "answer: Kept")
    .replace(
        "export interface",
        "export interface Kept {\n  status: number\n  headers: [string, string][]\n  body: ArrayBuffer\n}\n\nexport interface",
        1,
    )
    .replace("return kept.clone()", "return new Response(kept.body, { status: kept.status, headers: kept.headers })")
    .replace(
        "await options.store.set(key, c.res)",
        "const body = await c.res.clone().arrayBuffer()\n    await options.store.set(key, { status: c.res.status, headers: [...c.res.headers], body })",
    )
)
