/**
 * The browser's storage for this site. If the browser refuses it, nothing is found, nothing is stored and no
 * page breaks.
 */
export interface BrowserStorage {
  get(name: string): string | null
  /** The stored JSON value; undefined if the text is missing or not JSON. */
  read<Value>(name: string): Value | undefined
  /** Returns false if the storage is refused or full. */
  set(name: string, value: string): boolean
  remove(name: string): void
  names(): string[]
}

function attempt<Result>(act: () => Result, otherwise: Result): Result {
  try {
    return act()
  } catch {
    return otherwise
  }
}

/**
 * Opens the storage on each call, because reading `localStorage` itself throws or returns null if it is
 * switched off.
 */
const storageOf = (open: () => Storage): BrowserStorage => ({
  get: (name) => attempt(() => open().getItem(name), null),
  read: <Value>(name: string) =>
    attempt(() => (JSON.parse(open().getItem(name) ?? 'null') ?? undefined) as Value | undefined, undefined),
  set: (name, value) =>
    attempt(() => {
      open().setItem(name, value)
      return true
    }, false),
  remove: (name) => attempt(() => open().removeItem(name), undefined),
  names: () => attempt(() => Object.keys(open()), []),
})

/** Storage shared by all tabs. */
export const deviceStorage = storageOf(() => localStorage)
/** Storage of this tab, until it is closed. */
export const tabStorage = storageOf(() => sessionStorage)
