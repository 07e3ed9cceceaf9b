import type { Agreement, StepForm } from '#contract/agreements/agreement.ts'
import {
  cancelReasonsOf,
  findStep,
  leastOffer,
  OFFERS_MAX,
  type Role,
  type StepName,
} from '#contract/agreements/steps.ts'
import { isolated } from '#contract/isolated.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import type { Scene } from './queries.ts'

/** Channel for agreements that a block, a ban or a deletion ended, at the commit. Their ids are the payloads. */
export const ENDED_AGREEMENTS_CHANNEL = 'ended_agreements'

/** Steps that promise something, for which the product must be there to have. */
const PROMISING: readonly StepName[] = ['offer', 'reserve', 'accept']

/** A scene whose product exists and has two people. */
export type OpenScene = Scene & {
  productId: string
  sellerId: string
  buyerId: string
  status: string
  price: number
}

/** Throws product-not-found, person-left. */
export function requireOpen(scene: Scene): OpenScene {
  const { productId, sellerId, buyerId, status, price } = scene
  if (productId === null || sellerId === null || status === null || price === null)
    throw new AppError('product-not-found')
  if (buyerId === null) throw new AppError('person-left')
  return { ...scene, productId, sellerId, buyerId, status, price }
}

const PRODUCT_REFUSALS: Partial<Record<string, ProblemCode>> = {
  sold: 'product-sold',
  held: 'product-held',
  draft: 'product-not-found',
}

function requireThing({ status, isPromised }: OpenScene): void {
  const refusal = PRODUCT_REFUSALS[status]
  if (refusal) throw new AppError(refusal)
  if (isPromised) throw new AppError('promised-to-another')
}

/** Returns the offered amount. Throws price-fixed, too-many-offers, invalid-input. */
export function requireOffer(scene: OpenScene, price: number | undefined, money: (amount: number) => string) {
  if (scene.priceType === 'fixed') throw new AppError('price-fixed')
  if (scene.offers >= OFFERS_MAX) throw new AppError('too-many-offers')
  if (price === undefined) throw invalidInput([{ field: 'price', message: 'Enter an amount' }])
  const least = leastOffer(scene.price)
  if (price < least)
    throw invalidInput([{ field: 'price', message: `Offer at least ${money(least)}, half of the price` }])
  if (price > scene.price)
    throw invalidInput([
      { field: 'price', message: `The price is ${money(scene.price)}. Offer that or less` },
    ])
  return price
}

function requireReason({ step, reason }: StepForm, role: Role): void {
  if (step !== 'cancel') return
  if (!cancelReasonsOf(role).some(({ name }) => name === reason))
    throw invalidInput([{ field: 'reason', message: 'Choose a reason' }])
}

/**
 * Returns the line of the table of steps by which this person takes the step. Throws agreement-changed, product-sold,
 * product-held, product-not-found, promised-to-another, invalid-input.
 */
export function requireStep(scene: OpenScene, form: StepForm, role: Role) {
  const { agreement } = scene
  const taken = findStep(form.step, { role, agreement, now: Date.now() })
  if (!taken || (agreement?.id ?? undefined) !== form.agreementId) throw new AppError('agreement-changed')
  if (PROMISING.includes(form.step) || taken.from === 'lapsed') requireThing(scene)
  requireReason(form, role)
  return taken
}

export const isOpenAgreement = (agreement: Agreement | null): agreement is Agreement =>
  agreement !== null && agreement.state !== 'ended' && agreement.state !== 'done'

export const availableText = (title: string): string => `"${isolated(title)}" is available again`
export const soldText = (title: string): string => `"${isolated(title)}" is sold`
