import type { Agreement, MeetingForm, StepForm } from '#contract/agreements/agreement.ts'
import type { Role } from '#contract/agreements/steps.ts'
import type { Context } from '#server/context.ts'
import { findHits, requireNoContact } from '#server/moderation/guard/service.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import type { AgreementChange } from './queries.ts'

const PLACE = 'meeting.place'
const TIME = 'meeting.at'

/**
 * Refuses a place with a phone number or a link, and one of which a message would warn: such words belong in a
 * message, which the guard marks or holds. Throws invalid-input.
 */
export async function requirePlainPlace(
  ctx: Pick<Context, 'guard' | 'site'>,
  { step, meeting }: StepForm,
): Promise<void> {
  if (step !== 'meet' || !meeting) return
  requireNoContact(ctx, [{ field: PLACE, text: meeting.place }])
  const [hits = []] = await findHits(ctx, [{ text: meeting.place, writer: null }])
  if (hits.length > 0)
    throw invalidInput([{ field: PLACE, message: 'Enter only the place. Write the rest in a message' }])
}

/** Throws invalid-input unless the meeting is before the reservation ends. */
function requireTime({ at }: MeetingForm, { due }: Agreement, moment: (iso: string) => string): void {
  if (Date.parse(at) <= Date.now())
    throw invalidInput([{ field: TIME, message: 'Choose a time in the future' }])
  if (due !== null && Date.parse(at) >= Date.parse(due))
    throw invalidInput([
      { field: TIME, message: `The reservation ends ${moment(due)}. Choose an earlier time.` },
    ])
}

const isSame = (one: MeetingForm, other: MeetingForm) =>
  one.place === other.place && Date.parse(one.at) === Date.parse(other.at)

interface MeetingStep {
  form: StepForm
  agreement: Agreement
  role: Role
  /** Writes a moment: 'Fri 28 Nov, 18:00'. */
  moment: (iso: string) => string
}

/**
 * The change by a step about the meeting; undefined for other steps. A meeting that was replaced after the person saw
 * it is not confirmed. Throws invalid-input, agreement-changed.
 */
export function meetingChange({ form, agreement, role, moment }: MeetingStep): AgreementChange | undefined {
  const { step, meeting } = form
  if (step !== 'meet' && step !== 'agree-meeting') return undefined
  if (!meeting) throw invalidInput([{ field: TIME, message: 'Choose a time' }])
  // A buyer who agrees where to meet says that they are coming.
  const isComing = role === 'buyer' && ({ is_coming: true } as const)
  if (step === 'meet') {
    requireTime(meeting, agreement, moment)
    return { meeting: { ...meeting, by: role, isConfirmed: false }, ...isComing }
  }
  const suggested = agreement.meeting
  if (!suggested || !isSame(suggested, meeting)) throw new AppError('agreement-changed')
  return { meeting: { ...suggested, isConfirmed: true }, ...isComing }
}
