import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type Listener, openListener } from './listener.ts'

let database: TestDatabase
let listener: Listener
beforeAll(async () => {
  database = await createTestDatabase()
  listener = openListener(database.url)
})
afterAll(async () => {
  await listener.close()
  await database.close()
})

const listening = () => new Promise<void>((resolve) => listener.onListening(resolve))
const heard = (channel: string) => new Promise<string>((resolve) => listener.on(channel, resolve))
const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(database.db)

it('tells who asks late as well from when on their channel is heard', async () => {
  await listening()
  expect(listener.isListening()).toBe(true)
  const news = heard('late')
  await listening()
  await notify('late', 'news')
  expect(await news).toBe('news')
})

it('comes back after its connection was cut, and says so', async () => {
  await listening()
  const news = heard('kept')
  await listening()
  let times = 0
  const again = new Promise<void>((resolve) => listener.onListening(() => (times += 1) === 2 && resolve()))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sankofa listener'
    and datname = current_database()`.execute(database.db)
  await again
  await notify('kept', 'still')
  expect(await news).toBe('still')
})
