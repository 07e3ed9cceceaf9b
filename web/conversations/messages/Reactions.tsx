import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { REACTIONS, type Reaction } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import {
  CopyIcon,
  FlagIcon,
  REACTION_TEXTS,
  ReactionIcon,
  ReactIcon,
} from '#web/conversations/conversation-icons.tsx'

interface ReactionsProps {
  reactions: Message['reactions']
  viewerId: string
  onReact: (reaction: Reaction | null) => void
}

const findOwnReaction = (reactions: Message['reactions'], viewerId: string) =>
  reactions.find(({ userId }) => userId === viewerId)?.reaction ?? null

/** The reactions to a message with their counts; people can remove their own. */
export function ReactionList({ reactions, viewerId, onReact }: ReactionsProps) {
  const own = findOwnReaction(reactions, viewerId)
  const counted = REACTIONS.map((reaction) => ({
    reaction,
    count: reactions.filter((each) => each.reaction === reaction).length,
  })).filter(({ count }) => count > 0)
  if (counted.length === 0) return null
  return (
    <ul aria-label="Reactions" className="mx-2 -mt-1.5 mb-1 flex gap-1">
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

/** Space between the choices and the edge of the screen. */
const MARGIN_PIXELS = 8

interface PickerProps extends ReactionsProps {
  /**
   * Copies the text of a message; undefined for a photo. A long press opens the reactions, so people cannot select the
   * text.
   */
  onCopy: (() => void) | undefined
  /** Reports a message of the other person. */
  onReport: (() => void) | undefined
  onClose: () => void
}

/** Opens towards the middle near the edge of a narrow screen, and below a message at the top of the list. */
function useVisiblePosition() {
  const group = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = group.current
    if (!element) return
    const { left, right, top } = element.getBoundingClientRect()
    const shift = Math.max(MARGIN_PIXELS - left, 0) + Math.min(innerWidth - MARGIN_PIXELS - right, 0)
    if (shift !== 0) element.style.translate = `${shift}px`
    const highest = element.closest('.message-scroll')?.getBoundingClientRect().top ?? 0
    element.toggleAttribute('data-below', top < highest)
  }, [])
  return group
}

function Picker({ reactions, viewerId, onReact, onCopy, onReport, onClose }: PickerProps) {
  const group = useVisiblePosition()
  const own = findOwnReaction(reactions, viewerId)
  useEffect(() => {
    const pressed = group.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    const button = pressed ?? group.current?.querySelector<HTMLElement>('button')
    button?.focus({ preventScroll: true })
  }, [group])
  const thenClose = (act: () => void) => () => {
    act()
    onClose()
  }
  return (
    <div ref={group} role="group" aria-label="Choose a reaction" className="reaction-picker">
      {REACTIONS.map((reaction) => (
        <button
          key={reaction}
          type="button"
          aria-label={REACTION_TEXTS[reaction]}
          aria-pressed={own === reaction}
          className="icon-button"
          onClick={thenClose(() => onReact(own === reaction ? null : reaction))}
        >
          <ReactionIcon reaction={reaction} />
        </button>
      ))}
      {onCopy && (
        <button type="button" aria-label="Copy text" className="icon-button" onClick={thenClose(onCopy)}>
          <CopyIcon />
        </button>
      )}
      {onReport && (
        <button
          type="button"
          aria-label="Report message"
          className="icon-button"
          onClick={thenClose(onReport)}
        >
          <FlagIcon className="size-5" />
        </button>
      )}
    </div>
  )
}

interface ReactButtonProps extends Omit<PickerProps, 'onClose'> {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** A button that opens the five reactions; they close when the focus leaves. */
export function ReactButton({ isOpen, onOpen, ...props }: ReactButtonProps) {
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    onOpen(false)
    button.current?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the buttons within
    <div
      className="shrink-0"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={props.onReport ? 'React or report' : 'React'}
        aria-expanded={isOpen}
        className="react-button"
        onClick={() => onOpen(!isOpen)}
      >
        <ReactIcon />
      </button>
      {isOpen && <Picker {...props} onClose={close} />}
    </div>
  )
}
