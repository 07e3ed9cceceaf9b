import * as z from 'zod/mini'

export const LabelledText = z.object({ label: z.string(), text: z.string() })
export type LabelledText = z.output<typeof LabelledText>

/** A part of a sentence; with an address of this site it is a link. */
const NotePart = z.object({ text: z.string(), link: z.nullable(z.string()) })
export type NotePart = z.output<typeof NotePart>

/** A sentence for staff about a signal or an act, and the details that the sentence leaves out. */
export const Note = z.object({ parts: z.array(NotePart), more: z.array(LabelledText) })
export type Note = z.output<typeof Note>
