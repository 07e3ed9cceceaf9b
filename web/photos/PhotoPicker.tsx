import {
  type ChangeEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { PHOTO_TYPES } from '#contract/photos/photo-names.ts'
import { CameraIcon, PicturesIcon } from './photo-icons.tsx'
import { useLatest } from './use-latest.ts'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes pictures that are pasted anywhere on the page, as long as this part of it is to be seen. */
function usePastedFiles(onFiles: (files: File[]) => void) {
  const area = useRef<HTMLElement>(null)
  const latest = useLatest(onFiles)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented || area.current?.checkVisibility?.() === false) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [latest])
  return area
}

/** Enter at a slider or a box would send the form that the photos stand in. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** What is dropped anywhere on the area; `isOver` while files hang above it. */
function useDroppedFiles(onFiles: (files: File[]) => void) {
  // Entering a child leaves its parent: only the balance shows.
  const [depth, setDepth] = useState(0)
  const ifFiles = (work: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    work(event)
  }
  const drop = (event: DragEvent) => {
    setDepth(0)
    onFiles([...event.dataTransfer.files])
  }
  return {
    isOver: depth > 0,
    handlers: {
      // A picture of this area is not to be dragged, least of all onto it.
      onDragStart: (event: DragEvent) => event.preventDefault(),
      onDragEnter: ifFiles(() => setDepth((now) => now + 1)),
      onDragLeave: ifFiles(() => setDepth((now) => Math.max(0, now - 1))),
      onDragOver: ifFiles(() => undefined),
      onDrop: ifFiles(drop),
    },
  }
}

interface FileButtonProps {
  label: string
  inputLabel: string
  icon: ReactNode
  className: string
  isDisabled: boolean
  /** A single picture from the camera instead of files. */
  fromCamera?: boolean
  onFiles: (files: File[]) => void
}

function FileButton(props: FileButtonProps) {
  const { label, inputLabel, icon, className, isDisabled, fromCamera = false, onFiles } = props
  const input = useRef<HTMLInputElement>(null)
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // The same files may be chosen again.
    target.value = ''
    onFiles(files)
  }
  return (
    <>
      <button
        type="button"
        className={`button ${className}`}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {icon}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={inputLabel}
        accept={PHOTO_TYPES.join(',')}
        multiple={!fromCamera}
        capture={fromCamera ? 'environment' : undefined}
        onChange={choose}
      />
    </>
  )
}

interface PhotoPickerProps {
  /** Names the area, e.g. 'Photos of this listing'. */
  label: string
  most: number
  room: number
  onFiles: (files: File[]) => void
  /** Stands inside the area, so that files may be dropped on it too. */
  children?: ReactNode
}

/** Photos chosen, taken, dropped or pasted. */
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
        <div className="photo-choices">
          <FileButton
            label={isFull ? `All ${most} photos are there` : 'Choose photos'}
            inputLabel="Photo files"
            icon={<PicturesIcon />}
            className="button-primary"
            isDisabled={isFull}
            onFiles={onFiles}
          />
          <FileButton
            label="Take a photo"
            inputLabel="Photo from the camera"
            icon={<CameraIcon />}
            className="button-quiet photo-camera"
            isDisabled={isFull}
            fromCamera
            onFiles={onFiles}
          />
        </div>
        <p className="mt-3 text-center text-sm text-muted">
          <span className="photo-drop-hint">You can also drop or paste them here. </span>
          {`Up to ${most} photos: JPEG, PNG, WebP or GIF, 10\u00a0MB each.`}
        </p>
      </div>
      {children}
    </section>
  )
}
