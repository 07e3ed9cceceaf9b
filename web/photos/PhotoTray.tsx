import { useState } from 'react'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { SkippedFiles } from '#web/photos/editor/SkippedFiles.tsx'
import { FileButton } from '#web/photos/picking/FileButton.tsx'
import { useDroppedFiles, usePastedFiles } from '#web/photos/picking/file-sources.ts'
import { ListedBefore } from './ListedBefore.tsx'
import type { PhotoEntry } from './photo-entries.ts'
import { CameraIcon, PicturesIcon, RemoveIcon } from './photo-icons.tsx'
import { PhotoThumbnail } from './PhotoThumbnail.tsx'
import { useStableFocus } from './use-stable-focus.ts'
import type { PhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'

interface TrayPhotoProps {
  entry: PhotoEntry
  name: string
  isFirst: boolean
  onOpen: () => void
  onRemove: () => void
}

const TrayPhoto = ({ entry, name, isFirst, onOpen, onRemove }: TrayPhotoProps) => (
  <li className="relative size-28" data-photo={entry.key}>
    <button type="button" className="block w-full rounded-card" onClick={onOpen}>
      <span className="sr-only">{`${name}: move or edit`}</span>
      <PhotoThumbnail entry={entry} alt="" />
    </button>
    {isFirst && <span className="badge badge-gold absolute top-1.5 left-1.5">Primary</span>}
    <Button
      look="icon"
      className="photo-tray-remove"
      data-control="tray-remove"
      aria-label={`Remove ${name.toLowerCase()}`}
      onClick={onRemove}
    >
      <RemoveIcon />
    </Button>
  </li>
)

function Failures({ entries, onRetry }: Pick<PhotoUploads, 'entries'> & { onRetry: (key: string) => void }) {
  return entries
    .filter(({ state }) => state === 'error')
    .map(({ key, name, message, canRetry }) => (
      <p key={key} className="flex flex-wrap items-center gap-x-2 text-sm text-danger">
        {`${name}: ${message ?? 'This photo could not be sent.'}`}
        {canRetry && (
          <Button look="text" onClick={() => onRetry(key)}>
            Retry
          </Button>
        )}
      </p>
    ))
}

interface PhotoTrayProps {
  uploads: PhotoUploads
  /** Opens the view in which people order and edit photos. */
  onOpen: () => void
  /** Called after the first photos are added. */
  onFirst?: () => void
}

const StartNote = ({ most }: { most: number }) => (
  <>
    {`Up to ${most}. The first is the cover.`}
    <span className="hidden md:inline pointer-coarse:hidden"> You can also drop or paste them here.</span>
  </>
)

/**
 * A form's photos in one row, in which people choose, take, drop, paste and remove them. Without photos, the area to
 * tap is as wide as the form.
 */
export function PhotoTray({ uploads, onOpen, onFirst }: PhotoTrayProps) {
  const { entries, most, room, tooMany, uploader } = uploads
  const isEmpty = entries.length === 0
  const [status, setStatus] = useState('')
  const area = usePastedFiles(add)
  const { isOver, handlers } = useDroppedFiles(add)
  const holdFocus = useStableFocus(entries.map(({ key }) => key))

  function add(files: File[]) {
    if (uploader.add(files).hasTooMany) showToast('Too many images', tooMany)
    if (isEmpty && files.length > 0) onFirst?.()
  }

  function remove(key: string, index: number) {
    holdFocus(key, 'tray-remove')
    setStatus(`Photo ${index + 1} removed`)
    void uploader.remove(key)
  }

  const adding = { className: 'photo-tray-add', isDisabled: false, onFiles: add }
  return (
    <section
      ref={area}
      aria-label="Photos"
      className="photo-tray"
      data-over={isOver || undefined}
      {...handlers}
    >
      <h2 className="flex items-baseline justify-between gap-2 font-bold">
        Photos
        <span className="text-sm font-normal text-muted">{`${entries.length} of ${most}`}</span>
      </h2>
      <ul className="photo-tray-row" data-empty={isEmpty || undefined}>
        {entries.map((entry, index) => (
          <TrayPhoto
            key={entry.key}
            entry={entry}
            name={`Photo ${index + 1} of ${entries.length}`}
            isFirst={index === 0}
            onOpen={onOpen}
            onRemove={() => remove(entry.key, index)}
          />
        ))}
        {room > 0 && (
          <li>
            <FileButton
              {...adding}
              label="Add photos"
              note={isEmpty && <StartNote most={most} />}
              inputLabel="Photos to add"
              icon={<PicturesIcon className={isEmpty ? 'size-10' : undefined} />}
            />
          </li>
        )}
        {room > 0 && (
          <li className="hidden pointer-coarse:block">
            <FileButton
              {...adding}
              label={isEmpty ? 'Take a photo' : 'Camera'}
              inputLabel="Photo to take"
              icon={<CameraIcon />}
              fromCamera
            />
          </li>
        )}
      </ul>
      <SkippedFiles skipped={uploads.skipped} onDismiss={() => uploader.dismissSkipped()} />
      <FormError message={uploads.problem ?? undefined} />
      {entries.map((entry, index) => (
        <ListedBefore key={entry.key} entry={entry} name={`Photo ${index + 1}`} />
      ))}
      <Failures entries={entries} onRetry={(key) => uploader.retry(key)} />
      <p role="status" className="sr-only">
        {status}
      </p>
    </section>
  )
}
