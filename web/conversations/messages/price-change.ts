import type { PriceChange } from '#contract/conversations/conversations.ts'

type Money = (amount: number) => string

export const priceChangeText = ({ from, to }: PriceChange, money: Money): string =>
  `Price changed from ${money(from)} to ${money(to)}`
