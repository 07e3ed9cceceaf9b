import { useState } from 'react'
import { ACTION_NAMES, type ActionName, actionNamed } from '#contract/moderation/cases/decisions.ts'
import { ACTION_KEYS, useKeys, useKeysOn } from '#web/moderation/cases/action-keys.ts'
import { DecideManyDialog, type Outcome } from './DecideManyDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { caseIdsOf, kindsOf, type Selection } from './use-selection.ts'

interface TickedBarProps {
  selection: Selection
  onDecided: (outcome: Outcome) => void
}

/** Actions that close or hold every ticked case; they have the keys while something is ticked. */
export function TickedBar({ selection: { ticked, clear }, onDecided }: TickedBarProps) {
  const [open, setOpen] = useState<ActionName>()
  const kinds = new Set(ticked.flatMap(kindsOf))
  const count = ticked.flatMap(caseIdsOf).length
  const fits = (name: ActionName) => [...kinds].every((kind) => actionNamed(name).of.includes(kind))
  const actions = ACTION_NAMES.filter((name) => name !== 'restore' && fits(name))
  useKeys(Object.fromEntries(actions.map((name) => [ACTION_KEYS[name], () => setOpen(name)])))
  const showsKeys = useKeysOn()
  const close = () => setOpen(undefined)
  return (
    <div role="group" aria-label="Decide about the ticked cases" className="card ticked-bar p-3">
      <p role="status" className="mb-2 font-semibold">
        {count === 1 ? '1 case ticked' : `${count} cases ticked`}
      </p>
      <div className="flex flex-wrap gap-2">
        {actions.map((name) => (
          <Button
            key={name}
            look="quiet"
            aria-keyshortcuts={showsKeys ? ACTION_KEYS[name] : undefined}
            onClick={() => setOpen(name)}
          >
            {actionNamed(name).text}
          </Button>
        ))}
        <Button look="text" onClick={clear}>
          Untick
        </Button>
      </div>
      {open && (
        <DecideManyDialog
          key={open}
          action={open}
          entries={ticked}
          onClose={close}
          onDecided={(outcome) => {
            close()
            clear()
            onDecided(outcome)
          }}
        />
      )}
    </div>
  )
}
