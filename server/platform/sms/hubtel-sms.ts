import * as z from 'zod/mini'
import { postJson, requireNumber, SmsRefused, type SmsProvider } from './sms-provider.ts'

/** https://businessdocs-developers.hubtel.com/docs/simple-messaging */
const HUBTEL_URL = 'https://sms.hubtel.com/v1/messages/send'

const Taken = z.object({ status: z.literal(0) })

export interface HubtelOptions {
  clientId: string
  clientSecret: string
  /** Sender name that Hubtel has approved, at most 11 characters. */
  from: string
  url?: string
}

/**
 * Sends through Hubtel, which reaches every network of Ghana. It has no idempotency keys, so a retry after a lost
 * reply may send the message twice.
 */
export function hubtelSms({ clientId, clientSecret, from, url = HUBTEL_URL }: HubtelOptions): SmsProvider {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  return {
    async send(to, text) {
      requireNumber(to)
      const body = JSON.stringify({ From: from, To: to.slice(1), Content: text })
      const response = await postJson(url, body, { Authorization: authorization })
      const answer: unknown = await response.json().catch(() => undefined)
      if (!z.safeParse(Taken, answer).success) throw new SmsRefused('NOT_TAKEN')
    },
  }
}
