import type { Context } from '#server/context.ts'
import { tryTake } from '#server/platform/http/limits/rate-limit.ts'
import { type Act, insertAct } from './queries.ts'

const HOUR_SECONDS = 60 * 60
/** One a minute: faster than anybody reads about a person, too slow to copy the people of the market. */
const LOOK_UPS = { attempts: 60, seconds: HOUR_SECONDS }
/** One in two minutes, words included: enough for a wave of new accounts, and a stolen session empties no market. */
const SHUT_OUTS = { attempts: 30, seconds: HOUR_SECONDS }
/** Five a minute, as by keys in a queue that is full of one trick. */
const DECISIONS = { attempts: 300, seconds: HOUR_SECONDS }
/** A page that is drawn again shows nothing new: what it shows counts once in this time. */
const ONE_LOOK = { attempts: 1, seconds: 10 * 60 }

type Deps = Pick<Context, 'db' | 'limiter'>
type Look = Act & { actorId: string; target: { kind: string; id: string } }

const lookKey = ({ action, target, actorId }: Look) => `${action}-${target.id}:${actorId}`

const takeLookUp = ({ limiter }: Deps, actorId: string) =>
  limiter.take(`look-ups:${actorId}`, LOOK_UPS, 'staff-too-fast')

/** Written down before a case is shown. It comes from a report and not from a search, so it is not limited. */
export async function recordCaseLook(ctx: Deps, look: Look): Promise<void> {
  if (await tryTake(ctx.limiter.take, lookKey(look), ONE_LOOK)) await insertAct(ctx.db, look)
}

/** Counted and written down before a person is shown. Refused: staff-too-fast. */
export async function recordLookUp(ctx: Deps, look: Look): Promise<void> {
  if (!(await tryTake(ctx.limiter.take, lookKey(look), ONE_LOOK))) return
  try {
    await takeLookUp(ctx, look.actorId)
  } catch (error) {
    await ctx.limiter.clear(lookKey(look))
    throw error
  }
  await insertAct(ctx.db, look)
}

/**
 * Counted and written down before the people are shown who were found: their ids, and not what was typed, which may be
 * an address or a number. Refused: staff-too-fast.
 */
export async function recordSearch(
  ctx: Deps,
  { actorId, q, found }: { actorId: string; q: string; found: string[] },
): Promise<void> {
  const [only] = found
  const shown = 'contacts'
  // By an id, as for the page of a person.
  if (only !== undefined && only === q.toLowerCase())
    return recordLookUp(ctx, {
      actorId,
      action: 'looked-up-contacts',
      target: { kind: 'person', id: only },
      detail: { shown },
    })
  await takeLookUp(ctx, actorId)
  await insertAct(ctx.db, { actorId, action: 'searched-people', detail: { shown, people: found } })
}

/** Counted and written down before the listings are shown that were found. Refused: staff-too-fast. */
export async function recordListingSearch(
  { db, limiter }: Deps,
  { actorId, found }: { actorId: string; found: string[] },
): Promise<void> {
  await limiter.take(`listing-searches:${actorId}`, LOOK_UPS, 'staff-too-fast')
  await insertAct(db, { actorId, action: 'searched-listings', detail: { listings: found } })
}

/** Written down before a page of the mail log is shown, once for what is drawn again. */
export async function recordMailLook(
  { db, limiter }: Deps,
  { actorId, newest, people }: { actorId: string; newest: string; people: string[] },
): Promise<void> {
  if (await tryTake(limiter.take, `looked-at-mails-${newest}:${actorId}`, ONE_LOOK))
    await insertAct(db, { actorId, action: 'looked-at-mails', detail: { people } })
}

/** Refused: staff-too-fast. */
export async function countDecision(
  { limiter }: Pick<Context, 'limiter'>,
  { actorId, shutsOut }: { actorId: string; shutsOut: boolean },
): Promise<void> {
  await limiter.take(`decisions:${actorId}`, DECISIONS, 'staff-too-fast')
  if (shutsOut) await limiter.take(`shut-outs:${actorId}`, SHUT_OUTS, 'staff-too-fast')
}
