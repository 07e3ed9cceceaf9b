import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApi } from '#web/api/api-context.ts'
import { DraftSaver, type SaverState } from './draft-saver.ts'
import type { KeptListing } from './kept-listings.ts'
import type { ListingFormState } from './listing-form-type.ts'

/** Keeps a listing from the first letter on, as long as its screen is open. */
export function useSaver(personId: string, start: KeptListing): [DraftSaver, SaverState] {
  const api = useApi()
  const [saver] = useState(() => new DraftSaver(api, personId, start))
  const state = useSyncExternalStore(saver.subscribe, saver.read, saver.read)
  useEffect(() => {
    const flush = () => void saver.flush()
    saver.open()
    addEventListener('online', flush)
    // The last moment that a phone promises.
    document.addEventListener('visibilitychange', flush)
    return () => {
      saver.close()
      removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [saver])
  return [saver, state]
}

/** Hands the saver everything that changes in the form. */
export function useKeeping(form: ListingFormState, saver: DraftSaver): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          // Also told of what the form itself was given.
          if (JSON.stringify(values) !== JSON.stringify(saver.kept().values)) {
            saver.change(structuredClone(values))
          }
        },
      }),
    [form, saver],
  )
}
