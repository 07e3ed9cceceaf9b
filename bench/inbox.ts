import { startSite } from '#testing/scale/site.ts'
import { openBenchDatabase } from '#bench/load/bench-database.ts'
import { measure } from '#bench/load/load.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { p99Row, type Row } from './report.ts'
import { insertConversations, LONG, SHORT } from '#bench/load/conversation-data.ts'

const PRODUCTS = 6000
const WARM_UP_SECONDS = 3
/** Few people search their messages at the same time, and each search reads thousands. */
const SEARCHING_AT_ONCE = 2

interface Setting {
  port: number
  clients: number
  seconds: number
}

/** Measures the list of conversations, and whether one with 100,000 messages opens as fast as one with ten. */
export async function inboxRows({ port, clients, seconds }: Setting): Promise<Row[]> {
  await using database = await openBenchDatabase(PRODUCTS)
  using folder = temporaryFolder('inbox')
  const conversations = await insertConversations(database.url)
  const settings = { SECRET_KEY: conversations.secretKey }
  const starting = { port, dataDir: folder.path, databaseUrl: database.url, demo: false, settings }
  await using site = await startSite(starting)
  const headers = { Authorization: `Bearer ${conversations.token}` }
  const fetchAs = async (at: number, ...paths: string[]) => {
    const load = { origin: site.url, headers, paths, clients: at }
    await measure({ ...load, seconds: WARM_UP_SECONDS })
    return measure({ ...load, seconds })
  }
  const fetchAll = (...paths: string[]) => fetchAs(clients, ...paths)
  const open = (id: string, after: number) =>
    fetchAll(`/api/conversations/${id}`, `/api/conversations/${id}/messages?after=${after}`)
  const list = await fetchAll('/api/conversations')
  const searches = ['charger', 'phone', 'nowhere'].map((text) => `/api/conversations?search=${text}`)
  const search = await fetchAs(SEARCHING_AT_ONCE, ...searches)
  const newest = await fetchAll(
    `/api/conversations/${conversations.long}`,
    `/api/conversations/${conversations.long}/messages`,
  )
  const short = await open(conversations.short, 0)
  const long = await open(conversations.long, LONG - SHORT)
  return [
    p99Row('inbox of 1,000 conversations', list, 50),
    p99Row(`search in 1,000 conversations, ${SEARCHING_AT_ONCE} at once`, search, 100),
    p99Row(`opening a conversation of ${LONG.toLocaleString('en')} messages`, newest, 50),
    {
      name: `${SHORT} messages of ${LONG.toLocaleString('en')}`,
      speed: long,
      figure: long.p50 / short.p50,
      unit: `of those of a conversation of ${SHORT}, p50`,
      atMost: 1.2,
    },
  ]
}
