import type { Outbox } from '#server/outbox/outbox.ts'
import { requireNumber, type SmsProvider } from './sms-provider.ts'

/** Keeps messages where the developer can read them. */
export const outboxSms = (outbox: Outbox): SmsProvider => ({
  async send(to, text) {
    requireNumber(to)
    await outbox.add({ channel: 'sms', to, subject: '', text, html: '' })
  },
})
