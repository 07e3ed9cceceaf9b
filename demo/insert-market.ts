import { searchColumns } from '#server/search/service.ts'
import { sql, type Insertable } from 'kysely'
import { countCategoryDemand } from '#server/catalog/service.ts'
import { loadRules } from '#server/moderation/guard/rule-cache.ts'
import { loadMessageModel } from '#server/moderation/guard/judgement/message-judge.ts'
import { createPersonHashes } from '#server/person-hashes/service.ts'
import { matchPhotos } from '#server/photos/matching.ts'
import { indexPhotos } from '#server/photos/service.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type {
  Accounts,
  ProductImages,
  ProductReviews,
  Products,
  Profiles,
} from '#server/platform/db/schema.ts'
import { readAttributes } from '#contract/catalog/attribute-rules.ts'
import { attributesOfDemo } from './demo-attributes.ts'
import { demoId, personId, reviewId } from './demo-id.ts'
import type { StoredPhoto } from './demo-photos.ts'
import type { DemoPerson, DemoProduct, DemoConversation } from './demo-types.ts'
import { insertConversations } from './insert-conversations.ts'
import { insertModeration } from '#demo/moderation/insert-moderation.ts'
import type { DemoCase } from '#demo/moderation/moderation-types.ts'
import { insertStaff } from '#demo/moderation/staff.ts'

const HOUR = 3_600_000
/** A demo market exists only on this machine. */
const OWN_HOST = 'localhost'

export interface NamedProduct extends DemoProduct {
  id: string
  photoFolder: string
}

export interface Market {
  products: NamedProduct[]
  /** Those of the products that the demo's moderators hold or have removed. */
  doubtful: NamedProduct[]
  people: DemoPerson[]
  conversations: DemoConversation[]
  cases: DemoCase[]
  stored: ReadonlyMap<string, StoredPhoto>
  /** Hash of the password that all demo people share. */
  passwordHash: string
  secrets: Context['secrets']
  /** Milliseconds since 1970; ages count back from it. */
  now: number
}

export async function isMarketEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Inserts everything or nothing. Inserts nothing if another process has filled the market in the meantime.
 */
export function insertMarket(db: Database, market: Market): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table products in share row exclusive mode`.execute(tx)
    if (!(await isMarketEmpty(tx))) return false
    await tx.insertInto('profiles').values(profileRows(market)).execute()
    await tx.insertInto('accounts').values(accountRows(market)).execute()
    await tx.insertInto('products').values(productRows(market)).execute()
    const images = imageRows(market)
    if (images.length > 0) await tx.insertInto('product_images').values(images).execute()
    const doubtful = new Set(market.doubtful)
    await indexPhotos(
      tx,
      hashedPhotos(market, (product) => !doubtful.has(product)),
    )
    await matchPhotos(
      tx,
      hashedPhotos(market, (product) => doubtful.has(product)),
    )
    const reviews = reviewRows(market)
    if (reviews.length > 0) await tx.insertInto('product_reviews').values(reviews).execute()
    // The demo market contains few conversations, but its reviewers count as if they had had one.
    await tx
      .updateTable('product_reviews')
      .set({ earned_by: 'conversation' })
      .where('earned_by', 'is', null)
      .execute()
    await insertActivity(tx, market)
    await countCategoryDemand({ db: tx })
    return true
  })
}

/** Inserts the conversations, the moderators' cases and the staff. */
async function insertActivity(tx: Database, market: Market): Promise<void> {
  const { secrets, now } = market
  const ids = personIds(market.people)
  const { rules } = await loadRules(tx, { ownHost: OWN_HOST, model: loadMessageModel() })
  const activity = {
    ...market,
    rules,
    personHashes: createPersonHashes(secrets),
    idOf: (key: string) => found(ids, key),
    at: (ageHours: number) => at(now, ageHours),
  }
  await insertConversations(tx, activity)
  await insertModeration(tx, activity)
  await insertStaff(tx, activity)
}

const at = (now: number, ageHours: number): string => new Date(now - ageHours * HOUR).toISOString()

const personIds = (people: DemoPerson[]): Map<string, string> =>
  new Map(people.map((person) => [person.key, personId(person)]))

function found<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key)
  if (value === undefined) throw new Error(`The demo market uses the key '${key}', but does not define it.`)
  return value
}

function profileRows({ people, now }: Market): Insertable<Profiles>[] {
  const ids = personIds(people)
  return people.map((person) => ({
    id: found(ids, person.key),
    username: person.username,
    full_name: person.fullName,
    bio: person.bio,
    location: person.location,
    phone: person.phone ?? null,
    phone_verified: person.phoneVerified ?? false,
    email: person.email,
    website: person.website ?? null,
    created_at: at(now, person.memberForDays * 24),
    updated_at: at(now, person.memberForDays * 24),
  }))
}

function accountRows({ people, passwordHash, now }: Market): Insertable<Accounts>[] {
  const ids = personIds(people)
  return people.map(({ key, email, memberForDays }) => {
    const since = at(now, memberForDays * 24)
    const id = found(ids, key)
    return {
      id,
      email,
      password_hash: passwordHash,
      email_verified_at: since,
      created_at: since,
      updated_at: since,
    }
  })
}

/** Age of the falls of prices. */
const FALL_AGE_HOURS = 20

function productRows({ products, people, now }: Market): Insertable<Products>[] {
  const ids = personIds(people)
  return products.map((product) => {
    const texts = {
      title: product.title,
      description: product.description,
      category_id: product.categoryId,
      tags: product.tags,
    }
    const attributes = readAttributes(product.categoryId, attributesOfDemo(product)).values
    return {
      id: product.id,
      ...texts,
      ...searchColumns({ ...texts, attributes }),
      price: product.price,
      ...(product.was !== undefined && {
        fell_from: product.was,
        fell_at: at(now, Math.min(product.ageHours, FALL_AGE_HOURS)),
      }),
      price_type: product.priceType,
      condition: product.condition,
      region: product.region,
      location: product.location,
      custom_fields: JSON.stringify(product.customFields ?? []),
      attributes: JSON.stringify(attributes),
      status: product.status,
      seller_id: found(ids, product.seller),
      buyer_id: product.buyer === undefined ? null : found(ids, product.buyer),
      created_at: at(now, product.ageHours),
      updated_at: at(now, product.ageHours),
      status_changed_at: at(now, product.ageHours),
    }
  })
}

const imageId = (product: NamedProduct, name: string): string =>
  demoId(`image ${product.id} ${name}`, product.ageHours)

const hashedPhotos = ({ products, stored }: Market, isChosen: (product: NamedProduct) => boolean) =>
  products.filter(isChosen).flatMap((product) =>
    product.photos.map((name) => ({
      id: imageId(product, name),
      likeness: found(stored, name).likeness,
    })),
  )

function imageRows({ products, stored, now }: Market): Insertable<ProductImages>[] {
  return products.flatMap((product) =>
    product.photos.map((name, position) => {
      const { hash, width, height, thumbhash, dhash } = found(stored, name)
      return {
        id: imageId(product, name),
        product_id: product.id,
        image_url: `/photos/${product.photoFolder}/${hash}`,
        is_primary: position === 0,
        position,
        width,
        height,
        thumbhash,
        dhash,
        created_at: at(now, product.ageHours),
      }
    }),
  )
}

function reviewRows({ products, people, now }: Market): Insertable<ProductReviews>[] {
  const ids = personIds(people)
  return products.flatMap((product) =>
    product.reviews.map((review) => ({
      id: reviewId(product.id, review),
      product_id: product.id,
      reviewer_id: found(ids, review.by),
      rating: review.rating,
      title: review.title ?? null,
      comment: review.comment ?? null,
      reply: review.answer?.text ?? null,
      replied_at: review.answer ? at(now, review.answer.ageHours) : null,
      created_at: at(now, review.ageHours),
    })),
  )
}
