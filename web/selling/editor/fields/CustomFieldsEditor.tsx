import { useFieldArray } from 'react-hook-form'
import { CUSTOM_FIELD_NAME_MAX, CUSTOM_FIELD_VALUE_MAX, CUSTOM_FIELDS_MAX } from '#contract/limits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon } from '#web/platform/ui/icons.tsx'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'
import { findExample } from './templates.ts'

interface DetailInputProps {
  form: ListingFormState
  index: number
  part: 'name' | 'value'
}

function DetailInput({ form, index, part }: DetailInputProps) {
  const path = `customFields.${index}.${part}` as const
  const error = form.formState.errors.customFields?.[index]?.[part]?.message
  const example = part === 'value' ? findExample(form.getValues(`customFields.${index}.name`)) : 'Colour'
  return (
    <div className="min-w-0">
      <input
        dir="auto"
        aria-label={`Detail ${index + 1} ${part}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? path : undefined}
        maxLength={part === 'name' ? CUSTOM_FIELD_NAME_MAX : CUSTOM_FIELD_VALUE_MAX}
        enterKeyHint="next"
        placeholder={example && `e.g. ${example}`}
        className="field"
        {...form.register(path)}
      />
      {error && (
        <p id={path} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** Further details for buyers, as rows of name and value. */
export function CustomFieldsEditor({ form }: { form: ListingFormState }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'customFields' })

  function removeAt(index: number) {
    remove(index)
    const next = Math.min(index, fields.length - 2)
    if (next >= 0) form.setFocus(`customFields.${next}.name`)
  }

  return (
    <fieldset>
      <legend className="text-sm font-semibold">Details</legend>
      <p className="mt-1 text-sm text-muted">
        What buyers ask first: size, brand, age. We leave out a detail without a value.
      </p>
      <ul className="mt-2 grid gap-2">
        {fields.map(({ id }, index) => (
          <li key={id} className="detail-row">
            <DetailInput form={form} index={index} part="name" />
            <DetailInput form={form} index={index} part="value" />
            <Button aria-label={`Remove detail ${index + 1}`} look="icon" onClick={() => removeAt(index)}>
              <CloseIcon />
            </Button>
          </li>
        ))}
      </ul>
      <Button
        className="mt-2"
        busy={fields.length >= CUSTOM_FIELDS_MAX && `Maximum ${CUSTOM_FIELDS_MAX} details`}
        onClick={() => append({ name: '', value: '' })}
      >
        Add a detail
      </Button>
    </fieldset>
  )
}
