import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { suggestedAttributes } from '#contract/catalog/asked-attributes.ts'
import { type SuggestedAttributes, withSuggested } from '#contract/catalog/attributes-in-title.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

/**
 * Fills the attributes that the title names when the title or category changes; it keeps values that the seller typed.
 * Returns whether a field has the value from the title.
 */
export function useSuggestedAttributes(form: ListingFormState): (name: string) => boolean {
  const [title, category] = useWatch({ control: form.control, name: ['title', 'category'] })
  const texts = useWatch({ control: form.control, name: 'attributes' })
  const [suggested, setSuggested] = useState<SuggestedAttributes>({})
  const read = useRef({ title, category })

  useEffect(() => {
    // A reopened listing keeps its seller's values.
    if (read.current.title === title && read.current.category === category) return
    read.current = { title, category }
    const before = form.getValues('attributes')
    const next = withSuggested(before, suggested, suggestedAttributes(category, title))
    for (const [name, text] of Object.entries(next.texts)) {
      if (text === (before[name] ?? '')) continue
      form.setValue(`attributes.${name}`, text, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
    }
    setSuggested(next.suggested)
  }, [form, title, category, suggested])

  return (name) => !!texts[name] && texts[name] === suggested[name]
}
