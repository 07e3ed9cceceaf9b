import { ListedBefore } from '#web/photos/ListedBefore.tsx'
import type { PhotoEntry } from '#web/photos/photo-entries.ts'
import { RemoveIcon } from '#web/photos/photo-icons.tsx'
import { PhotoThumbnail } from '#web/photos/PhotoThumbnail.tsx'
import { Button } from '#web/platform/ui/Button.tsx'

interface BulkTileProps {
  entry: PhotoEntry
  /** Counted from 0. */
  index: number
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  onRemove: () => void
  onRetry: () => void
}

/** One of many photos; people can select it once it is sent. */
export function BulkTile({ entry, index, isSelected, onSelect, onRemove, onRetry }: BulkTileProps) {
  const { key, name, state, message, canRetry, isRemoving } = entry
  const photo = `photo ${index + 1}`
  return (
    <li className="photo-tile" data-photo={key}>
      <div
        className={`relative rounded-card ${isSelected ? 'outline-3 -outline-offset-1 outline-accent' : ''}`}
      >
        {/* The label covers the whole picture. It does not contain it, because it would then label the progress bar too. */}
        <label className="absolute inset-0 z-1 cursor-pointer">
          <input
            type="checkbox"
            className="absolute top-2 left-2 size-6 accent-[var(--accent-solid)]"
            checked={isSelected}
            disabled={state !== 'success' || isRemoving}
            onChange={({ target }) => onSelect(target.checked)}
          />
          <span className="sr-only">{`Select ${photo}, ${name}`}</span>
        </label>
        <PhotoThumbnail entry={entry} alt="" />
      </div>
      <div className="flex items-center pl-2">
        <p className="min-w-0 flex-1 truncate text-xs text-muted">{isRemoving ? 'Removing…' : name}</p>
        <Button
          look="icon"
          data-control="remove"
          aria-label={`Remove ${photo}`}
          aria-disabled={isRemoving || undefined}
          onClick={onRemove}
        >
          <RemoveIcon />
        </Button>
      </div>
      <ListedBefore entry={entry} />
      {state === 'error' && <p className="px-2 pb-2 text-sm text-danger">{message}</p>}
      {canRetry && (
        <button type="button" className="button text-accent" onClick={onRetry}>
          {state === 'error' ? 'Retry' : 'Try now'}
          <span className="sr-only">{` sending ${photo}`}</span>
        </button>
      )}
    </li>
  )
}
