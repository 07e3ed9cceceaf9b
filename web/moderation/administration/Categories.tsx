import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Attribute } from '#contract/catalog/attribute-kinds.ts'
import { ATTRIBUTES } from '#contract/catalog/attributes.ts'
import { CategoryForm, type CategoryLine } from '#contract/moderation/administration/administration.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field, FieldNote } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { staffCategoriesQuery } from './queries.ts'

const toRank = (value: string | number | null) => (value === '' || value === null ? null : Number(value))

/** For example 'Storage: one of 12, a filter'. */
function describe(attribute: Attribute): string {
  const { kind, label, isFilter } = attribute
  const what = {
    choice: () => `one of ${attribute.kind === 'choice' ? attribute.values.length : 0}`,
    number: () => (attribute.kind === 'number' && attribute.unit ? `number in ${attribute.unit}` : 'number'),
    text: () => 'text',
  }[kind]()
  return `${label} (${what}${isFilter ? '' : ', no filter'})`
}

function CategoryFields({ category }: { category: CategoryLine }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { id, name, rank, isHidden, otherWords } = category
  const form = useZodForm(CategoryForm, { name, rank, isHidden, otherWords })
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      await api.call('changeCategory', { params: { id }, body })
      showToast(`${body.name} is saved. Every page shows it within two minutes`)
      await queryClient.invalidateQueries({ queryKey: staffCategoriesQuery(api).queryKey })
    }),
  )
  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <Field label="Name" autoComplete="off" {...fieldOf(form, 'name')} />
      <Field
        label="Position before the others (optional)"
        hint="Leave it empty to sort by listings and views."
        inputMode="numeric"
        autoComplete="off"
        error={form.formState.errors.rank?.message}
        {...form.register('rank', { setValueAs: toRank })}
      />
      <Field
        label="Other words (optional)"
        hint="People who search for one of these words see this category. Put commas between them."
        autoComplete="off"
        error={form.formState.errors.otherWords?.message}
        {...form.register('otherWords')}
      />
      <div>
        <label className="flex min-h-11 items-center gap-2">
          <input type="checkbox" {...form.register('isHidden')} />
          Hidden
        </label>
        <FieldNote
          error={form.formState.errors.isHidden?.message}
          hint="Nobody can browse it or choose it for a new listing. Its listings stay."
        />
      </div>
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        aria-disabled={form.formState.isSubmitting}
      >
        Save
      </Button>
    </Form>
  )
}

function CategoryItem({ category }: { category: CategoryLine }) {
  const { locale } = usePublicConfig()
  const { id, name, products, rank, isHidden, otherWords } = category
  const attributes = Object.values(ATTRIBUTES[id] ?? {})
  const facts = [
    `${products.toLocaleString(locale)} on sale`,
    id,
    rank !== null && `position ${rank}`,
    isHidden && 'hidden',
  ]
  return (
    <li>
      <details className="px-4 py-3">
        <summary className="min-h-11 cursor-pointer">
          <span className="font-semibold">{name}</span>
          <span className="block text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
        </summary>
        <CategoryFields key={`${name} ${rank} ${isHidden} ${otherWords}`} category={category} />
        <h2 className="mt-4 text-sm font-semibold">Attributes</h2>
        <p className="text-sm text-muted">
          {attributes.length === 0 ? 'None' : attributes.map(describe).join(', ')}
        </p>
      </details>
    </li>
  )
}

/** Categories in the order in which people see them. */
export function Categories() {
  const [data, instead] = loadedData(
    useQuery(staffCategoriesQuery(useApi())),
    'Failed to load the categories',
  )
  if (!data) return instead
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        Here you change names, order and search words, and hide categories. Attributes are part of the
        program, because forms, filters and search use them.
      </p>
      <ul aria-label="Categories" className="card divide-y divide-line">
        {data.map((category) => (
          <CategoryItem key={category.id} category={category} />
        ))}
      </ul>
    </>
  )
}
