import { CloseIcon, LocationIcon } from '#web/platform/ui/icons.tsx'
import type { Area } from './chosen-area.ts'
import { useAreaPicker } from './use-area-picker.ts'

interface AreaPillProps {
  /** The person's own area. */
  area: Area | undefined
  words: string | undefined
  /** Clears the area; only given while the area filters the list. */
  onClear?: (() => void) | undefined
  /** Filters the list by the area; only given while it does not. */
  onApply?: (() => void) | undefined
  /** Called after the person chose another area, or none. */
  onChoose?: (area: Area | undefined) => void
}

/** 'Near Kumasi · 25 km': one button changes the area, another clears it. */
export function AreaPill({ area, words = 'Near you', onClear, onApply, onChoose }: AreaPillProps) {
  const picker = useAreaPicker()
  const classes = onClear ? 'chip chip-on' : 'chip noscript:hidden'
  return (
    <>
      <button type="button" className={classes} onClick={onApply ?? picker.open}>
        <LocationIcon className="size-4 shrink-0" />
        <span className="truncate">{words}</span>
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
