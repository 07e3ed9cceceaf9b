import { AreaPill } from '#web/area/AreaPill.tsx'
import { formatArea, toAreaFilters, useArea } from '#web/area/chosen-area.ts'
import type { Filters } from './filters.ts'

interface AreaFilterProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** Limits the list to an area: the one in the address, which somebody else may have chosen, or the person's own. */
export function AreaFilter({ filters, onChange }: AreaFilterProps) {
  const own = useArea()
  const limits = toAreaFilters(own)
  const { near, within, region } = filters
  const isAround = near !== undefined && within !== undefined
  const isApplied = isAround || (limits.region !== undefined && limits.region === region)
  const canApply = !isApplied && (limits.within ?? limits.region) !== undefined
  const words = own && formatArea(own)
  return (
    <AreaPill
      area={own}
      words={isAround ? `Near ${near} · ${within} km` : words}
      onClear={
        isApplied ? () => onChange({ near: undefined, within: undefined, region: undefined }) : undefined
      }
      onApply={canApply ? () => onChange(limits) : undefined}
      onChoose={(area) => onChange(toAreaFilters(area))}
    />
  )
}
