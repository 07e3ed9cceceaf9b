import { useEffect, useRef, useState } from 'react'
import { PRICE_SLIDER } from '#contract/limits.ts'
import { useMoney } from '#web/app/public-config.ts'
import type { Filters } from './filters.ts'

const { min: LOWEST, max: HIGHEST, step: STEP, shownMin, shownMax } = PRICE_SLIDER
/** Long enough to gather the steps of one drag, short enough to feel immediate. */
const SETTLE_MILLISECONDS = 250

type Range = readonly [low: number, high: number]

/** Untouched it stands at 0 to 5,000 and filters nothing (PRODUCT); a missing end is the slider's own end. */
function rangeOf({ min, max }: Filters): Range {
  if (min === undefined && max === undefined) return [shownMin, shownMax]
  const within = (price: number) => Math.min(HIGHEST, Math.max(LOWEST, price))
  return [within(Number(min ?? LOWEST)), within(Number(max ?? HIGHEST))]
}

const asFilters = ([low, high]: Range): Partial<Filters> => ({
  min: low > LOWEST ? String(low) : undefined,
  max: high < HIGHEST ? String(high) : undefined,
})

interface PriceSliderProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

export function PriceSlider({ filters, onChange }: PriceSliderProps) {
  const money = useMoney()
  const [moved, setMoved] = useState<Range | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const [low, high] = moved ?? rangeOf(filters)
  const isFiltering = moved !== null || filters.min !== undefined || filters.max !== undefined

  function move(range: Range) {
    setMoved(range)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      onChange(asFilters(range))
      // From here on the address tells; a full range stands as 'any price'.
      setMoved(null)
    }, SETTLE_MILLISECONDS)
  }

  const highText = high >= HIGHEST ? `${money(HIGHEST, 0)} and above` : money(high, 0)
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Price</legend>
      <p className="mt-1 text-sm text-muted">
        {isFiltering ? `${money(low, 0)} to ${highText}` : 'Any price'}
      </p>
      <div className="price-slider">
        <input
          type="range"
          aria-label="Lowest price"
          aria-valuetext={money(low, 0)}
          min={LOWEST}
          max={HIGHEST}
          step={STEP}
          value={low}
          onChange={(event) => move([Math.min(Number(event.target.value), high), high])}
        />
        <input
          type="range"
          aria-label="Highest price"
          aria-valuetext={highText}
          min={LOWEST}
          max={HIGHEST}
          step={STEP}
          value={high}
          onChange={(event) => move([low, Math.max(Number(event.target.value), low)])}
        />
      </div>
    </fieldset>
  )
}
