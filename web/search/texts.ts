import type { SearchReply } from '#contract/search/search.ts'

/** '1,234' */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** '1 product', '63 products', '1,000+ products' */
export function countText({ count, more }: SearchReply['total']): string {
  return `${grouped(count)}${more ? '+' : ''} product${count === 1 ? '' : 's'}`
}

/** '12', or '412+' if not all products were counted; undefined if none was found among those. */
export const shownCount = (count: number, more: boolean): string | undefined =>
  more && count === 0 ? undefined : `${count}${more ? '+' : ''}`
