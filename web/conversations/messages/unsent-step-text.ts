import type { StepName } from '#contract/agreements/steps.ts'
import type { UnsentStep } from '#web/conversations/outbox/unsent-messages.ts'

const TEXTS: Record<Exclude<StepName, 'offer'>, string> = {
  reserve: 'You reserve it.',
  accept: 'You accept the offer.',
  decline: 'You decline the offer.',
  withdraw: 'You withdraw your offer.',
  come: 'You say that you are coming.',
  keep: 'You keep it longer.',
  cancel: 'You cancel.',
  confirm: 'You say that you met.',
  deny: 'You say that you did not meet.',
}

/** The text of a step that the server has not confirmed. */
export const unsentStepText = ({ step, price }: UnsentStep, money: (amount: number) => string): string =>
  step === 'offer' ? `You offer ${money(price ?? 0)}.` : TEXTS[step]
