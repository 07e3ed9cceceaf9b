import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { PHOTO_TYPES } from '#contract/photos/photo-names.ts'

interface FileButtonProps {
  label: string
  /** A description below the label. */
  note?: ReactNode
  inputLabel: string
  icon: ReactNode
  className: string
  isDisabled: boolean
  /** Takes a single picture with the camera instead of choosing files. */
  fromCamera?: boolean
  onFiles: (files: File[]) => void
}

export function FileButton(props: FileButtonProps) {
  const { label, note, inputLabel, icon, className, isDisabled, fromCamera = false, onFiles } = props
  const input = useRef<HTMLInputElement>(null)
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // Lets people choose the same files again.
    target.value = ''
    onFiles(files)
  }
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {icon}
        {label}
        {note && (
          <>
            {' '}
            <span className="file-note">{note}</span>
          </>
        )}
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
