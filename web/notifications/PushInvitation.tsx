import { useId, useState } from 'react'
import { pushInvitation } from './push-choice.ts'
import { usePush } from './use-push.ts'
import { Button } from '#web/platform/ui/Button.tsx'

/** Offers push once. The browser's prompt opens only when the person taps. */
export function PushInvitation({ personId }: { personId: string }) {
  const id = useId()
  const push = usePush(personId)
  const [isAnswered, setIsAnswered] = useState(() => pushInvitation.isAnswered(personId))
  if (isAnswered || push.permission !== 'default') return null

  function answer() {
    pushInvitation.answer(personId)
    setIsAnswered(true)
  }
  async function turnOn() {
    // The person may try again after a failure or a dismissed prompt.
    if (await push.turnOn()) answer()
  }
  return (
    <section aria-labelledby={id} className="card mb-5 p-4">
      <h2 id={id} className="font-semibold">
        Get notifications on this device
      </h2>
      <p className="mt-1 text-sm text-muted">
        We can tell you about messages and sales at once, even when the site is closed. You can turn this off
        in your settings.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" disabled={push.isBusy} onClick={() => void turnOn()}>
          Turn on
        </Button>
        <Button onClick={answer}>Not now</Button>
      </div>
    </section>
  )
}
