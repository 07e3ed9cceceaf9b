/** SPEC 9 names the first ten, in this order; the rest complete Ghana's current sixteen. */
export const REGIONS = [
  'Greater Accra',
  'Ashanti',
  'Western',
  'Central',
  'Eastern',
  'Volta',
  'Northern',
  'Upper East',
  'Upper West',
  'Brong Ahafo',
  'Ahafo',
  'Bono',
  'Bono East',
  'North East',
  'Oti',
  'Savannah',
  'Western North',
] as const
export type Region = (typeof REGIONS)[number]

/** A former region means itself and the regions into which it was divided. */
export const FORMER_REGIONS: Partial<Record<Region, Region[]>> = {
  'Brong Ahafo': ['Brong Ahafo', 'Ahafo', 'Bono', 'Bono East'],
}

export const regionsMeant = (region: Region): Region[] => FORMER_REGIONS[region] ?? [region]
