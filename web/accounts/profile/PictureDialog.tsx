import { type ComponentProps, useId, useState } from 'react'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { type Crop, squareOf, WHOLE, ZOOM_MAX } from './crop.ts'
import { CropView } from './CropView.tsx'
import { squareFile } from './draw-square.ts'

interface SliderProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  onChange: (value: number) => void
}

function Slider({ label, onChange, ...range }: SliderProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[7rem_1fr] items-center gap-2">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <input
        id={id}
        type="range"
        step="any"
        className="h-11 w-full accent-[var(--accent-solid)]"
        onChange={(event) => onChange(event.target.valueAsNumber)}
        {...range}
      />
    </div>
  )
}

interface CropControlsProps {
  picture: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
}

function CropControls({ picture, crop, onChange }: CropControlsProps) {
  const { side } = squareOf(picture, crop)
  const position = { min: 0, max: 1, step: 0.02 }
  return (
    <div>
      <Slider
        label="Zoom"
        min={1}
        max={ZOOM_MAX}
        step={0.05}
        value={crop.zoom}
        onChange={(zoom) => onChange({ ...crop, zoom })}
      />
      <Slider
        label="Left and right"
        {...position}
        value={crop.x}
        disabled={side >= picture.width}
        onChange={(x) => onChange({ ...crop, x })}
      />
      <Slider
        label="Up and down"
        {...position}
        value={crop.y}
        disabled={side >= picture.height}
        onChange={(y) => onChange({ ...crop, y })}
      />
    </div>
  )
}

interface PictureDialogProps {
  picture: ImageBitmap
  /** Sends the square; if that fails, the dialog stays open and shows the reason. */
  onSave: (file: Blob) => Promise<void>
  onClose: () => void
}

export function PictureDialog({ picture, onSave, onClose }: PictureDialogProps) {
  const [crop, setCrop] = useState(WHOLE)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function save(dialog: HTMLDialogElement | null) {
    setIsSaving(true)
    setFailure(undefined)
    try {
      await onSave(await squareFile(picture, crop))
      dialog?.close()
    } catch (error) {
      setFailure(messageOf(error))
      setIsSaving(false)
    }
  }

  return (
    <Dialog title="Adjust your picture" hasBar closedby="closerequest" onClose={onClose}>
      <div className="grid gap-3 p-4">
        <CropView picture={picture} crop={crop} onChange={setCrop} />
        <CropControls picture={picture} crop={crop} onChange={setCrop} />
        <FormError message={failure} />
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={(event) => dialogOf(event)?.close()}>Cancel</Button>
          <Button look="primary" busy={isSaving && 'Saving…'} onClick={(event) => void save(dialogOf(event))}>
            Save picture
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
