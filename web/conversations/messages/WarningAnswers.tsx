import { useState } from 'react'
import { idMark } from '#contract/id-mark.ts'
import { isolated } from '#contract/isolated.ts'
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
      <WarningButton text="Block" label={`Block ${isolated(person.name)}`} onPress={sheet.open} />
      {sheet.show({ person, asksToBlock: true })}
    </>
  )
}

const TRICK = {
  denial: 'This was not a trick',
  thanks: 'Thank you. This helps us improve these notices.',
}
const THREAT = {
  denial: 'This was not a threat',
  thanks: 'Thank you. This helps us tell threats from ordinary talk.',
}

/** Screen readers read the thanks, which replace the pressed button. */
const focusOn = (thanks: HTMLElement | null) => thanks?.focus()

interface WarningAnswersProps {
  messageId: string
  /** Whether a warning is about a threat. */
  isThreat: boolean
  /** The other person; without an id if they deleted their account. */
  other: { id: string | null; name: string }
  onReport: () => void
}

/** Actions of the reader about a message that looks like a trick or a threat. */
export function WarningAnswers({ messageId, isThreat, other: { id, name }, onReport }: WarningAnswersProps) {
  const api = useApi()
  const [isFalse, setFalse] = useState(false)
  const { denial, thanks } = isThreat ? THREAT : TRICK
  async function reportFalseAlarm() {
    setFalse(true)
    try {
      await api.call('reportFalseAlarm', { params: { id: messageId } })
    } catch {
      setFalse(false)
      showToast('Could not save your answer', 'Please try again.')
    }
  }
  return (
    <>
      <div className="message-ways">
        <WarningButton text="Report" label="Report message" onPress={onReport} />
        {id !== null && <Block person={{ id, name }} />}
        {!isFalse && <WarningButton text={denial} onPress={() => void reportFalseAlarm()} />}
      </div>
      {isFalse && (
        <p className="text-muted" tabIndex={-1} ref={focusOn}>
          {thanks}
        </p>
      )}
    </>
  )
}
