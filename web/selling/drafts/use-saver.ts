import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onAuthEvent } from '#web/accounts/sessions/session-store.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import type { PhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'
import { DraftSaver, type SaverState } from './draft-saver.ts'
import type { StoredListing } from './stored-listings.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

/** Saves a listing from the first letter on, while its screen is open. */
export function useSaver(personId: string, start: StoredListing): [DraftSaver, SaverState] {
  const api = useApi()
  const [saver] = useState(() => new DraftSaver(api, personId, start))
  const state = useSyncExternalStore(saver.subscribe, saver.read, saver.read)
  useEffect(() => {
    const flush = () => void saver.flush()
    saver.open()
    addEventListener('online', flush)
    // Phones guarantee no later moment than this to save.
    document.addEventListener('visibilitychange', flush)
    // Flushes before the session that it needs ends.
    const stopListening = onAuthEvent((event) => void (event === 'signing-out' && flush()))
    return () => {
      saver.close()
      stopListening()
      removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [saver])
  return [saver, state]
}

export function useStoring(form: ListingFormState, saver: DraftSaver): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          // The form also calls this for values that the code set.
          if (JSON.stringify(values) !== JSON.stringify(saver.listing().values)) {
            saver.change(structuredClone(values))
          }
        },
      }),
    [form, saver],
  )
}

/** Photos may be added before any text and without a network: then this stored listing is the only way back to them. */
export function useStoringPhotos({ entries }: PhotoUploads, saver: DraftSaver): void {
  const keys = entries.map(({ key }) => key).join(' ')
  const isOpen = useRef(false)
  useEffect(() => {
    // Photos of an earlier visit are loaded a moment after the screen.
    isOpen.current ||= keys !== ''
    const { productId, photos = [] } = saver.listing()
    if (isOpen.current && productId === null && keys !== photos.join(' '))
      saver.update({ photos: keys ? keys.split(' ') : [] })
  }, [keys, saver])
}
