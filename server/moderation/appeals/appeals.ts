import { REPORTS_PER_PAGE } from '#contract/limits.ts'
import type { AppealLine, OwnDecision } from '#contract/moderation/appeals/appeals.ts'
import type { Context } from '#server/context.ts'
import {
  decideIn,
  type DecidingDeps,
  requireImpartial,
  selectDecision,
  selectDecisionsById,
  selectExistingPeople,
  selectSamePerson,
  selectTarget,
  toDecisionLine,
} from '#server/moderation/cases/service.ts'
import { parseAppealToken } from '#server/moderation/sanctions/service.ts'
import { findBar, recordAct } from '#server/moderation/staff/service.ts'
import { notify } from '#server/notifications/service.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import * as queries from './appeal-queries.ts'
import { appealText, isAppealable } from './rules.ts'

const APPEALS_SHOWN = 100
const LINK_DAYS = 180
const READINGS_PER_ADDRESS = { attempts: 300, seconds: 60 * 60 }
const APPEALS_PER_ADDRESS = { attempts: 20, seconds: 60 * 60 }

const toOwnDecision = (row: queries.OwnDecisionRow): OwnDecision => ({
  id: row.id,
  target: { kind: row.target_kind as OwnDecision['target']['kind'], id: row.target_id },
  title: row.title ?? '',
  action: row.action as OwnDecision['action'],
  rule: row.rule as OwnDecision['rule'],
  words: row.words,
  until: row.until,
  createdAt: row.created_at,
  appeal:
    row.appealed_at === null
      ? null
      : {
          words: row.appeal_words ?? '',
          outcome: row.outcome as 'upheld' | 'rejected' | null,
          outcomeWords: row.outcome_words ?? '',
          createdAt: row.appealed_at,
        },
  mayAppeal: row.appealed_at === null && isAppealable(row.action),
})

/** Lists the person's decisions, newest first. */
export async function listOwnDecisions(
  { db }: Pick<Context, 'db'>,
  { userId, cursor }: { userId: string; cursor: string | undefined },
) {
  const rows = await queries.selectOwnDecisions(db, userId, parseNewestCursor(cursor), REPORTS_PER_PAGE + 1)
  return newestPage(rows, REPORTS_PER_PAGE, toOwnDecision)
}

/**
 * Throws not-found for somebody else's decision, not-appealable for one that was appealed already or cannot
 * be appealed.
 */
export async function createAppeal(
  { db }: Pick<Context, 'db'>,
  { userId, decisionId, words }: { userId: string; decisionId: string; words: string },
): Promise<OwnDecision> {
  const decision = await queries.selectAppealable(db, decisionId)
  const isOwn =
    decision?.subject_id === userId || (await queries.selectIsInherited(db, { decisionId, personId: userId }))
  if (!decision || !isOwn) throw new AppError('not-found')
  const isNew =
    isAppealable(decision.action) && (await queries.insertAppeal(db, { decisionId, personId: userId, words }))
  if (!isNew) throw new AppError('not-appealable')
  return toOwnDecision((await queries.selectAppealable(db, decisionId)) ?? decision)
}

type TokenDeps = Pick<Context, 'db' | 'secrets' | 'limiter'>

/**
 * A link is valid for 180 days from its decision, and for as long as the decision shuts the person out: each
 * refused log-in gives out the same link again. Throws link-expired.
 */
async function findByToken(ctx: TokenDeps, token: string) {
  const decisionId = parseAppealToken(ctx, token)
  const decision =
    decisionId === undefined ? undefined : await queries.selectLinkedDecision(ctx.db, decisionId, LINK_DAYS)
  if (!decision) throw new AppError('link-expired')
  return decision
}

/**
 * Shows the decision to people who cannot log in, by the token of a mail or of a refused log-in. Throws
 * link-expired.
 */
export async function readDecision(
  ctx: TokenDeps,
  { token, address }: { token: string; address: string },
): Promise<OwnDecision> {
  const decision = await findByToken(ctx, token)
  // A made-up token costs nothing and must not use up the network's limit.
  await ctx.limiter.take(`appeal-readings-from:${address}`, READINGS_PER_ADDRESS)
  return toOwnDecision(decision)
}

/** Files an appeal by token. Throws link-expired, not-appealable. */
export async function createMailedAppeal(
  ctx: TokenDeps,
  { token, words, address }: { token: string; words: string; address: string },
): Promise<void> {
  const decision = await findByToken(ctx, token)
  await ctx.limiter.take(`appeals-from:${address}`, APPEALS_PER_ADDRESS)
  await createAppeal(ctx, { userId: decision.subject_id, decisionId: decision.id, words })
}

/** Lists appeals against other moderators' decisions, oldest first. */
export async function listAppeals(
  { db }: Pick<Context, 'db'>,
  { moderatorId }: { moderatorId: string },
): Promise<AppealLine[]> {
  const appeals = await queries.selectOpenAppeals(db, APPEALS_SHOWN)
  const rows = await selectDecisionsById(
    db,
    appeals.map((appeal) => appeal.decision_id),
  )
  const ownAccounts = await selectSamePerson(db, moderatorId)
  const decisions = new Map(rows.map((row) => [row.id, row]))
  const lines: AppealLine[] = []
  for (const appeal of appeals) {
    const decision = decisions.get(appeal.decision_id)
    const bar = await findBar(db, { moderatorId, subjectId: appeal.person_id })
    if (!decision || bar === 'own-account') continue
    lines.push({
      id: appeal.id,
      words: appeal.words,
      createdAt: appeal.created_at,
      decision: toDecisionLine(decision),
      bar: ownAccounts.includes(decision.moderator_id) ? 'own-decision' : bar,
    })
  }
  return lines
}

/** The target to restore when a decision is undone: the person for a sanction, otherwise the thing. */
const restoredTarget = (decision: {
  action: string
  target_kind: string
  target_id: string
  subject_id: string
}) =>
  ['limit', 'suspend', 'ban'].includes(decision.action)
    ? { kind: 'person' as const, id: decision.subject_id }
    : { kind: decision.target_kind as OwnDecision['target']['kind'], id: decision.target_id }

/**
 * Throws not-found, own-case for moderators who decided before or have ties to the person, staff-case,
 * not-appealable if it is decided already.
 */
export async function decideAppeal(
  ctx: DecidingDeps,
  input: { moderatorId: string; appealId: string; outcome: 'upheld' | 'rejected'; words: string },
): Promise<void> {
  const { moderatorId, appealId, outcome, words } = input
  await ctx.db.transaction().execute(async (tx) => {
    const appeal = await queries.lockAppeal(tx, appealId)
    const decision = appeal && (await selectDecision(tx, appeal.decision_id))
    if (!appeal || !decision) throw new AppError('not-found')
    const ownAccounts = await selectSamePerson(tx, moderatorId)
    if (ownAccounts.includes(decision.moderator_id)) throw new AppError('own-case')
    await requireImpartial(tx, { moderatorId, subjectId: appeal.person_id })
    if (appeal.outcome !== null) throw new AppError('not-appealable')
    await queries.updateAppeal(tx, appealId, { outcome, words, moderatorId })
    await recordAct(tx, {
      actorId: moderatorId,
      action: 'decided-appeal',
      target: { kind: decision.target_kind, id: decision.target_id },
      detail: { decision: decision.id, outcome },
    })
    const isUpheld = outcome === 'upheld'
    const target = restoredTarget(decision)
    // Deleted things cannot be restored, and later decisions remain in force.
    const isUndone =
      isUpheld &&
      decision.action !== 'warn' &&
      (await selectTarget(tx, target)) !== undefined &&
      !(await queries.selectIsOverruled(tx, decision))
    if (isUndone) {
      await decideIn(ctx, tx, {
        moderatorId,
        form: { target, action: 'restore', rule: null, words: '', days: null },
      })
    }
    await notify(ctx, tx, {
      to: await selectExistingPeople(tx, await selectSamePerson(tx, appeal.person_id)),
      type: 'system',
      content: appealText(isUpheld, words),
      actionUrl: '/decisions',
    })
  })
}
