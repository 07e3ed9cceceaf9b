import type { CurrentListing } from '#contract/problem.ts'
import { ApiError, reasonOf } from '#web/platform/api/client.ts'

function stateText({ status, buyer }: CurrentListing): string {
  const of = { sold: ' to', reserved: ' for', draft: '', available: '', held: '' }[status]
  if (status === 'draft') return 'It is a draft now.'
  if (status === 'held') return 'It is being checked now.'
  return `It is ${status}${buyer ? `${of} ${buyer}` : ''} now.`
}

/** Why a change of a listing was refused, and the listing's current state; undefined if there is nothing to say. */
export function refusalWords(error: unknown): string | undefined {
  const current = error instanceof ApiError ? error.current : undefined
  const reason = reasonOf(error)
  return reason && current ? `${reason} ${stateText(current)}` : reason
}
