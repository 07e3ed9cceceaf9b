import type { Sharp } from 'sharp'
import { type LikenessHash, likenessHashes } from './likeness-hashes.ts'

/** Maximum width and height of the grey picture that is hashed. */
const SIDE = 512

export async function likenessOf(image: Sharp): Promise<LikenessHash[]> {
  const { data, info } = await image
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return likenessHashes({ width: info.width, height: info.height, data })
}
