import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Category } from '#contract/catalog/catalog.ts'
import { clearCategoryInTitle } from '#contract/catalog/categories-in-title.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

/**
 * Chooses the category that the title clearly names, until the seller chooses one. Returns whether the title names the
 * present one.
 */
export function useTitleCategory(form: ListingFormState, categories: readonly Category[]): boolean {
  const [title, category] = useWatch({ control: form.control, name: ['title', 'category'] })
  const [opened] = useState(title)
  const clear = clearCategoryInTitle(title) ?? ''
  const chosen = useRef('')
  const read = useRef(title)

  useEffect(() => {
    // A reopened listing keeps its seller's choice.
    if (read.current === title) return
    read.current = title
    if (form.getValues('category') !== chosen.current) return
    const next = categories.some(({ id }) => id === clear) ? clear : ''
    if (next === chosen.current) return
    chosen.current = next
    form.setValue('category', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }, [form, categories, title, clear])

  return title !== opened && category !== '' && category === clear
}
