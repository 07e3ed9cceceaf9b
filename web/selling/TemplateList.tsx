import { useState } from 'react'
import { showToast } from '#web/ui/toast.ts'
import { ownWords, withTemplate } from './apply-template.ts'
import { AskDialog } from './AskDialog.tsx'
import type { ListingFormState } from './listing-form-type.ts'
import { type ListingTemplate, TEMPLATES } from './templates.ts'

interface TemplateListProps {
  form: ListingFormState
  /** Ids of the categories that this market has. */
  categories: readonly string[]
  /** After the form was filled. */
  onFilled: () => void
}

const PART_TEXTS = { description: 'description', tags: 'tags', customFields: 'details' }

/** SPEC 2's six templates. Where the seller wrote something already, it asks before it replaces that. */
export function TemplateList({ form, categories, onFilled }: TemplateListProps) {
  const [asked, setAsked] = useState<ListingTemplate>()

  function fill(template: ListingTemplate, keep: boolean) {
    const preset = withTemplate(form.getValues(), template, { keep, categories })
    const shouldValidate = form.formState.isSubmitted
    for (const [name, value] of Object.entries(preset)) {
      form.setValue(name as keyof typeof preset, value, { shouldDirty: true, shouldValidate })
    }
    showToast(`${template.name} template filled in`, 'Check every line and change what is not so.')
    onFilled()
  }

  function choose(template: ListingTemplate) {
    if (ownWords(form.getValues()).length > 0) setAsked(template)
    else fill(template, true)
  }

  return (
    <section aria-labelledby="templates">
      <h2 id="templates" className="font-bold">
        Start from a template
      </h2>
      <p className="mt-1 text-sm text-muted">
        Fills in the description, condition, tags and details that buyers of such an item ask for. You only
        complete them.
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
          title={`Use the ${asked.name} template?`}
          onClose={() => setAsked(undefined)}
          answers={[
            { text: 'Fill in only what is empty', onChoose: () => fill(asked, true) },
            { text: 'Replace what I wrote', onChoose: () => fill(asked, false), isDanger: true },
            { text: 'Cancel', onChoose: () => undefined },
          ]}
        >
          <p>
            {`You wrote something already: ${ownWords(form.getValues())
              .map((part) => PART_TEXTS[part])
              .join(', ')}.`}
          </p>
        </AskDialog>
      )}
    </section>
  )
}
