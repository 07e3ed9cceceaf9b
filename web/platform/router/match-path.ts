type Params = Record<string, string>

/** Decodes a segment of an address, which may contain anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns a function that matches paths against a pattern such as '/products/:id'. It ignores case and a
 * slash at the end.
 */
export function pathMatcher(pattern: string): (pathname: string) => Params | undefined {
  const names = pattern.replaceAll(/\/:(\w+)/g, '/(?<$1>[^/]+)').replace(/\/$/, '')
  const expression = new RegExp(`^${names}/*$`, 'i')
  return (pathname) => {
    const match = expression.exec(pathname)
    if (!match) return undefined
    return Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)]),
    )
  }
}
