import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/**
 * Texts that we had written for this purpose, none of them anybody's, by people who had not seen how they are judged.
 * Each batch is of one writer. The last batches are never looked at: they only measure.
 */
type Part = '' | '-last'

const Judged = {
  batch: z.int(),
  /** Empty for what is honest, and for tricks of several kinds. */
  kind: z.string(),
  form: z.enum(['plain', 'disguised']),
}
const Message = z.object({
  ...Judged,
  label: z.enum(['trick', 'honest']),
  language: z.enum(['en', 'pidgin', 'twi', 'mixed']),
  from: z.enum(['buyer', 'seller', '']),
  text: z.string(),
})
export type LabelledMessage = z.output<typeof Message>

const Title = z.object({
  ...Judged,
  label: z.enum(['forbidden', 'innocent']),
  language: z.enum(['en', 'pidgin', 'twi', 'mixed']),
  category: z.string(),
  title: z.string(),
  description: z.string(),
})
export type LabelledTitle = z.output<typeof Title>

function read<Schema extends z.ZodMiniType>(schema: Schema, file: string): z.output<Schema>[] {
  const lines = readFileSync(join(import.meta.dirname, `labelled/${file}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => z.parse(schema, JSON.parse(line)))
}

export const labelledMessages = (part: Part): LabelledMessage[] => read(Message, `messages${part}`)
export const labelledTitles = (part: Part): LabelledTitle[] => read(Title, `titles${part}`)
