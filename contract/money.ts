import type { MoneyFormat } from './site.ts'

/** Formats 'GH₵1,250.00' without Intl, whose data may differ between server and browser. */
export function formatMoney(amount: number, format: MoneyFormat, decimals: 0 | 2 = 2): string {
  const [whole = '0', fraction] = Math.abs(amount).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, format.group)
  const number = fraction ? grouped + format.decimal + fraction : grouped
  const sign = amount < 0 ? '-' : ''
  return format.symbolAfter ? `${sign}${number} ${format.symbol}` : sign + format.symbol + number
}
