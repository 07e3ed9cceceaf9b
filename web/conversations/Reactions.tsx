import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { REACTIONS, type Reaction } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import { REACTION_TEXTS, ReactionIcon, ReactIcon } from './conversation-icons.tsx'

interface ReactionsProps {
  reactions: Message['reactions']
  viewerId: string
  onReact: (reaction: Reaction | null) => void
}

const ownOf = (reactions: Message['reactions'], viewerId: string) =>
  reactions.find(({ userId }) => userId === viewerId)?.reaction ?? null

/** The reactions to a message with their counts; one's own can be removed. */
export function ReactionList({ reactions, viewerId, onReact }: ReactionsProps) {
  const own = ownOf(reactions, viewerId)
  const counted = REACTIONS.map((reaction) => ({
    reaction,
    count: reactions.filter((each) => each.reaction === reaction).length,
  })).filter(({ count }) => count > 0)
  if (counted.length === 0) return null
  return (
    <ul aria-label="Reactions" className="reaction-list">
      {counted.map(({ reaction, count }) => (
        <li key={reaction}>
          <button
            type="button"
            aria-pressed={own === reaction}
            aria-label={`${REACTION_TEXTS[reaction]}${count > 1 ? `, ${count}` : ''}`}
            className="reaction-given"
            onClick={() => onReact(own === reaction ? null : reaction)}
          >
            <ReactionIcon reaction={reaction} />
            {count > 1 && <span aria-hidden="true">{count}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Kept free between the choices and the edge of the screen. */
const MARGIN_PIXELS = 8

interface PickerProps extends ReactionsProps {
  onClose: () => void
}

function Picker({ reactions, viewerId, onReact, onClose }: PickerProps) {
  const group = useRef<HTMLDivElement>(null)
  const own = ownOf(reactions, viewerId)
  useLayoutEffect(() => {
    const { left = 0, right = 0 } = group.current?.getBoundingClientRect() ?? {}
    // Beside a message near the edge of a narrow screen it moves inward.
    const shift = Math.max(MARGIN_PIXELS - left, 0) + Math.min(innerWidth - MARGIN_PIXELS - right, 0)
    if (group.current && shift !== 0) group.current.style.translate = `${shift}px`
  }, [])
  useEffect(() => {
    const pressed = group.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    const button = pressed ?? group.current?.querySelector<HTMLElement>('button')
    button?.focus()
  }, [])
  return (
    <div ref={group} role="group" aria-label="Choose a reaction" className="reaction-picker">
      {REACTIONS.map((reaction) => (
        <button
          key={reaction}
          type="button"
          aria-label={REACTION_TEXTS[reaction]}
          aria-pressed={own === reaction}
          className="reaction-choice"
          onClick={() => {
            onReact(own === reaction ? null : reaction)
            onClose()
          }}
        >
          <ReactionIcon reaction={reaction} />
        </button>
      ))}
    </div>
  )
}

/** The way to react to a message: a button that opens the five, and closes them when the focus leaves. */
export function ReactButton(props: ReactionsProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the buttons within
    <div
      className="react"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        id={id}
        type="button"
        aria-label="React"
        aria-expanded={isOpen}
        className="react-button"
        onClick={() => setOpen(!isOpen)}
      >
        <ReactIcon />
      </button>
      {isOpen && <Picker {...props} onClose={close} />}
    </div>
  )
}
