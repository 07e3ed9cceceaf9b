import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onAuthEvent } from '#web/accounts/sessions/session-store.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import type { PhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'
import { DraftSaver, type SaverState } from './draft-saver.ts'
import type { StoredListing } from './stored-listings.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

/** Keeps a listing from the first letter on, as long as its screen is open. */
export function useSaver(personId: string, start: StoredListing): [DraftSaver, SaverState] {
  const api = useApi()
  const [saver] = useState(() => new DraftSaver(api, personId, start))
  const state = useSyncExternalStore(saver.subscribe, saver.read, saver.read)
  useEffect(() => {
    const flush = () => void saver.flush()
    saver.open()
    addEventListener('online', flush)
    // The last moment that a phone promises.
    document.addEventListener('visibilitychange', flush)
    // Before the session ends with which it can be sent.
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
          // Called also for what the form itself was given.
          if (JSON.stringify(values) !== JSON.stringify(saver.listing().values)) {
            saver.change(structuredClone(values))
          }
        },
      }),
    [form, saver],
  )
}

/** Photos may come before the first word and without a network: then nothing but this leads back to them. */
export function useStoringPhotos({ entries }: PhotoUploads, saver: DraftSaver): void {
  const keys = entries.map(({ key }) => key).join(' ')
  const isOpen = useRef(false)
  useEffect(() => {
    // Those of an earlier visit come a moment after the screen.
    isOpen.current ||= keys !== ''
    const { productId, photos = [] } = saver.listing()
    if (isOpen.current && productId === null && keys !== photos.join(' '))
      saver.note({ photos: keys ? keys.split(' ') : [] })
  }, [keys, saver])
}
