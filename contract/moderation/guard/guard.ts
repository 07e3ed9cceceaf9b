import * as z from 'zod/mini'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/limits.ts'
import { endpoint } from '#contract/endpoint.ts'

/** A scam warning for a listing: the words that caused it, and the advice that buyers would see. */
const ListingWarning = z.object({ words: z.string(), reader: z.string() })
export type ListingWarning = z.output<typeof ListingWarning>

/** Goods that may not be sold, which a listing seems to offer. */
const ListingGoods = z.object({
  /** The kind of prohibited-goods.ts; another one if it only resembles what others may not sell. */
  kind: z.string(),
  words: z.string(),
  /** Whether the listing would wait for a moderator. */
  isCertain: z.boolean(),
})
export type ListingGoods = z.output<typeof ListingGoods>

export const guardContract = {
  checkListing: endpoint({
    method: 'POST',
    path: '/api/selling/listing-check',
    access: 'signed-in',
    summary:
      'Returns words of a listing that look like a trick or like prohibited goods, before it goes online.',
    body: z.object({
      title: z.string().check(z.maxLength(TITLE_MAX * 2)),
      description: z.string().check(z.maxLength(DESCRIPTION_MAX * 2)),
      category: z._default(z.string().check(z.maxLength(50)), ''),
    }),
    reply: z.object({ warnings: z.array(ListingWarning), goods: z.nullable(ListingGoods) }),
  }),
  reportFalseAlarm: endpoint({
    method: 'POST',
    path: '/api/messages/:id/false-alarm',
    access: 'participant',
    summary: 'Records that the reader of a warned message found no trick; counted once.',
    params: z.object({ id: z.uuid('Not a message id') }),
    reply: z.object({}),
  }),
}
