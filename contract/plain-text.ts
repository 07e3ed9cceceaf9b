import * as z from 'zod/mini'
import { isBlank, VISIBLE_SIGN } from './blank.ts'

type TextChecks = Parameters<z.ZodMiniString['check']>

const MISSING = 'This field is required'

/** Excludes characters that no keyboard types: they reverse the text that follows, to deceive, or break the line. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
const SEVERAL_LINES = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u

const emptyIfBlank = z.overwrite((text: string) => (isBlank(text) ? '' : text))
export const atMost = (most: number) => z.maxLength(most, `Must be at most ${most} characters long`)

/**
 * A text of one line, trimmed; a text of only invisible signs counts as empty. It may be empty unless the
 * checks forbid it.
 */
export const line = (most: number, ...checks: TextChecks) =>
  z
    .string(MISSING)
    .check(
      z.trim(),
      emptyIfBlank,
      atMost(most),
      z.regex(ONE_LINE, 'Must be one line of plain text'),
      ...checks,
    )

/** Like `line`, for a text of several lines, which end in '\n'. */
export const paragraphs = (most: number, ...checks: TextChecks) =>
  z.string(MISSING).check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.trim(),
    emptyIfBlank,
    atMost(most),
    z.regex(SEVERAL_LINES, 'Must be plain text'),
    ...checks,
  )

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
