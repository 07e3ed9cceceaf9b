import { EMPTY_AMOUNTS } from '#contract/selling/amounts.ts'
import { EMPTY_CHOICES, INITIAL_CHOICES } from '#contract/selling/draft-choices.ts'
import type { OwnProduct, SentDraft } from '#contract/selling/selling.ts'
import type { Context } from '#server/context.ts'
import { assignPhotos, type PhotoAssignment } from '#server/photos/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { choicesToColumns } from '#server/products/choices.ts'
import { completeForm, toColumns } from './form-columns.ts'
import { editedColumns, type ListingEdit, requireOwn } from './own-product.ts'
import { countDrafts, insertDraft, lockOwn, selectByClientKey, updateTexts } from './queries.ts'
import { DRAFTS_MAX, SAVES_PER_HOUR } from './rules.ts'
import { getOwnProduct } from './service.ts'

type Deps = Pick<Context, 'db' | 'limiter' | 'signer'>

interface NewDraft {
  sellerId: string
  /** Absent for an empty draft. */
  draft?: { clientKey: string; form: SentDraft }
}

/**
 * Returns the id of a new draft, or of the draft or listing that an earlier call with the same `clientKey`
 * created.
 */
async function findOrCreateDraft(tx: Database, { sellerId, draft }: NewDraft): Promise<string> {
  if (!(await lockPerson(tx, sellerId))) throw new AppError('session-ended')
  const known = draft && (await selectByClientKey(tx, sellerId, draft.clientKey))
  if (known) return known.id
  if ((await countDrafts(tx, sellerId)) >= DRAFTS_MAX) throw new AppError('too-many-drafts')
  return insertDraft(tx, {
    seller_id: sellerId,
    ...choicesToColumns(EMPTY_CHOICES),
    ...(draft && {
      client_key: draft.clientKey,
      columns: toColumns(completeForm(draft.form, { ...INITIAL_CHOICES, ...EMPTY_AMOUNTS })),
    }),
  })
}

/** Creates one draft per `clientKey`. Throws too-many-drafts. */
export async function createDraft(
  ctx: Deps,
  { sellerId, ...draft }: { sellerId: string; clientKey: string; form: SentDraft },
): Promise<OwnProduct> {
  await ctx.limiter.take(`saves:${sellerId}`, SAVES_PER_HOUR)
  const id = await ctx.db.transaction().execute((tx) => findOrCreateDraft(tx, { sellerId, draft }))
  return getOwnProduct(ctx, { sellerId, id })
}

/** Throws product-not-found, already-published, edited-elsewhere. */
export async function updateDraft(
  ctx: Deps,
  { sellerId, id, version, form }: ListingEdit,
): Promise<OwnProduct> {
  await ctx.limiter.take(`saves:${sellerId}`, SAVES_PER_HOUR)
  await ctx.db.transaction().execute(async (tx) => {
    const row = requireOwn(await lockOwn(tx, sellerId, id))
    const { columns, isUnchanged } = editedColumns(row, { version, form }, 'draft')
    if (!isUnchanged) await updateTexts(tx, id, columns)
  })
  return getOwnProduct(ctx, { sellerId, id })
}

/** Returns the listing's id. Throws photo-not-found, product-not-found, too-many-images, too-many-drafts. */
export const assignPhotosToListing = (
  ctx: Deps & Pick<Context, 'changes' | 'guard' | 'jobs'>,
  assignment: PhotoAssignment,
): Promise<string> =>
  assignPhotos(ctx, assignment, (tx) => findOrCreateDraft(tx, { sellerId: assignment.sellerId }))
