import * as z from 'zod/mini'
import { addressChecks } from '#contract/accounts/accounts.ts'
import { endpoint } from './endpoint.ts'
import { CONTACT_SUBJECT_MAX, EMAIL_MAX, FULL_NAME_MAX, MESSAGE_MAX } from './limits.ts'
import { line, paragraphs, REQUIRED } from '#contract/plain-text.ts'

/** SPEC 5: all of it is required. */
export const ContactMessage = z.object({
  /** The browser creates it for each message, so that sending it again does not create a second one. */
  clientKey: z.uuid('Not a client key'),
  firstName: line(FULL_NAME_MAX, REQUIRED),
  lastName: line(FULL_NAME_MAX, REQUIRED),
  email: line(EMAIL_MAX, REQUIRED, ...addressChecks),
  subject: line(CONTACT_SUBJECT_MAX, REQUIRED),
  message: paragraphs(MESSAGE_MAX, REQUIRED),
})
export type ContactMessage = z.output<typeof ContactMessage>

export const supportContract = {
  sendContactMessage: endpoint({
    method: 'POST',
    path: '/api/contact',
    access: 'everyone',
    summary: 'Sends a message to support, who answer by e-mail.',
    body: ContactMessage,
    reply: z.object({}),
    status: 202,
  }),
}
