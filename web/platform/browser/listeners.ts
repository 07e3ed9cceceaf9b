/** Who is to be called at each change. `add` returns how to stop. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add(listener: (...args: Args) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call(...args: Args) {
      for (const listener of listeners) listener(...args)
    },
  }
}
