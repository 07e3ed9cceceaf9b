import { useWatch } from 'react-hook-form'
import type { Category } from '#contract/catalog/catalog.ts'
import { categoriesInTitle } from '#contract/catalog/categories-in-title.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

interface SuggestedCategoriesProps {
  form: ListingFormState
  /** The market's categories. */
  categories: readonly Category[]
}

/** Categories that the title suggests, one tap away until people choose one. */
export function SuggestedCategories({ form, categories }: SuggestedCategoriesProps) {
  const [title, chosen] = useWatch({ control: form.control, name: ['title', 'category'] })
  if (chosen !== '') return null
  const suggested = categoriesInTitle(title).flatMap((id) => categories.find((one) => one.id === id) ?? [])
  if (suggested.length === 0) return null

  function choose(id: string) {
    form.setValue('category', id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    form.setFocus('category')
  }

  return (
    <div role="group" aria-label="From your title" className="-mt-2 flex flex-wrap gap-1.5">
      {suggested.map(({ id, name }) => (
        <button key={id} type="button" className="chip min-h-11" onClick={() => choose(id)}>
          {name}
        </button>
      ))}
    </div>
  )
}
