import type { DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { requireNumber, type SmsProvider } from './sms-provider.ts'

export const devSms = (devMailbox: DevMailbox): SmsProvider => ({
  async send(to, text) {
    requireNumber(to)
    await devMailbox.add({ channel: 'sms', to, subject: '', text, html: '' })
  },
})
