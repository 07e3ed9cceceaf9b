import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createCutDatabase } from '#testing/scale/cut-database.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { databaseOutageOf } from '#server/platform/errors/database-outage.ts'
import { openListener } from './listener.ts'

/** Beat of the tested listeners; the site's is two seconds. */
const BEAT_MILLISECONDS = 200

const database = setUp(createTestDatabase)
const listener = setUp(async () => openListener(database.url, undefined, BEAT_MILLISECONDS))

const listening = () => new Promise<void>((resolve) => listener.onListening(resolve))
const nextPayload = (channel: string) => new Promise<string>((resolve) => listener.on(channel, resolve))
const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(database.db)

it('a late listener is called when its channel is listened to', async () => {
  await listening()
  expect(listener.isListening()).toBe(true)
  const received = nextPayload('late')
  await listening()
  await notify('late', 'news')
  expect(await received).toBe('news')
})

it('a listener reconnects after a cut connection and reports it', async () => {
  await listening()
  const received = nextPayload('kept')
  await listening()
  let times = 0
  const again = new Promise<void>((resolve) => listener.onListening(() => (times += 1) === 2 && resolve()))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sankofa listener'
    and datname = current_database()`.execute(database.db)
  await again
  await notify('kept', 'still')
  expect(await received).toBe('still')
})

it('confirmedAt does not advance while the connection hangs or reconnects', async () => {
  const cut = await createCutDatabase()
  const other = openListener(cut.url, undefined, BEAT_MILLISECONDS)
  const confirms = async (moment: number) => {
    await expect.poll(() => other.confirmedAt()).toBeGreaterThanOrEqual(moment)
  }
  const openedAt = Date.now()
  expect(other.confirmedAt()).toBe(-Infinity)
  await confirms(openedAt)
  cut.cable.freeze()
  const frozenAt = Date.now()
  // The listener with a good connection confirms twice in that time.
  await expect.poll(() => listener.confirmedAt()).toBeGreaterThan(frozenAt + BEAT_MILLISECONDS)
  expect(other.confirmedAt()).toBeLessThanOrEqual(frozenAt)
  cut.cable.cut()
  await confirms(frozenAt + 1)
  await other.close()
  await cut.close()
})

it('everything committed before a confirmed moment was received', async () => {
  await listening()
  let received = 0
  listener.on('counted', () => (received += 1))
  await listening()
  const committed: number[] = []
  const moments = new Set<number>()
  let before = 0
  while (moments.size < 3) {
    await notify('counted', '')
    committed.push(Date.now())
    const moment = listener.confirmedAt()
    moments.add(moment)
    while ((committed[before] ?? Infinity) < moment) before += 1
    expect(received).toBeGreaterThanOrEqual(before)
  }
})

it('every loss is reported as a database outage', async () => {
  const cut = await createCutDatabase()
  const losses: Error[] = []
  const other = openListener(cut.url, (error) => void losses.push(error))
  await new Promise<void>((resolve) => other.onListening(resolve))
  cut.cable.aim({ port: 1, host: '127.0.0.1' })
  cut.cable.cut()
  await expect.poll(() => losses.length).toBeGreaterThan(1)
  expect(new Set(losses.map(databaseOutageOf))).toEqual(new Set(['database-away']))
  await other.close()
  await cut.close()
})
