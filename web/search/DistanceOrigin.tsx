import { useId } from 'react'
import { type Region, REGIONS } from '#contract/catalog/regions.ts'
import { useArea } from '#web/area/chosen-area.ts'
import { useAreaPicker } from '#web/area/use-area-picker.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { Filters } from './filters.ts'

export interface DistanceOriginProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  formId: string | undefined
}

const isRegion = (near: string): near is Region => REGIONS.some((region) => region === near)

/** The origin of 'Nearest first': a region or a town, optionally the device's own town. */
export function DistanceOrigin({ filters, onChange, formId }: DistanceOriginProps) {
  const id = useId()
  const area = useArea()
  const picker = useAreaPicker()
  const { near, region } = filters
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
        value={near ?? region ?? ''}
        onChange={(event) => onChange({ near: event.target.value || undefined })}
      >
        <option value="">Choose your region</option>
        {near !== undefined && !isRegion(near) && (
          <option value={near}>{/\d/.test(near) ? 'Your location' : near}</option>
        )}
        {REGIONS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <Button className="mt-2 w-full noscript:hidden" aria-haspopup="dialog" onClick={picker.open}>
        Choose your town
      </Button>
      <p className="mt-2 text-xs text-muted">
        We use only your town, never your exact place. The page’s address shows it.
      </p>
      {picker.show({
        area,
        onChoose: (chosen) => onChange({ near: chosen?.town ?? chosen?.region }),
      })}
    </div>
  )
}
