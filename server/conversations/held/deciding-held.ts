import type { WaitingMessage } from '#contract/conversations/held-messages.ts'
import { isolated } from '#contract/isolated.ts'
import { HELD_DAYS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { findHits } from '#server/moderation/guard/service.ts'
import { recordAct, requireStranger } from '#server/moderation/staff/service.ts'
import { notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { callAddMessages, type SentRow } from '#server/conversations/add-message-queries.ts'
import * as queries from './held-message-queries.ts'
import { emitHeld, toHeldMessage } from './held-messages.ts'
import { emitSent, type SendingContext, sendingKey } from '#server/conversations/sending.ts'

const SHOWN = 50
/** Releases do not count towards the sender's messages of a minute. */
const NO_LIMIT = 10_000
/** Overdue messages that one run releases. */
const RELEASED_AT_ONCE = 100
const RECIPIENT_UNAVAILABLE = 'The other person can no longer receive messages.'

const personOf = (id: string, name: string | null) => ({ id, name: name ?? 'Unknown' })

/**
 * Lists waiting messages, except the moderator's own and those from people whom the moderator has had to do with.
 * The first time that a moderator sees a message is recorded as an act.
 */
export async function listHeldMessages(
  { db, guard }: Pick<Context, 'db' | 'guard'>,
  { moderatorId }: { moderatorId: string },
): Promise<WaitingMessage[]> {
  const rows = await queries.selectWaiting(db, moderatorId, SHOWN)
  await db.transaction().execute(async (tx) => {
    const ids = rows.map(({ id }) => id)
    for (const id of await queries.markLookedAt(tx, moderatorId, ids))
      await recordAct(tx, {
        actorId: moderatorId,
        action: 'looked-at-held-message',
        target: { kind: 'held-message', id },
      })
  })
  const written = rows.map(({ judged_text, side }) => ({ text: judged_text, writer: side }))
  const hits = await findHits({ guard }, written)
  return rows.map((row, index) => ({
    id: row.id,
    content: row.content,
    sender: personOf(row.sender_id, row.sender_name),
    memberSince: row.member_since,
    other: row.other_id === null ? null : personOf(row.other_id, row.other_name),
    productTitle: row.product_title,
    createdAt: row.created_at,
    guard: hits[index] ?? [],
  }))
}

interface HeldDecision {
  moderatorId: string
  id: string
  outcome: 'released' | 'refused'
  words: string
}

type Deps = SendingContext & Pick<Context, 'jobs'>
type ToDecide = NonNullable<Awaited<ReturnType<typeof queries.selectToDecide>>>

/** Returns undefined if the message can no longer arrive because somebody has left or blocked the other. */
async function addReleased(tx: Database, held: ToDecide): Promise<SentRow | undefined> {
  const [row] = await callAddMessages(tx, [
    {
      conversationId: held.conversation_id,
      senderId: held.sender_id,
      clientKey: held.client_key,
      content: held.content,
      photo: held.photo,
      perMinute: NO_LIMIT,
      reading: held.reading,
    },
  ])
  return row?.outcome === 'sent' || row?.outcome === 'known' ? row : undefined
}

const notifyRefused = (ctx: Deps, tx: Database, held: ToDecide, words: string) =>
  notify(ctx, tx, {
    to: [held.sender_id],
    type: 'system',
    content: `We did not deliver your message with a link. ${isolated(words)}`,
    actionUrl: `/conversation/${held.conversation_id}`,
  })

/** Decides and emits the outcome, after messages that the sender is sending in the conversation at the moment. */
async function emitDecided(
  ctx: Deps,
  held: ToDecide,
  decide: (tx: Database) => Promise<{ sent?: SentRow; decided: queries.HeldRow }>,
): Promise<void> {
  await ctx.messageMutex(sendingKey(held.conversation_id, held.sender_id), async () => {
    const { sent, decided } = await ctx.db.transaction().execute(decide)
    if (sent) await emitSent(ctx, held.sender_id, sent)
    else await emitHeld(ctx, toHeldMessage(ctx, decided, decided.state, decided.words))
  })
}

async function decideIn(ctx: Deps, tx: Database, held: ToDecide, { id, ...decision }: HeldDecision) {
  const { moderatorId, outcome } = decision
  const sent = outcome === 'released' ? await addReleased(tx, held) : undefined
  const state = sent ? 'released' : 'refused'
  const words = outcome === 'released' && !sent ? RECIPIENT_UNAVAILABLE : decision.words
  const decided = await queries.decideHeld(tx, { id, state, words })
  if (!decided) throw new AppError('not-found')
  const target = { kind: 'held-message', id }
  await recordAct(tx, { actorId: moderatorId, action: `${outcome}-held-message`, target, detail: { words } })
  if (!sent) await notifyRefused(ctx, tx, held, words)
  return { sent, decided }
}

/**
 * Carries out a moderator's decision. Throws not-found unless the message waits, own-case for its two people and
 * for moderators who have had to do with its sender.
 */
export async function decideHeldMessage(ctx: Deps, decision: HeldDecision): Promise<void> {
  const held = await queries.selectToDecide(ctx.db, decision.id)
  if (!held) throw new AppError('not-found')
  const { moderatorId } = decision
  if (held.people.includes(moderatorId)) throw new AppError('own-case')
  await requireStranger(ctx.db, { moderatorId, subjectId: held.sender_id })
  await emitDecided(ctx, held, (tx) => decideIn(ctx, tx, held, decision))
}

async function releaseOrDelete(ctx: Deps, tx: Database, held: ToDecide, id: string) {
  const sent = await addReleased(tx, held)
  const decided = sent
    ? await queries.deleteWaiting(tx, id)
    : await queries.decideHeld(tx, { id, state: 'refused', words: RECIPIENT_UNAVAILABLE })
  if (!decided) throw new AppError('not-found')
  if (!sent) await notifyRefused(ctx, tx, held, RECIPIENT_UNAVAILABLE)
  return { sent, decided }
}

/**
 * Releases, with its warning, each message that no moderator has decided about in time. Nobody found it harmless,
 * so the sender's next link waits as well.
 */
export async function releaseOverdueMessages(ctx: Deps): Promise<void> {
  for (const { id } of await queries.selectOverdue(ctx.db, HELD_DAYS, RELEASED_AT_ONCE)) {
    const held = await queries.selectToDecide(ctx.db, id)
    if (!held) continue
    try {
      await emitDecided(ctx, held, (tx) => releaseOrDelete(ctx, tx, held, id))
    } catch (error) {
      // A moderator was faster.
      if (!(error instanceof AppError)) throw error
    }
  }
}
