import { type Control, useWatch } from 'react-hook-form'
import { CheckIcon } from '#web/platform/ui/icons.tsx'
import type { ListingForm } from '#contract/selling/selling.ts'
import type { ListingValues } from '#web/selling/editor/blank-listing.ts'
import { checkQuality } from './quality.ts'

interface QualityChecklistProps {
  control: Control<ListingValues, unknown, ListingForm>
  photos: number
}

/** The qualities of a good listing (SPEC 5), ticked off while people write it. */
export function QualityChecklist({ control, photos }: QualityChecklistProps) {
  const [title, description] = useWatch({ control, name: ['title', 'description'] })
  const checks = checkQuality({ title, description, photos })
  const met = checks.filter(({ isMet }) => isMet).length
  return (
    <section aria-labelledby="quality" className="card p-4 lg:sticky lg:top-[calc(var(--header)+1rem)]">
      <h2 id="quality" className="flex items-baseline justify-between gap-2 font-bold">
        Quality checklist
        <span className="text-sm font-normal text-muted">{`${met} of ${checks.length}`}</span>
      </h2>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {checks.map(({ key, text, isMet, isRequired }) => (
          <li key={key} className="flex items-start gap-2">
            <span
              className={`mt-0.5 inline-flex size-4.5 shrink-0 items-center justify-center rounded-full border ${isMet ? 'border-(--accent-solid) bg-(--accent-solid) text-(--on-accent)' : 'border-line-strong'}`}
            >
              {isMet && <CheckIcon className="size-4" />}
            </span>
            <span className={isMet ? '' : 'text-muted'}>
              {text}
              {isRequired && !isMet && <span className="text-danger"> (required)</span>}
              <span className="sr-only">{isMet ? ': done' : ': not yet'}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
