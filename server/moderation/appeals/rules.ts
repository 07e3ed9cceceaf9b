import { isolated } from '#contract/isolated.ts'

/** The notification about an appeal's outcome. */
export const appealText = (isUpheld: boolean, words: string): string =>
  isUpheld
    ? `Another moderator looked at our decision again and took it back. ${isolated(words)}`
    : `Another moderator looked at our decision again, and it stays. ${isolated(words)}`

/** Actions that a person may appeal. */
const APPEALABLE: ReadonlySet<string> = new Set(['remove', 'warn', 'limit', 'suspend', 'ban'])
export const isAppealable = (action: string): boolean => APPEALABLE.has(action)
