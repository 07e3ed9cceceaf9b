import { useWatch } from 'react-hook-form'
import type { Category } from '#contract/catalog/catalog.ts'
import { otherCategoryInTitle } from '#contract/catalog/categories-in-title.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

interface OtherCategoryProps {
  form: ListingFormState
  /** The market's categories. */
  categories: readonly Category[]
  /** The title when people left the field. */
  title: string
}

/** Suggests another category if the title clearly names one. */
export function OtherCategory({ form, categories, title }: OtherCategoryProps) {
  const chosen = useWatch({ control: form.control, name: 'category' })
  const id = chosen === '' ? undefined : otherCategoryInTitle(title, chosen)
  const other = categories.find((category) => category.id === id)
  if (!other) return null
  return (
    <div aria-live="polite">
      <Notice look="info">
        <p>{`Buyers look for this in ${other.name}.`}</p>
        <Button
          className="mt-2"
          onClick={() => form.setValue('category', other.id, { shouldDirty: true, shouldValidate: true })}
        >
          Change category
        </Button>
      </Notice>
    </div>
  )
}
