import type { KeyboardEvent, ReactNode } from 'react'
import { FileButton } from './FileButton.tsx'
import { useDroppedFiles, usePastedFiles } from './file-sources.ts'
import { CameraIcon, PicturesIcon } from '#web/photos/photo-icons.tsx'

/** Enter on a slider or a checkbox would submit the form around the photos. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

interface PhotoPickerProps {
  /** Names the area, e.g. 'Photos of this listing'. */
  label: string
  most: number
  room: number
  onFiles: (files: File[]) => void
  /** Content of the area, on which people can drop files too. */
  children?: ReactNode
}

/** An area in which people choose, take, drop or paste photos. */
export function PhotoPicker({ label, most, room, onFiles, children }: PhotoPickerProps) {
  const area = usePastedFiles(onFiles)
  const { isOver, ...drop } = useDroppedFiles(onFiles)
  const handlers = { ...drop.handlers, onKeyDown: preventSubmit }
  const isFull = room === 0
  return (
    <section
      ref={area}
      aria-label={label}
      className="photo-area"
      data-over={isOver || undefined}
      {...handlers}
    >
      <div className="photo-picker">
        <div className="grid gap-2 sm:grid-flow-col sm:justify-center">
          <FileButton
            label={isFull ? `All ${most} photos added` : 'Choose photos'}
            inputLabel="Photo files"
            icon={<PicturesIcon />}
            className="button button-primary"
            isDisabled={isFull}
            onFiles={onFiles}
          />
          {/* Computers rarely have a good camera, and phones cannot drop files. */}
          <FileButton
            label="Take a photo"
            inputLabel="Photo from the camera"
            icon={<CameraIcon />}
            className="button button-quiet hidden pointer-coarse:inline-flex"
            isDisabled={isFull}
            fromCamera
            onFiles={onFiles}
          />
        </div>
        <p className="mt-3 text-center text-sm text-muted">
          <span className="pointer-coarse:hidden">You can also drop or paste them here. </span>
          {`Up to ${most} photos: JPEG, PNG, WebP or GIF, 10\u00a0MB each.`}
        </p>
      </div>
      {children}
    </section>
  )
}
