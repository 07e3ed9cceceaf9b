import { setImmediate as nextTurn } from 'node:timers/promises'

/** As many as one statement carries. */
const MOST = 200

interface Batch {
  texts: Set<string>
  sent: PromiseWithResolvers<void>
}

export interface Batches {
  /** Resolves once the batch with it is sent, rejects when that failed. */
  send(text: string): Promise<void>
  /** Resolves once nothing waits any more. */
  settled(): Promise<void>
}

/**
 * Sends texts in their order, by one statement at a time: what comes in the same turn of the event loop, or while one
 * is under way, goes together. Of equal texts in one transaction PostgreSQL tells only one, so they go separately.
 */
export function inBatches(sendBatch: (texts: string[]) => Promise<unknown>): Batches {
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
    if (last && last.texts.size < MOST && !last.texts.has(text)) return last
    const next = { texts: new Set<string>(), sent: Promise.withResolvers<void>() }
    waiting.push(next)
    return next
  }

  return {
    send(text) {
      const { texts, sent } = batchFor(text)
      texts.add(text)
      sending ??= sendAll()
      return sent.promise
    },
    settled: async () => sending,
  }
}
