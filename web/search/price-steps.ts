/** Prices that divide a category's products into cheap, usual and expensive ones, in the market's currency. */
const STEPS: Record<string, readonly [number, number, number]> = {
  car: [20_000, 60_000, 120_000],
  home: [500, 1_500, 4_000],
  mobile: [500, 1_500, 4_000],
  computers: [1_000, 3_000, 6_000],
  fashion: [50, 150, 400],
  'beauty-personal-care': [50, 150, 400],
}
const USUAL = [100, 500, 2_000] as const

export interface PriceStep {
  min: string | undefined
  max: string | undefined
}

/** Below the first price, from each price to the next, and above the last. */
export function priceSteps(category: string | undefined): PriceStep[] {
  const edges = ((category && STEPS[category]) || USUAL).map(String)
  return [undefined, ...edges].map((min, index) => ({ min, max: edges[index] }))
}
