/** Does what is asked for the same key one after the other, in the order in which it was asked. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Within this process; different keys do not wait for each other. */
export function inTurn(): InTurn {
  const last = new Map<string, Promise<void>>()

  return (key, work) => {
    const before = last.get(key)
    const result = before ? before.then(work) : work()
    const over = () => {
      if (last.get(key) === settled) last.delete(key)
    }
    const settled: Promise<void> = result.then(over, over)
    last.set(key, settled)
    return result
  }
}
