import type { Filters } from './filters.ts'

export function priceInWords({ min, max }: Filters, money: (amount: number) => string): string | undefined {
  if (min && max) return `${money(Number(min))} to ${money(Number(max))}`
  if (max) return `up to ${money(Number(max))}`
  return min && `from ${money(Number(min))}`
}
