import type { Endpoints } from './endpoint.ts'

/** `{ a } & { b }` of the tuple `[{ a }, { b }]`; never if two of them share a name. */
type Merged<Groups extends readonly Endpoints[], Before = unknown> = Groups extends readonly [
  infer First,
  ...infer Rest extends readonly Endpoints[],
]
  ? keyof First & keyof Before extends never
    ? Merged<Rest, Before & First>
    : never
  : Before

/** Merges the domains' endpoints. Throws if a name, or a method and path, is declared twice. */
export function mergeEndpoints<const Groups extends readonly Endpoints[]>(...groups: Groups): Merged<Groups> {
  const merged: Record<string, Endpoints[string]> = {}
  const addresses = new Set<string>()
  for (const [name, endpoint] of groups.flatMap((part) => Object.entries(part))) {
    const address = `${endpoint.method} ${endpoint.path}`
    if (name in merged || addresses.has(address)) throw new Error(`${name} (${address}) is declared twice`)
    merged[name] = endpoint
    addresses.add(address)
  }
  return merged as Merged<Groups>
}
