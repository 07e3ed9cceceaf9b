import { useState } from 'react'
import type { QueueEntry } from '#contract/moderation/cases/queue.ts'
import { ACTION_NAMES, type ActionName, actionNamed } from '#contract/moderation/cases/decisions.ts'
import { ACTION_KEYS, useKeys, useKeysOn } from '#web/moderation/cases/action-keys.ts'
import { ACCOUNT_ACTIONS } from '#web/moderation/cases/DecideDialog.tsx'
import { DecideManyDialog, type Outcome } from './DecideManyDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { caseIdsOf, kindsOf, type Selection } from './use-selection.ts'

interface TickedBarProps {
  selection: Selection
  onDecided: (outcome: Outcome) => void
}

/** Actions that close or hold every ticked case; they have the keys while something is ticked. */
export function TickedBar({ selection: { ticked, clear }, onDecided }: TickedBarProps) {
  // The list may change under an open dialog, which decides about what was ticked.
  const [open, setOpen] = useState<{ action: ActionName; entries: readonly QueueEntry[] }>()
  const kinds = new Set(ticked.flatMap(kindsOf))
  const count = ticked.flatMap(caseIdsOf).length
  const isMixed = ticked.some(({ pile }) => pile !== null && pile.people > 1)
  const fits = (name: ActionName) =>
    [...kinds].every((kind) => actionNamed(name).of.includes(kind)) && !(isMixed && ACCOUNT_ACTIONS.has(name))
  const actions = ACTION_NAMES.filter((name) => name !== 'restore' && fits(name))
  const start = (action: ActionName) => setOpen({ action, entries: ticked })
  useKeys(Object.fromEntries(actions.map((name) => [ACTION_KEYS[name], () => start(name)])))
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
            onClick={() => start(name)}
          >
            {actionNamed(name).text}
          </Button>
        ))}
        <Button look="text" onClick={clear}>
          Untick
        </Button>
      </div>
      {isMixed && (
        <p className="mt-2 text-sm text-muted">
          To limit, suspend or ban somebody, open the pile and tick their cases: sharing a device proves
          nothing.
        </p>
      )}
      {open && (
        <DecideManyDialog
          key={open.action}
          {...open}
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
