import { type KeyboardEvent, useState } from 'react'
import { readRange, writeRange } from '#contract/catalog/attribute-filter-words.ts'
import { isComposing } from '#web/platform/browser/is-composing.ts'

interface AttributeRangeProps {
  label: string
  name: string
  formId: string | undefined
  /** '2015..2020', or ''. */
  wanted: string
  onChange: (wanted: string | undefined) => void
}

const NUMBER = /^\d{1,9}(?:\.\d{1,3})?$/
const plain = (typed: string) => {
  const text = typed.replaceAll(/[,\s]/g, '')
  return NUMBER.test(text) ? text : undefined
}

/** Lowest and highest value of a number; a change applies when people leave the field or press Enter. */
export function AttributeRange({ label, name, formId, wanted, onChange }: AttributeRangeProps) {
  const range = readRange(wanted)
  const shown = range ? [range.from ?? '', range.to ?? ''] : [wanted, wanted]
  return (
    <fieldset className="noscript:hidden">
      <legend className="text-sm font-semibold">{label}</legend>
      <div className="mt-1 flex gap-2">
        {(['Lowest', 'Highest'] as const).map((end, index) => (
          <RangeEnd
            // A changed address replaces both values.
            key={`${end} ${shown[index]}`}
            label={`${end} ${label.toLowerCase()}`}
            prompt={index === 0 ? 'from' : 'to'}
            value={shown[index] ?? ''}
            onCommit={(text) => {
              const [from, to] = index === 0 ? [plain(text), shown[1]] : [shown[0], plain(text)]
              onChange(writeRange({ from: from || undefined, to: to || undefined }))
            }}
          />
        ))}
      </div>
      {wanted && <input type="hidden" name="attributes" form={formId} value={`${name}.${wanted}`} />}
    </fieldset>
  )
}

interface RangeEndProps {
  label: string
  prompt: string
  value: string
  onCommit: (text: string) => void
}

function RangeEnd({ label, prompt, value, onCommit }: RangeEndProps) {
  const [typed, setTyped] = useState(value)
  function commit() {
    if (typed !== value) onCommit(typed)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    commit()
  }
  return (
    <input
      aria-label={label}
      inputMode="decimal"
      placeholder={prompt}
      maxLength={12}
      className="field min-w-0 flex-1"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}
