import { useSyncExternalStore } from 'react'

function onChange(notify: () => void) {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

export function OfflineNotice() {
  const online = useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="bg-gold-soft px-4 py-2 text-center text-sm text-gold">
          You are offline. Pages that you have opened before can still be read.
        </p>
      )}
    </div>
  )
}
