import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { Category } from '#contract/catalog/catalog.ts'
import { choiceNames, PRODUCT_CHOICES, type ProductChoice } from '#contract/selling/choices.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/limits.ts'
import { afterPress } from '#web/platform/forms/after-press.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { AmountField } from './AmountField.tsx'
import { AttributeFields } from './AttributeFields.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { CustomFieldsEditor } from './CustomFieldsEditor.tsx'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'
import { OtherCategory } from './OtherCategory.tsx'
import { SelectField } from '#web/platform/forms/SelectField.tsx'
import {
  ProhibitedInCategory,
  ProhibitedLine,
  ProhibitedNotice,
} from '#web/selling/editor/ProhibitedLine.tsx'
import { LocationFields } from './LocationFields.tsx'
import { ListingWarnings } from '#web/moderation/guard/ListingWarnings.tsx'
import { useListingCheck } from '#web/selling/editor/use-listing-check.ts'
import { SuggestedCategories } from './SuggestedCategories.tsx'
import { TagsField } from './TagsField.tsx'
import { useTitleCategory } from './use-title-category.ts'
import { useUsualPrice } from './use-price-range.ts'
import { isComposing } from '#web/platform/browser/is-composing.ts'

/** Counts like the server: an emoji is one character. */
const charactersIn = (text: string) => [...text].length

interface PartProps {
  form: ListingFormState
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="listing-part">
      <h2 id={id} className="font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function CategoryField({ form, categories }: PartProps & { categories: readonly Category[] }) {
  const { field, fieldState } = useController({ control: form.control, name: 'category' })
  const isFromTitle = useTitleCategory(form, categories)
  const options = categories.map(({ id, name }) => [id, name] as const)
  const isKnown = field.value === '' || categories.some(({ id }) => id === field.value)
  return (
    <SelectField
      label="Category"
      prompt="Choose category"
      options={isKnown ? options : [...options, [field.value, 'Your earlier choice']]}
      error={fieldState.error?.message}
      hint={isFromTitle ? 'From your title. Change it if it is wrong.' : undefined}
      {...field}
    />
  )
}

function TitleField({ form, onLeave }: PartProps & { onLeave: (title: string) => void }) {
  const title = useWatch({ control: form.control, name: 'title' })
  return (
    <CountedField
      label="Title"
      length={charactersIn(title)}
      most={TITLE_MAX}
      autoComplete="off"
      enterKeyHint="next"
      placeholder="Samsung Galaxy A54, 128 GB"
      error={form.formState.errors.title?.message}
      {...form.register('title', { onBlur: () => afterPress(() => onLeave(form.getValues('title'))) })}
    />
  )
}

interface ChoiceFieldsProps extends PartProps {
  part: ProductChoice['formPart']
}

const ChoiceFields = ({ form, part }: ChoiceFieldsProps) =>
  choiceNames
    .filter((name) => PRODUCT_CHOICES[name].formPart === part)
    .map((name) => (
      <ChoiceField
        key={name}
        legend={PRODUCT_CHOICES[name].label}
        choices={Object.entries(PRODUCT_CHOICES[name].texts)}
        error={form.formState.errors[name]?.message}
        field={form.register(name)}
      />
    ))

/** The description, and what its words and the title's look like to others. */
function DescriptionField({ form, title }: PartProps & { title: string }) {
  const description = useWatch({ control: form.control, name: 'description' })
  // The text when people left the field, so that no request is sent while they type.
  const [written, setWritten] = useState(form.getValues('description'))
  const [category, tags] = useWatch({ control: form.control, name: ['category', 'tags'] })
  const withTags = [written, ...tags].join('\n')
  const { warnings, goods } = useListingCheck({ title, description: withTags, category })
  return (
    <>
      <CountedField
        label="Description"
        rows={4}
        length={charactersIn(description)}
        most={DESCRIPTION_MAX}
        placeholder="What works, what does not, and what comes with it"
        error={form.formState.errors.description?.message}
        {...form.register('description', {
          onBlur: () => afterPress(() => setWritten(form.getValues('description'))),
        })}
      />
      <ListingWarnings warnings={warnings} />
      <ProhibitedNotice goods={goods} />
    </>
  )
}

function PricePart({ form, title }: PartProps & { title: string }) {
  const { errors } = form.formState
  const usual = useUsualPrice(form, title)
  // The price when people left the field: the first digit of a price is always too low.
  const [written, setWritten] = useState(form.getValues('price'))
  const doubt = usual?.doubt(written)
  return (
    <Part title="What does it cost?">
      <AmountField
        name="price"
        error={errors.price?.message}
        hint={usual?.hint}
        field={form.register('price', {
          onBlur: () => afterPress(() => setWritten(form.getValues('price'))),
        })}
      />
      {doubt && (
        <div aria-live="polite">
          <Notice look="warn">{doubt}</Notice>
        </div>
      )}
      <ChoiceFields form={form} part="price" />
    </Part>
  )
}

/** Whether Enter may pass it: a list or a group of radio buttons in which something is chosen. */
function isChosen(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return field.value !== ''
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return false
  return !!field.closest('fieldset')?.querySelector('input:checked')
}

/**
 * Enter moves to the next field that is still to be answered, as the phone's key says, so that nobody publishes a
 * listing by accident.
 */
function focusNextOnEnter(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event)) return
  if (!(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, select, textarea')]
  const next = fields.slice(fields.indexOf(target) + 1).find((field) => !isChosen(field))
  next?.focus()
}

interface BasicInfoProps extends PartProps {
  categories: readonly Category[]
  onNext: () => void
  /** Opens the templates; absent if the listing is published. */
  onTemplates: (() => void) | undefined
}

/**
 * All typed and chosen parts of a listing. Each field is a separate component: they register in the order on the
 * screen, and the first wrong one takes the focus.
 */
export function BasicInfo({ form, categories, onNext, onTemplates }: BasicInfoProps) {
  // The usual price is requested once the title is written, not with each letter.
  const [title, setTitle] = useState(() => form.getValues('title'))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only passes Enter on between its fields
    <div className="grid" onKeyDown={focusNextOnEnter}>
      <Part title="What is it?">
        <div>
          <TitleField form={form} onLeave={setTitle} />
          {onTemplates && (
            <Button look="text" className="-ml-3" onClick={onTemplates}>
              Start from a template
            </Button>
          )}
        </div>
        <CategoryField form={form} categories={categories} />
        <SuggestedCategories form={form} categories={categories} />
        <OtherCategory form={form} categories={categories} title={title} />
        <ProhibitedInCategory form={form} />
        <ChoiceFields form={form} part="what" />
        <AttributeFields form={form} />
        <DescriptionField form={form} title={title} />
        <ProhibitedLine />
      </Part>
      <PricePart form={form} title={title} />
      <Part title="Where is it?">
        <LocationFields form={form} />
      </Part>
      <Part title="More for buyers">
        <ChoiceFields form={form} part="more" />
        <TagsField control={form.control} />
        <CustomFieldsEditor form={form} />
      </Part>
      <Button className="mt-2 md:justify-self-start" onClick={onNext}>
        Next: Images
      </Button>
    </div>
  )
}
