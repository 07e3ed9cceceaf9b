import * as z from 'zod/mini'
import { HOLD_CAUSES } from './hold-causes.ts'

/** Why a listing is not shown, only for its seller. */
export const Hold = z.object({
  cause: z.enum(HOLD_CAUSES),
  since: z.string(),
  /** Latest time for it to go online by itself; null for a decision. */
  until: z.nullable(z.string()),
  /** The seller's last message to the moderators. */
  answer: z.nullable(z.object({ words: z.string(), createdAt: z.string() })),
  /** True once a day, unless a decision holds it. */
  mayAnswer: z.boolean(),
})
export type Hold = z.output<typeof Hold>
