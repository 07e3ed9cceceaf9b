import {
  type ChangeEvent,
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isBlank } from '#contract/blank.ts'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { PHOTO_TYPES } from '#contract/photos/photo-names.ts'
import { photoFileProblem } from '#web/photos/picking/check-photo-file.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { saveDraft, readDraft } from '#web/conversations/outbox/drafts.ts'
import { PicturesIcon } from '#web/photos/photo-icons.tsx'
import { SendIcon } from './conversation-icons.tsx'
import { QuickReplies } from './QuickReplies.tsx'
import { createTypingSignal } from './typing-signal.ts'
import { isComposing } from '#web/platform/browser/is-composing.ts'

/** The counter appears this many characters before the limit. */
const COUNTER_MARGIN = 500

interface ComposerProps {
  personId: string
  conversationId: string
  /** Quick replies, offered while the field is empty. */
  replies: readonly string[]
  /** Returns false if nobody is signed in any more. */
  onText: (text: string) => boolean
  onPhoto: (file: File) => void
  /** The function of the first render is used; later ones are ignored. */
  onTyping: (typing: boolean) => void
}

/** Touch keyboards cannot hold Shift, so Enter breaks the line there and the button sends. */
const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Grows the field with its text, up to the maximum height in the style sheet. */
function useGrowing(text: string) {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    const borders = element.offsetHeight - element.clientHeight
    element.style.height = `${element.scrollHeight + borders}px`
  }, [text])
  return field
}

function PhotoButton({ onPhoto }: Pick<ComposerProps, 'onPhoto'>) {
  const input = useRef<HTMLInputElement>(null)
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Lets people choose the same file again.
    target.value = ''
    if (!file) return
    const problem = photoFileProblem(file)
    if (problem) showToast('This photo cannot be sent', problem)
    else onPhoto(file)
  }
  return (
    <>
      <Button
        aria-label="Send a photo"
        look="icon"
        className="shrink-0"
        onClick={() => input.current?.click()}
      >
        <PicturesIcon className="size-6" />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Photo file"
        accept={PHOTO_TYPES.join(',')}
        onChange={choose}
      />
    </>
  )
}

/** Warns before the limit, because the field cuts nothing that people type or paste. */
function MessageLength({ length }: { length: number }) {
  const isTooLong = length > MESSAGE_MAX
  return (
    <div id="message-length" className="composer-length">
      {length > MESSAGE_MAX - COUNTER_MARGIN && (
        <span data-too-long={isTooLong || undefined}>{`${length} of ${MESSAGE_MAX}`}</span>
      )}
      <span role="status">{isTooLong && `Must be at most ${MESSAGE_MAX} characters long`}</span>
    </div>
  )
}

/** Opens in another tab, because the typed text stays in this one. */
const LogInToSend = ({ conversationId }: { conversationId: string }) => (
  <div role="alert" className="composer-length">
    <span data-too-long>Log in to send.</span>
    <NewTabLink href={loginPath(`/conversation/${conversationId}`)} text="Log in" className="lone-link" />
  </div>
)

/** The field for a message. The text stays as a draft until it is sent. */
export function Composer(props: ComposerProps) {
  const { personId, conversationId, replies, onText, onPhoto, onTyping } = props
  const [text, setText] = useState(() => readDraft(personId, conversationId))
  const [typing] = useState(() => createTypingSignal(onTyping))
  useEffect(() => () => typing.stop(), [typing])
  const [isLoggedOut, setLoggedOut] = useState(false)
  const field = useGrowing(text)
  const { length } = text.trim()
  const isSendable = !isBlank(text) && length <= MESSAGE_MAX

  function change(next: string) {
    setText(next)
    saveDraft(personId, conversationId, next)
  }

  function send() {
    if (!isSendable) return
    typing.stop()
    const isTaken = onText(text.trim())
    setLoggedOut(!isTaken)
    change(isTaken ? '' : text)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || isTouch()) return
    event.preventDefault()
    send()
  }

  return (
    <form
      method="post"
      className="composer"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        send()
      }}
    >
      {text === '' && replies.length > 0 && (
        <QuickReplies
          replies={replies}
          onChoose={(reply) => {
            change(reply)
            field.current?.focus()
          }}
        />
      )}
      <MessageLength length={length} />
      {isLoggedOut && <LogInToSend conversationId={conversationId} />}
      <PhotoButton onPhoto={onPhoto} />
      <label htmlFor="message" className="sr-only">
        Message
      </label>
      <textarea
        dir="auto"
        id="message"
        ref={field}
        rows={1}
        className="field composer-field"
        placeholder="Write a message"
        value={text}
        aria-invalid={length > MESSAGE_MAX || undefined}
        aria-describedby="message-length"
        onChange={({ target }) => {
          change(target.value)
          typing.typed(target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => typing.stop()}
      />
      <Button
        type="submit"
        aria-label="Send"
        look="icon"
        className="shrink-0 bg-(--accent-solid) text-(--on-accent) hover:bg-(--accent-solid-hover) disabled:bg-sunken disabled:text-muted"
        disabled={!isSendable}
        // A tap on the button must not take the focus from the field, which would close the keyboard.
        onPointerDown={(event) => event.preventDefault()}
      >
        <SendIcon />
      </Button>
    </form>
  )
}
