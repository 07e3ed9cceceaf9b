import * as z from 'zod/mini'

/** What stands at a message that looks like a trick, for whom reads it and for whom wrote it. `{name}` is the writer's. */
export const Warning = z.object({
  rule: z.string(),
  look: z.enum(['info', 'warn', 'danger']),
  reader: z.string(),
  writer: z.string(),
})
export type Warning = z.output<typeof Warning>
