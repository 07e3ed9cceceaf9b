import type { StepName } from '#contract/agreements/steps.ts'
import { isolated } from '#contract/isolated.ts'
import type { UnsentStep } from '#web/conversations/outbox/unsent-messages.ts'

const TEXTS: Record<Exclude<StepName, 'offer' | 'meet'>, string> = {
  reserve: 'You reserve it.',
  accept: 'You accept the offer.',
  decline: 'You decline the offer.',
  withdraw: 'You withdraw your offer.',
  come: 'You say that you are coming.',
  'agree-meeting': 'You confirm the meeting.',
  keep: 'You keep it longer.',
  cancel: 'You cancel.',
  confirm: 'You say that you met.',
  deny: 'You say that you did not meet.',
}

/** The text of a step that the server has not confirmed. */
export function unsentStepText(
  { step, price, meeting }: UnsentStep,
  money: (amount: number) => string,
): string {
  if (step === 'offer') return `You offer ${money(price ?? 0)}.`
  return step === 'meet' ? `You suggest a meeting: ${isolated(meeting?.place ?? '')}.` : TEXTS[step]
}
