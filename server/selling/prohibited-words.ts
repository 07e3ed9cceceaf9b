import { findProhibited } from '#contract/selling/prohibited-goods.ts'
import { recordSignal, withdrawSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'

interface Listing {
  id: string
  sellerId: string
  title: string
  description: string
  tags: string[]
}

/**
 * Runs in the transaction that publishes a listing or changes its texts: moderators see which words of
 * prohibited goods it has, or that it no longer has any. The seller saw the warning in the form.
 */
export async function noticeProhibitedWords(
  tx: Database,
  { id, sellerId, title, description, tags }: Listing,
): Promise<void> {
  const found = findProhibited([title, description, ...tags].join('\n'))
  const signal = {
    target: { kind: 'product', id },
    subjectId: sellerId,
    reason: 'prohibited-words',
  } as const
  if (found.length === 0) return withdrawSignal(tx, signal)
  const detail = { goods: found.map(({ goods }) => goods.name), words: found.map(({ words }) => words) }
  return recordSignal(tx, { ...signal, detail })
}
