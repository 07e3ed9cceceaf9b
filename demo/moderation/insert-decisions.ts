import { sql } from 'kysely'
import type { ActionName, RuleName } from '#contract/moderation/cases/decisions.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { holdNamed } from '#contract/selling/hold-causes.ts'
import type { Context } from '#server/context.ts'
import { rememberIdentities } from '#server/moderation/sanctions/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { demoId } from '#demo/demo-id.ts'
import type { DemoAppeal, DemoDecision } from './moderation-types.ts'

export interface DecisionDeps {
  personHashes: Context['personHashes']
  idOf: (key: string) => string
  at: (ageHours: number) => string
}

interface Decided {
  caseId: string
  target: Target
  subjectId: string
}

const HOURS_PER_DAY = 24
const SANCTIONS = { limit: 'limited', suspend: 'suspended', ban: 'banned' } as const
const isSanction = (action: ActionName): action is keyof typeof SANCTIONS => Object.hasOwn(SANCTIONS, action)

/** Inserts a decision with its appeal, and applies it unless it has expired or was reversed. */
export async function insertDecision(
  tx: Database,
  deps: DecisionDeps,
  { decision, ...decided }: Decided & { decision: DemoDecision },
): Promise<void> {
  const { idOf, at } = deps
  const { by, action, rule, words, days, ageHours, appeal } = decision
  const id = demoId(`decision ${decided.caseId} ${action}`, ageHours)
  const until = days === undefined ? null : at(ageHours - days * HOURS_PER_DAY)
  const isOver = days !== undefined && days * HOURS_PER_DAY <= ageHours
  await insertRow(tx, decided, {
    id,
    moderatorId: idOf(by),
    action,
    rule,
    words,
    until,
    createdAt: at(ageHours),
  })
  if (!isOver && appeal?.decided?.outcome !== 'upheld') {
    if (isSanction(action)) await sanction(tx, deps, { ...decided, id, action, until, ageHours })
    else await hold(tx, deps, { ...decided, action, ageHours })
  }
  if (appeal) await insertAppeal(tx, deps, { ...decided, decisionId: id, appeal })
}

interface DecisionRow {
  id: string
  moderatorId: string
  action: ActionName
  rule?: RuleName
  words?: string
  until: string | null
  createdAt: string
}

const insertRow = (tx: Database, { caseId, target, subjectId }: Decided, row: DecisionRow) =>
  tx
    .insertInto('decisions')
    .values({
      id: row.id,
      case_id: row.action === 'restore' ? null : caseId,
      target_kind: target.kind,
      target_id: target.id,
      subject_id: subjectId,
      moderator_id: row.moderatorId,
      action: row.action,
      rule: row.rule ?? null,
      words: row.words ?? '',
      until: row.until,
      evidence: sql`coalesce(target_facts(${target.kind}, ${target.id})::jsonb, '{}')`,
      created_at: row.createdAt,
    })
    // Decisions remain when all people are deleted and the market is filled again.
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Sanctions the person, and hides what they have published if they are shut out. */
async function sanction(
  tx: Database,
  { personHashes, at }: DecisionDeps,
  decision: Decided & {
    id: string
    action: keyof typeof SANCTIONS
    until: string | null
    ageHours: number
  },
): Promise<void> {
  const { id, subjectId, action, until, ageHours } = decision
  await rememberIdentities({ personHashes }, tx, subjectId)
  await tx
    .insertInto('sanctions')
    .values({
      person_id: subjectId,
      kind: SANCTIONS[action],
      until,
      decision_id: id,
      created_at: at(ageHours),
    })
    .execute()
  if (action !== 'limit') await sql`select hold_products_of(${subjectId})`.execute(tx)
}

/** Hides a listing that was removed or is held. */
async function hold(
  tx: Database,
  { at }: Pick<DecisionDeps, 'at'>,
  { target, action, ageHours }: Decided & { action: ActionName; ageHours: number },
): Promise<void> {
  if (target.kind !== 'product' || (action !== 'remove' && action !== 'hold')) return
  const cause = action === 'remove' ? 'removed' : 'moderator'
  const { days } = holdNamed(cause)
  const until = days === undefined ? null : at(ageHours - days * HOURS_PER_DAY)
  await sql`select hold_product(${target.id}, ${cause}, make_interval(days => ${days ?? null}::int))`.execute(
    tx,
  )
  await tx
    .updateTable('product_holds')
    .set({ created_at: at(ageHours), until })
    .where('product_id', '=', target.id)
    .where('cause', '=', cause)
    .execute()
}

/** Inserts an appeal. One that was upheld has a decision that restores the listing. */
async function insertAppeal(
  tx: Database,
  { idOf, at }: DecisionDeps,
  { decisionId, appeal, ...decided }: Decided & { decisionId: string; appeal: DemoAppeal },
): Promise<void> {
  const { words, ageHours, decided: outcome } = appeal
  await tx
    .insertInto('appeals')
    .values({
      id: demoId(`appeal ${decisionId}`, ageHours),
      decision_id: decisionId,
      person_id: decided.subjectId,
      words,
      created_at: at(ageHours),
      ...(outcome && {
        outcome: outcome.outcome,
        outcome_words: outcome.words,
        decided_by: idOf(outcome.by),
        decided_at: at(outcome.ageHours),
      }),
    })
    .execute()
  if (!outcome) return
  const moderatorId = idOf(outcome.by)
  const createdAt = at(outcome.ageHours)
  await tx
    .insertInto('audit_entries')
    .values({
      id: demoId(`decided appeal ${decisionId}`, outcome.ageHours),
      actor_id: moderatorId,
      action: 'decided-appeal',
      target_kind: decided.target.kind,
      target_id: decided.target.id,
      detail: JSON.stringify({ decision: decisionId, outcome: outcome.outcome }),
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (outcome.outcome !== 'upheld') return
  const id = demoId(`restoration ${decisionId}`, outcome.ageHours)
  await insertRow(tx, decided, { id, moderatorId, action: 'restore', until: null, createdAt })
}
