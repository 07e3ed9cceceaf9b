import { sql } from 'kysely'
import { expect } from 'vitest'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import type { TestApp } from '#testing/app.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setStatus } from '#testing/market/selling.ts'
import type { PushBrowser } from '#testing/services/push-service.ts'

const DUE_NOTIFICATIONS = defineJob('due-news')

/** Sends everything due within the next minute. */
export async function sendDueNotifications(test: TestApp): Promise<void> {
  await test.jobs.settled()
  await test.jobs.enqueue(test.db, DUE_NOTIFICATIONS, {})
  await test.jobs.settled()
}

/** Advances the clock for notifications that wait for push or mail. */
export async function passMinutes(test: TestApp, minutes: number): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`
  await sql`update notifications set push_at = push_at - ${by}, mail_at = mail_at - ${by}`.execute(test.db)
}

/** Creates a notification of type 'sale' for the seller. Returns the product's path. */
export async function sellSomething(test: TestApp, seller: TestClient, title = 'Desk lamp'): Promise<string> {
  const id = await insertProduct(test.db, { title })
  await setStatus(seller, id, { status: 'sold' })
  return `/products/${id}`
}

export async function subscribe(client: TestClient, { subscription }: PushBrowser): Promise<void> {
  expect((await client.send('PUT', '/api/push/subscription', subscription)).status).toBe(200)
}

/** Opens a conversation about Ama's product. Returns its path. */
export async function openConversation(test: TestApp, buyer: TestClient): Promise<string> {
  const productId = await insertProduct(test.db)
  const opened = await buyer.send('POST', '/api/conversations', { productId })
  return `/conversation/${((await opened.json()) as { id: string }).id}`
}

export async function say(writer: TestClient, path: string, content: string): Promise<void> {
  const clientKey = crypto.randomUUID()
  const [, , id] = path.split('/')
  const sent = await writer.send('POST', `/api/conversations/${id}/messages`, { clientKey, content })
  expect(sent.status).toBe(201)
}

export async function readConversation(reader: TestClient, path: string, seq: number): Promise<void> {
  const [, , id] = path.split('/')
  expect((await reader.send('POST', `/api/conversations/${id}/read`, { seq })).status).toBe(200)
}
