"""The code of the scenario `batches`: what is edited in pino, in the order of the days."""

BROWSER = "browser.js"
TEST = "test/browser-batch.test.js"
TYPES = "pino.d.ts"
DOCS = "docs/browser.md"

CHECK = "  if (transmit && typeof transmit.send !== 'function') { throw Error('pino: transmit option must have a send function') }\n"
CHECK_NEW = (
    CHECK
    + "  if (transmit && transmit.batch && typeof transmit.sendBatch !== 'function') { throw Error('pino: transmit.batch needs a sendBatch function') }\n"
)
OPTS = "  const setOpts = {\n    transmit,\n"
OPTS_NEW = OPTS + "    queue: transmit && transmit.batch ? createQueue(transmit) : null,\n"
SEND = "          send: opts.transmit.send,\n"
SEND_NEW = SEND + "          queue: opts.queue,\n"
CALL = "  send(methodLevel, logger._logEvent, val)\n"
CALL_NEW = """  if (opts.queue) opts.queue.push(logger._logEvent, methodValue)
  else send(methodLevel, logger._logEvent, val)
"""
SHAPE = "function createLogEventShape (bindings) {\n"
IDLE = "      else if (timer === null) timer = requestIdleCallback(flush, { timeout: wait })\n"
TIMER = "      else if (timer === null) timer = setTimeout(flush, wait)\n"
UNLOAD = "  if (typeof addEventListener === 'function') addEventListener('beforeunload', flush)\n"
HIDE_SHORT = "  globalThis.addEventListener?.('pagehide', flush)\n"
HIDE = "  if (typeof window !== 'undefined') window.addEventListener('pagehide', flush)\n"
HIDDEN = """  if (typeof document !== 'undefined' && document.addEventListener) {
    document.addEventListener('visibilitychange', function () {
      if (document.visibilityState === 'hidden') flush()
    })
  }
"""
QUEUE = (
    """function createQueue (transmit) {
  const size = transmit.batch.size || 50
  const wait = transmit.batch.wait || 2000
  let events = []
  let timer = null

  function flush () {
    clearTimeout(timer)
    timer = null
    if (events.length === 0) return
    const batch = events
    events = []
    transmit.sendBatch(batch)
  }

"""
    + UNLOAD
    + """
  return {
    push (event, value) {
      events.push(event)
      if (value >= 50 || events.length >= size) flush()
"""
    + IDLE
    + """    }
  }
}

"""
)
PUSH = "      events.push(event)\n"
PUSH_NEW = """      // setBindings pushes to the array that every event of this logger holds
      event.bindings = event.bindings.slice()
      events.push(event)
"""
TESTS = """'use strict'
const test = require('tape')
const pino = require('../browser')

function noop () {}

function batched (batch, sendBatch) {
  return pino({ browser: { write: noop, transmit: { send: noop, batch, sendBatch } } })
}

test('throws if batch is set without sendBatch', ({ end, throws }) => {
  throws(() => { batched({ size: 2 }) })
  end()
})

test('sends a batch when size is reached', ({ end, is }) => {
  const sizes = []
  const logger = batched({ size: 2 }, (events) => { sizes.push(events.length) })
  logger.info('a')
  logger.child({ part: 'cart' }).info('b')
  is(sizes.join(), '2')
  end()
})

test('sends what is there after wait', ({ end, is }) => {
  const logger = batched({ wait: 10 }, (events) => {
    is(events.length, 1)
    end()
  })
  logger.info('a')
})

test('sends error and fatal at once', ({ end, is }) => {
  const sizes = []
  const logger = batched({}, (events) => { sizes.push(events.length) })
  logger.info('a')
  logger.error('b')
  logger.fatal('c')
  is(sizes.join(), '2,1')
  end()
})
"""
BOUND = """
test('buffered events keep the bindings they were logged with', ({ end, same }) => {
  const logger = batched({ size: 2 }, (events) => {
    same(events[0].bindings, [{ step: 1 }])
    end()
  })
  const child = logger.child({ step: 1 })
  child.info('a')
  child.setBindings({ step: 2 })
  child.info('b')
})
"""
FATAL_OLD = TESTS[TESTS.index("test('sends error and fatal") :]
FATAL = """test('sends only fatal at once', ({ end, is }) => {
  const sizes = []
  const logger = batched({}, (events) => { sizes.push(events.length) })
  logger.info('a')
  logger.error('b')
  logger.fatal('c')
  is(sizes.join(), '3')
  end()
})
"""
LEAK_BEFORE = "test('buffered events keep the bindings they were logged with'"
LEAK = """test('setBindings does not leak into messages', ({ end, same }) => {
  const logger = batched({ size: 1 }, (events) => {
    same(events[0].messages, ['a'])
    end()
  })
  const child = logger.child({ step: 1 })
  child.setBindings({ step: 2 })
  child.info('a')
})

"""
TYPES_OLD = "          send: (level: Level, logEvent: LogEvent) => void;\n"
TYPES_NEW = (
    TYPES_OLD
    + """          /**
           * Collect log events and pass them to `sendBatch`, at most `size` at once, at the latest after `wait` ms.
           */
          batch?: { size?: number; wait?: number };
          /**
           * Receives the collected log events. Required with `batch`.
           */
          sendBatch?: (events: LogEvent[]) => void;
"""
)
DOCS_OLD = "The `transmit` object must have a `send` function which will be called after\n"
DOCS_NEW = (
    """With `transmit.batch` (`{ size: 20, wait: 2000 }`) log events are collected and passed
to `transmit.sendBatch(events)` instead of calling `send` for each of them.

"""
    + DOCS_OLD
)
TYPO = "the `send` function be called based on"
TYPO_NEW = "the `send` function is called based on"
TYPE_TEST = "test/types/pino.tst.ts"
TYPE_TEST_OLD = "      level: 'fatal',\n      send: (level, logEvent) => {\n"
TYPE_TEST_NEW = """      level: 'fatal',
      batch: { size: 10 },
      sendBatch: (events) => {
        events[0].messages
      },
      send: (level, logEvent) => {
"""
