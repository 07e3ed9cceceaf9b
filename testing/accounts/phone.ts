import type { Session } from '#contract/accounts/accounts.ts'
import type { BrowserCheck } from '#contract/accounts/browser-check.ts'
import type { PhoneNeeds } from '#contract/accounts/phone-sign-in.ts'
import { proofOf } from '#web/accounts/phone-sign-in/check-answers.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import type { TestApp } from '#testing/app.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'

/** Code of the newest SMS to a number. */
export async function smsCode(test: TestApp, number: string): Promise<string> {
  await test.jobs.settled()
  const [sms] = await readDevMailbox(test.db, number)
  return /\b\d{4}\b/.exec(sms?.text ?? '')?.[0] ?? ''
}

export const wrongCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

/** Proof of work that a browser computes before it requests a code. */
export async function browserProof(client: TestClient, headers?: Record<string, string>): Promise<string> {
  const response = await client.send('POST', '/api/auth/phone/check', {}, headers)
  return proofOf((await response.json()) as BrowserCheck)
}

export async function requestPhoneCode(client: TestClient, phone: string): Promise<Response> {
  const proof = await browserProof(client)
  return client.send('POST', '/api/auth/phone/code', { phone, proof })
}

export const sendPhoneCodeBack = (client: TestClient, phone: string, code: string, more: object = {}) =>
  client.send('POST', '/api/auth/phone', { phone, code, ...more })

export interface PhoneReply {
  session: Session | null
  challenge: string | null
  needs: PhoneNeeds | null
}

/** Signs up a person with a phone number, in their own browser. */
export async function beginWithPhone(test: TestApp, phone: string, name = 'Adwoa'): Promise<TestClient> {
  const client = createAnonymousClient(test.app)
  await requestPhoneCode(client, phone)
  const newcomer = { name, terms: true }
  const response = await sendPhoneCodeBack(client, phone, await smsCode(test, phone), { newcomer })
  const { session } = (await response.json()) as PhoneReply
  if (!session) throw new Error('Nobody was signed in')
  client.token = session.access_token
  return client
}
