/** Functions to call on each change. `add` returns a function that removes its listener. */
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
