import { formatMoney } from '#contract/money.ts'
import type { MoneyFormat } from '#contract/site.ts'

interface PriceDrop {
  title: string
  before: number
  now: number
}

export const priceDropText = ({ title, before, now }: PriceDrop, money: MoneyFormat): string =>
  `Price drop: "${title}" is now ${formatMoney(now, money)} (it was ${formatMoney(before, money)})`

export const soldText = (title: string): string => `"${title}" from your favourites is sold`
