import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Region, REGIONS } from '#contract/catalog/regions.ts'
import type { Town } from '#contract/search/search.ts'
import { RADII, RADIUS_TEXTS, type Radius } from '#contract/selling/choices.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { SelectField } from '#web/platform/forms/SelectField.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { type Area, forgetArea, storeArea } from './chosen-area.ts'
import { PositionButton } from './PositionButton.tsx'
import { townsQuery } from './queries.ts'
import { findTownByName } from './suggest-towns.ts'
import { TownField } from './TownField.tsx'

const USUAL_RADIUS: Radius = '25'
const NO_TOWNS: Town[] = []

interface Choice {
  town: string
  region: Region | ''
  /** '' means any distance. */
  radius: Radius | ''
}

function toChoice(area: Area | undefined): Choice {
  if (!area) return { town: '', region: '', radius: USUAL_RADIUS }
  const { town = '', region, radius = '' } = area
  return { town, region, radius: town ? radius : USUAL_RADIUS }
}

/** The chosen area, or the problem with the choice. */
function readChoice({ town, region, radius }: Choice, towns: readonly Town[]): Area | { problem: string } {
  if (town.trim() === '') return region ? { region } : { problem: 'Choose a town or a region' }
  const known = findTownByName(towns, town)
  if (!known) return { problem: 'Choose a town from the list' }
  return { town: known.name, region: known.region as Region, radius: radius || undefined }
}

function RadiusChoice({
  radius,
  onRadius,
}: {
  radius: Choice['radius']
  onRadius: (radius: Choice['radius']) => void
}) {
  const name = useId()
  return (
    <fieldset>
      <legend className="text-sm font-semibold">How far</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {[...RADII, '' as const].map((each) => (
          <label
            key={each}
            className="chip has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={each === radius}
              onChange={() => onRadius(each)}
            />
            {each ? RADIUS_TEXTS[each] : 'Any distance'}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export interface AreaPickerProps {
  area: Area | undefined
  onChoose?: ((area: Area | undefined) => void) | undefined
  onClose: () => void
}

/**
 * A sheet in which people choose where they look for things: by position, town or region. The choice stays on this
 * device.
 */
export function AreaPicker({ area, onChoose, onClose }: AreaPickerProps) {
  const [choice, setChoice] = useState(() => toChoice(area))
  const [problem, setProblem] = useState<string>()
  const { data: towns = NO_TOWNS, isError, refetch } = useQuery(townsQuery(useApi()))

  function change(changed: Partial<Choice>) {
    setChoice({ ...choice, ...changed })
    setProblem(undefined)
  }
  const takeTown = ({ name, region }: Town) => change({ town: name, region: region as Region })

  function finish(next: Area | undefined) {
    if (next) storeArea(next)
    else forgetArea()
    onChoose?.(next)
    onClose()
  }

  function submit() {
    const next = readChoice(choice, towns)
    if ('problem' in next) setProblem(next.problem)
    else finish(next)
  }

  return (
    <Dialog title="Where are you?" hasBar isSheet onClose={onClose}>
      <form
        method="post"
        noValidate
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {isError && <LoadFailure message="Failed to load the towns" retry={() => void refetch()} />}
        <PositionButton towns={towns} onTown={takeTown} />
        <TownField
          towns={towns}
          text={choice.town}
          error={problem}
          onText={(town) => change({ town })}
          onTown={takeTown}
        />
        {choice.town === '' && (
          <SelectField
            label="Region"
            prompt="Choose a region"
            options={REGIONS.map((each) => [each, each] as const)}
            value={choice.region}
            onChange={({ target }) => change({ region: target.value as Choice['region'] })}
          />
        )}
        {choice.town !== '' && (
          <RadiusChoice radius={choice.radius} onRadius={(radius) => change({ radius })} />
        )}
        <p className="text-sm text-muted">
          Your choice stays on this device and is never more exact than a town.
        </p>
        <div className="flex flex-wrap gap-2">
          {area && <Button onClick={() => finish(undefined)}>Clear</Button>}
          <Button type="submit" look="primary" className="flex-1">
            Show nearby listings
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
