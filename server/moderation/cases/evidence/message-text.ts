import type { AgreementStep } from '#contract/agreements/agreement.ts'
import { momentWriter } from '#contract/agreements/moments.ts'
import { stepText } from '#contract/agreements/texts.ts'
import { formatMoney } from '#contract/money.ts'
import type { PublicConfig } from '#contract/site.ts'

interface WrittenRow {
  content: string
  writer: string | null
  price_from: string | null
  price_to: string | null
  step: AgreementStep | null
  product_title: string
}

/** The words of a message. Lines about prices and agreements have none, so they are told as the reader saw them. */
export function messageText(row: WrittenRow, site: Pick<PublicConfig, 'money' | 'timeZone'>): string {
  const money = (amount: number) => formatMoney(amount, site.money)
  if (row.price_to !== null)
    return `Changed the price from ${money(Number(row.price_from))} to ${money(Number(row.price_to))}.`
  if (row.step === null) return row.content
  return stepText(row.step, {
    reader: row.step.by === 'buyer' ? 'seller' : 'buyer',
    other: row.writer ?? 'Somebody',
    title: row.product_title,
    money,
    moment: momentWriter(site.timeZone),
  })
}
