import { sql } from 'kysely'
import type { Target } from '#contract/moderation/reports.ts'
import type { Photo } from '#contract/products.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublished } from '#server/products/visibility.ts'

export interface TargetFacts {
  subject_id: string
  /** As it is now: evidence of a decision. */
  facts: Record<string, unknown>
}

const ROWS = {
  product: (id: string) => sql`
    select p.seller_id as subject_id, json_build_object('title', p.title, 'description', p.description,
      'price', p.price, 'category', p.category_id, 'region', p.region, 'location', p.location, 'status', p.status,
      'condition', p.condition, 'created_at', p.created_at) as facts
    from products p where p.id = ${id} and ${isPublished}`,
  person: (id: string) => sql`
    select id as subject_id, json_build_object('name', coalesce(full_name, username), 'bio', bio,
      'location', location, 'website', website) as facts
    from profiles where id = ${id}`,
  message: (id: string) => sql`
    select sender_id as subject_id, json_build_object('content', content, 'image_url', image_url,
      'image_width', image_width, 'image_height', image_height, 'image_thumbhash', image_thumbhash) as facts
    from messages where id = ${id}`,
  review: (id: string) => sql`
    select reviewer_id as subject_id, json_build_object('rating', rating, 'title', title, 'comment', comment,
      'product', product_id) as facts
    from product_reviews where id = ${id}`,
}

/** Undefined for what is gone, and for what nobody answers for any more. */
export async function selectTarget(db: Database, { kind, id }: Target): Promise<TargetFacts | undefined> {
  const { rows } = await sql<TargetFacts>`
    select * from (${ROWS[kind](id)}) as found where subject_id is not null`.execute(db)
  return rows[0]
}

/** Before its case, as an edit of its seller takes them. */
export const lockProduct = (tx: Database, id: string) =>
  tx.selectFrom('products').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export async function selectProductPhotos(db: Database, productId: string): Promise<Photo[]> {
  const rows = await db
    .selectFrom('product_images')
    .select(['image_url', 'width', 'height', 'thumbhash'])
    .where('product_id', '=', productId)
    .orderBy('is_primary', 'desc')
    .orderBy('position')
    .execute()
  return rows.map(({ image_url, ...photo }) => ({ src: image_url, ...photo }))
}

const REMOVED_MESSAGE = 'This message was removed by a moderator.'

/** What it said stands in the decision's evidence alone. */
export const removeMessage = (tx: Database, id: string) =>
  tx
    .updateTable('messages')
    .set({
      content: REMOVED_MESSAGE,
      image_url: null,
      image_width: null,
      image_height: null,
      image_thumbhash: null,
    })
    .where('id', '=', id)
    .execute()

/** As the evidence of its removal has it. */
export async function restoreMessage(tx: Database, id: string): Promise<void> {
  await sql`
    update messages m set content = e->>'content', image_url = e->>'image_url',
      image_width = (e->>'image_width')::int, image_height = (e->>'image_height')::int,
      image_thumbhash = e->>'image_thumbhash'
    from (
      select evidence as e from decisions
      where target_id = ${id} and action = 'remove' order by created_at desc limit 1
    ) as removal
    where m.id = ${id} and m.content = ${REMOVED_MESSAGE}`.execute(tx)
}

/** Returns the product that it is about. */
export const setReviewRemoved = async (tx: Database, id: string, isRemoved: boolean) =>
  (
    await tx
      .updateTable('product_reviews')
      .set({ removed_at: isRemoved ? sql`now()` : null })
      .where('id', '=', id)
      .returning('product_id')
      .executeTakeFirst()
  )?.product_id

export async function holdProductsOf(tx: Database, personId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select hold_products_of(${personId}) as held`.execute(tx)
  return rows[0]?.held ?? false
}

export async function releaseProductsOf(tx: Database, personId: string): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`select release_products_of(${personId}) as shown`.execute(tx)
  return rows[0]?.shown ?? false
}

export const upsertSanction = (
  tx: Database,
  sanction: { personId: string; kind: string; days: number | null; decisionId: string },
) =>
  tx
    .insertInto('sanctions')
    .values({
      person_id: sanction.personId,
      kind: sanction.kind,
      until: sanction.days === null ? null : sql`now() + make_interval(days => ${sanction.days})`,
      decision_id: sanction.decisionId,
    })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        until: eb.ref('excluded.until'),
        decision_id: eb.ref('excluded.decision_id'),
        created_at: sql`now()`,
      })),
    )
    .execute()

export const deleteSanction = (tx: Database, personId: string) =>
  tx.deleteFrom('sanctions').where('person_id', '=', personId).execute()

/** Whether there was one whose time is over. */
export const deleteEndedSanction = async (tx: Database, personId: string): Promise<boolean> =>
  (await tx
    .deleteFrom('sanctions')
    .where('person_id', '=', personId)
    .where('until', '<=', sql<string>`now()`)
    .returning('person_id')
    .executeTakeFirst()) !== undefined

export const selectEndedSanctions = (db: Database, limit: number) =>
  db
    .selectFrom('sanctions')
    .select('person_id')
    .where('until', '<=', sql<string>`now()`)
    .limit(sql.lit(limit))
    .execute()
