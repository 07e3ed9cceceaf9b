import { useEffect } from 'react'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'

/** Tab storage key of the last words with results; the view of the next opened product reports and removes them. */
export const LAST_SEARCH = 'sankofa.search'

/** Remembers words that had results as typed. */
export function useLastSearch(words: string | undefined): void {
  useEffect(() => {
    if (words) tabStorage.set(LAST_SEARCH, words)
  }, [words])
}
