import { useEffect, useState } from 'react'
import type { PhotoUploader } from '#web/photos/uploading/photo-uploader.ts'
import { findSharedPhotos, forgetSharedPhotos } from '#web/photos/picking/shared-photos.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from './Notice.tsx'

/**
 * Photos shared from another app start a new listing: they are added once the form is shown. Photos that another site
 * may have planted wait for a tap.
 */
export function SharedPhotos({ uploader }: { uploader: PhotoUploader }) {
  const [waiting, setWaiting] = useState<{ file: File; preview: string }[]>([])
  useEffect(() => {
    let isCancelled = false
    async function add() {
      const shared = await findSharedPhotos()
      if (isCancelled || !shared) return
      if (!shared.isFromPhone)
        return setWaiting(shared.files.map((file) => ({ file, preview: URL.createObjectURL(file) })))
      uploader.add(shared.files)
      forgetSharedPhotos()
    }
    void add()
    return () => {
      isCancelled = true
    }
  }, [uploader])

  function answer(isWanted: boolean) {
    if (isWanted) uploader.add(waiting.map(({ file }) => file))
    for (const { preview } of waiting) URL.revokeObjectURL(preview)
    setWaiting([])
    forgetSharedPhotos()
  }

  if (waiting.length === 0) return null
  const them = waiting.length === 1 ? 'a photo' : `${waiting.length} photos`
  return (
    <div className="mt-4">
      <Notice title={`Did you share ${them} with this app?`} text="Add only what you chose yourself.">
        {waiting.map(({ file, preview }) => (
          <img key={preview} src={preview} alt={file.name} className="size-20 rounded-card object-cover" />
        ))}
        <div className="flex w-full flex-wrap gap-2">
          <Button onClick={() => answer(true)}>Add to the listing</Button>
          <Button onClick={() => answer(false)}>Remove</Button>
        </div>
      </Notice>
    </div>
  )
}
