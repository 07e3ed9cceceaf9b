import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { isolated } from '#contract/isolated.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { dayTitle } from '#web/platform/ui/time/days.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { groupMessages } from './message-groups.ts'
import { type MessageActions, MessageRow } from './MessageRow.tsx'
import type { MessageStore, MessagesView } from '#web/conversations/outbox/message-store.ts'
import { isFromViewer, keyOf, newestIncoming } from './shown-messages.ts'
import { DownIcon } from '#web/conversations/conversation-icons.tsx'
import { usePageVisible } from '#web/conversations/use-conversation.ts'
import { useNoteText } from './use-note-text.ts'
import { useScrollPosition } from './use-scroll-position.ts'

interface MessageListProps {
  store: MessageStore
  view: MessagesView
  viewerId: string
  otherName: string
  /** Title of the product. */
  title: string
  actions: MessageActions
  whenEmpty: ReactNode
  children: ReactNode
}

function Older({ store, view }: Pick<MessageListProps, 'store' | 'view'>) {
  const mark = useRef<HTMLDivElement>(null)
  const { older, list } = view
  const oldest = list.known[0]?.message.seq
  useEffect(() => {
    const element = mark.current
    if (!element || older !== 'there') return undefined
    // Starts to load well before the reader reaches the top.
    const options = { root: element.closest('.message-scroll'), rootMargin: '600px 0px 0px' }
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void store.loadOlder()
    }, options)
    observer.observe(element)
    return () => observer.disconnect()
  }, [older, oldest, store])
  if (older === 'none') return null
  return (
    <div ref={mark} className="min-h-11 text-center text-sm leading-normal text-muted">
      {older === 'failed' ? (
        <button type="button" className="message-way" onClick={() => void store.loadOlder()}>
          Failed to load older messages. Try again
        </button>
      ) : (
        'Loading older messages…'
      )}
    </div>
  )
}

/** Announces the other person's messages since the conversation was opened, for screen readers. */
function AnnouncedMessages({
  view,
  otherName,
  title,
}: Pick<MessageListProps, 'view' | 'otherName' | 'title'>) {
  const { shown, openedAt } = view
  const noteText = useNoteText()
  const incoming = shown.flatMap((each) =>
    each.kind === 'message' && !each.isOwn && each.message.seq > openedAt ? [each.message] : [],
  )
  return (
    <div role="log" aria-live="polite" aria-label="New messages" className="sr-only">
      {incoming.slice(-5).map((message) => (
        <p key={message.clientKey}>
          {noteText(message, { isOwn: false, other: otherName, title }) ??
            `${isolated(otherName)}: ${message.content || 'sent a photo'}`}
          {(message.warnings ?? [])
            .map(({ reader }) => ` ${reader.replaceAll('{name}', isolated(otherName))}`)
            .join('')}
        </p>
      ))}
    </div>
  )
}

/**
 * Reports read messages to the server while the page is visible and the list is scrolled to its end. A failed report is
 * repeated once the server is reached again.
 */
function useReadMarks(store: MessageStore, { shown, status, caughtUp }: MessagesView, isAtEnd: boolean) {
  const isPageVisible = usePageVisible()
  const unread = shown.findLast((each) => each.kind === 'message' && !each.isOwn && !each.isRead)
  const seq = unread?.kind === 'message' ? unread.message.seq : 0
  useEffect(() => {
    if (isPageVisible && isAtEnd && status === 'ready' && seq > 0) void store.markRead(seq)
  }, [store, isPageVisible, isAtEnd, status, seq, caughtUp])
}

/** True while there are new messages from the other person below the visible part. */
function useMessagesBelow({ list }: MessagesView, viewerId: string, isAtEnd: boolean): boolean {
  const newest = newestIncoming(list, viewerId)
  const [seen, setSeen] = useState(0)
  if (isAtEnd && seen !== newest) setSeen(newest)
  return newest > seen
}

function Rows({
  view,
  ...rest
}: Pick<MessageListProps, 'view' | 'viewerId' | 'otherName' | 'title' | 'actions'>) {
  const now = useNow()
  const { timeZone } = usePublicConfig()
  const grouped = groupMessages(view.shown, (createdAt) => dayTitle(createdAt, now, timeZone))
  return grouped.map(({ newDay, ...message }) => (
    <Fragment key={keyOf(message.shown)}>
      {newDay !== undefined && (
        <li className="mt-4 mb-3 text-center text-xs leading-normal font-semibold text-muted">
          <span className="rounded-full bg-sunken px-3 py-1">{newDay}</span>
        </li>
      )}
      <MessageRow {...message} {...rest} />
    </Fragment>
  ))
}

export function MessageList(props: MessageListProps) {
  const { store, view, viewerId, otherName, title, actions, whenEmpty, children } = props
  const { shown, status } = view
  const last = shown.at(-1)
  const { box, list, isAtEnd, toEnd } = useScrollPosition(
    last && keyOf(last),
    last !== undefined && isFromViewer(last),
  )
  useReadMarks(store, view, isAtEnd)
  const hasMessagesBelow = useMessagesBelow(view, viewerId, isAtEnd)
  const isEmpty = shown.length === 0
  const isLoading = status === 'loading' && isEmpty
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section ref={box} aria-label="Conversation" tabIndex={0} className="message-scroll">
        {/* A new element once messages are loaded: growth from the end would count as a layout shift. */}
        <div key={isLoading ? 'outline' : 'messages'} className="mx-auto w-full max-w-3xl px-4 pt-3">
          {isLoading && <MessagesOutline />}
          {status === 'failed' && isEmpty && (
            <LoadFailure message="Failed to load conversation" retry={() => void store.load()} />
          )}
          {status === 'ready' && isEmpty && whenEmpty}
          <Older store={store} view={view} />
          <ol ref={list} aria-label="Messages" className="message-list">
            <Rows view={view} viewerId={viewerId} otherName={otherName} title={title} actions={actions} />
          </ol>
          {children}
        </div>
      </section>
      {hasMessagesBelow && (
        <Button
          look="primary"
          className="raised absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full text-sm leading-normal"
          onClick={toEnd}
        >
          <DownIcon />
          New messages
        </Button>
      )}
      <AnnouncedMessages view={view} otherName={otherName} title={title} />
    </div>
  )
}

export const MessagesOutline = () => (
  <div aria-busy="true" className="grid gap-3">
    <p className="sr-only">Loading…</p>
    <div className="skeleton h-12 w-3/5" />
    <div className="skeleton ml-auto h-12 w-2/5" />
    <div className="skeleton h-20 w-1/2" />
  </div>
)
