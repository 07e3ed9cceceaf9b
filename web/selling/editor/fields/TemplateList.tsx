import { useRef, useState } from 'react'
import { PRODUCT_CHOICES } from '#contract/selling/choices.ts'
import { showToast } from '#web/platform/ui/toast.ts'
import { type OwnWords, ownWords, type SetByTemplate, withTemplate } from './apply-template.ts'
import { AskDialog } from '#web/selling/editor/AskDialog.tsx'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'
import { type ListingTemplate, TEMPLATES } from './templates.ts'

interface TemplateListProps {
  form: ListingFormState
  /** Ids of the categories that this market has. */
  categories: readonly string[]
  onFilled: () => void
}

const PART_TEXTS = { description: 'description', tags: 'tags', customFields: 'details' }

/** SPEC 2's six templates. Where the seller wrote something already, it asks before it replaces that. */
export function TemplateList({ form, categories, onFilled }: TemplateListProps) {
  const [asked, setAsked] = useState<{ template: ListingTemplate; own: OwnWords }>()
  const setBefore = useRef<SetByTemplate>(undefined)

  function fill(template: ListingTemplate, keep: boolean) {
    const applied = withTemplate(form.getValues(), template, { keep, categories, set: setBefore.current })
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
        ? `The condition is set to “${PRODUCT_CHOICES.condition.texts[template.condition]}”: change it if that is not so.`
        : 'What you leave open is not published.',
    )
    onFilled()
  }

  function choose(template: ListingTemplate) {
    const own = ownWords(form.getValues(), setBefore.current)
    if (own.length > 0) setAsked({ template, own })
    else fill(template, true)
  }

  return (
    <section aria-labelledby="templates">
      <h2 id="templates" className="font-bold">
        Start from a template
      </h2>
      <p className="mt-1 text-sm text-muted">
        Asks what buyers of such an item ask, and suggests tags and a condition. What you leave open is not
        published.
      </p>
      <ul className="template-grid mt-3">
        {TEMPLATES.map((template) => (
          <li key={template.id}>
            <button type="button" className="card template" onClick={() => choose(template)}>
              <span className="font-semibold">{template.name}</span>
              <span className="text-sm text-muted">{template.hint}</span>
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <AskDialog
          title={`Use the ${asked.template.name} template?`}
          onClose={() => setAsked(undefined)}
          answers={[
            { text: 'Fill in only what is empty', onChoose: () => fill(asked.template, true) },
            { text: 'Replace what I wrote', onChoose: () => fill(asked.template, false), isDanger: true },
            { text: 'Cancel', onChoose: () => undefined },
          ]}
        >
          <p>{`You wrote something already: ${asked.own.map((part) => PART_TEXTS[part]).join(', ')}.`}</p>
        </AskDialog>
      )}
    </section>
  )
}
