import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/**
 * Texts that we had written for this purpose, none of them anybody's, by people who had not seen how they are judged.
 * Each batch is of one writer. Batch 0, ours, was written beside the rules: it teaches, and no threshold depends on it.
 * Nobody who changes the program looks at the last batches: they only measure.
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

const Name = z.object({
  ...Judged,
  label: z.enum(['pretends', 'honest']),
  language: z.enum(['en', 'pidgin', 'twi', 'mixed', 'other']),
  name: z.string(),
})
export type LabelledName = z.output<typeof Name>

function read<Schema extends z.ZodMiniType>(schema: Schema, file: string): z.output<Schema>[] {
  const lines = readFileSync(join(import.meta.dirname, `labelled/${file}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => z.parse(schema, JSON.parse(line)))
}

export const labelledMessages = (part: Part): LabelledMessage[] => read(Message, `messages${part}`)
export const labelledTitles = (part: Part): LabelledTitle[] => read(Title, `titles${part}`)

/** Every eighth labelled message is enough to try a rule. */
const SAMPLE = 8

/** The messages on which moderators try their changes; each set is read once, when it is first needed. */
export function lazySamples() {
  let sample: readonly LabelledMessage[] | undefined
  let unlearned: readonly LabelledMessage[] | undefined
  return {
    /** For the patterns of a rule. */
    sample: () => (sample ??= labelledMessages('').filter((_, index) => index % SAMPLE === 0)),
    /** For changes of the concepts: messages from which the model has learned hardly show what these change. */
    unlearned: () => (unlearned ??= labelledMessages('-last')),
  }
}
export const labelledNames = (part: Part): LabelledName[] => read(Name, `names${part}`)
