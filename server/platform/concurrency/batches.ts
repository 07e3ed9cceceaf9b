/** Of one batch. */
const ITEMS_MAX = 32
/** After this one batch holds up no others any more. */
const PATIENCE_MS = 50
/** Batches at once, all but one of which are out of patience. */
const AT_ONCE_MAX = 4

interface Waiting<Item, Result> {
  item: Item
  result: PromiseWithResolvers<Result>
}

/** Does the work for many items, with a result for each in their order. */
export type BatchWork<Item, Result> = (items: Item[]) => Promise<Result[]>

/**
 * Items that come while a batch is under way share the next one: the busier it is, the less each costs, and one that
 * comes alone waits for nobody. When a batch fails, each of its items is tried alone, so that none fails by another's
 * fault: what the work does twice must be done once.
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
    const patience = setTimeout(passTurn, PATIENCE_MS)
    let hasTurn = true
    function passTurn() {
      if (hasTurn) isTurnTaken = false
      hasTurn = false
      startNext()
    }
    void doBatch(waiting.splice(0, ITEMS_MAX)).then(() => {
      clearTimeout(patience)
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
