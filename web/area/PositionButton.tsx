import { useState } from 'react'
import { kilometresBetween } from '#contract/catalog/distance.ts'
import type { Town } from '#contract/search/search.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { LocationIcon } from '#web/platform/ui/icons.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { nearestTown } from './measure.ts'

/** A device farther than this from every town is in another country. */
const FARTHEST_KM = 150

interface PositionButtonProps {
  towns: readonly Town[]
  onTown: (town: Town) => void
}

/** Finds the town nearest to the device. The position itself never leaves the device. */
export function PositionButton({ towns, onTown }: PositionButtonProps) {
  const [isFinding, setFinding] = useState(false)

  function found(town: Town) {
    setFinding(false)
    onTown(town)
  }
  function fail() {
    setFinding(false)
    showToast('We could not find your location', 'Choose your town or region instead.')
  }

  function find() {
    setFinding(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const town = nearestTown(towns, coords)
        if (town && kilometresBetween(town, coords) < FARTHEST_KM) found(town)
        else fail()
      },
      fail,
      { maximumAge: 600_000, timeout: 15_000 },
    )
  }

  return (
    <Button
      className="w-full"
      busy={isFinding && 'Finding you…'}
      disabled={towns.length === 0}
      onClick={find}
    >
      <LocationIcon className="size-5" />
      Use my location
    </Button>
  )
}
