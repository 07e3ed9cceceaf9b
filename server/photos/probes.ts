import { BAND_BITS, type LikenessHash } from '#server/platform/images/likeness/likeness-hashes.ts'

/** One hash of an area, original or mirrored. */
export type SoughtHash = Pick<LikenessHash, 'phash' | 'dhash' | 'mirroredDhash' | 'weakest'>

export const soughtHashes = (hashes: LikenessHash[]): SoughtHash[] =>
  hashes.flatMap((hash) => [
    hash,
    {
      phash: hash.mirroredPhash,
      dhash: hash.mirroredDhash,
      mirroredDhash: hash.dhash,
      weakest: hash.weakest,
    },
  ])

/** The band's bits, and all variants with some of its weakest bits flipped. */
export function probesOf({ phash, weakest }: SoughtHash, band: number): number[] {
  const bits = Number((BigInt(phash) >> BigInt(band * BAND_BITS)) & BigInt(2 ** BAND_BITS - 1))
  const probes = [bits]
  for (const bit of weakest[band] ?? []) probes.push(...probes.map((probe) => probe ^ (1 << bit)))
  return probes
}
