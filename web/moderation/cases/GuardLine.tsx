import type { GuardHit } from '#contract/moderation/guard/warning.ts'
import { isolated } from '#contract/isolated.ts'

/** What the guard sees in a message: each rule, with the words that counted. */
export function GuardLine({ hits }: { hits: readonly GuardHit[] }) {
  if (hits.length === 0) return null
  const seen = hits.map(({ rule, words }) => `${rule} – ‘${isolated(words)}’`)
  return <p className="mt-1 text-sm text-muted">{`The guard: ${seen.join(', ')}`}</p>
}
