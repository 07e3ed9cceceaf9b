import { useMemo, useState } from 'react'
import { momentWriter } from '#contract/agreements/moments.ts'
import type { StepName } from '#contract/agreements/steps.ts'
import { isolated } from '#contract/isolated.ts'
import type { AgreementCardProps } from '#web/conversations/use-agreement.ts'
import { unsentStepText } from '#web/conversations/messages/unsent-step-text.ts'
import { useAmount } from '#web/conversations/messages/use-note-text.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/dialogs/ConfirmDialog.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { AmountSheet } from './AmountSheet.tsx'
import { CancelSheet } from './CancelSheet.tsx'
import { type Card, cardOf } from './card.ts'
import { cardText } from './card-text.ts'
import { DealReviewPart } from './DealReviewPart.tsx'
import { MeetingPart } from './MeetingPart.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** Steps that ask for more before they are taken. */
type Asking = Extract<StepName, 'offer' | 'cancel' | 'confirm'>

const asks = (step: StepName): step is Asking => step === 'offer' || step === 'cancel' || step === 'confirm'

/** The order of the buttons. */
const ORDER: readonly StepName[] = [
  'accept',
  'come',
  'confirm',
  'deny',
  'offer',
  'reserve',
  'keep',
  'decline',
  'withdraw',
  'cancel',
]

/** Whether the step is what the card waits for. */
const isExpected = (step: StepName, look: Card['look']) =>
  step === 'accept' || step === 'come' || (step === 'confirm' && look !== 'agreed')

const CONFIRM_LABELS: Partial<Record<Card['look'], string>> = {
  agreed: 'We met, it is done',
  'half-confirmed': 'Yes',
  lapsed: 'Yes, we met',
}

function labelOf(
  step: StepName,
  { look, role }: Card,
  { conversation, agreement }: AgreementCardProps,
): string {
  // The seller proposed it, and the buyer has not answered.
  const isUnasked = role === 'buyer' && agreement?.isReservation && !agreement.isComing
  const labels: Partial<Record<StepName, string>> = {
    offer: look === 'offered' ? 'Offer back' : 'Make an offer',
    reserve: `Reserve for ${isolated(conversation.other.name)}`,
    accept: 'Accept',
    decline: 'Decline',
    withdraw: 'Withdraw',
    come: 'I am coming',
    keep: 'Keep longer',
    cancel: isUnasked ? 'No, thanks' : 'Cancel',
    confirm: CONFIRM_LABELS[look],
    deny: 'No',
  }
  return labels[step] ?? ''
}

interface AskingProps extends AgreementCardProps {
  card: Card
  asking: Asking
  onClose: () => void
}

/** The sheet or the question before a step. */
function AskingPart({ asking, card, onClose, ...props }: AskingProps) {
  const { conversation, onStep } = props
  const { product, other, isSeller, offersLeft } = conversation
  /** Queues the step, which cannot fail. */
  async function take(step: Parameters<typeof onStep>[0]): Promise<undefined> {
    onStep(step)
  }
  if (asking === 'offer')
    return (
      <AmountSheet
        title={labelOf('offer', card, props)}
        product={{ title: product.title, price: product.price ?? 0 }}
        isSeller={isSeller}
        offersLeft={offersLeft}
        onOffer={(price) => take({ step: 'offer', price })}
        onClose={onClose}
      />
    )
  if (asking === 'cancel')
    return (
      <CancelSheet
        role={card.role}
        other={other.name}
        onCancel={(reason) => onStep({ step: 'cancel', reason })}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title="Did you meet?"
      action="Yes, we met"
      busy="Sending…"
      onConfirm={() => take({ step: 'confirm' })}
      onClose={onClose}
    >
      <p className="mt-2">Say so only after you met and agreed. You cannot take it back.</p>
    </ConfirmDialog>
  )
}

interface StepButtonsProps extends AgreementCardProps {
  card: Card
  onAsk: (step: Asking) => void
}

function StepButtons({ card, onAsk, ...props }: StepButtonsProps) {
  const steps = ORDER.filter((step) => card.steps.includes(step))
  if (steps.length === 0) return null
  return (
    <div className="deal-steps">
      {steps.map((step) => (
        <Button
          key={step}
          look={isExpected(step, card.look) ? 'primary' : 'quiet'}
          onClick={() => (asks(step) ? onAsk(step) : props.onStep({ step }))}
        >
          {labelOf(step, card, props)}
        </Button>
      ))}
    </div>
  )
}

function useCardText(card: Card | undefined, { conversation, agreement, waiting }: AgreementCardProps) {
  const money = useAmount()
  const { timeZone } = usePublicConfig()
  const moment = useMemo(() => momentWriter(timeZone), [timeZone])
  if (waiting?.step) return unsentStepText(waiting.step, money)
  return card && cardText(card, { conversation, agreement, money, moment })
}

/** What the two people of a conversation agreed, and the steps that the viewer can take. */
export function AgreementCard(props: AgreementCardProps) {
  const { conversation, agreement, waiting } = props
  const now = useNow()
  const [asking, setAsking] = useState<Asking>()
  const { text: textRef, ...focus } = useKeptFocus()
  const card = cardOf({ conversation, agreement, now })
  const text = useCardText(card, props)
  if (!card) return null
  function close() {
    // Closing a dialog returns the focus to its button, which may be gone.
    focus.onFocus()
    setAsking(undefined)
  }
  return (
    <section aria-label="Your deal" className="deal" {...focus}>
      <p ref={textRef} tabIndex={-1}>
        {text}
      </p>
      <MeetingPart {...props} card={card} now={now}>
        {!waiting && <StepButtons {...props} card={card} onAsk={setAsking} />}
      </MeetingPart>
      <DealReviewPart conversation={conversation} isAside={card.look !== 'done' && card.look !== 'none'} />
      {asking && <AskingPart {...props} card={card} asking={asking} onClose={close} />}
    </section>
  )
}
