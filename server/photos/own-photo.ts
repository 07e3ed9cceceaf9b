import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import type { Photo } from '#contract/products.ts'
import type { PhotoRow } from './queries.ts'

const STATES = { image: 'ready', ready: 'ready', waiting: 'preparing', refused: 'refused' } as const

type OwnPhotoRow = Omit<PhotoRow, 'replaces_id' | 'position'>

const toPhoto = (row: OwnPhotoRow, addressOf: (src: string) => string): Photo => ({
  src: addressOf(row.image_url),
  width: row.width ?? 0,
  height: row.height ?? 0,
  thumbhash: row.thumbhash ?? '',
})

/** `addressOf` turns the stored name of a photo into where its seller finds it. */
export const toOwnPhoto = (row: OwnPhotoRow, addressOf: (src: string) => string): OwnPhoto => ({
  id: row.id,
  clientKey: row.client_key,
  fileName: row.file_name,
  state: STATES[row.state],
  photo: STATES[row.state] === 'ready' ? toPhoto(row, addressOf) : null,
  // The preparation writes only codes of the contract.
  refusal: row.refusal as OwnPhoto['refusal'],
})
