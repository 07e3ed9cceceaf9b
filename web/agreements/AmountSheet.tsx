import { type SubmitEvent, useRef, useState } from 'react'
import { DISCOUNTS, discounted, leastOffer } from '#contract/agreements/steps.ts'
import { PRICE_MAX } from '#contract/limits.ts'
import { amountFrom } from '#contract/search/search-filters.ts'
import { useAmount } from '#web/conversations/messages/use-note-text.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'

function findProblem(text: string, price: number, money: (amount: number) => string): string | undefined {
  if (text.trim() === '') return 'Enter an amount'
  const amount = amountFrom(text)
  if (amount === undefined) return 'Enter an amount such as 900 or 899.50'
  if (Number(amount) > PRICE_MAX) return `Must be at most ${money(PRICE_MAX)}`
  if (Number(amount) > price) return `The price is ${money(price)}. Offer that or less`
  const least = leastOffer(price)
  return Number(amount) < least ? `Must be at least ${money(least)}` : undefined
}

interface AmountSheetProps {
  title: string
  product: { title: string; price: number }
  isSeller: boolean
  /** How many offers the viewer can still make; undefined if that is not known yet. */
  offersLeft?: number
  /** Resolves to the reason why it was not sent; otherwise the sheet closes. */
  onOffer: (price: number) => Promise<string | undefined>
  onClose: () => void
}

interface FactsProps extends Pick<AmountSheetProps, 'product' | 'isSeller' | 'offersLeft'> {
  money: (amount: number) => string
}

const leftText = (left: number) =>
  left === 1 ? 'This is your last offer for this.' : `You can make ${left} offers for this.`

const Facts = ({ product, isSeller, offersLeft, money }: FactsProps) => (
  <div>
    <p dir="auto" className="font-semibold">
      {product.title}
    </p>
    <p>{`Price: ${money(product.price)}`}</p>
    {!isSeller && <p className="text-sm text-muted">Most sellers refuse less than half.</p>}
    {offersLeft !== undefined && <p className="text-sm text-muted">{leftText(offersLeft)}</p>}
  </div>
)

/** The amount of an offer, typed or chosen from discounts. */
export function AmountSheet({ title, product, isSeller, offersLeft, onOffer, onClose }: AmountSheetProps) {
  const money = useAmount()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [isSending, setSending] = useState(false)

  function change(next: string) {
    setText(next)
    if (problem) setProblem(findProblem(next, product.price, money))
  }

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const found = findProblem(text, product.price, money)
    setProblem(found)
    if (found) return form.current?.querySelector('input')?.focus()
    setSending(true)
    setRefusal(undefined)
    const reason = await onOffer(Number(amountFrom(text)))
    setSending(false)
    if (reason === undefined) form.current?.closest('dialog')?.close()
    else setRefusal(reason)
  }

  return (
    <Dialog title={title} hasBar isSheet onClose={onClose}>
      <form
        ref={form}
        method="post"
        noValidate
        className="grid gap-3 p-4"
        onSubmit={(event) => void send(event)}
      >
        <Facts {...{ product, isSeller, offersLeft, money }} />
        <FormError message={refusal} />
        <Field
          label="Your offer"
          name="price"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="send"
          value={text}
          error={problem}
          onChange={({ target }) => change(target.value)}
        />
        <div role="group" aria-label="Quick choices" className="flex flex-wrap gap-2">
          {DISCOUNTS.map((percent) => {
            const amount = discounted(product.price, percent)
            return (
              <Button
                key={percent}
                look="chip"
                aria-pressed={text === String(amount)}
                onClick={() => change(String(amount))}
              >
                {`${money(amount)}, ${percent} % less`}
              </Button>
            )
          })}
        </div>
        <Button type="submit" look="primary" busy={isSending && 'Sending…'}>
          Send offer
        </Button>
      </form>
    </Dialog>
  )
}
