import { useState } from 'react'
import { ACTION_NAMES, actionNamed } from '#contract/moderation/cases/decisions.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ACTION_KEYS, LOOK_KEY, setKeysOn, useKeys, useKeysOn } from './action-keys.ts'

const LINES = [
  'j next case',
  'k previous case',
  'o opens a pile or leaves it',
  'x ticks a case',
  'Shift+x ticks all up to here',
  'Shift+a ticks all',
  'Esc unticks',
  `${LOOK_KEY} show messages`,
  ...ACTION_NAMES.map((name) => `${ACTION_KEYS[name]} ${actionNamed(name).text}`),
  'z takes the last decision back',
  'Ctrl+Enter sends a decision',
]

/** List of the keys, and the switch for those of a single letter. */
export function KeyHelp() {
  const [isShown, setShown] = useState(false)
  const isOn = useKeysOn()
  useKeys({ '?': () => setShown(!isShown) })
  const text = isShown ? LINES.join(' · ') : 'Press ? to see what the keys do'
  return (
    <div data-open={isShown || !isOn || undefined} className="staff-key-help mb-2 text-sm text-muted">
      <p role="status">{isOn ? text : 'The keys are off. Ctrl+Enter still sends a decision.'}</p>
      <Button look="text" onClick={() => setKeysOn(!isOn)}>
        {isOn ? 'Switch keys off' : 'Switch keys on'}
      </Button>
    </div>
  )
}
