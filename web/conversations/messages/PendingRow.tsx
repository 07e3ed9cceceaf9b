import type { ProblemCode } from '#contract/problem.ts'
import { useOnline } from '#web/platform/browser/use-online.ts'
import type { PendingMessage } from '#web/conversations/apply-live.ts'
import { RefusedIcon, WaitingIcon } from '#web/conversations/conversation-icons.tsx'
import { MessageText } from './MessageText.tsx'
import { unsentStepText } from './unsent-step-text.ts'
import { useAmount } from './use-note-text.ts'

export interface PendingActions {
  retry: (clientKey: string) => void
  discard: (clientKey: string) => void
}

/** Refusals of a step that another attempt would meet again. */
const LASTING_REFUSALS: readonly ProblemCode[] = [
  'agreement-changed',
  'invalid-input',
  'price-fixed',
  'product-not-found',
  'product-sold',
  'promised-to-another',
  'too-many-offers',
]

const isLasting = ({ step, code }: PendingMessage) =>
  step !== undefined && LASTING_REFUSALS.some((each) => each === code)

const STATE_TEXTS = {
  preparing: 'Preparing…',
  sending: 'Sending…',
  waiting: 'Waiting to be sent',
  failed: 'Failed',
} satisfies Record<PendingMessage['state'], string>

function PendingPhoto({ photo, state }: { photo: NonNullable<PendingMessage['photo']>; state: string }) {
  return (
    <>
      <img
        src={photo.preview}
        alt=""
        className="block max-h-88 max-w-[min(20rem,70vw)] rounded-2xl opacity-70"
      />
      {state === 'sending' && (
        <progress
          className="block h-1.5 w-full accent-[var(--accent-solid)]"
          aria-label="Sending the photo"
          value={photo.sent}
          max={1}
        />
      )}
    </>
  )
}

function PendingState({ state, problem }: Pick<PendingMessage, 'state' | 'problem'>) {
  const isOnline = useOnline()
  const why = problem ?? (state === 'waiting' && !isOnline ? 'We send it when you are online again.' : null)
  return (
    <>
      <p className="message-about" data-state={state}>
        {state === 'failed' ? <RefusedIcon /> : <WaitingIcon />}
        <span>{STATE_TEXTS[state]}</span>
      </p>
      {why !== null && (
        <p
          className={`mx-2 mt-0.5 text-end text-[0.8125rem] ${state === 'failed' ? 'text-danger' : 'text-muted'}`}
        >
          {why}
        </p>
      )}
    </>
  )
}

interface PendingRowProps {
  pending: PendingMessage
  actions: PendingActions
}

/** Ways to go on with a message that failed or waits after a failure. */
function PendingOptions({ pending, actions }: PendingRowProps) {
  const { clientKey, state, isHeldUp } = pending
  const isFailed = state === 'failed'
  if (!isFailed && !(state === 'waiting' && isHeldUp)) return null
  return (
    <p className="flex">
      {isFailed && !isLasting(pending) && (
        <button type="button" className="message-way" onClick={() => actions.retry(clientKey)}>
          Retry
        </button>
      )}
      <button type="button" className="message-way" onClick={() => actions.discard(clientKey)}>
        Delete
      </button>
    </p>
  )
}

function PendingStep({ pending, actions }: PendingRowProps) {
  const amount = useAmount()
  return (
    <div className="flex flex-col items-center self-center">
      <p className="rounded-card bg-sunken px-3 py-1 text-center text-[0.8125rem] font-semibold">
        {pending.step && unsentStepText(pending.step, amount)}
      </p>
      <PendingState {...pending} />
      <PendingOptions pending={pending} actions={actions} />
    </div>
  )
}

/** A message or step of the viewer that the server has not confirmed. */
export function PendingRow({ pending, actions }: PendingRowProps) {
  const { photo, content, state, step } = pending
  if (step) return <PendingStep pending={pending} actions={actions} />
  return (
    <>
      <div className="message-line">
        <div className="message-bubble" data-state={state} data-photo={photo !== null || undefined}>
          <span className="sr-only">You:</span>
          {photo && <PendingPhoto photo={photo} state={state} />}
          {content && <MessageText content={content} />}
        </div>
      </div>
      <PendingState {...pending} />
      <PendingOptions pending={pending} actions={actions} />
    </>
  )
}
