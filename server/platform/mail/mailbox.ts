const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * Normalises the addresses of one mailbox to the same text: lower case, without a '+tag', and at Gmail without dots.
 * It is only for comparison; mails go to the address as typed.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at)
  const host = address.slice(at + 1)
  // A plus at the beginning does not start a tag.
  const untagged = name.replace(/(?<=.)\+.*$/, '')
  return GMAIL.has(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`
}
