import { useEffect } from 'react'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'

/** Of the tab's storage: words whose results it showed last, until one of them is opened and its view says so. */
export const LAST_SEARCH = 'sankofa.search'

/** Of words that found something as typed. */
export function useLastSearch(words: string | undefined): void {
  useEffect(() => {
    if (words) tabStorage.set(LAST_SEARCH, words)
  }, [words])
}
