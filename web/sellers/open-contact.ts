import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** The product about which people write. */
export interface Subject {
  id: string | null
  title: string
}

const messageAbout = ({ id, title }: Subject): string =>
  id === null ? `About "${title}"` : `About "${title}": ${location.origin}/products/${id}`

/** Opens the device's app for calls or texts, and shows the number, because a computer may have no such app. */
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
  const address = `https://wa.me/${value.replace(/\D/g, '')}?text=${encodeURIComponent(messageAbout(subject))}`
  // Browsers block a new window if the answer came too late after the press; then this window opens it.
  const opened = open(address, '_blank')
  if (opened) opened.opener = null
  else location.assign(address)
}
