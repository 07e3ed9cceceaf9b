import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { LOG_LIMIT_BYTES } from './bounded-log.ts'
import { openEmbedded } from './open-embedded.ts'
import { readPostmaster } from './postmaster.ts'

const LINE_BYTES = 200_000
/** The lines exceed both files several times. */
const LINES = 300

const folder = createTemporaryFolder('sankofa-log-')
const dataDir = join(folder, 'data')
const file = join(dataDir, 'postgres.log')
const steps: (() => Promise<void> | void)[] = []
const ending = new AbortController()
let adminUrl: string
let said = 0

beforeAll(async () => {
  const life = {
    ending: ending.signal,
    hurry: ending.signal,
    onClose: (step: () => Promise<void> | void) => void steps.push(step),
    end: async () => undefined,
    endByFault: async () => undefined,
    opened: () => undefined,
  }
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: '' })
  ;({ adminUrl } = await openEmbedded(config, { log: createLog('silent'), life, report: () => undefined }))
})
afterAll(async () => {
  ending.abort()
  for (const step of steps.toReversed()) await step()
  rmSync(folder, { recursive: true, force: true })
})

const sizes = () => [file, `${file}.old`].map((each) => statSync(each, { throwIfNoEntry: false })?.size ?? 0)
const tooLarge = () => sizes().filter((bytes) => bytes > LOG_LIMIT_BYTES)

/** Logs numbered lines and waits after each until the files fit their limit. */
async function sayMuch(): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  for (let line = 0; line < LINES; line += 1) {
    said += 1
    await client.query(`do $$ begin raise log 'line ${said} %', repeat('x', ${LINE_BYTES}); end $$`)
    await expect.poll(tooLarge, { interval: 1 }).toEqual([])
  }
  await client.end()
}

const numbers = () =>
  [`${file}.old`, file].flatMap((each) =>
    Array.from(readFileSync(each, 'utf8').matchAll(/LOG: {2}line (\d+) x/g), ([, number]) => Number(number)),
  )

it('a running database’s log stays within its limit and keeps the newest lines', async () => {
  await sayMuch()
  const left = numbers()
  expect(left.at(-1)).toBe(said)
  expect(left.length).toBeGreaterThan(30)
  expect(left).toEqual(left.map((_, index) => said - left.length + 1 + index))
})

it('the log stays within its limit after the database died and restarted', async () => {
  const cluster = join(dataDir, 'postgres')
  const { pid = NaN } = readPostmaster(cluster) ?? {}
  process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => {
      const now = readPostmaster(cluster)
      return now?.ready === true && now.pid !== pid
    })
    .toBe(true)
  await sayMuch()
  expect(numbers().at(-1)).toBe(said)
})
