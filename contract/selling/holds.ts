import * as z from 'zod/mini'
import { HOLD_CAUSES } from './hold-causes.ts'

/** Why a listing is not shown, for its seller alone. */
export const Hold = z.object({
  cause: z.enum(HOLD_CAUSES),
  since: z.string(),
  /** When it goes online by itself at the latest; null of what was decided. */
  until: z.nullable(z.string()),
  /** What the seller wrote to the moderators last. */
  answer: z.nullable(z.object({ words: z.string(), createdAt: z.string() })),
  /** Once a day, unless it was decided. */
  mayAnswer: z.boolean(),
})
export type Hold = z.output<typeof Hold>
