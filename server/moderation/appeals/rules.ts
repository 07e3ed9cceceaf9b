import { isolated } from '#contract/isolated.ts'

/** Words of an appeal's outcome. */
export const appealText = (isUpheld: boolean, words: string): string =>
  isUpheld
    ? `Somebody else looked at our decision again and took it back. ${isolated(words)}`
    : `Somebody else looked at our decision again, and it stays. ${isolated(words)}`

/** What a person may have looked at again. */
const APPEALABLE: ReadonlySet<string> = new Set(['remove', 'warn', 'limit', 'suspend', 'ban'])
export const isAppealable = (action: string): boolean => APPEALABLE.has(action)
