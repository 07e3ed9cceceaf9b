import { isolated } from '#contract/isolated.ts'
import { formatMoney } from '#contract/money.ts'
import type { MoneyFormat } from '#contract/site.ts'

interface PriceDrop {
  title: string
  before: number
  now: number
}

export const priceDropText = ({ title, before, now }: PriceDrop, money: MoneyFormat): string =>
  `Price drop: "${isolated(title)}" is now ${formatMoney(now, money)} (it was ${formatMoney(before, money)})`

export const soldText = (title: string): string => `"${isolated(title)}" from your favourites is sold`
