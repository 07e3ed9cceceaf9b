import * as z from 'zod/mini'
import { PRICE_MAX } from '#contract/limits.ts'
import { line, seen } from '#contract/plain-text.ts'
import {
  AGREEMENT_STATES,
  CANCEL_REASON_NAMES,
  ENDINGS,
  MEETING_PLACE_MAX,
  MEETING_PLACE_MIN,
  OUTCOMES,
  ROLES,
  STEP_NAMES,
} from './steps.ts'

const RoleName = z.enum(ROLES)

const IN_CENTS = 'Use at most two decimals'
const OfferedPrice = z.number('Enter an amount').check(
  z.positive('Enter an amount above 0'),
  z.maximum(PRICE_MAX, `Must be at most ${PRICE_MAX}`),
  z.refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, IN_CENTS),
)

const Meeting = z.object({
  at: z.string(),
  place: z.string(),
  /** The person who suggested it. */
  by: RoleName,
  isConfirmed: z.boolean(),
})

const MeetingForm = z.object({
  at: z.iso.datetime('Choose a time'),
  place: line(MEETING_PLACE_MAX, seen(MEETING_PLACE_MIN, 'Enter a place')),
})
export type MeetingForm = z.output<typeof MeetingForm>

/** An agreement of two people, or the offer of one of them, as the database function `agreement_view` returns it. */
export const Agreement = z.object({
  id: z.string(),
  state: z.enum(AGREEMENT_STATES),
  /** How it ended; null unless `state` is 'ended'. */
  outcome: z.nullable(z.enum(OUTCOMES)),
  price: z.number(),
  /** False if the seller made the offer or reserved it. */
  isBuyersOffer: z.boolean(),
  /** True if the seller reserved it without an offer. */
  isReservation: z.boolean(),
  /** When the state ends by itself; null once it is done or ended. */
  due: z.nullable(z.string()),
  isKeptLonger: z.boolean(),
  isComing: z.boolean(),
  /** Null without a suggestion; absent in lines and copies that an older version stored. */
  meeting: z.optional(z.nullable(Meeting)),
  /** The person who confirmed first; null before. */
  confirmedBy: z.nullable(RoleName),
  /** The person who cancelled, declined or withdrew; null if nobody did. */
  endedBy: z.nullable(RoleName),
  reason: z.nullable(z.enum(CANCEL_REASON_NAMES)),
  endedAt: z.nullable(z.string()),
  changedAt: z.string(),
})
export type Agreement = z.output<typeof Agreement>

/** A line in a conversation about a step, with the agreement as it was afterwards. */
export const AgreementStep = z.object({
  kind: z.enum([...STEP_NAMES, ...ENDINGS]),
  /** The person who took it; null for the site. */
  by: z.nullable(RoleName),
  agreement: Agreement,
})
export type AgreementStep = z.output<typeof AgreementStep>

const StepKey = z.uuid('Not a message key')

/** An offer from the page of a product. */
export const OfferForm = z.object({ clientKey: StepKey, price: OfferedPrice })
export type OfferForm = z.output<typeof OfferForm>

export const StepForm = z.object({
  /** The browser gives each step a UUID: the same UUID means the same step. */
  clientKey: StepKey,
  step: z.enum(STEP_NAMES),
  /** The newest agreement that the person saw; absent if they saw none. */
  agreementId: z.optional(z.uuid('Not an agreement id')),
  /** Only for an offer. */
  price: z.optional(OfferedPrice),
  /** Only to cancel. */
  reason: z.optional(z.enum(CANCEL_REASON_NAMES)),
  /** The meeting that the person suggests, or the one that they saw and confirm. */
  meeting: z.optional(MeetingForm),
})
export type StepForm = z.output<typeof StepForm>
