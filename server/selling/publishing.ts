import { choiceProblem } from '#contract/selling/choice-schemas.ts'
import { choiceNames, PRODUCT_CHOICES } from '#contract/selling/choices.ts'
import type { OwnProduct, SentListing } from '#contract/selling/selling.ts'
import type { Context } from '#server/context.ts'
import { requireOffered } from '#server/catalog/service.ts'
import { addPriceLines, emitPriceLines } from '#server/conversations/service.ts'
import { notifyPriceDrop } from '#server/favourites/service.ts'
import { flagTrickWords } from '#server/moderation/guard/service.ts'
import { assessListedImei } from '#server/imei/service.ts'
import {
  holdForBannedMailbox,
  holdWhileLimited,
  requireNotLimited,
  requireNotShutOut,
} from '#server/moderation/sanctions/service.ts'
import { countPhotos, assessPhotos } from '#server/photos/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import { isHidden } from '#server/products/visibility.ts'
import { matchSavedSearches } from '#server/saved-searches/service.ts'
import { countListing } from '#server/sellers/service.ts'
import { productKey } from '#server/platform/http/cdn/keys.ts'
import { COMPARE_LISTING } from './comparing.ts'
import { checkFirstListing } from './first-listing.ts'
import type { WrittenColumns } from './form-columns.ts'
import { editedColumns, type ListingEdit, requireOwn } from './own-product.ts'
import { toPublished } from './published.ts'
import { noticeProhibitedGoods } from './prohibited-goods.ts'
import * as queries from './queries.ts'
import { photoRefusal, PUBLIC_EDITS_PER_HOUR } from './rules.ts'
import { getOwnProduct } from './service.ts'

type Deps = Pick<
  Context,
  | 'db'
  | 'limiter'
  | 'changes'
  | 'signer'
  | 'jobs'
  | 'site'
  | 'live'
  | 'sms'
  | 'config'
  | 'guard'
  | 'judgeListing'
  | 'personHashes'
>

/** Refuses a draft without a choice from a client that does not send it. */
function requireChoices(columns: WrittenColumns): void {
  const missing = choiceNames.filter((name) => columns[PRODUCT_CHOICES[name].column] === null)
  if (missing.length > 0)
    throw invalidInput(missing.map((name) => ({ field: `form.${name}`, message: choiceProblem(name) })))
}

async function publishedColumns(tx: Database, row: queries.OwnRow, edit: ListingEdit<SentListing>) {
  const { columns } = editedColumns(row, edit, 'draft')
  requireChoices(columns)
  const refusal = photoRefusal(await countPhotos(tx, { productId: row.id }))
  if (refusal) throw new AppError(refusal)
  await requireOffered(tx, columns.category_id)
  return columns
}

/**
 * Throws account-limited, product-not-found, already-published, edited-elsewhere, image-required,
 * too-many-images, verify-phone-to-list, too-many-listings.
 */
export async function publishProduct(ctx: Deps, edit: ListingEdit<SentListing>): Promise<OwnProduct> {
  const { sellerId, id } = edit
  // Also checked here, so that refused listings do not count towards the day's limit.
  await publishedColumns(ctx.db, requireOwn(await queries.selectOwn(ctx.db, sellerId, id)), edit)
  await requireNotLimited(ctx.db, sellerId)
  await countListing(ctx, sellerId)
  await ctx.db.transaction().execute(async (tx) => {
    await requireNotShutOut(tx, sellerId)
    await requireNotLimited(tx, sellerId)
    const row = requireOwn(await queries.lockOwn(tx, sellerId, id))
    const columns = await publishedColumns(tx, row, edit)
    const published = await queries.publishDraft(tx, id, columns)
    await noticeProhibitedGoods(ctx, tx, { id, sellerId, texts: columns })
    await flagTrickWords(ctx, tx, { id, sellerId, title: columns.title, description: columns.description })
    await ctx.jobs.enqueue(tx, COMPARE_LISTING, { productId: id })
    await assessPhotos(ctx, tx, { productId: id })
    await assessListedImei(ctx, tx, { productId: id, sellerId })
    await holdForBannedMailbox(ctx, tx, { productId: id, sellerId })
    if (isHidden((await queries.lockOwn(tx, sellerId, id))?.status ?? 'held')) return
    await matchSavedSearches(ctx, tx, { productId: id })
    await ctx.changes.announce(tx, toPublished(published))
    await checkFirstListing(ctx, tx, { productId: id, sellerId })
  })
  return getOwnProduct(ctx, { sellerId, id })
}

/** Notifies people who have it among their favourites. Returns the lines to emit in its conversations. */
async function changePrice(ctx: Deps, tx: Database, { row, price }: { row: queries.OwnRow; price: number }) {
  const before = Number(row.price)
  if (price === before || row.status === 'sold') return []
  if (price < before) await notifyPriceDrop(ctx, tx, { product: row, price })
  return addPriceLines(tx, { productId: row.id, sellerId: row.seller_id, from: before, to: price })
}

/** Changes the texts of a published product. Throws product-not-found, not-published, edited-elsewhere. */
export async function updateProduct(ctx: Deps, edit: ListingEdit<SentListing>): Promise<OwnProduct> {
  const { sellerId, id } = edit
  await ctx.limiter.take(`public-edits:${sellerId}`, PUBLIC_EDITS_PER_HOUR)
  const lines = await ctx.db.transaction().execute(async (tx) => {
    const row = requireOwn(await queries.lockOwn(tx, sellerId, id))
    const { columns, isUnchanged } = editedColumns(row, edit, 'published')
    if (isUnchanged) return []
    if (columns.category_id !== row.category_id) await requireOffered(tx, columns.category_id)
    // Conversations are locked before the reviews that the update reassesses, as when a message is sent.
    const added = await changePrice(ctx, tx, { row, price: Number(columns.price) })
    await queries.updateTexts(tx, id, columns)
    const isAnotherThing = await queries.selectIsAnotherThing(tx, row, columns)
    const before = isAnotherThing ? undefined : row
    await noticeProhibitedGoods(ctx, tx, { id, sellerId, texts: columns, before })
    await flagTrickWords(ctx, tx, { id, sellerId, title: columns.title, description: columns.description })
    await ctx.jobs.enqueue(tx, COMPARE_LISTING, { productId: id })
    if (isAnotherThing) await holdWhileLimited(ctx, tx, { productId: id, sellerId })
    await ctx.changes.announce(tx, 'market', [productKey(id)])
    return added
  })
  await emitPriceLines(ctx, lines)
  return getOwnProduct(ctx, { sellerId, id })
}
