import { useId, useState } from 'react'
import { REGIONS } from '#contract/catalog/regions.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toast.ts'
import type { Filters } from './filters.ts'

interface DistanceOriginProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  formId: string | undefined
}

/** About 11 km: the browser's position leaves the phone no more exactly than that. */
const coarse = (degrees: number) => String(Math.round(degrees * 10) / 10)

/** Where 'Nearest first' measures from: a region that the visitor names, or, if they allow it, where they are. */
export function DistanceOrigin({ filters, onChange, formId }: DistanceOriginProps) {
  const id = useId()
  const [isFinding, setIsFinding] = useState(false)
  const isPosition = filters.near !== undefined && /\d/.test(filters.near)

  function findPosition() {
    setIsFinding(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsFinding(false)
        onChange({ near: `${coarse(coords.latitude)},${coarse(coords.longitude)}` })
      },
      () => {
        setIsFinding(false)
        showToast('Your position is not available', 'Choose the region that you are in instead.')
      },
      { maximumAge: 600_000, timeout: 15_000 },
    )
  }

  return (
    <div className="rounded-card bg-sunken p-3">
      <label htmlFor={id} className="text-sm font-semibold">
        Near
      </label>
      <select
        id={id}
        name="near"
        form={formId}
        className="field mt-1"
        value={filters.near ?? filters.region ?? ''}
        onChange={(event) => onChange({ near: event.target.value || undefined })}
      >
        <option value="">Choose your region</option>
        {isPosition && <option value={filters.near}>Your position</option>}
        {REGIONS.map((region) => (
          <option key={region}>{region}</option>
        ))}
      </select>
      <Button
        className="mt-2 w-full noscript:hidden"
        busy={isFinding && 'Finding you…'}
        onClick={findPosition}
      >
        Use my position
      </Button>
      <p className="mt-2 text-xs text-muted">
        Only your town, never your exact place, is sent and put in the address.
      </p>
    </div>
  )
}
