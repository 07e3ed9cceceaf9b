import { STEP_NAMES, STEPS, type Step, type StepName } from '#contract/agreements/steps.ts'
import type { Generator } from './generator.ts'
import { replaceBetween } from './replace-between.ts'

const PAGE = 'docs/product/agreements.md'

const TAKERS: Record<Step['taker'], string> = {
  either: 'either',
  buyer: 'buyer',
  seller: 'seller',
  other: 'the other',
  same: 'who made the offer',
  invited: 'who did not suggest it',
}

const WORDS: Record<StepName, string> = {
  offer: 'offers an amount',
  reserve: 'reserves it',
  accept: 'accepts',
  decline: 'declines',
  withdraw: 'withdraws',
  come: 'says that they are coming',
  meet: 'suggests a meeting',
  'agree-meeting': 'confirms the meeting',
  keep: 'keeps it longer, once',
  cancel: 'cancels, with a reason',
  confirm: 'confirms that they met',
  deny: 'denies it',
}

const rowOf = (name: StepName, { from, taker, to, outcome, hours }: Step) =>
  `| ${from} | ${TAKERS[taker]} | ${WORDS[name]} | ${outcome ?? to} | ${hours === undefined ? '' : `${hours} h`} |`

/** Writes the table of steps into the page about agreements. */
export const generateAgreementSteps: Generator = () => {
  const rows = STEP_NAMES.flatMap((name) => STEPS[name].map((step: Step) => rowOf(name, step)))
  const table = [
    '| state | who | does | next | ends by itself after |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ]
  return Promise.resolve({ [PAGE]: replaceBetween(PAGE, 'steps', table.join('\n')) })
}
