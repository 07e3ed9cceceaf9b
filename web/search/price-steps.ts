/** Prices that part what is offered of a category into cheap, usual and dear, in the market's currency. */
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

/** Under the first, from one to the next, and from the last on. */
export function priceSteps(category: string | undefined): PriceStep[] {
  const edges = ((category && STEPS[category]) || USUAL).map(String)
  return [undefined, ...edges].map((min, index) => ({ min, max: edges[index] }))
}
