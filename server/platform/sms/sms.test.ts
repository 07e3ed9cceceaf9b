import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { createTestDatabase } from '#testing/database.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { hubtelSms } from './hubtel-sms.ts'
import { devSms } from './dev-sms.ts'
import { webhookSms } from './webhook-sms.ts'

interface Call {
  method: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const CODE = 'Your Sankofa code is 1234'
let calls: Call[]
let answer: { status: number; body: string; headers?: Record<string, string> }
let url: string
let closing: (() => unknown)[]

beforeEach(async () => {
  calls = []
  answer = { status: 200, body: '{}' }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      calls.push({ method: request.method, headers: request.headers, body })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
  closing = [() => server.close(), () => server.closeAllConnections()]
})
afterEach(async () => {
  for (const close of closing) await close()
})

test('the webhook receives a signed message', async () => {
  const secret = 'a secret of the operator'
  const before = Math.floor(Date.now() / 1000)
  await webhookSms({ url, secret }).send('+233201234567', CODE, 'job-1')
  const call = calls[0]!
  expect(call).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'job-1' },
  })
  expect(JSON.parse(call.body)).toEqual({ id: 'job-1', to: '+233201234567', text: CODE })
  const [, time = '', signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call.headers['x-signature'])) ?? []
  expect(Number(time)).toBeGreaterThanOrEqual(before)
  expect(signature).toBe(createHmac('sha256', secret).update(`${time}.${call.body}`).digest('hex'))
})

test('a webhook that fails or redirects counts as not accepted', async () => {
  const webhook = webhookSms({ url, secret: 'a secret of the operator' })
  answer = { status: 503, body: 'busy' }
  await expect(webhook.send('+233201234567', CODE, 'job-1')).rejects.toMatchObject({ code: 'HTTP_503' })
  answer = { status: 307, body: '', headers: { location: url } }
  await expect(webhook.send('+233201234567', CODE, 'job-1')).rejects.toThrow(TypeError)
  expect(calls).toHaveLength(2)
})

const hubtel = () => hubtelSms({ clientId: 'shop', clientSecret: 'k3y', from: 'Sankofa', url })

test('Hubtel receives sender, number and text as documented', async () => {
  answer = { status: 201, body: '{"rate":0.03,"messageId":"9c5f","status":0,"networkId":"62001"}' }
  await hubtel().send('+233201234567', CODE, 'job-1')
  expect(calls).toMatchObject([
    { method: 'POST', headers: { authorization: 'Basic c2hvcDprM3k=', 'content-type': 'application/json' } },
  ])
  expect(JSON.parse(calls[0]!.body)).toEqual({ From: 'Sankofa', To: '233201234567', Content: CODE })
})

test.each([
  [401, '', 'HTTP_401'],
  [200, '{"status":4,"statusDescription":"no credit"}', 'NOT_TAKEN'],
  [200, '<html>', 'NOT_TAKEN'],
])(
  'the Hubtel answer %i %s counts as not accepted, and the error hides the message',
  async (status, body, code) => {
    answer = { status, body }
    const error: unknown = await hubtel()
      .send('+233201234567', CODE, 'job-1')
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'SmsRefused', code })
    expect(String(error)).not.toMatch(/1234|k3y/)
  },
)

test.each([
  '0201234567',
  '+0201234567',
  '233201234567',
  '+233 20 123 4567',
  '+233201234567\r\n',
  '+233201234567,+233207654321',
])('a message to %j is refused', async (to) => {
  for (const provider of [webhookSms({ url, secret: 'x' }), hubtel()]) {
    await expect(provider.send(to, CODE, 'job-1')).rejects.toThrow(TypeError)
  }
  expect(calls).toEqual([])
})

test('the outbox stores the messages', async () => {
  const { db, close } = await createTestDatabase()
  closing.push(close)
  await devSms(createDevMailbox(db)).send('+233201234567', CODE, 'job-1')
  expect(await readDevMailbox(db, '+233201234567')).toMatchObject([
    { channel: 'sms', to: '+233201234567', text: CODE },
  ])
  expect(await readDevMailbox(db, '+233207654321')).toEqual([])
})
