import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { REGIONS } from '#contract/catalog/regions.ts'
import { createRegionFinder } from '#web/area/region-finder.ts'
import { townsQuery } from '#web/area/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { fieldOf } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'
import { SelectField } from '#web/platform/forms/SelectField.tsx'

/** The region follows from the town; people choose it if the text names no town, or to correct it. */
export function LocationFields({ form }: { form: ListingFormState }) {
  const { data: towns = [] } = useQuery(townsQuery(useApi()))
  const regionIn = useMemo(() => createRegionFinder(towns), [towns])
  const [location, region] = useWatch({ control: form.control, name: ['location', 'region'] })
  const [isChosen, setChosen] = useState(false)
  const own = regionIn(location)
  const follows = !isChosen && region !== '' && region === own
  // People may also have corrected it at an earlier visit or on another device.
  const isAgainstTown = isChosen || (region !== '' && own !== undefined && region !== own)

  function followTown(town: string) {
    const known = regionIn(town)
    if (known !== undefined && !isAgainstTown)
      form.setValue('region', known, { shouldDirty: true, shouldValidate: true })
  }

  // A town that was typed before the list of towns was loaded.
  const late = region === '' && !isChosen ? regionIn(location) : undefined
  useEffect(() => {
    if (late !== undefined) form.setValue('region', late, { shouldDirty: true, shouldValidate: true })
  }, [form, late])

  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field
        label="Town or area"
        autoComplete="address-level2"
        enterKeyHint="next"
        placeholder="Adum, Kumasi"
        hint="Do not add your house number."
        error={form.formState.errors.location?.message}
        {...form.register('location', {
          onChange: (event: ChangeEvent<HTMLInputElement>) => followTown(event.target.value),
        })}
      />
      {follows ? (
        <p className="self-center">
          {`In ${region}`}{' '}
          <Button look="text" onClick={() => setChosen(true)}>
            Change region
          </Button>
        </p>
      ) : (
        <SelectField
          label="Region"
          prompt="Choose a region"
          options={REGIONS.map((each) => [each, each] as const)}
          {...fieldOf(form, 'region')}
        />
      )}
    </div>
  )
}
