import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CONTACT_SUBJECT_MAX, EMAIL_MAX, FULL_NAME_MAX, MESSAGE_MAX } from './limits.ts'

const REQUIRED = 'This field is required'
const WRONG_EMAIL = 'Please enter a valid email address'
const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
const SEVERAL_LINES = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u

const required = (most: number) =>
  z
    .string(REQUIRED)
    .check(
      z.trim(),
      z.minLength(1, { error: REQUIRED, abort: true }),
      z.maxLength(most, `Must be at most ${most} characters long`),
    )

const line = (most: number) => required(most).check(z.regex(ONE_LINE, 'Must be one line of plain text'))

/** SPEC 5: all of it is required. */
export const ContactLetter = z.object({
  /** Made by the browser for each message, so that sending it again is no second one. */
  clientKey: z.uuid('Not a client key'),
  firstName: line(FULL_NAME_MAX),
  lastName: line(FULL_NAME_MAX),
  email: required(EMAIL_MAX).check(z.toLowerCase(), z.email(WRONG_EMAIL)),
  subject: line(CONTACT_SUBJECT_MAX),
  message: required(MESSAGE_MAX).check(
    z.overwrite((written) => written.replace(/\r\n?/g, '\n')),
    z.regex(SEVERAL_LINES, 'Must be plain text'),
  ),
})
export type ContactLetter = z.output<typeof ContactLetter>

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Writes to support, who answer by e-mail.',
  body: ContactLetter,
  reply: z.object({}),
  status: 202,
})
