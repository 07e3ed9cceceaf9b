const KEPT = 'sankofa.link'

/** Of this address, or of the same address before signing in. */
function currentHash(): string {
  const [path, hash = ''] = sessionStorage.getItem(KEPT)?.split('#') ?? []
  return location.hash || path !== location.pathname ? location.hash : `#${hash}`
}

/**
 * The one-time secret of a mailed link: `#token=…`. It is taken out of the address at once, so that neither the
 * history nor a screenshot keeps it.
 */
export function takeLinkSecret(name: string): string | undefined {
  const secret = new URLSearchParams(currentHash().slice(1)).get(name)
  if (secret === null) return undefined
  sessionStorage.removeItem(KEPT)
  history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}

/** For who has to sign in first: kept in this tab alone, since in the address to return to it would be logged. */
export function keepLinkSecret(): void {
  if (location.hash) sessionStorage.setItem(KEPT, location.pathname + location.hash)
}
