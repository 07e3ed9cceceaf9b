/** Runs the work of each key one at a time, in the order of the calls. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** A mutex within this process; different keys do not wait for each other. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<void>>()

  return (key, work) => {
    const previous = last.get(key)
    const result = previous ? previous.then(work) : work()
    const cleanUp = () => {
      if (last.get(key) === settled) last.delete(key)
    }
    const settled: Promise<void> = result.then(cleanUp, cleanUp)
    last.set(key, settled)
    return result
  }
}
