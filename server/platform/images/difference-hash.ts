export const DIFFERENCE_HASH_WIDTH = 9
export const DIFFERENCE_HASH_HEIGHT = 8

/** dHash of 9 x 8 grey pixels: a bit is set if a pixel is darker than its left neighbour. */
export function differenceHash(grey: Uint8Array): bigint {
  let hash = 0n
  let left = 0
  for (const [index, value] of grey.entries()) {
    if (index % DIFFERENCE_HASH_WIDTH > 0) hash = (hash << 1n) | (left > value ? 1n : 0n)
    left = value
  }
  return BigInt.asIntN(64, hash)
}
