/** Rounds as people name prices: 1,234 becomes 1,200. */
function rounded(price: number): number {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(price)) - 1))
  return Math.max(1, Math.round(price / step) * step)
}

export const roundedRange = ([low = 0, high = low]: number[]): { low: number; high: number } => ({
  low: rounded(low),
  high: rounded(high),
})
