import { CloseIcon, LocationIcon } from '#web/platform/ui/icons.tsx'
import type { Area } from './chosen-area.ts'
import { useAreaPicker } from './use-area-picker.ts'

interface AreaPillProps {
  /** The person's own. */
  area: Area | undefined
  words: string | undefined
  /** Of an area that limits what is shown: clears it. */
  onClear?: (() => void) | undefined
  /** Of one that does not yet: has it do so. */
  onApply?: (() => void) | undefined
  /** After the person chose another, or none. */
  onChoose?: (area: Area | undefined) => void
}

/** 'Near Kumasi · 25 km': a tap changes it, another clears it. */
export function AreaPill({ area, words = 'Near you', onClear, onApply, onChoose }: AreaPillProps) {
  const picker = useAreaPicker()
  const classes = onClear ? 'chip chip-on' : 'chip noscript:hidden'
  return (
    <>
      <button type="button" className={classes} onClick={onApply ?? picker.open}>
        <LocationIcon className="size-4" />
        {words}
      </button>
      {onClear && (
        <button type="button" aria-label={`Remove ${words}`} className={classes} onClick={onClear}>
          <CloseIcon className="size-4" />
        </button>
      )}
      {picker.show({ area, onChoose })}
    </>
  )
}
