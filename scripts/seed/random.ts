export interface Random {
  /** From 0 up to 1, excluding 1. */
  fraction(): number
  /** From 0 up to `end`, excluding it. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T
}

/** sfc32: small, fast, and the same numbers for the same seed on every machine. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = seed | 0
  let counter = 1
  function next() {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warmUp = 0; warmUp < 12; warmUp++) next()
  const below = (end: number) => Math.floor(next() * end)
  return {
    fraction: next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
  }
}

/**
 * Picks indexes below `size` with the frequencies of real words and brands: the n-th in proportion to
 * 1 / n^exponent.
 */
export function zipf(size: number, exponent = 1): (random: Random) => number {
  const upTo = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank++) upTo[rank] = sum += 1 / (rank + 1) ** exponent
  return (random) => {
    const target = random.fraction() * sum
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return low
  }
}
