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

/** Opens the visitor's own e-mail program with everything that was typed. */
export function letterAddress(supportEmail: string, letter: ContactLetter): string {
  const { firstName, lastName, email, subject, message } = letter
  const signed = `${message}\n\n${firstName} ${lastName}\n${email}`
  // RFC 6068 wants CRLF between the lines of a body.
  const body = signed.replace(/\r?\n/g, '\r\n')
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
