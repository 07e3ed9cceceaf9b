import { withChoice } from '#contract/search/chosen-values.ts'

export interface FilterOption {
  value: string
  text: string
  /** '12', or '12+' if counting stopped; undefined until it is known. */
  count: string | undefined
}

interface FilterChipsProps {
  /** Name in the form without JavaScript, where each chosen chip sends `prefix` and its value. */
  name: string
  prefix?: string
  formId: string | undefined
  options: readonly FilterOption[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** More are folded, unless they are chosen. */
const SHOWN_MAX = 8

/** Several values of a filter, each with the number of products that it has. */
export function FilterChips({ name, prefix = '', formId, options, chosen, onChange }: FilterChipsProps) {
  const chip = ({ value, text, count }: FilterOption) => (
    <label key={value} className="chip filter-chip max-w-full">
      <input
        type="checkbox"
        className="rounded-full"
        name={name}
        form={formId}
        value={prefix + value}
        checked={chosen.includes(value)}
        onChange={({ target }) => onChange(withChoice(chosen, value, target.checked))}
      />
      {count ? `${text} ` : text}
      {count && <span className="absolute right-2 text-xs text-muted">{count}</span>}
    </label>
  )
  const list = (some: readonly FilterOption[]) => <div className="flex flex-wrap gap-2">{some.map(chip)}</div>
  const isShown = ({ value }: FilterOption, index: number) => index < SHOWN_MAX || chosen.includes(value)
  const folded = options.filter((option, index) => !isShown(option, index))
  return (
    <>
      {list(options.filter(isShown))}
      {folded.length > 0 && (
        <details>
          <summary className="py-3 text-sm">{`${folded.length} more`}</summary>
          {list(folded)}
        </details>
      )}
    </>
  )
}
