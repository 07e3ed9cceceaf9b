import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum texts per statement. */
const BATCH_MAX = 200

interface Batch {
  texts: Set<string>
  sent: PromiseWithResolvers<void>
}

export type Batches = ReturnType<typeof inBatches>

/**
 * Sends texts in order, one statement at a time: texts of the same turn of the event loop, or that arrive while a
 * statement runs, share the next one. PostgreSQL delivers equal texts of one transaction only once, so these are sent
 * separately.
 */
export function inBatches(sendBatch: (texts: string[]) => Promise<unknown>) {
  const waiting: Batch[] = []
  let sending: Promise<void> | undefined

  async function sendAll() {
    await nextTurn()
    for (let batch = waiting.shift(); batch; batch = waiting.shift())
      await sendBatch([...batch.texts]).then(() => batch.sent.resolve(), batch.sent.reject)
    sending = undefined
  }

  function batchFor(text: string): Batch {
    const last = waiting.at(-1)
    if (last && last.texts.size < BATCH_MAX && !last.texts.has(text)) return last
    const next = { texts: new Set<string>(), sent: Promise.withResolvers<void>() }
    waiting.push(next)
    return next
  }

  return {
    /** Resolves once the batch with this text is sent; rejects if that fails. */
    send(text: string) {
      const { texts, sent } = batchFor(text)
      texts.add(text)
      sending ??= sendAll()
      return sent.promise
    },
    /** Resolves once nothing is waiting. */
    settled: async () => sending,
  }
}
