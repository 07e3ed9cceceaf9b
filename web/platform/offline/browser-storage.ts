/** What the browser stores for this site. Where that is refused nothing is found, nothing stays, and no page breaks. */
export interface BrowserStorage {
  get(name: string): string | null
  /** What was stored as JSON; undefined of any other text as well. */
  read<Value>(name: string): Value | undefined
  /** False when it is refused, or full. */
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

/** Naming the storage may throw already, and where it is switched off there is none. */
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

/** Shared by all tabs. */
export const deviceStorage = storageOf(() => localStorage)
/** Of this tab, as long as it is open. */
export const tabStorage = storageOf(() => sessionStorage)
