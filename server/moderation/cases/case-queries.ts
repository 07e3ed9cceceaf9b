import { sql } from 'kysely'
import type { AgreementStep } from '#contract/agreements/agreement.ts'
import type { OutsideRole } from '#contract/moderation/reports/outside-reports.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'

export interface CaseRow {
  id: string
  target_kind: string
  target_id: string
  title: string | null
  subject_id: string
  subject_name: string | null
  /** Rank in HARMS. */
  harm: number
  risk: number
  reports: number
  state: string
  opened_at: string
  queue_position: number
  /** True if the target was deleted or its person has left; the case then shows its earlier state. */
  is_deleted: boolean
  /** Its content when it was opened; null if that is not known, and once it is decided. */
  opened_as: Record<string, unknown> | null
  image_url: string | null
  width: number | null
  height: number | null
  thumbhash: string | null
}

/** Falls back to the evidence, so that a deleted target still has a title while its case is open. */
const titleOf = `coalesce(
    nullif(case_title(c.target_kind, c.target_id, c.subject_id), ''), nullif(c.evidence->>'title', ''),
    c.evidence->>'name', left(c.evidence->>'comment', 80)
  )`
const nameOf = `case when s.id is null then 'Deleted account' else staff_name(s.id) end`

export const caseColumns = sql.raw(`
  c.id, c.target_kind, c.target_id, ${titleOf} as title, c.subject_id,
  ${nameOf} as subject_name, c.harm, c.risk,
  (select count(*) from reports r where r.case_id = c.id)::int as reports, c.state, c.opened_at, c.queue_position,
  c.evidence is not null as is_deleted, c.opened_as,
  i.image_url, i.width, i.height, i.thumbhash`)

export const caseJoins = sql.raw(`
  left join profiles s on s.id = c.subject_id
  left join product_images i on c.target_kind = 'product' and i.product_id = c.target_id and i.is_primary`)

export interface CaseReader {
  id: string
  isAdministrator: boolean
}

/**
 * Nobody sees a case about themselves or an account that they deleted, because it shows who reported them;
 * only administrators see cases about staff.
 */
export function isVisibleTo({ id, isAdministrator }: CaseReader, of = 'c') {
  const subject = sql.ref(`${of}.subject_id`)
  const isOther = sql`${subject} <> all (array(select same_person(${id})))`
  return isAdministrator
    ? isOther
    : sql`${isOther} and not exists (select from staff where account_id = ${subject})`
}

export async function selectCase(db: Database, { id, reader }: { id: string; reader: CaseReader }) {
  const { rows } = await sql<CaseRow>`
    select ${caseColumns} from cases c ${caseJoins} where c.id = ${id} and ${isVisibleTo(reader)}`.execute(db)
  return rows[0]
}

/** Other cases of the same person, including deleted accounts, newest first. */
export async function selectCasesOfPerson(
  db: Database,
  { personId, except, limit }: { personId: string; except: string; limit: number },
) {
  const { rows } = await sql<{ id: string; title: string | null; state: string; opened_at: string }>`
    select c.id, ${sql.raw(titleOf)} as title, c.state, c.opened_at
    from cases c where c.subject_id = any(array(select same_person(${personId}))) and c.id <> ${except}
    order by c.opened_at desc, c.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Signals about the target and about its person. */
export const selectSignals = (db: Database, { kind, id }: Target, personId: string, limit: number) =>
  db
    .selectFrom('signals')
    .select(['reason', 'weight', 'detail', 'created_at'])
    .where((eb) =>
      eb.or([
        eb.and([eb('target_kind', '=', kind), eb('target_id', '=', id)]),
        eb.and([eb('target_kind', '=', 'person'), eb('target_id', '=', personId)]),
      ]),
    )
    .orderBy('weight', 'desc')
    .limit(sql.lit(limit))
    .execute()

/** The seller's answers to the moderators about a held listing, newest first. */
export const selectAnswers = (db: Database, productId: string, limit: number) =>
  db
    .selectFrom('hold_answers')
    .select(['words', 'created_at'])
    .where('product_id', '=', productId)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute()

export async function selectReportsOfCase(db: Database, caseId: string, limit: number) {
  const { rows } = await sql<{
    id: string
    reason: string
    words: string
    weight: number
    reporter_id: string | null
    reporter_name: string | null
    /** Set if it was sent without an account. */
    outside_role: OutsideRole | null
    outside_name: string
    outside_email: string
    created_at: string
  }>`
    select r.id, r.reason, r.words, r.weight, r.reporter_id, staff_name(p.id) as reporter_name,
      o.role as outside_role, o.name as outside_name, o.email as outside_email, r.created_at
    from reports r
    left join profiles p on p.id = r.reporter_id
    left join outside_reporters o on o.report_id = r.id
    where r.case_id = ${caseId}
    order by report_harm(r.reason), r.weight desc, r.created_at limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/**
 * The reported message with up to `around` messages before and after it, in order; only the message if its
 * conversation was deleted.
 */
export async function selectMessagesAround(db: Database, messageId: string, around: number) {
  const { rows } = await sql<{
    id: string
    writer: string | null
    content: string
    has_photo: boolean
    /** Null if the product or the writer is deleted. */
    side: 'buyer' | 'seller' | null
    price_from: string | null
    price_to: string | null
    step: AgreementStep | null
    product_title: string
    created_at: string
  }>`
    select m.id, case when p.id is not null then coalesce(staff_name(p.id), 'Unknown') end as writer,
      coalesce(c.evidence->>'content', m.content) as content,
      coalesce(c.evidence->>'image_url', m.image_url) is not null as has_photo,
      case m.sender_id = product.seller_id when true then 'seller' when false then 'buyer' end as side,
      m.price_from, m.price_to, m.step, conversation.product_title, m.created_at
    from messages reported
    join conversations conversation on conversation.id = reported.conversation_id
    left join products product on product.id = conversation.product_id
    join messages m on m.conversation_id = reported.conversation_id
      and m.seq between reported.seq - ${around} and reported.seq + ${around}
    left join profiles p on p.id = m.sender_id
    left join cases c on c.target_kind = 'message' and c.target_id = m.id and c.state = 'open'
    where reported.id = ${messageId}
    union all
    select target_id, null, evidence->>'content', evidence->>'image_url' is not null, null, null, null, null, '', opened_at
    from cases
    where target_kind = 'message' and target_id = ${messageId} and state = 'open' and evidence is not null
      and not exists (select from messages where id = ${messageId})
    order by created_at, id`.execute(db)
  return rows
}
