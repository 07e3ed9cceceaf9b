import { type ComponentProps, useId } from 'react'
import type { ContactVisibility } from '#contract/accounts/profiles.ts'

const VISIBILITY_TEXTS: Record<ContactVisibility, string> = {
  everyone: 'Everyone',
  'signed-in': 'Signed-in people',
  nobody: 'Nobody',
}

export function VisibilityField({ label, ...select }: ComponentProps<'select'> & { label: string }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold">
        <span className="sr-only">{`${label}:`}</span> Shown to
      </label>
      <select id={id} {...select} className="field mt-1">
        {Object.entries(VISIBILITY_TEXTS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
