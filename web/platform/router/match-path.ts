type Params = Record<string, string>

/** An address may hold anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Matches the paths of a pattern such as '/products/:id', in any case and with or without a slash at the end. */
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
