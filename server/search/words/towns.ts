import { kilometresBetween } from '#contract/catalog/distance.ts'
import type { SearchQuery, Town } from '#contract/search/search.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Origin } from '#server/search/filters/distance.ts'

/** A row of `places`: a town, a suburb, or the centre of a region, for locations that name no town. */
export interface Spot extends Origin {
  id: number
  kind: string
  name: string
  region: string
  within_id: number | null
  other_names: string[]
  compact_names: string[]
}

export const selectSpots = (db: Database): Promise<Spot[]> =>
  db
    .selectFrom('places')
    .select([
      'id',
      'kind',
      'name',
      'region',
      'within_id',
      'other_names',
      'compact_names',
      'latitude',
      'longitude',
    ])
    .orderBy('name')
    .orderBy('id')
    .execute()

const isTown = ({ kind }: Spot) => kind === 'town'

export function toTowns(spots: Spot[]): Town[] {
  const towns = spots.filter(isTown)
  const ids = new Set(towns.map(({ id }) => id))
  return towns.map(({ id, name, region, within_id, other_names, latitude, longitude }) => ({
    id,
    name,
    otherNames: other_names,
    region,
    withinId: within_id !== null && ids.has(within_id) ? within_id : null,
    latitude,
    longitude,
  }))
}

const compact = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The location of a search's `near`; undefined if no region and no town has that name. */
export function originNamed(spots: Spot[], near: string): Origin | undefined {
  const [latitude, longitude] = near.split(',').map(Number)
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
  const named = spots.filter(({ compact_names }) => compact_names.includes(compact(near)))
  return named.find((spot) => !isTown(spot)) ?? named[0]
}

/** The towns that a search is limited to. The distance of a location that names no town is unknown. */
export function townsNear(
  spots: Spot[],
  { near, within }: Pick<SearchQuery, 'near' | 'within'>,
): number[] | undefined {
  const origin = near === undefined ? undefined : originNamed(spots, near)
  if (!origin || within === undefined) return undefined
  return spots
    .filter((spot) => isTown(spot) && kilometresBetween(origin, spot) <= Number(within))
    .map(({ id }) => id)
}
