import type { ReactNode } from 'react'
import type { Warning } from '#contract/moderation/guard/warning.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

interface MessageWarningsProps {
  warnings: readonly Warning[]
  isOwn: boolean
  otherName: string
  /** What the reader can do about the message. */
  children: ReactNode
}

/**
 * Shown with a message that looks like a trick: why, and what to do. Its writer sees what the other person
 * sees.
 */
export function MessageWarnings({ warnings, isOwn, otherName, children }: MessageWarningsProps) {
  const [first] = warnings
  if (!first) return null
  return (
    <div className="message-warning" role="note" aria-label="About this message">
      <Notice look={isOwn ? 'info' : first.look}>
        {warnings.map(({ rule, reader, writer }) => (
          <p key={rule}>{isOwn ? writer : reader.replaceAll('{name}', otherName)}</p>
        ))}
        {!isOwn && children}
      </Notice>
    </div>
  )
}
