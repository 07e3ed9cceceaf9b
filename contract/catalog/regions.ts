/** SPEC 9 names the first ten, in this order; the rest complete Ghana's present sixteen. */
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

/** The former region 'Brong Ahafo' stands for the three it was divided into. */
export const BRONG_AHAFO = ['Ahafo', 'Bono', 'Bono East'] as const satisfies Region[]
