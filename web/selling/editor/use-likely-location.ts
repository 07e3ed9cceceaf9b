import { useQuery } from '@tanstack/react-query'
import type { Region } from '#contract/catalog/regions.ts'
import { profileQuery } from '#web/accounts/profile/profile-query.ts'
import { readArea } from '#web/area/chosen-area.ts'
import { townsQuery } from '#web/area/queries.ts'
import { createRegionFinder } from '#web/area/region-finder.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { readLastLocation } from '#web/selling/drafts/last-location.ts'

interface Location {
  region: Region | ''
  location: string
}

/** The place of the person's last listing, or else the area that they chose for their searches. */
function knownLocation(personId: string): Location | undefined {
  const area = readArea()
  return readLastLocation(personId) ?? (area && { region: area.region, location: area.town ?? '' })
}

/** Where the person's next thing is likely to be; without an earlier place, in the town of their profile. */
export function useLikelyLocation(personId: string): { location: Location | undefined; isLoading: boolean } {
  const api = useApi()
  const known = knownLocation(personId)
  const profile = useQuery({ ...profileQuery(api, personId), enabled: known === undefined, retry: false })
  const town = profile.data?.location ?? ''
  const towns = useQuery({ ...townsQuery(api), enabled: known === undefined && town !== '', retry: false })
  const region = createRegionFinder(towns.data ?? [])(town)
  return {
    location: known ?? (region && { region, location: town }),
    // False without a network.
    isLoading: profile.isLoading || towns.isLoading,
  }
}
