import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { type Adjustments, isUnchanged, RANGES, turned, UNCHANGED } from './adjust-pixels.ts'
import { drawEdited, editedFile } from './draw-edited.ts'
import { TurnIcon } from '#web/photos/photo-icons.tsx'

/** Longest side in pixels: large enough to judge colours, small enough to follow the finger. */
const PREVIEW_SIDE = 640
const NOT_OPENED = 'This photo could not be opened. Please try again.'
const NOT_SAVED = 'This photo could not be saved. Please try again.'

const LABELS = { brightness: 'Brightness', contrast: 'Contrast', saturation: 'Saturation' } as const
type Colour = keyof typeof LABELS

interface EditorPart {
  adjustments: Adjustments
  onChange: (adjustments: Adjustments) => void
}

function ColourSlider({ colour, adjustments, onChange }: EditorPart & { colour: Colour }) {
  const id = useId()
  const value = adjustments[colour]
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)_3.5rem] items-center gap-2 text-sm leading-normal">
      <label htmlFor={id}>{LABELS[colour]}</label>
      <input
        id={id}
        type="range"
        {...RANGES[colour]}
        step={5}
        className="h-11 w-full accent-[var(--accent-solid)]"
        value={value}
        aria-valuetext={`${value} percent`}
        onChange={({ target }) => onChange({ ...adjustments, [colour]: target.valueAsNumber })}
      />
      <output htmlFor={id} className="text-right tabular-nums">{`${value} %`}</output>
    </div>
  )
}

function EditorControls({ adjustments, onChange }: EditorPart) {
  return (
    <div className="grid gap-2">
      <ColourSlider colour="brightness" adjustments={adjustments} onChange={onChange} />
      <ColourSlider colour="contrast" adjustments={adjustments} onChange={onChange} />
      <ColourSlider colour="saturation" adjustments={adjustments} onChange={onChange} />
      <div className="mt-1 grid grid-cols-2 gap-2">
        <Button className="px-2" onClick={() => onChange(turned(adjustments, -1))}>
          <TurnIcon direction="left" />
          Rotate left
        </Button>
        <Button className="px-2" onClick={() => onChange(turned(adjustments, 1))}>
          <TurnIcon direction="right" />
          Rotate right
        </Button>
      </div>
    </div>
  )
}

function EditorView({ picture, adjustments }: { picture: ImageBitmap; adjustments: Adjustments }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawEdited(canvas.current, picture, adjustments, PREVIEW_SIDE)
  }, [picture, adjustments])
  const turn = adjustments.turns === 0 ? '' : `, rotated by ${adjustments.turns * 90} degrees`
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`The edited photo${turn}`}
      className="max-h-full max-w-full"
    />
  )
}

function usePicture(load: () => Promise<Blob>) {
  const loadNow = useEffectEvent(load)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let opened: ImageBitmap | undefined
    let isOver = false
    const open = async () => {
      opened = await createImageBitmap(await loadNow(), { imageOrientation: 'from-image' })
      if (isOver) opened.close()
      else setPicture(opened)
    }
    open().catch(() => setFailure(NOT_OPENED))
    return () => {
      isOver = true
      opened?.close()
    }
  }, [])
  return { picture, failure, setFailure }
}

interface ImageEditorProps {
  /** Loads the photo's file from this device or the server. */
  load: () => Promise<Blob>
  /** Takes the edited picture, a JPEG. */
  onSave: (file: Blob) => void
  onClose: () => void
}

/** A dialog that changes a photo's colours and turns it. */
export function ImageEditor({ load, onSave, onClose }: ImageEditorProps) {
  const { picture, failure, setFailure } = usePicture(load)
  const [adjustments, setAdjustments] = useState(UNCHANGED)
  const [isSaving, setIsSaving] = useState(false)

  async function save(opened: ImageBitmap, dialog: HTMLDialogElement | null) {
    setIsSaving(true)
    try {
      if (!isUnchanged(adjustments)) onSave(await editedFile(opened, adjustments))
      dialog?.close()
    } catch {
      setFailure(NOT_SAVED)
      setIsSaving(false)
    }
  }

  return (
    <Dialog title="Edit photo" width="wide" hasBar closedby="closerequest" onClose={onClose}>
      <div className="flex h-[min(22rem,38dvh)] items-center justify-center bg-sunken">
        {picture && <EditorView picture={picture} adjustments={adjustments} />}
      </div>
      <div className="photo-editor grid gap-4 p-4">
        <FormError message={failure} />
        <EditorControls adjustments={adjustments} onChange={setAdjustments} />
        <div className="grid grid-cols-[auto_1fr_1fr] gap-2">
          <button
            type="button"
            className="button text-accent"
            aria-disabled={isUnchanged(adjustments) || undefined}
            onClick={() => setAdjustments(UNCHANGED)}
          >
            Reset
          </button>
          <Button className="px-2" onClick={(event) => dialogOf(event)?.close()}>
            Cancel
          </Button>
          <Button
            look="primary"
            className="px-2"
            disabled={!picture}
            busy={isSaving && 'Saving…'}
            onClick={(event) => picture && void save(picture, dialogOf(event))}
          >
            Save photo
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
