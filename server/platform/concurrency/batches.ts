/** Maximum items per batch. */
const ITEMS_MAX = 32
/** The next batch starts after this wait, even if the current one is still running. */
const NEXT_BATCH_AFTER_MS = 50
/** Maximum batches at once; all but one of them have exceeded the wait. */
const AT_ONCE_MAX = 4

interface Waiting<Item, Result> {
  item: Item
  result: PromiseWithResolvers<Result>
}

/** Does the work for many items and returns their results in the same order. */
export type BatchWork<Item, Result> = (items: Item[]) => Promise<Result[]>

/**
 * Items that arrive while a batch runs share the next one: the busier the process, the less each item costs, and a
 * single item does not wait. If a batch fails, each item is retried alone, so that none fails because of another; the
 * work must therefore be idempotent.
 */
export function inSharedBatches<Item, Result>(
  work: BatchWork<Item, Result>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let underWay = 0
  let isTurnTaken = false

  async function doAlone({ item, result }: Waiting<Item, Result>) {
    try {
      const [found] = await work([item])
      result.resolve(found as Result)
    } catch (error) {
      result.reject(error)
    }
  }

  async function doBatch(batch: Waiting<Item, Result>[]) {
    const [first] = batch
    if (first && batch.length === 1) return doAlone(first)
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, { result }] of batch.entries()) result.resolve(results[index] as Result)
    } catch {
      await Promise.all(batch.map(doAlone))
    }
  }

  function startNext() {
    if (isTurnTaken || underWay === AT_ONCE_MAX || waiting.length === 0) return
    isTurnTaken = true
    underWay += 1
    const timer = setTimeout(passTurn, NEXT_BATCH_AFTER_MS)
    let hasTurn = true
    function passTurn() {
      if (hasTurn) isTurnTaken = false
      hasTurn = false
      startNext()
    }
    void doBatch(waiting.splice(0, ITEMS_MAX)).then(() => {
      clearTimeout(timer)
      underWay -= 1
      passTurn()
    })
  }

  return (item) => {
    const result = Promise.withResolvers<Result>()
    waiting.push({ item, result })
    startNext()
    return result.promise
  }
}
