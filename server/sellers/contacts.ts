import {
  FIRST_DAY_REVEALS_FROM_ADDRESS,
  REVEALS_A_DAY,
  REVEALS_FROM_ADDRESS,
  REVEALS_ON_FIRST_DAY,
} from '#contract/limits.ts'
import type { ContactKind } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import { tryTake } from '#server/platform/http/limits/rate-limit.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { insertReveal, selectContacts, selectIsFirstDay } from './queries.ts'

const NOT_AVAILABLE = {
  email: 'email-not-available',
  phone: 'phone-not-available',
  website: 'website-not-available',
} as const

type Deps = Pick<Context, 'db' | 'limiter'>

/** A person's daily look-ups that do not depend on others in the same network. */
const OWN_REVEALS = { attempts: 5, seconds: 24 * 60 * 60 }

async function countReveal({ db, limiter }: Deps, viewerId: string, address: string): Promise<void> {
  const isFirstDay = await selectIsFirstDay(db, viewerId)
  const ofPerson = isFirstDay ? REVEALS_ON_FIRST_DAY : REVEALS_A_DAY
  await limiter.take(`reveals:${viewerId}`, ofPerson, 'too-many-reveals')
  // Everybody has a few of their own, which neighbours in the network cannot use up.
  if (!isFirstDay && (await tryTake(limiter.take, `own-reveals:${viewerId}`, OWN_REVEALS))) return
  // Many accounts behind one address may find no more than the people of a busy street would.
  await limiter.take(`reveals-from:${address}`, REVEALS_FROM_ADDRESS, 'too-many-reveals')
  if (!isFirstDay) return
  await limiter.take(`first-day-reveals-from:${address}`, FIRST_DAY_REVEALS_FROM_ADDRESS, 'too-many-reveals')
}

interface Reveal {
  viewerId: string
  sellerId: string
  kind: ContactKind
  address: string
}

/**
 * Reveals a seller's contact detail to a signed-in person and logs it. A detail that was never entered and
 * one that is hidden, for example by a block, are refused in the same way. Throws seller-not-found,
 * phone-not-available (and so on), too-many-reveals.
 */
export async function revealContact(
  ctx: Deps,
  { viewerId, sellerId, kind, address }: Reveal,
): Promise<string> {
  const isOwner = viewerId === sellerId
  // Counted before anything is looked up, so that guesses count as well.
  if (!isOwner) await countReveal(ctx, viewerId, address)
  const seller = await selectContacts(ctx.db, sellerId, viewerId)
  if (!seller) throw new AppError('seller-not-found')
  const isHidden =
    !isOwner && (!seller.has_listed || seller.is_apart || seller[`${kind}_visibility`] === 'nobody')
  const value = isHidden ? null : seller[kind]
  if (!value) throw new AppError(NOT_AVAILABLE[kind])
  if (!isOwner) await insertReveal(ctx.db, { viewer_id: viewerId, seller_id: sellerId, kind })
  return value
}
