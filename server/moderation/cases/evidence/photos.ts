import type { Case } from '#contract/moderation/cases/cases.ts'
import type { CasePhoto } from '#contract/moderation/cases/evidence.ts'
import type { Photo } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import { listingLink } from '#server/moderation/cases/notes/note-writer.ts'
import { selectCopies } from '#server/photos/service.ts'
import { selectProductPhotos } from './photo-queries.ts'

type Deps = Pick<Context, 'db' | 'signer'>

/** Photos of a listing, with those that were deleted since its case was opened. Held ones need a signed address. */
export async function listPhotos({ db, signer }: Deps, caseId: string): Promise<CasePhoto[]> {
  const photos = await selectProductPhotos(db, caseId)
  return photos.map((photo) => ({ ...photo, src: signer.sign(photo.src) }))
}

/** Copied photos, with the earlier ones. */
export async function listCopies({ db, signer }: Deps, productId: string): Promise<Case['copies']> {
  const signed = (photo: Photo) => ({ ...photo, src: signer.sign(photo.src) })
  const copies = await selectCopies(db, productId)
  return copies.map((row) => ({
    photo: signed(row.copy),
    addedAt: row.added_at,
    earlier: {
      photo: signed(row.earlier),
      title: row.title,
      seller: { id: row.seller_id, name: row.seller_name ?? 'Unknown' },
      link: listingLink(row.product_id, row.is_public),
      createdAt: row.created_at,
    },
  }))
}
