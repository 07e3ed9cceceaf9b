import type { Context } from '#server/context.ts'
import { tryTake } from '#server/platform/http/limits/rate-limit.ts'
import { type Act, insertAct } from './queries.ts'

const HOUR_SECONDS = 60 * 60
/** One a minute: faster than anybody reads about a person, too slow to copy all people of the market. */
const LOOK_UPS = { attempts: 60, seconds: HOUR_SECONDS }
/**
 * One in two minutes, with a text: enough against a wave of new accounts, and too slow for a stolen session
 * to empty the market.
 */
const SANCTIONS = { attempts: 30, seconds: HOUR_SECONDS }
/** Five a minute: enough for keyboard shortcuts in a queue full of similar cases. */
const DECISIONS = { attempts: 300, seconds: HOUR_SECONDS }
/** One a minute, as in a talk that is written down. */
const NOTES = { attempts: 60, seconds: HOUR_SECONDS }
/** A page that is loaded again shows nothing new, so it counts once in this time. */
const ONE_LOOK = { attempts: 1, seconds: 10 * 60 }

type Deps = Pick<Context, 'db' | 'limiter'>
type Look = Act & { actorId: string; target: { kind: string; id: string } }

const lookKey = ({ action, target, actorId }: Look) => `${action}-${target.id}:${actorId}`

const takeLookUp = ({ limiter }: Deps, actorId: string) =>
  limiter.take(`look-ups:${actorId}`, LOOK_UPS, 'staff-too-fast')

/**
 * Recorded before a case is shown. Cases result from reports, not from searches, so looking at them is not
 * limited.
 */
export async function recordCaseLook(ctx: Deps, look: Look): Promise<void> {
  if (await tryTake(ctx.limiter.take, lookKey(look), ONE_LOOK)) await insertAct(ctx.db, look)
}

/** Counted and recorded before a person is shown. Throws staff-too-fast. */
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
 * Counted and recorded before the found people are shown. It stores their ids instead of the typed text,
 * which may be an address or a number. Throws staff-too-fast.
 */
export async function recordSearch(
  ctx: Deps,
  { actorId, q, found }: { actorId: string; q: string; found: string[] },
): Promise<void> {
  const [only] = found
  const shown = 'contacts'
  // A search by id counts like opening the person's page.
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

/** Counted and recorded before the found listings are shown. Throws staff-too-fast. */
export async function recordListingSearch(
  { db, limiter }: Deps,
  { actorId, found }: { actorId: string; found: string[] },
): Promise<void> {
  await limiter.take(`listing-searches:${actorId}`, LOOK_UPS, 'staff-too-fast')
  await insertAct(db, { actorId, action: 'searched-listings', detail: { listings: found } })
}

/** Recorded before a page of the mail log is shown, once for pages that are loaded again. */
export async function recordMailLook(
  { db, limiter }: Deps,
  { actorId, newest, people }: { actorId: string; newest: string; people: string[] },
): Promise<void> {
  if (await tryTake(limiter.take, `looked-at-mails-${newest}:${actorId}`, ONE_LOOK))
    await insertAct(db, { actorId, action: 'looked-at-mails', detail: { people } })
}

/** Throws staff-too-fast. */
export async function countDecision(
  { limiter }: Pick<Context, 'limiter'>,
  { actorId, countsAsSanction }: { actorId: string; countsAsSanction: boolean },
): Promise<void> {
  await limiter.take(`decisions:${actorId}`, DECISIONS, 'staff-too-fast')
  if (countsAsSanction) await limiter.take(`shut-outs:${actorId}`, SANCTIONS, 'staff-too-fast')
}

/** Counts a note for colleagues. Throws staff-too-fast. */
export const takeNote = ({ limiter }: Pick<Context, 'limiter'>, { actorId }: { actorId: string }) =>
  limiter.take(`case-notes:${actorId}`, NOTES, 'staff-too-fast')
