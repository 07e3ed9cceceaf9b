import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '#testing/site.ts'
import { openBenchDatabase } from './bench-database.ts'
import { measure, type Speed } from './load.ts'
import type { Row } from './report.ts'
import { insertTalks, LONG, SHORT } from './talk-data.ts'

const PRODUCTS = 6000
const WARM_UP_SECONDS = 3
/** Few search their messages in the same moment, and each reads thousands of them. */
const SEARCHING_AT_ONCE = 2

interface Setting {
  port: number
  clients: number
  seconds: number
}

const worst = (name: string, speed: Speed, goal: number): Row => ({
  name,
  speed,
  figure: speed.p99,
  unit: 'ms p99',
  goal,
  atMost: true,
})

/** The list of conversations, and opening one: as fast with 100,000 messages as with ten. */
export async function inboxRows({ port, clients, seconds }: Setting): Promise<Row[]> {
  const database = await openBenchDatabase(PRODUCTS)
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-inbox-'))
  try {
    const talks = await insertTalks(database.url)
    const settings = { SECRET_KEY: talks.secretKey }
    const site = await startSite({ port, dataDir, databaseUrl: database.url, demo: false, settings })
    const headers = { Authorization: `Bearer ${talks.token}` }
    const askAs = async (at: number, ...paths: string[]) => {
      const load = { origin: site.url, headers, paths, clients: at }
      await measure({ ...load, seconds: WARM_UP_SECONDS })
      return measure({ ...load, seconds })
    }
    const ask = (...paths: string[]) => askAs(clients, ...paths)
    const open = (id: string, after: number) =>
      ask(`/api/conversations/${id}`, `/api/conversations/${id}/messages?after=${after}`)
    try {
      const list = await ask('/api/conversations')
      const searches = ['charger', 'phone', 'nowhere'].map((text) => `/api/conversations?search=${text}`)
      const search = await askAs(SEARCHING_AT_ONCE, ...searches)
      const newest = await ask(
        `/api/conversations/${talks.long}`,
        `/api/conversations/${talks.long}/messages`,
      )
      const short = await open(talks.short, 0)
      const long = await open(talks.long, LONG - SHORT)
      return [
        worst('inbox of 1,000 conversations', list, 50),
        worst(`search in 1,000 conversations, ${SEARCHING_AT_ONCE} at once`, search, 100),
        worst(`opening a conversation of ${LONG.toLocaleString('en')} messages`, newest, 50),
        {
          name: `${SHORT} messages of ${LONG.toLocaleString('en')}`,
          speed: long,
          figure: long.p50 / short.p50,
          unit: `of those of a conversation of ${SHORT}, p50`,
          goal: 1.2,
          atMost: true,
        },
      ]
    } finally {
      await site.stop()
    }
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
