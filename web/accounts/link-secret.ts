/**
 * The one-time secret of a mailed link: `#token=…`. It is taken out of the address at once, so that neither the
 * history nor a screenshot keeps it.
 */
export function takeLinkSecret(name: string): string | undefined {
  const secret = new URLSearchParams(location.hash.slice(1)).get(name)
  if (secret === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}
