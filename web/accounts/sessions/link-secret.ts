import { tabStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.link'

/** Hash of this address, or the one that it had before signing in. */
function currentHash(): string {
  const [path, hash = ''] = tabStorage.get(STORAGE_KEY)?.split('#') ?? []
  return location.hash || path !== location.pathname ? location.hash : `#${hash}`
}

/**
 * The one-time secret of a mailed link: `#token=…`. It is removed from the address at once, so that neither
 * the history nor a screenshot contains it.
 */
export function takeLinkSecret(name: string): string | undefined {
  const secret = new URLSearchParams(currentHash().slice(1)).get(name)
  if (secret === null) return undefined
  tabStorage.remove(STORAGE_KEY)
  history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}

/**
 * Stores the secret for people who have to sign in first. It stays in this tab; in the address to return to, it
 * would be logged.
 */
export function storeLinkSecret(): void {
  if (location.hash) tabStorage.set(STORAGE_KEY, location.pathname + location.hash)
}
