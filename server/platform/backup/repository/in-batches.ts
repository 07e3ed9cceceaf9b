/** Processes several items at once and yields results in the order of the items. */
export async function* inBatches<Item, Result>(
  items: AsyncIterable<Item>,
  size: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield* await Promise.all(batch.map(work))
    batch = []
  }
  yield* await Promise.all(batch.map(work))
}

/** Processes several items at once. Returns the number of items. */
export async function processInBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  const done = inBatches(items, size, (item) => work(item).then(() => 1))
  let count = 0
  for await (const one of done) count += one
  return count
}
