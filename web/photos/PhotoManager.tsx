import { useState } from 'react'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { ImageEditor } from '#web/photos/editor/ImageEditor.tsx'
import { waitingText } from './photo-entries.ts'
import { PhotoGrid } from './PhotoGrid.tsx'
import { PhotoPicker } from '#web/photos/picking/PhotoPicker.tsx'
import { loadPicture } from './load-picture.ts'
import { SkippedFiles } from '#web/photos/editor/SkippedFiles.tsx'
import { useStableFocus } from './use-stable-focus.ts'
import type { PhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'

/** The state in words, for screen readers. */
function statusText({ entries, isWaiting }: PhotoUploads): string {
  if (isWaiting) return waitingText(entries)
  if (entries.some(({ state }) => state === 'pending' || state === 'uploading'))
    return 'Photos are being sent.'
  const sent = entries.filter(({ state }) => state === 'success').length
  return sent === 0 ? '' : sent === 1 ? '1 photo sent.' : `${sent} photos sent.`
}

export function PhotoManager({ uploads, label = 'Photos' }: { uploads: PhotoUploads; label?: string }) {
  const { entries, most, room, tooMany, uploader } = uploads
  const [edited, setEdited] = useState<string>()
  const holdFocus = useStableFocus(entries.map(({ key }) => key))
  const entry = entries.find(({ key }) => key === edited)

  function add(files: File[]) {
    if (uploader.add(files).hasTooMany) showToast('Too many images', tooMany)
  }

  return (
    <PhotoPicker label={label} most={most} room={room} onFiles={add}>
      <SkippedFiles skipped={uploads.skipped} onDismiss={() => uploader.dismissSkipped()} />
      <FormError message={uploads.problem ?? undefined} />
      <p role="status" className="sr-only">
        {statusText(uploads)}
      </p>
      {entries.length > 0 && (
        <PhotoGrid
          entries={entries}
          onMove={(key, index) => uploader.move(key, index)}
          onEdit={setEdited}
          onRemove={(key) => void uploader.remove(key)}
          onRetry={(key) => uploader.retry(key)}
        />
      )}
      {entry && (
        <ImageEditor
          key={entry.key}
          load={() => loadPicture(entry, uploader.localFile)}
          onSave={(file) => {
            holdFocus(entry.key, 'edit')
            uploader.replace(entry.key, file)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </PhotoPicker>
  )
}
