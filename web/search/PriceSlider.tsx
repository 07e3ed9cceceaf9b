import { useEffect, useRef, useState } from 'react'
import { PRICE_SLIDER } from '#contract/limits.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import type { Filters } from './filters.ts'

const { min: LOWEST, max: HIGHEST, step: STEP, shownMin, shownMax } = PRICE_SLIDER
/** Long enough to collect the steps of one drag, short enough to feel immediate. */
const SETTLE_MILLISECONDS = 250

type Range = readonly [low: number, high: number]

/** Untouched, it shows 0 to 5,000 and filters nothing (docs/product/browsing.md). A missing end is the slider's own end. */
function toRange({ min, max }: Filters): Range {
  if (min === undefined && max === undefined) return [shownMin, shownMax]
  const clamp = (price: number) => Math.min(HIGHEST, Math.max(LOWEST, price))
  return [clamp(Number(min ?? LOWEST)), clamp(Number(max ?? HIGHEST))]
}

const asFilters = ([low, high]: Range): Partial<Filters> => ({
  min: low > LOWEST ? String(low) : undefined,
  max: high < HIGHEST ? String(high) : undefined,
})

const isSame = (one: Partial<Filters>, other: Partial<Filters>) =>
  one.min === other.min && one.max === other.max

interface PriceSliderProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

export function PriceSlider({ filters, onChange }: PriceSliderProps) {
  const money = useMoney()
  /** The position after a move. A full range filters nothing and is in no address, so it is kept here. */
  const [moved, setMoved] = useState<{ range: Range; isSettled: boolean } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const isCurrent = moved && !(moved.isSettled && !isSame(asFilters(moved.range), filters))
  const [low, high] = isCurrent ? moved.range : toRange(filters)
  const isFiltering = isCurrent || filters.min !== undefined || filters.max !== undefined

  function move(range: Range) {
    setMoved({ range, isSettled: false })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      onChange(asFilters(range))
      // From here on the moved range counts only while the address agrees with it.
      setMoved({ range, isSettled: true })
    }, SETTLE_MILLISECONDS)
  }

  const typed = Number(filters.max ?? 0)
  const endText = typed > HIGHEST ? money(typed, 0) : `${money(HIGHEST, 0)} and above`
  const highText = high >= HIGHEST ? endText : money(high, 0)
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {isFiltering ? `${money(low, 0)} to ${highText}` : 'Any price'}
      </p>
      {/* Thumbs that meet are side by side, so that neither ever covers the other. */}
      <div className="price-slider">
        <input
          type="range"
          className="left-0"
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
          className="right-0"
          aria-label="Highest price"
          aria-valuetext={highText}
          min={LOWEST}
          max={HIGHEST}
          step={STEP}
          value={high}
          onChange={(event) => move([low, Math.max(Number(event.target.value), low)])}
        />
      </div>
    </>
  )
}
