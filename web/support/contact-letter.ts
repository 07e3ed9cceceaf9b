import type { FieldProblem } from '#contract/problem.ts'

export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'subject', 'message'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]
export type ContactLetter = Record<ContactField, string>
export type ContactErrors = Partial<Record<ContactField, string>>

export function readLetter(form: FormData): ContactLetter {
  const value = (field: ContactField) => {
    const typed = form.get(field)
    return typeof typed === 'string' ? typed.trim() : ''
  }
  return {
    firstName: value('firstName'),
    lastName: value('lastName'),
    email: value('email'),
    subject: value('subject'),
    message: value('message'),
  }
}

export function checkLetter(letter: ContactLetter): ContactErrors {
  const errors: ContactErrors = {}
  for (const field of CONTACT_FIELDS) {
    if (!letter[field]) errors[field] = 'This field is required'
  }
  if (letter.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(letter.email)) {
    errors.email = 'Please enter a valid email address'
  }
  return errors
}

/** What the server has against it, by field. */
export function errorsOf(problems: FieldProblem[]): ContactErrors {
  const errors: ContactErrors = {}
  for (const field of CONTACT_FIELDS) {
    const message = problems.find((problem) => problem.field === field)?.message
    if (message !== undefined) errors[field] = message
  }
  return errors
}

export const firstWrong = (errors: ContactErrors): ContactField | undefined =>
  CONTACT_FIELDS.find((field) => errors[field])
