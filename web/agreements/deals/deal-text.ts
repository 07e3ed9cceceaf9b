import type { Agreement } from '#contract/agreements/agreement.ts'
import { type Outcome, type Role, waitsFor } from '#contract/agreements/steps.ts'
import { cancelledFor, meetingText } from '#contract/agreements/texts.ts'
import { isolated } from '#contract/isolated.ts'

interface DealFacts {
  agreement: Agreement
  role: Role
  /** Name of the other person. */
  other: string
  /** 'Fri 28 Nov, 18:00' */
  moment: (iso: string) => string
  /** The server's time. */
  now: number
}

const ENDED: Record<Exclude<Outcome, 'cancelled'>, string> = {
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  answered: 'Answered by another offer',
  expired: 'Nobody answered in time',
  lapsed: 'The reservation has ended',
  unconfirmed: 'Sold, confirmed by one of you',
  off: 'Ended, because the listing or one of you is no longer available',
}

function textOfEnd({ outcome, reason }: Agreement): string {
  if (outcome === null) return ''
  return outcome === 'cancelled' ? `Cancelled${cancelledFor({ reason })}` : ENDED[outcome]
}

/** The state of an agreement in a list: 'Reserved until Fri 28 Nov, 18:00'. */
export function dealText({ agreement, role, other, moment, now }: DealFacts): string {
  const waiting = waitsFor(agreement, now)
  if (waiting !== null) return `Waiting for ${waiting === role ? 'you' : isolated(other)}`
  if (agreement.state === 'done') return 'Deal confirmed'
  if (agreement.state === 'ended') return textOfEnd(agreement)
  const { meeting } = agreement
  if (meeting?.isConfirmed && Date.parse(meeting.at) > now) return `You meet ${meetingText(meeting, moment)}`
  return agreement.due === null ? 'Reserved' : `Reserved until ${moment(agreement.due)}`
}
