import { useEffect, useRef, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { isBlank } from '#contract/blank.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'
import { Thumbnail } from '#web/platform/ui/pictures/Thumbnail.tsx'
import { useOnline } from '#web/platform/browser/use-online.ts'
import { BUYER_LINES } from './buyer-lines.ts'
import { deliverFirstMessage } from './deliver.ts'
import { findFirstMessage, type FirstMessage, hasWriter, saveFirstMessage } from './first-messages.ts'
import { OPEN_SHEET } from './open-sheet.ts'
import { MessageField } from './MessageField.tsx'
import { WaitingMessage } from './WaitingMessage.tsx'
import { SignInOptions } from './SignInOptions.tsx'

/** The product stays in sight while the form scrolls. */
function Item({ product }: { product: Product }) {
  const money = useMoney()
  return (
    <div className="sticky top-0 z-1 -mx-4 flex items-center gap-3 border-b border-line bg-raised px-4 py-2">
      <Thumbnail photo={product.photos[0]} sizes="56px" priority="eager" className="h-10.5 w-14" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-1 text-sm font-semibold">
          {product.title}
        </p>
        <p className="price">{money(product.price)}</p>
      </div>
    </div>
  )
}

function findProblem(text: string): string | undefined {
  if (isBlank(text)) return 'Please write a message'
  return text.trim().length > MESSAGE_MAX ? `Must be at most ${MESSAGE_MAX} characters long` : undefined
}

/** The text, stored in this tab until it is sent, and its problem once the person tries to send it. */
function useFirstMessage(productId: string) {
  const [message, setMessage] = useState<FirstMessage>(
    () =>
      findFirstMessage(productId) ?? {
        key: crypto.randomUUID(),
        productId,
        text: BUYER_LINES[0],
        at: Date.now(),
      },
  )
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text } = message
  useEffect(() => {
    if (!hasWriter(message)) saveFirstMessage(message)
  }, [message])
  return {
    message,
    problem,
    field,
    setMessage,
    change(next: string) {
      setMessage({ ...message, text: next })
      if (problem) setProblem(findProblem(next))
    },
    /** Whether the message may be sent; otherwise the field shows why not. */
    check() {
      const found = findProblem(text)
      setProblem(found)
      if (found) field.current?.focus()
      return !found
    },
  }
}

/** Sends the message as the person now signed in, then opens the conversation. */
function useSend(onRefused: (reason: string) => void) {
  const api = useApi()
  const navigate = useNavigate()
  return async (message: FirstMessage) => {
    const delivery = await deliverFirstMessage(api, message)
    if (delivery.is === 'sent') navigate(`/conversation/${delivery.conversationId}`)
    else onRefused('reason' in delivery ? delivery.reason : 'Please try again.')
  }
}

interface MessageSheetProps {
  product: Product
  /** Why an earlier attempt to send it failed. */
  refusal?: string
  onClose: () => void
}

/**
 * A message to a seller from a visitor: first the text, then their account. It is sent once their account may write.
 */
export function MessageSheet({ product, refusal, onClose }: MessageSheetProps) {
  const session = useSession()
  const isOnline = useOnline()
  const { message, problem, field, setMessage, change, check } = useFirstMessage(product.id)
  const [reason, setReason] = useState(refusal)
  const [isSending, setSending] = useState(false)
  const [isStored, setStored] = useState(true)
  const send = useSend(setReason)

  /** Once the message is bound to an address or a person, nobody else can send it. */
  function bindTo(writer: Pick<FirstMessage, 'email' | 'personId'>): FirstMessage {
    const stored = { ...message, ...writer, isRefused: false }
    setStored(saveFirstMessage(stored))
    setMessage(stored)
    return stored
  }

  async function sendAs(personId: string) {
    setSending(true)
    await send(bindTo({ personId }))
    setSending(false)
  }

  // A reload keeps the entry; closing the sheet in any other way removes it.
  useEffect(() => {
    tabStorage.set(OPEN_SHEET, product.id)
    return () => tabStorage.remove(OPEN_SHEET)
  }, [product.id])

  const isWaiting = message.email !== undefined && !session
  return (
    <Dialog title="Message Seller" hasBar isSheet onClose={onClose}>
      <div className="grid grid-cols-1 gap-3 px-4 pb-4">
        <Item product={product} />
        {isWaiting ? (
          <WaitingMessage
            message={message}
            isStored={isStored}
            onChange={() => setMessage({ ...message, email: undefined })}
          />
        ) : (
          <>
            <FormError message={reason} />
            <MessageField ref={field} text={message.text} problem={problem} onText={change} />
            {!isOnline && (
              <p role="status" className="text-sm text-muted">
                You are offline. Your message stays here until you are online.
              </p>
            )}
            {session || isSending ? (
              <Button
                look="primary"
                busy={isSending && 'Sending…'}
                onClick={() => session && check() && void sendAs(session.user.id)}
              >
                Send message
              </Button>
            ) : (
              <SignInOptions
                message={message}
                check={check}
                onConfirm={(email) => bindTo({ email })}
                onSession={(personId) => void sendAs(personId)}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
