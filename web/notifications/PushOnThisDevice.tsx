import '#web/platform/styles/switch.css'
import { useId } from 'react'
import type { PushPermission } from './push-device.ts'
import { usePush } from './use-push.ts'
import { Button } from '#web/platform/ui/Button.tsx'

const ON = { text: 'You get notifications here, even when the site is closed.' }
const OFF = { text: 'Turn this on to get notifications here, even when the site is closed.' }

/** Texts of SPEC 8 for each state. */
const STATES: Record<Exclude<PushPermission, 'granted'>, { title?: string; text: string }> = {
  default: { text: 'Your browser will ask if this site may show notifications.' },
  denied: {
    title: 'Notifications blocked',
    text: 'Allow notifications for this site in your browser settings, then come back.',
  },
  unsupported: {
    title: 'Notifications not supported',
    text: 'Push notifications are not supported in your browser',
  },
}

function stateOf({ permission, isOn }: { permission: PushPermission; isOn: boolean }): {
  title?: string
  text: string
} {
  if (permission === 'granted') return isOn ? ON : OFF
  return STATES[permission]
}

/** The switch for this browser. The preferences beside it apply to all of the person's devices. */
export function PushOnThisDevice({ personId }: { personId: string }) {
  const id = useId()
  const push = usePush(personId)
  const { title, text } = stateOf(push)
  const isPossible = push.permission === 'default' || push.permission === 'granted'
  return (
    <div className="setting-row">
      <div className="flex items-center justify-between gap-4">
        <div>
          <label htmlFor={id} className="font-semibold">
            Notifications on this device
          </label>
          <p id={`${id}-text`} role="status" className="text-sm text-muted">
            {title && <strong className="block">{title}</strong>}
            {text}
          </p>
        </div>
        <input
          id={id}
          type="checkbox"
          className="switch"
          aria-describedby={`${id}-text`}
          checked={push.isOn}
          disabled={!isPossible || push.isBusy}
          onChange={({ target }) => void (target.checked ? push.turnOn() : push.turnOff())}
        />
      </div>
      <Button className="mt-3" disabled={!push.isOn || push.isBusy} onClick={() => void push.test()}>
        Send a test notification
      </Button>
    </div>
  )
}
