import { useState } from 'react'
import { idMark } from '#contract/id-mark.ts'
import { useHiddenReason } from '#web/blocks/hidden-people.ts'
import type { Person } from '#web/blocks/use-block.ts'
import { usePersonSheet } from '#web/moderation/reports/use-person-sheet.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

interface WarningButtonProps {
  text: string
  /** Accessible name, which begins with the text. */
  label?: string
  onPress: () => void
}

const WarningButton = ({ text, label, onPress }: WarningButtonProps) => (
  <button type="button" className="message-way" aria-label={label} onClick={onPress}>
    {text}
  </button>
)

function Block({ person }: { person: Person }) {
  const sheet = usePersonSheet()
  if (useHiddenReason(idMark(person.id)) === 'blocked') return null
  return (
    <>
      <WarningButton text="Block" label={`Block ${person.name}`} onPress={sheet.open} />
      {sheet.show({ person, asksToBlock: true })}
    </>
  )
}

interface WarningAnswersProps {
  messageId: string
  /** The other person; without an id if they deleted their account. */
  other: { id: string | null; name: string }
  onReport: () => void
}

/** What the reader can do about a message that looks like a trick. */
export function WarningAnswers({ messageId, other: { id, name }, onReport }: WarningAnswersProps) {
  const api = useApi()
  const [isFalse, setFalse] = useState(false)
  async function reportFalseAlarm() {
    setFalse(true)
    try {
      await api.call('reportFalseAlarm', { params: { id: messageId } })
    } catch {
      setFalse(false)
      showToast('Could not save your answer', 'Please try again.')
    }
  }
  if (isFalse) return <p className="text-muted">Thank you. This helps us improve these notices.</p>
  return (
    <div className="message-ways">
      <WarningButton text="Report" label="Report message" onPress={onReport} />
      {id !== null && <Block person={{ id, name }} />}
      <WarningButton text="This was not a trick" onPress={() => void reportFalseAlarm()} />
    </div>
  )
}
