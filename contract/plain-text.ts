import * as z from 'zod/mini'
import { isBlank, VISIBLE_SIGN } from './blank.ts'
import { seenLine, seenText } from '#contract/typed/seen-text.ts'

type TextChecks = Parameters<z.ZodMiniString['check']>

const MISSING = 'This field is required'

const emptyIfBlank = (text: string) => (isBlank(text) ? '' : text)
export const atMost = (most: number) => z.maxLength(most, `Must be at most ${most} characters long`)

/** A text of one line without what nobody sees (see seen-text.ts). It may be empty unless the checks forbid it. */
export const line = (most: number, ...checks: TextChecks) =>
  z.string(MISSING).check(z.overwrite(seenLine), z.overwrite(emptyIfBlank), atMost(most), ...checks)

/** Like `line`, for a text of several lines, which end in '\n'. */
export const paragraphs = (most: number, ...checks: TextChecks) =>
  z.string(MISSING).check(z.overwrite(seenText), z.overwrite(emptyIfBlank), atMost(most), ...checks)

/**
 * Requires at least `least` visible signs. Later checks of the field and its form run only if `continues` is
 * set.
 */
export const seen = (least: number, error: string, continues = false) =>
  z.refine<string>((text) => [...text].filter((sign) => VISIBLE_SIGN.test(sign)).length >= least, {
    error,
    abort: !continues,
  })

export const REQUIRED = seen(1, MISSING)
