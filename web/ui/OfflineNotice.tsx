import { useOnline } from './use-online.ts'

export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="bg-gold-soft px-4 py-2 text-center text-sm text-gold">
          You are offline. Pages that you have opened before can still be read.
        </p>
      )}
    </div>
  )
}
