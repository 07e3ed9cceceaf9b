import { useState } from 'react'
import type { Contract } from '#contract/contract.ts'
import type { Reply } from '#contract/endpoint.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showFailure } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { LOOK_KEY, useKeys, useKeysOn } from './action-keys.ts'
import { GuardLine } from './GuardLine.tsx'

type Messages = Reply<Contract['lookAtMessages']>['messages']

/**
 * A reported message with the messages around it. They load only when the moderator presses, because reading
 * them is logged.
 */
export function ReportedMessages({ caseId }: { caseId: string }) {
  const api = useApi()
  const [messages, setMessages] = useState<Messages>()
  const [isLoading, setLoading] = useState(false)

  const showsKeys = useKeysOn()

  async function look() {
    if (isLoading || messages) return
    setLoading(true)
    try {
      setMessages((await api.call('lookAtMessages', { params: { id: caseId } })).messages)
    } catch (error) {
      showFailure('Failed to load the messages', error)
    } finally {
      setLoading(false)
    }
  }

  useKeys({ [LOOK_KEY]: () => void look() })
  if (!messages)
    return (
      <Button
        busy={isLoading && 'Loading…'}
        aria-keyshortcuts={showsKeys ? LOOK_KEY : undefined}
        onClick={() => void look()}
      >
        Show messages (we record this)
        {showsKeys && (
          <kbd aria-hidden="true" className="staff-key">
            {LOOK_KEY}
          </kbd>
        )}
      </Button>
    )
  return (
    <ol aria-label="Messages" className="grid gap-2">
      {messages.map(({ id, writer, text, hasPhoto, isReported, guard, createdAt }) => (
        <li key={id} className={`rounded-card p-3 ${isReported ? 'bg-gold-soft' : 'bg-sunken'}`}>
          <p className="text-sm">
            <bdi className="font-semibold">{writer}</bdi> <RelativeTime iso={createdAt} />
            {isReported && <span className="font-semibold"> · reported</span>}
          </p>
          <p dir="auto" className="whitespace-pre-line">
            {text}
          </p>
          {hasPhoto && <p className="text-sm">With a photo</p>}
          <GuardLine hits={guard} />
        </li>
      ))}
    </ol>
  )
}
