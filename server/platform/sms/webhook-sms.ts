import { createHmac } from 'node:crypto'
import { postJson, requireNumber, type SmsProvider } from './sms-provider.ts'

/**
 * Posts `{ id, to, text }` to the operator's own service. `X-Signature: t=<Unix seconds>,v1=<hex>` is the HMAC-SHA256 of
 * `<t>.<body>` under the shared secret; the receiver refuses old times and sends each id once.
 */
export const webhookSms = (options: { url: string; secret: string }): SmsProvider => ({
  async send(to, text, idempotencyKey) {
    requireNumber(to)
    const body = JSON.stringify({ id: idempotencyKey, to, text })
    const time = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', options.secret).update(`${time}.${body}`).digest('hex')
    const response = await postJson(options.url, body, {
      'X-Signature': `t=${time},v1=${signature}`,
      'Idempotency-Key': idempotencyKey,
    })
    await response.body?.cancel()
  },
})
