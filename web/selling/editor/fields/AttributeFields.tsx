import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { Attribute } from '#contract/catalog/attribute-kinds.ts'
import { ATTRIBUTE_TEXT_MAX, attributesOf } from '#contract/catalog/attribute-rules.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { fieldOf } from '#web/platform/forms/use-zod-form.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'
import { SelectField } from '#web/platform/forms/SelectField.tsx'
import { useSuggestedAttributes } from './use-suggested-attributes.ts'

interface AttributeFieldProps {
  form: ListingFormState
  name: string
  attribute: Attribute
  hint: string | undefined
}

function AttributeField({ form, name, attribute, hint }: AttributeFieldProps) {
  const listId = useId()
  const described = { hint, ...fieldOf(form, `attributes.${name}` as const) }
  if (attribute.kind === 'choice') {
    const options = attribute.values.map((value) => [value, value] as const)
    return <SelectField label={attribute.label} prompt="Not stated" options={options} {...described} />
  }
  if (attribute.kind === 'number') {
    const label = attribute.unit ? `${attribute.label} (${attribute.unit})` : attribute.label
    return <Field label={label} inputMode="decimal" autoComplete="off" enterKeyHint="next" {...described} />
  }
  return (
    <>
      <Field
        label={attribute.label}
        list={listId}
        maxLength={ATTRIBUTE_TEXT_MAX}
        autoComplete="off"
        enterKeyHint="next"
        {...described}
      />
      <datalist id={listId}>
        {attribute.suggestions.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </datalist>
    </>
  )
}

/** Attributes that buyers of the category compare: none is required, and the title fills those that it names. */
export function AttributeFields({ form }: { form: ListingFormState }) {
  const category = useWatch({ control: form.control, name: 'category' })
  const isSuggested = useSuggestedAttributes(form)
  const attributes = attributesOf(category)
  if (attributes.length === 0) return null
  return (
    <fieldset>
      <legend className="text-sm font-semibold">What buyers look for</legend>
      <div className="mt-2 grid gap-4 md:grid-cols-2">
        {attributes.map(([name, attribute]) => (
          <div key={`${category} ${name}`}>
            <AttributeField
              form={form}
              name={name}
              attribute={attribute}
              hint={isSuggested(name) ? 'From your title. Change it if it is wrong.' : undefined}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
