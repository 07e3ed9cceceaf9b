import * as z from 'zod/mini'

/** The message says what to put instead; the setting's name goes before it. */
export const textThat = (isValid: (text: string) => boolean, message: string) =>
  z.string().check(z.refine(isValid, message))

/** The same for what may be left out. */
export const setting = (isValid: (text: string) => boolean, message: string) =>
  z.optional(textThat(isValid, message))
