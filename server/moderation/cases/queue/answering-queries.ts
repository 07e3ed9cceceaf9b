import { sql } from 'kysely'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'
import { harmRank } from '#contract/moderation/harms.ts'
import type { Database } from '#server/platform/db/connect.ts'

export interface AnsweredCase {
  id: string
  kind: TargetKind
  target_id: string
  title: string
}

/**
 * Locks open cases of these people: those that are `named`, and if `all`, also every other in which nobody speaks of
 * danger.
 */
export async function lockAnswered(
  tx: Database,
  { personIds, named, all, limit }: { personIds: string[]; named: string[]; all: boolean; limit: number },
): Promise<AnsweredCase[]> {
  const { rows } = await sql<AnsweredCase>`
    select c.id, c.target_kind as kind, c.target_id,
      coalesce(
        -- Reporters hear of a review by its listing, because its words may be what they reported.
        case c.target_kind
          when 'review' then (
            select p.title from product_reviews r join products p on p.id = r.product_id where r.id = c.target_id
          )
          else coalesce(
            nullif(target_title(c.target_kind, c.target_id), ''), c.evidence ->> 'title', c.evidence ->> 'name'
          )
        end, ''
      ) as title
    from cases c
    where c.subject_id = any(${personIds}::uuid[]) and c.state = 'open'
      and (c.id = any(${named}::uuid[]) or ${all} and c.harm > ${harmRank('danger')}::int2 and not exists (
        select from reports r where r.case_id = c.id and report_harm(r.reason) = ${harmRank('danger')}::int2
      ))
    order by c.id limit ${sql.lit(limit)} for update`.execute(tx)
  return rows
}

/** Returns whether the sanction of this decision still applies to somebody. */
export const selectIsInForce = async (tx: Database, decisionId: string): Promise<boolean> =>
  (await tx
    .selectFrom('sanctions')
    .select('person_id')
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()) !== undefined
