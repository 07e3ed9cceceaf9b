import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** What somebody is written to about. */
export interface Subject {
  id: string | null
  title: string
}

const wordsAbout = ({ id, title }: Subject): string =>
  id === null ? `About "${title}"` : `About "${title}": ${location.origin}/products/${id}`

/** Opens the device's own way to call or text, and shows the number: a computer may know none. */
export function openPhone(scheme: 'tel' | 'sms', value: string): void {
  showToast('Phone number', value)
  location.assign(`${scheme}:${value.replace(/[^+\d]/g, '')}`)
}

export function openMail(value: string): void {
  showToast('Email', value)
  location.assign(`mailto:${value}`)
}

/** Opens WhatsApp with words about the product. */
export function openWhatsApp(value: string, subject: Subject): void {
  const address = `https://wa.me/${value.replace(/\D/g, '')}?text=${encodeURIComponent(wordsAbout(subject))}`
  // Where the answer came too late for a window of its own, it opens in this one.
  const opened = open(address, '_blank')
  if (opened) opened.opener = null
  else location.assign(address)
}
