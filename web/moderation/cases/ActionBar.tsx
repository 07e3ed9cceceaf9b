import { useState } from 'react'
import type { DecisionLine } from '#contract/moderation/cases/cases.ts'
import { isolated } from '#contract/isolated.ts'
import { ACTION_NAMES, type ActionName, actionNamed, RULES } from '#contract/moderation/cases/decisions.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ACTION_KEYS, useKeys, useKeysOn } from './action-keys.ts'
import { type Decidable, DecideDialog } from './DecideDialog.tsx'

interface ActionBarProps extends Decidable {
  /** All actions that fit the target, unless fewer make sense. */
  actions?: readonly ActionName[]
  /** True if only one item is open at a time, so that keys are unambiguous. */
  hasKeys?: boolean
  onDecided?: (decision: DecisionLine) => void
}

const DANGEROUS = new Set<ActionName>(['remove', 'suspend', 'ban'])

const Proposed = ({ action, rule }: NonNullable<Decidable['proposal']>) => (
  <p className="mb-2 text-sm">
    <span className="font-semibold">{`Proposed: ${actionNamed(action).text}. `}</span>
    {rule && RULES[rule]}
  </p>
)

/** Actions on an item or a person; each opens a small form. */
export function ActionBar({
  actions = ACTION_NAMES,
  hasKeys = false,
  onDecided,
  ...decidable
}: ActionBarProps) {
  const [open, setOpen] = useState<ActionName>()
  const { target, title, proposal } = decidable
  const shown = actions.filter((name) => actionNamed(name).of.includes(target.kind))
  useKeys(hasKeys ? Object.fromEntries(shown.map((name) => [ACTION_KEYS[name], () => setOpen(name)])) : {})
  const showsKeys = useKeysOn() && hasKeys
  const close = () => setOpen(undefined)
  return (
    <div role="group" aria-label={`Decide about ${isolated(title)}`}>
      {proposal && <Proposed {...proposal} />}
      <div className="flex flex-wrap gap-2">
        {shown.map((name) => (
          <Button
            key={name}
            look={DANGEROUS.has(name) ? 'danger' : 'quiet'}
            aria-keyshortcuts={showsKeys ? ACTION_KEYS[name] : undefined}
            onClick={() => setOpen(name)}
          >
            {actionNamed(name).text}
            {showsKeys && (
              <kbd aria-hidden="true" className="staff-key">
                {ACTION_KEYS[name]}
              </kbd>
            )}
          </Button>
        ))}
      </div>
      {open && (
        <DecideDialog
          key={open}
          {...decidable}
          action={open}
          onClose={close}
          onDecided={(decision) => {
            close()
            onDecided?.(decision)
          }}
        />
      )}
    </div>
  )
}
