/**
 * The steps of an agreement between the two people of a conversation. Server, screens and docs/product/agreements.md
 * use this table. Free of zod, because pages import it.
 */

/** `ended`: nothing holds any more; `outcome` says how it ended. */
export const AGREEMENT_STATES = ['offered', 'agreed', 'half-confirmed', 'done', 'ended'] as const
export type AgreementState = (typeof AGREEMENT_STATES)[number]

/**
 * How an agreement ended. `answered`: by another offer. `expired`: an offer that nobody answered. `lapsed`: a
 * reservation that nobody confirmed. `unconfirmed`: sold as one of the two says; the other did not answer. `off`: one of
 * them left, or the listing went.
 */
export const OUTCOMES = [
  'declined',
  'withdrawn',
  'answered',
  'expired',
  'cancelled',
  'lapsed',
  'unconfirmed',
  'off',
] as const
export type Outcome = (typeof OUTCOMES)[number]

export const ROLES = ['buyer', 'seller'] as const
export type Role = (typeof ROLES)[number]

/** Hours after which an offer, a reservation and the first of two confirmations end by themselves. */
const OFFER_HOURS = 48
const RESERVATION_HOURS = 72
export const CONFIRMATION_HOURS = 7 * 24
/** Hours in which the two can still cancel or confirm after one denied that they met. */
const DENIAL_HOURS = 24
/** Hours after its end in which a reservation that lapsed can still be confirmed. */
const LAPSED_HOURS = 7 * 24

/** Offers of one person for one product. */
export const OFFERS_MAX = 3
/** Smallest share of the price that can be offered. */
const OFFER_SHARE_MIN = 0.5
/** Both people are reminded of a confirmed meeting this many hours before. */
export const REMINDER_HOURS = 2
export const MEETING_PLACE_MIN = 2
export const MEETING_PLACE_MAX = 100
/** Suggested discounts in percent. */
export const DISCOUNTS = [5, 10, 15] as const

/**
 * The people who may take a step; 'same' made the offer or confirmed first, 'other' is the other of the two, and
 * 'invited' did not suggest the meeting.
 */
type Taker = 'either' | 'seller' | 'buyer' | 'other' | 'same' | 'invited'

export interface Step {
  /** `none`: no agreement, or one that ended. */
  from: AgreementState | 'none' | 'lapsed'
  taker: Taker
  to: AgreementState
  /** Set if this ends the agreement. */
  outcome?: Outcome
  /** Hours until the new state ends by itself. */
  hours?: number
}

/** A step may have several lines: one for each state in which it can be taken. */
export const STEPS = {
  offer: [
    { from: 'none', taker: 'either', to: 'offered', hours: OFFER_HOURS },
    { from: 'offered', taker: 'other', to: 'offered', hours: OFFER_HOURS },
  ],
  reserve: [{ from: 'none', taker: 'seller', to: 'agreed', hours: RESERVATION_HOURS }],
  accept: [{ from: 'offered', taker: 'other', to: 'agreed', hours: RESERVATION_HOURS }],
  decline: [{ from: 'offered', taker: 'other', to: 'ended', outcome: 'declined' }],
  withdraw: [{ from: 'offered', taker: 'same', to: 'ended', outcome: 'withdrawn' }],
  come: [{ from: 'agreed', taker: 'buyer', to: 'agreed' }],
  meet: [{ from: 'agreed', taker: 'either', to: 'agreed' }],
  'agree-meeting': [{ from: 'agreed', taker: 'invited', to: 'agreed' }],
  keep: [{ from: 'agreed', taker: 'seller', to: 'agreed', hours: RESERVATION_HOURS }],
  cancel: [{ from: 'agreed', taker: 'either', to: 'ended', outcome: 'cancelled' }],
  confirm: [
    { from: 'agreed', taker: 'either', to: 'half-confirmed', hours: CONFIRMATION_HOURS },
    // The buyer's word alone must not reserve the listing again.
    { from: 'lapsed', taker: 'seller', to: 'half-confirmed', hours: CONFIRMATION_HOURS },
    { from: 'half-confirmed', taker: 'other', to: 'done' },
  ],
  deny: [{ from: 'half-confirmed', taker: 'other', to: 'agreed', hours: DENIAL_HOURS }],
} as const satisfies Record<string, readonly Step[]>

export type StepName = keyof typeof STEPS
export const STEP_NAMES = Object.keys(STEPS) as [StepName, ...StepName[]]

/** Steps that no person takes: the time is over, or the listing or a person went. */
export const ENDINGS = ['expired', 'lapsed', 'unconfirmed', 'off'] as const
export type StepKind = StepName | (typeof ENDINGS)[number]

interface Reason {
  /** The choice, in the words of the person who cancels. */
  label: string
  /** After 'Ama cancelled: '. */
  told: string
  /** Set if only this one can choose it. */
  by?: Role
  /** It says something about the other person, so it counts against nobody. */
  isAboutOther?: true
}

export const CANCEL_REASONS = {
  'changed-mind': { label: 'I changed my mind', told: 'a change of mind' },
  'sold-elsewhere': { label: 'Sold elsewhere', told: 'sold elsewhere', by: 'seller' },
  'bought-elsewhere': { label: 'Bought elsewhere', told: 'bought elsewhere', by: 'buyer' },
  'no-time': { label: 'We found no time to meet', told: 'no time to meet' },
  'not-as-described': {
    label: 'Not as described',
    told: 'not as described',
    by: 'buyer',
    isAboutOther: true,
  },
  'nobody-came': { label: 'The other did not come', told: 'nobody came', isAboutOther: true },
} as const satisfies Record<string, Reason>
export type CancelReason = keyof typeof CANCEL_REASONS
export const CANCEL_REASON_NAMES = Object.keys(CANCEL_REASONS) as [CancelReason, ...CancelReason[]]

/** The reasons that say something about the other person. */
export const REASONS_ABOUT_OTHER = CANCEL_REASON_NAMES.filter(
  (name) => (CANCEL_REASONS[name] as Reason).isAboutOther,
)

/** The reasons that a person can choose, with their labels. */
export const cancelReasonsOf = (role: Role): { name: CancelReason; label: string }[] =>
  CANCEL_REASON_NAMES.flatMap((name) => {
    const { label, by }: Reason = CANCEL_REASONS[name]
    return by === undefined || by === role ? [{ name, label }] : []
  })

/** Where and when the two meet. */
export interface Meeting {
  at: string
  place: string
  /** The person who suggested it. */
  by: Role
  isConfirmed: boolean
}

/** What decides which steps a person can take. */
export interface AgreementFacts {
  state: AgreementState
  outcome: Outcome | null
  isBuyersOffer: boolean
  confirmedBy: Role | null
  isComing: boolean
  isKeptLonger: boolean
  endedAt: string | null
  due: string | null
  /** Absent in copies that an older version stored. */
  meeting?: Meeting | null
}

const isLapsed = ({ outcome, endedAt }: AgreementFacts, now: number): boolean =>
  outcome === 'lapsed' && endedAt !== null && now - Date.parse(endedAt) < LAPSED_HOURS * 3_600_000

/** The person whom 'other' and 'same' refer to: who made the offer, or confirmed first. */
const actorOf = ({ state, isBuyersOffer, confirmedBy }: AgreementFacts): Role | null =>
  state === 'half-confirmed' ? confirmedBy : isBuyersOffer ? 'buyer' : 'seller'

/** The states in which the agreement waits for one of the two: a step is the other's alone. */
export const WAITING_STATES: readonly AgreementState[] = AGREEMENT_STATES.filter((state) =>
  Object.values(STEPS)
    .flat()
    .some(({ from, taker }) => from === state && taker === 'other'),
)

/** Whether the other person can still confirm the meeting. */
const isOpenMeeting = (meeting: Meeting | null | undefined, now: number): boolean =>
  !!meeting && !meeting.isConfirmed && Date.parse(meeting.at) > now

/** The person who made the offer, confirmed first or suggested the meeting, if the other has not answered. */
function askerOf(agreement: AgreementFacts, now: number): Role | null {
  if (WAITING_STATES.includes(agreement.state)) return actorOf(agreement)
  const { state, meeting } = agreement
  return state === 'agreed' && meeting && isOpenMeeting(meeting, now) ? meeting.by : null
}

/** The person for whom the agreement waits; null if it waits for nobody. */
export function waitsFor(agreement: AgreementFacts, now: number): Role | null {
  const asker = askerOf(agreement, now)
  return asker && (asker === 'buyer' ? 'seller' : 'buyer')
}

function mayTake(taker: Taker, role: Role, agreement: AgreementFacts | null): boolean {
  if (taker === 'either') return true
  if (taker === 'seller' || taker === 'buyer') return taker === role
  if (taker === 'invited') return !!agreement?.meeting && agreement.meeting.by !== role
  const actor = agreement && actorOf(agreement)
  return actor !== null && (actor === role) === (taker === 'same')
}

function isFrom(from: Step['from'], agreement: AgreementFacts | null, now: number): boolean {
  const isOver = agreement === null || agreement.state === 'ended' || agreement.state === 'done'
  if (from === 'none') return isOver
  if (from === 'lapsed') return agreement !== null && isLapsed(agreement, now)
  return agreement?.state === from
}

/** What can be done once is not done again. */
function isDone(name: StepName, agreement: AgreementFacts | null, now: number): boolean {
  if (name === 'come') return !!agreement?.isComing
  if (name === 'keep') return !!agreement?.isKeptLonger
  return name === 'agree-meeting' && !isOpenMeeting(agreement?.meeting, now)
}

/** The line of the table by which a person takes a step; undefined if they cannot take it. */
export function findStep(
  name: StepName,
  { role, agreement, now }: { role: Role; agreement: AgreementFacts | null; now: number },
): Step | undefined {
  const lines: readonly Step[] = STEPS[name]
  const isOver = agreement !== null && agreement.due !== null && Date.parse(agreement.due) <= now
  // The site is about to end it; only what happened can still be said.
  if (isOver && name !== 'confirm' && name !== 'deny') return undefined
  if (isDone(name, agreement, now)) return undefined
  return lines.find(({ from, taker }) => isFrom(from, agreement, now) && mayTake(taker, role, agreement))
}

/** Smallest amount that can be offered for this price, rounded up to a whole unit of the currency. */
export const leastOffer = (price: number): number => Math.min(price, Math.ceil(price * OFFER_SHARE_MIN))

/** The price less `percent`, rounded down to whole units from 20 on. */
export function discounted(price: number, percent: number): number {
  const amount = (price * (100 - percent)) / 100
  return amount >= 20 ? Math.floor(amount) : Math.round(amount * 100) / 100
}
