import { useMemo } from 'react'
import { momentWriter } from '#contract/agreements/moments.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import type { Role } from '#contract/agreements/steps.ts'
import { stepText } from '#contract/agreements/texts.ts'
import { useMoney, usePublicConfig } from '#web/platform/config/public-config.ts'

interface NoteWords {
  isOwn: boolean
  /** Name of the other person. */
  other: string
  /** Title of the product. */
  title: string
}

/** Formats an amount without decimals if it has none: 'GH₵900'. */
export function useAmount() {
  const money = useMoney()
  return (amount: number) => money(amount, Number.isInteger(amount) ? 0 : 2)
}

const otherRole = (role: Role | null): Role => (role === 'buyer' ? 'seller' : 'buyer')

/** Returns the text of a line that nobody typed, about a new price or a step; undefined for other messages. */
export function useNoteText() {
  const money = useMoney()
  const amount = useAmount()
  const { timeZone } = usePublicConfig()
  const moment = useMemo(() => momentWriter(timeZone), [timeZone])
  return (
    { priceChange, step }: Pick<Message, 'priceChange' | 'step'>,
    { isOwn, other, title }: NoteWords,
  ): string | undefined => {
    if (priceChange) return `Price changed from ${money(priceChange.from)} to ${money(priceChange.to)}`
    if (!step) return undefined
    const reader = isOwn && step.by ? step.by : otherRole(step.by)
    return stepText(step, { reader, other, title, money: amount, moment })
  }
}
