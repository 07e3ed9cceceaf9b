import type { FieldProblem } from '#contract/problem.ts'

export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'subject', 'message'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]
export type ContactMessage = Record<ContactField, string>
export type ContactErrors = Partial<Record<ContactField, string>>

export function readMessage(form: FormData): ContactMessage {
  const value = (field: ContactField) => {
    const typed = form.get(field)
    return typeof typed === 'string' ? typed.trim() : ''
  }
  return Object.fromEntries(CONTACT_FIELDS.map((field) => [field, value(field)])) as ContactMessage
}

export function checkMessage(contactMessage: ContactMessage): ContactErrors {
  const errors: ContactErrors = {}
  for (const field of CONTACT_FIELDS) {
    if (!contactMessage[field]) errors[field] = 'This field is required'
  }
  if (contactMessage.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contactMessage.email)) {
    errors.email = 'Please enter a valid email address'
  }
  return errors
}

/** The server's objections by field. */
export function toErrors(problems: FieldProblem[]): ContactErrors {
  const errors: ContactErrors = {}
  for (const field of CONTACT_FIELDS) {
    const message = problems.find((problem) => problem.field === field)?.message
    if (message !== undefined) errors[field] = message
  }
  return errors
}

export const findFirstInvalid = (errors: ContactErrors): ContactField | undefined =>
  CONTACT_FIELDS.find((field) => errors[field])
