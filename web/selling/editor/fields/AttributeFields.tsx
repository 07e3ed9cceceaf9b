import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import type { Attribute } from '#contract/catalog/attribute-kinds.ts'
import { askedAttributes } from '#contract/catalog/asked-attributes.ts'
import { ATTRIBUTE_TEXT_MAX, attributesOf } from '#contract/catalog/attribute-rules.ts'
import { Button } from '#web/platform/ui/Button.tsx'
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

/** Keeps a field that the seller filled in, also once it is emptied again, so that it does not vanish while they type. */
function useKept(filled: readonly string[]): ReadonlySet<string> {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  if (filled.some((key) => !kept.has(key))) setKept(new Set([...kept, ...filled]))
  return kept
}

/**
 * Attributes that buyers compare, as far as they fit the kind of thing: none is required, and the title fills those
 * that it names. What was filled in stays visible.
 */
export function AttributeFields({ form }: { form: ListingFormState }) {
  const [title, category] = useWatch({ control: form.control, name: ['title', 'category'] })
  const texts = useWatch({ control: form.control, name: 'attributes' })
  const isSuggested = useSuggestedAttributes(form)
  const [opened, setOpened] = useState('')
  const attributes = attributesOf(category)
  const { asked, more } = askedAttributes(category, title, texts)
  const keyOf = (name: string) => `${category} ${name}`
  const filled = attributes.map(([name]) => name).filter((name) => texts[name])
  const kept = useKept(filled.filter((name) => !isSuggested(name)).map(keyOf))
  const others = attributes.map(([name]) => name).filter((name) => !asked.includes(name))
  const isShown = (name: string) =>
    filled.includes(name) || kept.has(keyOf(name)) || (opened === category && more.includes(name))
  const hidden = more.filter((name) => !isShown(name))
  const fields = new Map(attributes)
  const shown = [...asked, ...others.filter(isShown)].flatMap((name) => {
    const attribute = fields.get(name)
    return attribute ? [{ name, attribute }] : []
  })
  if (shown.length + hidden.length === 0) return null

  function showMore() {
    flushSync(() => setOpened(category))
    form.setFocus(`attributes.${hidden[0]}`)
  }

  return (
    <fieldset>
      <legend className="text-sm font-semibold">What buyers look for</legend>
      <div className="mt-2 grid gap-4 md:grid-cols-2">
        {shown.map(({ name, attribute }) => (
          <div key={keyOf(name)}>
            <AttributeField
              form={form}
              name={name}
              attribute={attribute}
              hint={isSuggested(name) ? 'From your title. Change it if it is wrong.' : undefined}
            />
          </div>
        ))}
      </div>
      {hidden.length > 0 && (
        <Button look="text" className="mt-1 -ml-3" onClick={showMore}>
          More details
        </Button>
      )}
    </fieldset>
  )
}
