import type { FilteredAmount } from '#contract/selling/amounts.ts'
import type { Filters } from './filters.ts'

/** 'GH₵100 to GH₵200', 'up to GH₵200'; undefined if neither end is set. */
export function amountInWords(
  { filter: { from, to, inWords } }: FilteredAmount,
  filters: Filters,
  money: (amount: number) => string,
): string | undefined {
  const [least, most] = [from && filters[from], to && filters[to]].map((text) => text && money(Number(text)))
  if (!least && !most) return undefined
  const ends = least && most ? `${least} to ${most}` : most ? `up to ${most}` : `from ${least}`
  return `${inWords} ${ends}`.trim()
}
