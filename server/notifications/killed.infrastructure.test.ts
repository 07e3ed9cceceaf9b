import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { passMinutes, sendDueNotifications, subscribe } from '#testing/live/notifications.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { type PushBrowser, type PushService, startPushService } from '#testing/services/push-service.ts'

const SECRET = randomBytes(32)
const CONTENT = 'Written by a process that died'

let service: PushService
let test: TestApp
let phone: PushBrowser

beforeAll(async () => {
  service = await startPushService()
  test = await createTestApp({ push: service.sender, secrets: secretsFrom(SECRET) })
  await insertAccounts(test.db)
  phone = service.browser()
  await subscribe(await signIn(test, 'ama'), phone)
})
afterAll(async () => {
  await test.close()
  await service.close()
})

const start = (settings: Record<string, string>) =>
  spawn(process.execPath, [join(import.meta.dirname, '../../testing/live/notification-process.ts')], {
    env: {
      PATH: process.env.PATH,
      URL: test.database.url,
      SECRET: SECRET.toString('hex'),
      PUSH_HOSTS: service.host,
      PERSON: PEOPLE.ama.id,
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })

const sent = () => phone.pushed.map(({ notification }) => notification.content)

it('a notification written by a killed process is sent once by another', async () => {
  const child = start({})
  await once(child, 'close')
  await sendDueNotifications(test)
  await sendDueNotifications(test)
  expect(sent()).toEqual([CONTENT])
  await passMinutes(test, 10)
  await sendDueNotifications(test)
  await sendDueNotifications(test)
  const mails = (await readDevMailbox(test.db, PEOPLE.ama.email)).filter(({ text }) => text.includes(CONTENT))
  expect(mails).toHaveLength(1)
}, 60_000)

it('a notification that a killed process was sending is sent once by another', async () => {
  await test.jobs.settled()
  await test.jobs.stop()
  // The same text would not notify again on the same day.
  await test.db.deleteFrom('notifications').execute()
  phone.pushed.length = 0
  service.requests = 0
  service.answers = ['hold']
  const child = start({ WORKS: 'yes' })
  await expect.poll(() => service.requests).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(sent()).toEqual([])

  // The queue's supervisor finds that the heartbeat has stopped.
  await sql`
    update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(test.db)
  const another = await createTestApp({
    database: test.database,
    push: service.sender,
    secrets: secretsFrom(SECRET),
  })
  await sendDueNotifications(another)
  await sendDueNotifications(another)
  expect(sent()).toEqual([CONTENT])
  expect(service.requests).toBe(2)
  await another.close()
}, 60_000)
