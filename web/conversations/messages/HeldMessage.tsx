import type { CSSProperties } from 'react'
import { HELD_DAYS } from '#contract/limits.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import { isolated } from '#contract/isolated.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { WaitingIcon } from '#web/conversations/conversation-icons.tsx'
import { MessageText } from './MessageText.tsx'

interface HeldMessageProps {
  message: Message
  otherName: string
}

const Waiting = ({ otherName }: Pick<HeldMessageProps, 'otherName'>) => (
  <p>
    {`Moderators check links from new accounts, because many scams begin with one. ${isolated(otherName)} gets your message when a moderator approves it, or after ${HELD_DAYS} days.`}
  </p>
)

const Refused = ({ words }: { words: string }) => (
  <>
    <p>{`We did not deliver this message. ${isolated(words)}`}</p>
    <p>
      You can write it again without the link. If we are wrong,{' '}
      <Link to="/contact" className="link">
        write to us
      </Link>
      .
    </p>
  </>
)

const shapeOf = ({ width, height }: NonNullable<Message['photo']>) =>
  ({ '--shape': width / height }) as CSSProperties

/** A message of the viewer that a moderator checks first, or refused; the other person does not have it. */
export function HeldMessage({ message, otherName }: HeldMessageProps) {
  const { content, photo, held } = message
  const isRefused = held?.state === 'refused'
  return (
    <>
      <div className="message-line">
        <div
          className="message-bubble"
          data-state={isRefused ? 'failed' : 'waiting'}
          data-photo={photo !== null || undefined}
        >
          <span className="sr-only">You:</span>
          {photo && (
            <span className="message-photo message-photo-shape" style={shapeOf(photo)}>
              <Photo photo={photo} alt="Photo that you sent" sizes="(max-width: 767px) 70vw, 20rem" />
            </span>
          )}
          {content && <MessageText content={content} />}
        </div>
      </div>
      <p className="message-about">
        <WaitingIcon />
        <span>{isRefused ? 'Not delivered' : 'Waiting for a moderator'}</span>
      </p>
      <div className="message-warning" role="note" aria-label="About this message">
        <Notice look="info">
          {isRefused ? <Refused words={held?.words ?? ''} /> : <Waiting otherName={otherName} />}
        </Notice>
      </div>
    </>
  )
}
