import '#web/platform/styles/switch.css'
import { type SubmitEvent, useState } from 'react'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import {
  type CookieChoices,
  OPTIONAL_COOKIES,
  saveCookieChoices,
  useCookieChoices,
} from './cookie-choices.ts'

const TEXTS = {
  essential: [
    'Essential',
    'They keep you logged in and remember what you choose and do on this device, such as your area. They are always on.',
  ],
  analytics: ['Analytics', 'They would count visits, to show us what to improve.'],
  marketing: ['Marketing', 'They would let others show you advertising that fits you.'],
  functional: ['Functional', 'They would remember more about you, to make the site more comfortable.'],
} as const

interface SwitchProps {
  name: keyof typeof TEXTS
  checked: boolean
  onChange?: (checked: boolean) => void
}

/** A switch for a kind of cookies; without `onChange` it is locked. */
function CookieSwitch({ name, checked, onChange }: SwitchProps) {
  const [title, explanation] = TEXTS[name]
  return (
    <div className="flex items-start justify-between gap-4 border-b border-line py-4">
      <div>
        <label htmlFor={name} className="font-semibold">
          {title}
        </label>
        <p id={`${name}-text`} className="mt-0.5 text-[0.9375rem] text-muted">
          {explanation}
        </p>
      </div>
      <input
        type="checkbox"
        id={name}
        className="switch"
        aria-describedby={`${name}-text`}
        checked={checked}
        disabled={!onChange}
        onChange={(event) => onChange?.(event.target.checked)}
      />
    </div>
  )
}

export function CookieForm() {
  const stored = useCookieChoices()
  const [changed, setChanged] = useState<Partial<CookieChoices>>({})
  const [report, setReport] = useState('')
  const choices = { ...stored, ...changed }

  function save(event: SubmitEvent) {
    event.preventDefault()
    setReport(
      saveCookieChoices(choices)
        ? 'Your preferences are saved in this browser. We use no optional cookies at present, so nothing else changes.'
        : 'Your browser does not let this site store anything, so it stores no optional cookies either.',
    )
  }

  return (
    <form method="post" onSubmit={save} aria-labelledby="choices">
      <CookieSwitch name="essential" checked />
      {OPTIONAL_COOKIES.map((name) => (
        <CookieSwitch
          key={name}
          name={name}
          checked={choices[name]}
          onChange={(checked) => {
            setChanged({ ...changed, [name]: checked })
            setReport('')
          }}
        />
      ))}
      <SubmitButton action="Choosing" className="mt-5">
        Save Preferences
      </SubmitButton>
      <output className="mt-3 block">{report}</output>
    </form>
  )
}
