import { useState } from 'react'
import type { Warning } from '#contract/moderation/guard/warning.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

interface MessageWarningsProps {
  messageId: string
  warnings: readonly Warning[]
  isOwn: boolean
  otherName: string
}

function FalseAlarm({ messageId }: { messageId: string }) {
  const api = useApi()
  const [isReported, setReported] = useState(false)
  async function report() {
    setReported(true)
    try {
      await api.call('reportFalseAlarm', { params: { id: messageId } })
    } catch {
      setReported(false)
      showToast('Could not save your answer', 'Please try again.')
    }
  }
  if (isReported) return <p className="text-muted">Thank you. This helps us improve these notices.</p>
  return (
    <button type="button" className="message-way" onClick={() => void report()}>
      This was not a trick
    </button>
  )
}

/**
 * Shown with a message that looks like a trick: why, and what to do. Its writer sees what the other person
 * sees.
 */
export function MessageWarnings({ messageId, warnings, isOwn, otherName }: MessageWarningsProps) {
  const [first] = warnings
  if (!first) return null
  return (
    <div className="message-warning" role="note" aria-label="About this message">
      <Notice look={isOwn ? 'info' : first.look}>
        {warnings.map(({ rule, reader, writer }) => (
          <p key={rule}>{isOwn ? writer : reader.replaceAll('{name}', otherName)}</p>
        ))}
        {!isOwn && <FalseAlarm messageId={messageId} />}
      </Notice>
    </div>
  )
}
