import { isolated } from '#contract/isolated.ts'
import type { Agreement, AgreementStep } from './agreement.ts'
import { CANCEL_REASONS, type Meeting, type Role, type StepKind } from './steps.ts'

export interface StepWords {
  /** The reader; texts speak to them. */
  reader: Role
  /** Name of the other person. */
  other: string
  title: string
  money: (amount: number) => string
  /** 'Fri 28 Nov, 18:00' */
  moment: (iso: string) => string
}

type Told = Agreement & {
  until: string
  amount: string
  thing: string
  /** 'on Fri 28 Nov, 16:00: Filling station in Osu' */
  where: string
}
/** The sentence for the person who took the step, and for the other, whose sentence begins with a name. */
type Sentences = readonly [own: (told: Told) => string, others: (told: Told & { name: string }) => string]

/** ': sold elsewhere'; empty without a reason. */
export const cancelledFor = ({ reason }: Pick<Agreement, 'reason'>): string =>
  reason === null ? '' : `: ${CANCEL_REASONS[reason].told}`

const SENTENCES = {
  offer: [
    ({ amount }) => `You offered ${amount}.`,
    ({ name, amount, thing }) => `${name} offers ${amount} for ${thing}.`,
  ],
  reserve: [
    ({ until }) => `You reserved it until ${until}.`,
    ({ until, amount }) => `Reserved for you at ${amount} until ${until}.`,
  ],
  accept: [
    ({ amount, until }) => `You accepted ${amount}. Reserved until ${until}.`,
    ({ name, amount, until }) => `${name} accepts ${amount}. Reserved until ${until}.`,
  ],
  decline: [({ amount }) => `You declined ${amount}.`, ({ name, amount }) => `${name} declined ${amount}.`],
  withdraw: [
    ({ amount }) => `You withdrew your offer of ${amount}.`,
    ({ name, amount }) => `${name} withdrew the offer of ${amount}.`,
  ],
  come: [() => 'You said that you are coming.', ({ name }) => `${name} is coming.`],
  meet: [
    ({ where }) => `You suggested meeting ${where}.`,
    ({ name, where }) => `${name} suggests meeting ${where}.`,
  ],
  'agree-meeting': [
    ({ where }) => `You confirmed the meeting ${where}.`,
    ({ name, where }) => `${name} confirmed the meeting ${where}.`,
  ],
  keep: [
    ({ until }) => `You keep it longer, until ${until}.`,
    ({ name, until }) => `${name} keeps it for you longer, until ${until}.`,
  ],
  cancel: [
    (told) => `You cancelled${cancelledFor(told)}.`,
    ({ name, ...told }) => `${name} cancelled${cancelledFor(told)}.`,
  ],
  confirm: [() => 'You confirmed that you met.', ({ name }) => `${name} says that you met. Is that so?`],
  deny: [() => 'You said that you did not meet.', ({ name }) => `${name} says that you did not meet.`],
} as const satisfies Partial<Record<StepKind, Sentences>>

const reload = () => 'Reload the page to read this.'
/** Sentences of a kind of step that this version of the page does not know. */
const UNKNOWN: Sentences = [reload, reload]

const toBoth = <Text extends string>(text: Text) => ({ buyer: text, seller: text })

/** Sentences of the site itself. */
export const SITE_SENTENCES = {
  expired: toBoth('Nobody answered the offer in time.'),
  lapsed: {
    buyer: 'The reservation has ended. Did you meet? Then the seller can still confirm it.',
    seller: 'The reservation has ended. Did you meet?',
  },
  unconfirmed: toBoth(
    'Marked as sold, because one of you confirmed it. It does not count as a confirmed deal.',
  ),
  off: toBoth('The agreement has ended, because the listing or one of you is no longer available.'),
} as const satisfies Partial<Record<StepKind, Record<Role, string>>>

/** Notifications of what a seller did with the listing. */
export const UNNAMED = {
  confirm: 'The seller says that you met. Is that so?',
  cancel: 'The seller cancelled.',
} as const

const DEAL_CONFIRMED = 'Deal confirmed. How was it?'

const isOfSite = (kind: StepKind): kind is keyof typeof SITE_SENTENCES => kind in SITE_SENTENCES

/** 'on Fri 28 Nov, 16:00: Filling station in Osu' */
export const meetingText = ({ at, place }: Pick<Meeting, 'at' | 'place'>, moment: StepWords['moment']) =>
  `on ${moment(at)}: ${isolated(place)}`

/** The sentence that a person reads about a step: 'Kofi offers GH₵900 for Samsung A54.' */
export function stepText({ kind, by, agreement }: AgreementStep, words: StepWords): string {
  if (isOfSite(kind)) return SITE_SENTENCES[kind][words.reader]
  if (agreement.state === 'done') return DEAL_CONFIRMED
  const told: Told = {
    ...agreement,
    amount: words.money(agreement.price),
    until: agreement.due === null ? '' : words.moment(agreement.due),
    thing: isolated(words.title),
    where: agreement.meeting ? meetingText(agreement.meeting, words.moment) : '',
  }
  const [own, others] = (SENTENCES[kind] as Sentences | undefined) ?? UNKNOWN
  return by === words.reader ? own(told) : others({ ...told, name: isolated(words.other) })
}
