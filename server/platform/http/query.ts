/** What a query string says; of a name that comes several times, the first. */
export function readQuery(query: string): Record<string, string> {
  const found = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(query)) found[name] ??= value
  return found
}
