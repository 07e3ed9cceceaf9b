import { useRef, useState } from 'react'
import { PRODUCT_CHOICES } from '#contract/selling/choices.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { type OwnWords, ownWords, type SetByTemplate, withTemplate } from './apply-template.ts'
import { ChoiceDialog } from '#web/selling/editor/ChoiceDialog.tsx'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'
import { type ListingTemplate, TEMPLATES } from './templates.ts'

interface TemplateListProps {
  form: ListingFormState
  /** Ids of the market's categories. */
  categories: readonly string[]
  onFilled: () => void
}

const PART_TEXTS = { description: 'description', tags: 'tags', customFields: 'details' }

/** SPEC 2's six templates. The seller confirms before a template replaces their own text. */
export function TemplateList({ form, categories, onFilled }: TemplateListProps) {
  const [choice, setChoice] = useState<{ template: ListingTemplate; own: OwnWords }>()
  const setBefore = useRef<SetByTemplate>(undefined)

  function fill(template: ListingTemplate, onlyEmpty: boolean) {
    const applied = withTemplate(form.getValues(), template, {
      onlyEmpty,
      categories,
      set: setBefore.current,
    })
    const { preset } = applied
    setBefore.current = applied.set
    const shouldValidate = form.formState.isSubmitted
    for (const [name, value] of Object.entries(preset)) {
      form.setValue(name as keyof typeof preset, value, { shouldDirty: true, shouldValidate })
    }
    const isSuggested = applied.set.condition !== undefined
    showToast(
      `${template.name} template filled in`,
      isSuggested
        ? `We set the condition to “${PRODUCT_CHOICES.condition.texts[template.condition]}”. Change it if it is wrong.`
        : 'Unanswered questions are not published.',
    )
    onFilled()
  }

  function choose(template: ListingTemplate) {
    const own = ownWords(form.getValues(), setBefore.current)
    if (own.length > 0) setChoice({ template, own })
    else fill(template, true)
  }

  return (
    <section aria-labelledby="templates">
      <h2 id="templates" className="font-bold">
        Start from a template
      </h2>
      <p className="mt-1 text-sm text-muted">
        A template asks what buyers want to know, and suggests tags and a condition. Unanswered questions are
        not published.
      </p>
      <ul className="mt-3 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {TEMPLATES.map((template) => (
          <li key={template.id}>
            <button type="button" className="card template" onClick={() => choose(template)}>
              <span className="font-semibold">{template.name}</span>
              <span className="text-sm text-muted">{template.hint}</span>
            </button>
          </li>
        ))}
      </ul>
      {choice && (
        <ChoiceDialog
          title={`Use the ${choice.template.name} template?`}
          onClose={() => setChoice(undefined)}
          answers={[
            { text: 'Fill in empty parts only', onChoose: () => fill(choice.template, true) },
            { text: 'Replace what I wrote', onChoose: () => fill(choice.template, false), isDanger: true },
            { text: 'Cancel', onChoose: () => undefined },
          ]}
        >
          <p>{`You already filled in: ${choice.own.map((part) => PART_TEXTS[part]).join(', ')}.`}</p>
        </ChoiceDialog>
      )}
    </section>
  )
}
