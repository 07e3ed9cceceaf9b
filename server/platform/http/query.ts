/** Parses a query string; a repeated name has its first value. */
export function readQuery(query: string): Record<string, string> {
  const found = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(query)) found[name] ??= value
  return found
}
