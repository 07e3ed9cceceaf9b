import { sql } from 'kysely'
import type { Agreement } from '#contract/agreements/agreement.ts'
import {
  type AgreementState,
  type Meeting,
  type Outcome,
  REMINDER_HOURS,
  type Role,
  type StepKind,
} from '#contract/agreements/steps.ts'
import type { PriceType } from '#contract/selling/choices.ts'
import type { BlockState } from '#server/blocks/service.ts'
import type { StepLine } from '#server/conversations/service.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** What decides about a step; the product's columns are null once it is deleted. */
export interface Scene {
  firstPerson: string | null
  secondPerson: string | null
  productId: string | null
  sellerId: string | null
  buyerId: string | null
  title: string
  status: string | null
  price: number | null
  priceType: PriceType | null
  agreement: Agreement | null
  /** Offers that the person made. */
  offers: number
  /** True if the product is promised to somebody else. */
  isPromised: boolean
  /** True if the newest agreement lapsed once. */
  hasLapsed: boolean
  /** Id of the message with this key. */
  known: string | null
  isParticipant: boolean
  block: BlockState
  isBanned: boolean
  /** True if the other person is suspended. */
  isUnavailable: boolean
}

/** Locks the product, the people and the conversation. Undefined without such a conversation. */
export async function lockScene(
  tx: Database,
  { conversationId, userId, clientKey }: { conversationId: string; userId: string; clientKey: string },
): Promise<Scene | undefined> {
  const { rows } = await sql<{ scene: Scene | null }>`
    select lock_agreement_scene(${conversationId}, ${userId}, ${clientKey}) as scene`.execute(tx)
  return rows[0]?.scene ?? undefined
}

interface NewAgreement {
  conversation_id: string
  product_id: string
  seller_id: string
  buyer_id: string
  price: number
  is_buyers_offer: boolean
  is_reservation: boolean
  state: 'offered' | 'agreed'
  hours: number
}

const hoursFromNow = (hours: number) => sql<string>`now() + make_interval(hours => ${hours})`
const now = sql<string>`now()`

export const insertAgreement = async (tx: Database, { hours, ...agreement }: NewAgreement): Promise<string> =>
  (
    await tx
      .insertInto('agreements')
      .values({
        ...agreement,
        due: hoursFromNow(hours),
        agreed_at: agreement.state === 'agreed' ? now : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export interface AgreementChange {
  state?: AgreementState
  outcome?: Outcome | null
  hours?: number
  /** True to add the hours to the time that is left. */
  isExtension?: boolean
  confirmed_by?: Role | null
  ended_by?: Role
  reason?: string
  is_coming?: true
  meeting?: Meeting
  is_kept_longer?: true
  counts_for_seller?: boolean
  counts_for_buyer?: boolean
}

/** A meeting that is confirmed shortly before it needs no reminder. */
const meetingColumns = ({ at, place, by, isConfirmed }: Meeting) => ({
  meeting_at: at,
  meeting_place: place,
  meeting_by: by,
  is_meeting_confirmed: isConfirmed,
  reminded_at: isConfirmed && Date.parse(at) - Date.now() < REMINDER_HOURS * 3_600_000 ? now : null,
})

/** The database sets the times of the change and of the end. */
export async function updateAgreement(
  tx: Database,
  id: string,
  { hours, isExtension = false, meeting, ...change }: AgreementChange,
): Promise<void> {
  await tx
    .updateTable('agreements')
    .set({
      ...change,
      ...(meeting && meetingColumns(meeting)),
      ...(hours !== undefined && {
        due: isExtension ? sql<string>`due + make_interval(hours => ${hours})` : hoursFromNow(hours),
        ended_at: null,
      }),
      ...(change.state === 'agreed' && { agreed_at: sql`coalesce(agreed_at, now())` }),
    })
    .where('id', '=', id)
    .execute()
}

export const selectView = async (tx: Database, id: string): Promise<Agreement> => {
  const { rows } = await sql<{ view: Agreement }>`
    select agreement_view(a) as view from agreements a where id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no agreement ${id}`)
  return row.view
}

interface NewLine {
  agreementId: string
  kind: StepKind
  by: Role
  clientKey: string
  /** Texts of the notifications. */
  texts: Partial<Record<Role, string>>
  /** True if the line is not unread for anybody. */
  isSilent: boolean
}

export async function insertLine(tx: Database, line: NewLine): Promise<StepLine> {
  const { rows } = await sql<StepLine>`
    select l.badges, (l.message).*
    from agreements a, add_step_line(
      a, ${line.kind}, ${line.by}, ${line.clientKey}, ${JSON.stringify(line.texts)}, ${line.isSilent}
    ) l
    where a.id = ${line.agreementId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`no line was added about the agreement ${line.agreementId}`)
  return row
}

/** Names of the two people, as `display_name` columns; null for those who left. */
export async function selectNames(tx: Database, scene: Pick<Scene, 'buyerId' | 'sellerId'>) {
  const rows = await tx
    .selectFrom('profiles')
    .select(['id', 'full_name', 'username'])
    .where('id', 'in', [scene.buyerId, scene.sellerId])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface EndedRow {
  id: string
  product_id: string
  seller_id: string
  buyer_id: string
  outcome: 'lapsed' | 'unconfirmed' | 'expired'
  title: string
}

/** Ends an agreement whose time is over. Undefined if it is not, or if a step about it is being taken. */
export async function endDue(tx: Database, id: string): Promise<EndedRow | undefined> {
  const { rows } = await sql<EndedRow>`
    select e.id, e.product_id, e.seller_id, e.buyer_id, e.outcome, p.title
    from end_due_agreement(${id}) e join products p on p.id = e.product_id`.execute(tx)
  return rows[0]
}

export const selectDue = async (db: Database, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from agreements where due <= now() order by due, id limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The agreement that holds for a product. */
export const selectPromise = (tx: Database, productId: string) =>
  tx
    .selectFrom('agreements')
    .select(['id', 'state', 'conversation_id', 'buyer_id', 'confirmed_by'])
    .where('product_id', '=', productId)
    .where('state', 'in', [sql.lit('agreed'), sql.lit('half-confirmed')])
    .executeTakeFirst()

/** The newest messages of the agreements' conversations, if they are lines about these agreements. */
export async function selectNewestLines(db: Database, agreementIds: readonly string[]): Promise<StepLine[]> {
  const { rows } = await sql<StepLine>`
    select m.*, array(
      select user_id from get_conversation_participants(c.id)
    ) as badges
    from agreements a
    join conversations c on c.id = a.conversation_id
    join messages m on m.conversation_id = c.id and m.seq = c.last_seq
    where a.id = any (${agreementIds}::uuid[]) and m.step -> 'agreement' ->> 'id' = a.id::text`.execute(db)
  return rows
}

interface Writers {
  productId: string
  status: 'available' | 'sold'
  except: string[]
  days: number
  most: number
}

/**
 * People who wrote about a product in the last `days`, the latest first, without these. Nobody unless it has this
 * status: a held one is not shown.
 */
export async function selectWriters(
  tx: Database,
  { productId, status, except, days, most }: Writers,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select p.user_id
    from conversations c
    join conversation_participants p on p.conversation_id = c.id and p.user_id <> all (${except}::uuid[])
    join products on products.id = c.product_id and products.status = ${status}
    where c.product_id = ${productId} and c.last_message_at > now() - make_interval(days => ${days})
    order by c.last_message_at desc limit ${sql.lit(most)}`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Locks the figures of these people in one order. */
export async function lockFigures(tx: Database, people: readonly string[]): Promise<void> {
  await sql`
    insert into deal_figures (person_id) select id from profiles where id = any (${people}::uuid[])
    order by id on conflict do nothing`.execute(tx)
  await sql`
    select from deal_figures where person_id = any (${people}::uuid[]) order by person_id for update`.execute(
    tx,
  )
}

/** Returns whether one of the person's counted deals is with one of these people. */
export async function selectHasDealWith(tx: Database, personId: string, people: readonly string[]) {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from agreements
      where seller_id = ${personId} and counts_for_seller and buyer_id = any (${people}::uuid[])
        or buyer_id = ${personId} and counts_for_buyer and seller_id = any (${people}::uuid[])
    ) as has`.execute(tx)
  return rows[0]?.has === true
}
