import { isolated } from '#contract/isolated.ts'
import type { SearchMeaning } from '#server/search/service.ts'

/**
 * True if every product matches ('Ghana' as the location) or none can: words such as 'the' are in no index.
 */
export const isTooBroad = (meaning: SearchMeaning): boolean =>
  Object.values(meaning).every((filter) => filter === undefined) || meaning.words?.length === 0

export const instantText = (title: string): string => `New for your saved search: "${isolated(title)}"`

export const dailyText = (count: number): string =>
  `${count} new ${count === 1 ? 'item' : 'items'} for your saved search`
