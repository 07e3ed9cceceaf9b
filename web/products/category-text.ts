import type { Product } from '#contract/products.ts'

export const categoryText = ({ category }: Pick<Product, 'category'>): string =>
  `${category?.name ?? 'other'}${category?.isHidden ? ' (no longer offered for new listings)' : ''}`
