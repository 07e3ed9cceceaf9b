import type { ComponentProps, ReactNode } from 'react'
import { ListedBefore } from './ListedBefore.tsx'
import type { PhotoEntry } from './photo-entries.ts'
import { ArrowIcon, EditIcon, HandleIcon, RemoveIcon } from './photo-icons.tsx'
import { PhotoThumbnail } from './PhotoThumbnail.tsx'
import { Button } from '#web/platform/ui/Button.tsx'

interface TileButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** Identifies the button when the focus returns to it. */
  control: string
  label: string
  icon: ReactNode
  /** The button is off but keeps the focus, which would be lost at the end of a row. */
  isOff?: boolean
}

function TileButton({ control, label, icon, isOff = false, onClick, ...button }: TileButtonProps) {
  return (
    <Button
      {...button}
      look="icon"
      data-control={control}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      {icon}
    </Button>
  )
}

interface PhotoTileProps {
  entry: PhotoEntry
  /** Counted from 0. */
  index: number
  count: number
  /** Its visible position while a photo is dragged. */
  shownPosition: number
  isDragged: boolean
  /** CSS translation while another photo is dragged. */
  shift?: string
  handle: Omit<ComponentProps<'button'>, 'type'>
  onStep: (by: number, control: string) => void
  onEdit: () => void
  onRemove: () => void
  onRetry: () => void
}

export function PhotoTile(props: PhotoTileProps) {
  const { entry, index, count, shownPosition, isDragged, shift, handle, onStep, onEdit, onRemove, onRetry } =
    props
  const { state, message, canRetry, isRemoving, name } = entry
  const photo = `photo ${index + 1}`
  // An unreduced photo has no picture to edit yet.
  const isEditable = entry.photo !== null || entry.preview !== null
  return (
    <li
      className="photo-tile"
      data-photo={entry.key}
      data-dragged={isDragged || undefined}
      style={shift === undefined ? undefined : { translate: shift }}
    >
      <div className="relative">
        <PhotoThumbnail entry={entry} alt={`Photo ${index + 1} of ${count}: ${name}`} />
        {shownPosition === 0 && <span className="badge badge-gold absolute top-1.5 left-1.5">Primary</span>}
        {count > 1 && (
          <button
            {...handle}
            type="button"
            className="photo-handle"
            data-control="handle"
            aria-label={`Move ${photo} of ${count}: drag, or press the arrow keys`}
          >
            <HandleIcon />
          </button>
        )}
      </div>
      <div className="grid p-1">
        <p className="truncate px-2 text-sm text-muted">{isRemoving ? 'Removing…' : name}</p>
        {state === 'error' && <p className="px-2 text-sm text-danger">{message}</p>}
        <ListedBefore entry={entry} />
        {canRetry && (
          <button
            type="button"
            className="button justify-start px-2 text-accent"
            data-control="retry"
            onClick={onRetry}
          >
            {state === 'error' ? 'Retry' : 'Try now'}
            <span className="sr-only">{` sending ${photo}`}</span>
          </button>
        )}
        <div className="flex flex-wrap">
          <TileButton
            control="front"
            label={`Move ${photo} towards the front`}
            icon={<ArrowIcon towards="front" />}
            isOff={index === 0}
            onClick={() => onStep(-1, 'front')}
          />
          <TileButton
            control="end"
            label={`Move ${photo} towards the end`}
            icon={<ArrowIcon towards="end" />}
            isOff={index === count - 1}
            onClick={() => onStep(1, 'end')}
          />
          <TileButton
            control="edit"
            label={`Edit ${photo}`}
            icon={<EditIcon />}
            isOff={!isEditable || isRemoving}
            onClick={onEdit}
          />
          <TileButton
            control="remove"
            label={`Remove ${photo}`}
            icon={<RemoveIcon />}
            isOff={isRemoving}
            onClick={onRemove}
          />
        </div>
      </div>
    </li>
  )
}
